//! Where the tiles of the new table come from: which of two equal tiles is which.
//!
//! Equal tiles are interchangeable (rules.md §1), so any answer will do; but it must be one answer for the whole play. A
//! joker is kept beside a tile that came from its old set; a retrieved one has tiles of the rack beside it; a rack tile
//! that takes the place of a joker does not count beside that joker. A tile is only one of these.
//!
//! Each face is a question of its own: its tiles come from the old sets that held it and from the rack. What the faces
//! contribute is added up face by face, keeping every sum that can be reached; there are few, because jokers are few.

use alloc::{vec, vec::Vec};

use super::{
    placed::{Fate, Placed},
    search::Search,
};
use crate::{Face, Reading, Release, rummikub::shape::faces_of};

/// An old set and a new one.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pair {
    old: usize,
    new: usize,
}

/// Whether there is a second tile of each face that the two sets share: without one, a tile cannot be said to be another.
pub(super) fn all_have_another_copy(search: &Search<'_>, old: usize, new: usize) -> bool {
    faces_of(search.olds[old].shape.shared_faces(search.shapes[new])).all(|f| copies(search, f) >= 2)
}

fn copies(search: &Search<'_>, face: Face) -> u8 {
    search.before.of(face).saturating_add(search.played.of(face))
}

/// What has to be true of where the tiles come from.
pub(super) struct Provenance<'a> {
    search: &'a Search<'a>,
    /// A kept joker: some tile went from the old set to the new one.
    linked: Vec<Pair>,
    /// A retrieved joker that stands for the same tile: none did.
    apart: Vec<Pair>,
    retrieved: &'a [&'a Placed],
    /// Sets that count for an opening.
    made_of_rack: &'a [usize],
    need: u8,
}

/// How far the demands are met after some faces.
#[derive(Clone, PartialEq, Eq)]
struct Met {
    /// A bit for each linked pair.
    linked: u64,
    /// The rack tiles beside each retrieved joker, as far as they are asked for.
    beside: Vec<u8>,
}

