//! A PostgreSQL server of a test's own, which can be stopped and started: nobody else notices.

use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use tempfile::TempDir;

use super::skipped;

/// How often a start is tried: a port that was free may be taken in the next moment.
const STARTS_MAX: usize = 5;

/// How a server is stopped.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StopMode {
    /// It ends its connections, and tidies up.
    Fast,
    /// It ends without a word, as in a crash, and recovers when it starts.
    Immediate,
}

/// A server with its data in a folder that is gone when the test is over.
pub(crate) struct Cluster {
    programs: PathBuf,
    folder: TempDir,
    port: u16,
}

impl Cluster {
    /// A server that runs; `None` where its programs are not installed, which is said to whoever reads what tests say, and fails
    /// on the machine that checks every change.
    pub(crate) fn start(test: &str) -> Option<Self> {
        let Some(programs) = programs() else {
            skipped(test, "PostgreSQL's initdb and pg_ctl are not installed");
            return None;
        };
        let folder = TempDir::new().unwrap();
        if is_root() {
            // PostgreSQL refuses to run as root.
            let owned = Command::new("chown").arg("postgres").arg(folder.path()).status().unwrap();
            assert!(owned.success(), "there is no user postgres");
        }
        let mut cluster = Self { programs, folder, port: 0 };
        let made = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
        succeeded("initdb", &cluster.run("initdb", &made));
        let is_up = (0..STARTS_MAX).any(|_| {
            cluster.port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
            cluster.try_start().status.success()
        });
        assert!(is_up, "{}", cluster.log());
        Some(cluster)
    }

    /// The URL of its database.
    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    /// Stops the server, and waits until it is gone.
    pub(crate) fn stop(&self, mode: StopMode) {
        let mode = match mode {
            StopMode::Fast => "fast",
            StopMode::Immediate => "immediate",
        };
        succeeded("pg_ctl stop", &self.run("pg_ctl", &["-w", "-m", mode, "stop"]));
    }

    /// Starts it again, at the same port, and waits until it takes connections.
    pub(crate) fn start_again(&self) {
        let started = self.try_start();
        assert!(started.status.success(), "{}", self.log());
    }

    /// Lets every process of the server stand still, as if its machine hung: nothing is closed, and nothing is answered.
    #[cfg(target_os = "linux")]
    pub(crate) fn freeze(&self) {
        self.signal("-STOP");
    }

    /// Lets them go on.
    #[cfg(target_os = "linux")]
    pub(crate) fn thaw(&self) {
        self.signal("-CONT");
    }

    #[cfg(target_os = "linux")]
    fn signal(&self, signal: &str) {
        let pid_file = std::fs::read_to_string(self.folder.path().join("data/postmaster.pid")).unwrap();
        let postmaster = pid_file.lines().next().unwrap().trim();
        // The first: it makes the others.
        let told = Command::new("kill").args([signal, postmaster]).status().unwrap();
        assert!(told.success());
        for process in std::fs::read_dir("/proc").unwrap().flatten() {
            let stat = std::fs::read_to_string(process.path().join("stat")).unwrap_or_default();
            // After the name in parentheses come the state and the parent.
            let parent = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1));
            if parent == Some(postmaster) {
                // One that ended meanwhile needs no signal.
                Command::new("kill")
                    .args([signal.as_ref(), process.file_name().as_os_str()])
                    .output()
                    .unwrap();
            }
        }
    }

    fn try_start(&self) -> Output {
        // Without syncing: what a process wrote outlives it, and nobody cuts the power.
        let settings = format!(
            "-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c port={} -c fsync=off",
            self.port
        );
        self.run("pg_ctl", &["-w", "-l", path(&self.folder.path().join("log")), "-o", &settings, "start"])
    }

    /// Runs one of its programs on its data.
    fn run(&self, program: &str, args: &[&str]) -> Output {
        let program = self.programs.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.arg("-D").arg(self.folder.path().join("data")).args(args).current_dir(self.folder.path());
        // The server must not inherit pipes: who reads them to their end would wait for the server's.
        let (out, err) = (self.folder.path().join("out"), self.folder.path().join("err"));
        let [stdout, stderr] = [&out, &err].map(|file| std::fs::File::create(file).unwrap());
        let status =
            command.stdin(std::process::Stdio::null()).stdout(stdout).stderr(stderr).status().unwrap();
        Output { status, stdout: std::fs::read(out).unwrap(), stderr: std::fs::read(err).unwrap() }
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // It may be stopped already. If not, nobody would stop it after this.
        self.run("pg_ctl", &["-m", "immediate", "stop"]);
    }
}

fn succeeded(what: &str, output: &Output) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{what}: {}{}", text(&output.stdout), text(&output.stderr));
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    String::from_utf8_lossy(&id.stdout).trim() == "0"
}

/// The folder of the server's programs: where Debian keeps them, one folder for each version, or where the one on PATH says.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<_> = versions.map(|version| version.path().join("bin")).collect();
    folders.sort();
    if let Ok(told) = Command::new("pg_config").arg("--bindir").output() {
        folders.push(String::from_utf8_lossy(&told.stdout).trim().into());
    }
    folders.into_iter().rev().find(|folder| folder.join("initdb").exists() && folder.join("pg_ctl").exists())
}
