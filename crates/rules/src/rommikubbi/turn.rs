//! The referee: whether a turn may end as it is laid.

use alloc::vec::Vec;

use super::{
    GoingOut, OwnedSet, TurnReason,
    grown::{Grown, grown},
    opening::opening,
    readings,
};
use crate::{
    Face, FaceCounts, JokerStand, LaidSet, NUMBER_MAX, Ruleset, Seat, SetFault,
    set::{SET_TILES_MIN, why_not_a_set},
};

/// What was taken at the beginning of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take<'a> {
    /// Nothing: the starter's first turn.
    Nothing,
    /// This tile, from the stock.
    Stock(Face),
    /// The whole pile, which is this from the bottom to the top.
    Pile(&'a [Face]),
}

/// A turn before it is laid.
#[derive(Clone, Copy, Debug)]
pub struct TurnPosition<'a> {
    /// The rules.
    pub ruleset: &'a Ruleset,
    /// The sets on the table.
    pub table: &'a [OwnedSet],
    /// The hand before anything was taken.
    pub hand: &'a FaceCounts,
    /// Whose turn it is.
    pub seat: Seat,
    /// Whether the player has opened before.
    pub opened: bool,
    /// Whether it is the first turn of the deal, in which nothing is taken.
    pub first_turn: bool,
    /// What was taken.
    pub take: Take<'a>,
}

/// A turn as it is laid.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The sets of the table in the same order, and then the new ones.
    pub table: &'a [LaidSet],
    /// The tile that is discarded.
    pub discard: Option<Face>,
}

/// What the referee says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnVerdict {
    /// Every fault; none if the turn is legal.
    pub reasons: Vec<TurnReason>,
    /// What the new sets are worth as an opening, in points.
    pub opening_points: u16,
    /// The table after the turn: the old sets in their order, then the new ones; only that of a legal turn is to be used.
    pub table: Vec<OwnedSet>,
    /// Each set of the turn by itself, in the order in which they were judged; `None` where the tiles are no set.
    pub read: Vec<Option<OwnedSet>>,
    /// The tiles that came onto the table.
    pub laid: FaceCounts,
    /// What is left of the hand.
    pub hand: FaceCounts,
    /// Whether the player has opened now.
    pub opened: bool,
    /// How the player went out, if the turn is legal and the hand is empty.
    pub went_out: Option<GoingOut>,
}

impl TurnVerdict {
    /// Whether the turn stands.
    pub const fn is_legal(&self) -> bool {
        self.reasons.is_empty()
    }
}

/// Judges a turn by rules.md §8.
pub fn judge_turn(position: TurnPosition<'_>, turn: Turn<'_>) -> TurnVerdict {
    let mut judge =
        Judge { position, reasons: Vec::new(), table: Vec::new(), read: Vec::new(), added: 0, touched: 0 };
    let available = judge.take();
    let (old, new) = turn.table.split_at(position.table.len().min(turn.table.len()));
    let laid = judge.tiles(turn, &available);
    judge.old_sets(old);
    judge.new_sets(new);
    judge.pile_top(new, laid.jokers());
    let hand_jokers = available.jokers().saturating_sub(u8::from(turn.discard == Some(Face::JOKER)));
    let opening = opening(new, hand_jokers);
    let has_laid = !new.is_empty() || judge.touched > 0;
    let opens = judge.opening(opening.points, opening.with_run, has_laid);
    let hand = available.minus(&laid);
    judge.discard(turn.discard, &hand);
    let hand =
        turn.discard.map_or_else(|| hand.clone(), |face| hand.minus(&core::iter::once(face).collect()));
    let is_out = judge.reasons.is_empty() && hand.is_empty();
    let how = if judge.added == 0 && !new.is_empty() { GoingOut::NewSetsOnly } else { GoingOut::Otherwise };
    TurnVerdict {
        opening_points: opening.points,
        table: judge.table,
        read: judge.read,
        laid,
        hand,
        opened: position.opened || opens,
        went_out: is_out.then_some(how),
        reasons: judge.reasons,
    }
}

struct Judge<'a> {
    position: TurnPosition<'a>,
    reasons: Vec<TurnReason>,
    table: Vec<OwnedSet>,
    read: Vec<Option<OwnedSet>>,
    /// How many tiles were added to sets of the table, those that replace jokers not counted.
    added: usize,
    /// How many of those sets are not as they were.
    touched: usize,
}

