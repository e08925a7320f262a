//! The hard bot: it holds tiles back until all of them go at once, and weighs what that costs if somebody else is first.
//!
//! Tiles on the own rack can be laid at any time, and nobody else can use them; tiles on the table serve everybody. Who draws
//! while others starve has, after some turns, a rack that fits together and goes in one play. So it lays only what does not
//! open the table to others, or what costs more on the rack than it gives away. Jokers stay on the rack while they may still
//! be worth more there.

use alloc::vec::Vec;

use sarja_rules::{
    Face, FaceCounts, LaidSet, MatchEnd, PoolEmpty, Ranking, Ruleset, TableSet,
    rummikub::{Opened, judge_play},
};

use super::{LIMIT, Seen, openness::openness};
use crate::{Objective, Play};

/// How many points on the rack outweigh that one hundredth more of the unseen tiles finds a place on the table, where points
/// decide the match and several others play.
const POINTS_FOR_A_HUNDREDTH: i32 = 5;

/// The table that it lays, if it lays one.
pub(super) fn play(seen: &Seen<'_>) -> Option<Vec<LaidSet>> {
    let most = seen.best(&seen.rack, Objective::Tiles, LIMIT)?;
    if most.tiles as usize == seen.rack.total() {
        return Some(most.table);
    }
    let kept = without_jokers(seen);
    let play = match seen.opened {
        Opened::No => Some(kept.unwrap_or(most)),
        Opened::Yes if seen.pool == 0 => Some(kept.unwrap_or(most)),
        Opened::Yes if is_pressed(seen) => kept,
        Opened::Yes => kept.filter(|play| is_worth_it(seen, play)),
    };
    play.map(|play| play.table)
}

/// The play that sheds most tiles and keeps the jokers.
fn without_jokers(seen: &Seen<'_>) -> Option<Play> {
    let mut rack = seen.rack.clone();
    while rack.take(Face::JOKER) {}
    seen.best(&rack, Objective::Tiles, LIMIT)
}

/// Whether holding back brings nothing: it is forbidden, or the round ends before the next own turn if all others draw.
fn is_pressed(seen: &Seen<'_>) -> bool {
    let ends = seen.ruleset.pool_empty == PoolEmpty::EndAtOnce && seen.pool <= seen.others + 1;
    seen.ruleset.must_play || ends
}

/// Whether what a play takes off the rack outweighs what it offers to the others.
fn is_worth_it(seen: &Seen<'_>, play: &Play) -> bool {
    let verdict = judge_play(seen.with_rack(&seen.rack), &play.table);
    let Some(after) = verdict.table() else { return false };
    let on_table: FaceCounts = seen.table.iter().flat_map(TableSet::tiles).collect();
    let tiles: FaceCounts = seen.ruleset.tiles.faces().collect();
    let unseen = tiles.minus(&on_table).minus(&seen.rack);
    let more = openness(&after, &unseen) - openness(&seen.table, &unseen);
    if seen.others > 1 && points_decide(seen.ruleset) {
        more * POINTS_FOR_A_HUNDREDTH < play.points.cast_signed()
    } else {
        more < 0
    }
}

/// Whether a match is decided by points, and not by how many rounds were won (rules.md §6).
fn points_decide(ruleset: &Ruleset) -> bool {
    match ruleset.r#match {
        MatchEnd::Cycles(_) => false,
        MatchEnd::Rounds(_) => ruleset.ranking == Ranking::Points,
        MatchEnd::Target(_) | MatchEnd::Open => true,
    }
}
