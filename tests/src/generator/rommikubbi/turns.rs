//! Turns: legal by construction most of the time, then damaged half of the time.

use super::damage::{self, Played};
use super::sets;
use super::turn::Turn;
use crate::generator::dice::Dice;
use crate::referee::face::Face;
use serde_json::{Value, json};

/// A turn out of a seed.
pub(crate) fn case(seed: u64) -> Value {
    let mut dice = Dice::new(seed);
    let dice = &mut dice;
    let first_turn = dice.chance(8);
    let number_of_sets = if first_turn { 0 } else { dice.between(1, 5) };
    let opened = !first_turn && dice.chance(60);
    let mut turn = Turn::with_table(dice, number_of_sets);
    play(dice, &mut turn, opened);
    let mut played = with_hand(dice, turn, first_turn, opened);
    for _ in 0..*dice.pick(&[0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2]) {
        damage::damage(dice, &mut played);
    }
    let seats = dice.between(2, 5);
    to_json(dice, seed, &played, seats)
}

fn play(dice: &mut Dice, turn: &mut Turn, opened: bool) {
    if dice.chance(8) {
        return;
    }
    if opened {
        for _ in 0..*dice.pick(&[0, 1, 1, 1, 2]) {
            let faces = sets::faces_of_a_set(dice);
            turn.lay(dice, faces);
        }
    } else if dice.chance(95) {
        for faces in sets::faces_of_an_opening(dice) {
            turn.lay(dice, faces);
        }
    }
    if opened || dice.chance(45) {
        for _ in 0..*dice.pick(&[0, 0, 1, 1, 2]) {
            turn.swap(dice);
        }
        for _ in 0..*dice.pick(&[0, 0, 1, 2, 3]) {
            turn.add(dice);
        }
    }
    turn.lay_loose_jokers(dice);
}

/// Gives the player what was laid and some more, from the hand, the stock or the pile.
fn with_hand(dice: &mut Dice, mut turn: Turn, first_turn: bool, opened: bool) -> Played {
    let mut draw = |dice: &mut Dice| turn.deck.take_any(dice).expect("the deck holds more than a turn needs");
    let discard = draw(dice);
    let mut hand = vec![discard];
    for _ in 0..*dice.pick(&[0, 0, 1, 2, 3, 5, 8]) {
        hand.push(draw(dice));
    }
    let mut pile: Vec<Face> =
        if first_turn { Vec::new() } else { (0..dice.between(0, 4)).map(|_| draw(dice)).collect() };
    let of_new_sets: Vec<Face> = turn
        .new_sets()
        .iter()
        .flat_map(|set| &set.tiles)
        .filter(|&tile| turn.laid.contains(tile))
        .copied()
        .collect();
    hand.extend(&turn.laid);
    dice.shuffle(&mut hand);
    let (take, drawn) = if first_turn {
        ("none", None)
    } else if !of_new_sets.is_empty() && dice.chance(40) {
        let top = *dice.pick(&of_new_sets);
        hand_over(&mut hand, &mut pile, top, dice);
        ("pile", None)
    } else {
        ("stock", hand.pop())
    };
    Played { turn, hand, pile, take, drawn, discard: Some(discard), first_turn, opened }
}

/// Puts some tiles from the hand onto the pile, a certain one on top.
fn hand_over(hand: &mut Vec<Face>, pile: &mut Vec<Face>, top: Face, dice: &mut Dice) {
    if let Some(place) = hand.iter().position(|&tile| tile == top) {
        hand.remove(place);
    }
    for _ in 0..dice.below(3) {
        pile.extend(hand.pop());
    }
    pile.push(top);
}

fn to_json(dice: &mut Dice, seed: u64, played: &Played, seats: usize) -> Value {
    let table: Vec<Value> =
        played.turn.before.iter().map(|set| sets::to_owned_json(set, dice.below(seats))).collect();
    let after: Vec<Value> = played.turn.after.iter().map(sets::to_json).collect();
    let options =
        if dice.chance(5) { json!({"opening": {"min_points": dice.below(8) * 10}}) } else { json!({}) };
    let mut turn = json!({"take": played.take, "table": after,
                          "discard": played.discard.map(|face| face.to_string())});
    if let Some(drawn) = played.drawn {
        turn["drawn"] = json!(drawn.to_string());
    }
    json!({"id": format!("turn-{seed}"), "kind": "turn", "ruleset": "rommikubbi", "options": options,
           "before": {"table": table, "hand": sets::words(&played.hand), "seat": dice.below(seats),
                      "opened": played.opened, "first_turn": played.first_turn,
                      "pile": sets::words(&played.pile)},
           "turn": turn})
}
