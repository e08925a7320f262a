//! What an operator can watch moves by what happened, and tells no secret.

use std::{collections::BTreeMap, net::SocketAddr};

use futures_util::future::join_all;
use sarja_protocol::MatchState;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::{Instant, timeout},
};

use crate::harness::{
    Engine, PATIENCE, Peer, Table, TestServer, Tiles, on_every_engine, play_match, settings,
};

/// Everything that a server tells, by name and labels as they stand there.
#[derive(Debug)]
struct Scrape {
    text: String,
    values: BTreeMap<String, f64>,
}

impl Scrape {
    async fn of(address: SocketAddr) -> Self {
        let (head, text) = get(address, "/metrics", "").await;
        assert!(head.starts_with("HTTP/1.1 200") && head.contains("text/plain; version=0.0.4"), "{head}");
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let values = lines.map(|line| {
            let (name, value) = line.rsplit_once(' ').unwrap();
            (name.to_owned(), value.parse().unwrap())
        });
        let values = values.collect();
        Self { text, values }
    }

    /// The value of this series.
    fn value(&self, series: &str) -> f64 {
        *self.values.get(series).unwrap_or_else(|| panic!("{series} is not there:\n{}", self.text))
    }

    /// The same of what is counted.
    fn count(&self, series: &str) -> u64 {
        whole(self.value(series))
    }

    /// All series of this name together.
    fn sum(&self, name: &str) -> f64 {
        let is_of = |series: &str| series == name || series.starts_with(&format!("{name}{{"));
        self.values.iter().filter(|(series, _)| is_of(series)).map(|(_, value)| value).sum()
    }
}

/// A number that counts something.
fn whole(value: f64) -> u64 {
    value.to_string().parse().unwrap_or_else(|_| panic!("{value} counts nothing"))
}

/// Asks for a page, with these header lines beside the usual ones; gives head and body.
async fn get(address: SocketAddr, path: &str, more: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n{more}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    timeout(PATIENCE, stream.read_to_string(&mut answer)).await.unwrap().unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    // A body without a length would come in chunks; this one has a length.
    assert!(head.to_lowercase().contains("content-length"), "{head}");
    (head.to_owned(), body.to_owned())
}

/// Scrapes until it is so.
async fn until(address: SocketAddr, what: &str, is_so: impl Fn(&Scrape) -> bool) -> Scrape {
    let give_up = Instant::now() + PATIENCE;
    loop {
        let scrape = Scrape::of(address).await;
        if is_so(&scrape) {
            return scrape;
        }
        assert!(Instant::now() < give_up, "{what} did not come:\n{}", scrape.text);
        tokio::task::yield_now().await;
    }
}

