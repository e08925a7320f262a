//! The points of a round (rules.md §6).

use super::face::Face;
use super::ruleset::{Ruleset, Scoring};
use serde_json::{Value, json};

struct Player {
    /// What the rack is worth, a joker as the ruleset says.
    rack: i64,
    is_empty: bool,
    /// What a loser pays who never opened, where the ruleset has such a fine.
    fine: Option<i64>,
}

/// The verdict on a `round` case.
pub(super) fn judge(case: &Value) -> Result<Value, String> {
    let ruleset = Ruleset::of_case(case)?;
    if ruleset.is_rommikubbi {
        return Err("a Rommikubbi deal is no round".to_owned());
    }
    let players = case["players"].as_array().ok_or("no players")?;
    let players: Vec<Player> =
        players.iter().map(|player| read_player(player, &ruleset)).collect::<Result<_, _>>()?;
    let blocked = match case["end"].as_str() {
        Some("out") => false,
        Some("blocked") => true,
        _ => return Err("a round ends `out` or `blocked`".to_owned()),
    };
    let winners: Vec<usize> = if blocked {
        let lowest = players.iter().map(|player| player.rack).min();
        seats(&players, |player| Some(player.rack) == lowest)
    } else {
        seats(&players, |player| player.is_empty)
    };
    match winners[..] {
        [winner] => {
            let points = points(&players, winner, blocked, &ruleset);
            Ok(json!({"points": points, "winner": winner, "replay": false}))
        }
        [_, _, ..] if blocked => {
            let points = vec![0; players.len()];
            Ok(json!({"points": points, "winner": null, "replay": ruleset.replays_ties}))
        }
        _ => Err("a round that is out has one empty rack".to_owned()),
    }
}

fn seats(players: &[Player], is_one: impl Fn(&Player) -> bool) -> Vec<usize> {
    (0..players.len()).filter(|&seat| is_one(&players[seat])).collect()
}

fn points(players: &[Player], winner: usize, blocked: bool, ruleset: &Ruleset) -> Vec<i64> {
    let lowest = players[winner].rack;
    let cost = |player: &Player| match player.fine {
        Some(fine) => fine,
        None if blocked && ruleset.scoring == Scoring::ZeroSum => player.rack - lowest,
        None => player.rack,
    };
    let mut points = Vec::new();
    for (seat, player) in players.iter().enumerate() {
        points.push(match (seat == winner, ruleset.scoring) {
            (true, _) => 0,
            (false, Scoring::LosersPay) => cost(player),
            (false, Scoring::ZeroSum) => -cost(player),
        });
    }
    if ruleset.scoring == Scoring::ZeroSum {
        points[winner] = -points.iter().sum::<i64>();
    }
    points
}

fn read_player(player: &Value, ruleset: &Ruleset) -> Result<Player, String> {
    let rack = super::read_tiles(&player["rack"])?;
    let worth = |face: &Face| match *face {
        Face::Real { number, .. } => i64::from(number),
        Face::Joker => ruleset.joker_rack_points,
    };
    let opened = player["opened"].as_bool().ok_or("`opened` is missing")?;
    let could_open = player.get("could_open").and_then(Value::as_bool).unwrap_or(false);
    let fine = ruleset.unopened.filter(|_| !opened);
    Ok(Player {
        rack: rack.iter().map(worth).sum(),
        is_empty: rack.is_empty(),
        fine: fine.map(|(could_not, could)| if could_open { could } else { could_not }),
    })
}
