//! What a player of the load knows of its room: no more than its next step needs.

use sarja_protocol::{Phase, RoomId, RoomView, SetView, Snapshot};
use sarja_rules::{
    Face, FaceCounts, Kind, Ruleset,
    rummikub::{Action, Opened, SeenPosition, choose_simply, placed_sets},
};

use super::frame::Happened;

/// Somebody's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) turn: u32,
    pub(super) seat: u8,
}

/// What a player of the load knows of its room.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) room: RoomId,
    pub(super) epoch: u64,
    pub(super) seq: u64,
    pub(super) seat: Option<u8>,
    phase: Phase,
    /// The seats that are ready, a bit for each.
    ready: u8,
    /// Whether the next round waits for people to be ready.
    awaited: bool,
    /// The deal whose shuffle takes values.
    shuffle: Option<u32>,
    /// Whether the own vote for another match was heard.
    rematch_asked: bool,
    pub(super) turn: Option<Turn>,
    rack: FaceCounts,
    opened: Opened,
    table: Table,
    pool: u16,
}

/// The table, as it came: it is read when it is played upon.
#[derive(Debug)]
enum Table {
    Read(Vec<SetView>),
    Raw(Box<str>),
}

/// What the player is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// To move in this turn.
    Move(u32),
    /// Something else.
    Deed(Deed),
}

/// What the player is to do that is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    TakeSeat,
    GetReady,
    Start,
    ShareValue(u32),
    AskRematch,
}

/// What an event was to the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    /// An own move.
    OwnMove(OwnMove),
    /// A turn began, for whomever.
    TurnBegan,
    /// Time ran out, for whomever.
    TimeOut,
    /// The round is over.
    RoundEnd,
    /// The room is closed.
    RoomClosed,
    /// Something else.
    Other,
}

/// What cannot be.
#[derive(Debug, thiserror::Error)]
pub(super) enum Misfit {
    /// Tiles that cannot be read.
    #[error(transparent)]
    Unreadable(#[from] serde_json::Error),
    /// A tile was played that the player had not.
    #[error("{0} was played and is not on the rack")]
    NotOnRack(Face),
}

/// A move of the player that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OwnMove {
    Play(u32),
    Draw(u32),
    Pass(u32),
}

impl OwnMove {
    pub(super) const fn turn(self) -> u32 {
        match self {
            Self::Play(turn) | Self::Draw(turn) | Self::Pass(turn) => turn,
        }
    }
}

impl Known {
    /// What a snapshot tells.
    pub(super) fn of(snapshot: &Snapshot) -> Self {
        let room = &snapshot.room;
        let seat = room.you.seat.map(|seat| seat.0);
        let own = room.round.as_ref().and_then(|round| round.seats.iter().find(|s| Some(s.seat.0) == seat));
        let round = room.round.as_ref();
        let turn = round.and_then(|round| round.turn.as_ref());
        Self {
            room: room.room_id,
            epoch: snapshot.epoch.0,
            seq: snapshot.seq.0,
            seat,
            phase: room.phase,
            ready: room.seats.iter().filter(|s| s.ready).fold(0, |ready, s| ready | bit(s.seat.0)),
            awaited: room.next_round_ms.is_some(),
            shuffle: round.filter(|round| round.shuffle.until_ms.is_some()).map(|round| round.deal),
            rematch_asked: room.you.seat.is_some_and(|seat| room.votes.rematch.contains(&seat)),
            turn: turn.map(|turn| Turn { turn: turn.turn.0, seat: turn.seat.0 }),
            rack: rack(room),
            opened: if own.is_some_and(|own| own.opened) { Opened::Yes } else { Opened::No },
            table: Table::Read(round.map(|round| round.table.clone()).unwrap_or_default()),
            pool: round.map_or(0, |round| round.pool),
        }
    }

