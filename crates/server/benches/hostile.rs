//! What games notice of a flood: `cargo bench -p sarja-server --bench hostile`.
//!
//! Ten rooms play, and the time from each command to its answer is taken: with nothing else; beside a process that takes a
//! processor; and while a thousand connections from fifty addresses flood the server and connect again as soon as they are
//! closed. The phases alternate, and those of a kind are taken together: one phase alone is at the mercy of whatever else
//! the machine does. The busy phases tell what the flood costs by being made on this machine, whatever the server does. The server,
//! with its usual limits, and the flood are processes of their own; they share the machine with this one, so the flood
//! runs at the lowest priority.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on should stop where it stands")]

mod flood;
mod stage;

use std::{process::Stdio, time::Duration};

use sarja_server::ServerLimits;
use serde_json::{Value, json};
use stage::{Person, SERVER, ServerProcess, loopback, until_input_ends};
use tokio::{
    io::AsyncReadExt as _,
    process::{Child, Command},
    time::{Instant, sleep},
};

/// The first argument of a process that only takes processor time.
const BUSY: &str = "busy";

const ROOMS: u32 = 10;

/// Phases with the flood; before and after each is one without.
const ROUNDS: u32 = 4;

/// Turns of each room in a phase; the pool of the default ruleset lasts for more.
const TURNS: usize = 70;

/// Between two turns of a room, so that no rate is reached.
const PAUSE: Duration = Duration::from_millis(150);

/// The flood begins so long before its phase is measured.
const WARM_UP: Duration = Duration::from_secs(2);

fn main() {
    let mut args = std::env::args().skip(1);
    match args.next().as_deref() {
        Some(SERVER) => {
            tokio::runtime::Runtime::new().unwrap().block_on(stage::serve(ServerLimits::default()));
        }
        Some(flood::FLOOD) => {
            let address = args.next().unwrap().parse().unwrap();
            tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap()
                .block_on(flood::flood(address));
        }
        Some(BUSY) => {
            tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(be_busy());
        }
        _ => tokio::runtime::Runtime::new().unwrap().block_on(measure()),
    }
}

async fn measure() {
    let server = ServerProcess::start().await;
    println!("phase, share of a core that the server takes, and its memory");
    println!("{:19}  {:>6}  {:>8}  {:>8}  {:>8}", "", "moves", "p50 ms", "p99 ms", "max ms");
    let mut phases = 0..;
    let mut next = || phases.next().unwrap();
    let (mut alone, mut beside, mut flooded) = (Vec::new(), Vec::new(), Vec::new());
    alone.push(phase("quiet", &server, next()).await);
    for _ in 0..ROUNDS {
        let busy = Neighbour::start(&[BUSY]);
        beside.push(phase("busy ", &server, next()).await);
        busy.end().await;
        let flood = Neighbour::start(&[flood::FLOOD, &server.address.to_string()]);
        sleep(WARM_UP).await;
        flooded.push(phase("flood", &server, next()).await);
        let told = flood.end().await;
        sleep(WARM_UP).await;
        print!("{told}");
        alone.push(phase("quiet", &server, next()).await);
    }
    let [alone, beside, flooded] = [alone, beside, flooded].map(Times::all);
    alone.print("all quiet");
    beside.print("all busy");
    flooded.print("all flood");
    let ratio = |of: &Times, percent| flooded.at(percent).as_secs_f64() / of.at(percent).as_secs_f64();
    println!("flood to quiet: p50 {:.2}, p99 {:.2}", ratio(&alone, 50), ratio(&alone, 99));
    println!("flood to busy: p50 {:.2}, p99 {:.2}", ratio(&beside, 50), ratio(&beside, 99));
    server.stop().await;
}

/// Another process of the lowest priority.
struct Neighbour(Child);

impl Neighbour {
    /// Starts this program with these arguments.
    fn start(args: &[&str]) -> Self {
        let mut command = Command::new("nice");
        command.args(["-n", "19"]).arg(std::env::current_exe().unwrap()).args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        Self(command.spawn().unwrap())
    }

    /// Ends it, and gives what it printed.
    async fn end(mut self) -> String {
        drop(self.0.stdin.take());
        let mut told = String::new();
        self.0.stdout.take().unwrap().read_to_string(&mut told).await.unwrap();
        self.0.wait().await.unwrap();
        told
    }
}

/// Takes as much of one processor as there is, as a flood does that is made on this machine.
async fn be_busy() {
    let ends = until_input_ends();
    tokio::pin!(ends);
    while futures_util::poll!(&mut ends).is_pending() {
        std::hint::black_box((0..1_000_000_u64).fold(0, u64::wrapping_add));
        tokio::task::yield_now().await;
    }
}

/// Times from commands to their answers, the shortest first.
struct Times(Vec<Duration>);

impl Times {
    fn new(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self(times)
    }

    fn all(phases: Vec<Self>) -> Self {
        Self::new(phases.into_iter().flat_map(|phase| phase.0).collect())
    }

    fn at(&self, percent: usize) -> Duration {
        self.0[(self.0.len() - 1) * percent / 100]
    }

    fn print(&self, name: &str) {
        let ms = |percent| self.at(percent).as_secs_f64() * 1e3;
        println!("{name:19}  {:6}  {:8.2}  {:8.2}  {:8.2}", self.0.len(), ms(50), ms(99), ms(100));
    }
}

async fn phase(name: &str, server: &ServerProcess, number: u32) -> Times {
    let (processor, began) = (server.processor(), Instant::now());
    let mut rooms = tokio::task::JoinSet::new();
    for room in 0..ROOMS {
        let (from, to) = (loopback(1_000 + number * ROOMS + room), server.address);
        rooms.spawn(async move { play(from, to).await });
    }
    let times = Times::new(rooms.join_all().await.into_iter().flatten().collect());
    let share = (server.processor() - processor) / began.elapsed().as_secs_f64();
    times.print(&format!("{name} {:2.0} % {:3.0} MB", share * 100.0, f64::from(server.memory_kb()) / 1e3));
    times
}

/// Plays in a room of its own, and gives the times from command to answer.
async fn play(from: std::net::IpAddr, to: std::net::SocketAddr) -> Vec<Duration> {
    let (mut host, mut guest) = (Person::guest(from, to).await, Person::guest(from, to).await);
    let settings = json!({ "seats": 2, "overrides": { "clock": { "turn_seconds": null } } });
    let joined = host.call(json!({ "type": "create_room", "name": "Aino", "settings": settings })).await;
    let code = joined["code"].as_str().expect("a room is made").to_owned();
    guest.call(json!({ "type": "join_room", "name": "Ilmari", "code": code })).await;
    guest.call(json!({ "type": "set_ready", "ready": true })).await;
    host.call(json!({ "type": "start_match" })).await;
    let started = |message: &Value| message["event"]["type"] == "turn_started";
    let mut people = [host, guest];
    let mut times = Vec::new();
    let mut turn = people[0].until(started).await;
    people[1].until(started).await;
    for _ in 0..TURNS {
        sleep(PAUSE).await;
        let seat = usize::try_from(turn["event"]["seat"].as_u64().unwrap()).unwrap();
        let draw = json!({ "type": "draw", "turn": turn["event"]["turn"] });
        let began = Instant::now();
        let answer = people[seat].call(draw).await;
        times.push(began.elapsed());
        assert_eq!(answer["type"], "accepted", "{answer}");
        turn = people[0].until(started).await;
        people[1].until(started).await;
    }
    times
}
