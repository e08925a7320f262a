//! The end and the ranking of a match (rules.md §6, for Rommikubbi §8).

use super::ruleset::{MatchEnd, Ruleset, Scoring};
use serde_json::{Value, json};

struct Round {
    points: Vec<i64>,
    winner: Option<usize>,
}

/// The verdict on a `match` case.
pub(super) fn judge(case: &Value) -> Result<Value, String> {
    let ruleset = Ruleset::of_case(case)?;
    let players = case["players"].as_u64().ok_or("no number of players")?;
    let players = usize::try_from(players).map_err(|error| error.to_string())?;
    let rounds = case["rounds"].as_array().ok_or("no rounds")?;
    let rounds: Vec<Round> = rounds.iter().map(|round| read(round, players)).collect::<Result<_, _>>()?;
    let over = (0..=rounds.len()).any(|played| ends_after(&rounds[..played], players, &ruleset));
    Ok(json!({"over": over, "ranking": ranking(&rounds, players, &ruleset)}))
}

/// Whether the match ends with the last of these rounds, or would have ended before.
fn ends_after(rounds: &[Round], players: usize, ruleset: &Ruleset) -> bool {
    let counted = rounds.iter().filter(|round| round.winner.is_some() || !ruleset.replays_ties).count();
    let reached = match ruleset.match_end {
        MatchEnd::Cycles(cycles) => counted >= players * cycles,
        MatchEnd::Rounds(number) => counted >= number,
        MatchEnd::Target(target) => (1..=rounds.len()).any(|played| {
            let totals = totals(&rounds[..played], players);
            totals.iter().any(|&total| total >= target)
        }),
        MatchEnd::Open => false,
    };
    let equal_at_the_top = || ranking(rounds, players, ruleset).first().is_some_and(|first| first.len() > 1);
    reached && !(ruleset.is_rommikubbi && equal_at_the_top())
}

fn ranking(rounds: &[Round], players: usize, ruleset: &Ruleset) -> Vec<Vec<usize>> {
    let by_wins = match ruleset.match_end {
        _ if ruleset.scoring == Scoring::LosersPay || ruleset.is_rommikubbi => false,
        MatchEnd::Cycles(_) => true,
        MatchEnd::Target(_) | MatchEnd::Open => false,
        MatchEnd::Rounds(_) => ruleset.ranks_by_wins,
    };
    let totals = totals(rounds, players);
    let merit = |seat: usize| {
        let wins = rounds.iter().filter(|round| round.winner == Some(seat)).count();
        let points = if ruleset.scoring == Scoring::LosersPay { -totals[seat] } else { totals[seat] };
        (if by_wins { wins } else { 0 }, points)
    };
    let mut left: Vec<usize> = (0..players).collect();
    let mut places = Vec::new();
    while let Some(best) = left.iter().map(|&seat| merit(seat)).max() {
        let (first, others) = left.into_iter().partition(|&seat| merit(seat) == best);
        places.push(first);
        left = others;
    }
    places
}

fn totals(rounds: &[Round], players: usize) -> Vec<i64> {
    (0..players).map(|seat| rounds.iter().map(|round| round.points[seat]).sum()).collect()
}

fn read(round: &Value, players: usize) -> Result<Round, String> {
    let points = round["points"].as_array().ok_or("a round without points")?;
    let points: Option<Vec<i64>> = points.iter().map(Value::as_i64).collect();
    let points = points.filter(|points| points.len() == players).ok_or("points of other players")?;
    let winner = round["winner"].as_u64().and_then(|winner| usize::try_from(winner).ok());
    if winner.is_some_and(|winner| winner >= players) {
        return Err(format!("no seat {winner:?}"));
    }
    Ok(Round { points, winner })
}
