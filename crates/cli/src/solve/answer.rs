//! An answer as it is printed.

use std::time::Duration;

use sarja_rules::{Face, LaidSet};
use sarja_solver::{Play, Solution};
use serde_json::{Value, json};

/// The fields of an answer, without the id.
pub(super) fn written(solution: &Solution, took: Duration) -> Value {
    let best = solution.play();
    let mut answer = json!({
        "tiles": best.map_or(0, |play| play.tiles),
        "points": best.map_or(0, |play| play.points),
        "exact": solution.is_exact(),
        "micros": took.as_micros() as u64,
    });
    if let Some(play) = best {
        let table: Vec<Vec<Face>> = laid(play).into_iter().map(|set| set.tiles).collect();
        answer["after"] = json!({ "table": table });
    }
    if let Solution::Bound { tiles_max, points_max, .. } = solution {
        answer["tiles_max"] = json!(tiles_max);
        answer["points_max"] = json!(points_max);
    }
    answer
}

/// The sets as they are printed: without their kinds. The referee takes a reading under which the play is legal, and the
/// one that the solver has in mind is among those that it may take.
pub(super) fn laid(play: &Play) -> Vec<LaidSet> {
    play.table.iter().map(|set| LaidSet::new(set.tiles.clone())).collect()
}
