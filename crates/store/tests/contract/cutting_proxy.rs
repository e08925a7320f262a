//! A way to a database server that can be cut at a chosen word: before the word, after it, or so that it arrives late.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinHandle, JoinSet};

/// What becomes of the bytes with the word, and of the connection that they came by.
#[derive(Debug)]
pub(crate) enum Cut {
    /// They do not reach the server.
    Before,
    /// The server does as they say, and its answer does not reach the client.
    After,
    /// The client is cut off at once; the server gets them when this is sent, and does as they say.
    Late(oneshot::Receiver<()>),
}

struct Order {
    word: Vec<u8>,
    cut: Cut,
}

/// What all connections share.
#[derive(Clone)]
struct Orders {
    next: Arc<Mutex<Option<Order>>>,
    done: mpsc::Sender<()>,
}

/// A proxy on a port of its own. It is gone when this is dropped, and its connections with it.
pub(crate) struct CuttingProxy {
    port: u16,
    orders: Orders,
    done: mpsc::Receiver<()>,
    task: JoinHandle<()>,
}

impl CuttingProxy {
    pub(crate) async fn to(server: (String, u16)) -> Self {
        Self::at(0, server).await
    }

    /// On this port, or on any for 0.
    pub(crate) async fn at(port: u16, server: (String, u16)) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).await.expect("the port is free");
        let port = listener.local_addr().expect("it listens").port();
        let (sender, done) = mpsc::channel(8);
        let orders = Orders { next: Arc::default(), done: sender };
        let task = tokio::spawn(accept(listener, server, orders.clone()));
        Self { port, orders, done, task }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Cuts the next connection by which the word comes, once.
    pub(crate) fn cut_at(&self, word: &str, cut: Cut) {
        let order = Order { word: word.as_bytes().to_vec(), cut };
        *self.orders.next.lock().unwrap_or_else(PoisonError::into_inner) = Some(order);
    }

    /// Waits until an order was carried out to its end.
    pub(crate) async fn was_cut(&mut self) {
        self.done.recv().await.expect("this holds a sender");
    }

    /// Ends every connection, takes no more, and tells its port.
    pub(crate) async fn close(mut self) -> u16 {
        self.task.abort();
        (&mut self.task).await.expect_err("it was ended");
        self.port
    }
}

impl Drop for CuttingProxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(listener: TcpListener, server: (String, u16), orders: Orders) {
    let mut connections = JoinSet::new();
    while let Ok((client, _)) = listener.accept().await {
        let server = TcpStream::connect((server.0.as_str(), server.1)).await.expect("the server is there");
        connections.spawn(relay(client, server, orders.clone()));
        while connections.try_join_next().is_some() {}
    }
}

/// Passes everything on until one end closes or an order says otherwise.
async fn relay(mut client: TcpStream, mut server: TcpStream, orders: Orders) {
    let (mut asked, mut answered) = (vec![0; 64 << 10], vec![0; 64 << 10]);
    loop {
        tokio::select! {
            read = client.read(&mut asked) => match read {
                Ok(read @ 1..) => match orders.take(&asked[..read]) {
                    None => drop(server.write_all(&asked[..read]).await),
                    Some(cut) => return carry_out(cut, &asked[..read], client, server, &orders.done).await,
                },
                _ => return,
            },
            read = server.read(&mut answered) => match read {
                Ok(read @ 1..) => drop(client.write_all(&answered[..read]).await),
                _ => return,
            },
        }
    }
}

async fn carry_out(
    cut: Cut,
    bytes: &[u8],
    client: TcpStream,
    mut server: TcpStream,
    done: &mpsc::Sender<()>,
) {
    match cut {
        Cut::Before => {}
        Cut::After => {
            server.write_all(bytes).await.expect("the server reads");
            read_answer(&mut server).await;
        }
        Cut::Late(when) => {
            drop(client);
            when.await.expect("the test says when");
            server.write_all(bytes).await.expect("the server reads");
            read_answer(&mut server).await;
        }
    }
    done.send(()).await.ok();
}

/// Reads until the server is ready for the next statement: then it has done this one.
async fn read_answer(server: &mut TcpStream) {
    let (mut answer, mut part) = (Vec::new(), vec![0; 64 << 10]);
    loop {
        let read = server.read(&mut part).await.expect("the server answers");
        assert!(read > 0, "the server closed the connection");
        answer.extend_from_slice(&part[..read]);
        // The message ReadyForQuery: its letter, its length, and whether a transaction is open.
        if matches!(answer[..], [.., b'Z', 0, 0, 0, 5, _]) {
            return;
        }
    }
}

impl Orders {
    fn take(&self, bytes: &[u8]) -> Option<Cut> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let has = |order: &mut Order| bytes.windows(order.word.len()).any(|window| window == order.word);
        next.take_if(has).map(|order| order.cut)
    }
}
