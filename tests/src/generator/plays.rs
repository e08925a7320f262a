//! Cases of the kind `play`.

use super::deck::{self, Deck};
use super::dice::Dice;
use super::options;
use super::workbench::{Source, Workbench};
use crate::referee::face::Face;
use crate::referee::reading::{Kind, Laid};
use crate::referee::ruleset::RUMMIKUB;
use serde_json::{Value, json};

/// A play out of a seed: a valid table, a plausible rearrangement of it with tiles from the rack, now and then with a
/// mistake.
pub(super) fn case(seed: u64) -> Value {
    let mut dice = Dice::new(seed);
    let dice = &mut dice;
    let ruleset = *dice.pick(&RUMMIKUB);
    let options = options::of_play(dice);
    let opened = dice.chance(68);
    let mut deck = Deck::of_ruleset(ruleset);
    let jokers_per_set = jokers_per_set(ruleset, &options);
    let sets = dice.between(0, 6);
    let before = lay_table(dice, &mut deck, jokers_per_set, sets);

    let mut bench =
        Workbench { sets: before.clone(), deck: &mut deck, played: Vec::new(), loose_jokers: 0, freed: None };
    rearrange(dice, &mut bench, if opened { Player::Opened } else { Player::New });
    if dice.chance(14) {
        bench.blunder(dice);
    }
    let (mut after, mut rack) = (bench.sets, bench.played);
    for set in &mut after {
        if !before.contains(set) || dice.chance(8) {
            present(dice, set);
        }
    }
    if dice.chance(40) {
        dice.shuffle(&mut after);
    }
    let more = dice.between(0, 8);
    rack.extend((0..more).filter_map(|_| deck.take_any(dice)));
    dice.shuffle(&mut rack);
    json!({
        "id": format!("play-{seed}"), "ruleset": ruleset, "options": options,
        "before": {"table": table(&before), "rack": faces(&rack), "opened": opened},
        "after": {"table": table(&after)},
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Player {
    Opened,
    New,
}

/// How many jokers a set is laid with at most.
pub(super) fn jokers_per_set(ruleset: &str, options: &Value) -> usize {
    let per_set = options["joker"].get("per_set").cloned();
    let per_set = per_set.unwrap_or_else(|| if ruleset == "tactic-2008" { json!(1) } else { json!(null) });
    match per_set.as_u64() {
        Some(1) => 1,
        None if ruleset == "xp-6" => 3,
        _ => 2,
    }
}

pub(super) fn lay_table(dice: &mut Dice, deck: &mut Deck, jokers_per_set: usize, number: usize) -> Vec<Laid> {
    let mut sets = Vec::new();
    for _ in 0..number {
        let mut tiles = deck::faces_of_a_set(dice, 1);
        let jokers = *dice.pick(&[0, 0, 0, 1, 1, 1, 1, 2, 3]);
        for _ in 0..jokers.min(jokers_per_set).min(tiles.len() - 1) {
            let place = dice.below(tiles.len());
            tiles[place] = Face::Joker;
        }
        if let Some(tiles) = deck.take_all(&tiles) {
            let mut set = Laid { tiles, kind: None };
            present(dice, &mut set);
            sets.push(set);
        }
    }
    sets
}

/// Lays the tiles of a set in some order, and says sometimes what kind it is.
fn present(dice: &mut Dice, set: &mut Laid) {
    let kind = set.stored_reading().map(|reading| reading.kind);
    match dice.below(100) {
        0..8 => dice.shuffle(&mut set.tiles),
        8..18 => set.tiles.reverse(),
        _ => {}
    }
    if dice.chance(14) {
        let kinds: Vec<Kind> = set.readings().iter().map(|reading| reading.kind).collect();
        set.kind = if kinds.is_empty() { kind } else { Some(*dice.pick(&kinds)) };
    }
}

/// One turn of a player who means well.
pub(super) fn rearrange(dice: &mut Dice, bench: &mut Workbench<'_>, player: Player) {
    if dice.chance(7) {
        for _ in 0..dice.between(1, 2) {
            match dice.below(3) {
                0 => bench.extend(dice, Source::Table),
                1 => bench.split(dice),
                _ => bench.take_joker(dice),
            }
        }
    } else if player == Player::New {
        for _ in 0..*dice.pick(&[1, 1, 1, 2, 2, 3]) {
            bench.lay_new_set(dice, 5);
        }
        if dice.chance(50) {
            some_steps(dice, bench);
        }
    } else {
        some_steps(dice, bench);
    }
    while bench.loose_jokers > 0 {
        bench.place_joker(dice);
    }
    if bench.played.is_empty() && dice.chance(60) {
        bench.lay_new_set(dice, 1);
    }
}

fn some_steps(dice: &mut Dice, bench: &mut Workbench<'_>) {
    for _ in 0..dice.between(1, 3) {
        match dice.below(100) {
            0..12 => bench.lay_new_set(dice, 1),
            12..26 => bench.extend(dice, Source::Rack),
            26..32 => bench.extend(dice, Source::Table),
            32..42 => bench.split(dice),
            42..50 => bench.lay_around_a_spare(dice),
            50..58 => bench.lay_the_same(dice),
            58..64 => bench.dissolve(dice),
            _ => bench.take_joker(dice),
        }
    }
}

pub(super) fn table(sets: &[Laid]) -> Value {
    let set = |set: &Laid| match set.kind {
        None => faces(&set.tiles),
        Some(Kind::Run) => json!({"tiles": faces(&set.tiles), "kind": "run"}),
        Some(Kind::Group) => json!({"tiles": faces(&set.tiles), "kind": "group"}),
    };
    sets.iter().map(set).collect()
}

pub(super) fn faces(tiles: &[Face]) -> Value {
    tiles.iter().map(|tile| Value::from(tile.to_string())).collect()
}
