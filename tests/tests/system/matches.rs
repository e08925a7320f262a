//! Whole matches over real sockets, and what the database holds of them; those of Rommikubbi have points of their own, see
//! `rommikubbi`.

use futures_util::future::join_all;
use sarja_protocol::{MatchState, PlayerName, RoomView, RoundHow};
use sarja_rules::{
    Face, FaceCounts, Family, MatchEnd, Points, RoundResult, Ruleset, Scoring, Seat, match_state, rack_worth,
};
use sarja_server::{ServerLimits, check_store};
use sarja_store::{MatchNo, MatchRow, RoomId, RoundEnd, RoundRow, Tally};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::harness::{Engine, PATIENCE, Table, TestServer, Tiles, on_every_engine, play_match, settings};

/// A match: how many people play it, how many bots of the server, and by which rules.
struct Case {
    ruleset: &'static str,
    people: usize,
    bots: usize,
    overrides: Value,
    tiles: Tiles,
}

impl Case {
    fn new(ruleset: &'static str, people: usize, bots: usize, overrides: Value) -> Self {
        Self { ruleset, people, bots, overrides, tiles: Tiles::Seeded(1) }
    }

    fn by_chance(self) -> Self {
        Self { tiles: Tiles::ByChance, ..self }
    }

    fn name(&self) -> String {
        format!("{} with {} people, {} bots, {}", self.ruleset, self.people, self.bots, self.overrides)
    }
}

