//! Sessions: who has which token. Only hashes are stored; a token is told once. Who was in no room yet is not stored at all.

use std::sync::Arc;

use sarja_protocol::{PlayerId, RoomCodeError, RoomId, SessionToken, TokenScope};
use sarja_store::{CreatePlayerError, NewPlayer, Player, ReadError, Scope, ScopedPlayer, Store, TokenHash};

use tokio::sync::Semaphore;

use crate::{
    chance,
    limits::{PLAYER_WRITES_MAX, SEEN_EVERY_MS},
    newcomers::Newcomers,
    wall,
};

/// The name of a guest, until a room knows a better one.
const GUEST_NAME: &str = "Guest";

/// The name of a program that was invited, until it comes under its own.
const PROGRAM_NAME: &str = "Bot";

/// Who has a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Holder {
    /// The public id.
    pub(crate) player: PlayerId,
    /// The only room that the token opens; `None` if it opens any.
    pub(crate) scope: Option<TokenScope>,
    /// What has to be stored before the player comes into a room; `None` if it is.
    pub(crate) newcomer: Option<Newcomer>,
}

/// A player who is not stored yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Newcomer {
    player: PlayerId,
    token: TokenHash,
}

/// A player that was just made, with the token that is told only now.
#[derive(Debug)]
pub(crate) struct Guest {
    /// The public id.
    pub(crate) player: PlayerId,
    /// The token; nobody can be told it again.
    pub(crate) token: SessionToken,
}

/// Finds players by their tokens and makes new ones.
#[derive(Clone, Debug)]
pub(crate) struct Sessions {
    store: Store,
    newcomers: Arc<Newcomers>,
    /// What players write who come waits here and not among the moves of games, which would wait for all of it.
    writes: Arc<Semaphore>,
}

impl Sessions {
    pub(crate) fn new(store: Store) -> Self {
        Self { store, newcomers: Arc::default(), writes: Arc::new(Semaphore::new(PLAYER_WRITES_MAX)) }
    }

    /// Whose token this is; `None` if it is nobody's, or was for a room that is closed.
    pub(crate) async fn holder(&self, token: &SessionToken) -> Result<Option<Holder>, ReadError> {
        let token = hash(token);
        if let Some(player) = self.newcomers.holder(&token) {
            return Ok(Some(Holder { player, scope: None, newcomer: Some(Newcomer { player, token }) }));
        }
        let Some(player) = self.store.player_by_token(&token).await? else { return Ok(None) };
        if player.scope.as_ref().is_some_and(|scope| scope.closed_ms.is_some()) {
            return Ok(None);
        }
        let Ok(scope) = player.scope.as_ref().map(token_scope).transpose() else {
            tracing::error!(player = %player.id, "the only room of a token has a code that is none");
            return Ok(None);
        };
        self.note_seen(&player).await;
        Ok(Some(Holder { player: PlayerId(player.id.0), scope, newcomer: None }))
    }

    /// Notes when somebody was last seen, which is worth no refusal. It tells for how many days a guest is kept, so it need
    /// not be exact, and who comes and goes all the time costs nothing.
    async fn note_seen(&self, player: &Player) {
        let now_ms = wall::now_ms();
        if now_ms.saturating_sub(player.seen_ms) < SEEN_EVERY_MS {
            return;
        }
        let _turn = self.writes.acquire().await;
        if let Err(error) = self.store.touch_player(player.id, now_ms).await {
            tracing::warn!(player = %player.id, %error, "not noted as seen");
        }
    }

    /// Makes a player, who is remembered, and stored once he comes into a room.
    pub(crate) fn guest(&self) -> (Guest, Newcomer) {
        let (player, token) = (PlayerId(chance::id()), chance::session_token());
        let newcomer = Newcomer { player, token: hash(&token) };
        self.newcomers.add(newcomer.token, player);
        tracing::debug!(%player, "new guest");
        (Guest { player, token }, newcomer)
    }

    /// Stores a player who is about to come into a room. To do it again changes nothing.
    pub(crate) async fn store(&self, Newcomer { player, token }: Newcomer) -> Result<(), CreatePlayerError> {
        let new = NewPlayer {
            id: player.0.into(),
            token_hash: token,
            name: GUEST_NAME.to_owned(),
            now_ms: wall::now_ms(),
        };
        let _turn = self.writes.acquire().await;
        match self.store.create_player(new).await {
            // By another connection of his. Ids are random: nobody else has it.
            Ok(()) | Err(CreatePlayerError::Taken(_)) => {}
            Err(error) => return Err(error),
        }
        self.newcomers.remove(&token);
        Ok(())
    }
}

/// A program for one room, and what is stored of it together with its invitation.
pub(crate) fn program() -> (Guest, ScopedPlayer) {
    let (id, token) = (chance::id(), chance::session_token());
    let stored = ScopedPlayer { id: id.into(), token_hash: hash(&token), name: PROGRAM_NAME.to_owned() };
    (Guest { player: PlayerId(id), token }, stored)
}

fn token_scope(stored: &Scope) -> Result<TokenScope, RoomCodeError> {
    Ok(TokenScope { room_id: RoomId(stored.room.0), code: stored.code.as_str().parse()? })
}

fn hash(token: &SessionToken) -> TokenHash {
    TokenHash::of(token.reveal().as_bytes())
}
