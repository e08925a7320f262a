//! Every position of a round, made again of its events.

use std::mem;

use sarja_rules::{Face, FaceCounts, Seat};

use super::ArchivedRound;
use crate::{Event, PileGivenBack, PileTurnedOver, SetView, TileDiscarded, TurnNumber};

/// How a round stood, with nothing hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundPosition {
    /// After which of the round's events, counted from 0; `None` for the deal itself.
    pub after: Option<usize>,
    /// The turn in progress, or the last one; `None` before the first.
    pub turn: Option<TurnNumber>,
    /// Whose turn it is, or was; before the first it is the starter.
    pub seat: Seat,
    /// The table.
    pub table: Vec<SetView>,
    /// The tiles of each seat.
    pub racks: Vec<FaceCounts>,
    /// How many tiles are in the pool, or in Rommikubbi in the stock.
    pub pool: usize,
    /// In Rommikubbi the pile, from the bottom to the top; empty in Rummikub.
    pub pile: Vec<Face>,
}

/// An event of an archive that cannot have happened where it stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {event} ({kind}): {problem}")]
pub struct PositionError {
    /// Its place among the events of the round, from 0.
    pub event: usize,
    /// Its type.
    pub kind: String,
    /// What is wrong with it.
    pub problem: PositionProblem,
}

/// What is wrong with an event where it stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionProblem {
    /// The seat does not play.
    #[error("there is no seat {0}")]
    NoSuchSeat(Seat),
    /// It is of another turn than the one in progress.
    #[error("it is of turn {turn} and seat {seat}, which is not the turn in progress")]
    OtherTurn {
        /// Its turn.
        turn: TurnNumber,
        /// Its seat.
        seat: Seat,
    },
    /// Tiles left a rack that did not have them.
    #[error("seat {seat} does not have {}", words(tiles))]
    NotHeld {
        /// The seat.
        seat: Seat,
        /// What it should have had.
        tiles: Vec<Face>,
    },
    /// Tiles came out of nowhere, or went there.
    #[error(
        "the table should have the tiles that lay on it and those that were laid: expected {}, found {}",
        words(expected),
        words(found)
    )]
    Table {
        /// The tiles that should lie there.
        expected: Vec<Face>,
        /// Those that do.
        found: Vec<Face>,
    },
    /// The tiles are not told.
    #[error("the tiles are not told")]
    Hidden,
    /// A number is another.
    #[error("{what}: expected {expected}, found {found}")]
    Count {
        /// Of what.
        what: &'static str,
        /// What it should be.
        expected: usize,
        /// What is told.
        found: usize,
    },
    /// Tiles are others.
    #[error("{what}: expected {}, found {}", words(expected), words(found))]
    Tiles {
        /// Which.
        what: &'static str,
        /// What they should be.
        expected: Vec<Face>,
        /// What is told.
        found: Vec<Face>,
    },
    /// A pile was given back that was not taken.
    #[error("no pile was taken in this turn")]
    NoPileTaken,
}

fn words(tiles: &[Face]) -> String {
    if tiles.is_empty() {
        return "none".to_owned();
    }
    tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl ArchivedRound {
    /// Every position of the round: as it was dealt, and after each event that changes something. Empty if the tiles were never
    /// dealt.
    ///
    /// # Errors
    /// The first event that cannot have happened where it stands. That tiles which were drawn are those that the shuffle gives is not
    /// looked at here, nor whether plays are legal.
    pub fn positions(&self) -> Result<Vec<RoundPosition>, PositionError> {
        if self.racks.is_empty() {
            return Ok(Vec::new());
        }
        let mut fold = Fold::new(self);
        let mut positions = vec![fold.now.clone()];
        for (index, archived) in self.events.iter().enumerate() {
            let fail = |problem| PositionError { event: index, kind: kind(&archived.event), problem };
            if fold.apply(&archived.event).map_err(fail)? == Change::Some {
                positions.push(RoundPosition { after: Some(index), ..fold.now.clone() });
            }
        }
        Ok(positions)
    }
}

/// The type of an event, as it stands in JSON.
fn kind(event: &Event) -> String {
    let value = serde_json::to_value(event).unwrap_or_default();
    value["type"].as_str().unwrap_or("unknown").to_owned()
}

/// Whether the position is another after an event.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Some,
    None,
}

