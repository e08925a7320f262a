//! The clock of the server: turns end with no client of their player attached. The room's time is stepped by a spectator.

use sarja_cli::bot::{Move, choose};
use serde_json::{Value, json};

use crate::harness::{Engine, Peer, TestServer, on_every_engine};

/// The time of a turn by the printed rules of `classic-2600`, with the grace for the network.
const TURN_MS: u64 = 60_250;

/// The same of a player who was absent for two turns.
const SHORT_MS: u64 = 10_250;

/// A match of two people on a stepped clock, and a spectator who steps it.
struct Stepped {
    watcher: Peer,
    people: Vec<Option<Peer>>,
    drafts: u64,
}

/// Rules under which somebody lays sets in one of the first turns.
fn generous(more: &Value) -> Value {
    let mut all = json!({ "rack": 20, "opening": { "min_points": 0 } });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

impl Stepped {
    async fn start(server: &TestServer, ruleset: &str, overrides: Value) -> Self {
        let (mut host, mut guest, mut watcher) =
            (server.peer().await, server.peer().await, server.peer().await);
        let settings = json!({ "ruleset": ruleset, "seats": 2, "overrides": overrides });
        let practice = json!({ "seed": 42, "clock": "stepped" });
        host.create(json!({ "name": "Aino", "settings": settings, "practice": practice })).await;
        guest.join(json!({ "code": host.code, "name": "Väinö" })).await;
        watcher.join(json!({ "code": host.code, "name": "Louhi", "role": "spectator" })).await;
        for person in [&mut guest, &mut host] {
            person.done("set_ready", json!({ "ready": true })).await;
        }
        host.done("start_match", json!({})).await;
        host.shuffle().await;
        guest.shuffle().await;
        watcher.event("turn_started").await;
        Self { watcher, people: vec![Some(host), Some(guest)], drafts: 0 }
    }

    /// The turn in progress, and whose it is.
    async fn turn(&mut self) -> (u64, usize) {
        let turn = self.watcher.state().await["room"]["round"]["turn"].clone();
        (turn["turn"].as_u64().unwrap(), usize::try_from(turn["seat"].as_u64().unwrap()).unwrap())
    }

    async fn mover(&mut self) -> (u64, usize, &mut Peer) {
        let (turn, seat) = self.turn().await;
        (turn, seat, self.people[seat].as_mut().unwrap())
    }

    /// Lets the player who moves do what a simple player does, and tells whether it laid something.
    async fn move_simply(&mut self) -> bool {
        let (turn, _, mover) = self.mover().await;
        let room = serde_json::from_value(mover.state().await["room"].clone()).unwrap();
        match choose(&room).unwrap() {
            Move::Play(table) => {
                mover.done("play", json!({ "turn": turn, "table": table })).await;
                true
            }
            Move::Draw | Move::Pass => {
                mover.done("draw", json!({ "turn": turn })).await;
                false
            }
            other => panic!("{other:?} in a turn of the Rummikub family"),
        }
    }

    async fn move_until_sets_lie(&mut self) {
        while !self.move_simply().await {}
    }

    /// What the player who moves can lay; others draw until somebody can lay something.
    async fn playable(&mut self) -> Value {
        loop {
            let (turn, _, mover) = self.mover().await;
            let room = serde_json::from_value(mover.state().await["room"].clone()).unwrap();
            match choose(&room).unwrap() {
                Move::Play(table) => return json!(table),
                Move::Draw | Move::Pass => drop(mover.done("draw", json!({ "turn": turn })).await),
                other => panic!("{other:?} in a turn of the Rummikub family"),
            }
        }
    }

    /// The table as it lies, and a tile of the rack of the player who moves.
    async fn laid(&mut self) -> (Vec<Value>, Value) {
        let (_, _, mover) = self.mover().await;
        let round = mover.state().await["room"]["round"].clone();
        let sets = round["table"].as_array().unwrap();
        let sets = sets.iter().map(|set| json!({ "id": set["id"], "tiles": set["tiles"] })).collect();
        (sets, round["rack"][0].clone())
    }

    /// The player who moves shows this table, and then the connection is lost.
    async fn draft_and_vanish(&mut self, table: Value) {
        self.drafts += 1;
        let number = self.drafts;
        let (turn, seat, mover) = self.mover().await;
        mover.send(&json!({ "type": "draft", "turn": turn, "draft": number, "table": table })).await;
        mover.until("draft_verdict").await;
        self.people[seat] = None;
    }

    async fn step(&mut self, ms: u64) -> Vec<Value> {
        self.watcher.done("step_clock", json!({ "ms": ms })).await;
        let messages = self.watcher.so_far().await;
        messages.into_iter().filter(|message| message["type"] == "event").collect()
    }

    /// Lets the time of the turn run out: the events of it, and how many tiles its player has more than before.
    async fn run_out(&mut self) -> (Vec<Value>, i64) {
        self.watcher.so_far().await;
        let (turn, seat) = self.turn().await;
        let before = self.tiles(seat).await;
        let events = self.step(TURN_MS).await;
        let of_turn = |event: &Value| event["event"]["turn"] == turn;
        let events: Vec<_> = events.into_iter().filter(of_turn).map(|e| e["event"].clone()).collect();
        assert_eq!(events[0]["type"], "time_ran_out", "{events:?}");
        assert_eq!(events.len(), 2, "{events:?}");
        (events, self.tiles(seat).await - before)
    }

    async fn tiles(&mut self, seat: usize) -> i64 {
        self.watcher.state().await["room"]["round"]["seats"][seat]["tiles"].as_i64().unwrap()
    }

    async fn table(&mut self) -> Value {
        self.watcher.state().await["room"]["round"]["table"].clone()
    }
}

async fn an_untouched_turn_ends_with_a_single_draw_and_nobody_at_the_table(engine: Engine) {
    let server = TestServer::start(engine).await;
    let mut room = Stepped::start(&server, "classic-2600", json!({})).await;
    room.people = vec![None, None];
    let (events, more) = room.run_out().await;
    assert_eq!((&events[0]["draft"], more), (&json!("none"), 1));
    assert_eq!((&events[1]["type"], &events[1]["why"]), (&json!("tiles_drawn"), &json!("time_ran_out")));
    assert_eq!(events[1].get("tiles"), None, "whoever watches is told a count");
}

async fn a_legal_draft_stands_though_its_player_is_gone(engine: Engine) {
    let server = TestServer::start(engine).await;
    let mut room = Stepped::start(&server, "classic-2600", generous(&json!({}))).await;
    let table = room.playable().await;
    room.draft_and_vanish(table.clone()).await;
    let (events, more) = room.run_out().await;
    assert_eq!(events[0]["draft"], "stands");
    assert_eq!((&events[1]["type"], &events[1]["why"]), (&json!("sets_played"), &json!("time_ran_out")));
    assert!(more < 0, "{more}");
    assert_eq!(room.table().await.as_array().unwrap().len(), table.as_array().unwrap().len());
}

async fn a_legal_draft_goes_back_where_drafts_revert(engine: Engine) {
    let server = TestServer::start(engine).await;
    let rules = generous(&json!({ "clock": { "legal_draft": "reverts" } }));
    let mut room = Stepped::start(&server, "classic-2600", rules).await;
    let table = room.playable().await;
    room.draft_and_vanish(table).await;
    let (events, more) = room.run_out().await;
    assert_eq!((&events[0]["draft"], more), (&json!("reverted"), 1));
    assert_eq!(room.table().await, json!([]));
}

async fn an_illegal_draft_beside_the_old_sets_costs_what_a_plain_time_out_costs(engine: Engine) {
    let server = TestServer::start(engine).await;
    for (rules, cost) in [(json!({}), 1), (json!({ "penalty": { "timeout": 2, "rearranging": 7 } }), 2)] {
        let mut room = Stepped::start(&server, "classic-2600", generous(&rules)).await;
        room.move_until_sets_lie().await;
        let before = room.table().await;
        let (mut table, own) = room.laid().await;
        table.push(json!({ "tiles": [own] }));
        room.draft_and_vanish(json!(table)).await;
        let (events, more) = room.run_out().await;
        assert_eq!((&events[0]["draft"], more), (&json!("untouched"), cost));
        assert_eq!(room.table().await, before);
    }
}

async fn a_torn_set_costs_what_the_ruleset_says_and_the_table_goes_back(engine: Engine) {
    let server = TestServer::start(engine).await;
    for (ruleset, cost) in [("classic-2600", 3), ("turniej-pl", 1)] {
        let mut room = Stepped::start(&server, ruleset, generous(&json!({}))).await;
        room.move_until_sets_lie().await;
        let before = room.table().await;
        let (mut table, _) = room.laid().await;
        table[0]["tiles"].as_array_mut().unwrap().pop();
        room.draft_and_vanish(json!(table)).await;
        let (events, more) = room.run_out().await;
        assert_eq!((&events[0]["draft"], more), (&json!("rearranged"), cost), "{ruleset}");
        assert_eq!(room.table().await, before, "{ruleset}");
    }
}

async fn nobodys_clock_runs_twice_and_the_absent_have_the_short_one(engine: Engine) {
    let server = TestServer::start(engine).await;
    let mut room = Stepped::start(&server, "classic-2600", json!({})).await;
    room.people = vec![None, None];
    room.watcher.so_far().await;
    let (first, _) = room.turn().await;
    // Two turns each with the full time, then two each with the short one.
    let events = room.step(4 * TURN_MS + 4 * SHORT_MS).await;
    let ran_out: Vec<_> = events.iter().filter(|event| event["event"]["type"] == "time_ran_out").collect();
    let turns: Vec<_> = ran_out.iter().map(|event| event["event"]["turn"].as_u64().unwrap()).collect();
    assert_eq!(turns, (first..first + 8).collect::<Vec<_>>(), "each turn runs out once, one after the other");
    let times: Vec<_> = ran_out.iter().map(|event| event["at_ms"].as_u64().unwrap()).collect();
    let took: Vec<_> = times.windows(2).map(|two| two[1] - two[0]).collect();
    assert_eq!(took, [TURN_MS, TURN_MS, TURN_MS, SHORT_MS, SHORT_MS, SHORT_MS, SHORT_MS]);
    let started: Vec<_> = events.iter().filter(|event| event["event"]["type"] == "turn_started").collect();
    assert_eq!(started.len(), 8, "no turn starts twice");
    assert_eq!(started.last().unwrap()["event"]["short_clock"], true);
}

async fn who_comes_back_and_acts_has_the_full_time_again(engine: Engine) {
    let server = TestServer::start(engine).await;
    let mut room = Stepped::start(&server, "classic-2600", json!({})).await;
    let mut kept = room.people[0].take().unwrap().again().await;
    room.people = vec![None, None];
    // Both are absent, and it is the short clock of the one or the other.
    room.step(4 * TURN_MS).await;
    kept.join(json!({ "code": kept.code, "name": "Aino" })).await;
    if room.turn().await.1 != 0 {
        room.step(SHORT_MS).await;
    }
    let (turn, _) = room.turn().await;
    let clock = kept.state().await["room"]["clock"].clone();
    let left =
        |clock: &Value, now: &Value| clock["ends_ms"].as_u64().unwrap() - now["now_ms"].as_u64().unwrap();
    let now = kept.state().await;
    assert_eq!(left(&clock, &now), 10_000, "to be there is not to act");
    // A draft is an act.
    kept.send(&json!({ "type": "draft", "turn": turn, "draft": 1, "table": [] })).await;
    let restarted = kept.event("clock_restarted").await;
    assert_eq!(restarted["event"]["time_ms"], 60_000);
    kept.done("draw", json!({ "turn": turn })).await;
    room.step(SHORT_MS).await;
    let (turn, seat) = room.turn().await;
    assert_eq!(seat, 0);
    let started = kept
        .find("the next own turn", |m| m["event"]["turn"] == turn && m["event"]["type"] == "turn_started");
    let started = started.await;
    assert_eq!(
        (&started["event"]["time_ms"], &started["event"]["short_clock"]),
        (&json!(60_000), &json!(false))
    );
}

async fn without_a_clock_only_those_who_are_gone_run_out_of_time(engine: Engine) {
    let server = TestServer::start(engine).await;
    let rules = json!({ "clock": { "turn_seconds": null } });
    let mut room = Stepped::start(&server, "classic-2600", rules).await;
    room.watcher.so_far().await;
    let (first, seat) = room.turn().await;
    let events = room.step(60 * 60_000).await;
    assert!(events.is_empty(), "an hour is nothing: {events:?}");
    room.people[seat] = None;
    room.watcher.find("the player gone", |m| m["type"] == "presence" && is_gone(m)).await;
    let events = room.step(60_000).await;
    let ran_out: Vec<_> = events.iter().filter(|event| event["event"]["type"] == "time_ran_out").collect();
    assert_eq!(ran_out.len(), 1, "{events:?}");
    assert_eq!(ran_out[0]["event"]["turn"], first);
    assert_eq!(room.turn().await, (first + 1, 1 - seat));
}

fn is_gone(presence: &Value) -> bool {
    presence["people"].as_array().unwrap().iter().any(|person| person["connected"] == false)
}

on_every_engine! {
    an_untouched_turn_ends_with_a_single_draw_and_nobody_at_the_table,
    a_legal_draft_stands_though_its_player_is_gone,
    a_legal_draft_goes_back_where_drafts_revert,
    an_illegal_draft_beside_the_old_sets_costs_what_a_plain_time_out_costs,
    a_torn_set_costs_what_the_ruleset_says_and_the_table_goes_back,
    nobodys_clock_runs_twice_and_the_absent_have_the_short_one,
    who_comes_back_and_acts_has_the_full_time_again,
    without_a_clock_only_those_who_are_gone_run_out_of_time,
}
