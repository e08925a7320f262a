//! Events of a round.

use sarja_protocol::{
    Hex32, Phase, PlayWhy, RoomMs, RoomView, RoundSeatView, RoundView, SeatValue, SeatView, SetView,
    ShuffleView, StarterTile, TurnEndWhy, TurnView,
};
use sarja_rules::{Face, FaceCounts, Seat};

use super::{
    fold::{clear_turn, starting},
    people::{acted, all_unready},
    rommikubbi,
};

/// Changes the round, if there is one.
pub(super) fn with(room: &mut RoomView, change: impl FnOnce(&mut RoundView)) {
    if let Some(round) = &mut room.round {
        change(round);
    }
}

pub(super) fn committed(
    room: &mut RoomView,
    round: u32,
    deal: u32,
    commitment: &Hex32,
    values_until_ms: RoomMs,
) {
    clear_turn(room);
    all_unready(room);
    room.phase = Phase::Shuffling;
    room.next_round_ms = None;
    room.round = Some(RoundView {
        round,
        deal,
        commitment: *commitment,
        shuffle: ShuffleView { until_ms: Some(values_until_ms), values: Vec::new() },
        starter_draws: Vec::new(),
        starter: None,
        table: Vec::new(),
        pool: 0,
        seats: Vec::new(),
        rack: None,
        revealed_racks: None,
        secret: None,
        turn: None,
        turns_left: None,
        rommikubbi: None,
    });
}

pub(super) fn starter_tile(room: &mut RoomView, seat: Seat, tile: Face) {
    with(room, |r| r.starter_draws.push(StarterTile { seat, tile }));
}

pub(super) fn dealt(
    room: &mut RoomView,
    values: &[SeatValue],
    tiles_each: u16,
    pool: u16,
    rack: Option<&[Face]>,
) {
    let dealt = |s: &SeatView| RoundSeatView { seat: s.seat, tiles: tiles_each, opened: false, hints: 0 };
    let seats = room.seats.iter().map(dealt).collect();
    with(room, |r| {
        r.shuffle = ShuffleView { until_ms: None, values: values.to_vec() };
        r.pool = pool;
        r.seats = seats;
        r.rack = rack.map(sorted);
    });
}

pub(super) fn turn_started(room: &mut RoomView, turn: TurnView, turns_left: Option<u8>) {
    room.draft = None;
    room.phase = Phase::Playing;
    room.clock = Some(starting(room, turn.started_ms, turn.time_ms));
    with(room, |r| {
        r.turn = Some(turn);
        r.turns_left = turns_left;
        rommikubbi::turn_started(r);
    });
}

pub(super) fn hint_taken(room: &mut RoomView, seat: Seat) {
    with(room, |r| r.seats.iter_mut().filter(|s| s.seat == seat).for_each(|s| s.hints += 1));
}

pub(super) fn sets_played(
    room: &mut RoomView,
    seat: Seat,
    table: &[SetView],
    from_rack: &[Face],
    tiles_left: u16,
    why: PlayWhy,
) {
    laid(room, seat, table);
    tiles_gone(room, seat, tiles_left, from_rack);
    with(room, use_up_turn);
    if why == PlayWhy::Played {
        acted(room, seat);
    }
}

pub(super) fn tiles_drawn(
    room: &mut RoomView,
    seat: Seat,
    count: u16,
    pool: u16,
    why: TurnEndWhy,
    tiles: Option<&[Face]>,
) {
    with(room, |r| r.pool = pool);
    tiles_came(room, seat, count, tiles);
    turn_ended(room, seat, why);
}

/// A seat laid tiles, and the table is so now.
pub(super) fn laid(room: &mut RoomView, seat: Seat, table: &[SetView]) {
    with(room, |r| {
        r.table = table.to_vec();
        // Nobody lays anything without having opened, or opening with it.
        r.seats.iter_mut().filter(|s| s.seat == seat).for_each(|s| s.opened = true);
    });
}

/// So many tiles came to a seat; these, if they are the viewer's.
pub(super) fn tiles_came(room: &mut RoomView, seat: Seat, count: u16, tiles: Option<&[Face]>) {
    with(room, |r| {
        for seat in r.seats.iter_mut().filter(|s| s.seat == seat) {
            seat.tiles = seat.tiles.saturating_add(count);
        }
        if let (Some(rack), Some(tiles)) = (&mut r.rack, tiles) {
            rack.extend(tiles);
            *rack = sorted(rack);
        }
    });
}

/// These tiles left the rack of a seat, which has so many left.
pub(super) fn tiles_gone(room: &mut RoomView, seat: Seat, tiles_left: u16, tiles: &[Face]) {
    let own = room.you.seat == Some(seat);
    with(room, |r| {
        r.seats.iter_mut().filter(|s| s.seat == seat).for_each(|s| s.tiles = tiles_left);
        if let Some(rack) = r.rack.as_mut().filter(|_| own) {
            let had: FaceCounts = rack.iter().collect();
            *rack = had.minus(&tiles.iter().collect()).to_vec();
        }
    });
}

