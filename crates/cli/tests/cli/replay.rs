//! Matches that were played over sockets, exported, verified, and asked for over HTTP.

use clap::Parser as _;
use sarja_cli::{Cli, Command};
use sarja_client::{Client, Joining};
use sarja_protocol::{
    MatchArchive, MatchId, MatchState, PlayerName, Practice, PracticeSeed, RoomCode, Settings, TurnNumber,
};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::{
    process::{Ran, run},
    server::Running,
};

/// A match that is over.
pub(crate) struct Played {
    pub(crate) code: RoomCode,
    pub(crate) id: MatchId,
}

fn name(text: &str) -> PlayerName {
    PlayerName::new(text).unwrap()
}

/// What a room is made of.
pub(crate) struct Wanted<'a> {
    pub(crate) ruleset: &'a str,
    pub(crate) overrides: Value,
    pub(crate) seats: u8,
    /// What its chance is made from. The match is not found by its id then: all rooms of a seed have the same ids.
    pub(crate) seed: Option<u64>,
}

async fn room(client: &Client, wanted: &Wanted<'_>) -> RoomCode {
    let Wanted { ruleset, overrides, seats, seed } = wanted;
    let seed = seed.map(PracticeSeed);
    let settings = Settings {
        ruleset: (*ruleset).to_owned(),
        overrides: serde_json::from_value(overrides.clone()).unwrap(),
        seats: Some(*seats),
        ..Settings::default()
    };
    let practice = seed.map(|seed| Practice { seed: Some(seed), ..Practice::default() });
    client.create_room(name("Host"), settings, practice).await.unwrap().code
}

/// The match of a room, once it is on, or once it is over.
async fn match_in(client: &Client, is_on: bool) -> MatchId {
    let found = client.until(move |state| {
        let played = state.view.as_ref()?.room().r#match.clone()?;
        ((played.state == MatchState::Playing) == is_on).then_some(played.match_id)
    });
    found.await.unwrap()
}

/// A match of bots with fixed seeds, to its end.
pub(crate) async fn of_bots(server: &Running, wanted: &Wanted<'_>) -> Played {
    let (host, bots) = (server.client().await, wanted.seats);
    let code = room(&host, wanted).await;
    host.leave_seat().await.unwrap();
    let (url, room) = (server.url.web(), code.to_string());
    let playing = (0..bots).map(|seed| {
        let seed = seed.to_string();
        let args = ["sarja", "bot", "--url", &url, "--room", &room, "--seed", &seed];
        let Command::Bot(bot) = Cli::try_parse_from(args).unwrap().command else { panic!("{args:?}") };
        tokio::spawn(async move { bot.run(&mut std::io::sink()).await })
    });
    let playing: Vec<_> = playing.collect();
    let ready = host.until(|state| {
        let seats = &state.view.as_ref()?.room().seats;
        seats.iter().all(|seat| seat.ready).then_some(())
    });
    ready.await.unwrap();
    host.start_match().await.unwrap();
    let id = match_in(&host, false).await;
    for bot in playing {
        bot.await.unwrap().unwrap();
    }
    host.close().await;
    Played { code, id }
}

async fn own_turn(client: &Client) -> TurnNumber {
    client.until(|state| Some(state.view.as_ref()?.own_turn()?.turn)).await.unwrap()
}

/// Draws, and waits until the turn is known to be over.
async fn draw(client: &Client, turn: TurnNumber) {
    client.draw(turn).await.unwrap();
    let over = client.until(|state| match state.view.as_ref()?.own_turn() {
        Some(own) if own.turn == turn => None,
        _ => Some(()),
    });
    over.await.unwrap();
}

/// A match of two that is given up after a few turns; `during` is asked while it goes on.
pub(crate) async fn abandoned(
    server: &Running,
    seed: Option<u64>,
    during: impl AsyncFnOnce(&Played),
) -> Played {
    let (anna, ben) = (server.client().await, server.client().await);
    let wanted = Wanted { ruleset: "classic-2600", overrides: json!({}), seats: 2, seed };
    let code = room(&anna, &wanted).await;
    ben.join(Joining::new(code, name("Ben"))).await.unwrap();
    ben.set_ready().await.unwrap();
    anna.start_match().await.unwrap();
    for _ in 0..4 {
        tokio::select! {
            turn = own_turn(&anna) => draw(&anna, turn).await,
            turn = own_turn(&ben) => draw(&ben, turn).await,
        }
    }
    let played = Played { code, id: match_in(&anna, true).await };
    during(&played).await;
    for client in [&anna, &ben] {
        client.ask_end().await.unwrap();
    }
    assert_eq!(match_in(&anna, false).await, played.id);
    anna.close().await;
    ben.close().await;
    played
}

