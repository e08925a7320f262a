//! A decision in the making: events on a copy of the room that has already seen them.

use std::collections::BTreeMap;

use sarja_protocol::{MatchId, PlayerId, RoomMs};
use sarja_rules::{Face, Seat, rummikub::Oracle};
use sarja_store::{DealNo, MatchRow, NewSecret, RoundRow, ScopedPlayer, ShuffleSecret};
use serde::{Deserialize, Serialize};

use super::{Event, Presence, Room, family::Meaning};
use sarja_protocol::{DraftNumber, LaidSet, TurnNumber};

/// The last draft of the turn in progress. It lives with the room's task, not in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveDraft {
    /// The turn that it is meant for.
    pub turn: TurnNumber,
    /// Its number within the turn.
    pub draft: DraftNumber,
    /// Whose it is.
    pub seat: Seat,
    /// The whole table.
    pub table: Vec<LaidSet>,
    /// In Rommikubbi the tile that is to be discarded, which nobody else is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard: Option<Face>,
}

/// Fresh randomness for one decision: used only if the decision needs it.
#[derive(Clone, Debug)]
pub struct Chance {
    /// The secret of a shuffle, if one begins.
    pub secret: ShuffleSecret,
    /// The id of a match, if one begins.
    pub match_id: MatchId,
}

/// What a decision depends on beside the room's own state.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances<'a> {
    /// Now, on the room's timeline.
    pub now_ms: RoomMs,
    /// Now, by the wall clock, in milliseconds: for records alone, nothing is decided by it.
    pub wall_ms: i64,
    /// Who is connected.
    pub presence: &'a Presence,
    /// The last draft of the turn.
    pub draft: Option<&'a LiveDraft>,
    /// The values that have come for the shuffle that waits for them.
    pub shuffle_values: &'a BTreeMap<Seat, [u8; 32]>,
    /// Randomness.
    pub chance: &'a Chance,
    /// What is known of positions, where the rules ask whether somebody can play (rooms.md 20).
    pub oracle: &'a dyn Oracle,
}

/// What is to happen: to be stored as a whole, then applied event by event.
#[derive(Clone, Debug, Default)]
pub struct Decision {
    /// What happens.
    pub events: Vec<Event>,
    /// The secrets of shuffles that begin; to be learnt before the events are applied.
    pub secrets: Vec<NewSecret>,
    /// Who is invited, with the hash of the token: the room's task adds it, since it draws the token.
    pub players: Vec<ScopedPlayer>,
    /// The deals whose secrets are shown from now on.
    pub reveals: Vec<DealNo>,
    /// The rounds that end.
    pub rounds: Vec<RoundRow>,
    /// The matches that end.
    pub matches: Vec<MatchRow>,
    /// A value for the shuffle, to be kept until the deal.
    pub shuffle_value: Option<(Seat, [u8; 32])>,
    /// A reaction to be shown to everybody. It is not kept.
    pub reaction: Option<(PlayerId, sarja_protocol::Reaction)>,
}

/// A decision in the making.
pub(super) struct Making<'a> {
    /// The room as it is after the events so far.
    pub(super) room: Room,
    pub(super) at: &'a Circumstances<'a>,
    pub(super) done: Decision,
}

impl<'a> Making<'a> {
    pub(super) fn of(room: &Room, at: &'a Circumstances<'a>) -> Self {
        Self { room: room.clone(), at, done: Decision::default() }
    }

    pub(super) fn push(&mut self, event: impl Into<Event>) {
        let event = event.into();
        self.room.apply(self.at.now_ms, &event);
        self.done.events.push(event);
    }

    /// Adds the events of a game, and what follows from the end of its round.
    pub(super) fn push_game(&mut self, events: impl IntoIterator<Item = Event>) {
        for event in events {
            let ended = matches!(event.meaning(), Some(Meaning::Ended(_)));
            self.push(event);
            if ended {
                self.round_ended();
            }
        }
    }
}
