//! A player of the load: one seat, one connection after the other, one command at a time.

use std::{sync::Arc, time::Duration};

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};
use sarja_client::{Backoff, Pace, bare::Socket};
use sarja_protocol::{
    ClientInfo, Closing, Hello, Label, Limits, PlayerId, PlayerKind, PlayerName, SPOKEN, SessionToken,
};
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::{
    chaos::{Cut, Mirror},
    deeds::{Flight, Ids},
    known::Known,
    proof::Proof,
    room::Room,
    world::World,
};

/// How long connecting and the greeting may take together.
const GREETING_WITHIN: Duration = Duration::from_secs(10);

/// How long to wait at most before the next try, unless the server asks for more: a person would have pressed the button long ago.
const WAIT_MAX: Duration = Duration::from_secs(1);

/// What a player is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// To play.
    Plays,
    /// To hold a seat and do nothing.
    Idles,
}

/// A player of the load.
#[derive(Debug)]
pub(super) struct Player {
    pub(super) world: Arc<World>,
    pub(super) room: Arc<Room>,
    /// Among all players.
    pub(super) number: u32,
    /// In the room; the first one makes it.
    pub(super) place: u32,
    pub(super) part: Part,
    token: Option<SessionToken>,
    /// Who it is to others.
    pub(super) id: Option<PlayerId>,
    pub(super) ids: Ids,
    pub(super) known: Option<Known>,
    /// What asks to come into the room, or back.
    pub(super) entering: Option<Flight>,
    /// The command that has no answer yet.
    pub(super) flight: Option<Flight>,
    /// The last event that an own command is known to have caused: until it is told, what is due is not known.
    pub(super) caused: u64,
    /// The own move that was sent and not heard of, and when it was sent.
    pub(super) moving: Option<(u32, Instant)>,
    /// The turn in which a move was refused.
    pub(super) refused: Option<u32>,
    /// The deal to which a value was added.
    pub(super) shared: Option<u32>,
    /// Whether the true state is to be asked for.
    pub(super) looks: bool,
    pub(super) proof: Proof,
    pub(super) mirror: Option<Mirror>,
    pub(super) drafted: (u32, u32),
    pub(super) draft_at: Instant,
    pub(super) pace: Pace,
    pub(super) chance: ChaCha8Rng,
    backoff: Backoff,
    /// When the last connection was lost.
    pub(super) lost_at: Option<Instant>,
    pub(super) cut: Option<(Instant, Cut)>,
    pub(super) closing: Option<Closing>,
    pub(super) leaving: Leaving,
}

/// How far a player is with going home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaving {
    NotYet,
    /// The load is over: one last look, then goodbye.
    Soon,
    /// The last look was taken.
    Seen,
    Done,
}

/// Why a player stops.
#[derive(Debug, thiserror::Error)]
pub(super) enum Stopped {
    /// It cannot go on.
    #[error("{0}")]
    GivenUp(String),
}

/// How a connection ended.
#[derive(Debug)]
pub(super) enum Over {
    /// It is lost, and is made again.
    Lost,
    /// The load itself ends it.
    Cut(Cut),
    /// The player has gone home.
    Done,
}

impl Player {
    pub(super) fn new(world: Arc<World>, room: Arc<Room>, number: u32, place: u32, part: Part) -> Self {
        let mut chance = ChaCha8Rng::seed_from_u64(world.plan.seed);
        chance.set_stream(u64::from(number) + 1);
        let backoff = Backoff::new(chance.random());
        let mirror = world.plan.chaos.then(Mirror::default);
        let now = Instant::now();
        Self {
            world,
            room,
            number,
            place,
            part,
            token: None,
            id: None,
            ids: Ids::default(),
            known: None,
            entering: None,
            flight: None,
            caused: 0,
            moving: None,
            refused: None,
            shared: None,
            looks: false,
            proof: Proof::default(),
            mirror,
            drafted: (0, 0),
            draft_at: now,
            pace: Pace::new(&Limits::default(), now),
            chance,
            backoff,
            lost_at: None,
            cut: None,
            closing: None,
            leaving: Leaving::NotYet,
        }
    }

    /// The name to go by.
    pub(super) fn name(&self) -> PlayerName {
        PlayerName::new(&format!("Player {}", self.place + 1)).expect("a word and a number are a name")
    }

    /// Plays until the load is over.
    pub(super) async fn run(mut self) {
        if let Err(Stopped::GivenUp(why)) = self.live().await {
            self.world.tally.given_up.one();
            self.world.tally.complain(format!("player {} gave up: {why}", self.number));
        }
        self.world.tally.unproven.add(self.proof.open());
        // Whoever waits for a room that this one was to make shall not wait for ever.
        self.room.goes_on();
        if self.leaving == Leaving::NotYet || self.leaving == Leaving::Soon {
            self.room.looked();
        }
    }

