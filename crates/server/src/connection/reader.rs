//! The reading half of a connection.

use std::{pin::pin, sync::Arc};

use futures_util::{StreamExt as _, stream::SplitStream};
use sarja_protocol::{
    ClientToServer, CloseReason, ErrorCode, ErrorMessage, Heartbeat, PlayerId, limits, parse_client_frame,
};
use tokio::time::{Instant, sleep_until, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::{
    Origin, Services,
    hello::{self, Answer, Who},
    incoming::{Incoming, next},
    lobby::Link,
    outbox::Outbox,
    passing::Held,
    socket::Socket,
};
use crate::{
    actor::ConnectionId,
    config::Timings,
    drain::ms,
    journal::Topic,
    limits::LINGER,
    listen::PlayerAdmission,
    metrics::{Measured, Open, Outcome},
    rates::{ConnectionRates, Patience},
    session::Newcomer,
};

/// Reads frames and passes them on.
pub(super) struct Reader<S: Socket> {
    pub(super) id: ConnectionId,
    pub(super) outbox: Outbox,
    pub(super) services: Arc<Services>,
    /// What was known before it said anything.
    pub(super) origin: Origin,
    /// The room that the connection is in.
    pub(super) link: Option<Link>,
    stream: SplitStream<S>,
    pub(super) rates: ConnectionRates,
    /// The last draft, while it has to wait: an older one is superseded by it.
    pub(super) held: Option<Held>,
    pub(super) bad_frames: u32,
    /// Nothing is read before this: whoever sends too much has to wait.
    pub(super) pause: Option<Instant>,
    pub(super) patience: Patience,
    /// Pings whose pongs have not come.
    pings: u32,
    /// Its place among the connections of its player.
    player: Option<(PlayerId, PlayerAdmission)>,
    /// Its player, if he is not stored yet.
    pub(super) newcomer: Option<Newcomer>,
}

/// So many frames are read before others have their turn, as far as they have come.
const FRAMES_AT_ONCE: u32 = 4;

/// What is due without anything coming.
struct Times {
    /// The connection is closed, since the server stops.
    departs: Option<Instant>,
    /// The next heartbeat.
    beats: Instant,
    /// The connection is closed, since nothing was heard for so long.
    silent: Instant,
}

impl<S: Socket> Reader<S> {
    pub(super) fn new(
        id: ConnectionId,
        stream: SplitStream<S>,
        outbox: Outbox,
        services: Arc<Services>,
        origin: Origin,
    ) -> Self {
        let rates = ConnectionRates::new(&services.limits);
        Self {
            id,
            outbox,
            services,
            origin,
            link: None,
            stream,
            rates,
            held: None,
            bad_frames: 0,
            pause: None,
            patience: Patience::new(),
            pings: 0,
            player: None,
            newcomer: None,
        }
    }

    /// Runs until the connection is closed by one side or the other.
    pub(super) async fn run(&mut self, counted: &mut Open<'_>) {
        if let Some(who) = self.greet().await {
            counted.identified();
            self.read_on(who).await;
        }
        if let Some(link) = self.link.take() {
            link.room.gone(self.id).await;
        }
        self.outbox.close(CloseReason::Bye);
        self.note_closed();
        self.linger().await;
    }

    fn note_closed(&self) {
        let Some(closing) = self.outbox.closing() else { return };
        self.services.metrics.connections.closed(closing.reason);
        if is_misbehaviour(closing.reason) {
            self.services.rates.misbehaved(self.origin.network());
        }
        if self.services.journal.may_say(Topic::Closed, self.origin.address) {
            let (connection, address, reason) = (self.id.0, self.origin.address, closing.reason.as_str());
            let player = self.player.as_ref().map(|(player, _)| tracing::field::display(player));
            tracing::info!(connection, %address, player, reason, "closed");
        }
    }

    /// Waits for the other side to close too, so that it reads what was sent last. What somebody sends who was closed for
    /// sending too much is not read any more: that would go on.
    async fn linger(&mut self) {
        let is_read = !self.outbox.closing().is_some_and(|closing| is_misbehaviour(closing.reason));
        let rest = async { while let Some(Ok(_)) = self.stream.next().await {} };
        tokio::select! {
            // Before what is read, which may never end.
            biased;
            () = async {
                self.outbox.written().await;
                tokio::time::sleep(LINGER).await;
            } => {}
            () = rest, if is_read => {}
        }
    }

    /// Reads and answers the first message; `None` if the connection ends with it.
    async fn greet(&mut self) -> Option<Who> {
        let deadline = Instant::now() + self.services.timings.hello_within;
        let refused = loop {
            let incoming = tokio::select! {
                biased;
                () = self.outbox.closed() => return None,
                () = self.services.stop.cancelled() => {
                    self.outbox.close_with(self.services.draining.goodbye());
                    return None;
                }
                incoming = timeout_at(deadline, next(&mut self.stream)) => incoming,
            };
            match incoming {
                Err(_) => {
                    self.outbox.close(CloseReason::HelloTimeout);
                    return None;
                }
                Ok(Incoming::Ping | Incoming::Pong) => {
                    if !self.may_live_on() {
                        return None;
                    }
                }
                Ok(Incoming::End) => return None,
                Ok(Incoming::Broken(reason)) => {
                    self.outbox.close(reason);
                    return None;
                }
                Ok(Incoming::Binary) => break ErrorMessage::new(ErrorCode::BinaryFrame).into(),
                Ok(Incoming::TooLarge) => {
                    let most = limits::HELLO_BYTES_MAX;
                    break ErrorMessage::new(ErrorCode::FrameTooLarge).with("most", most).into();
                }
                Ok(Incoming::Text(frame)) => {
                    self.count(&frame);
                    match Box::pin(self.welcome(&frame)).await {
                        Ok(who) => return Some(who),
                        Err(refused) => break refused,
                    }
                }
            }
        };
        self.outbox.message(*refused.error);
        self.outbox.close(refused.close);
        None
    }

    fn count(&self, frame: &str) {
        let counted = &self.services.metrics.connections;
        counted.received.increment(1);
        counted.received_bytes.increment(frame.len() as u64);
    }

    async fn welcome(&mut self, frame: &str) -> Result<Who, hello::Refused> {
        let hello = hello::read(frame)?;
        let Answer { who, newcomer, admission, welcome } =
            hello::answer(&hello, &self.origin, &self.services).await?;
        self.newcomer = newcomer;
        self.player = Some((who.player, admission));
        self.origin.meter.whole_message();
        let address = self.origin.address;
        if self.services.journal.may_say(Topic::Connected, address) {
            let client = hello.client.as_ref().map(|client| client.name.as_str());
            tracing::info!(connection = self.id.0, %address, player = %who.player, client, "connected");
        }
        self.outbox.message(welcome);
        Ok(who)
    }

    async fn read_on(&mut self, who: Who) {
        let Timings { heartbeat, dead_after, .. } = self.services.timings;
        let (stop, draining) = (self.services.stop.clone(), self.services.draining.clone());
        let outbox = self.outbox.clone();
        // These are waited for as long as the connection is there, and not anew with each frame.
        let (mut closed, mut begun) = (pin!(outbox.closed()), pin!(draining.begun()));
        let mut stopped = pin!(stop.cancelled());
        let mut seen = Instant::now();
        let mut times = Times { departs: None, beats: seen + heartbeat, silent: seen + dead_after };
        let mut alarm = pin!(sleep_until(times.beats));
        let mut frames = 0u32;
        loop {
            // One that comes too early does no harm.
            let due = self.next_due(&times);
            if due < alarm.deadline() {
                alarm.as_mut().reset(due);
            }
            if times.departs.is_some_and(|departs| departs <= Instant::now()) {
                return self.outbox.close_with(draining.goodbye());
            }
            tokio::select! {
                biased;
                () = &mut closed => return,
                () = &mut stopped => return self.outbox.close_with(draining.goodbye()),
                () = &mut begun, if times.departs.is_none() => {
                    let departure = draining.departure();
                    let closes_in_ms = ms(departure.saturating_duration_since(Instant::now()));
                    self.outbox.message(sarja_protocol::Draining { closes_in_ms });
                    times.departs = Some(departure);
                }
                incoming = next(&mut self.stream), if self.pause.is_none() => {
                    seen = Instant::now();
                    times.silent = seen + dead_after;
                    match incoming {
                        Incoming::Ping | Incoming::Pong => {
                            if incoming.answers(&mut self.pings) || self.may_live_on() {
                                tokio::task::yield_now().await;
                            }
                        }
                        Incoming::End => return,
                        Incoming::Broken(reason) => return self.outbox.close(reason),
                        Incoming::Binary => self.fatal(ErrorMessage::new(ErrorCode::BinaryFrame)),
                        Incoming::TooLarge => {
                            let most = limits::FRAME_BYTES_MAX;
                            self.fatal(ErrorMessage::new(ErrorCode::FrameTooLarge).with("most", most));
                        }
                        Incoming::Text(frame) => {
                            self.count(&frame);
                            if self.link.is_some() {
                                let parsed = parse_client_frame(&frame);
                                // What was read holds the whole read buffer.
                                drop(frame);
                                self.origin.meter.whole_message();
                                if let Some(command) = self.frame(parsed, seen, who) {
                                    // Rare, and large: a connection holds the place of its future as long as it is open.
                                    Box::pin(self.enter(*command, seen, who)).await;
                                }
                            } else {
                                Box::pin(self.stranger(frame, seen, who)).await;
                            }
                            frames = frames.wrapping_add(1);
                            // Many frames may have come at once: the other half sends the answers in between.
                            if frames.is_multiple_of(FRAMES_AT_ONCE) {
                                tokio::task::yield_now().await;
                            }
                        }
                    }
                }
                () = alarm.as_mut() => {
                    let now = Instant::now();
                    if times.silent <= now {
                        return self.outbox.close(CloseReason::Silent);
                    }
                    if times.beats <= now {
                        times.beats = now + heartbeat;
                        self.beat();
                    }
                    self.pause.take_if(|until| *until <= now);
                    if self.held.as_ref().is_some_and(|held| held.until <= now) {
                        self.release_draft();
                    }
                    let due = self.next_due(&times);
                    alarm.as_mut().reset(due);
                }
            }
        }
    }

    /// When something has to be done if nothing comes.
    fn next_due(&self, times: &Times) -> Instant {
        let held = self.held.as_ref().map(|held| held.until);
        let others = [times.departs, self.pause, held].into_iter().flatten();
        others.fold(times.beats.min(times.silent), Instant::min)
    }

    /// Does what a frame says of somebody who is in no room: of those few are heard at once.
    async fn stranger(&mut self, frame: Utf8Bytes, received: Instant, who: Who) {
        let services = Arc::clone(&self.services);
        let turn = services.strangers.acquire().await.ok();
        let parsed = parse_client_frame(&frame);
        drop(frame);
        self.origin.meter.whole_message();
        // To come into a room may take longer.
        let turn = turn.filter(|_| !enters(&parsed));
        if let Some(command) = self.frame(parsed, received, who) {
            self.enter(*command, received, who).await;
        }
        // The next one has his turn when others had theirs.
        tokio::task::yield_now().await;
        drop(turn);
    }

    fn beat(&mut self) {
        let room = self.link.as_ref().filter(|link| link.lasts());
        self.outbox.message(room.map_or_else(Heartbeat::default, |link| link.room.pulse().heartbeat()));
        self.outbox.ping();
        self.pings = self.pings.saturating_add(1);
    }

    /// Does what a frame says; gives it back if it asks to come into a room, which takes time.
    fn frame(
        &mut self,
        parsed: Result<ClientToServer, ErrorMessage>,
        received: Instant,
        who: Who,
    ) -> Option<Box<ClientToServer>> {
        let command = match parsed {
            Ok(ClientToServer::Draft(draft)) => {
                if let Err(wait) = self.rates.draft_frame() {
                    self.too_much(wait, None, received);
                    return None;
                }
                self.bad_frames = 0;
                self.held = Some(Held { draft, received, until: received });
                self.release_draft();
                return None;
            }
            other => other,
        };
        let id = match &command {
            Ok(command) => command.command_id().cloned(),
            Err(error) => error.command_id.clone(),
        };
        let measured = command.as_ref().ok().map(Measured::of);
        if let Err(wait) = self.allow(command.as_ref().ok(), who) {
            self.came_to(measured, Outcome::Limited);
            self.too_much(wait, id, received);
            return None;
        }
        match command {
            Ok(command) => {
                self.bad_frames = 0;
                self.command(command, received)
            }
            Err(error) => {
                self.bad_frame(error);
                None
            }
        }
    }

    /// Counts a command that came to nothing before any room saw it.
    pub(super) fn came_to(&self, measured: Option<Measured>, outcome: Outcome) {
        if let Some(measured) = measured {
            self.services.metrics.commands.came_to(measured, outcome);
        }
    }

    /// Tells that a command is refused.
    pub(super) fn refused(&self, error: ErrorMessage) -> Outcome {
        let outcome = Outcome::of(error.code);
        self.outbox.message(error);
        outcome
    }

    fn command(&mut self, command: ClientToServer, received: Instant) -> Option<Box<ClientToServer>> {
        let measured = Measured::of(&command);
        match command {
            ClientToServer::Hello(_) => self.outbox.message(ErrorMessage::new(ErrorCode::HelloRepeated)),
            ClientToServer::CreateRoom(_) | ClientToServer::JoinRoom(_) | ClientToServer::ResumeRoom(_) => {
                return Some(Box::new(command));
            }
            ClientToServer::InviteBot(_) => match self.services.rates.guest(self.origin.network()) {
                Ok(()) => self.pass_on(command, received),
                // Whoever is invited is a new player too.
                Err(wait) => {
                    let id = command.command_id().cloned();
                    let outcome = self.refused(ErrorMessage { command_id: id, ..self.too_many(wait) });
                    self.came_to(Some(measured), outcome);
                }
            },
            command => self.pass_on(command, received),
        }
        None
    }

    /// Waits for the room's word, but not for ever.
    pub(super) async fn within<T>(answer: impl Future<Output = T>) -> Option<T> {
        timeout(crate::limits::ENTER_WITHIN, answer).await.ok()
    }
}

/// Whether this asks to come into a room.
const fn enters(parsed: &Result<ClientToServer, ErrorMessage>) -> bool {
    use ClientToServer as C;
    matches!(parsed, Ok(C::CreateRoom(_) | C::JoinRoom(_) | C::ResumeRoom(_)))
}

/// Whether a connection is closed for what it sent, as no client that works would.
const fn is_misbehaviour(reason: CloseReason) -> bool {
    use CloseReason as R;
    matches!(reason, R::RateLimited | R::BadFrame | R::FrameTooLarge | R::ProtocolError | R::InvalidText)
}
