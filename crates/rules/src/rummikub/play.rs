//! Judging a play: the table before, the table after, and nothing else (rules.md §2).

use alloc::vec::Vec;

use crate::{
    Face, FaceCounts, LaidSet, Reading, Readings, Ruleset, SetFault, TableSet,
    rummikub::{
        jokers::{self, Search},
        opening::{self, Staying},
        reason::{Place, Reason},
        shape::Shape,
    },
    set::{SET_TILES_MIN, why_not_a_set},
};

/// Whether a player has made the opening (rules.md §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opened {
    /// The table is free for this player.
    Yes,
    /// The next play has to open.
    No,
}

/// What a play is judged on, before it.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// The rules that are played.
    pub ruleset: &'a Ruleset,
    /// The table at the start of the turn.
    pub table: &'a [TableSet],
    /// The rack of the player.
    pub rack: &'a FaceCounts,
    /// Whether the player has opened.
    pub opened: Opened,
}

/// What the referee says of one set as it was laid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetVerdict {
    /// It is a set. Where the play as a whole is legal, this is the reading under which it is.
    Valid(TableSet),
    /// It can be read, but holds too many jokers.
    TooManyJokers {
        /// As it is read.
        set: TableSet,
        /// The fault.
        fault: SetFault,
    },
    /// It is no set; more jokers than allowed are a second fault.
    Invalid(Vec<SetFault>),
}

impl SetVerdict {
    /// The set as it is read, if it can be.
    pub const fn set(&self) -> Option<&TableSet> {
        match self {
            Self::Valid(set) | Self::TooManyJokers { set, .. } => Some(set),
            Self::Invalid(_) => None,
        }
    }

    /// What is wrong with it.
    pub fn faults(&self) -> &[SetFault] {
        match self {
            Self::Valid(_) => &[],
            Self::TooManyJokers { fault, .. } => core::slice::from_ref(fault),
            Self::Invalid(faults) => faults,
        }
    }
}

/// What the referee says of a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayVerdict {
    /// Each set as it was laid, in the order in which they were sent.
    pub sets: Vec<SetVerdict>,
    /// Everything that is wrong; none if the play is legal. Where a fault depends on how jokers are read and matched,
    /// the smallest collection of faults is named.
    pub reasons: Vec<Reason>,
    /// What the sets made wholly of rack tiles are worth together at most (rules.md §3).
    pub opening_points: u16,
    /// What the play lays from the rack, as far as the rack holds it.
    pub from_rack: FaceCounts,
}

impl PlayVerdict {
    /// Whether the play may be made.
    pub fn is_legal(&self) -> bool {
        self.reasons.is_empty()
    }

    /// The table after a legal play, each set with the reading to be stored; `None` for an illegal one.
    pub fn table(&self) -> Option<Vec<TableSet>> {
        if !self.is_legal() {
            return None;
        }
        self.sets.iter().map(|v| v.set().cloned()).collect()
    }
}