type Fitted<T = ()> = Result<T, PositionProblem>;

/// A round while its events are folded.
struct Fold {
    now: RoundPosition,
    /// The pile that was taken in the turn in progress, from the bottom to the top.
    taken: Vec<Face>,
}

impl Fold {
    fn new(round: &ArchivedRound) -> Self {
        let now = RoundPosition {
            after: None,
            turn: None,
            seat: round.starter.unwrap_or(Seat(0)),
            table: Vec::new(),
            racks: round.racks.iter().map(|rack| rack.iter().collect()).collect(),
            pool: usize::from(round.pool),
            pile: Vec::new(),
        };
        Self { now, taken: Vec::new() }
    }

    fn apply(&mut self, event: &Event) -> Fitted<Change> {
        match event {
            Event::TurnStarted { turn, seat, .. } => {
                self.rack(*seat)?;
                self.now.turn = Some(*turn);
                self.now.seat = *seat;
                self.taken.clear();
            }
            Event::SetsPlayed { seat, turn, table, from_rack, tiles_left, .. } => {
                self.lay((*seat, *turn), table, from_rack, *tiles_left)?;
            }
            Event::SetsLaid(laid) => {
                self.lay((laid.seat, laid.turn), &laid.table, &laid.from_rack, laid.tiles_left)?;
            }
            Event::TilesDrawn { seat, turn, count, pool, tiles, .. } => {
                let tiles = tiles.as_deref().ok_or(PositionProblem::Hidden)?;
                same_count("the tiles that were drawn", tiles.len(), *count)?;
                self.draw((*seat, *turn), tiles, *pool)?;
            }
            Event::TileTaken(took) => {
                let tile = took.tile.ok_or(PositionProblem::Hidden)?;
                self.draw((took.seat, took.turn), &[tile], took.pool)?;
            }
            Event::PileTurnedOver(PileTurnedOver { pool }) => self.turn_over(*pool)?,
            Event::PileTaken(took) => {
                let tiles = took.tiles.as_deref().ok_or(PositionProblem::Hidden)?;
                self.take_pile((took.seat, took.turn), tiles, took.count)?;
            }
            Event::TileDiscarded(discarded) => self.discard(discarded)?,
            Event::PileGivenBack(given) => self.give_back(given)?,
            Event::RoundEnded { racks, .. } | Event::MatchAbandoned { racks: Some(racks), .. } => {
                self.look_at(racks)?;
                return Ok(Change::None);
            }
            _ => return Ok(Change::None),
        }
        Ok(Change::Some)
    }

    fn lay(&mut self, by: (Seat, TurnNumber), table: &[SetView], from_rack: &[Face], left: u16) -> Fitted {
        self.in_turn(by)?;
        self.give_up(by.0, from_rack)?;
        same_count("the tiles that are left", self.rack(by.0)?.total(), left)?;
        let mut expected = on(&self.now.table);
        expected.extend(from_rack.iter().copied());
        let found = on(table);
        if found != expected {
            return Err(PositionProblem::Table { expected: expected.to_vec(), found: found.to_vec() });
        }
        self.now.table = table.to_vec();
        Ok(())
    }

    fn draw(&mut self, by: (Seat, TurnNumber), tiles: &[Face], pool: u16) -> Fitted {
        self.in_turn(by)?;
        let Some(left) = self.now.pool.checked_sub(tiles.len()) else {
            let (expected, found) = (self.now.pool, tiles.len());
            return Err(PositionProblem::Count { what: "the tiles to be drawn at most", expected, found });
        };
        same_count("the pool", left, pool)?;
        self.now.pool = left;
        self.rack(by.0)?.extend(tiles.iter().copied());
        Ok(())
    }