/// Rounds that are soon over: many tiles on the racks, few in the pool, any set opens.
fn soon(more: &Value) -> Value {
    let mut all = json!({ "rack": 20, "opening": { "min_points": 0 } });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

/// Plays all cases at once on one server.
async fn play_all(engine: Engine, cases: Vec<Case>) {
    play_all_on(TestServer::start(engine).await, cases).await;
}

async fn play_all_on(server: TestServer, cases: Vec<Case>) {
    let store = server.store().await;
    join_all(cases.iter().map(|case| play(&server, &store, case))).await;
    let report = check_store(&store, |_| {}).await.unwrap();
    assert!(report.is_sound(), "{:#?}", report.faults);
    assert_eq!((report.rooms, report.matches_whole), (cases.len() as u64, cases.len() as u64));
    server.stop().await;
}

async fn play(server: &TestServer, store: &sarja_store::Store, case: &Case) {
    let seats = case.people + case.bots;
    let wanted = json!({ "ruleset": case.ruleset, "overrides": case.overrides, "seats": seats });
    let table = Table::lay(server, settings(wanted), case.tiles, case.people, case.bots).await;
    let room = RoomId(table.room.room_id.0);
    let played = join_all(table.people.iter().map(|person| play_match(person, 1)));
    let Ok(ended) = timeout(PATIENCE, played).await else {
        let seen = table.people[0].state().borrow().view.as_ref().map(|view| view.room().clone());
        panic!("no end of {}: {seen:#?}", case.name());
    };
    for other in &ended[1..] {
        assert_eq!(other.r#match, ended[0].r#match, "everybody is told the same; {}", case.name());
    }
    let rounds = store.rounds(room, MatchNo(1)).await.unwrap();
    let recorded = store.match_by_room(room, MatchNo(1)).await.unwrap().unwrap();
    check(&ended[0], &rounds, &recorded.result, &case.name());
    if case.tiles == Tiles::ByChance {
        // The matches of one seed are one match to their players, and the record keeps them apart.
        let told = ended[0].r#match.as_ref().unwrap().match_id;
        assert_eq!(recorded.result.id.0, told.0, "{}", case.name());
    }
}

/// What everybody was told, held against the rules and against the database.
pub(crate) fn check(room: &RoomView, rounds: &[RoundRow], recorded: &MatchRow, case: &str) {
    let rules = &room.settings.rules;
    let played = room.r#match.as_ref().unwrap();
    let seats = room.seats.len();
    assert_eq!(played.state, MatchState::Ended, "{case}");
    assert_eq!(rounds.len(), played.rounds.len(), "{case}");
    let mut number = 1;
    for (at, (told, stored)) in (1..).zip(played.rounds.iter().zip(rounds)) {
        let points: Vec<Points> = serde_json::from_str(&stored.points).unwrap();
        let racks: Vec<Vec<Face>> = serde_json::from_str(&stored.racks).unwrap();
        assert_eq!(points, told.points, "{case}");
        assert_eq!(stored.winner.map(|seat| Seat(seat.0)), told.winner, "{case}");
        // A round that is played again keeps its number, and has a record of its own.
        assert_eq!((stored.round_no.0, stored.deal.0), (at, told.deal), "{case}");
        assert_eq!(told.round, number, "{case}");
        number += u32::from(!told.replay);
        assert_eq!(stored.tally == Tally::PlayedAgain, told.replay, "{case}");
        assert_eq!(stored.how == RoundEnd::Out, told.how == RoundHow::Out, "{case}");
        if rules.family == Family::Rummikub {
            check_points(rules, &points, told.winner, told.how, &racks, case);
        }
    }
    let results: Vec<_> = played
        .rounds
        .iter()
        .map(|round| RoundResult { points: round.points.clone(), winner: round.winner })
        .collect();
    let right = match_state(rules, seats as u8, &results).unwrap();
    assert_eq!(played.totals, right.totals, "{case}");
    assert_eq!(
        played.rounds_won,
        right.rounds_won.iter().copied().map(u32::from).collect::<Vec<_>>(),
        "{case}"
    );
    assert_eq!(played.ranking.as_ref(), Some(&right.ranking), "{case}");
    if rules.r#match == MatchEnd::Open {
        assert_eq!(right.rounds_counted, 2, "ended by its host; {case}");
    } else {
        assert_eq!(right.over, sarja_rules::Over::Yes, "{case}");
    }

    assert_eq!(recorded.state, sarja_store::MatchState::Finished, "{case}");
    assert_eq!(recorded.ruleset, rules.name, "{case}");
    assert_eq!(recorded.seats.len(), seats, "{case}");
    for (seat, row) in room.seats.iter().zip(&recorded.seats) {
        let index = seat.seat.index();
        assert_eq!(row.seat.0, seat.seat.0, "{case}");
        assert_eq!(row.player.map(|player| player.0), seat.player_id.map(|player| player.0), "{case}");
        assert_eq!(row.bot.is_some(), seat.bot.is_some(), "{case}");
        assert_eq!(Some(row.name.as_str()), seat.name.as_ref().map(PlayerName::as_str), "{case}");
        assert_eq!(row.points, i64::from(played.totals[index]), "{case}");
        assert_eq!(row.rounds_won, played.rounds_won[index], "{case}");
        assert_eq!(row.place.map(usize::from), Some(place(&right.ranking, seat.seat)), "{case}");
    }
}

/// The points of a round, as far as they follow from the racks in a line or two (rules.md §6).
fn check_points(
    rules: &Ruleset,
    points: &[Points],
    winner: Option<Seat>,
    how: RoundHow,
    racks: &[Vec<Face>],
    case: &str,
) {
    let worth = |rack: &Vec<Face>| rack_worth(rules, &rack.iter().collect::<FaceCounts>());
    let worths: Vec<Points> = racks.iter().map(worth).collect();
    if rules.scoring == Scoring::LosersPay {
        assert!(points.iter().all(|&points| points >= 0), "{points:?}; {case}");
    } else {
        assert_eq!(points.iter().sum::<Points>(), 0, "{points:?}; {case}");
    }
    let Some(winner) = winner else {
        assert!(how == RoundHow::Blocked && points.iter().all(|&points| points == 0), "{points:?}; {case}");
        return;
    };
    let floor = worths.iter().copied().min().unwrap();
    assert_eq!(worths[winner.index()], floor, "{case}");
    assert!(how == RoundHow::Blocked || racks[winner.index()].is_empty(), "{case}");
    if rules.unopened.is_some() {
        return;
    }
    for (seat, &worth) in worths.iter().enumerate().filter(|(seat, _)| *seat != winner.index()) {
        let due = if rules.scoring == Scoring::LosersPay { worth } else { floor - worth };
        assert_eq!(points[seat], due, "seat {seat} of {worths:?}; {case}");
    }
}

/// The place of a seat: one more than there are seats before it.
fn place(ranking: &[Vec<Seat>], seat: Seat) -> usize {
    1 + ranking.iter().take_while(|shared| !shared.contains(&seat)).map(Vec::len).sum::<usize>()
}

async fn matches_of_two_end_as_the_rules_say_and_are_recorded(engine: Engine) {
    play_all(
        engine,
        vec![
            Case::new("classic-2600", 2, 0, soon(&json!({}))),
            Case::new(
                "travel-2017",
                2,
                0,
                soon(&json!({ "match": { "target": 50 }, "scoring": "losers_pay" })),
            ),
            Case::new("tactic-2008", 2, 0, soon(&json!({}))),
            Case::new("turniej-pl", 2, 0, soon(&json!({ "match": { "rounds": 2 } }))),
            Case::new("sabra-no", 2, 0, soon(&json!({}))),
            Case::new("federation", 2, 0, soon(&json!({ "match": { "rounds": 2 } }))),
        ],
    )
    .await;
}

async fn matches_with_every_seat_taken_end_as_the_rules_say_and_are_recorded(engine: Engine) {
    let one_round = || soon(&json!({ "match": { "rounds": 1 } }));
    play_all(
        engine,
        vec![
            Case::new("classic-2600", 4, 0, one_round()),
            Case::new("travel-2017", 4, 0, one_round()),
            Case::new("tactic-2008", 4, 0, one_round()),
            Case::new("turniej-pl", 4, 0, one_round()),
            Case::new("sabra-no", 4, 0, soon(&json!({}))),
            Case::new("federation", 4, 0, one_round()),
            Case::new("xp-6", 5, 0, one_round()),
            Case::new("xp-6", 6, 0, one_round()),
        ],
    )
    .await;
}

async fn matches_by_other_rules_end_as_these_say_and_are_recorded(engine: Engine) {
    play_all(engine, vec![
        Case::new("classic-2600", 3, 0, soon(&json!({ "scoring": "losers_pay", "match": { "rounds": 2 } }))),
        Case::new("classic-2600", 2, 1, soon(&json!({ "match": { "rounds": 2 }, "starter": "rotate" }))),
        Case::new("sabra-no", 2, 1, soon(&json!({ "match": { "rounds": 2 }, "ranking": "wins" }))),
        Case::new(
            "travel-2017",
            2,
            2,
            json!({ "rack": 7, "match": { "rounds": 1 }, "pool_empty": "end_at_once", "blocked_tie": "replay" }),
        ),
        Case::new(
            "federation",
            1,
            2,
            json!({ "match": { "rounds": 1 }, "unopened": { "could_not": 50, "could": 150 } }),
        ),
    ])
    .await;
}

async fn whole_matches_by_the_printed_rules_end_and_are_recorded(engine: Engine) {
    // A match to 100 points may take thirty rounds: the rates would make it last for minutes.
    let server = TestServer::start_with(engine, |config| config.limits = ServerLimits::bench()).await;
    play_all_on(
        server,
        vec![
            Case::new("classic-2600", 1, 3, json!({})).by_chance(),
            Case::new("travel-2017", 1, 3, json!({})).by_chance(),
            Case::new("turniej-pl", 1, 3, json!({})).by_chance(),
            Case::new("xp-6", 1, 5, json!({ "match": { "rounds": 2 } })).by_chance(),
        ],
    )
    .await;
}

on_every_engine! {
    matches_of_two_end_as_the_rules_say_and_are_recorded,
    matches_with_every_seat_taken_end_as_the_rules_say_and_are_recorded,
    matches_by_other_rules_end_as_these_say_and_are_recorded,
    whole_matches_by_the_printed_rules_end_and_are_recorded,
}
