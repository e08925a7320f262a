//! What the bot tells people.

use std::fmt::Write as _;

use sarja_protocol::{GoingOut, MatchView, RoomJoined, RoomView, RoundHow, RoundSummary};
use sarja_rules::{Family, Seat, rommikubbi};

/// The line that lets others in: the code, then the link.
pub(super) fn invitation(base: &str, made: &RoomJoined) -> String {
    let secret = made.link_secret.as_ref().map_or_else(String::new, |s| format!("#{}", s.reveal()));
    format!("{} {base}/r/{}{secret}", made.code, made.code)
}

/// A line on a round that ended.
pub(super) fn round(room: &RoomView, round: &RoundSummary) -> String {
    let how = match (round.how, round.winner) {
        (RoundHow::Out, Some(winner)) => format!("{} went out{}", name(room, winner), bonus(round)),
        (RoundHow::Blocked, Some(winner)) => format!("blocked, {} had the lowest rack", name(room, winner)),
        (_, None) if round.replay => "blocked, nobody won: it is played again".to_owned(),
        (_, None) if room.settings.rules.family == Family::Rommikubbi => "nobody went out".to_owned(),
        (_, None) => "blocked, nobody won".to_owned(),
    };
    let points: Vec<_> =
        (0..).map(Seat).zip(&round.points).map(|(s, p)| format!("{} {p:+}", name(room, s))).collect();
    format!("Round {}: {how}. {}", round.round, points.join(", "))
}

/// What going out brought by itself, in Rommikubbi.
fn bonus(round: &RoundSummary) -> String {
    let how = round.going_out.map(|how| match how {
        GoingOut::NewSetsOnly => rommikubbi::GoingOut::NewSetsOnly,
        GoingOut::Otherwise => rommikubbi::GoingOut::Otherwise,
    });
    how.map_or_else(String::new, |how| format!(" ({:+})", how.points()))
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

#[cfg(test)]
mod tests {
    use sarja_rules::Ruleset;
    use serde_json::{Value, json};

    const ANNA: &str = "00000000-0000-4000-8000-00000000000a";

    fn seat(seat: u8, name: &str) -> Value {
        json!({"seat": seat, "state": "seated", "player_id": ANNA, "name": name, "ready": true, "connected": true})
    }

    fn told(ruleset: &str, round: Value) -> String {
        let room = json!({
            "room_id": ANNA, "code": "ABCD2345", "phase": "between_rounds", "host": ANNA, "votes": {},
            "settings": {"rules": Ruleset::named(ruleset).unwrap(), "seats": 2, "drafts": "shown", "spectators": "allowed",
                "chat": "on", "reactions": "on", "has_password": false},
            "you": {"player_id": ANNA, "role": "player", "seat": 0},
            "people": [], "seats": [seat(0, "Anna"), seat(1, "Ben")],
        });
        super::round(&serde_json::from_value(room).unwrap(), &serde_json::from_value(round).unwrap())
    }

    #[test]
    fn a_round_says_who_went_out() {
        let round = json!({"round": 1, "deal": 1, "how": "out", "winner": 1, "points": [-36, 36]});
        assert_eq!(told("classic-2600", round), "Round 1: Ben went out. Anna -36, Ben +36");
    }

    #[test]
    fn a_deal_of_rommikubbi_says_what_going_out_brought() {
        for (how, bonus) in [("new_sets_only", "+100"), ("otherwise", "+50")] {
            let round = json!({"round": 1, "deal": 1, "how": "out", "winner": 0, "points": [161, -272], "going_out": how});
            assert_eq!(
                told("rommikubbi", round),
                format!("Round 1: Anna went out ({bonus}). Anna +161, Ben -272")
            );
        }
    }

    #[test]
    fn a_deal_that_nobody_finished_is_won_by_nobody() {
        let round = json!({"round": 3, "deal": 3, "how": "blocked", "points": [-12, 20]});
        assert_eq!(told("rommikubbi", round.clone()), "Round 3: nobody went out. Anna -12, Ben +20");
        assert_eq!(told("classic-2600", round), "Round 3: blocked, nobody won. Anna -12, Ben +20");
    }
}