fn replay(args: &[&str]) -> Ran {
    run(&[&["replay"], args].concat(), "")
}

fn export(server: &Running, args: &[&str]) -> Ran {
    replay(&[&["export"], args, &["--data-dir", server.data_dir()]].concat())
}

/// What is exported of a match, found by the code of its room.
pub(crate) fn exported(server: &Running, played: &Played) -> String {
    let ran = export(server, &["--room", &played.code.to_string()]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    ran.stdout
}

/// Status and body of what HTTP answers.
async fn over_http(server: &Running, id: MatchId) -> (String, String) {
    let host = format!("{}:{}", server.url.host(), server.url.port());
    let mut stream = tokio::net::TcpStream::connect(&host).await.unwrap();
    let request = format!("GET /api/matches/{id} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().to_owned(), body.to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn match_of_bots_is_exported_and_verified_and_the_same_over_http() {
    let server = Running::start_fast().await;
    let files = tempfile::tempdir().unwrap();
    for (ruleset, rounds) in [("classic-2600", 2), ("rommikubbi", 1)] {
        let overrides = json!({ "match": { "rounds": rounds } });
        let played = of_bots(&server, &Wanted { ruleset, overrides, seats: 2, seed: None }).await;
        let by_id = export(&server, &["--match", &played.id.to_string()]).stdout;
        assert_eq!(exported(&server, &played), by_id);
        let code = played.code.to_string();
        assert_eq!(export(&server, &["--room", &code, "--number", "1"]).stdout, by_id);
        let (status, body) = over_http(&server, played.id).await;
        assert_eq!((status.as_str(), body.as_str()), ("200", by_id.trim_end()));

        let file = files.path().join(ruleset);
        let file = file.to_str().unwrap();
        let ran = export(&server, &["--room", &code, "--output", file]);
        assert_eq!((ran.status, ran.stdout.as_str()), (0, ""));
        assert_eq!(std::fs::read_to_string(file).unwrap(), by_id);
        let again = export(&server, &["--room", &code, "--output", file]);
        assert!(again.status == 1 && again.stderr.contains("File exists"), "{}", again.stderr);
        let ran = replay(&["verify", file]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
        let lines: Vec<_> = ran.stdout.lines().collect();
        let archive = MatchArchive::read(&by_id).unwrap();
        assert!(archive.rounds.iter().all(|round| !round.values.is_empty()), "the bots took part");
        // A deal of Rommikubbi more is played while the first place is shared, and a round again after a tie.
        assert!(archive.rounds.len() >= rounds && lines.len() == archive.rounds.len() + 1, "{lines:?}");
        assert!(
            lines[0].starts_with("Round 1 (deal 1): ") && lines[0].ends_with("as it should be."),
            "{lines:?}"
        );
        assert!(lines[lines.len() - 1].contains("follow from their secrets and values"), "{lines:?}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_told_of_a_match_that_goes_on_and_all_of_one_that_was_given_up() {
    let server = Running::start_fast().await;
    let played = abandoned(&server, None, async |played| {
        let (id, code) = (played.id.to_string(), played.code.to_string());
        for args in [["--match", &id], ["--room", &code]] {
            let ran = export(&server, &args);
            assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
            assert_eq!(ran.stderr, "sarja: there is no such match that is over\n");
        }
        assert_eq!(over_http(&server, played.id).await.0, "404");
    })
    .await;
    let text = exported(&server, &played);
    let archive = MatchArchive::read(&text).unwrap();
    assert_eq!((archive.state, archive.ranking.clone()), (MatchState::Abandoned, None));
    assert!(sarja_cli::replay::verify(&archive).is_sound(), "{}", sarja_cli::replay::verify(&archive));
    server.stop().await;
}

#[test]
fn what_is_no_archive_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.json");
    let file = file.to_str().unwrap();
    let ran = replay(&["verify", file]);
    assert!(ran.status == 1 && ran.stderr.contains("cannot use"), "{}", ran.stderr);
    std::fs::write(file, r#"{"archive":2}"#).unwrap();
    let ran = replay(&["verify", file]);
    assert_eq!(ran.status, 1);
    assert!(
        ran.stderr.ends_with("it is an archive of version 2; versions 1 to 1 are known\n"),
        "{}",
        ran.stderr
    );
}
