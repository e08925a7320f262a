//! Players: guests with a token each, and programs that were invited into one room.

use crate::text::{self, Unstorable};
use crate::{PlayerId, RoomCode, RoomId, TokenHash};

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

/// A player for one room: a program that was invited there. It is stored with the events that tell of it.
#[derive(Debug, Clone)]
pub struct ScopedPlayer {
    /// The public id.
    pub id: PlayerId,
    /// The hash of the secret token.
    pub token_hash: TokenHash,
    /// The name as others see it.
    pub name: String,
}

/// The only room that a player's token opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    /// The room.
    pub room: RoomId,
    /// Its code. Once the room is closed another may have it.
    pub code: RoomCode,
    /// When the room was closed, wall time; `None` while it is open.
    pub closed_ms: Option<i64>,
}

/// A stored player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The public id.
    pub id: PlayerId,
    /// The name as others see it.
    pub name: String,
    /// The only room that the token opens; `None` if it opens any.
    pub scope: Option<Scope>,
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

impl ScopedPlayer {
    pub(crate) fn check(&self) -> Result<(), Unstorable> {
        text::plain("player name", &self.name)
    }
}
