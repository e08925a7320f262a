//! What benchmarks of a whole server stand on: a server in a process of its own, and people on bare sockets.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on should stop where it stands")]

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    process::Stdio,
    time::Duration,
};

use futures_util::{SinkExt as _, StreamExt as _};
use sarja_server::{Config, Server, ServerLimits};
use sarja_store::StoreUrl;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    net::{TcpSocket, TcpStream},
    process::{Child, Command},
    time::timeout,
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

/// How long anything may take that has to come.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// The first argument of a process that is the server.
pub(crate) const SERVER: &str = "server";

/// Serves on a free port of loopback until its input ends, and prints where.
pub(crate) async fn serve(limits: ServerLimits) {
    let folder = TempDir::new().unwrap();
    let store = StoreUrl::sqlite(folder.path().join("sarja.db")).unwrap();
    let mut config = Config::new("127.0.0.1:0".parse().unwrap(), store);
    config.limits = limits;
    config.drain.notice = Duration::ZERO;
    let server = Server::start(config).await.unwrap();
    println!("{}", server.local_addr());
    let ended = until_input_ends();
    server.run(ended).await;
}

/// Ends when whoever started this process closes its input.
pub(crate) async fn until_input_ends() {
    tokio::task::spawn_blocking(|| std::io::stdin().lines().count()).await.unwrap();
}

/// A server in a process of its own.
pub(crate) struct ServerProcess {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl ServerProcess {
    /// Starts this program as a server.
    pub(crate) async fn start() -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .arg(SERVER)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = timeout(PATIENCE, lines.next_line()).await.expect("the server starts").unwrap().unwrap();
        Self { child, address: line.parse().unwrap() }
    }

    /// Memory that the process has in use (`VmRSS`), in kB of 1,024 bytes.
    pub(crate) fn memory_kb(&self) -> u32 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id().unwrap())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches("kB").trim().parse().unwrap()
    }

    /// Seconds of processor that the process has used.
    pub(crate) fn processor(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id().unwrap())).unwrap();
        let fields: Vec<_> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
        let ticks: u32 = fields[11].parse::<u32>().unwrap() + fields[12].parse::<u32>().unwrap();
        f64::from(ticks) / 100.0
    }

    pub(crate) async fn stop(mut self) {
        drop(self.child.stdin.take());
        timeout(PATIENCE, self.child.wait()).await.expect("the server stops").unwrap();
    }
}

/// An address of loopback: limits count each for itself.
pub(crate) fn loopback(n: u32) -> IpAddr {
    IpAddr::V4(Ipv4Addr::from(u32::from(Ipv4Addr::new(127, 0, 1, 1)) + n))
}

/// Connects from this address.
pub(crate) async fn connect(from: IpAddr, to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    let stream = socket.connect(to).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Somebody on a bare socket.
pub(crate) struct Person {
    pub(crate) socket: WebSocketStream<TcpStream>,
    commands: u32,
}

impl Person {
    pub(crate) async fn guest(from: IpAddr, to: SocketAddr) -> Self {
        let stream = connect(from, to).await.unwrap();
        let (socket, _) = client_async(format!("ws://{to}/ws"), stream).await.unwrap();
        let mut person = Self { socket, commands: 0 };
        person.send(json!({ "type": "hello", "protocol": { "min": 1, "max": 1 } })).await;
        person.until(|message| message["type"] == "welcome").await;
        person
    }

    pub(crate) async fn send(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The next message that fits.
    pub(crate) async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let frame = timeout(PATIENCE, self.socket.next()).await.expect("an answer in time");
            match frame.expect("the server does not close").unwrap() {
                Message::Text(text) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    if fits(&message) {
                        return message;
                    }
                }
                Message::Close(frame) => panic!("closed: {frame:?}"),
                _ => {}
            }
        }
    }

    /// Sends a command and waits for its answer; again where the rate forbids it yet.
    pub(crate) async fn call(&mut self, mut command: Value) -> Value {
        self.commands += 1;
        let id = format!("c{}", self.commands);
        command["command_id"] = id.clone().into();
        loop {
            self.send(command.clone()).await;
            let answer = self.until(|message| message["command_id"] == id).await;
            match answer["retry_after_ms"].as_u64() {
                Some(ms) => tokio::time::sleep(Duration::from_millis(ms)).await,
                None => return answer,
            }
        }
    }
}
