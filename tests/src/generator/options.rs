//! Rulesets with and without overrides.

use super::dice::Dice;
use serde_json::{Map, Value, json};

/// Overrides for the fields that judge a play.
pub(super) fn of_play(dice: &mut Dice) -> Value {
    let mut options = Map::new();
    if dice.chance(55) {
        return Value::Object(options);
    }
    let opening = section(
        dice,
        &[
            ("min_points", &[json!(0), json!(20), json!(35), json!(50)]),
            ("table_use", &[json!("next_turn"), json!("same_turn")]),
        ],
    );
    let joker = section(
        dice,
        &[
            ("release", &[json!("any"), json!("exact"), json!("exact_rack")]),
            ("reuse", &[json!("new_set"), json!("other_set"), json!("anywhere")]),
            ("rack_tiles_beside", &[json!(0), json!(1), json!(2)]),
            ("sets", &[json!("open"), json!("locked")]),
            ("per_set", &[json!(null), json!(1), json!(1), json!(2)]),
        ],
    );
    for (name, fields) in [("opening", opening), ("joker", joker)] {
        if !fields.is_empty() {
            options.insert(name.to_owned(), Value::Object(fields));
        }
    }
    Value::Object(options)
}

/// Overrides for the fields that score a round.
pub(super) fn of_round(dice: &mut Dice) -> Value {
    let mut options = section(
        dice,
        &[
            ("scoring", &[json!("zero_sum"), json!("losers_pay"), json!("losers_pay")]),
            (
                "unopened",
                &[json!(null), json!({"could_not": 50, "could": 120}), json!({"could_not": 0, "could": 0})],
            ),
            ("blocked_tie", &[json!("void"), json!("replay")]),
        ],
    );
    if dice.chance(25) {
        options.insert("joker".to_owned(), json!({"rack_points": *dice.pick(&[0, 15, 25, 30, 100])}));
    }
    Value::Object(options)
}

/// Overrides for the fields that end and rank a match.
pub(super) fn of_match(dice: &mut Dice) -> Value {
    let ends = [
        json!({"cycles": dice.between(1, 3)}),
        json!({"target": dice.between(50, 200)}),
        json!({"rounds": dice.between(1, 6)}),
        json!({"open": true}),
    ];
    let options = section(
        dice,
        &[
            ("match", &ends),
            ("scoring", &[json!("zero_sum"), json!("losers_pay")]),
            ("blocked_tie", &[json!("void"), json!("replay")]),
            ("ranking", &[json!("wins"), json!("points")]),
        ],
    );
    Value::Object(options)
}

/// Overrides about one field in three.
fn section(dice: &mut Dice, fields: &[(&str, &[Value])]) -> Map<String, Value> {
    let mut section = Map::new();
    for (name, values) in fields {
        if dice.chance(35) {
            section.insert((*name).to_owned(), dice.pick(values).clone());
        }
    }
    section
}
