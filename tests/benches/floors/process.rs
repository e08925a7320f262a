//! The processes of a measurement: a server and a load, each on a core of its own where the system can do that.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, ChildStdout, Command},
    time::timeout,
};

/// How long anything may take that has to come.
const PATIENCE: Duration = Duration::from_mins(10);

/// The first argument of this program as the bare room.
pub(crate) const BARE: &str = "bare";

/// The core of a process.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Core {
    Server = 0,
    Load = 1,
}

/// The program that is measured, as it would be installed. It is built if need be.
pub(crate) fn sarja() -> PathBuf {
    let this = std::env::current_exe().unwrap();
    let profile = this.parent().and_then(Path::parent).unwrap();
    let mut cargo = std::process::Command::new(env!("CARGO"));
    cargo
        .args(["build", "--release", "--package", "sarja-cli", "--target-dir"])
        .arg(profile.parent().unwrap());
    let built = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).status().unwrap();
    assert!(built.success(), "the program was not built: {built}");
    profile.join("sarja")
}

/// A program on a core of its own.
fn on(core: Core, program: &Path) -> Command {
    let mut command = Command::new("taskset");
    command.args(["--cpu-list", &(core as u8).to_string()]).arg(program).kill_on_drop(true);
    command.stdout(Stdio::piped());
    command
}

/// Ends when whoever started this process closes its input.
pub(crate) async fn until_input_ends() {
    tokio::task::spawn_blocking(|| std::io::stdin().lines().count()).await.unwrap();
}

/// A server in a process of its own.
pub(crate) struct Serving {
    child: Child,
    pub(crate) address: SocketAddr,
    /// Kept open: a process whose output nobody reads may fail on it.
    _output: BufReader<ChildStdout>,
}

impl Serving {
    /// Starts the bare room: this program in another part.
    pub(crate) async fn bare() -> Self {
        let mut command = on(Core::Server, &std::env::current_exe().unwrap());
        command.arg(BARE).stdin(Stdio::piped()).stderr(Stdio::null());
        Self::of(command).await
    }

    /// Starts `sarja serve` with this database, at this address.
    pub(crate) async fn sarja(program: &Path, database: &str, listen: &str, folder: &Path) -> Self {
        let mut command = on(Core::Server, program);
        command.args([
            "serve",
            "--limits",
            "bench",
            "--listen",
            listen,
            "--database",
            database,
            "--data-dir",
        ]);
        command.arg(folder).stdin(Stdio::null()).stderr(Stdio::null());
        Self::of(command).await
    }

    async fn of(mut command: Command) -> Self {
        let mut child = command.spawn().expect("taskset is part of util-linux");
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        timeout(PATIENCE, output.read_line(&mut line)).await.expect("the server starts").unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split_whitespace().next());
        let address = address.unwrap_or_else(|| panic!("`{line}` names no address")).parse().unwrap();
        Self { child, address, _output: output }
    }

    /// Its process id.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id().unwrap()
    }

    /// Ends it without a word.
    pub(crate) async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }
}

/// A load that runs.
pub(crate) struct Loading(Child);

impl Loading {
    /// Starts `sarja load` on this server.
    pub(crate) fn start(program: &Path, server: &Serving, args: &str) -> Self {
        let mut command = on(Core::Load, program);
        let url = format!("ws://{}", server.address);
        command.args(["load", "--json", "--url", &url, "--server-pid", &server.pid().to_string()]);
        command.args(args.split_whitespace()).stdin(Stdio::null()).stderr(Stdio::inherit());
        Self(command.spawn().expect("taskset is part of util-linux"))
    }

    /// Waits for its summary.
    pub(crate) async fn summary(self) -> Value {
        let output = timeout(PATIENCE, self.0.wait_with_output()).await.expect("the load ends").unwrap();
        serde_json::from_slice(&output.stdout).expect("the load prints a summary")
    }
}
