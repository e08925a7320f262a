//! What retrieved jokers owe: the tile that replaces them, and rack tiles beside them.

use alloc::{vec, vec::Vec};

use super::{
    locked,
    placed::{Fate, Placed},
    search::{Search, cost},
};
use crate::{
    Face, FaceCounts, Release,
    rummikub::{reason::Reason, shape::faces_of},
};

/// The fewest faults over all faces that the retrieved jokers may have stood for.
pub(super) fn faults(search: &Search<'_>, placed: &[Placed]) -> Vec<Reason> {
    let retrieved: Vec<&Placed> = placed.iter().filter(|p| p.fate == Fate::Retrieved).collect();
    if retrieved.is_empty() && !locked::applies(search) {
        return Vec::new();
    }
    let mut best = None;
    choose_faces(search, placed, &retrieved, &mut Vec::with_capacity(retrieved.len()), &mut best);
    best.unwrap_or_default()
}

fn choose_faces(
    search: &Search<'_>,
    placed: &[Placed],
    retrieved: &[&Placed],
    faces: &mut Vec<Face>,
    best: &mut Option<Vec<Reason>>,
) {
    let spent = !search.budget.spend();
    if best.as_ref().is_some_and(|b| spent || b.is_empty()) {
        return;
    }
    let Some(next) = retrieved.get(faces.len()) else {
        let mut reasons = release_faults(search, retrieved, faces);
        reasons.extend(beside_faults(search, retrieved, faces));
        reasons.extend(locked::faults(search, placed, retrieved, faces));
        if best.as_ref().is_none_or(|b| cost(&reasons) < cost(b)) {
            *best = Some(reasons);
        }
        return;
    };
    // Where nobody asks for the face, any one will do.
    let choices = if search.asks_for_faces() { usize::MAX } else { 1 };
    let twin = faces.len().checked_sub(1).filter(|&i| retrieved[i].joker.is_twin_of(next.joker));
    // Two jokers of a group stand for two colours; in which order is all the same.
    let fits = |&face: &Face| twin.is_none_or(|i| faces[i] < face);
    let open: Vec<Face> = next.joker.stand.faces().filter(fits).take(choices).collect();
    for face in open {
        faces.push(face);
        choose_faces(search, placed, retrieved, faces, best);
        faces.pop();
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

/// The rack tiles that may count as lying beside a joker: a replacing tile is set aside where one is owed.
fn rack_tiles_that_count(search: &Search<'_>, faces: &[Face]) -> FaceCounts {
    let owed: FaceCounts = faces.iter().collect();
    match search.position.ruleset.joker.release {
        Release::Any => search.played.clone(),
        Release::ExactRack => search.played.minus(&owed),
        Release::Exact => search.played.minus(&owed.minus(search.before)),
    }
}

/// `joker.rack_tiles_beside`: each set with a retrieved joker needs so many rack tiles of its own.
fn beside_faults(search: &Search<'_>, retrieved: &[&Placed], faces: &[Face]) -> Vec<Reason> {
    let need = search.position.ruleset.joker.rack_tiles_beside;
    if need == 0 || retrieved.is_empty() {
        return Vec::new();
    }
    let count = rack_tiles_that_count(search, faces);
    let mut sets: Vec<usize> = Vec::new();
    for p in retrieved {
        if !sets.contains(&p.slot.set) {
            sets.push(p.slot.set);
        }
    }
    // Equal tiles may be said to lie in either set, but each only once: a matching of needs to tiles.
    let mut given: Vec<Vec<(Face, usize)>> = vec![Vec::new(); Face::COUNT];
    let have: Vec<u8> = (0..sets.len())
        .map(|i| (0..need).filter(|_| give(search, &count, &sets, i, &mut given, &mut 0)).count() as u8)
        .collect();
    retrieved
        .iter()
        .filter_map(|p| {
            let i = sets.iter().position(|&s| s == p.slot.set)?;
            (have[i] < need).then(|| Reason::JokerNeedsRackTilesBeside {
                place: p.place(),
                have: have[i],
                need,
            })
        })
        .collect()
}

/// Finds one more rack tile for set `i`, moving tiles that other sets were given where they have others to take.
fn give(
    search: &Search<'_>,
    count: &FaceCounts,
    sets: &[usize],
    i: usize,
    given: &mut Vec<Vec<(Face, usize)>>,
    seen: &mut u64,
) -> bool {
    for face in faces_of(search.shapes[sets[i]].faces()) {
        let bit = 1 << face.index();
        let holders = &given[face.index()];
        if *seen & bit != 0 || holders.iter().any(|&(_, s)| s == i) {
            continue;
        }
        *seen |= bit;
        if holders.len() < usize::from(count.of(face)) {
            given[face.index()].push((face, i));
            return true;
        }
        for k in 0..given[face.index()].len() {
            let (_, other) = given[face.index()][k];
            if give(search, count, sets, other, given, seen) {
                given[face.index()][k] = (face, i);
                return true;
            }
        }
    }
    false
}
