//! A turn of Rommikubbi: take, lay, discard.

use super::old_sets::OldSet;
use super::opening::Opening;
use super::reading;
use crate::referee::face::Face;
use crate::referee::reading::Laid;
use crate::referee::{position, read_tiles, ruleset::Ruleset};
use serde_json::{Value, json};
use std::collections::BTreeSet;

type Faults = BTreeSet<&'static str>;

/// Where the player took a tile from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Take {
    Stock,
    Pile,
    Nothing,
}

/// A turn that can be read.
struct Turn {
    least_to_open: u32,
    old_sets: Vec<OldSet>,
    new_sets: Vec<Laid>,
    hand: Vec<Face>,
    opened: bool,
    /// Whether the deal begins with this turn.
    is_first: bool,
    pile: Vec<Face>,
    take: Take,
    taken: Vec<Face>,
    discard: Option<Face>,
}

/// The verdict on a `turn` case.
pub(in crate::referee) fn judge(case: &Value) -> Result<Value, String> {
    let turn = Turn::of_case(case)?;
    let full_hand = [turn.hand.clone(), turn.taken.clone()].concat();
    let mut faults = turn.faults_with(&full_hand);
    if !turn.take_is_allowed() {
        faults.insert("take_not_allowed");
        faults.extend(turn.faults_with(&turn.hand));
    }
    let went_out = if faults.is_empty() { turn.went_out(&full_hand) } else { None };
    let mut verdict = json!({"legal": faults.is_empty(), "reasons": faults, "went_out": went_out});
    if !turn.opened {
        verdict["opening_points"] = json!(turn.opening(&full_hand).points());
    }
    Ok(verdict)
}

impl Turn {
    fn of_case(case: &Value) -> Result<Self, String> {
        let ruleset = Ruleset::of_case(case)?;
        if !ruleset.is_rommikubbi {
            return Err("only Rommikubbi has such turns".to_owned());
        }
        let (before, turn) = (&case["before"], &case["turn"]);
        let mut after = position::read_table(&turn["table"])?.into_iter();
        let mut old_sets = Vec::new();
        for before in position::read_table(&before["table"])? {
            let stored = reading::stored_reading(&before).ok_or("what lies on the table is no set")?;
            let after = after.next().unwrap_or(Laid { tiles: Vec::new(), kind: None });
            old_sets.push(OldSet { before, stored, after });
        }
        let pile = read_tiles(&before["pile"])?;
        let (take, taken) = match turn["take"].as_str() {
            Some("stock") => (Take::Stock, vec![read_tile(&turn["drawn"])?]),
            Some("pile") => (Take::Pile, pile.clone()),
            Some("none") => (Take::Nothing, Vec::new()),
            _ => return Err("a turn takes from `stock` or `pile`, or `none`".to_owned()),
        };
        let discard = match &turn["discard"] {
            Value::Null => None,
            face => Some(read_tile(face)?),
        };
        Ok(Self {
            least_to_open: ruleset.min_points,
            old_sets,
            new_sets: after.collect(),
            hand: read_tiles(&before["hand"])?,
            opened: before["opened"].as_bool().ok_or("`opened` is missing")?,
            is_first: before["first_turn"].as_bool().unwrap_or(false),
            pile,
            take,
            taken,
            discard,
        })
    }

    fn take_is_allowed(&self) -> bool {
        match self.take {
            Take::Nothing => self.is_first,
            Take::Stock => !self.is_first,
            Take::Pile => !self.is_first && !self.pile.is_empty(),
        }
    }

    fn tiles_before(&self) -> Vec<Face> {
        self.old_sets.iter().flat_map(|set| set.before.tiles.iter().copied()).collect()
    }

    fn tiles_after(&self) -> Vec<Face> {
        let old = self.old_sets.iter().map(|set| &set.after);
        old.chain(&self.new_sets).flat_map(|set| set.tiles.iter().copied()).collect()
    }

    /// What lies on the table now and did not lie there before.
    fn laid(&self) -> Vec<Face> {
        without(&self.tiles_after(), &self.tiles_before())
    }

    fn opening(&self, hand: &[Face]) -> Opening {
        let discarded: Vec<Face> = self.discard.into_iter().collect();
        Opening::of(&self.new_sets, &without(hand, &discarded), self.least_to_open)
    }

