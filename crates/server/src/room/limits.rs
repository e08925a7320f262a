//! The times of a room, each with its place in the rules.

/// Milliseconds that players have to add a value to a shuffle (architecture: fair shuffles).
pub const SHUFFLE_VALUES_MS: u32 = 2_000;
/// Milliseconds until the next round begins without everybody being ready (rooms.md 9).
pub const NEXT_ROUND_MS: u32 = 20_000;
/// Milliseconds after which a host who is away is replaced (rooms.md 8), and after which others without a seat are gone.
pub const HOST_AWAY_MS: u32 = 60_000;
/// Milliseconds that a pause lasts at most (rooms.md 13).
pub const PAUSE_MS: u32 = 30 * 60_000;
/// Pauses in a match (rooms.md 13).
pub const PAUSES_MAX: u32 = 2;
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
/// Milliseconds of the short clock.
pub const SHORT_CLOCK_MS: u32 = 10_000;
/// Milliseconds after which the turn of a player who is not connected runs out in a room without a clock: one absent
/// player does not hold up the table, and a phone may sleep for a minute.
pub const AWAY_TURN_MS: u32 = 60_000;
/// Lines of chat that a snapshot holds.
pub const CHAT_LINES: usize = 50;