    async fn live(&mut self) -> Result<(), Stopped> {
        let mut old: Option<Socket> = None;
        loop {
            let Some(mut socket) = self.connected().await? else { return Ok(()) };
            self.world.connected.one();
            let over = self.serve(&mut socket, old.take()).await;
            self.world.connected.less(1);
            // Whoever goes home comes back to nothing.
            if self.known.is_some() && !matches!(over, Ok(Over::Done)) {
                self.lost_at = Some(Instant::now());
                self.world.returns.lost(self.world.connected.get());
            }
            match over? {
                Over::Done => {
                    socket.close().await;
                    return Ok(());
                }
                Over::Cut(cut) => {
                    self.world.tally.cuts.one();
                    old = cut.carry_out(socket).await;
                }
                Over::Lost => {}
            }
            self.world.tally.reconnects.one();
            if old.is_none() {
                self.wait().await?;
            }
        }
    }

    /// Waits before the next try, as the server asked or as is polite.
    async fn wait(&mut self) -> Result<(), Stopped> {
        let mut wait = self.backoff.next().min(WAIT_MAX);
        if let Some(closing) = self.closing.take() {
            if closing.reconnect == sarja_protocol::Reconnect::Never {
                return Err(Stopped::GivenUp(closing.reason.meaning()));
            }
            wait = wait.max(Duration::from_millis(closing.reconnect_after_ms.unwrap_or_default().into()));
        }
        tokio::select! {
            () = sleep(wait) => {}
            () = self.world.stop.cancelled() => {}
        }
        Ok(())
    }

    /// A new connection on which the greeting is done; `None` if the load is over first.
    async fn connected(&mut self) -> Result<Option<Socket>, Stopped> {
        let world = Arc::clone(&self.world);
        if self.place > 0 && self.known.is_none() && !self.room.is_made_within(&world.stop).await {
            return Ok(None);
        }
        loop {
            if self.world.gone.is_cancelled() || (self.known.is_none() && self.world.stop.is_cancelled()) {
                return Ok(None);
            }
            let greeted = tokio::select! {
                () = world.gone.cancelled() => return Ok(None),
                greeted = timeout(GREETING_WITHIN, self.greet()) => greeted,
            };
            match greeted {
                Ok(Ok(socket)) => return Ok(Some(socket)),
                Ok(Err(why)) => self.world.unreachable(&why),
                Err(_) => self.world.unreachable("the server did not answer in time"),
            }
            self.wait().await?;
        }
    }

    async fn greet(&mut self) -> Result<Socket, String> {
        let mut socket = self.world.target.connect(self.number).await.map_err(|error| error.to_string())?;
        let hello = Hello {
            protocol: SPOKEN,
            token: self.token.clone(),
            client: Some(ClientInfo { name: label("sarja load"), version: label(env!("CARGO_PKG_VERSION")) }),
            kind: PlayerKind::Bot,
        };
        let hello = serde_json::to_string(&sarja_protocol::ClientToServer::from(hello));
        let hello = hello.expect("messages are plain data with text keys");
        socket.send(hello).await.map_err(|error| error.to_string())?;
        while let Some(text) = socket.next().await {
            let message = sarja_protocol::parse_server_frame(&text).map_err(|error| error.to_string())?;
            match message {
                sarja_protocol::ServerToClient::Welcome(welcome) => {
                    self.id = Some(welcome.player_id);
                    self.token = welcome.token.or(self.token.take());
                    self.pace = Pace::new(&welcome.limits, Instant::now());
                    self.backoff.reset();
                    return Ok(socket);
                }
                sarja_protocol::ServerToClient::Closing(closing) => self.closing = Some(closing),
                sarja_protocol::ServerToClient::Error(error) => {
                    self.world.tally.refused(error.code.as_str());
                    let wait = Duration::from_millis(error.retry_after_ms.unwrap_or_default().into());
                    sleep(wait.min(GREETING_WITHIN / 2)).await;
                }
                _ => {}
            }
        }
        Err("the server closed the connection before its greeting".to_owned())
    }

    /// Plays on this connection until it is over. `old` is one whose place it takes.
    async fn serve(&mut self, socket: &mut Socket, mut old: Option<Socket>) -> Result<Over, Stopped> {
        let Some(entering) = self.enter().await else { return Ok(Over::Done) };
        self.entering = Some(entering);
        if let Some(flight) = &mut self.flight {
            flight.again(Instant::now());
        }
        self.cut = self.mirror.is_some().then(|| Cut::next(&mut self.chance));
        let world = Arc::clone(&self.world);
        let mut stop = std::pin::pin!(world.stop.cancelled());
        let mut gone = std::pin::pin!(world.gone.cancelled());
        loop {
            let next = match self.step(socket).await {
                Ok(next) => next,
                Err(over) => return Ok(over),
            };
            if self.entering.is_none() {
                old = None;
            }
            tokio::select! {
                biased;
                () = &mut gone => return Ok(Over::Done),
                () = &mut stop, if self.leaving == Leaving::NotYet => self.leaving = Leaving::Soon,
                text = socket.next() => match text {
                    Some(text) => self.hear(&text)?,
                    None => return Ok(Over::Lost),
                },
                () = sleep_until(next.unwrap_or_else(Instant::now)), if next.is_some() => {}
            }
            if self.leaving == Leaving::Done {
                drop(old);
                return Ok(Over::Done);
            }
        }
    }
}

fn label(text: &str) -> Label {
    Label::new(text).expect("the program's own name and version are short words")
}
