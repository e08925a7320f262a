//! `joker.sets = locked`: what an old set with jokers held still lies together.

use alloc::vec::Vec;

use super::{
    placed::{Fate, Placed},
    search::Search,
};
use crate::{
    Face, JokerSets,
    rummikub::{reason::Reason, shape::Shape},
};

/// Whether the ruleset locks sets with jokers and there are any.
pub(super) fn applies(search: &Search<'_>) -> bool {
    search.position.ruleset.joker.sets == JokerSets::Locked && search.before.jokers() > 0
}

/// An old set with jokers: what has to lie together, and where its kept jokers lie.
struct Bundle {
    old: usize,
    tiles: Shape,
    kept_in: Vec<usize>,
}

/// The old sets that do not lie together any more, as few as can be.
pub(super) fn faults(
    search: &Search<'_>,
    placed: &[Placed],
    retrieved: &[&Placed],
    faces: &[Face],
) -> Vec<Reason> {
    if !applies(search) {
        return Vec::new();
    }
    let bundles: Vec<Bundle> = (0..search.olds.len())
        .filter(|&old| search.olds[old].shape.jokers() > 0)
        .map(|old| {
            let own = retrieved.iter().zip(faces).filter(|(p, _)| p.joker.old == old);
            let real = search.olds[old].shape.without_jokers(u8::MAX);
            let tiles = own.fold(real, |shape, (_, &face)| shape.with(face));
            let kept = placed.iter().filter(|p| p.fate == Fate::Kept && p.joker.old == old);
            Bundle { old, tiles, kept_in: kept.map(|p| p.slot.set).collect() }
        })
        .collect();
    let mut best = None;
    lay(search, &bundles, &mut Vec::with_capacity(bundles.len()), &mut best);
    best.unwrap_or_default().into_iter().map(|old| Reason::JokerSetBroken { old }).collect()
}

/// Finds a set for each bundle, or leaves it broken; keeps the choice that breaks the fewest.
fn lay(
    search: &Search<'_>,
    bundles: &[Bundle],
    laid: &mut Vec<Option<usize>>,
    best: &mut Option<Vec<usize>>,
) {
    let broken = || -> Vec<usize> {
        bundles.iter().zip(laid.iter()).filter(|(_, at)| at.is_none()).map(|(b, _)| b.old).collect()
    };
    let spent = !search.budget.spend();
    if best.as_ref().is_some_and(|b| spent || b.len() <= broken().len()) {
        return;
    }
    let Some(bundle) = bundles.get(laid.len()) else {
        *best = Some(broken());
        return;
    };
    for set in 0..search.shapes.len() {
        let fits = bundle.tiles.is_subset_of(search.shapes[set])
            && bundle.kept_in.iter().all(|&kept| kept == set)
            // Each such set needs its own tiles.
            && !bundles.iter().zip(laid.iter()).any(|(other, at)| {
                *at == Some(set) && other.tiles.shared_faces(bundle.tiles) != 0
            });
        if fits {
            laid.push(Some(set));
            lay(search, bundles, laid, best);
            laid.pop();
        }
    }
    laid.push(None);
    lay(search, bundles, laid, best);
    laid.pop();
}
