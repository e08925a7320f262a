//! Turns of Rommikubbi in a room (rules.md §8): what is asked, what happens, and what everybody is shown of it.

use sarja_protocol::{AtTimeOut, Event as Wire, GoingOut, PrimaryAction, RoundHow, StepWhy, TurnStep};
use sarja_rules::{Face, Seat};
use serde_json::{Value, json};

use super::{
    Event,
    rigged::{AINO, BERTTA, CELIA, Rigged, faces},
};

const MINUTE: &str = r#"{"overrides": {"clock": {"turn_seconds": 60}}}"#;

fn with_a_clock() -> Value {
    serde_json::from_str(MINUTE).unwrap()
}

/// Aino has nothing to lay and discards the blue nine, which Bertta can lay in an opening.
const SCATTERED: &str = "R1 R3 R5 R7 R9 R11 R13 K1 K3 K5 K7 K9 K11 K13 B9";
const OPENS_WITH_NINE: &str = "B8 B10 B1 B3 O1 O3 O5 O7 O9 O11 O13 R10 R11 R12";

/// It is Bertta's turn, and the blue nine lies on the pile.
fn with_a_pile(settings: &Value) -> Rigged {
    let mut room = Rigged::with(settings, SCATTERED, OPENS_WITH_NINE, "J R2 K2 O2");
    room.ask(AINO, json!({"type": "end_turn", "table": [], "discard": "B9"}));
    room.look();
    room
}

fn step(room: &Rigged, player: sarja_protocol::PlayerId) -> Option<TurnStep> {
    room.view(player).round.unwrap().rommikubbi.unwrap().step
}

fn taken(room: &Rigged, player: sarja_protocol::PlayerId) -> Option<Vec<Face>> {
    room.view(player).round.unwrap().rommikubbi.unwrap().taken
}

fn face(text: &str) -> Face {
    text.parse().unwrap()
}

#[test]
fn the_starter_has_fifteen_tiles_of_which_the_number_of_one_is_told_to_all() {
    let room = Rigged::new(SCATTERED, OPENS_WITH_NINE, "");
    for player in [AINO, BERTTA, CELIA] {
        let round = room.view(player).round.unwrap();
        let own = round.rommikubbi.unwrap();
        assert_eq!((own.starter_took.number, own.starter_took.stacks), (Some(9), 9));
        assert_eq!(own.taken, (player == AINO).then(|| faces("B9")));
        assert_eq!(own.step, Some(TurnStep::First));
        assert_eq!(round.seats.iter().map(|seat| seat.tiles).collect::<Vec<_>>(), [15, 14]);
        assert_eq!(round.pool, 106 - 29);
    }
    assert_eq!(room.view(CELIA).round.unwrap().rack, None);
}

#[test]
fn a_tile_that_was_drawn_is_seen_by_its_player_before_anything_is_laid_and_by_nobody_else() {
    let mut room = with_a_pile(&json!({}));
    assert_eq!(
        room.refused(BERTTA, json!({"type": "end_turn", "table": [], "discard": "B1"})).0,
        "take_first"
    );
    room.ask(BERTTA, json!({"type": "take_tile"}));
    let [shown] = &room.shown[..] else { panic!("{:?}", room.shown) };
    let told = |player| match shown.to(player) {
        Wire::TileTaken(taken) => (taken.tile, taken.pool, taken.why),
        other => panic!("{other:?}"),
    };
    assert_eq!(told(BERTTA), (Some(face("J")), 76, StepWhy::Chosen));
    assert_eq!((told(AINO).0, told(CELIA).0), (None, None));
    assert_eq!((step(&room, AINO), taken(&room, AINO)), (Some(TurnStep::TookTile), None));
    assert_eq!(taken(&room, BERTTA), Some(faces("J")));
    assert_eq!(room.refused(BERTTA, json!({"type": "take_pile"})).0, "take_not_allowed");
    assert_eq!(room.refused(BERTTA, json!({"type": "give_pile_back"})).0, "no_pile_taken");
    assert_eq!(room.refused(AINO, json!({"type": "take_tile"})).0, "not_your_turn");
    assert_eq!(room.refused(BERTTA, json!({"type": "take_tile", "turn": 1})).0, "stale_turn");
    room.check_log();
}

#[test]
fn the_moves_of_the_other_game_are_refused_by_name() {
    let mut room = with_a_pile(&json!({}));
    for command in [json!({"type": "draw"}), json!({"type": "pass"}), json!({"type": "play", "table": []})] {
        let error = room.try_ask(BERTTA, command).unwrap_err();
        assert_eq!((error.code.as_str(), &error.params["family"]), ("not_this_game", &json!("rommikubbi")));
    }
}

