//! What games notice of a flood: `cargo bench -p sarja-server --bench hostile`.
//!
//! Ten rooms play, and the time from each command to its answer is taken: with nothing else, while a thousand connections
//! from fifty addresses flood the server and connect again as soon as they are closed, and once more with nothing else. The
//! server, with its usual limits, and the flood are processes of their own; they share the machine with this one, so the
//! flood runs at the lowest priority.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on should stop where it stands")]

mod flood;
mod stage;

use std::{process::Stdio, time::Duration};

use sarja_server::ServerLimits;
use serde_json::{Value, json};
use stage::{Person, SERVER, ServerProcess, loopback};
use tokio::{
    io::AsyncReadExt as _,
    process::Command,
    time::{Instant, sleep},
};

const ROOMS: u32 = 10;

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
        _ => tokio::runtime::Runtime::new().unwrap().block_on(measure()),
    }
}

async fn measure() {
    let server = ServerProcess::start().await;
    println!("phase    moves    p50 ms    p99 ms    max ms   server's processor");
    let before = phase("quiet", &server, 0).await;
    let mut command = Command::new("nice");
    command
        .args(["-n", "19"])
        .arg(std::env::current_exe().unwrap())
        .args([flood::FLOOD, &server.address.to_string()]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
    let mut flood = command.spawn().unwrap();
    sleep(WARM_UP).await;
    let during = phase("flood", &server, 1).await;
    drop(flood.stdin.take());
    let mut told = String::new();
    flood.stdout.take().unwrap().read_to_string(&mut told).await.unwrap();
    flood.wait().await.unwrap();
    sleep(WARM_UP).await;
    let after = phase("quiet", &server, 2).await;
    print!("{told}");
    let ratio = |of: fn(&Times) -> Duration| {
        of(&during).as_secs_f64() / of(&before).as_secs_f64().max(of(&after).as_secs_f64())
    };
    println!(
        "flood to the slower quiet phase: p50 {:.2}, p99 {:.2}; memory at the end {:.1} MB",
        ratio(|times| times.p50),
        ratio(|times| times.p99),
        f64::from(server.memory_kb()) / 1e3
    );
    server.stop().await;
}

struct Times {
    p50: Duration,
    p99: Duration,
}

async fn phase(name: &str, server: &ServerProcess, number: u32) -> Times {
    let (processor, began) = (server.processor(), Instant::now());
    let mut rooms = tokio::task::JoinSet::new();
    for room in 0..ROOMS {
        let (from, to) = (loopback(1_000 + number * ROOMS + room), server.address);
        rooms.spawn(async move { play(from, to).await });
    }
    let mut times: Vec<Duration> = rooms.join_all().await.into_iter().flatten().collect();
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let (p50, p99) = (at(50), at(99));
    println!(
        "{name}   {:6}  {:8.2}  {:8.2}  {:8.2}   {:.0} % of one",
        times.len(),
        ms(p50),
        ms(p99),
        ms(at(100)),
        (server.processor() - processor) / began.elapsed().as_secs_f64() * 100.0
    );
    Times { p50, p99 }
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
