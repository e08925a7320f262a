//! Rooms that come and go, over real sockets and a real store: whether anything is left of them, what an open room costs in
//! memory, and how long a server with many of them takes to start.
//!
//! `cargo bench -p sarja-server --bench rooms` runs all parts, each in a process of its own, so that none measures what another
//! left in memory. After `--` may stand other numbers: of rooms that are made and ended, and of rooms that are open.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on should stop where it stands")]
#![expect(clippy::cast_precision_loss, reason = "no count here comes near 2^52")]
#![expect(clippy::print_stdout, reason = "a benchmark prints what it measures")]

use std::{
    net::SocketAddr,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures_util::{SinkExt as _, StreamExt as _};
use sarja_server::{Census, Config, Observer, Server, ServerLimits};
use sarja_store::StoreUrl;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{net::TcpStream, sync::oneshot, task::JoinHandle, time::Instant};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

/// Connections that make rooms at the same time: enough for commits to come in groups.
const CONNECTIONS: usize = 64;

/// Rooms that are made and ended before anything is counted: caches and pools fill.
const WARM_UP: usize = 4_000;

/// How often progress is shown.
const PROGRESS: Duration = Duration::from_secs(5);

struct Running {
    address: SocketAddr,
    observer: Observer,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Running {
    async fn start(folder: &TempDir, idle_after: Duration) -> Self {
        let store = StoreUrl::sqlite(folder.path().join("sarja.db")).unwrap();
        let mut config = Config::new("127.0.0.1:0".parse().unwrap(), store);
        config.limits = ServerLimits::bench();
        config.idle_rooms.after = idle_after;
        config.drain.notice = Duration::ZERO;
        let server = Server::start(config).await.unwrap();
        let (address, observer) = (server.local_addr(), server.observer());
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(async move {
            server.run(async { stopped.await.unwrap_or_default() }).await;
        });
        Self { address, observer, stop, task }
    }

    async fn stop(self) {
        self.stop.send(()).unwrap();
        self.task.await.unwrap();
    }

    /// Waits until it is so.
    async fn until(&self, holds: impl Fn(Census) -> bool) {
        while !holds(self.observer.census()) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

struct Player {
    socket: WebSocketStream<TcpStream>,
    commands: u32,
}

impl Player {
    async fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        let (socket, _) = client_async(format!("ws://{address}/ws"), stream).await.unwrap();
        let mut player = Self { socket, commands: 0 };
        let hello = json!({ "type": "hello", "protocol": { "min": 1, "max": 1 } });
        player.socket.send(Message::text(hello.to_string())).await.unwrap();
        player.until(|message| message["type"] == "welcome").await;
        player
    }

    async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let frame = self.socket.next().await.expect("the server is there").unwrap();
            let Message::Text(text) = frame else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            assert_ne!(message["type"], "error", "{message}");
            if fits(&message) {
                return message;
            }
        }
    }

    async fn call(&mut self, mut command: Value) {
        self.commands += 1;
        let id = format!("c{}", self.commands);
        command["command_id"] = id.as_str().into();
        self.socket.send(Message::text(command.to_string())).await.unwrap();
        self.until(|message| message["command_id"] == id.as_str()).await;
    }

    async fn make_room(&mut self) {
        self.call(json!({ "type": "create_room", "name": "Aino", "settings": {} })).await;
    }

    async fn make_and_end_room(&mut self) {
        self.make_room().await;
        self.call(json!({ "type": "leave_room" })).await;
    }

    async fn close(mut self) {
        self.socket.close(None).await.unwrap();
        while let Some(Ok(_)) = self.socket.next().await {}
    }
}

/// Bytes of this process in memory, or 0 where the system does not say.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap_or_default() * 1024
}

fn mib(bytes: usize) -> String {
    format!("{:.1} MiB", bytes as f64 / (1024.0 * 1024.0))
}

/// Does something so many times over several connections, and shows how far it is.
async fn many<F>(what: &'static str, times: usize, act: impl Fn() -> F) -> f64
where
    F: Future<Output = Box<dyn FnMut() -> futures_util::future::BoxFuture<'static, ()> + Send>>,
{
    let (left, begun) = (Arc::new(AtomicUsize::new(times)), Instant::now());
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..CONNECTIONS {
        let (mut act, left) = (act().await, Arc::clone(&left));
        tasks.spawn(async move {
            while left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1)).is_ok() {
                act().await;
            }
        });
    }
    let mut progress = tokio::time::interval_at(begun + PROGRESS, PROGRESS);
    loop {
        tokio::select! {
            done = tasks.join_next() => match done {
                Some(done) => done.unwrap(),
                None => break,
            },
            _ = progress.tick() => {
                let done = times - left.load(Ordering::Relaxed);
                let rate = done as f64 / begun.elapsed().as_secs_f64();
                println!("    {done} of {times} {what}, {rate:.0} a second, {} in memory", mib(resident()));
            }
        }
    }
    times as f64 / begun.elapsed().as_secs_f64()
}

