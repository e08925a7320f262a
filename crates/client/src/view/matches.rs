//! Events of a match.

use sarja_protocol::{
    Event, Hex32, MatchId, MatchState, MatchView, PauseView, Phase, RoomMs, RoomView, RoundSummary,
    SeatState, SeatView, TurnNumber, Votes, limits,
};
use sarja_rules::{Face, Points, Seat};

use super::{
    fold::{clear_turn, free_seat, running},
    people::{all_unready, resize_seats},
    round,
};

/// Changes the match, if there is one.
pub(super) fn with(room: &mut RoomView, change: impl FnOnce(&mut MatchView)) {
    if let Some(played) = &mut room.r#match {
        change(played);
    }
}

pub(super) fn started(room: &mut RoomView, match_id: MatchId, match_no: u32, seats: &[Seat]) {
    let renumbered: Vec<SeatView> = seats
        .iter()
        .zip(0..)
        .filter_map(|(old, new)| {
            let had = room.seats.iter().find(|s| s.seat == *old)?;
            Some(SeatView {
                seat: Seat(new),
                absent_turns: 0,
                short_clock: false,
                former_names: Vec::new(),
                ..had.clone()
            })
        })
        .collect();
    room.you.seat =
        room.you.seat.and_then(|own| seats.iter().position(|s| *s == own)).map(|new| Seat(new as u8));
    room.seats = renumbered;
    room.phase = Phase::Shuffling;
    room.votes = Votes::default();
    room.round = None;
    room.r#match = Some(MatchView {
        match_id,
        match_no,
        state: MatchState::Playing,
        rounds: Vec::new(),
        totals: vec![0; seats.len()],
        rounds_won: vec![0; seats.len()],
        ranking: None,
        pauses_left: limits::PAUSES_PER_MATCH_MAX,
        ending_after_round: false,
    });
    all_unready(room);
}

pub(super) fn round_ended(room: &mut RoomView, event: &Event) {
    let Event::RoundEnded {
        round,
        deal,
        how,
        winner,
        points,
        racks,
        replay,
        totals,
        rounds_won,
        secret,
        hints,
        going_out,
    } = event
    else {
        return;
    };
    clear_turn(room);
    room.phase = Phase::BetweenRounds;
    room.votes.pause.clear();
    round::with(room, |r| {
        r.revealed_racks = Some(racks.clone());
        r.secret = Some(*secret);
    });
    with(room, |m| {
        m.rounds.push(RoundSummary {
            round: *round,
            deal: *deal,
            how: *how,
            winner: *winner,
            points: points.clone(),
            replay: *replay,
            hints: hints.clone(),
            going_out: *going_out,
        });
        m.totals.clone_from(totals);
        m.rounds_won.clone_from(rounds_won);
    });
}

pub(super) fn ended(room: &mut RoomView, ranking: &[Vec<Seat>], totals: &[Points], rounds_won: &[u32]) {
    over(room);
    with(room, |m| {
        m.state = MatchState::Ended;
        m.ranking = Some(ranking.to_vec());
        m.totals = totals.to_vec();
        m.rounds_won = rounds_won.to_vec();
    });
}

pub(super) fn abandoned(room: &mut RoomView, racks: Option<&Vec<Vec<Face>>>, secret: Option<Hex32>) {
    over(room);
    with(room, |m| m.state = MatchState::Abandoned);
    round::with(room, |r| {
        if racks.is_some() {
            r.revealed_racks = racks.cloned();
        }
        if secret.is_some() {
            r.secret = secret;
        }
    });
}

fn over(room: &mut RoomView) {
    clear_turn(room);
    room.phase = Phase::MatchOver;
    room.next_round_ms = None;
    room.pause = None;
    room.votes = Votes::default();
    all_unready(room);
}

pub(super) fn paused(room: &mut RoomView, at_ms: RoomMs, pause: PauseView, pauses_left: u32) {
    room.pause = Some(pause);
    room.votes.pause.clear();
    with(room, |m| m.pauses_left = pauses_left);
    if let Some(clock) = &mut room.clock
        && let Some(ends_ms) = clock.ends_ms.take()
    {
        clock.paused_left_ms = Some(u32::try_from(ends_ms.since(at_ms)).unwrap_or(u32::MAX));
    }
}

