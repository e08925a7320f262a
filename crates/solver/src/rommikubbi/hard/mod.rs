//! The hard bot: it weighs the ways to end its turn that a search of bounded length finds.
//!
//! It takes the pile whenever its top makes a new set: many tiles make many sets, which is worth more than what is lost when a
//! large hand is caught. What it lays, swaps and discards is what [`Scales`] say: what the turn brings the seat and
//! others, what the tiles that are kept may still make, what going out brings and how near it is. What a discard may be worth to
//! the next player has no part in it: what goes well with unseen tiles is worth keeping anyway, and more weight on it lost points.

mod outlook;
mod scales;

use alloc::vec::Vec;

use sarja_rules::{Face, FaceCounts, rommikubbi::Laying};

use super::{
    lying::Lying,
    medium,
    melds::{self, Wanted},
    plan::Plan,
    sight::Sight,
};
use scales::Scales;

/// Of the collections of new sets so many are thought through to the end of the turn, the most promising ones.
const THOUGHT_THROUGH: usize = 6;

/// For so many of the ways to lay tiles it is asked what is discarded.
const DISCARDS_THOUGHT_OF: usize = 8;

/// How many collections are looked at; each costs more than it does the medium bot.
const LOOKED_AT_MAX: u32 = 200;

/// Whether the pile is to be taken.
pub(super) fn wants_pile(sight: &Sight<'_>) -> bool {
    sight.view.pile_top.is_some_and(|top| medium::can_lay(sight, top))
}

/// The end of the turn that weighs most; `None` only where a pile was taken that cannot be used.
pub(super) fn lay(sight: &Sight<'_>) -> Option<Laying> {
    let scales = Scales::new(sight);
    let mut plans = plans(sight, &scales);
    if plans.len() > DISCARDS_THOUGHT_OF {
        plans.sort_by_cached_key(|plan| core::cmp::Reverse(scales.laid(plan)));
        plans.truncate(DISCARDS_THOUGHT_OF);
    }
    let ends = plans.into_iter().filter_map(|plan| {
        let (weight, discard) = scales.best_end(&plan)?;
        Some((weight, plan.ended(sight, discard)))
    });
    let mut ends: Vec<(i32, Laying)> = ends.collect();
    ends.sort_by_key(|(weight, _)| core::cmp::Reverse(*weight));
    let best = ends.into_iter().map(|(_, laying)| laying).find(|laying| sight.allows(laying));
    best.or_else(|| medium::lay(sight))
}

/// Ways to lay tiles in this turn; the referee may refuse some.
fn plans(sight: &Sight<'_>, scales: &Scales<'_>) -> Vec<Plan> {
    let mut plans = Vec::new();
    for begun in with_swaps(sight) {
        for new in promising(sight, scales, &begun.left) {
            let is_open = sight.opened || !new.is_empty();
            let mut plan = begun.clone();
            plan.lay(new);
            if is_open {
                plans.extend(with_additions(sight, &plan));
            }
            plans.push(plan);
        }
    }
    plans
}

/// The turn before anything of the hand is laid: as it is, and with jokers of the table in the hand instead of the tiles that
/// they stand for, in all ways.
fn with_swaps(sight: &Sight<'_>) -> Vec<Plan> {
    let mut all = [Plan::new(sight)].to_vec();
    let mut from = 0;
    // Each plan has a joker fewer on the table than the one that it was made of.
    while from < all.len() {
        let plan = all[from].clone();
        for (place, set) in plan.sets.iter().enumerate().filter(|(_, set)| set.tiles.contains(&Face::JOKER)) {
            for (face, _) in plan.left.iter() {
                let mut set = set.clone();
                if set.swap(face) {
                    let mut swapped = plan.clone();
                    let _was_there = swapped.left.take(face);
                    swapped.left.add(Face::JOKER);
                    swapped.sets[place] = set;
                    all.push(swapped);
                }
            }
        }
        from += 1;
    }
    all
}

/// Collections of new sets, the most promising of those that may be laid; an empty one among them if that is possible.
fn promising(sight: &Sight<'_>, scales: &Scales<'_>, hand: &FaceCounts) -> Vec<Vec<Lying>> {
    let wanted = Wanted { with: sight.top(), opening: sight.opening() };
    let mut found: Vec<(i32, Vec<Lying>)> = Vec::new();
    melds::each(hand, wanted, LOOKED_AT_MAX, &mut |collection| {
        let weight = scales.promise(collection);
        if found.len() < THOUGHT_THROUGH || found.last().is_some_and(|(least, _)| weight > *least) {
            let sets = collection.melds.iter().map(|meld| meld.to_lying(sight.seat)).collect();
            found.insert(found.partition_point(|(other, _)| *other >= weight), (weight, sets));
            found.truncate(THOUGHT_THROUGH);
        }
    });
    let mut all: Vec<Vec<Lying>> = found.into_iter().map(|(_, sets)| sets).collect();
    if wanted.with.is_none() {
        all.push(Vec::new());
    }
    all
}

/// The plan with what can be added to own sets, and to those of others too; with jokers and without.
fn with_additions(sight: &Sight<'_>, plan: &Plan) -> Vec<Plan> {
    let mut all = Vec::new();
    for jokers_too in [false, true] {
        let may = |face: Face| jokers_too || !face.is_joker();
        let mut with_own = plan.clone();
        with_own.add(|set, face| set.owner == sight.seat && may(face));
        let mut with_all = with_own.clone();
        with_all.add(|_, face| may(face));
        if jokers_too && with_all.left.jokers() == plan.left.jokers() {
            break;
        }
        all.extend([with_own, with_all]);
    }
    all
}
