//! The new sets that a hand can lay together.

use alloc::vec::Vec;
use core::ops::Range;

use sarja_rules::{Colour, Face, FaceCounts, Number, Reading, Seat};

use super::lying::{ACE, Lying, face_at, group_place, score_at};

/// The most collections of sets that are looked at where only their worth is asked for.
const LOOKED_AT_MAX: u32 = 4_000;

/// What a 1 counts in a group of ones and after 13.
const ACE_POINTS: u16 = 10;

/// Longer runs are two, or are added to.
const RUN_TILES_MAX: u8 = 5;

/// The most jokers of a set that is thought of.
const JOKERS_MAX: u8 = 2;

/// A set that could be laid.
#[derive(Clone, Debug)]
pub(super) struct Meld {
    pub(super) tiles: Vec<Face>,
    pub(super) counts: FaceCounts,
    pub(super) reading: Reading,
    /// What it is worth when laid.
    pub(super) worth: u16,
    /// What it scores at the end of a deal.
    pub(super) score: u16,
}

impl Meld {
    pub(super) fn to_lying(&self, owner: Seat) -> Lying {
        Lying { owner, tiles: self.tiles.clone(), reading: self.reading }
    }

    const fn is_run(&self) -> bool {
        matches!(self.reading, Reading::Run { .. })
    }
}

/// What is asked of a collection of sets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wanted {
    /// A tile that has to lie in one of them.
    pub(super) with: Option<Face>,
    /// What they have to be worth together, with a run among them; `None` where there is no opening.
    pub(super) opening: Option<u16>,
}

/// Sets that can be laid together, and leave one tile at least.
pub(super) struct Collection<'a> {
    pub(super) melds: &'a [&'a Meld],
    /// What is left of the hand.
    pub(super) left: &'a FaceCounts,
    /// What they are worth together when laid.
    pub(super) worth: u16,
}

impl Collection<'_> {
    /// Whether it is all that is asked.
    fn is(&self, wanted: Wanted) -> bool {
        let has_run = || self.melds.iter().any(|meld| meld.is_run());
        let holds = |face| self.melds.iter().any(|meld| meld.counts.of(face) > 0);
        wanted.with.is_none_or(holds)
            && wanted.opening.is_none_or(|opening| self.worth >= opening && has_run())
    }
}

/// The new sets of this owner that are worth most.
pub(super) fn best(hand: &FaceCounts, wanted: Wanted, owner: Seat) -> Option<Vec<Lying>> {
    let (mut best, mut most) = (None, 0);
    each(hand, wanted, LOOKED_AT_MAX, &mut |collection| {
        if collection.worth > most {
            most = collection.worth;
            best = Some(collection.melds.iter().map(|meld| meld.to_lying(owner)).collect());
        }
    });
    best
}

/// Shows the collections of sets that are all that is asked, those with dear sets first, until so many were looked at.
pub(super) fn each(
    hand: &FaceCounts,
    wanted: Wanted,
    looked_at_max: u32,
    look: &mut dyn FnMut(&Collection<'_>),
) {
    let mut melds = all(hand);
    // A set with the tile that is asked for is always the first of its collection.
    let is_first = |meld: &Meld| wanted.with.is_some_and(|face| meld.counts.of(face) > 0);
    melds.sort_by_key(|meld| core::cmp::Reverse((is_first(meld), meld.worth)));
    let first = melds.iter().filter(|meld| wanted.with.is_none() || is_first(meld)).count();
    let mut search = Search { melds: &melds, wanted, left: looked_at_max, chosen: Vec::new(), look };
    search.go(0..first, hand, 0);
}

struct Search<'a, 'l> {
    melds: &'a [Meld],
    wanted: Wanted,
    left: u32,
    chosen: Vec<&'a Meld>,
    look: &'l mut dyn FnMut(&Collection<'_>),
}

impl Search<'_, '_> {
    fn go(&mut self, among: Range<usize>, hand: &FaceCounts, worth: u16) {
        let collection = Collection { melds: &self.chosen, left: hand, worth };
        if !self.chosen.is_empty() && collection.is(self.wanted) {
            (self.look)(&collection);
        }
        for at in among {
            if self.left == 0 {
                return;
            }
            let meld = &self.melds[at];
            if meld.counts.is_subset_of(hand) && hand.total() > meld.tiles.len() {
                self.left -= 1;
                self.chosen.push(meld);
                self.go(at..self.melds.len(), &hand.minus(&meld.counts), worth + meld.worth);
                self.chosen.pop();
            }
        }
    }
}

/// Every group, and every run of three to five tiles, that the hand holds.
fn all(hand: &FaceCounts) -> Vec<Meld> {
    let mut melds = Vec::new();
    for colour in Colour::ALL {
        for low in (1..=ACE - 2).filter_map(Number::new) {
            for len in 3..=RUN_TILES_MAX.min(ACE + 1 - low.get()) {
                let places: Vec<u8> = (low.get()..low.get() + len).collect();
                let faces: Vec<Face> = places.iter().filter_map(|&place| face_at(colour, place)).collect();
                let reading = Reading::Run { colour, start: low };
                melds.extend(meld(hand, &faces, reading, &places));
            }
        }
    }
    for number in (1..=13).filter_map(Number::new) {
        for colours in (1..16u8).filter(|colours| colours.count_ones() >= 3) {
            let own = Colour::ALL.into_iter().filter(|colour| colours & 1 << *colour as u8 != 0);
            let faces: Vec<Face> = own.map(|colour| Face::new(colour, number)).collect();
            let places = [group_place(number)].repeat(faces.len());
            melds.extend(meld(hand, &faces, Reading::Group { number }, &places));
        }
    }
    melds
}

/// What a tile is worth at a place when it is laid: its number, a 1 after 13 and in a group 10.
pub(super) fn worth_at(place: u8) -> u16 {
    if place == ACE { ACE_POINTS } else { u16::from(place) }
}

/// The set of these faces with jokers where the hand has no tile; so many at most, and a real tile at least.
fn meld(hand: &FaceCounts, faces: &[Face], reading: Reading, places: &[u8]) -> Option<Meld> {
    let mut left = hand.clone();
    let mut tiles: Vec<Face> =
        faces.iter().map(|&face| if left.take(face) { face } else { Face::JOKER }).collect();
    let needed = tiles.iter().filter(|tile| tile.is_joker()).count();
    if needed > usize::from(hand.jokers().min(JOKERS_MAX)) || needed == tiles.len() {
        return None;
    }
    if matches!(reading, Reading::Group { .. }) {
        tiles.sort_unstable();
    }
    let sum = |points: fn(u8) -> u16| places.iter().map(|&place| points(place)).sum();
    let counts = tiles.iter().collect();
    Some(Meld { tiles, counts, reading, worth: sum(worth_at), score: sum(score_at) })
}
