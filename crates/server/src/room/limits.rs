//! The times of a room, each with its place in the rules.

/// What clients are told too stands with the other limits of the wire.
pub use sarja_protocol::limits::{
    NEXT_ROUND_WITHIN_MS as NEXT_ROUND_MS, PAUSE_WITHIN_MS as PAUSE_MS, PAUSES_PER_MATCH_MAX as PAUSES_MAX,
    SHORT_CLOCK_MS, SHUFFLE_VALUES_WITHIN_MS as SHUFFLE_VALUES_MS,
};

/// Milliseconds after which a host who is away is replaced (rooms.md 8), and after which others without a seat are gone.
pub const HOST_AWAY_MS: u32 = 60_000;
/// Milliseconds without any seated person connected after which a match is abandoned (rooms.md 17).
pub const DESERTED_MS: u32 = 30 * 60_000;
/// Milliseconds after the last act until a finished room closes (rooms.md 18).
pub const FINISHED_CLOSES_MS: u32 = 10 * 60_000;
/// Milliseconds after the last act until a lobby closes (rooms.md 18).
pub const LOBBY_CLOSES_MS: u32 = 30 * 60_000;
/// Milliseconds for which the seats of a rematch are kept (rooms.md 19).
pub const REMATCH_SEATS_MS: u32 = 60_000;
/// Turns in a row in which time ran out that make a seat absent: short clock, and the host may remove it (rooms.md 10).
pub const ABSENT_TURNS: u16 = 2;
/// Milliseconds after which the turn of a player who is not connected runs out in a room without a clock: one absent
/// player does not hold up the table, and a phone may sleep for a minute.
pub const AWAY_TURN_MS: u32 = 60_000;
/// Lines of chat that a snapshot holds.
pub const CHAT_LINES: usize = 50;