/// Judges the table `after` as a finished play.
///
/// Nothing that is sent can make this slow: sets are looked at once, and the search for the best way to read and match
/// jokers is exact for as many jokers as any ruleset has, and bounded beyond.
pub fn judge_play(position: Position<'_>, after: &[LaidSet]) -> PlayVerdict {
    let before: FaceCounts = position.table.iter().flat_map(TableSet::tiles).collect();
    let laid: FaceCounts = after.iter().flat_map(|s| &s.tiles).collect();
    let added = laid.minus(&before);
    let from_rack = added.intersection(position.rack);

    let mut reasons = Vec::new();
    tiles_conserved(&before.minus(&laid), &added.minus(position.rack), after, &mut reasons);
    let conserved = reasons.is_empty();
    if from_rack.is_empty() {
        reasons.push(Reason::NoRackTilePlayed);
    }

    let readings: Vec<Readings> =
        after.iter().map(|s| Readings::of(s, position.ruleset.tiles.numbers)).collect();
    for (set, laid) in after.iter().enumerate() {
        reasons.extend(
            set_faults(position.ruleset, laid, &readings[set]).map(|fault| Reason::Set { set, fault }),
        );
    }

    let readable = readings.iter().all(|r| !r.is_empty());
    let worth = opening::points(position, after, &readings, &from_rack);
    let mut opening_points = worth.unwrap_or(0);
    let chosen: Vec<Option<Reading>> = if conserved && readable {
        // Only now is it known which tile each joker stands for, and which jokers lay on the table before.
        let found = Search::new(position, after, &readings, &before, &from_rack, opening_points).run();
        reasons.extend(found.reasons);
        opening_points = found.opening_points.unwrap_or(opening_points);
        found.readings.into_iter().map(Some).collect()
    } else {
        if position.opened == Opened::No {
            let staying: Vec<_> = after
                .iter()
                .zip(&readings)
                .map(|(s, r)| Staying { shape: Shape::of(&s.tiles), readings: r.as_slice() })
                .collect();
            reasons.extend(opening::faults(position, worth, &staying));
        }
        after.iter().zip(&readings).map(|(s, r)| jokers::preferred(position.table, s, r)).collect()
    };

    let sets: Vec<SetVerdict> = after
        .iter()
        .zip(&readings)
        .zip(chosen)
        .map(|((laid, open), reading)| {
            let mut faults = set_faults(position.ruleset, laid, open);
            match (reading.map(|r| TableSet::new(&laid.tiles, r)), faults.next()) {
                (Some(set), None) => SetVerdict::Valid(set),
                (Some(set), Some(fault)) => SetVerdict::TooManyJokers { set, fault },
                (None, first) => SetVerdict::Invalid(first.into_iter().chain(faults).collect()),
            }
        })
        .collect();
    PlayVerdict { sets, reasons, opening_points, from_rack }
}

/// Whether the old sets that no longer lie there tile for tile are none: in a draft that leaves them so, nothing was
/// touched (rules.md §10).
pub fn leaves_table_untouched(table: &[TableSet], after: &[LaidSet]) -> bool {
    let mut left: Vec<FaceCounts> = after.iter().map(LaidSet::counts).collect();
    table.iter().all(|old| {
        let counts = old.counts();
        left.iter().position(|c| *c == counts).map(|i| left.swap_remove(i)).is_some()
    })
}

fn tiles_conserved(gone: &FaceCounts, surplus: &FaceCounts, after: &[LaidSet], reasons: &mut Vec<Reason>) {
    reasons.extend(gone.iter().map(|(tile, count)| Reason::TileTakenFromTable { tile, count }));
    reasons.extend(surplus.iter().map(|(tile, count)| Reason::TileNotInRack {
        tile,
        count,
        place: last_place(after, tile),
    }));
}

fn last_place(after: &[LaidSet], tile: Face) -> Option<Place> {
    after.iter().enumerate().rev().find_map(|(set, laid)| {
        laid.tiles.iter().rposition(|&f| f == tile).map(|tile| Place { set, tile: Some(tile) })
    })
}

/// What is wrong with a set in itself: too short or no set, and too many jokers.
pub(crate) fn set_faults(
    ruleset: &Ruleset,
    laid: &LaidSet,
    readings: &Readings,
) -> impl Iterator<Item = SetFault> + use<> {
    let tiles = laid.tiles.len();
    let shape = if tiles < SET_TILES_MIN {
        Some(SetFault::TooShort { have: tiles as u8 })
    } else if readings.is_empty() {
        let (why, tile) = why_not_a_set(laid, ruleset.tiles.numbers);
        Some(SetFault::NotASet { why, tile })
    } else {
        None
    };
    let have = laid.jokers().min(usize::from(u8::MAX)) as u8;
    let most = ruleset.joker.per_set.filter(|&most| have > most);
    shape.into_iter().chain(most.map(|most| SetFault::TooManyJokers { have, most }))
}