    /// Takes an event in.
    ///
    /// # Errors
    /// What of it cannot be.
    pub(super) fn fold(&mut self, event: Happened<'_>) -> Result<Meant, Misfit> {
        let mine = event.seat.is_some() && event.seat == self.seat;
        let turn = event.turn.unwrap_or_default();
        match event.r#type {
            "ready_changed" => {
                let seat = event.seat.map_or(0, bit);
                self.ready = if event.ready == Some(true) { self.ready | seat } else { self.ready & !seat };
            }
            "match_started" => (self.phase, self.ready) = (Phase::Shuffling, 0),
            "shuffle_committed" => {
                (self.phase, self.shuffle, self.awaited, self.ready) =
                    (Phase::Shuffling, event.deal, false, 0);
                self.table = Table::Read(Vec::new());
            }
            "dealt" => {
                self.shuffle = None;
                self.opened = Opened::No;
                self.rack = event.rack.into_iter().flatten().collect();
                self.pool = event.pool.unwrap_or_default();
            }
            "turn_started" => {
                self.phase = Phase::Playing;
                self.turn = event.seat.map(|seat| Turn { turn, seat });
                return Ok(Meant::TurnBegan);
            }
            "time_ran_out" => return Ok(Meant::TimeOut),
            "tiles_drawn" => {
                self.turn = None;
                self.pool = event.pool.unwrap_or_default();
                event.tiles.into_iter().flatten().for_each(|tile| self.rack.add(tile));
                return Ok(own(mine, OwnMove::Draw(turn)));
            }
            "turn_passed" => {
                self.turn = None;
                return Ok(own(mine, OwnMove::Pass(turn)));
            }
            "sets_played" => {
                self.turn = None;
                self.table = Table::Raw(event.table.map_or("[]", |table| table.get()).into());
                if mine {
                    self.opened = Opened::Yes;
                    let played = event.from_rack.map_or("[]", |tiles| tiles.get());
                    for tile in serde_json::from_str::<Vec<Face>>(played)? {
                        if !self.rack.take(tile) {
                            return Err(Misfit::NotOnRack(tile));
                        }
                    }
                }
                return Ok(own(mine, OwnMove::Play(turn)));
            }
            "round_ended" => {
                (self.phase, self.turn) = (Phase::BetweenRounds, None);
                return Ok(Meant::RoundEnd);
            }
            "next_round_awaited" => self.awaited = true,
            "match_ended" | "match_abandoned" => {
                (self.phase, self.turn, self.awaited, self.rematch_asked) =
                    (Phase::MatchOver, None, false, false);
            }
            "rematch_asked" if mine => self.rematch_asked = true,
            "rematch_opened" => (self.phase, self.ready) = (Phase::Lobby, 0),
            "room_closed" => {
                self.phase = Phase::Closed;
                return Ok(Meant::RoomClosed);
            }
            "seat_vacated" if mine => self.seat = None,
            _ => {}
        }
        Ok(Meant::Other)
    }

    /// What the player is to do; `None` while others are. Whoever made the room starts its matches, when so many seats are ready.
    pub(super) fn due(&self, host: Option<u32>, shared: Option<u32>) -> Option<Due> {
        let Some(seat) = self.seat else { return Some(Due::Deed(Deed::TakeSeat)) };
        let is_ready = self.ready & bit(seat) != 0;
        let deed = match self.phase {
            Phase::Playing => {
                return self.turn.filter(|turn| turn.seat == seat).map(|turn| Due::Move(turn.turn));
            }
            Phase::Lobby if !is_ready => Deed::GetReady,
            Phase::BetweenRounds if self.awaited && !is_ready => Deed::GetReady,
            Phase::Lobby if host.is_some_and(|seats| self.ready.count_ones() >= seats) => Deed::Start,
            Phase::Shuffling => Deed::ShareValue(self.shuffle.filter(|deal| shared != Some(*deal))?),
            Phase::MatchOver if !self.rematch_asked => Deed::AskRematch,
            Phase::Lobby | Phase::BetweenRounds | Phase::MatchOver | Phase::Closed => return None,
        };
        Some(Due::Deed(deed))
    }

    /// The move that a simple player makes.
    ///
    /// # Errors
    /// The table cannot be read.
    pub(super) fn choose(&mut self, ruleset: &Ruleset) -> Result<Action, serde_json::Error> {
        let sets = self.sets()?.iter().map(|set| (set.id.into(), Kind::from(set.kind), set.tiles.clone()));
        let table = placed_sets(sets, ruleset);
        let (rack, opened, pool) = (&self.rack, self.opened, self.pool.into());
        Ok(choose_simply(SeenPosition { ruleset, table: &table, rack, opened, pool }))
    }

    /// The move that ends a turn without playing.
    pub(super) const fn give_up(&self) -> Action {
        if self.pool > 0 { Action::Draw } else { Action::Pass }
    }

    /// The sets on the table.
    ///
    /// # Errors
    /// The table cannot be read.
    pub(super) fn sets(&mut self) -> Result<&[SetView], serde_json::Error> {
        if let Table::Raw(raw) = &self.table {
            self.table = Table::Read(serde_json::from_str(raw)?);
        }
        match &self.table {
            Table::Read(sets) => Ok(sets),
            Table::Raw(_) => Ok(&[]),
        }
    }

    /// The own tiles.
    pub(super) const fn rack(&self) -> &FaceCounts {
        &self.rack
    }
}

const fn bit(seat: u8) -> u8 {
    1 << (seat % 8)
}

const fn own(mine: bool, own_move: OwnMove) -> Meant {
    if mine { Meant::OwnMove(own_move) } else { Meant::Other }
}

fn rack(room: &RoomView) -> FaceCounts {
    room.round.iter().flat_map(|round| round.rack.iter().flatten().copied()).collect()
}
