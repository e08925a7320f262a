//! No line of the server's log holds a tile, a token or a secret, however much is logged.

use sarja_rules::Family;

use super::{checker::is_face, game};
use crate::harness::{Engine, Place, Program, on_every_engine};

async fn no_line_of_the_log_holds_a_tile_or_a_secret(engine: Engine) {
    check_log(engine, Family::Rummikub, usize::MAX).await;
    check_log(engine, Family::Rommikubbi, 12).await;
}

/// Plays so many turns of people on a server that logs everything.
async fn check_log(engine: Engine, family: Family, turns: usize) {
    let place = Place::new(engine).await;
    let server = Program::serve(
        &place,
        "127.0.0.1:0",
        &["--practice", "--limits", "bench", "--log", "debug,sarja=trace"],
    )
    .await;
    let game = game::play(server.address, family, "shown", turns).await;
    server.terminate();
    let (_, log) = server.ended().await;
    assert!(log.lines().count() > 5, "something is logged: {log}");
    for line in log.lines() {
        // Colours of the terminal are no words.
        let mut words = line.split(|character: char| !character.is_ascii_alphanumeric());
        assert!(!words.any(is_face), "a tile: {line}");
        for (_, token) in &game.secrets.tokens {
            assert!(!line.contains(token), "a token: {line}");
        }
        for (_, _, value) in &game.secrets.values {
            assert!(!line.contains(value), "a value for the shuffle: {line}");
        }
        assert!(!line.contains(&game.secrets.link), "the secret of the link: {line}");
        assert!(!line.contains("Good luck"), "what people say: {line}");
    }
}

on_every_engine! {
    no_line_of_the_log_holds_a_tile_or_a_secret,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_line_of_a_log_for_programs_is_an_object() {
    let place = Place::new(Engine::Sqlite).await;
    let asked = ["--practice", "--log", "debug", "--log-format", "json", "--metrics-listen", "127.0.0.1:0"];
    let server = Program::serve(&place, "127.0.0.1:0", &asked).await;
    game::play(server.address, Family::Rummikub, "shown", usize::MAX).await;
    server.terminate();
    let (_, log) = server.ended().await;
    assert!(log.lines().count() > 5, "something is logged: {log}");
    for line in log.lines() {
        let said: serde_json::Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        for field in ["timestamp", "level", "target"] {
            assert!(said[field].is_string(), "no {field}: {line}");
        }
        assert!(said["fields"]["message"].is_string(), "no message: {line}");
    }
}
