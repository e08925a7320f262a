//! From counts to a table: which tiles lie together.
//!
//! The search only counts how many tiles of each face lie in runs and in groups. How these are cut into sets is free, and
//! is chosen so that old sets stay as they were.

use alloc::vec::Vec;

use sarja_rules::{Face, Kind, LaidSet, TableSet};

use crate::{
    special::Special,
    supply::face,
    trail::{Known, Trail},
};

/// How much old sets matter when the sets are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Liking {
    /// They stay where they can.
    OldSets,
    /// They do not matter.
    Nothing,
}

/// The table that a search has laid.
pub(crate) fn table(trail: &Trail, old: &[TableSet], numbers: u8, liking: Liking) -> Vec<LaidSet> {
    let mut sets: Vec<LaidSet> = Vec::new();
    let liked = if liking == Liking::OldSets { old } else { &[] };
    let mut layout = Layout { trail, numbers, liked, sets: &mut sets };
    for colour in 0..4 {
        layout.runs(colour);
    }
    for number in 1..=numbers {
        layout.groups(number);
    }
    for known in &trail.known {
        let set = match *known {
            Known::Run { run, end } => LaidSet::declared(run_tiles(run, end), Kind::Run),
            Known::Group { number, colours, jokers } => {
                let real = (0..4).filter(|c| colours & 1 << c != 0).map(|c| face(c, number));
                let jokers = core::iter::repeat_n(Face::JOKER, usize::from(jokers));
                LaidSet::declared(real.chain(jokers).collect::<Vec<_>>(), Kind::Group)
            }
        };
        sets.push(set);
    }
    in_old_order(sets, old)
}

fn run_tiles(run: Special, end: u8) -> Vec<Face> {
    let tile = |n: u8| if run.joker_at(n).is_some() { Face::JOKER } else { face(run.colour(), n) };
    (run.start()..=end).map(tile).collect()
}

/// Old sets in their old order first, then the others.
fn in_old_order(mut sets: Vec<LaidSet>, old: &[TableSet]) -> Vec<LaidSet> {
    let mut ordered = Vec::with_capacity(sets.len());
    for set in old {
        if let Some(at) = sets.iter().position(|s| s.tiles == set.tiles() && s.kind == Some(set.kind())) {
            ordered.push(sets.remove(at));
        }
    }
    ordered.append(&mut sets);
    ordered
}

/// A run that is being cut: its numbers, and those that jokers stand for.
struct Cut {
    start: u8,
    end: u8,
    jokers: u16,
}

struct Layout<'a> {
    trail: &'a Trail,
    numbers: u8,
    liked: &'a [TableSet],
    sets: &'a mut Vec<LaidSet>,
}

