//! The event log: one row for each command.

use crate::text::{self, Problem, Unstorable};
use crate::{
    BodyHash, CommandId, DealNo, Epoch, MatchRow, NewSecret, PlayerId, RoomId, RoundRow, ScopedPlayer, Seq,
};

/// The command that a row comes from. Rows of the server's own acts (a clock that ran out) have none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandRef {
    /// Who sent it.
    pub player: PlayerId,
    /// The id that the player chose.
    pub id: CommandId,
    /// The hash of its body.
    pub body_hash: BodyHash,
}

/// What one command adds to a room: the log row and everything that is true because of it.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The number of the first event; must follow the last stored one.
    pub first_seq: Seq,
    /// How many events, at least 1.
    pub count: u32,
    /// When, on the room's own timeline.
    pub at_ms: i64,
    /// When, wall time.
    pub wall_ms: i64,
    /// The command, if a player sent one.
    pub command: Option<CommandRef>,
    /// The events: a JSON array of `count` elements.
    pub events: String,
    /// Players for this room alone, whom these events invite. They are created at `wall_ms`.
    pub players: Vec<ScopedPlayer>,
    /// Secrets whose commitments these events publish.
    pub secrets: Vec<NewSecret>,
    /// Deals whose secrets these events reveal. Revealing again keeps the first time.
    pub reveals: Vec<DealNo>,
    /// Rounds that end with these events.
    pub rounds: Vec<RoundRow>,
    /// Matches that end with these events.
    pub matches: Vec<MatchRow>,
}

/// An entry for a room's log, fenced by the ownership of the room.
#[derive(Debug, Clone)]
pub struct Append {
    /// The room.
    pub room: RoomId,
    /// The epoch that the caller believes to hold.
    pub epoch: Epoch,
    /// What to write.
    pub entry: Entry,
}

/// An entry is stored and durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Appended {
    /// The number that the next entry must begin with.
    pub next_seq: Seq,
}

/// A row of the log as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogRow {
    /// The number of the first event.
    pub first_seq: Seq,
    /// How many events.
    pub count: u32,
    /// Under which ownership it was written.
    pub epoch: Epoch,
    /// The command, if a player sent one.
    pub command: Option<CommandRef>,
    /// When, on the room's own timeline.
    pub at_ms: i64,
    /// When, wall time.
    pub wall_ms: i64,
    /// The events: a JSON array of `count` elements.
    pub events: String,
}

impl Entry {
    /// An entry with events and nothing else; fill in the rest with struct update syntax.
    pub fn new(first_seq: Seq, count: u32, events: String) -> Self {
        Self {
            first_seq,
            count,
            at_ms: 0,
            wall_ms: 0,
            command: None,
            events,
            players: Vec::new(),
            secrets: Vec::new(),
            reveals: Vec::new(),
            rounds: Vec::new(),
            matches: Vec::new(),
        }
    }

    pub(crate) fn check(&self) -> Result<(), Unstorable> {
        let past_the_last = self.first_seq.0.checked_add(u64::from(self.count));
        if past_the_last.is_none_or(|seq| i64::try_from(seq).is_err()) {
            return Err(Unstorable::new("first_seq", Problem::OutOfRange(self.first_seq.0)));
        }
        text::events(&self.events, self.count)?;
        if let Some(command) = &self.command {
            text::plain("command id", command.id.as_str())?;
        }
        self.players.iter().try_for_each(ScopedPlayer::check)?;
        self.rounds.iter().try_for_each(RoundRow::check)?;
        self.matches.iter().try_for_each(MatchRow::check)
    }

    /// Whether it is a row of the log and nothing else.
    pub(crate) fn is_plain(&self) -> bool {
        let Self { players, secrets, reveals, rounds, matches, .. } = self;
        players.is_empty()
            && secrets.is_empty()
            && reveals.is_empty()
            && rounds.is_empty()
            && matches.is_empty()
    }

    /// Cannot overflow in an entry that was checked.
    pub(crate) fn next_seq(&self) -> Seq {
        Seq(self.first_seq.0.saturating_add(u64::from(self.count)))
    }
}

impl LogRow {
    /// The number of the last event.
    pub fn last_seq(&self) -> Seq {
        Seq(self.first_seq.0 + u64::from(self.count).saturating_sub(1))
    }
}
