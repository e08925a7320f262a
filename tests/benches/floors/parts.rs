//! The parts of the measurement, and the tables that they print.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use serde_json::Value;
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use crate::process::{self, Loading, Serving};

/// How often two things are measured in turn.
const ROUNDS: usize = 3;

/// Rooms that play at once: enough that a server always has something to do.
const ROOMS: u32 = 100;

/// Seats that do nothing.
const IDLE: u32 = 8_000;

/// Seats that come back at once.
const BACK: u32 = 10_000;

/// The program that is measured, and for how long each time.
pub(crate) struct Stage {
    sarja: PathBuf,
    seconds: u32,
    folder: TempDir,
}

fn number(summary: &Value, path: &str) -> f64 {
    summary
        .pointer(path)
        .and_then(Value::as_f64)
        .unwrap_or_else(|| panic!("`{path}` is no number in {summary}"))
}

/// A row about moves.
fn row(what: &str, summary: &Value) {
    let n = |path| number(summary, path);
    println!(
        "| {what} | {:.0} | {:.4} | {:.2} | {:.2} | {:.2} | {:.0} |",
        n("/moves_per_s"),
        n("/server/processor_s_per_1000_moves"),
        n("/latency_ms/p50"),
        n("/latency_ms/p99"),
        n("/latency_ms/p999"),
        n("/latency_ms/samples"),
    );
    for kept in ["/lost_acknowledged", "/told_otherwise", "/given_up"] {
        assert!(n(kept) < 0.5, "{kept}: {summary}");
    }
}

fn head() {
    println!(
        "\n| server | moves a second | seconds of processor for 1,000 | p50 ms | p99 ms | p99.9 ms | samples |"
    );
    println!("|---|---|---|---|---|---|---|");
}

