//! What the program wants of the connection, and what has no answer yet.

use std::{collections::VecDeque, convert::Infallible, future::Future, pin::pin, sync::Arc};

use sarja_protocol::{ClientToServer, CommandId, LaidSet, ServerToClient, TurnNumber};
use sarja_rules::Face;
use tokio::sync::{mpsc, oneshot};

use crate::{CommandError, Ended};

/// Commands that may be without an answer at once; others wait for their turn.
pub(crate) const IN_FLIGHT_MAX: usize = 64;

/// How a command was answered.
pub(crate) type Answer = Result<Arc<ServerToClient>, CommandError>;

/// What the program asks of its connection.
pub(crate) enum Request {
    Command(Box<Flight>),
    Draft(WantedDraft),
}

/// A command on its way to its answer.
pub(crate) struct Flight {
    pub(crate) command_id: CommandId,
    pub(crate) message: ClientToServer,
    pub(crate) answer: oneshot::Sender<Answer>,
    /// Whether it went out on this connection.
    pub(crate) sent: Sent,
}

/// Whether a command went out on the connection that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sent {
    Yes,
    NotYet,
}

/// A draft that gets its number when it is sent.
#[derive(Clone, Debug)]
pub(crate) struct WantedDraft {
    pub(crate) turn: TurnNumber,
    pub(crate) table: Vec<LaidSet>,
    pub(crate) discard: Option<Face>,
}

/// What the program wants: requests that come in, commands without an answer in the order in which they were given, and
/// the last draft that was not sent yet.
pub(crate) struct Desk {
    requests: mpsc::Receiver<Request>,
    /// Ends when the program lets go of the client.
    held: oneshot::Receiver<Infallible>,
    flights: VecDeque<Flight>,
    pub(crate) draft: Option<WantedDraft>,
}

impl Desk {
    pub(crate) fn new(requests: mpsc::Receiver<Request>, held: oneshot::Receiver<Infallible>) -> Self {
        Self { requests, held, flights: VecDeque::new(), draft: None }
    }

    /// Waits for a request and notes it. Safe to drop while it waits.
    ///
    /// # Errors
    /// [`Ended::Closed`] once the program has let go of the client.
    pub(crate) async fn take(&mut self) -> Result<(), Ended> {
        // Answers make room for more; whoever waits for room waits for them.
        let has_room = self.flights.len() < IN_FLIGHT_MAX;
        tokio::select! {
            biased;
            _ = &mut self.held => return Err(Ended::Closed),
            request = self.requests.recv(), if has_room => match request {
                None => return Err(Ended::Closed),
                Some(Request::Draft(draft)) => self.draft = Some(draft),
                Some(Request::Command(flight)) => self.flights.push_back(*flight),
            },
        }
        Ok(())
    }

    /// Waits for something else and notes requests meanwhile.
    pub(crate) async fn meanwhile<F: Future>(&mut self, other: F) -> Result<F::Output, Ended> {
        let mut other = pin!(other);
        loop {
            tokio::select! {
                biased;
                taken = self.take() => taken?,
                done = &mut other => return Ok(done),
            }
        }
    }

    /// There is a new connection: every command without an answer is to be sent again.
    pub(crate) fn start_over(&mut self) {
        for flight in &mut self.flights {
            flight.sent = Sent::NotYet;
        }
    }

    /// Whether a command is to be sent.
    pub(crate) fn has_unsent(&self) -> bool {
        self.flights.iter().any(|flight| flight.sent == Sent::NotYet)
    }

    /// The first command that is to be sent; it counts as sent from now on.
    pub(crate) fn next_unsent(&mut self) -> Option<&ClientToServer> {
        let flight = self.flights.iter_mut().find(|flight| flight.sent == Sent::NotYet)?;
        flight.sent = Sent::Yes;
        Some(&flight.message)
    }

    /// Gives a command its answer, and tells which command that was.
    pub(crate) fn answer(
        &mut self,
        command_id: &CommandId,
        message: &Arc<ServerToClient>,
    ) -> Option<ClientToServer> {
        let at = self.flights.iter().position(|flight| flight.command_id == *command_id)?;
        let flight = self.flights.remove(at)?;
        let answer = match &**message {
            ServerToClient::Error(error) => Err(CommandError::Refused(error.clone())),
            _ => Ok(Arc::clone(message)),
        };
        give(flight.answer, answer);
        Some(flight.message)
    }

    /// Fails every command without an answer that needs the room that is lost.
    pub(crate) fn fail_in_room(&mut self, error: &CommandError) {
        let opens =
            |m: &ClientToServer| matches!(m, ClientToServer::CreateRoom(_) | ClientToServer::JoinRoom(_));
        let (kept, lost) = self.flights.drain(..).partition::<VecDeque<_>, _>(|f| opens(&f.message));
        self.flights = kept;
        self.draft = None;
        for flight in lost {
            give(flight.answer, Err(error.clone()));
        }
    }

    /// Fails every command without an answer.
    pub(crate) fn fail_all(&mut self, error: &CommandError) {
        for flight in self.flights.drain(..) {
            give(flight.answer, Err(error.clone()));
        }
    }
}

fn give(to: oneshot::Sender<Answer>, answer: Answer) {
    if to.send(answer).is_err() {
        tracing::trace!("nobody waits for the answer any more");
    }
}
