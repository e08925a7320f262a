//! Somebody who plays at random, but lays what can be laid now and then.

use sarja_rules::{
    Colour, Face, FaceCounts, LaidSet, Number, Table,
    rommikubbi::{Deal, DealAction, Laying, OwnedSet, Taken},
};

/// What to do next, by these numbers.
pub(super) fn next(deal: &Deal, dice: u32) -> DealAction {
    let of = |n: u32| dice / 7 % n;
    match (deal.taken(), dice % 7) {
        (Taken::Nothing, 0) if deal.pile() > 0 => DealAction::TakePile,
        (_, 1) if of(4) == 0 => {
            let draft = (dice / 28).is_multiple_of(2).then(|| with_new_sets(deal, dice));
            DealAction::RunOutOfTime(draft)
        }
        (Taken::Nothing, _) => DealAction::TakeStock,
        (Taken::Pile(_), 2) => DealAction::GiveBack,
        (_, 3..) => {
            let laid = with_new_sets(deal, dice);
            if deal.judge(&laid).verdict.is_legal() { DealAction::EndTurn(laid) } else { quietly(deal, dice) }
        }
        _ => quietly(deal, dice),
    }
}

/// Lays nothing; a pile that was taken is given back.
fn quietly(deal: &Deal, dice: u32) -> DealAction {
    if matches!(deal.taken(), Taken::Pile(_)) {
        return DealAction::GiveBack;
    }
    let hand: Vec<Face> = hand(deal).tiles().collect();
    let discard = hand.get(dice as usize % hand.len().max(1)).copied();
    DealAction::EndTurn(Laying { table: table(deal), discard })
}

fn hand(deal: &Deal) -> &FaceCounts {
    deal.player(deal.seat()).unwrap().hand()
}

fn table(deal: &Deal) -> Table {
    let sets =
        deal.table().iter().map(|placed| LaidSet::declared(placed.set.tiles().to_vec(), placed.set.kind()));
    Table { sets: sets.collect(), ids: deal.table().iter().map(|placed| Some(placed.id)).collect() }
}

/// Lays new sets as they are found, adds what fits, and discards something that is left.
fn with_new_sets(deal: &Deal, dice: u32) -> Laying {
    let mut left = hand(deal).clone();
    let mut table = table(deal);
    if dice.is_multiple_of(2) {
        swap_jokers(deal, &mut table, &mut left);
    }
    for set in candidates() {
        let counts: FaceCounts = set.iter().collect();
        if counts.is_subset_of(&left) && left.total() > set.len() {
            left = left.minus(&counts);
            table.sets.push(LaidSet::new(set));
        }
    }
    for face in left.clone().tiles() {
        for place in 0..deal.table().len() {
            let mut with = table.clone();
            with.sets[place].tiles.push(face);
            if OwnedSet::read(deal.seat(), &with.sets[place]).is_none() {
                continue;
            }
            let laying = Laying { table: with.clone(), discard: None };
            let fits = deal.judge(&laying).verdict.reasons.iter().all(|reason| {
                !["set_rearranged", "not_a_set", "joker_not_replaced", "opening_first", "tile_not_in_rack"]
                    .contains(&reason.code())
            });
            if fits && left.total() > 1 && left.take(face) {
                table = with;
                break;
            }
        }
    }
    let rest: Vec<Face> = left.tiles().collect();
    Laying { table, discard: rest.get(dice as usize % rest.len().max(1)).copied() }
}

/// Puts tiles of the hand in for jokers, which then belong to the hand until they are laid.
fn swap_jokers(deal: &Deal, table: &mut Table, left: &mut FaceCounts) {
    for (placed, set) in deal.table().iter().zip(&mut table.sets) {
        for stand in placed.set.jokers() {
            if let Some(face) = stand.faces().find(|face| left.of(*face) > 0)
                && left.take(face)
            {
                set.tiles[usize::from(stand.place)] = face;
                left.add(Face::JOKER);
                break;
            }
        }
    }
}

/// Every run of three and every group of three, with jokers or without.
fn candidates() -> Vec<Vec<Face>> {
    let face = |colour, number| Number::new(number).map(|number| Face::new(colour, number));
    let mut sets = Vec::new();
    for colour in Colour::ALL {
        for low in 1..=12u8 {
            let run: Vec<Face> =
                (low..low + 3).filter_map(|n| face(colour, if n == 14 { 1 } else { n })).collect();
            sets.push(run.clone());
            sets.push([&run[..2], &[Face::JOKER]].concat());
        }
    }
    for number in 1..=13u8 {
        let all: Vec<Face> = Colour::ALL.into_iter().filter_map(|colour| face(colour, number)).collect();
        sets.extend((0..4).map(|missing| {
            all.iter().enumerate().filter(|(i, _)| *i != missing).map(|(_, face)| *face).collect()
        }));
    }
    sets
}
