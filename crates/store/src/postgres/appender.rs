//! The appender: a task that commits the plain appends which wait together, one batch after the other.
//!
//! There is no timer. While one commit is under way the next batch gathers in the queue; an idle store commits at once. One
//! batch at a time is enough, since batches grow with the load, and it leaves nothing to think about in what order they
//! are written.

use std::collections::HashSet;

use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::aside::{Answer, Aside, Place};
use super::code;
use super::lane::{Failure, Lane, Since};
use crate::limits::BATCH_MAX;
use crate::text::{Problem, Unstorable};
use crate::watch::Watched;
use crate::{Append, AppendError, Appended, DriverError, Fault, WriteError};

/// What the queue carries.
pub(super) enum Message {
    /// Write this.
    Append(Box<Ticket>),
    /// Say whether you can commit.
    Probe(oneshot::Sender<Result<(), WriteError>>),
    /// Take nothing more, finish what is queued, end.
    Close,
}

/// An entry that carries nothing but its events, and the way back to its caller.
pub(super) struct Ticket {
    pub(super) append: Append,
    pub(super) place: Place,
    pub(super) answer: Answer<Appended, AppendError>,
}

impl Ticket {
    fn settle(self, outcome: Result<Appended, AppendError>) {
        drop(self.place);
        // A caller that went away finds the outcome in the log.
        self.answer.send(outcome).ok();
    }
}

/// The state of the task.
pub(super) struct Appender {
    inbox: mpsc::Receiver<Message>,
    lane: Lane,
    aside: Aside,
    watched: Watched,
}

impl Appender {
    pub(super) fn new(inbox: mpsc::Receiver<Message>, lane: Lane, aside: Aside, watched: Watched) -> Self {
        Self { inbox, lane, aside, watched }
    }

    /// Runs until it is told to close or the last sender is gone, in both cases after writing what is queued.
    pub(super) async fn run(mut self) {
        let mut messages = Vec::with_capacity(BATCH_MAX);
        loop {
            let since = if self.inbox.is_empty() { Since::Rested } else { Since::Busy };
            if self.inbox.recv_many(&mut messages, BATCH_MAX).await == 0 {
                return;
            }
            self.lane.wake(since).await;
            let (mut waiting, mut probes) = (Vec::new(), Vec::new());
            for message in messages.drain(..) {
                match message {
                    Message::Append(ticket) => waiting.push(*ticket),
                    Message::Probe(answer) => probes.push(answer),
                    Message::Close => self.inbox.close(),
                }
            }
            self.write(waiting).await;
            if !probes.is_empty() {
                let outcome = self.lane.probe().await.map_err(|error| WriteError::Unavailable(error.into()));
                for answer in probes {
                    answer.send(outcome.clone()).ok();
                }
            }
        }
    }

    /// Writes what waits. A statement sees what was there when it began, so two rows of one room go in two batches.
    async fn write(&mut self, mut waiting: Vec<Ticket>) {
        while !waiting.is_empty() {
            let mut rooms = HashSet::new();
            let (batch, rest) = waiting.into_iter().partition(|ticket| rooms.insert(ticket.append.room));
            self.write_batch(batch).await;
            waiting = rest;
        }
    }

    /// Writes a batch; if one of its rows makes the server refuse all of them, halves of it, until that row is alone.
    async fn write_batch(&mut self, batch: Vec<Ticket>) {
        let mut parts = vec![batch];
        while let Some(mut part) = parts.pop() {
            let rows: Vec<_> = part.iter().map(|ticket| &ticket.append).collect();
            let began = Instant::now();
            match self.lane.append(&rows).await {
                Ok(written) => {
                    self.watched.committed(written.len(), began.elapsed());
                    self.settle_written(part, &written);
                }
                Err(Failure::Data(error)) if part.len() == 1 => {
                    let why = Problem::Rejected(error.to_string());
                    let refused = AppendError::Refused(Unstorable::new(code::field(&error), why));
                    settle_all(part, &refused);
                }
                Err(Failure::Data(_)) => {
                    let half = part.split_off(part.len() / 2);
                    parts.extend([half, part]);
                }
                Err(Failure::NotWritten(error)) => {
                    let fault = Fault::from(error);
                    tracing::warn!(rows = part.len(), %fault, "a batch was not written");
                    settle_all(part, &AppendError::Unavailable(fault));
                }
                Err(Failure::Unknown(error)) => {
                    let fault = Fault::Driver(DriverError::from(error));
                    tracing::error!(rows = part.len(), %fault, "a batch was not answered: the outcome is unknown");
                    settle_all(part, &AppendError::OutcomeUnknown(fault));
                }
            }
        }
    }

    /// Answers those that were written. Of the others nothing is known yet: each is looked at alone, where it can wait for
    /// a lock, and where what is in its way is read again.
    fn settle_written(&self, batch: Vec<Ticket>, written: &HashSet<crate::RoomId>) {
        for ticket in batch {
            if written.contains(&ticket.append.room) {
                let next_seq = ticket.append.entry.next_seq();
                ticket.settle(Ok(Appended { next_seq }));
            } else {
                let Ticket { append, place, answer } = ticket;
                self.aside.spawn(append, place, answer);
            }
        }
    }
}

fn settle_all(batch: Vec<Ticket>, error: &AppendError) {
    for ticket in batch {
        ticket.settle(Err(error.clone()));
    }
}