#[test]
fn a_pile_is_taken_for_its_top_and_what_is_laid_belongs_to_who_laid_it() {
    let mut room = with_a_pile(&json!({}));
    room.ask(BERTTA, json!({"type": "take_pile"}));
    let told = |player| match room.shown[0].to(player) {
        Wire::PileTaken(taken) => (taken.count, taken.tiles.clone()),
        other => panic!("{other:?}"),
    };
    assert_eq!(told(BERTTA), (1, Some(faces("B9"))));
    assert_eq!((told(AINO), told(CELIA)), ((1, None), (1, None)));
    let without = room.refused(
        BERTTA,
        json!({"type": "end_turn", "table": room.table(&["R10 R11 R12", "B8 B10 O9"]), "discard": "B1"}),
    );
    assert_eq!(without.0, "illegal_play");
    assert!(without.1.contains(&"pile_top_not_in_new_set"), "{without:?}");
    let table = room.table(&["B8 B9 B10", "R10 R11 R12"]);
    room.ask(BERTTA, json!({"type": "end_turn", "table": table, "discard": "O1"}));
    let events = room.look();
    let Wire::SetsLaid(laid) = &events[1] else { panic!("{events:?}") };
    assert_eq!((laid.opening_points, laid.tiles_left), (Some(60), 9));
    assert!(laid.table.iter().all(|set| set.owner == Some(Seat(1))));
    assert_eq!(laid.table.iter().map(|set| set.points).collect::<Vec<_>>(), [27, 30]);
    let Wire::TileDiscarded(discarded) = &events[2] else { panic!("{events:?}") };
    assert_eq!((discarded.tile, discarded.pile, discarded.tiles_left), (face("O1"), 1, 8));
    room.check_log();
}

#[test]
fn a_pile_is_given_back_as_it_lay_when_the_time_runs_out_and_costs_100_points() {
    let mut room = with_a_pile(&with_a_clock());
    room.rest();
    room.rest();
    let before = room.view(BERTTA).round.unwrap();
    room.look();
    room.ask(BERTTA, json!({"type": "take_pile"}));
    assert_eq!(taken(&room, BERTTA), Some(faces("B9 J R2")));
    // What is laid is no opening, so it goes back with the pile.
    let table = room.table(&["R2 R10 R11 R12"]);
    room.ask(BERTTA, json!({"type": "draft", "table": table, "discard": "B1"}));
    room.advance(61_000);
    let events = room.look();
    let Wire::TimeRanOut { draft, absent_turns, .. } = &events[1] else { panic!("{events:?}") };
    assert_eq!((*draft, *absent_turns), (AtTimeOut::NotLegal, 1));
    let Wire::PileGivenBack(back) = &events[2] else { panic!("{events:?}") };
    assert_eq!(
        (back.pile, back.pile_top, back.given_back, back.why),
        (3, face("R2"), 1, StepWhy::TimeRanOut)
    );
    assert!(matches!(events[3], Wire::TurnStarted { seat: Seat(0), .. }));
    let after = room.view(BERTTA).round.unwrap();
    assert_eq!((&after.rack, &after.table, after.pool), (&before.rack, &before.table, before.pool));
    assert_eq!(after.rommikubbi.unwrap().given_back, [0, 1]);
    // The order is that of before: the next one to take it has the nine below, the two on top.
    room.ask(AINO, json!({"type": "take_pile"}));
    assert_eq!(taken(&room, AINO), Some(faces("B9 J R2")));
    room.check_log();
}

#[test]
fn a_complete_legal_turn_with_the_pile_stands_when_the_time_runs_out() {
    let mut room = with_a_pile(&with_a_clock());
    room.ask(BERTTA, json!({"type": "take_pile"}));
    let table = room.table(&["B8 B9 B10", "R10 R11 R12"]);
    room.ask(BERTTA, json!({"type": "draft", "table": table, "discard": "O1"}));
    room.look();
    room.advance(61_000);
    let events = room.look();
    assert!(matches!(events[0], Wire::TimeRanOut { draft: AtTimeOut::Stands, .. }));
    assert!(matches!(&events[1], Wire::SetsLaid(laid) if laid.opened));
    assert!(
        matches!(&events[2], Wire::TileDiscarded(d) if d.tile == face("O1") && d.why == StepWhy::TimeRanOut)
    );
    room.check_log();
}