/// Many rooms are made and ended by few connections.
async fn churn(rooms: usize) {
    let folder = TempDir::new().unwrap();
    let server = Running::start(&folder, Duration::from_mins(1)).await;
    let round = async |rooms| {
        let address = server.address;
        let act = || async move {
            let player = Arc::new(tokio::sync::Mutex::new(Player::connect(address).await));
            let act = move || -> futures_util::future::BoxFuture<'static, ()> {
                let player = Arc::clone(&player);
                Box::pin(async move { player.lock().await.make_and_end_room().await })
            };
            Box::new(act) as Box<dyn FnMut() -> _ + Send>
        };
        let rate = many("rooms made and ended", rooms, act).await;
        server.until(|census| census.connections == 0).await;
        rate
    };
    round(WARM_UP).await;
    let (before, held_before) = (resident(), server.observer.census());
    let rate = round(rooms).await;
    let (after, held_after) = (resident(), server.observer.census());
    println!("  {rooms} rooms made and ended: {rate:.0} a second");
    println!("  in memory before {}, after {}", mib(before), mib(after));
    println!("  a room leaves behind {:.1} bytes", (after as f64 - before as f64) / rooms as f64);
    println!("  held before: {held_before:?}");
    println!("  held after:  {held_after:?}");
    assert_eq!(held_after, held_before, "something is left");
    server.stop().await;
}

/// Many rooms are open, with nobody there: in memory, or asleep.
async fn open(rooms: usize, idle_after: Duration) {
    let folder = TempDir::new().unwrap();
    let server = Running::start(&folder, idle_after).await;
    let act = |address| {
        move || async move {
            let act = move || -> futures_util::future::BoxFuture<'static, ()> {
                Box::pin(async move {
                    let mut player = Player::connect(address).await;
                    player.make_room().await;
                    player.close().await;
                })
            };
            Box::new(act) as Box<dyn FnMut() -> _ + Send>
        }
    };
    many("rooms", rooms / 10, act(server.address)).await;
    let settled = move |rooms: usize| {
        move |census: Census| {
            let asleep = if idle_after.is_zero() { rooms } else { 0 };
            census.connections == 0 && census.rooms_asleep == asleep
        }
    };
    server.until(settled(rooms / 10)).await;
    let before = resident();
    many("rooms", rooms - rooms / 10, act(server.address)).await;
    server.until(settled(rooms)).await;
    let each = (resident() as f64 - before as f64) / (rooms - rooms / 10) as f64;
    println!("  {rooms} open rooms, {each:.0} bytes each: {:?}", server.observer.census());
    server.stop().await;

    let begun = Instant::now();
    let server = Running::start(&folder, idle_after).await;
    let ready = begun.elapsed();
    server.until(|census| census.rooms_unread == 0 && census.room_tasks == 0).await;
    println!(
        "  a start with {rooms} open rooms: ready after {ready:?}, all read after {:?}",
        begun.elapsed()
    );
    server.stop().await;
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let number = |at: usize, without: usize| args.get(at).and_then(|arg| arg.parse().ok()).unwrap_or(without);
    let run = |part: &str, rooms: usize| {
        let this = std::env::current_exe().unwrap();
        let status = Command::new(this).args([part, &rooms.to_string()]).status().unwrap();
        assert!(status.success(), "{part}: {status}");
    };
    let runtime = || tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    match args.first().map(String::as_str) {
        Some("churn") => runtime().block_on(churn(number(1, 100_000))),
        Some("awake") => runtime().block_on(open(number(1, 10_000), Duration::from_hours(1))),
        Some("asleep") => runtime().block_on(open(number(1, 10_000), Duration::ZERO)),
        _ => {
            println!("Rooms that are made and ended:");
            run("churn", number(0, 100_000));
            println!("Open rooms in memory, with nobody there:");
            run("awake", number(1, 10_000));
            println!("Open rooms asleep:");
            run("asleep", number(1, 10_000));
        }
    }
}
