//! What the bot tells people.

use std::fmt::Write as _;

use sarja_protocol::{MatchView, RoomJoined, RoomView, RoundHow, RoundSummary};
use sarja_rules::Seat;

/// The line that lets others in: the code, then the link.
pub(super) fn invitation(base: &str, made: &RoomJoined) -> String {
    let secret = made.link_secret.as_ref().map_or_else(String::new, |s| format!("#{}", s.reveal()));
    format!("{} {base}/r/{}{secret}", made.code, made.code)
}

/// A line on a round that ended.
pub(super) fn round(room: &RoomView, round: &RoundSummary) -> String {
    let how = match (round.how, round.winner) {
        (RoundHow::Out, Some(winner)) => format!("{} went out", name(room, winner)),
        (RoundHow::Blocked, Some(winner)) => format!("blocked, {} had the lowest rack", name(room, winner)),
        (_, None) if round.replay => "blocked, nobody won: it is played again".to_owned(),
        (_, None) => "blocked, nobody won".to_owned(),
    };
    let points: Vec<_> =
        (0..).map(Seat).zip(&round.points).map(|(s, p)| format!("{} {p:+}", name(room, s))).collect();
    format!("Round {}: {how}. {}", round.round, points.join(", "))
}

/// The ranking, a line for each seat: its place, name, points and rounds won.
pub(super) fn ranking(room: &RoomView, played: &MatchView) -> String {
    let mut text = String::new();
    let names = played.ranking.iter().flatten().flatten().map(|s| name(room, *s).chars().count());
    let width = names.max().unwrap_or(0);
    let mut place = 1;
    for shared in played.ranking.iter().flatten() {
        for seat in shared {
            let points = played.totals.get(seat.index()).copied().unwrap_or(0);
            let won = played.rounds_won.get(seat.index()).copied().unwrap_or(0);
            let rounds = if won == 1 { "round" } else { "rounds" };
            let line = format!("{place}. {:<width$}  {points:+5}  {won} {rounds} won", name(room, *seat));
            writeln!(text, "{line}").expect("a String takes everything");
        }
        place += shared.len();
    }
    text
}

fn name(room: &RoomView, seat: Seat) -> String {
    let name = room.seats.iter().find(|s| s.seat == seat).and_then(|s| s.name.as_ref());
    name.map_or_else(|| format!("seat {seat}"), ToString::to_string)
}
