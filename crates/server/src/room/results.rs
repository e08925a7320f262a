//! Results of rounds and matches as the store keeps them.

use sarja_protocol::RoundHow;
use sarja_rules::Seat;
use sarja_store::{
    DealNo, MatchId, MatchNo, MatchRow, MatchState, PlayerId, RoundEnd, RoundNo, RoundRow, SeatNo, SeatRow,
    Tally,
};

use super::{Room, seats::Holder};

/// The record of the round that has just ended.
pub(super) fn round_row(room: &Room, wall_ms: i64) -> Option<RoundRow> {
    let m = room.r#match.as_ref()?;
    let last = m.rounds.last()?;
    let racks = m.game()?.racks();
    Some(RoundRow {
        match_no: MatchNo(m.no),
        // A round that is played again has its number twice; its record has not.
        round_no: RoundNo(m.rounds.len() as u32),
        deal: DealNo(last.deal),
        how: match last.how {
            RoundHow::Out => RoundEnd::Out,
            RoundHow::Blocked => RoundEnd::Blocked,
        },
        winner: last.winner.map(|s| SeatNo(s.0)),
        points: json(&last.points),
        racks: json(&racks),
        tally: if last.replay { Tally::PlayedAgain } else { Tally::Counted },
        ended_ms: wall_ms,
    })
}

/// The record of the match that has just ended; places only where it is ranked.
pub(super) fn match_row(room: &Room, state: MatchState, wall_ms: i64) -> Option<MatchRow> {
    let m = room.r#match.as_ref()?;
    let rules = &room.settings.as_ref()?.rules;
    let standings = room.standings()?;
    let options: serde_json::Map<String, serde_json::Value> = rules
        .differences()
        .into_iter()
        .map(|d| (d.field, serde_json::from_str(&d.here).unwrap_or(serde_json::Value::String(d.here))))
        .collect();
    let place = |seat: Seat| {
        let mut before = 0;
        standings.ranking.iter().find_map(|shared| {
            let place = before + 1;
            before += shared.len();
            shared.contains(&seat).then_some(place as u8)
        })
    };
    let seats = room
        .seats
        .iter()
        .map(|(seat, slot)| {
            let (player, bot) = match &slot.holder {
                Holder::Bot { level, .. } => (slot.taken_over_from, Some(word(level))),
                Holder::Player { player, .. }
                | Holder::Vacated { player, .. }
                | Holder::Removed { player, .. } => (Some(*player), None),
                Holder::Free => (None, None),
            };
            let names: Vec<String> =
                slot.former.iter().cloned().chain(room.seat_name(seat)).map(|n| n.to_string()).collect();
            SeatRow {
                seat: SeatNo(seat.0),
                player: player.map(|p| PlayerId(p.0)),
                name: names.join(" / "),
                bot,
                points: standings.totals.get(seat.index()).copied().unwrap_or(0).into(),
                rounds_won: standings.rounds_won.get(seat.index()).copied().unwrap_or(0).into(),
                place: if state == MatchState::Finished { place(seat) } else { None },
            }
        })
        .collect();
    Some(MatchRow {
        id: MatchId(m.id.0),
        match_no: MatchNo(m.no),
        ruleset: rules.name.clone(),
        options: json(&options),
        state,
        started_ms: m.started_wall_ms,
        ended_ms: wall_ms,
        seats,
    })
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("numbers, texts and lists are JSON")
}

/// A value that is a word in JSON.
fn word(value: &impl serde::Serialize) -> String {
    json(value).trim_matches('"').to_owned()
}
