//! A wire tap: it stands between clients and a server, passes every byte on, and keeps every frame.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream, tcp::OwnedReadHalf, tcp::OwnedWriteHalf},
    sync::watch,
    task::JoinHandle,
};

/// Which way a frame went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    ToClient,
    ToServer,
}

/// A text frame that went by.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) connection: usize,
    pub(crate) direction: Direction,
    pub(crate) text: String,
}

/// The tap of one client: connections to it reach the server.
pub(crate) struct Tap {
    pub(crate) address: SocketAddr,
    frames: Arc<Mutex<Vec<Frame>>>,
    cuts: watch::Sender<u32>,
    task: JoinHandle<()>,
}

impl Drop for Tap {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Tap {
    pub(crate) async fn on(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let frames = Arc::new(Mutex::new(Vec::new()));
        let (cuts, cut) = watch::channel(0);
        let kept = Arc::clone(&frames);
        let task = tokio::spawn(async move {
            let mut connections = tokio::task::JoinSet::new();
            for connection in 0.. {
                let (client, _) = listener.accept().await.unwrap();
                let server = TcpStream::connect(server).await.unwrap();
                let (kept, mut cut) = (Arc::clone(&kept), cut.clone());
                cut.mark_unchanged();
                connections.spawn(async move {
                    let (from_client, to_client) = client.into_split();
                    let (from_server, to_server) = server.into_split();
                    let down =
                        pass(from_server, to_client, Reader::new(connection, Direction::ToClient, &kept));
                    let up =
                        pass(from_client, to_server, Reader::new(connection, Direction::ToServer, &kept));
                    tokio::select! {
                        () = down => {}
                        () = up => {}
                        _ = cut.changed() => {}
                    }
                });
            }
        });
        Self { address, frames, cuts, task }
    }

    /// Cuts every connection, as a network does.
    pub(crate) fn cut(&self) {
        self.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// The frames so far, in order.
    pub(crate) fn frames(&self) -> Vec<Frame> {
        self.frames.lock().unwrap().clone()
    }
}

async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut reader: Reader) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        // Kept before it arrives: what a client has seen has been kept.
        reader.read(&buffer[..count]);
        if to.write_all(&buffer[..count]).await.is_err() {
            return;
        }
    }
}

/// Reads WebSocket frames out of bytes (RFC 6455 §5.2). Neither side sends fragments or compresses.
struct Reader {
    connection: usize,
    direction: Direction,
    frames: Arc<Mutex<Vec<Frame>>>,
    bytes: Vec<u8>,
    /// Whether the HTTP head is over.
    is_open: bool,
}

impl Reader {
    fn new(connection: usize, direction: Direction, frames: &Arc<Mutex<Vec<Frame>>>) -> Self {
        Self { connection, direction, frames: Arc::clone(frames), bytes: Vec::new(), is_open: false }
    }

    fn read(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        if !self.is_open {
            let Some(end) = self.bytes.windows(4).position(|four| four == b"\r\n\r\n") else { return };
            self.bytes.drain(..end + 4);
            self.is_open = true;
        }
        while let Some((length, opcode, payload)) = frame(&self.bytes) {
            self.bytes.drain(..length);
            assert!(matches!(opcode, 1 | 8 | 9 | 10), "a frame with opcode {opcode}");
            if opcode == 1 {
                let text = String::from_utf8(payload).unwrap();
                let frame = Frame { connection: self.connection, direction: self.direction, text };
                self.frames.lock().unwrap().push(frame);
            }
        }
    }
}

/// The length of the first frame in all, its opcode and its unmasked payload; `None` if it is not there whole.
fn frame(bytes: &[u8]) -> Option<(usize, u8, Vec<u8>)> {
    let (&first, &second) = (bytes.first()?, bytes.get(1)?);
    let (length, mut at) = match second & 0x7f {
        126 => (usize::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().unwrap())), 4),
        127 => (usize::try_from(u64::from_be_bytes(bytes.get(2..10)?.try_into().unwrap())).unwrap(), 10),
        short => (usize::from(short), 2),
    };
    let mask = if second & 0x80 == 0 {
        [0; 4]
    } else {
        at += 4;
        bytes.get(at - 4..at)?.try_into().unwrap()
    };
    let payload = bytes.get(at..at + length)?;
    let payload = payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask).collect();
    Some((at + length, first & 0x0f, payload))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_however_the_bytes_are_cut() {
        let frames = Arc::default();
        let mut reader = Reader::new(0, Direction::ToServer, &frames);
        let mut bytes = b"GET / HTTP/1.1\r\n\r\n".to_vec();
        bytes.extend([0x81, 0x82, 1, 2, 3, 4, b'h' ^ 1, b'i' ^ 2]);
        bytes.extend([0x89, 0x00]);
        bytes.extend([0x81, 126, 0, 200]);
        bytes.extend([b'x'; 200]);
        for byte in bytes {
            reader.read(&[byte]);
        }
        let texts: Vec<_> = frames.lock().unwrap().iter().map(|frame| frame.text.clone()).collect();
        assert_eq!(texts, ["hi".to_owned(), "x".repeat(200)]);
    }
}
