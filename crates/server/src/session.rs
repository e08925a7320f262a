//! Sessions: who has which token. Only hashes are stored; a token is told once.

use sarja_protocol::{PlayerId, SessionToken};
use sarja_store::{CreatePlayerError, NewPlayer, ReadError, Store, TokenHash};

use crate::{chance, wall};

/// The name of a guest, until a room knows a better one.
const GUEST_NAME: &str = "Guest";

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
}

impl Sessions {
    pub(crate) const fn new(store: Store) -> Self {
        Self { store }
    }

    /// Whose token this is; `None` if it is nobody's.
    pub(crate) async fn player(&self, token: &SessionToken) -> Result<Option<PlayerId>, ReadError> {
        let Some(player) = self.store.player_by_token(&hash(token)).await? else { return Ok(None) };
        // When somebody was last seen is worth no refusal.
        if let Err(error) = self.store.touch_player(player.id, wall::now_ms()).await {
            tracing::warn!(player = %player.id, %error, "not noted as seen");
        }
        Ok(Some(PlayerId(player.id.0)))
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
        self.store.create_player(new).await?;
        tracing::info!(player = %id, "new guest");
        Ok(Guest { player: PlayerId(id), token })
    }
}

fn hash(token: &SessionToken) -> TokenHash {
    TokenHash::of(token.reveal().as_bytes())
}
