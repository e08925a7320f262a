//! What retrieved jokers owe: the tile that replaces them, and rack tiles beside them.

use alloc::vec::Vec;

use super::{
    locked,
    placed::{Fate, Placed},
    provenance::Provenance,
    search::{Search, cost},
};
use crate::{Face, Reading, Release, rummikub::reason::Reason};

/// The fewest faults over all faces that the retrieved jokers may have stood for; `None` if the jokers cannot have met
/// their fates, however equal tiles are told apart. The sets of `made_of_rack` count for an opening: their tiles came from
/// the rack. `known` are other faults that the play has; `None` as well if with them it is no better than the best so far.
pub(super) fn faults(
    search: &Search<'_>,
    combination: &[Reading],
    placed: &[Placed],
    made_of_rack: &[usize],
    known: &[Reason],
) -> Option<Vec<Reason>> {
    let retrieved: Vec<&Placed> = placed.iter().filter(|p| p.fate == Fate::Retrieved).collect();
    let provenance = Provenance::new(search, combination, placed, &retrieved, made_of_rack);
    let dues = Dues { search, placed, provenance, retrieved: &retrieved, known };
    let mut best = None;
    dues.choose_faces(&mut Vec::with_capacity(retrieved.len()), &mut best);
    best
}

/// What the search for the faces that the retrieved jokers stood for goes by.
struct Dues<'a> {
    search: &'a Search<'a>,
    placed: &'a [Placed],
    provenance: Provenance<'a>,
    retrieved: &'a [&'a Placed],
    known: &'a [Reason],
}

impl Dues<'_> {
    fn choose_faces(&self, faces: &mut Vec<Face>, best: &mut Option<Vec<Reason>>) {
        let spent = !self.search.budget.spend();
        if best.as_ref().is_some_and(|b| spent || b.is_empty()) {
            return;
        }
        let Some(next) = self.retrieved.get(faces.len()) else {
            if let Some(reasons) = self.faults_with(faces, best.as_deref()) {
                *best = Some(reasons);
            }
            return;
        };
        // Where nobody asks for the face, any one will do.
        let choices = if self.search.asks_for_faces() { usize::MAX } else { 1 };
        // Two jokers of a group stand for two colours; which is which matters, since they lie in different places.
        let taken = |face: &Face| {
            (0..faces.len()).any(|i| faces[i] == *face && self.retrieved[i].joker.is_twin_of(next.joker))
        };
        let open: Vec<Face> = next.joker.stand.faces().filter(|face| !taken(face)).take(choices).collect();
        for face in open {
            faces.push(face);
            self.choose_faces(faces, best);
            faces.pop();
        }
    }

    /// The faults if the jokers stood for these faces; `None` if they cannot have, or if the best so far is as good.
    fn faults_with(&self, faces: &[Face], best: Option<&[Reason]>) -> Option<Vec<Reason>> {
        let is_better = |reasons: &[Reason]| {
            best.is_none_or(|b| cost(reasons) < cost(b))
                && self.search.could_be_best(cost(reasons.iter().chain(self.known)))
        };
        let mut reasons = release_faults(self.search, self.retrieved, faces);
        reasons.extend(locked::faults(self.search, self.placed, self.retrieved, faces));
        // To account for every tile takes longest, and can only add to the faults.
        if !is_better(&reasons) {
            return None;
        }
        let beside = self.provenance.beside(faces)?;
        let need = self.search.position.ruleset.joker.rack_tiles_beside;
        reasons.extend(beside_faults(need, self.retrieved, &beside));
        is_better(&reasons).then_some(reasons)
    }
}

/// `joker.release`: the tile that has to take the place of each retrieved joker.
fn release_faults(search: &Search<'_>, retrieved: &[&Placed], faces: &[Face]) -> Vec<Reason> {
    let mut there = match search.position.ruleset.joker.release {
        Release::Any => return Vec::new(),
        Release::ExactRack => search.played.clone(),
        Release::Exact => {
            let mut all = search.before.clone();
            all.extend(search.played.tiles());
            all
        }
    };
    retrieved
        .iter()
        .zip(faces)
        .filter(|&(_, &face)| !there.take(face))
        .map(|(p, _)| Reason::JokerNotReplaced { place: p.place(), faces: p.joker.stand.faces().collect() })
        .collect()
}

/// `joker.rack_tiles_beside`: so many rack tiles lie in the set of each retrieved joker, its own replacing tile not counted.
fn beside_faults(need: u8, retrieved: &[&Placed], beside: &[u8]) -> impl Iterator<Item = Reason> {
    retrieved
        .iter()
        .zip(beside)
        .filter(move |&(_, &have)| have < need)
        .map(move |(p, &have)| Reason::JokerNeedsRackTilesBeside { place: p.place(), have, need })
}