impl Judge<'_> {
    /// The hand with what was taken.
    fn take(&mut self) -> FaceCounts {
        let mut available = self.position.hand.clone();
        let is_allowed = match self.position.take {
            Take::Nothing => self.position.first_turn,
            Take::Stock(face) => {
                available.add(face);
                !self.position.first_turn
            }
            Take::Pile(tiles) => {
                available.extend(tiles.iter().copied());
                !self.position.first_turn && !tiles.is_empty()
            }
        };
        if !is_allowed {
            self.reasons.push(TurnReason::TakeNotAllowed);
        }
        available
    }

    /// Compares the tiles of the table before and after; those that were laid from the hand.
    fn tiles(&mut self, turn: Turn<'_>, available: &FaceCounts) -> FaceCounts {
        let before: FaceCounts = self.position.table.iter().flat_map(OwnedSet::tiles).collect();
        let after: FaceCounts = turn.table.iter().flat_map(|set| &set.tiles).collect();
        for (tile, count) in before.minus(&after).iter().filter(|(_, count)| *count > 0) {
            self.reasons.push(TurnReason::TileTakenFromTable { tile, count });
        }
        let laid = after.minus(&before);
        let mut used = laid.clone();
        turn.discard.into_iter().for_each(|face| used.add(face));
        for (tile, count) in used.minus(available).iter().filter(|(_, count)| *count > 0) {
            self.reasons.push(TurnReason::TileNotInRack { tile, count });
        }
        laid
    }

    fn old_sets(&mut self, laid: &[LaidSet]) {
        for (place, old) in self.position.table.iter().enumerate() {
            let fault = match laid.get(place).map(|new| (new, grown(old, new))) {
                Some((_, Grown::Well { set, added, swapped })) => {
                    self.added += added;
                    self.touched += usize::from(added > 0 || swapped > 0);
                    self.read.push(Some(set.clone()));
                    self.table.push(set);
                    continue;
                }
                Some((_, Grown::JokerGone)) => {
                    TurnReason::JokerNotReplaced { set: place, faces: stood_for(old) }
                }
                Some((new, Grown::NoSet)) if new.tiles.len() >= SET_TILES_MIN => fault_of(place, new),
                Some((_, Grown::NoSet | Grown::Rearranged)) | None => {
                    TurnReason::SetRearranged { set: place }
                }
            };
            self.touched += 1;
            self.read.push(laid.get(place).and_then(|new| OwnedSet::read(old.owner(), new)));
            self.table.push(old.clone());
            self.reasons.push(fault);
        }
    }

    fn new_sets(&mut self, laid: &[LaidSet]) {
        for (place, new) in (self.position.table.len()..).zip(laid) {
            let read = OwnedSet::read(self.position.seat, new);
            match &read {
                Some(set) => self.table.push(set.clone()),
                None => self.reasons.push(fault_of(place, new)),
            }
            self.read.push(read);
        }
    }

    /// The top of a pile that was taken has to lie in a new set; a joker there may be one that was swapped off the table, unless
    /// one more than those comes from the hand.
    fn pile_top(&mut self, new: &[LaidSet], jokers_laid: u8) {
        let Take::Pile(tiles) = self.position.take else { return };
        let Some(&tile) = tiles.last() else { return };
        let is_laid = !tile.is_joker() || jokers_laid > 0;
        if !is_laid || !new.iter().any(|set| set.tiles.contains(&tile)) {
            self.reasons.push(TurnReason::PileTopNotInNewSet { tile });
        }
    }

    /// Whether the player opens with this turn.
    fn opening(&mut self, points: u16, with_run: Option<u16>, has_laid: bool) -> bool {
        if self.position.opened || !has_laid {
            return false;
        }
        let need = self.position.ruleset.opening.min_points;
        if with_run.is_some_and(|points| points >= need) {
            return true;
        }
        if points < need {
            self.reasons.push(TurnReason::OpeningTooLow { have: points, need });
        }
        if with_run.is_none() || points >= need {
            self.reasons.push(TurnReason::OpeningNeedsRun);
        }
        if self.touched > 0 {
            self.reasons.push(TurnReason::OpeningFirst);
        }
        false
    }

    /// Exactly one tile is discarded, always; `left` is the hand before it.
    fn discard(&mut self, discard: Option<Face>, left: &FaceCounts) {
        if discard.is_none() {
            self.reasons.push(if left.is_empty() {
                TurnReason::NoTileLeftToDiscard
            } else {
                TurnReason::DiscardMissing
            });
        }
    }
}

/// What the jokers of a set stand for.
fn stood_for(set: &OwnedSet) -> Vec<Face> {
    let mut faces: Vec<Face> = set.jokers().flat_map(JokerStand::faces).collect();
    faces.sort_unstable();
    faces.dedup();
    faces
}

/// What is wrong with tiles that are no set.
fn fault_of(set: usize, laid: &LaidSet) -> TurnReason {
    let fault = if laid.tiles.len() < SET_TILES_MIN {
        SetFault::TooShort { have: laid.tiles.len() as u8 }
    } else {
        let other_kind =
            laid.kind.is_some() && !readings::readings(&LaidSet::new(laid.tiles.clone())).is_empty();
        let (why, tile) = if other_kind {
            (crate::NotASet::OtherKind, None)
        } else {
            why_not_a_set(&LaidSet::new(laid.tiles.clone()), NUMBER_MAX)
        };
        SetFault::NotASet { why, tile }
    };
    TurnReason::Set { set, fault }
}
