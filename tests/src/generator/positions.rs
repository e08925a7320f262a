//! Cases of the kind `solve`: small positions, made so that their answer is not obvious.

use super::deck::{self, Deck};
use super::dice::Dice;
use super::options;
use super::plays::{self, Player};
use super::workbench::Workbench;
use crate::referee::face::{COLOURS, Face, HIGHEST};
use crate::referee::reading::Laid;
use crate::referee::ruleset::RUMMIKUB;
use serde_json::{Map, Value, json};

/// No more tiles lie on the table and on the rack: every play is to be tried.
const TABLE_MAX: usize = 11;
const RACK_MAX: usize = 8;

/// A position out of a seed: a small valid table, and a rack that holds what one plausible rearrangement of it needs, with
/// tiles that fit to the others, and some that may fit to nothing.
pub(super) fn case(seed: u64) -> Value {
    let mut dice = Dice::new(seed);
    let dice = &mut dice;
    let ruleset = *dice.pick(&RUMMIKUB);
    let options = options::of_play(dice);
    let options = with_costs(dice, options);
    let opened = dice.chance(72);
    let mut deck = Deck::of_ruleset(ruleset);
    let jokers_per_set = plays::jokers_per_set(ruleset, &options);
    let sets = *dice.pick(&[0, 1, 2, 2, 3, 3]);
    let mut table = plays::lay_table(dice, &mut deck, jokers_per_set, sets);
    while table.iter().map(|set| set.tiles.len()).sum::<usize>() > TABLE_MAX {
        table.pop();
    }

    let mut bench =
        Workbench { sets: table.clone(), deck: &mut deck, played: Vec::new(), loose_jokers: 0, freed: None };
    plays::rearrange(dice, &mut bench, if opened { Player::Opened } else { Player::New });
    let (laid, mut rack) = (bench.sets, bench.played);
    if !rack.is_empty() && dice.chance(30) {
        // One of the tiles that were needed is missing: it may have been the one that a joker owes.
        let place = dice.below(rack.len());
        rack.remove(place);
    }
    for _ in 0..dice.between(0, 3) {
        match dice.below(10) {
            0..3 => rack.extend(deck.take_any(dice)),
            3..7 => rack.extend(neighbour(dice, &mut deck, &laid)),
            7 | 8 => rack.extend(rival(dice, &mut deck, &rack)),
            _ => rack.extend(temptation(dice, &mut deck)),
        }
    }
    dice.shuffle(&mut rack);
    rack.truncate(RACK_MAX);
    json!({
        "id": format!("position-{seed}"), "ruleset": ruleset, "options": options,
        "table": plays::table(&table), "rack": plays::faces(&rack), "opened": opened,
        "objective": *dice.pick(&["tiles", "points"]),
    })
}

/// What a joker costs on a rack decides which play is worth more.
fn with_costs(dice: &mut Dice, mut options: Value) -> Value {
    if dice.chance(15) {
        let fields: &mut Map<String, Value> = options.as_object_mut().expect("options are an object");
        fields.entry("joker").or_insert_with(|| json!({}))["rack_points"] =
            json!(*dice.pick(&[0, 5, 15, 100]));
    }
    options
}

/// A tile that fits to some set.
fn neighbour(dice: &mut Dice, deck: &mut Deck, sets: &[Laid]) -> Option<Face> {
    let fitting: Vec<Face> = sets.iter().flat_map(deck::extensions).collect();
    if fitting.is_empty() { None } else { deck.take(*dice.pick(&fitting)) }
}

/// Tiles that would make a set with one of the rack: there is a choice then.
fn rival(dice: &mut Dice, deck: &mut Deck, rack: &[Face]) -> Vec<Face> {
    if rack.is_empty() {
        return Vec::new();
    }
    let face = *dice.pick(rack);
    let others: Vec<Face> =
        deck::faces_around(dice, face).into_iter().filter(|&other| other != face).take(2).collect();
    deck.take_all(&others).unwrap_or_default()
}

/// A joker that makes a set with two dear tiles or with three cheap ones: most points, or most tiles.
fn temptation(dice: &mut Dice, deck: &mut Deck) -> Vec<Face> {
    let colour = dice.below(COLOURS.len());
    let real = |colour: usize, number: u8| Face::Real { colour: colour % COLOURS.len(), number };
    let other = *dice.pick(&[real(colour, HIGHEST - 1), real(colour + 1, HIGHEST)]);
    let cheap = [1, 2, 4].map(|number| real(colour + 2, number));
    let dear = [Face::Joker, real(colour, HIGHEST), other];
    deck.take_all(&[&dear[..], &cheap[..]].concat()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Value, case, json};
    use crate::oracle::{Objective, Oracle};

    fn best(case: &Value, objective: Objective) -> Option<(usize, u32)> {
        Oracle::of_case(case).unwrap().best(objective).map(|best| (best.tiles, best.points))
    }

    /// The solver that is compared sees positions with and without a play, ones in which jokers owe something that costs
    /// tiles, and ones in which most tiles are not most points.
    #[test]
    fn the_mixture_of_positions_is_healthy() {
        let (mut playable, mut opened_now, mut blocked, mut bound, mut torn) = (0, 0, 0, 0, 0);
        for seed in 0..600 {
            let case = case(seed);
            let tiles = best(&case, Objective::Tiles);
            playable += usize::from(tiles.is_some());
            blocked += usize::from(tiles.is_none());
            opened_now += usize::from(case["opened"] == false && tiles.is_some());
            torn += usize::from(best(&case, Objective::Points) != tiles);
            let mut free = case.clone();
            for (field, value) in
                [("release", json!("any")), ("reuse", json!("anywhere")), ("sets", json!("open"))]
            {
                free["options"]["joker"][field] = value;
            }
            bound += usize::from(best(&free, Objective::Tiles) != tiles);
        }
        let seen = [playable, blocked, opened_now, bound, torn];
        let least = [400, 80, 60, 20, 5];
        assert!(seen.iter().zip(least).all(|(&seen, least)| seen >= least), "{seen:?}, wanted {least:?}");
    }
}
