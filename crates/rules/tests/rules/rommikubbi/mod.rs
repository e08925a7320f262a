//! Rommikubbi (rules.md §8): how the tiles are dealt, turns, the stock and the pile, and the laws of a deal.

mod course;
mod hidden;
mod laws;
mod places;
mod played;
mod player;
mod scores;
mod setting_up;
mod splitting;

use sarja_rules::{
    Face, LaidSet, Ruleset, Seat, Seed, Table, TurnNumber,
    rommikubbi::{Deal, DealAction, DealEvent, DealRefusal, Laying},
    tile_order,
};

fn ruleset() -> Ruleset {
    Ruleset::named("rommikubbi").unwrap()
}

fn order(seed: u8) -> Vec<Face> {
    tile_order(&Seed::from_bytes([seed; 32]), ruleset().tiles)
}

fn faces(text: &str) -> Vec<Face> {
    text.split_whitespace().map(|face| face.parse().unwrap()).collect()
}

fn begun(players: u8, starter: u8, order: &[Face]) -> Deal {
    let mut deal = Deal::new(&ruleset(), players, Seat(starter), TurnNumber(0), order).unwrap();
    let events = deal.start();
    apply(&mut deal, &events);
    deal
}

fn apply(deal: &mut Deal, events: &[DealEvent]) {
    for event in events {
        deal.apply(event);
    }
}

/// Whoever's turn it is does this.
fn act(deal: &mut Deal, action: &DealAction) -> Result<Vec<DealEvent>, DealRefusal> {
    let events = deal.decide(deal.seat(), deal.turn(), action)?;
    apply(deal, &events);
    Ok(events)
}

/// The end of a turn that lays nothing.
fn discarding(deal: &Deal, discard: Face) -> DealAction {
    laying(deal, &[], Some(discard))
}

/// The end of a turn that lays new sets.
fn laying(deal: &Deal, new: &[&str], discard: Option<Face>) -> DealAction {
    let mut sets: Vec<LaidSet> = deal.table().iter().map(|placed| as_laid(placed.set.tiles())).collect();
    let ids = deal.table().iter().map(|placed| Some(placed.id)).collect();
    sets.extend(new.iter().map(|set| LaidSet::new(faces(set))));
    DealAction::EndTurn(Laying { table: Table { sets, ids }, discard })
}

fn as_laid(tiles: &[Face]) -> LaidSet {
    LaidSet::new(tiles.to_vec())
}

/// An order in which these tiles are dealt to two players, the starter (seat 0) first, and then drawn from the stock; the others follow.
///
/// The starter's fifteenth tile is the first of the second argument's tiles.
fn rigged(starter: &str, other: &str, stock: &str) -> Vec<Face> {
    let (starter, other, stock) = (faces(starter), faces(other), faces(stock));
    assert_eq!((starter.len(), other.len()), (15, 14));
    let fifteenth = starter[14];
    let mut rest: Vec<Face> = ruleset().tiles.faces().collect();
    for face in starter.iter().chain(&other).chain(&stock) {
        let at = rest.iter().position(|left| left == face).unwrap();
        rest.remove(at);
    }
    // Two stacks each in turn, then the stock.
    let mut dealt = [&starter[..7], &other[..7], &starter[7..14], &other[7..]].concat();
    dealt.extend(stock.into_iter().chain(rest));
    let first = 7 * fifteenth.number().map_or(1, |number| usize::from(number.get()));
    dealt.rotate_right(first);
    dealt.push(fifteenth);
    dealt
}
