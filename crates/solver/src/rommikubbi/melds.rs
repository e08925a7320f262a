//! The new sets that a hand can lay together, best first.

use alloc::vec::Vec;

use sarja_rules::{Colour, Face, FaceCounts, Kind, LaidSet, Number};

/// The most collections of sets that are looked at.
const LOOKED_AT_MAX: u32 = 4_000;

/// A 1 after 13 stands at this place.
const ACE: u8 = 14;

/// A set that could be laid.
#[derive(Clone, Debug)]
struct Meld {
    set: LaidSet,
    tiles: FaceCounts,
    /// What it is worth when laid.
    worth: u16,
}

/// What is asked of a collection of sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// A tile that has to lie in one of them.
    pub(super) with: Option<Face>,
    /// What they have to be worth together, with a run among them; 0 where there is no opening.
    pub(super) opening: u16,
}

/// The new sets that are worth most and leave one tile at least.
pub(super) fn best(hand: &FaceCounts, wanted: Wanted) -> Option<Vec<LaidSet>> {
    let mut melds = all(hand);
    melds.sort_by_key(|meld| core::cmp::Reverse(meld.worth));
    let mut search =
        Search { melds: &melds, wanted, left: LOOKED_AT_MAX, chosen: Vec::new(), best: None, most: 0 };
    search.go(0, hand, 0);
    let best = search.best?;
    Some(best.into_iter().map(|at| melds[at].set.clone()).collect())
}

struct Search<'a> {
    melds: &'a [Meld],
    wanted: Wanted,
    left: u32,
    chosen: Vec<usize>,
    best: Option<Vec<usize>>,
    most: u16,
}

impl Search<'_> {
    fn go(&mut self, from: usize, hand: &FaceCounts, worth: u16) {
        if !self.chosen.is_empty() && worth > self.most && self.will_do(worth) {
            self.most = worth;
            self.best = Some(self.chosen.clone());
        }
        for at in from..self.melds.len() {
            if self.left == 0 {
                return;
            }
            let meld = &self.melds[at];
            let fits = meld.tiles.is_subset_of(hand) && hand.total() > meld.tiles.total();
            if fits {
                self.left -= 1;
                self.chosen.push(at);
                self.go(at, &hand.minus(&meld.tiles), worth + meld.worth);
                self.chosen.pop();
            }
        }
    }

    fn will_do(&self, worth: u16) -> bool {
        let mut chosen = self.chosen.iter().map(|&at| &self.melds[at]);
        let has_run = || self.chosen.iter().any(|&at| self.melds[at].set.kind == Some(Kind::Run));
        let holds = self.wanted.with.is_none_or(|face| chosen.any(|meld| meld.tiles.of(face) > 0));
        holds && (self.wanted.opening == 0 || (worth >= self.wanted.opening && has_run()))
    }
}

/// Every group, and every run of three to five tiles, that the hand holds; longer runs are two, or are added to.
fn all(hand: &FaceCounts) -> Vec<Meld> {
    let jokers = hand.jokers().min(2);
    let mut melds = Vec::new();
    for colour in Colour::ALL {
        for low in 1..=ACE - 2 {
            for len in 3..=5u8.min(ACE + 1 - low) {
                let places: Vec<u8> = (low..low + len).collect();
                let worth =
                    places.iter().map(|&place| if place == ACE { 10 } else { u16::from(place) }).sum();
                let face = |place: u8| {
                    Number::new(if place == ACE { 1 } else { place }).map(|number| Face::new(colour, number))
                };
                let faces: Vec<Face> = places.iter().filter_map(|&place| face(place)).collect();
                add(&mut melds, hand, &faces, Kind::Run, worth, jokers);
            }
        }
    }
    for number in (1..=13).filter_map(Number::new) {
        let each = if number.get() == 1 { 10 } else { u16::from(number.get()) };
        for colours in (1..16u8).filter(|colours| colours.count_ones() >= 3) {
            let own = Colour::ALL.into_iter().filter(|colour| colours & 1 << *colour as u8 != 0);
            let faces: Vec<Face> = own.map(|colour| Face::new(colour, number)).collect();
            add(&mut melds, hand, &faces, Kind::Group, each * faces.len() as u16, jokers);
        }
    }
    melds
}

/// Adds a set with jokers where the hand has no tile; two at most, and a real tile at least.
fn add(melds: &mut Vec<Meld>, hand: &FaceCounts, faces: &[Face], kind: Kind, worth: u16, jokers: u8) {
    let mut left = hand.clone();
    let tiles: Vec<Face> =
        faces.iter().map(|&face| if left.take(face) { face } else { Face::JOKER }).collect();
    let needed = tiles.iter().filter(|tile| tile.is_joker()).count();
    if needed <= usize::from(jokers) && needed < tiles.len() {
        let counts = tiles.iter().collect();
        melds.push(Meld { set: LaidSet::declared(tiles, kind), tiles: counts, worth });
    }
}