impl Layout<'_> {
    fn runs(&mut self, colour: usize) {
        let mut slots = self.trail.runs[colour];
        for (slot, jokers) in slots.iter_mut().zip(self.trail.run_jokers[colour]) {
            *slot += jokers;
        }
        if slots.iter().all(|&n| n == 0) {
            return;
        }
        let mut cuts = Vec::new();
        let mut jokers = self.trail.run_jokers[colour];
        for old in self.liked.iter().filter(|s| is_run_of(s, colour)) {
            let mut rest = slots;
            let mut left = jokers;
            if take_run(&mut rest, &mut left, old, self.numbers) {
                let low = first_number(old);
                let stand = old.jokers().fold(0, |bits, j| bits | 1 << j.number.get());
                cuts.push(Cut { start: low, end: low + old.tiles().len() as u8 - 1, jokers: stand });
                slots = rest;
                jokers = left;
            }
        }
        cut(&slots, self.numbers, &mut cuts);
        for number in 1..=self.numbers {
            for _ in 0..jokers[usize::from(number)] {
                let here = |c: &Cut| c.start <= number && number <= c.end && c.jokers & 1 << number == 0;
                let place = (0..cuts.len()).filter(|&i| here(&cuts[i])).min_by_key(|&i| {
                    (cuts[i].jokers.count_ones(), !self.was_beside(colour, number, &cuts[i]))
                });
                if let Some(place) = place {
                    cuts[place].jokers |= 1 << number;
                }
            }
        }
        for cut in cuts {
            let tile = |n: u8| if cut.jokers & 1 << n != 0 { Face::JOKER } else { face(colour, n) };
            let tiles: Vec<Face> = (cut.start..=cut.end).map(tile).collect();
            self.sets.push(LaidSet::declared(tiles, Kind::Run));
        }
    }

    /// Whether a joker that stands for a number has a neighbour in a run that it had on the old table.
    fn was_beside(&self, colour: usize, number: u8, cut: &Cut) -> bool {
        self.liked.iter().filter(|s| is_run_of(s, colour)).any(|old| {
            old.jokers().any(|j| j.number.get() == number)
                && old.tiles().iter().any(|f| {
                    f.number().is_some_and(|n| n.get() != number && (cut.start..=cut.end).contains(&n.get()))
                })
        })
    }

    fn groups(&mut self, number: u8) {
        let at = usize::from(number);
        let jokers = self.trail.group_jokers[at];
        let mut left = [0u8; 4];
        for (colour, n) in left.iter_mut().enumerate() {
            *n = self.trail.groups[colour][at];
        }
        for old in self.liked.iter().filter(|s| s.kind() == Kind::Group && first_number(s) == number) {
            let mut rest = left;
            let there = old.tiles().iter().all(|f| {
                f.colour().is_some_and(|c| {
                    let n = &mut rest[c as usize];
                    *n = n.wrapping_sub(1);
                    *n != u8::MAX
                })
            });
            if there && group_count(rest, jokers).is_some() {
                left = rest;
                self.sets.push(old.to_laid());
            }
        }
        let groups = usize::from(group_count(left, jokers).unwrap_or(0));
        let mut colours: Vec<Vec<Face>> = alloc::vec![Vec::new(); groups];
        let mut gap = 0;
        for (colour, &n) in left.iter().enumerate() {
            // Each gap goes to another group, so that no group has two.
            let gaps = groups - usize::from(n);
            for (i, group) in colours.iter_mut().enumerate() {
                let is_gap = (gap..gap + gaps).any(|g| g % groups == i);
                if !is_gap {
                    group.push(face(colour, number));
                }
            }
            gap += gaps;
        }
        for _ in 0..jokers {
            if let Some(group) = colours.iter_mut().min_by_key(|group| group.len()) {
                group.push(Face::JOKER);
            }
        }
        self.sets.extend(colours.into_iter().map(|tiles| LaidSet::declared(tiles, Kind::Group)));
    }
}

/// How many groups these tiles of one number make with so many jokers, if they make any number of groups and nothing is left.
fn group_count(tiles: [u8; 4], jokers: u8) -> Option<u8> {
    let sum = tiles.iter().sum::<u8>() + jokers;
    (sum.div_ceil(4)..=sum / 3).find(|&groups| tiles.iter().all(|&n| n <= groups))
}

fn is_run_of(set: &TableSet, colour: usize) -> bool {
    set.kind() == Kind::Run && set.tiles().iter().find_map(|f| f.colour()).map(|c| c as usize) == Some(colour)
}

/// The number of the first tile of a set, a joker counted as what it stands for.
fn first_number(set: &TableSet) -> u8 {
    match set.reading() {
        sarja_rules::Reading::Run { start, .. } => start.get(),
        sarja_rules::Reading::Group { number } => number.get(),
    }
}

/// Takes an old run out of the slots of its colour; `false` if it is not there, or what is left makes no runs.
fn take_run(slots: &mut [u8; 15], jokers: &mut [u8; 15], old: &TableSet, numbers: u8) -> bool {
    let low = usize::from(first_number(old));
    for (offset, tile) in old.tiles().iter().enumerate() {
        let n = low + offset;
        let real_left = slots[n].saturating_sub(jokers[n]);
        if slots[n] == 0 || (tile.is_joker() && jokers[n] == 0) || (!tile.is_joker() && real_left == 0) {
            return false;
        }
        slots[n] -= 1;
        jokers[n] -= u8::from(tile.is_joker());
    }
    cut(slots, numbers, &mut Vec::new())
}

/// Cuts the slots of a colour into runs; `false` if that cannot be done.
fn cut(slots: &[u8; 15], numbers: u8, cuts: &mut Vec<Cut>) -> bool {
    let mut open: Vec<u8> = Vec::new();
    for number in 1..=numbers + 1 {
        let mut tiles = usize::from(slots[usize::from(number)]);
        // Short runs have to go on; of the long ones those that began last do.
        open.sort_unstable_by_key(|&start| core::cmp::Reverse(start));
        let mut going = Vec::with_capacity(tiles);
        for start in open {
            if tiles > 0 {
                tiles -= 1;
                going.push(start);
            } else if number - start >= 3 {
                cuts.push(Cut { start, end: number - 1, jokers: 0 });
            } else {
                return false;
            }
        }
        going.extend(core::iter::repeat_n(number, tiles));
        open = going;
    }
    true
}
