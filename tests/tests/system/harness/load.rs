//! `sarja load` as a process.

use std::{
    collections::BTreeSet,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Stdio,
};

use serde::Deserialize;
use serde_json::Value;
use tempfile::TempDir;
use tokio::{
    process::Child,
    time::{Duration, sleep, timeout},
};
use uuid::Uuid;

use super::{PATIENCE, program::sarja};

/// How often it is looked whether the load has gone on.
const LOOKED_EVERY: Duration = Duration::from_millis(5);

/// A move that the server said is done.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct Acknowledged {
    pub(crate) room: Uuid,
    pub(crate) player: Uuid,
    pub(crate) command_id: String,
    pub(crate) seq: u64,
}

/// A load that runs until it is asked to end.
pub(crate) struct Load {
    child: Child,
    folder: TempDir,
}

/// What came of a load.
pub(crate) struct Came {
    pub(crate) success: bool,
    pub(crate) summary: Value,
    pub(crate) stderr: String,
}

impl Load {
    /// Starts `sarja load` on this server, for longer than any test lasts unless the arguments say otherwise.
    pub(crate) fn start(server: SocketAddr, more: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let mut command = tokio::process::Command::new(sarja());
        command.args(["load", "--json", "--url", &format!("ws://{server}"), "--acknowledged"]);
        command.arg(file(folder.path())).args(more).kill_on_drop(true);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        Self { child, folder }
    }

    /// All moves that were acknowledged so far.
    pub(crate) fn acknowledged(&self) -> Vec<Acknowledged> {
        let Ok(text) = std::fs::read_to_string(file(self.folder.path())) else { return Vec::new() };
        // The last line may be half written.
        text.split_inclusive('\n')
            .filter(|line| line.ends_with('\n'))
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// Waits until so many more moves were acknowledged than these.
    pub(crate) async fn until_more(&mut self, than: usize, more: usize) {
        self.until(|acknowledged| acknowledged.len() >= than + more).await;
    }

    /// Waits until so many players have moved after these moves.
    pub(crate) async fn until_all_moved(&mut self, after: usize, players: usize) {
        let all = |acknowledged: &[Acknowledged]| {
            let since = acknowledged.get(after..).unwrap_or_default();
            since.iter().map(|a| a.player).collect::<BTreeSet<_>>().len() >= players
        };
        self.until(all).await;
    }

    async fn until(&mut self, holds: impl Fn(&[Acknowledged]) -> bool) {
        let waited = timeout(PATIENCE, async {
            while !holds(&self.acknowledged()) {
                if let Some(status) = self.child.try_wait().unwrap() {
                    return Some(status);
                }
                sleep(LOOKED_EVERY).await;
            }
            None
        });
        let ended = waited.await.unwrap_or_else(|elapsed| {
            panic!("the load does not go on after {} moves: {elapsed}", self.acknowledged().len())
        });
        assert_eq!(ended, None, "the load has ended");
    }

    /// Asks it to end, as Ctrl-C does, and gives what came of it.
    pub(crate) async fn end(self) -> Came {
        let id = self.child.id().unwrap().to_string();
        assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        self.ended().await
    }

    /// Waits until it has ended by itself, and gives what came of it.
    pub(crate) async fn ended(self) -> Came {
        let Self { child, folder } = self;
        let output =
            timeout(PATIENCE, child.wait_with_output()).await.expect("the load ends in time").unwrap();
        drop(folder);
        let stderr = String::from_utf8(output.stderr).unwrap();
        let summary =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {stderr}"));
        Came { success: output.status.success(), summary, stderr }
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("acknowledged")
}