pub(super) fn resumed(room: &mut RoomView, at_ms: RoomMs, turn: Option<TurnNumber>, time_ms: Option<u32>) {
    room.pause = None;
    if turn.is_some() {
        room.clock = Some(running(at_ms, time_ms));
    }
}

pub(super) fn rematch_opened(room: &mut RoomView) {
    room.phase = Phase::Lobby;
    room.votes = Votes::default();
    for seat in &mut room.seats {
        if seat.state == SeatState::Seated {
            seat.absent_turns = 0;
            seat.short_clock = false;
        } else {
            *seat = free_seat(seat.seat);
        }
    }
    resize_seats(room, room.settings.seats);
    all_unready(room);
}

#[cfg(test)]
mod tests {
    use sarja_protocol::{MatchState, Phase, RoomMs, SeatState};
    use sarja_rules::Seat;
    use serde_json::{Value, json};

    use crate::view::samples::{ANNA, BEN, after, lobby, playing, shuffling};

    fn round_ended() -> Value {
        json!({"type": "round_ended", "round": 1, "deal": 1, "how": "out", "winner": 1, "points": [-36, 36],
            "racks": [["R1"], []], "totals": [-36, 36], "rounds_won": [0, 1], "secret": "3".repeat(64)})
    }

    #[test]
    fn a_match_keeps_the_seats_that_play_and_numbers_them_anew() {
        let room = after(
            lobby(),
            900,
            &[
                json!({"type": "seat_left", "seat": 0}),
                json!({"type": "seat_taken", "seat": 2, "player_id": ANNA, "name": "Anna"}),
                json!({"type": "match_started", "match_id": BEN, "match_no": 1, "seats": [1, 2]}),
            ],
        );
        let names: Vec<_> =
            room.seats.iter().map(|s| (s.seat.0, s.name.clone().unwrap().to_string())).collect();
        assert_eq!(names, [(0, "Ben".to_owned()), (1, "Anna".to_owned())]);
        assert_eq!((room.you.seat, room.phase), (Some(Seat(1)), Phase::Shuffling));
        let played = room.r#match.unwrap();
        assert_eq!((played.state, played.totals, played.pauses_left), (MatchState::Playing, vec![0, 0], 2));
    }

    #[test]
    fn a_round_that_ends_is_revealed_and_counted() {
        let room = after(
            playing(),
            8_000,
            &[
                json!({"type": "pause_asked", "seat": 0}),
                json!({"type": "end_asked", "seat": 0}),
                round_ended(),
                json!({"type": "next_round_awaited", "starts_ms": 28_000}),
            ],
        );
        assert_eq!(
            (room.phase, room.next_round_ms, room.clock),
            (Phase::BetweenRounds, Some(RoomMs(28_000)), None)
        );
        assert!(room.votes.pause.is_empty());
        assert_eq!(room.votes.end, [Seat(0)]);
        let round = room.round.unwrap();
        assert!(round.turn.is_none() && round.secret.is_some());
        assert_eq!(round.revealed_racks.unwrap().len(), 2);
        let played = room.r#match.unwrap();
        assert_eq!((played.rounds.len(), played.totals, played.rounds_won), (1, vec![-36, 36], vec![0, 1]));
        assert_eq!(played.rounds[0].winner, Some(Seat(1)));
    }

    #[test]
    fn a_match_that_ends_is_ranked() {
        let room = after(
            playing(),
            8_000,
            &[
                round_ended(),
                json!({"type": "match_ended", "ranking": [[1], [0]], "totals": [-36, 36], "rounds_won": [0, 1]}),
            ],
        );
        let played = room.r#match.unwrap();
        assert_eq!((room.phase, played.state), (Phase::MatchOver, MatchState::Ended));
        assert_eq!(played.ranking, Some(vec![vec![Seat(1)], vec![Seat(0)]]));
    }

    #[test]
    fn an_abandoned_match_shows_the_racks_of_the_open_round() {
        let room = after(
            playing(),
            8_000,
            &[
                json!({"type": "match_abandoned", "why": "agreed", "racks": [["R1"], ["B1"]], "secret": "4".repeat(64)}),
            ],
        );
        assert_eq!((room.phase, room.clock.is_none()), (Phase::MatchOver, true));
        let round = room.round.unwrap();
        assert!(round.turn.is_none() && round.secret.is_some() && round.revealed_racks.is_some());
        let played = room.r#match.unwrap();
        assert_eq!((played.state, played.ranking), (MatchState::Abandoned, None));
    }