#[test]
fn a_pile_that_is_given_up_is_given_back() {
    let mut room = with_a_pile(&json!({}));
    room.ask(BERTTA, json!({"type": "take_pile"}));
    room.ask(BERTTA, json!({"type": "give_pile_back"}));
    assert_eq!(room.look_at_types(), ["pile_taken", "pile_given_back", "turn_started"]);
    room.ask(AINO, json!({"type": "resign"}));
    assert_eq!(room.view(BERTTA).pause.map(|pause| pause.why), Some(sarja_protocol::PauseWhy::Alone));
    room.check_log();
}

#[test]
fn without_a_draft_the_tile_that_is_drawn_is_discarded() {
    let mut room = Rigged::with(&with_a_clock(), SCATTERED, OPENS_WITH_NINE, "J R2");
    room.advance(61_000);
    let events = room.look();
    assert!(matches!(events[0], Wire::TimeRanOut { draft: AtTimeOut::None, .. }));
    assert!(
        matches!(&events[1], Wire::TileDiscarded(d) if d.tile == face("B9")),
        "the fifteenth: {events:?}"
    );
    room.advance(60_000);
    assert_eq!(room.look_at_types()[..3], ["time_ran_out", "tile_taken", "tile_discarded"]);
    assert_eq!(room.view(CELIA).round.unwrap().rommikubbi.unwrap().pile_top, Some(face("J")));
}

#[test]
fn who_was_absent_and_takes_a_tile_has_the_full_time_to_go_on() {
    let mut room = Rigged::with(&with_a_clock(), SCATTERED, OPENS_WITH_NINE, "J R2");
    // Both let two turns pass; then theirs are short.
    room.advance(61_000 * 4);
    let clock = |room: &Rigged| room.view(CELIA).clock.unwrap().ends_ms.unwrap().since(room.now);
    assert!(clock(&room) <= 10_000);
    room.look();
    room.ask(AINO, json!({"type": "take_tile"}));
    assert_eq!(room.look_at_types(), ["clock_restarted", "tile_taken"]);
    assert_eq!(clock(&room), 60_000);
    assert!(!room.view(CELIA).seats[0].short_clock);
}

#[test]
fn the_pile_is_turned_over_twice_if_somebody_lays_in_between_and_not_a_third_time() {
    // Bertta holds an opening, and keeps it until the pile was turned over.
    let mut room = Rigged::new(SCATTERED, "R10 R11 R12 O7 O8 O9 B1 B3 O1 O3 O5 O11 O13 B5", "");
    room.ask(AINO, json!({"type": "end_turn", "table": [], "discard": "B9"}));
    let turned = |events: &[Event]| {
        let types: Vec<Value> = events.iter().map(|event| serde_json::to_value(event).unwrap()).collect();
        types.iter().filter(|event| event["event"]["type"] == "pile_turned_over").count()
    };
    let mut drawn = 0;
    while turned(&room.rest()) == 0 {
        drawn += 1;
    }
    assert_eq!(drawn, 77, "the whole stock was drawn once");
    if room.deal().seat() == Seat(0) {
        room.rest();
    }
    room.ask(BERTTA, json!({"type": "take_tile"}));
    let table = room.table(&["R10 R11 R12", "O7 O8 O9"]);
    room.ask(BERTTA, json!({"type": "end_turn", "table": table, "discard": "B1"}));
    let mut turns = 0;
    while turned(&room.rest()) == 0 {
        turns += 1;
        assert!(room.room.playing().is_some() && turns < 200, "the pile is turned over a second time");
    }
    room.check_log();
    room.look();
    // Nobody lays any more: when the stock is empty again the deal is over, and nobody has finished.
    while room.room.playing().is_some() {
        assert_eq!(turned(&room.rest()), 0);
    }
    let events = room.look();
    let ended = events.iter().find_map(|event| match event {
        Wire::RoundEnded { how, winner, going_out, points, .. } => {
            Some((*how, *winner, *going_out, points.clone()))
        }
        _ => None,
    });
    let (how, winner, going_out, points) = ended.unwrap();
    assert_eq!((how, winner, going_out), (RoundHow::Blocked, None, None));
    // Nobody is fined for not having opened where nobody finished.
    let hand = |seat: u8| -> i32 {
        let hand = room.deal().player(Seat(seat)).unwrap().hand();
        hand.tiles().map(|tile| tile.number().map_or(15, |number| i32::from(number.get()))).sum()
    };
    assert_eq!(points, [-hand(0), 30 + 24 - hand(1)]);
    room.check_log();
}

