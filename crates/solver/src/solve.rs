//! The two questions: what is searched for them.

use alloc::vec::Vec;

use sarja_rules::{
    FaceCounts, LaidSet, NUMBER_MAX, TableSet, TableUse, rack_worth,
    rummikub::{Opened, Position},
};

use crate::{
    Answer, NodeLimit, Objective, Play, Solution, Solver,
    case::CLASSES_MAX,
    inquiry::{Inquiry, Problem, tiles_of},
    openings::openings,
    supply::Supply,
};

/// The best play of a position; a [`Solver`] does the same for many and keeps its memory.
pub fn solve(position: Position<'_>, objective: Objective, limit: NodeLimit) -> Solution {
    Solver::default().solve(position, objective, limit)
}

/// Whether there is a legal play; the search ends with the first that it finds.
pub fn can_play(position: Position<'_>, limit: NodeLimit) -> Answer {
    Solver::default().can_play(position, limit)
}

pub(crate) fn run(inquiry: &mut Inquiry<'_>, position: Position<'_>, objective: Objective) {
    let old_jokers: usize = position.table.iter().map(|set| set.jokers().count()).sum();
    let all_jokers = usize::from(position.rack.jokers()) + old_jokers;
    if all_jokers >= CLASSES_MAX || position.ruleset.tiles.numbers > NUMBER_MAX {
        // More jokers than any ruleset has.
        inquiry.exact = false;
        return;
    }
    let same_turn = position.ruleset.opening.table_use == TableUse::SameTurn;
    if position.opened == Opened::Yes {
        inquiry.solve(&with_table(position, objective, position.rack, &[]));
    } else if same_turn {
        open_and_go_on(inquiry, position, objective);
    } else {
        let need = position.ruleset.opening.min_points.min(u16::from(u8::MAX >> 1)) as u8;
        let beside: Vec<LaidSet> = position.table.iter().map(TableSet::to_laid).collect();
        let supply = Supply::new(position.ruleset, &FaceCounts::EMPTY, position.rack, objective);
        inquiry.solve(&Problem { supply, table: &[], beside: &beside, opening: need, value: 0 });
    }
}

/// The problem of a rack and the whole table.
fn with_table<'a>(
    position: Position<'a>,
    objective: Objective,
    rack: &FaceCounts,
    beside: &'a [LaidSet],
) -> Problem<'a> {
    let table = tiles_of(position.table);
    let supply = Supply::new(position.ruleset, &table, rack, objective);
    Problem { supply, table: position.table, beside, opening: 0, value: 0 }
}

/// Opens in every way that the rack allows, and goes on with the table and the rest of the rack.
fn open_and_go_on(inquiry: &mut Inquiry<'_>, position: Position<'_>, objective: Objective) {
    for opening in openings(position.ruleset, position.rack) {
        if inquiry.is_done() {
            break;
        }
        let laid: FaceCounts = opening.iter().flat_map(|s| &s.tiles).collect();
        let rest = position.rack.minus(&laid);
        let mut problem = with_table(position, objective, &rest, &opening);
        let weight = |face: sarja_rules::Face| {
            face.number().map_or(problem.supply.joker_weight, |n| problem.supply.weight(n.get()))
        };
        problem.value = laid.tiles().map(weight).sum();
        inquiry.solve(&problem);
    }
    if inquiry.is_done() && !inquiry.first_only {
        inquiry.exact = false;
    }
}

pub(crate) fn play(position: Position<'_>, table: Vec<LaidSet>) -> Play {
    let after: FaceCounts = table.iter().flat_map(|s| &s.tiles).collect();
    let shed = after.minus(&tiles_of(position.table));
    let points = rack_worth(position.ruleset, &shed).unsigned_abs();
    Play { table, tiles: shed.total() as u32, points }
}
