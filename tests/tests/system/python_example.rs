//! The example client in Python plays a whole match.

use std::process::Stdio;

use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, BufReader},
    process::{Child, Command},
    time::timeout,
};

use crate::harness::{Engine, PATIENCE, Table, TestServer, Tiles, play_match, settings, skipped};

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../protocol/examples/python/play.py");

fn python(args: &[&str]) -> Command {
    let mut python = Command::new("python3");
    python.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    python
}

/// Whether there is Python with the library that the example needs.
async fn is_there() -> bool {
    let found = python(&["-c", "import websockets.sync.client"]).status().await;
    found.is_ok_and(|status| status.success())
}

/// Waits for the end, and gives what was written.
async fn ends(mut child: Child, mut output: BufReader<tokio::process::ChildStdout>) -> String {
    let mut text = String::new();
    timeout(PATIENCE, output.read_to_string(&mut text)).await.expect("the match ends in time").unwrap();
    let status = child.wait().await.unwrap();
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).await.unwrap();
    assert!(status.success(), "{status}: {text}{errors}");
    text
}

#[tokio::test]
async fn the_python_example_plays_a_match() {
    if !is_there().await {
        let why = "there is no python3 with the library `websockets`";
        skipped("python_example::the_python_example_plays_a_match", why);
        return;
    }
    let server = TestServer::start(Engine::Sqlite).await;
    let rules = json!({ "seats": 3, "overrides": { "rack": 20, "opening": { "min_points": 20 }, "match": { "rounds": 1 } } });
    let table = Table::lay(&server, settings(rules), Tiles::Seeded(1), 1, 0).await;
    let (url, code) = (format!("ws://{}/ws", server.address), table.room.code.to_string());
    let guests = ["Guest 1", "Guest 2"].map(|name| {
        let mut guest = python(&[EXAMPLE, "--url", &url, "--room", &code, "--name", name]).spawn().unwrap();
        let output = BufReader::new(guest.stdout.take().unwrap());
        (guest, output)
    });
    let ended = play_match(&table.people[0], 1).await;
    let played = ended.r#match.unwrap();
    let mut told = Vec::new();
    for (place, seats) in (1..).zip(played.ranking.unwrap()) {
        let seats = seats.iter().map(|seat| {
            let name = ended.seats[seat.index()].name.as_ref().unwrap();
            format!("{name} {:+}", played.totals[seat.index()])
        });
        told.push(format!("{place}. {}", seats.collect::<Vec<_>>().join(", ")));
    }
    for (guest, output) in guests {
        let text = ends(guest, output).await;
        let ranking: Vec<_> = text.lines().filter(|line| line.as_bytes()[0].is_ascii_digit()).collect();
        assert_eq!(ranking, told);
    }
    server.stop().await;
}

#[test]
fn the_python_example_is_short_and_needs_one_library() {
    let text = std::fs::read_to_string(EXAMPLE).unwrap();
    assert!(text.lines().count() < 150);
    let imported: Vec<_> = text
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with("from ") || line.starts_with("import "))
        .collect();
    let foreign: Vec<_> = imported.iter().filter(|line| line.contains("websockets")).collect();
    assert_eq!(imported.len() - foreign.len(), 1, "the rest is Python's own: {imported:?}");
}
