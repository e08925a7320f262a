//! The big points of a league table (rules.md §6).

use serde_json::{Value, json};

/// The verdict on a `table` case.
pub(super) fn judge(case: &Value) -> Result<Value, String> {
    let small = whole_numbers(&case["small"])?;
    let big_points = whole_numbers(&case["big_points"])?;
    if big_points.len() != small.len() {
        return Err("as many big points as players are needed".to_owned());
    }
    let shares_the_mean = match case["ties"].as_str() {
        Some("best") => false,
        Some("mean") => true,
        _ => return Err("ties count `best` or `mean`".to_owned()),
    };
    let big: Vec<String> = small
        .iter()
        .map(|mine| {
            let better = small.iter().filter(|other| *other > mine).count();
            let tied = small.iter().filter(|other| *other == mine).count();
            if shares_the_mean {
                fraction(big_points[better..better + tied].iter().sum(), i64::try_from(tied).unwrap_or(1))
            } else {
                big_points[better].to_string()
            }
        })
        .collect();
    Ok(json!({ "big": big }))
}

/// A fraction in lowest terms, as text. The denominator is positive.
fn fraction(numerator: i64, denominator: i64) -> String {
    let common = (1..=denominator).rev().find(|&d| numerator % d == 0 && denominator % d == 0).unwrap_or(1);
    match denominator / common {
        1 => (numerator / common).to_string(),
        rest => format!("{}/{rest}", numerator / common),
    }
}

fn whole_numbers(list: &Value) -> Result<Vec<i64>, String> {
    let numbers: Option<Vec<i64>> =
        list.as_array().map(|list| list.iter().map(Value::as_i64).collect()).unwrap_or_default();
    numbers.ok_or_else(|| format!("{list} is no list of whole numbers"))
}