/// A draw or a pass: it shows that somebody is there if it was chosen.
pub(super) fn turn_ended(room: &mut RoomView, seat: Seat, why: TurnEndWhy) {
    with(room, use_up_turn);
    if matches!(why, TurnEndWhy::Chosen | TurnEndWhy::IllegalPlay) {
        acted(room, seat);
    }
}

/// Counts down to the end of the round, where that is done; the next turn says how many are left.
fn use_up_turn(round: &mut RoundView) {
    round.turns_left = round.turns_left.map(|left| left.saturating_sub(1));
}

/// The order of faces, in which every rack is sent.
fn sorted(tiles: &(impl AsRef<[Face]> + ?Sized)) -> Vec<Face> {
    let mut tiles = tiles.as_ref().to_vec();
    tiles.sort_unstable();
    tiles
}

#[cfg(test)]
mod tests {
    use sarja_protocol::{Phase, RoomMs, RoomView};
    use sarja_rules::Seat;
    use serde_json::{Value, json};

    use crate::view::samples::{after, faces, playing, shuffling};

    fn turn(number: u32, seat: u8) -> Value {
        json!({"type": "turn_started", "turn": number, "seat": seat, "time_ms": 60_000})
    }

    fn drawn(seat: u8, why: &str, tiles: Option<&str>) -> Value {
        let mut event =
            json!({"type": "tiles_drawn", "seat": seat, "turn": 1, "count": 1, "pool": 97, "why": why});
        if let Some(tiles) = tiles {
            event["tiles"] = json!(faces(tiles));
        }
        event
    }

    fn rack(room: &RoomView) -> Vec<sarja_rules::Face> {
        room.round.as_ref().unwrap().rack.clone().unwrap()
    }

    #[test]
    fn a_shuffle_clears_the_last_round() {
        let room = after(
            playing(),
            9_000,
            &[
                json!({"type": "next_round_awaited", "starts_ms": 29_000}),
                json!({"type": "shuffle_committed", "round": 2, "deal": 2, "commitment": "2".repeat(64), "values_until_ms": 11_000}),
            ],
        );
        let round = room.round.as_ref().unwrap();
        assert_eq!((room.phase, round.round, round.deal), (Phase::Shuffling, 2, 2));
        assert_eq!(round.shuffle.until_ms, Some(RoomMs(11_000)));
        assert!(
            round.rack.is_none()
                && round.turn.is_none()
                && round.seats.is_empty()
                && round.starter_draws.is_empty()
        );
        assert!(room.clock.is_none() && room.next_round_ms.is_none());
        assert!(room.seats.iter().all(|s| !s.ready));
    }

    #[test]
    fn the_deal_tells_racks_by_their_size_and_the_own_one_sorted() {
        assert_eq!(shuffling().round.unwrap().rack, None);
        let room = playing();
        let round = room.round.as_ref().unwrap();
        assert_eq!(rack(&room), faces("R1 R2 R3 J"));
        assert_eq!(
            round.seats.iter().map(|s| (s.tiles, s.opened)).collect::<Vec<_>>(),
            [(4, false), (4, false)]
        );
        assert_eq!((round.pool, round.starter, round.starter_draws.len()), (98, Some(Seat(0)), 2));
        assert_eq!((round.shuffle.until_ms, round.shuffle.values.len()), (None, 1));
    }

    #[test]
    fn a_turn_starts_its_clock() {
        let room = after(playing(), 10_000, &[turn(2, 1)]);
        let now = room.round.as_ref().unwrap().turn.clone().unwrap();
        assert_eq!((now.turn.0, now.seat, now.started_ms), (2, Seat(1), RoomMs(10_000)));
        assert_eq!((room.phase, room.clock.unwrap().ends_ms), (Phase::Playing, Some(RoomMs(70_000))));
        let room = after(playing(), 10_000, &[json!({"type": "turn_started", "turn": 2, "seat": 1})]);
        assert_eq!(room.clock.unwrap().ends_ms, None);
    }

    #[test]
    fn a_play_takes_tiles_from_the_rack_and_opens() {
        let table = json!([{"id": 1, "kind": "run", "tiles": ["R1", "R2", "R3"], "points": 6}]);
        let room = after(
            playing(),
            5_000,
            &[
                json!({"type": "sets_played", "seat": 0, "turn": 1, "table": table, "from_rack": ["R3", "R1", "R2"],
                "tiles_left": 1, "opened": true, "opening_points": 6, "why": "played"}),
                turn(2, 1),
            ],
        );
        assert_eq!(rack(&room), faces("J"));
        let round = room.round.unwrap();
        assert_eq!((round.seats[0].tiles, round.seats[0].opened, round.seats[1].opened), (1, true, false));
        assert_eq!(round.table[0].tiles, faces("R1 R2 R3"));
    }

