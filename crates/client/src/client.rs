//! The handle of a client.

use std::{convert::Infallible, sync::Arc, time::Duration};

use rand::{SeedableRng as _, rngs::SysRng};
use sarja_protocol::{
    ClientToServer, CommandId, CreationSecret, LaidSet, PlayerId, ServerToClient, SessionToken, TurnNumber,
    Welcome,
};
use sarja_rules::Face;
use tokio::{
    sync::{Mutex, broadcast, mpsc, oneshot, watch},
    task::JoinHandle,
    time::{Instant, sleep},
};

use crate::{
    CommandError, ConnectError, Ended, LinkState, Notice, Options, State,
    backoff::Backoff,
    desk::{Answer, Desk, Flight, IN_FLIGHT_MAX, Request, Sent, WantedDraft},
    ids::Ids,
    link::Link,
    pace::Pace,
    wire::{Dial, Tcp, Wire},
};

/// Notices that wait for a slow listener before it misses some.
const NOTICES_MAX: usize = 256;

/// How often a command is sent again that the server could not take yet.
const RETRIES_MAX: u32 = 8;

/// A player's connection to a server, kept up by a task of its own until this handle is dropped or closed.
///
/// A lost connection is made again and the room resumed; commands without an answer are sent again under the same id, so
/// that each is done once. What is known of the room is in [`Client::state`], and everything that comes can be listened to.
#[derive(Debug)]
pub struct Client {
    requests: mpsc::Sender<Request>,
    state: watch::Receiver<State>,
    notices: broadcast::Sender<Notice>,
    welcome: Welcome,
    creation_secret: Option<CreationSecret>,
    ids: Ids,
    /// Commands that wait for a room that stands still go on one after the other, in the order in which they came.
    order: Mutex<()>,
    /// Its end tells the task that nobody holds this handle any more, however many commands wait.
    held: oneshot::Sender<Infallible>,
    task: JoinHandle<()>,
}

impl Client {
    /// Connects and says `hello`. The first connection is tried once.
    ///
    /// # Errors
    /// See [`ConnectError`].
    pub async fn connect(options: Options) -> Result<Self, ConnectError> {
        let seed = rand::rngs::ChaCha8Rng::try_from_rng(&mut SysRng)
            .map(|mut chance| rand::RngExt::random(&mut chance))
            .expect("every system that has sockets has randomness");
        Self::connect_over(Tcp, options, seed).await
    }

    /// The same over connections that somebody else makes. What is left to chance, waits before connecting again and the ids
    /// of commands, is made from the seed: a client that is given one has to be the only one that ever was.
    ///
    /// # Errors
    /// See [`ConnectError`].
    pub async fn connect_over<D: Dial>(
        mut dial: D,
        mut options: Options,
        seed: [u8; 32],
    ) -> Result<Self, ConnectError> {
        let (wire, mut welcome) = Wire::open(&mut dial, &options).await?;
        // The token is told once: from now on it is this player who connects.
        welcome.token = welcome.token.or(options.token.take());
        options.token.clone_from(&welcome.token);
        let creation_secret = options.creation_secret.take();

        let (requests, wanted) = mpsc::channel(IN_FLIGHT_MAX);
        let (state, known) = watch::channel(State { link: LinkState::Up, view: None });
        let (held, holding) = oneshot::channel();
        let (notices, _) = broadcast::channel(NOTICES_MAX);
        let ids = Ids::new(seed);
        let link = Link {
            dial,
            options,
            desk: Desk::new(wanted, holding),
            state,
            notices: notices.clone(),
            pace: Pace::new(&welcome.limits, Instant::now()),
            backoff: Backoff::new(seed),
            ids: ids.clone(),
            room: None,
        };
        let task = tokio::spawn(link.run(wire));
        Ok(Self {
            requests,
            state: known,
            notices,
            welcome,
            creation_secret,
            ids,
            order: Mutex::default(),
            held,
            task,
        })
    }

    /// The server's `welcome`: its limits, and the token where the player is new or it was given.
    pub const fn welcome(&self) -> &Welcome {
        &self.welcome
    }

    /// Who the player is to others.
    pub const fn player_id(&self) -> PlayerId {
        self.welcome.player_id
    }

    /// The player's token. Keep it like a password: it alone opens the seat.
    pub const fn token(&self) -> Option<&SessionToken> {
        self.welcome.token.as_ref()
    }

