//! Whole matches between `sarja bot`s on a server.

use std::{io::Write, sync::mpsc};

use clap::Parser as _;
use sarja_cli::{Cli, Command, bot::BotError};
use sarja_server::ServerLimits;

use crate::server::Running;

/// A short match: much on the racks, little in the pool, any set opens.
const SHORT: &str = r#"{"rack":20,"opening":{"min_points":0},"match":{"rounds":1}}"#;

/// An output whose lines come out at the other end as soon as they are written.
struct Lines {
    line: Vec<u8>,
    to: mpsc::Sender<String>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.line)).unwrap();
                self.to.send(line).map_err(std::io::Error::other)?;
            } else {
                self.line.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A bot that plays in a task of its own, and what it writes.
struct Playing {
    task: tokio::task::JoinHandle<Result<(), BotError>>,
    lines: mpsc::Receiver<String>,
}

fn bot(args: &[&str]) -> Playing {
    let cli = Cli::try_parse_from(["sarja", "bot"].iter().chain(args)).unwrap();
    let Command::Bot(bot) = cli.command else { panic!("{args:?}") };
    let (to, lines) = mpsc::channel();
    let task = tokio::spawn(async move { bot.run(&mut Lines { line: Vec::new(), to }).await });
    Playing { task, lines }
}

impl Playing {
    async fn first_line(self) -> (String, Self) {
        tokio::task::spawn_blocking(|| (self.lines.recv().unwrap(), self)).await.unwrap()
    }

    async fn ends(self) -> (Result<(), BotError>, Vec<String>) {
        let ended = self.task.await.unwrap();
        (ended, self.lines.iter().collect())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_play_a_match_to_its_ranking() {
    let server = Running::start().await;
    let url = server.url.web();
    let host = bot(&[
        "--url",
        &url,
        "--create",
        "--name",
        "Host",
        "--players",
        "3",
        "--seed",
        "1",
        "--options",
        SHORT,
    ]);
    let (told, host) = host.first_line().await;
    let (code, link) = told.split_once(' ').unwrap();
    assert!(link.starts_with(&format!("{url}/r/{code}#")), "{link}");

    let by_link = bot(&["--room", link]);
    let by_code = bot(&["--url", &url, "--room", code]);
    let (ended, lines) = host.ends().await;
    ended.unwrap();
    assert!(lines[0].starts_with("Round 1: "), "{lines:?}");
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines[1].starts_with("1. "), "{lines:?}");
    for guest in [by_link, by_code] {
        let (ended, same) = guest.ends().await;
        ended.unwrap();
        assert_eq!(same, lines, "everybody sees the same ranking");
    }
    server.stop().await;
}

/// Plays a match of Rommikubbi between bots of these levels, and gives the lines that each of them wrote.
async fn rommikubbi(url: &str, levels: &[&str], options: &str) -> Vec<Vec<String>> {
    let count = levels.len().to_string();
    let game = ["--ruleset", "rommikubbi", "--players", &count, "--options", options];
    let making = ["--url", url, "--create", "--name", levels[0], "--level", levels[0], "--seed", "1"];
    let host = bot(&[&making[..], &game].concat());
    let (told, host) = host.first_line().await;
    let link = told.split_once(' ').unwrap().1;
    let guest = |&level: &&str| bot(&["--room", link, "--level", level]);
    let mut lines = Vec::new();
    let guests: Vec<_> = levels[1..].iter().map(guest).collect();
    for player in std::iter::once(host).chain(guests) {
        let (ended, wrote) = player.ends().await;
        ended.unwrap();
        lines.push(wrote);
    }
    lines
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_of_every_level_play_rommikubbi_to_its_ranking() {
    // A deal takes hundreds of commands: the rates would make it last for minutes.
    let server = Running::limited(ServerLimits::bench()).await;
    let url = server.url.web();
    let one_deal = r#"{"match":{"rounds":1}}"#;
    let to_a_target = r#"{"match":{"target":150}}"#;
    let five = ["medium", "hard", "easy", "hard", "easy"];
    let (mixed, two, many) = tokio::join!(
        rommikubbi(&url, &["easy", "medium", "hard"], one_deal),
        rommikubbi(&url, &["hard", "medium"], to_a_target),
        rommikubbi(&url, &five, one_deal),
    );
    for (lines, players) in [(mixed, 3), (two, 2), (many, 5)] {
        let (deals, ranking) = lines[0].split_at(lines[0].len() - players);
        for (number, deal) in (1..).zip(deals) {
            assert!(deal.starts_with(&format!("Round {number}: ")), "{lines:?}");
            let ended = ["went out (+50). ", "went out (+100). ", "nobody went out. "];
            assert!(ended.iter().any(|ended| deal.contains(ended)), "{lines:?}");
        }
        assert!(!deals.is_empty() && ranking[0].starts_with("1. "), "{lines:?}");
        assert!(lines.iter().all(|others| *others == lines[0]), "everybody is told the same: {lines:?}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_of_the_server_does_not_end_a_match() {
    let server = Running::start().await;
    let url = server.url.web();
    let open = r#"{"rack":20,"opening":{"min_points":0},"match":{"open":true}}"#;
    let host = bot(&["--url", &url, "--create", "--players", "3", "--rounds", "2", "--options", open]);
    let (told, host) = host.first_line().await;
    let link = told.split_once(' ').unwrap().1;
    let guests = [bot(&["--room", link]), bot(&["--room", link])];
    // A round was played: the match is on.
    let (round, host) = host.first_line().await;
    assert!(round.starts_with("Round 1: "), "{round}");
    let server = server.restart().await;
    let (ended, lines) = host.ends().await;
    ended.unwrap();
    assert!(lines[0].starts_with("Round 2: "), "{lines:?}");
    for guest in guests {
        guest.ends().await.0.unwrap();
    }
    server.stop().await;
}

#[tokio::test]
async fn what_cannot_be_is_said() {
    let server = Running::start().await;
    let url = server.url.web();
    for (args, says) in [
        (vec!["--url", &url, "--room", "ABCD2345"], "the room did not let the bot in: There is no such room"),
        (
            vec!["--url", &url, "--create", "--ruleset", "chess"],
            "the room was not made: There is no ruleset of this name. (at `settings.ruleset`)",
        ),
        (
            vec!["--url", &url, "--create", "--players", "9"],
            "the room was not made: `settings.seats` cannot be 9: allowed is 2-4.",
        ),
        (vec!["--url", &url, "--token-file", "no/such/file"], "say which room it is with --room"),
        (vec!["--room", "ABCD2345"], "say where the server is with --url: a code alone does not"),
    ] {
        let (ended, lines) = bot(&args).ends().await;
        let error = ended.unwrap_err().to_string();
        assert!(error.starts_with(says), "{error}");
        assert!(lines.is_empty(), "{lines:?}");
    }
    server.stop().await;
    let (ended, _) = bot(&["--url", &url, "--create"]).ends().await;
    let error = ended.unwrap_err().to_string();
    assert!(error.starts_with("no connection to ws://"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_is_started_again_with_its_token_is_the_same_player() {
    let server = Running::start().await;
    let url = server.url.web();
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("token");
    let file = file.to_str().unwrap();
    // The match begins with the third player: nobody can be too late for it.
    let host = bot(&["--url", &url, "--create", "--players", "3", "--options", SHORT]);
    let (told, host) = host.first_line().await;
    let link = told.split_once(' ').unwrap().1;

    let server_view = server.client().await;
    let invitation: sarja_client::Invitation = link.parse().unwrap();
    let watcher = sarja_client::Joining {
        role: sarja_protocol::Role::Spectator,
        ..sarja_client::Joining::new(invitation.code, sarja_protocol::PlayerName::new("Watcher").unwrap())
    };
    server_view.join(watcher).await.unwrap();

    let first = bot(&["--room", link, "--name", "Twice", "--token-file", file]);
    let seated = |connected| {
        server_view.until(move |state| {
            let seats = &state.view.as_ref()?.room().seats;
            let twice = seats.iter().find(|s| s.name.as_ref().is_some_and(|n| n.as_str() == "Twice"))?;
            (twice.connected == connected).then_some(())
        })
    };
    seated(true).await.unwrap();
    // The others see it before it has kept its token.
    while !std::fs::read_to_string(file).is_ok_and(|token| token.ends_with('\n')) {
        tokio::task::yield_now().await;
    }
    first.task.abort();
    seated(false).await.unwrap();
    let again = bot(&["--room", link, "--name", "Other", "--token-file", file]);
    seated(true).await.unwrap();
    let third = bot(&["--room", link, "--name", "Third"]);
    host.ends().await.0.unwrap();
    third.ends().await.0.unwrap();
    let (ended, lines) = again.ends().await;
    ended.unwrap();
    assert!(
        lines.iter().any(|line| line.contains("Twice")) && !lines.iter().any(|line| line.contains("Other")),
        "{lines:?}"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invited_bot_needs_nothing_but_its_token() {
    let server = Running::start().await;
    let url = server.url.web();
    let client = server.client().await;
    let settings = sarja_protocol::Settings {
        overrides: serde_json::from_str(SHORT).unwrap(),
        seats: Some(2),
        password: Some(String::from("sesame").try_into().unwrap()),
        ..sarja_protocol::Settings::default()
    };
    let host = sarja_protocol::PlayerName::new("Host").unwrap();
    client.create_room(host, settings, None).await.unwrap();
    client.leave_seat().await.unwrap();
    let by_argument = client.invite_bot().await.unwrap();
    let by_file = client.invite_bot().await.unwrap();
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("token");
    std::fs::write(&file, by_file.token.reveal()).unwrap();

    let bots = [
        bot(&["--url", &url, "--token", by_argument.token.reveal()]),
        bot(&["--url", &url, "--token-file", file.to_str().unwrap()]),
    ];
    let ready = client.until(|state| {
        let room = state.view.as_ref()?.room();
        room.seats.iter().all(|seat| seat.ready).then(|| room.clone())
    });
    let room = ready.await.unwrap();
    for invited in [&by_argument, &by_file] {
        let person = room.people.iter().find(|person| person.player_id == invited.player_id).unwrap();
        assert_eq!(person.kind, sarja_protocol::PlayerKind::Bot);
    }
    client.start_match().await.unwrap();
    for bot in bots {
        let (ended, lines) = bot.ends().await;
        ended.unwrap();
        assert_eq!(lines.len(), 3, "{lines:?}");
    }
    client.close().await;
    server.stop().await;
}
