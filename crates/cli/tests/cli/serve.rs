//! `sarja serve` as a process.

use std::{
    io::{BufRead as _, BufReader, Read as _},
    process::{Child, Command, Stdio},
};

use sarja_client::{Client, CommandError, Ended, Options, Reconnecting};
use sarja_protocol::{PlayerKind, PlayerName, Settings, TurnNumber};

use crate::process::{run, sarja};

/// A server as a process, and the address that its first line names.
struct Serving {
    process: Child,
    url: String,
}

impl Serving {
    fn start(data: &str) -> Self {
        let args = ["serve", "--listen", "127.0.0.1:0", "--data-dir", data, "--log", "warn"];
        let mut process = sarja(&args).stdin(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        assert!(line.starts_with("Sarja is ready: http://127.0.0.1:"), "{line}");
        assert!(line.contains(data), "{line}");
        Self { process, url: words[3].to_owned() }
    }

    /// Stops it as a system does, and tells its exit status and what it said on standard error.
    fn terminate(mut self) -> (Option<i32>, String) {
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
