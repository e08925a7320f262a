//! Positions that are reached in games of the simple player.

use sarja_rules::{
    Face, FaceCounts, Family, Ruleset, Seat, Seed, TableSet, TurnNumber,
    rummikub::{Action, Opened, RackSearch, Round, SeenPosition, choose_simply},
    tile_order,
};
use serde_json::{Value, json};

/// A turn of a game: what the player sees, and what the simple player plays, in tiles.
#[derive(Clone)]
pub(crate) struct Turn {
    pub(crate) position: Value,
    pub(crate) simple_tiles: usize,
}

/// The turns of one round after another, under each ruleset in its turn.
pub(crate) fn turns() -> impl Iterator<Item = Turn> {
    let rulesets: Vec<Ruleset> = Ruleset::printed().filter(|r| r.family == Family::Rummikub).collect();
    (0..u8::MAX).flat_map(move |number| {
        let ruleset = &rulesets[usize::from(number) % rulesets.len()];
        turns_of_a_round(ruleset, number)
    })
}

fn turns_of_a_round(ruleset: &Ruleset, number: u8) -> Vec<Turn> {
    let order = tile_order(&Seed::from_bytes([number; 32]), ruleset.tiles);
    let [fewest, most] = ruleset.seats;
    let players = fewest + number % (most - fewest + 1);
    let mut round = Round::deal(ruleset, players, Seat(0), TurnNumber(0), &order).unwrap();
    for event in round.start(&RackSearch) {
        round.apply(&event);
    }
    let mut turns = Vec::new();
    while round.end().is_none() {
        let (seat, turn) = (round.seat(), round.turn());
        let player = round.player(seat).unwrap();
        let (rack, opened) = (player.rack(), player.opened());
        let seen = SeenPosition { ruleset, table: round.table(), rack, opened, pool: round.pool() };
        let action = choose_simply(seen);
        let simple_tiles = match &action {
            Action::Play(table) => round.judge(seat, table).unwrap().from_rack.total(),
            _ => 0,
        };
        let id = format!("{}-{number}-turn-{turn}", ruleset.name);
        turns.push(Turn { position: written(&id, ruleset, &round.sets(), rack, opened), simple_tiles });
        for event in round.decide(seat, turn, &action, &RackSearch).unwrap() {
            round.apply(&event);
        }
    }
    turns
}

fn written(id: &str, ruleset: &Ruleset, table: &[TableSet], rack: &FaceCounts, opened: Opened) -> Value {
    let table: Vec<_> = table.iter().map(TableSet::to_laid).collect();
    json!({
        "id": id, "ruleset": ruleset.name, "options": {}, "table": table, "rack": rack.to_vec(),
        "opened": opened == Opened::Yes, "objective": "tiles",
    })
}

/// Small positions cut from those of games: some sets that hold a joker or lie at some place, and some tiles of the rack.
pub(crate) fn cuttings() -> impl Iterator<Item = Value> {
    turns().enumerate().filter_map(|(number, turn)| cut(number, turn.position))
}

/// Three sets at most, of eleven tiles at most, those with jokers first; and every so many-th tile of the rack.
fn cut(number: usize, mut position: Value) -> Option<Value> {
    let mut sets: Vec<Value> = position["table"].as_array()?.clone();
    if sets.is_empty() {
        return None;
    }
    let from = number % sets.len();
    sets.rotate_left(from);
    let joker = json!(Face::JOKER);
    let jokers = |set: &Value| set["tiles"].as_array().is_some_and(|tiles| tiles.contains(&joker));
    sets.sort_by_key(|set| !jokers(set));
    let mut kept = Vec::new();
    let mut tiles = 0;
    for set in sets {
        let more = set["tiles"].as_array()?.len();
        if kept.len() < 3 && tiles + more <= 11 {
            tiles += more;
            kept.push(set);
        }
    }
    let rack = position["rack"].as_array()?;
    let step = rack.len().div_ceil(7).max(1);
    let some: Vec<Value> = rack.iter().skip(number % step).step_by(step).cloned().collect();
    position["table"] = json!(kept);
    position["rack"] = json!(some);
    Some(position)
}
