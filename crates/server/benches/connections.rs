//! What a connection costs in memory: `cargo bench -p sarja-server --bench connections`.
//!
//! A server in a process of its own is asked for its memory with no connection, with two thousand that do nothing, when they
//! have come into rooms of two, when they are in the middle of the largest frame, and again when all are gone.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on should stop where it stands")]

mod stage;

use sarja_server::ServerLimits;
use serde_json::json;
use stage::{Person, SERVER, ServerProcess, loopback};
use tokio::{
    io::AsyncWriteExt as _,
    net::TcpStream,
    time::{Duration, sleep},
};

const CONNECTIONS: u32 = 2_000;

/// Long enough for the server to have read what was sent; what is measured is no time.
const SETTLE: Duration = Duration::from_secs(1);

fn main() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    if std::env::args().nth(1).as_deref() == Some(SERVER) {
        runtime.block_on(stage::serve(ServerLimits::bench()));
    } else {
        runtime.block_on(measure());
    }
}

async fn measure() {
    let server = ServerProcess::start().await;
    // What is allocated once, at the first connection.
    drop(Person::guest(loopback(0), server.address).await);
    sleep(SETTLE).await;
    let (none, processor) = (server.memory_kb(), server.processor());
    let tell = |what: &str| {
        let now = server.memory_kb();
        let each = f64::from(now.saturating_sub(none)) / f64::from(CONNECTIONS);
        println!("{what:24} {:8.1} MB {each:8.1} kB each", f64::from(now) / 1e3);
    };
    tell("no connection");
    let mut people = Vec::new();
    for n in 0..CONNECTIONS {
        people.push(Person::guest(loopback(n % 100), server.address).await);
    }
    sleep(SETTLE).await;
    tell("idle");
    let ms = (server.processor() - processor) * 1e3 / f64::from(CONNECTIONS);
    println!("{:24} {ms:8.2} ms of processor each", "to connect and greet");
    for pair in people.chunks_mut(2) {
        let made = pair[0].call(json!({ "type": "create_room", "name": "Aino" })).await;
        let join = json!({ "type": "join_room", "name": "Ilmari", "code": made["code"] });
        assert_eq!(pair[1].call(join).await["type"], "room_joined");
    }
    sleep(SETTLE).await;
    tell("in rooms of two");
    let mut streams = Vec::new();
    for person in people {
        streams.push(half_a_frame(person.socket.into_inner()).await);
    }
    sleep(SETTLE).await;
    tell("and in a 16 KiB frame");
    drop(streams);
    sleep(SETTLE).await;
    tell("when all are gone");
    server.stop().await;
}

/// Sends all but the last byte of the largest frame.
async fn half_a_frame(mut stream: TcpStream) -> TcpStream {
    const PAYLOAD: usize = 16 * 1024;
    let mut frame = vec![0x81, 0x80 | 0x7e];
    frame.extend(u16::try_from(PAYLOAD).unwrap().to_be_bytes());
    frame.extend([0; 4]);
    frame.extend(vec![b' '; PAYLOAD - 1]);
    stream.write_all(&frame).await.unwrap();
    stream
}
