//! A player fast enough to play thousands of turns: lays what it sees first and adds what fits.

use sarja_rules::{
    Colour, Face, FaceCounts, LaidSet, Number, Readings, Table, TableSet,
    rummikub::{Action, Opened, Round},
};

/// What it does in the turn in progress; the referee may refuse it.
pub(crate) fn sensible(round: &Round) -> Action {
    let player = round.player(round.seat()).unwrap();
    let mut left = player.rack().clone();
    let new = sets_of(&mut left);
    let points: u16 = new.iter().map(|s| TableSet::read(s, 13).unwrap().value()).sum();
    let opens = points >= round.ruleset().opening.min_points;
    let mut sets: Vec<LaidSet> = round.table().iter().map(|p| p.set.to_laid()).collect();
    if player.opened() == Opened::Yes {
        for set in &mut sets {
            lengthen(set, &mut left);
        }
    }
    if player.opened() == Opened::Yes || opens {
        sets.extend(new);
    }
    let before: usize = round.table().iter().map(|p| p.set.tiles().len()).sum();
    if sets.iter().map(|s| s.tiles.len()).sum::<usize>() > before {
        Action::Play(Table::from(sets))
    } else if round.pool() > 0 {
        Action::Draw
    } else {
        Action::Pass
    }
}

/// Takes groups, then runs, then a pair with a joker.
fn sets_of(left: &mut FaceCounts) -> Vec<LaidSet> {
    let mut sets = Vec::new();
    let numbers = || (1..=13).filter_map(Number::new);
    for number in numbers() {
        let group: Vec<Face> =
            Colour::ALL.iter().map(|&c| Face::new(c, number)).filter(|&f| left.of(f) > 0).collect();
        let with_joker = group.len() == 2 && left.jokers() > 0;
        if group.len() >= 3 || with_joker {
            take(left, &mut sets, [group, vec![Face::JOKER; usize::from(with_joker)]].concat());
        }
    }
    for colour in Colour::ALL {
        let mut run = Vec::new();
        for face in numbers().map(|n| Face::new(colour, n)) {
            if left.of(face) > 0 {
                run.push(face);
            } else if run.len() >= 3 {
                break;
            } else {
                run.clear();
            }
        }
        if run.len() >= 3 {
            take(left, &mut sets, run);
        }
    }
    sets
}

fn take(left: &mut FaceCounts, sets: &mut Vec<LaidSet>, tiles: Vec<Face>) {
    assert!(tiles.iter().all(|&f| left.take(f)));
    sets.push(LaidSet::new(tiles));
}

/// Adds at most one tile at the end, if the set stays one.
fn lengthen(set: &mut LaidSet, left: &mut FaceCounts) {
    for face in left.to_vec() {
        let mut longer = set.clone();
        longer.tiles.push(face);
        if !Readings::of(&longer, 13).is_empty() && left.take(face) {
            *set = longer;
            return;
        }
    }
}
