//! The binary `sarja` as a process.

#[cfg(target_os = "linux")]
use std::io::{PipeReader, Read as _, Write as _};
use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
    sync::OnceLock,
};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader},
    process::{Child, ChildStdout},
    task::JoinHandle,
    time::timeout,
};

use super::{PATIENCE, Place};

/// Where the binary is: beside the tests, where a build of the workspace leaves it. It is built if it is not there.
pub(super) fn sarja() -> &'static Path {
    static SARJA: OnceLock<PathBuf> = OnceLock::new();
    SARJA.get_or_init(|| {
        let test = std::env::current_exe().unwrap();
        let profile = test.parent().and_then(Path::parent).unwrap();
        let binary = profile.join(format!("sarja{}", std::env::consts::EXE_SUFFIX));
        if !binary.exists() {
            let mut cargo = Command::new(env!("CARGO"));
            cargo.args(["build", "--package", "sarja-cli", "--bin", "sarja", "--target-dir"]);
            cargo.arg(profile.parent().unwrap());
            if profile.ends_with("release") {
                cargo.arg("--release");
            }
            let built = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).status().unwrap();
            assert!(built.success(), "the binary was not built: {built}");
        }
        binary
    })
}

/// What a run of the binary came to.
pub(crate) struct Ran {
    pub(crate) success: bool,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the binary with these arguments to its end, and with nothing of the environment that it listens to.
pub(crate) async fn run(args: &[&str]) -> Ran {
    let mut command = tokio::process::Command::new(sarja());
    for variable in ["SARJA_CONFIG", "SARJA_DATA_DIR", "DATABASE_URL"] {
        command.env_remove(variable);
    }
    let ran = timeout(PATIENCE, command.args(args).stdin(Stdio::null()).output());
    let output = ran.await.expect("the program ends in time").unwrap();
    Ran {
        success: output.status.success(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// What a process writes to standard error.
enum Log {
    /// It is read all the time.
    Read(JoinHandle<String>),
    /// It is a pipe that was full from the beginning, and is read when the process is asked to stop.
    #[cfg(target_os = "linux")]
    Full(PipeReader),
}

impl Log {
    async fn whole(self) -> String {
        match self {
            Self::Read(log) => log.await.unwrap(),
            #[cfg(target_os = "linux")]
            Self::Full(mut pipe) => {
                let read = tokio::task::spawn_blocking(move || {
                    let mut log = String::new();
                    pipe.read_to_string(&mut log).unwrap();
                    log
                });
                read.await.unwrap()
            }
        }
    }
}

/// A server that runs as a process of its own.
pub(crate) struct Program {
    child: Child,
    pub(crate) address: SocketAddr,
    log: Log,
    /// Kept open: a process whose output nobody reads may fail on it.
    _output: BufReader<ChildStdout>,
}

impl Program {
    /// Starts `sarja serve` with its data in this place, at this address, and waits until it is ready.
    pub(crate) async fn serve(place: &Place, listen: &str, more: &[&str]) -> Self {
        Self::start(tokio::process::Command::new(sarja()), place, listen, more, None).await
    }

    /// The same, but its log goes into a pipe that is full already, so that not a line can be written.
    #[cfg(target_os = "linux")]
    pub(crate) async fn serve_with_full_log(place: &Place) -> Self {
        /// What a pipe holds.
        const PIPE_BYTES: usize = 64 * 1024;
        let (reads, mut writes) = std::io::pipe().unwrap();
        writes.write_all(&vec![b'.'; PIPE_BYTES]).unwrap();
        let command = tokio::process::Command::new(sarja());
        Self::start(command, place, "127.0.0.1:0", &[], Some((Log::Full(reads), writes.into()))).await
    }

    /// The same, but the system lets it open so many files at once at most.
    #[cfg(target_os = "linux")]
    pub(crate) async fn serve_with_files(place: &Place, files: usize) -> Self {
        // It becomes the program, under the same process id.
        let mut command = tokio::process::Command::new("prlimit");
        command.arg(format!("--nofile={files}:{files}")).arg(sarja());
        Self::start(command, place, "127.0.0.1:0", &[], None).await
    }

    async fn start(
        mut command: tokio::process::Command,
        place: &Place,
        listen: &str,
        more: &[&str],
        log: Option<(Log, Stdio)>,
    ) -> Self {
        command
            .args(["serve", "--listen", listen, "--data-dir"])
            .arg(place.folder())
            .args(more)
            .kill_on_drop(true);
        command.env_remove("SARJA_LOG").env_remove("SARJA_LOG_FORMAT").env_remove("SARJA_ORIGINS");
        command.env_remove("DATABASE_URL").envs(place.database_url().map(|url| ("DATABASE_URL", url)));
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let (log, stderr) = log.unzip();
        let mut child = command.stderr(stderr.unwrap_or_else(Stdio::piped)).spawn().unwrap();
        // What was made for the process alone is closed here.
        drop(command);
        let log = log.unwrap_or_else(|| {
            let mut stderr = child.stderr.take().unwrap();
            Log::Read(tokio::spawn(async move {
                let mut log = Vec::new();
                stderr.read_to_end(&mut log).await.unwrap();
                String::from_utf8_lossy(&log).into_owned()
            }))
        });
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        timeout(PATIENCE, output.read_line(&mut line)).await.expect("the server is ready in time").unwrap();
        assert_eq!(
            place.folder().join("sarja.db").exists(),
            place.database_url().is_none(),
            "the data lies where it should: {line}"
        );
        let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next());
        let Some(address) = address else { panic!("`{line}` names no address; {}", log.whole().await) };
        Self { child, address: address.parse().unwrap(), log, _output: output }
    }

    /// Sets how many bytes a file of this process may have; `None` for as many as it likes.
    #[cfg(target_os = "linux")]
    pub(crate) fn limit_files(&self, bytes: Option<u64>) {
        let limit = bytes.map_or("unlimited".to_owned(), |bytes| bytes.to_string());
        // The hard limit stays where it is, so that the soft one can be raised again.
        self.limit(&format!("--fsize={limit}:unlimited"));
    }

    /// Takes all files from this process that it has not opened yet.
    #[cfg(target_os = "linux")]
    pub(crate) fn take_all_files(&self) {
        let open = format!("/proc/{}/fd", self.child.id().unwrap());
        let open = |number: usize| Path::new(&open).join(number.to_string()).symlink_metadata().is_ok();
        // The limit is on their numbers, and the system gives the lowest one that is free.
        let mut free = 0;
        while open(free) {
            free += 1;
        }
        self.limit(&format!("--nofile={free}:"));
    }

    #[cfg(target_os = "linux")]
    fn limit(&self, limit: &str) {
        let pid = self.child.id().unwrap().to_string();
        let set = Command::new("prlimit").args(["--pid", &pid, limit]).status();
        assert!(set.expect("prlimit is part of util-linux").success());
    }

    /// Kills the process as a power cut would, and waits until it is gone.
    pub(crate) async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }

    /// Asks the process to stop, as a system does.
    pub(crate) fn terminate(&self) {
        let id = self.child.id().unwrap().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    }

    /// Waits until the process has ended by itself, and gives its log.
    pub(crate) async fn ended(mut self) -> (ExitStatus, String) {
        // A log that was not read is read now: the process may wait for that.
        let (status, log) = tokio::join!(timeout(PATIENCE, self.child.wait()), self.log.whole());
        (status.expect("the server stops in time").unwrap(), log)
    }
}
