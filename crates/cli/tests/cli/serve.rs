//! `sarja serve` as a process.

use std::{
    io::{BufRead as _, BufReader, Read as _},
    process::{Child, Command, Stdio},
};

use sarja_client::{Client, CommandError, Ended, Options, Reconnecting};
use sarja_protocol::{PlayerKind, PlayerName, Settings, TurnNumber};

use crate::process::{run, sarja};

/// A server as a process, and the address that its first line names.
pub(crate) struct Serving {
    process: Child,
    url: String,
}

impl Serving {
    pub(crate) fn start(data: &str) -> Self {
        let args = ["serve", "--listen", "127.0.0.1:0", "--data-dir", data, "--log", "warn"];
        let mut command = sarja(&args);
        // Fewer than any system lets a process have: else it warns.
        command.env("SARJA_LIMITS_CONNECTIONS_MAX", "100");
        let (serving, line) = Self::run(command);
        assert!(line.starts_with("Sarja is ready: http://127.0.0.1:"), "{line}");
        assert!(line.contains(data), "{line}");
        serving
    }

    /// Runs a server, and tells its first line.
    fn run(mut command: Command) -> (Self, String) {
        let mut process = command.stdin(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let here = line.split([' ', ',', '(']).find(|word| word.starts_with("http://127.0.0.1:"));
        (Self { url: here.unwrap().to_owned(), process }, line)
    }

    /// The number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Stops it as a system does, and tells its exit status and what it said on standard error.
    pub(crate) fn terminate(mut self) -> (Option<i32>, String) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let status = self.process.wait().unwrap();
        let mut said = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (status.code(), said)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_says_where_it_is_makes_its_folder_and_stops_when_told() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("made/by/it");
    let server = Serving::start(data.to_str().unwrap());
    assert!(data.join("sarja.db").is_file());

    let options = Options {
        reconnect: Reconnecting::Never,
        ..Options::new(server.url.parse().unwrap(), PlayerKind::Human)
    };
    let client = Client::connect(options).await.unwrap();
    client.create_room(PlayerName::new("Anna").unwrap(), Settings::default(), None).await.unwrap();
    let stopping = tokio::task::spawn_blocking(move || server.terminate());
    let ended = client.until(|_| None::<()>).await.unwrap_err();
    assert!(matches!(ended, Ended::Lost(_)), "{ended:?}");
    let refused = client.draw(TurnNumber(1)).await.unwrap_err();
    assert!(matches!(refused, CommandError::Ended(_)), "{refused:?}");
    assert_eq!(stopping.await.unwrap(), (Some(0), String::new()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_keeps_nothing_says_so_once_and_serves() {
    let args = ["serve", "--listen", "127.0.0.1:0", "--database", "memory:", "--log", "warn"];
    let mut command = sarja(&args);
    command.env("SARJA_LIMITS_CONNECTIONS_MAX", "100");
    let (server, line) = Serving::run(command);
    assert!(line.contains("(data in memory:)"), "{line}");
    let options = Options {
        reconnect: Reconnecting::Never,
        ..Options::new(server.url.parse().unwrap(), PlayerKind::Human)
    };
    let client = Client::connect(options).await.unwrap();
    client.create_room(PlayerName::new("Anna").unwrap(), Settings::default(), None).await.unwrap();
    drop(client);
    let (status, said) = tokio::task::spawn_blocking(move || server.terminate()).await.unwrap();
    assert_eq!((status, said.lines().count()), (Some(0), 1), "{said}");
    assert!(said.contains("database.url is memory: nothing is kept when the server ends"), "{said}");
}

#[test]
fn a_port_that_is_taken_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let listen = taken.local_addr().unwrap().to_string();
    let ran = run(&["serve", "--listen", &listen, "--data-dir", dir.path().to_str().unwrap()], "");
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.contains(&format!("sarja: cannot listen on {listen}")), "{}", ran.stderr);
}

#[test]
fn a_filter_that_is_none_is_refused() {
    let ran = run(&["serve", "--log", "sarja=loud"], "");
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.starts_with("sarja: --log: `log` cannot be \"sarja=loud\""), "{}", ran.stderr);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_makes_a_room_with_the_secret_which_no_log_line_holds() {
    let dir = tempfile::tempdir().unwrap();
    let secret = "blue-otter-42-lanterns";
    let file = dir.path().join("secret");
    std::fs::write(&file, format!("{secret}\n")).unwrap();
    let file = file.to_str().unwrap();
    let data = dir.path().join("data");
    let mut serve =
        sarja(&["serve", "--listen", "127.0.0.1:0", "--data-dir", data.to_str().unwrap(), "--log", "trace"]);
    serve.args([
        "--room-creation",
        "secret",
        "--creation-secret-file",
        file,
        "--public-url",
        "https://games.example",
    ]);
    let (server, line) = Serving::run(serve);
    assert!(
        line.starts_with("Sarja is ready: https://games.example (listens on http://127.0.0.1:"),
        "{line}"
    );
    // Standard error is read as it comes: a full pipe would stop the server.
    let Serving { mut process, url } = server;
    let mut logged = process.stderr.take().unwrap();
    let logged = std::thread::spawn(move || {
        let mut text = String::new();
        logged.read_to_string(&mut text).unwrap();
        text
    });

    let refused = run(&["bot", "--url", &url, "--create", "--players", "2"], "");
    assert_eq!(refused.status, 1);
    assert!(
        refused.stderr.contains("yours is missing or wrong. Give it with --creation-secret-file"),
        "{}",
        refused.stderr
    );

    let create = ["bot", "--url", &url, "--create", "--players", "2", "--creation-secret-file", file];
    let mut bot = sarja(&create).stdin(Stdio::null()).spawn().unwrap();
    let mut told = String::new();
    BufReader::new(bot.stdout.as_mut().unwrap()).read_line(&mut told).unwrap();
    let (room, invitation) = told.split_once(' ').unwrap();
    assert!(invitation.starts_with(&format!("https://games.example/r/{room}#")), "{told}");
    bot.kill().unwrap();
    bot.wait().unwrap();

    let id = process.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(process.wait().unwrap().code(), Some(0));
    let logged = logged.join().unwrap();
    assert!(logged.contains("room made"), "the log was looked through");
    assert!(!logged.contains(secret), "{logged}");
}
