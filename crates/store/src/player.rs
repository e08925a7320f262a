//! Players: guests with a token each.

use crate::text::{self, Unstorable};
use crate::{PlayerId, TokenHash};

/// A player to be stored.
#[derive(Debug, Clone)]
pub struct NewPlayer {
    /// The public id.
    pub id: PlayerId,
    /// The hash of the secret token.
    pub token_hash: TokenHash,
    /// The name as others see it.
    pub name: String,
    /// The wall time.
    pub now_ms: i64,
}

/// A stored player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The public id.
    pub id: PlayerId,
    /// The name as others see it.
    pub name: String,
    /// When the player was created, wall time.
    pub created_ms: i64,
    /// When the player was last seen, wall time.
    pub seen_ms: i64,
}

impl NewPlayer {
    pub(crate) fn check(&self) -> Result<(), Unstorable> {
        text::plain("player name", &self.name)
    }
}