async fn counters_move_by_what_a_match_was(engine: Engine) {
    let server = TestServer::start(engine).await;
    let before = Scrape::of(server.address).await;
    let overrides = json!({ "rack": 20, "opening": { "min_points": 0 }, "match": { "rounds": 2 } });
    let wanted = json!({ "ruleset": "classic-2600", "overrides": overrides, "seats": 3 });
    let table = Table::lay(&server, settings(wanted), Tiles::Seeded(7), 2, 1).await;
    let played = join_all(table.people.iter().map(|person| play_match(person, 1)));
    let ended = timeout(PATIENCE, played).await.unwrap();
    let played = ended[0].r#match.as_ref().unwrap();
    assert_eq!(played.state, MatchState::Ended);
    let rounds = played.rounds.len();
    let stored = server.stored(table.room.room_id).await;
    let logged: Vec<serde_json::Value> = stored
        .rows
        .iter()
        .flat_map(|row| serde_json::from_str::<Vec<serde_json::Value>>(&row.events).unwrap())
        .collect();
    let of_a_command = stored.rows.iter().filter(|row| row.command.is_some()).count();
    let after = Scrape::of(server.address).await;
    let moved = |name: &str| after.sum(name) - before.sum(name);
    let exactly = |n: usize| f64::from(u32::try_from(n).unwrap());

    for (name, by) in [
        ("sarja_rooms_made_total", 1),
        ("sarja_matches_started_total", 1),
        ("sarja_rounds_ended_total", rounds),
        ("sarja_deals_total", rounds),
        ("sarja_shuffles_total", rounds),
        ("sarja_connections_opened_total", 2),
        ("sarja_connections_closed_total", 0),
        ("sarja_time_outs_total", 0),
        ("sarja_room_failures_total", 0),
        ("sarja_limits_hit_total", 0),
        ("sarja_panics_total", 0),
    ] {
        assert_eq!(whole(moved(name)), by as u64, "{name}: {logged:#?}");
    }
    assert_eq!(after.count("sarja_matches_ended_total{outcome=\"finished\"}"), 1);
    assert_eq!(after.count("sarja_connections_open{state=\"identified\"}"), 2);
    assert_eq!(after.count("sarja_rooms{state=\"awake\"}"), 1);
    assert_eq!(after.count("sarja_commands_total{type=\"join_room\",outcome=\"accepted\"}"), 1);
    assert_eq!(after.count("sarja_commands_total{type=\"start_match\",outcome=\"accepted\"}"), 1);

    // Each turn ended by tiles, a draw or a pass, and was a bot's or a person's.
    let turns = moved("sarja_plays_total") + moved("sarja_draws_total") + moved("sarja_passes_total");
    let is_of =
        |kind: &str| after.value(&format!("sarja_commands_total{{type=\"{kind}\",outcome=\"accepted\"}}"));
    let by_people = is_of("play") + is_of("draw") + is_of("pass");
    assert_eq!(whole(turns), whole(by_people + moved("sarja_bot_turns_total")));
    assert!(turns >= exactly(rounds) && moved("sarja_bot_turns_total") >= 1.0, "{turns}");

    // What was accepted and written is in the log; a value for a shuffle may wait in memory, and a state is only shown.
    let accepted: f64 = after
        .values
        .iter()
        .filter(|(series, _)| {
            series.starts_with("sarja_commands_total{") && series.contains("outcome=\"accepted\"")
        })
        .filter(|(series, _)| !["share_shuffle_value", "get_state"].iter().any(|kind| series.contains(kind)))
        .map(|(_, value)| value)
        .sum();
    let shared = is_of("share_shuffle_value");
    assert!(
        (accepted..=accepted + shared).contains(&exactly(of_a_command)),
        "{accepted} {shared} {of_a_command}"
    );

    let answered = after.sum("sarja_command_seconds_count");
    assert!(answered >= accepted && after.sum("sarja_store_commit_seconds_count") >= 1.0, "{answered}");
    assert!(after.sum("sarja_store_batch_writes_sum") >= exactly(of_a_command), "{}", after.text);
    assert_eq!(after.count("sarja_ready"), 1);
    for (series, value) in &after.values {
        // No number is told where there is none, as of a disk that is not ours.
        assert!(*value >= 0.0 || value.is_nan(), "{series} is {value}");
        if let Some(earlier) = before.values.get(series).filter(|_| series.contains("_total")) {
            assert!(value >= earlier, "{series} went back from {earlier} to {value}");
        }
    }

    let secrets = [table.room.room_id.to_string(), table.room.code.to_string(), "Person".to_owned()];
    let players = table.people.iter().map(|person| person.player_id().to_string());
    for secret in secrets.into_iter().chain(players) {
        assert!(!after.text.contains(&secret), "{secret} is told");
    }
    server.stop().await;
}

on_every_engine! {
    counters_move_by_what_a_match_was,
}

#[tokio::test]
async fn a_hundred_connections_that_come_and_go_leave_nothing_open() {
    let server = TestServer::start(Engine::Sqlite).await;
    let (silent, mut guests) = tokio::join!(
        join_all((0..50).map(|_| Peer::silent(server.address))),
        join_all((0..50).map(|_| Peer::guest(server.address)))
    );
    let mut host = guests.pop().unwrap();
    host.create(json!({ "name": "Zzyzx the canary" })).await;
    let open = until(server.address, "all connections", |scrape| {
        scrape.count("sarja_connections_open{state=\"unidentified\"}") == 50
    });
    let open = open.await;
    assert_eq!(open.count("sarja_connections_open{state=\"identified\"}"), 50);
    for secret in [&host.token, &host.code, &host.room, &host.player, "canary"] {
        assert!(!open.text.contains(secret), "{secret} is told");
    }
    drop((silent, guests, host));
    let gone = until(server.address, "their end", |scrape| scrape.sum("sarja_connections_open") == 0.0).await;
    assert_eq!(gone.count("sarja_connections_opened_total"), 100);
    assert_eq!(whole(gone.sum("sarja_connections_closed_total")), 100);
    server.stop().await;
}

#[tokio::test]
async fn metrics_are_for_this_machine_alone_where_players_come_in() {
    let server = TestServer::start(Engine::Sqlite).await;
    let (head, body) = get(server.address, "/metrics", "X-Forwarded-For: 127.0.0.1\r\n").await;
    assert!(head.starts_with("HTTP/1.1 404") && body.is_empty(), "{head}");
    let (head, _) = get(server.address, "/metrics", "").await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    server.stop().await;
}