#[test]
fn the_last_tile_has_to_be_a_discard() {
    let mut room = Rigged::new("R7 R8 R9 R10 R11 R12 R13 K1 K2 K3 K4 B5 O5 R5 K5", OPENS_WITH_NINE, "");
    let all = room.table(&["R7 R8 R9 R10 R11 R12 R13", "K1 K2 K3 K4 K5", "B5 O5 R5"]);
    let refused = room.refused(AINO, json!({"type": "end_turn", "table": all}));
    assert_eq!(refused, ("illegal_play", vec!["no_tile_left_to_discard"]));
    room.ask(AINO, json!({"type": "draft", "table": all}));
    let verdict = room.view(AINO).draft.unwrap().verdict.unwrap();
    assert_eq!((verdict.play.legal, verdict.play.primary), (false, PrimaryAction::NotValid));
    assert!(verdict.sets.iter().all(|set| set.valid), "the sets are right, the turn is not");
    // A tile that is laid is not there to be discarded.
    let refused = room.refused(AINO, json!({"type": "end_turn", "table": all, "discard": "K5"}));
    assert_eq!(refused, ("illegal_play", vec!["tile_not_in_rack"]));
    room.look();
    let rest = room.table(&["R7 R8 R9 R10 R11 R12 R13", "K1 K2 K3 K4", "B5 O5 R5"]);
    room.ask(AINO, json!({"type": "end_turn", "table": rest, "discard": "K5"}));
    let events = room.look();
    let Some(Wire::RoundEnded { winner, going_out, points, racks, .. }) = events.get(2) else {
        panic!("{events:?}")
    };
    assert_eq!((*winner, *going_out), (Some(Seat(0)), Some(GoingOut::NewSetsOnly)));
    // 64, 10 and 15 of the sets and 100; the other one never opened, and all of that counts twice.
    let hand = 8 + 10 + 1 + 3 + 1 + 3 + 5 + 7 + 9 + 11 + 13 + 10 + 11 + 12;
    assert_eq!(points, &[189, -2 * (hand + 100)]);
    assert_eq!(racks.iter().map(Vec::len).collect::<Vec<_>>(), [0, 14]);
    assert_eq!(room.view(CELIA).r#match.unwrap().totals, [189, -2 * (hand + 100)]);
    room.check_log();
}

#[test]
fn a_joker_stays_in_its_place_without_its_tile_and_never_comes_into_a_hand() {
    let mut room = Rigged::new(
        "R10 R11 J O7 O8 O9 R13 K1 K3 K5 K7 K9 K11 B1 B3",
        "B5 B7 B9 B11 B13 O1 O3 O5 O11 O13 R1 R3 R5 K13",
        "R12 R9",
    );
    let opened = room.table(&["R10 R11 J", "O7 O8 O9"]);
    room.ask(AINO, json!({"type": "end_turn", "table": opened, "discard": "K1"}));
    room.ask(BERTTA, json!({"type": "take_tile"}));
    room.ask(BERTTA, json!({"type": "end_turn", "table": room.lying(), "discard": "R12"}));
    room.look();
    // Aino draws the nine. The twelve is not hers, so the joker stays; laid before the ten it goes on in its own set.
    room.ask(AINO, json!({"type": "take_tile"}));
    let out_of_its_set = room.table(&["R9 R10 R11", "O7 O8 O9"]);
    let refused = room.refused(AINO, json!({"type": "end_turn", "table": out_of_its_set, "discard": "K3"}));
    assert_eq!(refused.0, "illegal_play");
    assert!(
        refused.1.contains(&"joker_not_replaced") || refused.1.contains(&"set_rearranged"),
        "{refused:?}"
    );
    assert!(refused.1.contains(&"tile_taken_from_table"), "a joker never comes into the hand: {refused:?}");
    let at_the_other_end = room.table(&["J R9 R10 R11", "O7 O8 O9"]);
    let refused = room.refused(AINO, json!({"type": "end_turn", "table": at_the_other_end, "discard": "K3"}));
    assert_eq!(refused.0, "illegal_play", "the twelve that the joker stands for is missing");
    let grown = room.table(&["R9 R10 R11 J", "O7 O8 O9"]);
    room.ask(AINO, json!({"type": "end_turn", "table": grown, "discard": "K3"}));
    room.check_log();
}

#[test]
fn a_joker_is_swapped_into_its_own_set() {
    let mut room = Rigged::new(
        "R10 R11 J O7 O8 O9 R12 K1 K3 K5 K7 K9 K11 B1 B3",
        "B5 B7 B9 B11 B13 O1 O3 O5 O11 O13 R1 R3 R5 K13",
        "",
    );
    let opened = room.table(&["R10 R11 J", "O7 O8 O9"]);
    room.ask(AINO, json!({"type": "end_turn", "table": opened, "discard": "K1"}));
    room.rest();
    room.ask(AINO, json!({"type": "take_tile"}));
    room.look();
    let swapped = room.table(&["R10 R11 R12 J", "O7 O8 O9"]);
    room.ask(AINO, json!({"type": "draft", "table": swapped, "discard": "K3"}));
    let verdict = room.view(AINO).draft.unwrap().verdict.unwrap();
    assert_eq!((verdict.play.legal, verdict.play.primary), (true, PrimaryAction::EndTurn));
    assert_eq!(verdict.sets[0].jokers[0].stands_for, faces("R13"));
    room.ask(AINO, json!({"type": "end_turn", "table": swapped, "discard": "K3"}));
    let events = room.look();
    let Wire::SetsLaid(laid) = &events[0] else { panic!("{events:?}") };
    assert_eq!((laid.from_rack.clone(), laid.table[0].tiles.clone()), (faces("R12"), faces("R10 R11 R12 J")));
    assert_eq!(
        (laid.table[0].points, laid.table[0].id, laid.table[0].owner),
        (40, room.view(AINO).round.unwrap().table[0].id, Some(Seat(0)))
    );
    room.check_log();
}

#[test]
fn an_ace_stands_at_both_ends() {
    let mut room =
        Rigged::new("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 K1 R1", OPENS_WITH_NINE_WITHOUT_RED, "K2 O2");
    // 13 is followed by 1, and nothing follows that.
    let beyond = room.table(&["R12 R13 R1 R2"]);
    let refused = room.refused(AINO, json!({"type": "end_turn", "table": beyond, "discard": "K1"}));
    assert!(refused.1.contains(&"not_a_set"), "{refused:?}");
    // In one run, from the ace to the ace, it counts 1 at the one end and 10 at the other.
    let whole = room.table(&["R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1"]);
    room.ask(AINO, json!({"type": "draft", "table": whole, "discard": "K1"}));
    let verdict = room.view(AINO).draft.unwrap().verdict.unwrap();
    assert_eq!((verdict.play.opening_points, verdict.sets[0].points), (Some(91 + 10), 101));
    room.look();
    room.ask(AINO, json!({"type": "end_turn", "table": whole, "discard": "K1"}));
    let events = room.look();
    let Wire::SetsLaid(laid) = &events[0] else { panic!("{events:?}") };
    assert_eq!((laid.opening_points, laid.table[0].points, laid.table[0].tiles.len()), (Some(101), 95, 14));
    let Some(Wire::RoundEnded { points, going_out, .. }) = events.get(2) else { panic!("{events:?}") };
    assert_eq!((points[0], *going_out), (95 + 100, Some(GoingOut::NewSetsOnly)));
    room.check_log();
}

const OPENS_WITH_NINE_WITHOUT_RED: &str = "B8 B10 B1 B3 O1 O3 O5 O7 O9 O11 O13 K10 K11 K12";

#[test]
fn others_never_see_a_discard_before_it_is_one_nor_what_lay_below_the_top_of_a_taken_pile() {
    let mut room = with_a_pile(&json!({}));
    room.rest();
    room.rest();
    room.ask(BERTTA, json!({"type": "take_pile"}));
    let draft = |room: &mut Rigged, sets: &[&str]| {
        let table = room.table(sets);
        room.ask(BERTTA, json!({"type": "draft", "table": table, "discard": "O1"}));
        room.view(AINO).draft
    };
    // R2 is the top, and may be seen; the joker and the nine lie below.
    let seen = draft(&mut room, &["R10 R11 R12", "R2 B1"]).unwrap();
    assert_eq!((seen.discard, seen.verdict.is_none()), (None, true));
    assert_eq!(room.view(BERTTA).draft.unwrap().discard, Some(face("O1")));
    // What they may not see leaves them with what they saw last.
    assert_eq!(draft(&mut room, &["R10 R11 R12", "B8 B9 B10"]).as_ref(), Some(&seen));
    assert_eq!(draft(&mut room, &["R10 R11 J"]).as_ref(), Some(&seen));
    assert_eq!(room.view(BERTTA).draft.unwrap().table[0].tiles, faces("R10 R11 J"));
}