    #[test]
    fn anothers_play_leaves_the_own_rack_alone() {
        let room = after(
            playing(),
            5_000,
            &[
                json!({"type": "sets_played", "seat": 1, "turn": 1, "table": [], "from_rack": ["R3"], "tiles_left": 3, "why": "played"}),
            ],
        );
        assert_eq!(rack(&room), faces("R1 R2 R3 J"));
    }

    #[test]
    fn drawn_tiles_are_seen_by_their_owner_and_counted_by_others() {
        let own = after(playing(), 5_000, &[drawn(0, "chosen", Some("B1"))]);
        assert_eq!(rack(&own), faces("R1 R2 R3 B1 J"));
        let other = after(playing(), 5_000, &[drawn(1, "chosen", None)]);
        assert_eq!(rack(&other), faces("R1 R2 R3 J"));
        let round = other.round.unwrap();
        assert_eq!((round.seats[1].tiles, round.pool), (5, 97));
    }

    #[test]
    fn two_time_outs_in_a_row_make_the_clock_short_until_the_player_acts() {
        let ran_out = |turns: u16| json!({"type": "time_ran_out", "seat": 0, "turn": turns, "draft": "none", "absent_turns": turns});
        let once = after(playing(), 5_000, &[ran_out(1), drawn(0, "time_ran_out", None)]);
        assert_eq!((once.seats[0].absent_turns, once.seats[0].short_clock), (1, false));
        let twice = after(once, 6_000, &[ran_out(2), drawn(0, "time_ran_out", None)]);
        assert_eq!((twice.seats[0].absent_turns, twice.seats[0].short_clock), (2, true));

        for act in [
            drawn(0, "chosen", None),
            json!({"type": "turn_passed", "seat": 0, "turn": 3, "why": "chosen"}),
            json!({"type": "play_penalised", "seat": 0, "turn": 3, "reasons": ["set_too_short"]}),
            json!({"type": "sets_played", "seat": 0, "turn": 3, "table": [], "from_rack": [], "tiles_left": 3, "why": "played"}),
        ] {
            let there = after(twice.clone(), 7_000, std::slice::from_ref(&act));
            assert_eq!((there.seats[0].absent_turns, there.seats[0].short_clock), (0, false), "{act}");
        }
        let late = json!({"type": "sets_played", "seat": 0, "turn": 3, "table": [], "from_rack": [], "tiles_left": 3, "why": "time_ran_out"});
        assert_eq!(after(twice, 7_000, &[late]).seats[0].absent_turns, 2);
    }

    #[test]
    fn who_moves_tiles_has_a_full_clock_again() {
        let ran_out =
            json!({"type": "time_ran_out", "seat": 0, "turn": 1, "draft": "none", "absent_turns": 2});
        let restarted =
            |why: &str| json!({"type": "clock_restarted", "turn": 1, "time_ms": 60_000, "why": why});
        let room = after(playing(), 5_000, &[ran_out.clone(), restarted("player_acted")]);
        assert_eq!((room.seats[0].absent_turns, room.seats[0].short_clock), (0, false));
        let room = after(playing(), 5_000, &[ran_out, restarted("server_restarted")]);
        assert_eq!((room.seats[0].absent_turns, room.seats[0].short_clock), (2, true));
    }

    #[test]
    fn a_turn_that_starts_in_a_pause_waits() {
        let paused = json!({"type": "paused", "until_ms": 90_000, "pauses_left": 1, "why": "agreed"});
        let clock = after(playing(), 5_000, &[paused, turn(2, 1)]).clock.unwrap();
        assert_eq!((clock.ends_ms, clock.paused_left_ms), (None, Some(60_000)));
    }

    #[test]
    fn the_last_turns_are_counted_down() {
        let last = |number: u32, left: u8| json!({"type": "turn_started", "turn": number, "seat": 0, "turns_left": left});
        let pass = json!({"type": "turn_passed", "seat": 0, "turn": 2, "why": "chosen"});
        let room = after(playing(), 5_000, &[last(2, 2), pass.clone(), last(3, 1)]);
        assert_eq!(room.round.as_ref().unwrap().turns_left, Some(1));
        let room = after(room, 5_001, &[pass]);
        assert_eq!(room.round.as_ref().unwrap().turns_left, Some(0));
        let ended = json!({"type": "round_ended", "round": 1, "deal": 1, "how": "blocked", "points": [0, 0],
            "racks": [[], []], "totals": [0, 0], "rounds_won": [0, 0], "secret": "3".repeat(64)});
        assert_eq!(after(room, 5_002, &[ended]).round.unwrap().turns_left, None, "no turn is left to count");
    }
}
