//! Sessions: who has which token. Only hashes are stored; a token is told once.

use std::sync::Arc;

use sarja_protocol::{PlayerId, RoomCodeError, RoomId, SessionToken, TokenScope};
use sarja_store::{CreatePlayerError, NewPlayer, ReadError, Scope, ScopedPlayer, Store, TokenHash};

use tokio::sync::Semaphore;

use crate::{chance, limits::PLAYER_WRITES_MAX, wall};

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
    /// What players write who come waits here and not among the moves of games, which would wait for all of it.
    writes: Arc<Semaphore>,
}

impl Sessions {
    pub(crate) fn new(store: Store) -> Self {
        Self { store, writes: Arc::new(Semaphore::new(PLAYER_WRITES_MAX)) }
    }

    /// Whose token this is; `None` if it is nobody's, or was for a room that is closed.
    pub(crate) async fn holder(&self, token: &SessionToken) -> Result<Option<Holder>, ReadError> {
        let Some(player) = self.store.player_by_token(&hash(token)).await? else { return Ok(None) };
        if player.scope.as_ref().is_some_and(|scope| scope.closed_ms.is_some()) {
            return Ok(None);
        }
        let Ok(scope) = player.scope.as_ref().map(token_scope).transpose() else {
            tracing::error!(player = %player.id, "the only room of a token has a code that is none");
            return Ok(None);
        };
        // When somebody was last seen is worth no refusal.
        let _turn = self.writes.acquire().await;
        if let Err(error) = self.store.touch_player(player.id, wall::now_ms()).await {
            tracing::warn!(player = %player.id, %error, "not noted as seen");
        }
        Ok(Some(Holder { player: PlayerId(player.id.0), scope }))
    }

    /// Makes a player.
    pub(crate) async fn guest(&self) -> Result<Guest, CreatePlayerError> {
        let (id, token) = (chance::id(), chance::session_token());
        let new = NewPlayer {
            id: id.into(),
            token_hash: hash(&token),
            name: GUEST_NAME.to_owned(),
            now_ms: wall::now_ms(),
        };
        let _turn = self.writes.acquire().await;
        self.store.create_player(new).await?;
        tracing::debug!(player = %id, "new guest");
        Ok(Guest { player: PlayerId(id), token })
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