    /// Every fault, the take apart, of a player who holds these tiles after taking.
    fn faults_with(&self, hand: &[Face]) -> Faults {
        let mut faults = self.faults_of_tiles(hand);
        faults.extend(self.faults_of_sets());
        faults.extend(self.faults_of_opening(hand));
        if self.take == Take::Pile && !self.top_is_in_a_new_set() {
            faults.insert("pile_top_not_in_new_set");
        }
        faults
    }

    fn faults_of_tiles(&self, hand: &[Face]) -> Faults {
        let mut faults = Faults::new();
        let is_table_short = !without(&self.tiles_before(), &self.tiles_after()).is_empty();
        let from_nowhere = !without(&self.laid(), hand).is_empty();
        let left = without(hand, &self.laid());
        if is_table_short {
            faults.insert("tile_taken_from_table");
        }
        if from_nowhere || self.discard.is_some_and(|face| !left.contains(&face)) {
            faults.insert("tile_not_in_rack");
        }
        // With tiles from elsewhere in play it is open what the player has left.
        let is_open = is_table_short || from_nowhere;
        if self.discard.is_none() && (is_open || !left.is_empty()) {
            faults.insert("discard_missing");
        }
        if left.is_empty() || (is_open && self.discard.is_none()) {
            faults.insert("no_tile_left_to_discard");
        }
        faults
    }

    fn faults_of_sets(&self) -> Faults {
        let mut faults = Faults::new();
        for set in self.old_sets.iter().map(|set| &set.after).chain(&self.new_sets) {
            if set.tiles.len() < 3 {
                faults.insert("set_too_short");
            } else if reading::readings(set).is_empty() {
                faults.insert("not_a_set");
            }
        }
        for set in self.old_sets.iter().filter(|set| !set.is_kept()) {
            faults.insert("set_rearranged");
            if set.has_lost_a_joker() {
                faults.insert("joker_not_replaced");
            }
        }
        faults
    }

    fn faults_of_opening(&self, hand: &[Face]) -> Faults {
        let touches_old_sets = self.old_sets.iter().any(|set| !set.is_untouched());
        if self.opened || (self.new_sets.is_empty() && !touches_old_sets) {
            return Faults::new();
        }
        let mut faults = self.opening(hand).faults();
        // What a set counts that holds tiles from nowhere or from another set is open.
        let from_nowhere = without(&self.laid(), hand);
        if !from_nowhere.is_empty() || self.old_sets.iter().any(|set| !set.is_kept()) {
            let new_tiles = self.new_sets.iter().flat_map(|set| &set.tiles);
            let real: Vec<Face> = new_tiles.copied().filter(|&face| face != Face::Joker).collect();
            faults.extend(self.opening(&[hand, &from_nowhere].concat()).faults());
            faults.extend(self.opening(&[hand, &real].concat()).faults());
        }
        if touches_old_sets && !faults.is_empty() {
            faults.insert("opening_first");
        }
        faults
    }

    /// Whether the top of the pile may be one of the tiles in valid new sets.
    fn top_is_in_a_new_set(&self) -> bool {
        let valid = self.new_sets.iter().filter(|set| !reading::readings(set).is_empty());
        let in_new_sets: Vec<Face> = valid.flat_map(|set| set.tiles.iter().copied()).collect();
        self.pile.last().is_none_or(|top| in_new_sets.contains(top) && self.laid().contains(top))
    }

    /// The points for going out with a legal turn, if nothing is left after the discard.
    fn went_out(&self, hand: &[Face]) -> Option<u32> {
        let left = without(&without(hand, &self.laid()), &self.discard.into_iter().collect::<Vec<_>>());
        let new_sets_only = !self.new_sets.is_empty() && !self.old_sets.iter().any(OldSet::has_grown);
        match (left.is_empty(), new_sets_only) {
            (false, _) => None,
            (true, true) => Some(100),
            (true, false) => Some(50),
        }
    }
}

fn read_tile(face: &Value) -> Result<Face, String> {
    Face::parse(face.as_str().unwrap_or_default())
}

/// Some tiles without others: as many copies less as there are of those.
fn without(tiles: &[Face], others: &[Face]) -> Vec<Face> {
    let mut left = tiles.to_vec();
    for &other in others {
        if let Some(place) = left.iter().position(|&tile| tile == other) {
            left.remove(place);
        }
    }
    left
}