    fn turn_over(&mut self, pool: u16) -> Fitted {
        same_count("the pool before it", 0, self.now.pool as u16)?;
        same_count("the pool", self.now.pile.len(), pool)?;
        self.now.pool = self.now.pile.len();
        self.now.pile.clear();
        Ok(())
    }

    fn take_pile(&mut self, by: (Seat, TurnNumber), tiles: &[Face], count: u16) -> Fitted {
        self.in_turn(by)?;
        same_tiles("the pile", &self.now.pile, tiles)?;
        same_count("the tiles of the pile", tiles.len(), count)?;
        self.taken = mem::take(&mut self.now.pile);
        self.rack(by.0)?.extend(tiles.iter().copied());
        Ok(())
    }

    fn discard(&mut self, discarded: &TileDiscarded) -> Fitted {
        self.in_turn((discarded.seat, discarded.turn))?;
        self.give_up(discarded.seat, &[discarded.tile])?;
        self.now.pile.push(discarded.tile);
        self.taken.clear();
        self.look_at_pile(discarded.seat, discarded.pile, discarded.tiles_left)
    }

    fn give_back(&mut self, given: &PileGivenBack) -> Fitted {
        self.in_turn((given.seat, given.turn))?;
        let pile = mem::take(&mut self.taken);
        let top = *pile.last().ok_or(PositionProblem::NoPileTaken)?;
        same_tiles("the top of the pile", &[top], &[given.pile_top])?;
        self.give_up(given.seat, &pile)?;
        self.now.pile = pile;
        self.look_at_pile(given.seat, given.pile, given.tiles_left)
    }

    fn look_at_pile(&mut self, seat: Seat, pile: u16, left: u16) -> Fitted {
        same_count("the tiles of the pile", self.now.pile.len(), pile)?;
        same_count("the tiles that are left", self.rack(seat)?.total(), left)
    }

    /// Compares the racks with those that are told at the end.
    fn look_at(&self, racks: &[Vec<Face>]) -> Fitted {
        if racks.len() != self.now.racks.len() {
            let (expected, found) = (self.now.racks.len(), racks.len());
            return Err(PositionProblem::Count { what: "the racks", expected, found });
        }
        for (rack, told) in self.now.racks.iter().zip(racks) {
            let told: FaceCounts = told.iter().collect();
            same_tiles("a rack", &rack.to_vec(), &told.to_vec())?;
        }
        Ok(())
    }

    fn in_turn(&mut self, (seat, turn): (Seat, TurnNumber)) -> Fitted {
        self.rack(seat)?;
        if self.now.turn == Some(turn) && self.now.seat == seat {
            return Ok(());
        }
        Err(PositionProblem::OtherTurn { turn, seat })
    }

    fn give_up(&mut self, seat: Seat, tiles: &[Face]) -> Fitted {
        let (rack, given) = (self.rack(seat)?, tiles.iter().collect::<FaceCounts>());
        if !given.is_subset_of(rack) {
            return Err(PositionProblem::NotHeld { seat, tiles: given.minus(rack).to_vec() });
        }
        *rack = rack.minus(&given);
        Ok(())
    }

    fn rack(&mut self, seat: Seat) -> Fitted<&mut FaceCounts> {
        self.now.racks.get_mut(seat.index()).ok_or(PositionProblem::NoSuchSeat(seat))
    }
}

/// The tiles on a table.
fn on(table: &[SetView]) -> FaceCounts {
    table.iter().flat_map(|set| &set.tiles).collect()
}

fn same_count(what: &'static str, expected: usize, found: u16) -> Fitted {
    let found = usize::from(found);
    if expected == found { Ok(()) } else { Err(PositionProblem::Count { what, expected, found }) }
}

fn same_tiles(what: &'static str, expected: &[Face], found: &[Face]) -> Fitted {
    if expected == found {
        return Ok(());
    }
    Err(PositionProblem::Tiles { what, expected: expected.to_vec(), found: found.to_vec() })
}
