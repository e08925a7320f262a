//! Ends of deals.

use super::sets;
use crate::generator::deck::Deck;
use crate::generator::dice::Dice;
use serde_json::{Value, json};

/// A deal out of a seed, with somebody who went out or without.
pub(crate) fn case(seed: u64) -> Value {
    let mut dice = Dice::new(seed);
    let dice = &mut dice;
    let number = dice.between(2, 5);
    let mut deck = Deck::of_ruleset("rommikubbi");
    let mut table = Vec::new();
    for _ in 0..dice.between(0, 6) {
        if let Some(set) = sets::take_set(dice, &mut deck) {
            table.push(sets::to_owned_json(&set, dice.below(number)));
        }
    }
    let finisher = dice.chance(80).then(|| dice.below(number));
    let mut players = Vec::new();
    for seat in 0..number {
        let size = if finisher == Some(seat) { 0 } else { *dice.pick(&[1, 1, 2, 3, 6, 14]) };
        let hand: Vec<_> = (0..size).filter_map(|_| deck.take_any(dice)).collect();
        let opened = finisher == Some(seat) || dice.chance(65);
        let mut player = json!({"hand": sets::words(&hand), "opened": opened});
        if dice.chance(30) {
            player["given_back"] = json!(dice.below(3));
        }
        players.push(player);
    }
    let options = if dice.chance(20) { json!({"joker": {"rack_points": 25}}) } else { json!({}) };
    json!({"id": format!("deal-{seed}"), "kind": "deal", "ruleset": "rommikubbi", "options": options,
           "table": table, "players": players, "finisher": finisher,
           "bonus": finisher.map(|_| *dice.pick(&[50, 100]))})
}
