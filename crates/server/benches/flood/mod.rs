//! A thousand connections that do what they should not, as fast as they can.

use std::{
    net::SocketAddr,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::{sleep, timeout},
};

use crate::stage::{connect, loopback, until_input_ends};

/// The first argument of a process that is the flood.
pub(crate) const FLOOD: &str = "flood";

const CONNECTIONS: u32 = 1_000;
const ADDRESSES: u32 = 50;

/// What a connection does.
#[derive(Clone, Copy)]
enum Kind {
    /// Commands at full speed.
    Commands,
    /// Frames that are no messages.
    Garbage,
    /// The beginning of a request, and then nothing.
    HalfRequest,
    /// Commands, and no answer is read.
    NonReader,
    /// Codes of rooms are guessed.
    Guesser,
    /// Pings without end.
    Pings,
    /// Arrays in arrays, as deep as a frame holds them.
    Deep,
    /// A byte a second of a frame that never ends.
    Drip,
    /// Comes, says who it is, and goes.
    Churner,
    /// Comes, and goes without a word.
    Knocker,
}

const KINDS: [Kind; 10] = [
    Kind::Commands,
    Kind::Garbage,
    Kind::HalfRequest,
    Kind::NonReader,
    Kind::Guesser,
    Kind::Pings,
    Kind::Deep,
    Kind::Drip,
    Kind::Churner,
    Kind::Knocker,
];

/// Bytes before the text of a frame of some thousand bytes.
const HEAD_BYTES: usize = 8;

static CONNECTED: AtomicU64 = AtomicU64::new(0);
static SENT: AtomicU64 = AtomicU64::new(0);
static ENDED: AtomicU64 = AtomicU64::new(0);

/// Floods the server until the input ends, and prints what it did.
pub(crate) async fn flood(address: SocketAddr) {
    let mut connections = tokio::task::JoinSet::new();
    for n in 0..CONNECTIONS {
        let kind = KINDS[n as usize % KINDS.len()];
        connections.spawn(async move {
            loop {
                if attack(n, kind, address).await.is_none() {
                    // Nothing was to be had: as a flooder that is no faster than the machine would.
                    sleep(Duration::from_millis(50)).await;
                }
            }
        });
    }
    until_input_ends().await;
    println!(
        "flood: {CONNECTIONS} connections from {ADDRESSES} addresses, opened {} times, ended by the server {} times, {:.1} MB sent",
        CONNECTED.load(Relaxed),
        ENDED.load(Relaxed),
        f64::from(u32::try_from(SENT.load(Relaxed) / 1_000).unwrap_or(u32::MAX)) / 1e3
    );
}

/// One connection from its beginning to its end; `None` if there was none.
async fn attack(n: u32, kind: Kind, address: SocketAddr) -> Option<()> {
    let mut stream = connect(loopback(n % ADDRESSES), address).await.ok()?;
    CONNECTED.fetch_add(1, Relaxed);
    if matches!(kind, Kind::Knocker) {
        ENDED.fetch_add(1, Relaxed);
        return Some(());
    }
    let request = format!(
        "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    );
    stream.write_all(request.as_bytes()).await.ok()?;
    if !matches!(kind, Kind::HalfRequest) {
        stream.write_all(b"\r\n").await.ok()?;
        let head = timeout(Duration::from_secs(10), stream.read(&mut [0; 1_024])).await.ok()?.ok()?;
        if head == 0 {
            return None;
        }
        stream.write_all(&masked(r#"{"type":"hello","protocol":{"min":1,"max":1}}"#)).await.ok()?;
    }
    let frames = match kind {
        Kind::Commands | Kind::NonReader => masked(r#"{"type":"get_state","command_id":"a"}"#).repeat(50),
        Kind::Garbage => masked("nonsense").repeat(50),
        Kind::Guesser => masked(&format!(
            r#"{{"type":"join_room","command_id":"a","name":"Louhi","code":"{}"}}"#,
            ["ABCD2345", "ZZZZ2222", "QRST6789"][n as usize % 3]
        ))
        .repeat(10),
        Kind::Pings => [0x89, 0x80, 0, 0, 0, 0].repeat(1_000),
        Kind::Deep | Kind::Drip => masked(&"[".repeat(16_000)),
        Kind::HalfRequest | Kind::Churner | Kind::Knocker => Vec::new(),
    };
    run(stream, kind, &frames).await;
    ENDED.fetch_add(1, Relaxed);
    Some(())
}

/// Sends and reads until the server ends it.
async fn run(stream: TcpStream, kind: Kind, frames: &[u8]) {
    let (mut reads, mut writes) = stream.into_split();
    let sending = async {
        if matches!(kind, Kind::Drip) && writes.write_all(&frames[..HEAD_BYTES]).await.is_err() {
            return;
        }
        loop {
            match kind {
                Kind::Churner => return,
                Kind::HalfRequest => std::future::pending().await,
                Kind::Drip => {
                    sleep(Duration::from_secs(1)).await;
                    if writes.write_all(b"a").await.is_err() {
                        return;
                    }
                    continue;
                }
                _ => {}
            }
            if writes.write_all(frames).await.is_err() {
                return;
            }
            SENT.fetch_add(frames.len() as u64, Relaxed);
        }
    };
    let reading = async {
        if matches!(kind, Kind::NonReader) {
            std::future::pending::<()>().await;
        }
        let mut thrown_away = vec![0; 16 * 1024];
        while reads.read(&mut thrown_away).await.is_ok_and(|bytes| bytes > 0) {}
    };
    tokio::select! {
        () = sending => {}
        () = reading => {}
    }
}

/// A text frame of a client whose mask is all zeros.
fn masked(text: &str) -> Vec<u8> {
    let length = u16::try_from(text.len()).expect("the texts are short");
    let head = match u8::try_from(length).ok().filter(|length| *length < 126) {
        Some(length) => vec![0x81, 0x80 | length],
        None => [&[0x81, 0xfe][..], &length.to_be_bytes()].concat(),
    };
    [&head[..], &[0; 4], text.as_bytes()].concat()
}
