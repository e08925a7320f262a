//! What those get that are too many: a short answer, and hardly any memory.

use std::{
    future::poll_fn,
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, Waker, ready},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, ReadBuf},
    sync::Semaphore,
    time::{Duration, timeout},
};
use tokio_util::task::TaskTracker;

use crate::limits::{TURNED_AWAY_AT_ONCE, TURNED_AWAY_RETRY_S};

/// How long somebody who is turned away may take to read why.
const READ_WITHIN: Duration = Duration::from_secs(1);

/// Bytes of a request that nobody answers which are thrown away, so that the answer is not lost to a reset.
const REQUEST_BYTES_MAX: usize = 4 * 1024;

/// Turns away who is too many.
#[derive(Debug)]
pub(super) struct TurnedAway {
    at_once: Arc<Semaphore>,
    answer: Arc<[u8]>,
}

impl TurnedAway {
    pub(super) fn new() -> Self {
        let body = "too many connections\n";
        let answer = format!(
            "HTTP/1.1 503 Service Unavailable\r\nRetry-After: {TURNED_AWAY_RETRY_S}\r\nConnection: close\r\n\
             Content-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        Self {
            at_once: Arc::new(Semaphore::new(TURNED_AWAY_AT_ONCE)),
            answer: Arc::from(answer.into_bytes()),
        }
    }

    /// Says no and closes. A few are given a moment to read it; in a flood it is said and closed at once.
    pub(super) fn say_no<S>(&self, mut stream: S, tasks: &TaskTracker)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let Ok(permit) = Arc::clone(&self.at_once).try_acquire_owned() else {
            // Whether it arrives is the sender's luck: he sends too much to be waited for.
            let mut nobody = Context::from_waker(Waker::noop());
            drop(Pin::new(&mut stream).poll_write(&mut nobody, &self.answer));
            return;
        };
        let answer = Arc::clone(&self.answer);
        tasks.spawn(async move {
            let _permit = permit;
            drop(timeout(READ_WITHIN, farewell(stream, &answer)).await);
        });
    }
}

/// Answers, and reads what was sent meanwhile: a socket that is closed with something unread resets the connection, and
/// the answer may be lost with it.
async fn farewell(mut stream: impl AsyncRead + AsyncWrite + Unpin, answer: &[u8]) -> io::Result<()> {
    stream.write_all(answer).await?;
    stream.shutdown().await?;
    let mut thrown_away = 0;
    while thrown_away < REQUEST_BYTES_MAX {
        match poll_fn(|cx| poll_throw_away(Pin::new(&mut stream), cx)).await? {
            0 => break,
            bytes => thrown_away += bytes,
        }
    }
    Ok(())
}

/// Reads something and forgets it; tells how much. There is a buffer only while there is something.
fn poll_throw_away(stream: Pin<&mut impl AsyncRead>, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
    let mut bytes = [0; 512];
    let mut read = ReadBuf::new(&mut bytes);
    ready!(stream.poll_read(cx, &mut read))?;
    Poll::Ready(Ok(read.filled().len()))
}