impl<'a> Provenance<'a> {
    pub(super) fn new(
        search: &'a Search<'a>,
        combination: &[Reading],
        placed: &'a [Placed],
        retrieved: &'a [&'a Placed],
        made_of_rack: &'a [usize],
    ) -> Self {
        let linked = pairs(placed.iter().filter(|p| p.fate == Fate::Kept));
        let same = |p: &&Placed| search.stands_the_same(p.joker, p.slot, combination);
        let apart = pairs(retrieved.iter().copied().filter(same));
        let need = search.position.ruleset.joker.rack_tiles_beside;
        Self { search, linked, apart, retrieved, made_of_rack, need }
    }

    /// How many rack tiles lie beside each retrieved joker where most have enough; `None` if the jokers cannot have met
    /// their fates at all. `faces` are what the retrieved jokers stood for.
    pub(super) fn beside(&self, faces: &[Face]) -> Option<Vec<u8>> {
        let mut reached = vec![Met { linked: 0, beside: vec![0; self.retrieved.len()] }];
        for face in faces_of(self.faces_that_matter()) {
            let outcomes = self.outcomes(face, faces);
            let mut next: Vec<Met> = Vec::new();
            for (met, outcome) in reached.iter().flat_map(|met| outcomes.iter().map(move |o| (met, o))) {
                if !self.search.budget.spend() && !next.is_empty() {
                    break;
                }
                let beside = met.beside.iter().zip(&outcome.beside);
                let sum = Met {
                    linked: met.linked | outcome.linked,
                    beside: beside.map(|(a, b)| (a + b).min(self.need)).collect(),
                };
                if !next.contains(&sum) {
                    next.push(sum);
                }
            }
            reached = next;
        }
        let all = (1u64 << self.linked.len().min(63)) - 1;
        reached
            .into_iter()
            .filter(|met| met.linked & all == all)
            .max_by_key(|met| met.beside.iter().filter(|&&n| n >= self.need).count())
            .map(|met| met.beside)
    }

    /// The faces on which something depends; none in most plays.
    fn faces_that_matter(&self) -> u64 {
        let mut matter = 0;
        let counts_beside = self.need > 0 && !self.retrieved.is_empty();
        if counts_beside {
            matter |= self.retrieved.iter().fold(0, |bits, p| bits | self.search.shapes[p.slot.set].faces());
        }
        if counts_beside || !self.apart.is_empty() || self.linked.len() > 1 {
            let pairs = self.linked.iter().chain(&self.apart);
            let shared = |p: &Pair| self.search.olds[p.old].shape.shared_faces(self.search.shapes[p.new]);
            matter |= pairs.fold(0, |bits, p| bits | shared(p));
        } else if let [only] = self.linked.as_slice() {
            // A single pair is linked by any face that it shares, and it shares one.
            matter |= self.search.olds[only.old].shape.shared_faces(self.search.shapes[only.new]);
        }
        matter
    }

    /// What one face can contribute: over all ways in which its tiles can have come, and can have replaced jokers.
    fn outcomes(&self, face: Face, faces: &[Face]) -> Vec<Met> {
        let bit = 1u64 << face.index();
        let olds = &self.search.olds;
        let from: Vec<usize> = (0..olds.len()).filter(|&i| olds[i].shape.faces() & bit != 0).collect();
        let to: Vec<usize> =
            (0..self.search.shapes.len()).filter(|&i| self.search.shapes[i].faces() & bit != 0).collect();
        let stood: Vec<usize> = (0..faces.len()).filter(|&j| faces[j] == face).collect();
        let mut found = Vec::new();
        self.place_old(&from, &to, &mut vec![None; to.len()], &stood, &mut found);
        found
    }

    /// Gives each old tile of a face a place in a new set; the rack fills the rest.
    fn place_old(
        &self,
        from: &[usize],
        to: &[usize],
        source: &mut Vec<Option<usize>>,
        stood: &[usize],
        found: &mut Vec<Met>,
    ) {
        if !self.search.budget.spend() && !found.is_empty() {
            return;
        }
        let Some((&old, rest)) = from.split_first() else {
            let owed = self.tiles_owed(from_table(source), stood.len());
            self.replace(to, source, stood, owed, &mut Vec::new(), found);
            return;
        };
        for place in 0..to.len() {
            let may_come = !self.apart.contains(&Pair { old, new: to[place] })
                && !self.made_of_rack.contains(&to[place]);
            if source[place].is_none() && may_come {
                source[place] = Some(old);
                self.place_old(rest, to, source, stood, found);
                source[place] = None;
            }
        }
    }

    /// How many rack tiles of a face are set aside because they replace jokers that stood for it (rules.md §4).
    fn tiles_owed(&self, on_table: usize, stood: usize) -> usize {
        if self.need == 0 {
            return 0;
        }
        match self.search.position.ruleset.joker.release {
            Release::Any => 0,
            Release::Exact => stood.saturating_sub(on_table),
            Release::ExactRack => stood,
        }
    }

    /// Lets rack tiles of a face replace jokers, each another; a tile that replaces a joker does not count beside it.
    fn replace(
        &self,
        to: &[usize],
        source: &[Option<usize>],
        stood: &[usize],
        owed: usize,
        replaced: &mut Vec<(usize, usize)>,
        found: &mut Vec<Met>,
    ) {
        let rack_places = source.iter().filter(|s| s.is_none()).count();
        if replaced.len() == owed.min(rack_places) {
            let met = self.met(to, source, replaced);
            if !found.contains(&met) {
                found.push(met);
            }
            return;
        }
        let last = replaced.last().map(|&(joker, _)| joker);
        for &joker in stood.iter().filter(|&&j| last.is_none_or(|last| last < j)) {
            for place in (0..to.len()).filter(|&p| source[p].is_none()) {
                if replaced.iter().any(|&(_, p)| p == place) || !self.search.budget.spend() {
                    continue;
                }
                replaced.push((joker, place));
                self.replace(to, source, stood, owed, replaced, found);
                replaced.pop();
            }
        }
        if found.is_empty() {
            // The budget is spent: something has to be said.
            found.push(self.met(to, source, replaced));
        }
    }

    fn met(&self, to: &[usize], source: &[Option<usize>], replaced: &[(usize, usize)]) -> Met {
        let came =
            |pair: &Pair| to.iter().zip(source).any(|(&new, &s)| new == pair.new && s == Some(pair.old));
        let linked = self
            .linked
            .iter()
            .enumerate()
            .filter(|(_, p)| came(p))
            .fold(0, |bits, (i, _)| bits | 1 << i.min(63));
        let beside = |joker: usize| {
            let set = self.retrieved[joker].slot.set;
            let counts = |place: usize| {
                to[place] == set && source[place].is_none() && !replaced.contains(&(joker, place))
            };
            u8::from((0..to.len()).any(counts))
        };
        Met { linked, beside: (0..self.retrieved.len()).map(beside).collect() }
    }
}

fn from_table(source: &[Option<usize>]) -> usize {
    source.iter().filter(|s| s.is_some()).count()
}

fn pairs<'a>(placed: impl Iterator<Item = &'a Placed>) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for p in placed {
        let pair = Pair { old: p.joker.old, new: p.slot.set };
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    pairs
}