    #[test]
    fn one_that_is_abandoned_between_rounds_keeps_what_was_shown() {
        let room =
            after(playing(), 8_000, &[round_ended(), json!({"type": "match_abandoned", "why": "deserted"})]);
        assert!(room.round.unwrap().revealed_racks.is_some());
    }

    #[test]
    fn a_pause_holds_the_clock_and_lets_it_go() {
        let asked = after(
            playing(),
            13_000,
            &[json!({"type": "pause_asked", "seat": 1}), json!({"type": "pause_asked", "seat": 0})],
        );
        assert_eq!(asked.votes.pause, [Seat(0), Seat(1)]);
        let paused = after(
            asked,
            13_000,
            &[json!({"type": "paused", "until_ms": 1_813_000, "pauses_left": 1, "why": "agreed"})],
        );
        let clock = paused.clock.clone().unwrap();
        assert_eq!((clock.ends_ms, clock.paused_left_ms), (None, Some(50_000)));
        assert_eq!(paused.pause.as_ref().unwrap().until_ms, RoomMs(1_813_000));
        assert_eq!(paused.r#match.as_ref().unwrap().pauses_left, 1);
        assert!(paused.votes.pause.is_empty());

        let resumed = after(paused, 20_000, &[json!({"type": "play_resumed", "turn": 1, "time_ms": 50_000})]);
        assert_eq!(resumed.pause, None);
        assert_eq!(resumed.clock.unwrap().ends_ms, Some(RoomMs(70_000)));
    }

    #[test]
    fn a_restarted_clock_gives_the_turn_its_full_time() {
        let restarted =
            json!({"type": "clock_restarted", "turn": 1, "time_ms": 60_000, "why": "server_restarted"});
        let room = after(playing(), 30_000, std::slice::from_ref(&restarted));
        assert_eq!(room.clock.as_ref().unwrap().ends_ms, Some(RoomMs(90_000)));
        assert_eq!(room.round.as_ref().unwrap().turn.as_ref().unwrap().started_ms, RoomMs(30_000));

        let paused = json!({"type": "paused", "until_ms": 40_000, "pauses_left": 1, "why": "alone"});
        let clock = after(playing(), 30_000, &[paused, restarted]).clock.unwrap();
        assert_eq!((clock.ends_ms, clock.paused_left_ms), (None, Some(60_000)));
    }

    #[test]
    fn wishes_are_counted_once_and_can_be_taken_back() {
        let ask = json!({"type": "end_asked", "seat": 1});
        let room = after(playing(), 5_000, &[ask.clone(), ask]);
        assert_eq!(room.votes.end, [Seat(1)]);
        let room = after(room, 5_001, &[json!({"type": "end_asked", "seat": 1, "withdrawn": true})]);
        assert!(room.votes.end.is_empty());
    }

    #[test]
    fn an_open_match_is_announced_to_end() {
        let room = after(shuffling(), 2_000, &[json!({"type": "end_announced", "by": ANNA})]);
        assert!(room.r#match.unwrap().ending_after_round);
    }

    #[test]
    fn a_rematch_is_a_lobby_with_the_seats_of_the_match() {
        let room = after(
            playing(),
            8_000,
            &[
                json!({"type": "seat_vacated", "seat": 1, "why": "left"}),
                json!({"type": "player_left", "player_id": BEN, "why": "left"}),
                round_ended(),
                json!({"type": "match_ended", "ranking": [[1], [0]], "totals": [-36, 36], "rounds_won": [0, 1]}),
                json!({"type": "rematch_asked", "seat": 0}),
            ],
        );
        assert_eq!(room.votes.rematch, [Seat(0)]);
        let room = after(room, 9_000, &[json!({"type": "rematch_opened", "seats_kept_until_ms": 69_000})]);
        assert_eq!((room.phase, room.seats.len()), (Phase::Lobby, 4));
        let states: Vec<_> = room.seats.iter().map(|s| s.state).collect();
        assert_eq!(states, [SeatState::Seated, SeatState::Free, SeatState::Free, SeatState::Free]);
        assert!(room.votes.rematch.is_empty() && room.r#match.is_some());
    }
}