    pub(crate) const fn creation_secret(&self) -> Option<&CreationSecret> {
        self.creation_secret.as_ref()
    }

    /// What is known at this moment; changes can be waited for. Do not hold what it lends for long: the connection waits.
    pub fn state(&self) -> watch::Receiver<State> {
        self.state.clone()
    }

    /// Waits until something can be read from what is known, and gives that.
    ///
    /// # Errors
    /// [`Ended`] if the client ends first.
    pub async fn until<T>(&self, mut read: impl FnMut(&State) -> Option<T>) -> Result<T, Ended> {
        let mut state = self.state.clone();
        loop {
            {
                let known = state.borrow_and_update();
                if let Some(found) = read(&known) {
                    return Ok(found);
                }
                if let LinkState::Ended(ended) = &known.link {
                    return Err(ended.clone());
                }
            }
            if state.changed().await.is_err() {
                return Err(self.ended());
            }
        }
    }

    /// Everything that comes from now on. Who listens too slowly misses notices and is told how many.
    pub fn listen(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }

    /// Sends a command made with a new id, and waits for its answer, across lost connections if need be.
    ///
    /// Where the server is busy or says that too much came, the command is sent again when it says so. In a room that stands
    /// still, because nothing can be saved, it is sent again when the room goes on, however long that takes.
    ///
    /// # Errors
    /// See [`CommandError`]. Dropping the future does not take the command back.
    pub async fn command(
        &self,
        make: impl FnOnce(CommandId) -> ClientToServer + Send,
    ) -> Result<Arc<ServerToClient>, CommandError> {
        let message = make(self.ids.next());
        let mut tries = 0;
        loop {
            let answer = self.send(message.clone()).await;
            match &answer {
                Err(CommandError::Refused(error)) if tries < RETRIES_MAX => {
                    let Some(wait_ms) = error.retry_after_ms else { return answer };
                    let stands_still = self.stands_still();
                    sleep(Duration::from_millis(wait_ms.into())).await;
                    if stands_still || self.stands_still() {
                        self.goes_on().await.map_err(CommandError::Ended)?;
                    } else {
                        tries += 1;
                    }
                }
                _ => return answer,
            }
        }
    }

    /// Whether the room stands still.
    fn stands_still(&self) -> bool {
        self.state.borrow().view.as_ref().is_some_and(|view| view.held().is_some())
    }

    /// Waits until it does not, or there is none.
    async fn goes_on(&self) -> Result<(), Ended> {
        let _turn = self.order.lock().await;
        self.until(|state| state.view.as_ref().is_none_or(|view| view.held().is_none()).then_some(())).await
    }

    /// Sends a command as it is, once, and waits for its answer.
    ///
    /// # Errors
    /// See [`CommandError`]; a message that is no command is `Unexpected`.
    pub async fn send(&self, message: ClientToServer) -> Answer {
        let Some(command_id) = message.command_id().cloned() else {
            return Err(CommandError::Unexpected(message.type_name()));
        };
        let (answer, answered) = oneshot::channel();
        let request = Request::Command(Box::new(Flight { command_id, message, answer, sent: Sent::NotYet }));
        if self.requests.send(request).await.is_err() {
            return Err(CommandError::Ended(self.ended()));
        }
        answered.await.unwrap_or_else(|_| Err(CommandError::Ended(self.ended())))
    }

    /// Shows the server the table as it is being rearranged, in Rommikubbi with the tile that is to be discarded, if one was
    /// chosen; in the other game there is none. Only the latest is sent, no oftener than is allowed; the verdict comes into the
    /// view and as a notice.
    ///
    /// # Errors
    /// [`Ended`] if the client has ended.
    pub async fn draft(
        &self,
        turn: TurnNumber,
        table: Vec<LaidSet>,
        discard: Option<Face>,
    ) -> Result<(), Ended> {
        let request = Request::Draft(WantedDraft { turn, table, discard });
        self.requests.send(request).await.map_err(|_| self.ended())
    }

    /// Closes the connection. The seat stays the player's.
    pub async fn close(self) {
        drop(self.held);
        if let Err(error) = self.task.await {
            tracing::warn!(%error, "the client's task failed");
        }
    }

    fn ended(&self) -> Ended {
        match &self.state.borrow().link {
            LinkState::Ended(ended) => ended.clone(),
            LinkState::Up | LinkState::Down => Ended::Closed,
        }
    }
}