/// The middle one.
fn median(mut ratios: Vec<f64>) -> f64 {
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

impl Stage {
    /// Builds what is measured.
    pub(crate) fn build(seconds: u32) -> Self {
        Self { sarja: process::sarja(), seconds, folder: TempDir::new().unwrap() }
    }

    async fn serve(&self, database: &str) -> Serving {
        Serving::sarja(&self.sarja, database, "127.0.0.1:0", self.folder.path()).await
    }

    async fn load(&self, server: Serving, args: &str) -> Value {
        let summary = Loading::start(&self.sarja, &server, args).summary().await;
        server.kill().await;
        summary
    }

    async fn saturate(&self, server: Serving) -> Value {
        self.load(server, &format!("--rooms {ROOMS} --seconds {}", self.seconds)).await
    }

    /// Moves of rooms of four, the store in memory, beside a bare room.
    pub(crate) async fn moves(&self) {
        head();
        let (mut rates, mut costs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let bare = self.saturate(Serving::bare().await).await;
            row("bare room", &bare);
            let ours = self.saturate(self.serve("memory:").await).await;
            row("Sarja, store in memory", &ours);
            rates.push(number(&ours, "/moves_per_s") / number(&bare, "/moves_per_s"));
            let cost = "/server/processor_s_per_1000_moves";
            costs.push(number(&bare, cost) / number(&ours, cost));
        }
        println!(
            "\nmoves to those of the bare room: {:.2}; by processor: {:.2}",
            median(rates),
            median(costs)
        );
    }

    /// The same with each store.
    pub(crate) async fn persisted(&self) {
        head();
        for round in 0..ROUNDS {
            row("store in memory", &self.saturate(self.serve("memory:").await).await);
            let file = sqlite(&self.folder.path().join(format!("{round}.db")));
            row("SQLite", &self.saturate(self.serve(&file).await).await);
            if let Ok(server) = std::env::var("SARJA_TEST_POSTGRES") {
                let database = Database::create(&server).await;
                row("PostgreSQL", &self.saturate(self.serve(&database.url).await).await);
                database.remove().await;
            }
        }
    }

    /// What a seat costs that does nothing.
    pub(crate) async fn idle(&self) {
        println!("\n| server | seats that idle | KiB before | KiB | KiB a seat |");
        println!("|---|---|---|---|---|");
        let args = format!("--rooms 0 --idle {IDLE} --seconds 5");
        for (what, server) in [("bare room", Serving::bare().await), ("Sarja", self.serve("memory:").await)] {
            let summary = self.load(server, &args).await;
            let n = |path| number(&summary, path);
            let (before, after) = (n("/server/memory_before_kib"), n("/server/memory_kib"));
            let each = (after - before) / n("/idle");
            println!("| {what} | {:.0} | {before:.0} | {after:.0} | {each:.2} |", n("/idle"));
        }
    }

    /// Tables that are rearranged: a thousand players in turn, two watch each.
    pub(crate) async fn drafts(&self) {
        let args = format!("--rooms 1000 --players 3 --drafts 10 --rate 200 --seconds {}", self.seconds);
        let summary = self.load(self.serve("memory:").await, &args).await;
        let n = |path| number(&summary, path);
        println!(
            "\n| drafts a second | seconds of processor for 1,000 | shown | bytes to each watcher | moves' p50 ms | p99 ms | samples |"
        );
        println!("|---|---|---|---|---|---|---|");
        println!(
            "| {:.0} | {:.4} | {:.2} for each | {:.0} | {:.2} | {:.2} | {:.0} |",
            n("/drafts_per_s"),
            n("/server/processor_s_per_1000_drafts"),
            n("/drafts_shown") / n("/drafts"),
            n("/draft_bytes_shown") / n("/drafts_shown"),
            n("/latency_ms/p50"),
            n("/latency_ms/p99"),
            n("/latency_ms/samples"),
        );
    }

    /// All seats of a server that is killed come back at once.
    pub(crate) async fn back_at_once(&self) {
        let store = sqlite(&self.folder.path().join("return.db"));
        let first = self.serve(&store).await;
        let address = first.address.to_string();
        let loading = Loading::start(&self.sarja, &first, &format!("--rooms 0 --idle {BACK} --seconds 60"));
        until_connected(&first, BACK).await;
        first.kill().await;
        let killed = Instant::now();
        let again = Serving::sarja(&self.sarja, &store, &address, self.folder.path()).await;
        let ready = killed.elapsed();
        until_connected(&again, BACK / 100 * 95).await;
        let connected = killed.elapsed();
        let summary = loading.summary().await;
        let memory = std::fs::read_to_string(format!("/proc/{}/status", again.pid())).unwrap();
        let peak = memory.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap().trim().to_owned();
        again.kill().await;
        let n = |path| number(&summary, path);
        println!(
            "\n{BACK} seats, after a kill: the server is ready after {:.2} s, 95 in 100 are connected after {:.2} s",
            ready.as_secs_f64(),
            connected.as_secs_f64()
        );
        println!(
            "after the first one that can play: half of them {:.2} s, 95 in 100 {:.2} s, all {:.2} s; away 95 in 100 {:.2} s, longest {:.2} s",
            n("/returned/p50_ms") / 1e3,
            n("/returned/p95_ms") / 1e3,
            n("/returned/max_ms") / 1e3,
            n("/away_ms/p95") / 1e3,
            n("/away_ms/max") / 1e3,
        );
        println!(
            "{} came back, {} refused, {} gave up; the server's memory at its highest: {peak}",
            summary["returned"]["players"], summary["refused"], summary["given_up"]
        );
    }
}

/// Waits until a server has so many connections. What it looks at costs the server nothing.
async fn until_connected(server: &Serving, connections: u32) {
    let files = format!("/proc/{}/fd", server.pid());
    while std::fs::read_dir(&files).map_or(0, Iterator::count) < connections as usize {
        sleep(Duration::from_millis(20)).await;
    }
}

fn sqlite(file: &Path) -> String {
    format!("sqlite:{}", file.display())
}

/// A database of PostgreSQL for one measurement.
struct Database {
    server: String,
    name: String,
    url: String,
}

impl Database {
    async fn create(server: &str) -> Self {
        let name = format!("sarja_floors_{}", uuid::Uuid::new_v4().simple());
        execute(server, format!("CREATE DATABASE {name}")).await;
        let (before, _) = server.rsplit_once('/').expect("the URL names a database");
        Self { server: server.to_owned(), url: format!("{before}/{name}"), name }
    }

    async fn remove(self) {
        execute(&self.server, format!("DROP DATABASE {} WITH (FORCE)", self.name)).await;
    }
}

async fn execute(server: &str, statement: String) {
    use sqlx::{Connection as _, Executor as _};
    let mut connection = sqlx::PgConnection::connect(server).await.unwrap();
    connection.execute(sqlx::AssertSqlSafe(statement)).await.unwrap();
}
