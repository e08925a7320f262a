//! The task that keeps a connection: it sends, listens, folds, notices silence and gaps, and connects again.

use std::{sync::Arc, time::Duration};

use sarja_protocol::{
    ClientToServer, Draft, DraftNumber, Epoch, Reconnect, ResumeRoom, RoomId, Seq, ServerToClient, limits,
};
use tokio::{
    sync::{broadcast, watch},
    time::{Instant, sleep_until},
};

use crate::{
    CommandError, ConnectError, Ended, LinkState, Notice, Options, Reconnecting, State,
    backoff::Backoff,
    course::{Course, Next},
    desk::{Desk, WantedDraft},
    ids::Ids,
    pace::Pace,
    wire::{Dial, Gone, Wire},
};

/// The task of a connection.
pub(crate) struct Link<D: Dial> {
    pub(crate) dial: D,
    pub(crate) options: Options,
    pub(crate) desk: Desk,
    pub(crate) state: watch::Sender<State>,
    pub(crate) notices: broadcast::Sender<Notice>,
    pub(crate) pace: Pace,
    pub(crate) backoff: Backoff,
    pub(crate) ids: Ids,
    pub(crate) room: Option<RoomId>,
}

/// Why a connection is served no longer.
enum Stop {
    Done(Ended),
    Lost(Gone),
}

impl From<Gone> for Stop {
    fn from(gone: Gone) -> Self {
        Self::Lost(gone)
    }
}

impl From<Ended> for Stop {
    fn from(ended: Ended) -> Self {
        Self::Done(ended)
    }
}

impl<D: Dial> Link<D> {
    /// Keeps the connection until the program closes it or it cannot be kept.
    pub(crate) async fn run(mut self, wire: Wire<D::Stream>) {
        let mut wire = wire;
        let ended = loop {
            let gone = match self.serve(&mut wire).await {
                Stop::Done(ended) => {
                    wire.close().await;
                    break ended;
                }
                Stop::Lost(gone) => gone,
            };
            drop(wire);
            self.state.send_modify(|state| state.link = LinkState::Down);
            self.tell(Notice::Lost { cause: gone.to_string().into() });
            wire = match self.reconnect(gone).await {
                Ok(again) => again,
                Err(ended) => break ended,
            };
            self.state.send_modify(|state| state.link = LinkState::Up);
            self.tell(Notice::Back);
        };
        tracing::debug!(%ended, "the client has ended");
        self.state.send_modify(|state| state.link = LinkState::Ended(ended.clone()));
        self.desk.fail_all(&CommandError::Ended(ended.clone()));
        self.tell(Notice::Ended(ended));
    }

    /// Connects again, with growing waits.
    async fn reconnect(&mut self, gone: Gone) -> Result<Wire<D::Stream>, Ended> {
        let mut cause = gone.to_string();
        let mut wait = self.backoff.next();
        if let Gone::Closed(closing) = gone {
            if closing.reconnect != Reconnect::Resume {
                return Err(Ended::ByServer(closing));
            }
            wait += Duration::from_millis(closing.reconnect_after_ms.unwrap_or(0).into());
        }
        let until = match self.options.reconnect {
            Reconnecting::Always => None,
            Reconnecting::Within(limit) => Some(Instant::now() + limit),
            Reconnecting::Never => return Err(Ended::Lost(cause)),
        };
        loop {
            let next_try = Instant::now() + wait;
            if until.is_some_and(|until| next_try > until) {
                return Err(Ended::Lost(cause));
            }
            tracing::debug!(%cause, wait_ms = wait.as_millis(), "connecting again");
            self.desk.meanwhile(sleep_until(next_try)).await?;
            match self.desk.meanwhile(Wire::open(&mut self.dial, &self.options)).await? {
                Ok((wire, welcome)) => {
                    self.pace = Pace::new(&welcome.limits, Instant::now());
                    return Ok(wire);
                }
                Err(ConnectError::Refused(error)) if error.retry_after_ms.is_none() => {
                    return Err(Ended::Refused(error));
                }
                Err(error) => {
                    wait = self.backoff.next();
                    if let ConnectError::Refused(refused) = &error {
                        wait += Duration::from_millis(refused.retry_after_ms.unwrap_or(0).into());
                    }
                    cause = error.to_string();
                }
            }
        }
    }

    /// Serves an open connection until it is gone.
    async fn serve(&mut self, wire: &mut Wire<D::Stream>) -> Stop {
        match self.try_serve(wire).await {
            Err(stop) => stop,
            Ok(never) => match never {},
        }
    }

    async fn try_serve(&mut self, wire: &mut Wire<D::Stream>) -> Result<std::convert::Infallible, Stop> {
        let mut course = Course::new(Instant::now());
        self.desk.start_over();
        self.resume(wire, &mut course).await?;
        let mut draft_at = Instant::now();
        loop {
            let silent_at = course.heard + self.options.silent_after;
            let ask_at = course.ask_at;
            // While resuming all else waits: the room must know the player first.
            let may_send = !course.is_resuming();
            tokio::select! {
                biased;
                taken = self.desk.take() => taken?,
                () = sleep_until(self.pace.next_at()), if may_send && self.desk.has_unsent() => {
                    if let Some(command) = self.desk.next_unsent() {
                        self.pace.spend(Instant::now());
                        wire.send(command).await?;
                    }
                }
                message = wire.next() => {
                    course.heard = Instant::now();
                    let next = self.receive(message?, &mut course);
                    self.go_on(next, wire, &mut course).await?;
                }
                () = sleep_until(draft_at), if may_send && self.desk.draft.is_some() => {
                    self.send_draft(wire).await?;
                    draft_at = Instant::now() + Duration::from_millis(u64::from(1000 / limits::DRAFTS_PER_SECOND));
                }
                () = sleep_until(ask_at.unwrap_or(silent_at)), if ask_at.is_some() => {
                    course.ask_at = None;
                    if course.is_resuming() {
                        self.resume(wire, &mut course).await?;
                    } else if course.is_behind(self.known()) {
                        self.ask(wire, &mut course).await?;
                    }
                }
                () = sleep_until(silent_at) => {
                    let cause = format!("nothing came for {} s", self.options.silent_after.as_secs());
                    return Err(Gone::Broken(cause).into());
                }
            }
        }
    }

    async fn go_on(
        &mut self,
        next: Next,
        wire: &mut Wire<D::Stream>,
        course: &mut Course,
    ) -> Result<(), Stop> {
        match next {
            Next::Listen => Ok(()),
            Next::Synced => {
                self.backoff.reset();
                Ok(())
            }
            Next::Ask => self.ask(wire, course).await,
            Next::Reconnect(cause) => Err(Gone::Broken(cause).into()),
        }
    }

    async fn resume(&mut self, wire: &mut Wire<D::Stream>, course: &mut Course) -> Result<(), Stop> {
        let Some(room_id) = self.room else {
            self.backoff.reset();
            return Ok(());
        };
        let command_id = self.ids.next();
        self.pace.spend(Instant::now());
        course.resuming(command_id.clone());
        let (epoch, last_seq) = self.known();
        Ok(wire.send(&ResumeRoom { command_id, room_id, last_seq, epoch }.into()).await?)
    }

    async fn ask(&mut self, wire: &mut Wire<D::Stream>, course: &mut Course) -> Result<(), Stop> {
        let command_id = self.ids.next();
        self.pace.spend(Instant::now());
        course.asking(command_id.clone());
        Ok(wire.send(&sarja_protocol::GetState { command_id }.into()).await?)
    }

    async fn send_draft(&mut self, wire: &mut Wire<D::Stream>) -> Result<(), Stop> {
        let Some(wanted) = self.desk.draft.take() else { return Ok(()) };
        let last = self.state.borrow().view.as_ref().and_then(|view| {
            let draft = view.room().draft.as_ref()?;
            (draft.turn == wanted.turn).then_some(draft.draft)
        });
        let number = last.map_or(DraftNumber(1), DraftNumber::next);
        let WantedDraft { turn, table, discard } = wanted;
        let draft = Draft { turn, draft: number, table, discard };
        self.state.send_modify(|state| {
            if let Some(view) = &mut state.view {
                view.drafted(&draft);
            }
        });
        Ok(wire.send(&draft.into()).await?)
    }

    /// The last event that is known.
    fn known(&self) -> (Epoch, Seq) {
        self.state.borrow().view.as_ref().map_or_else(Default::default, |view| (view.epoch(), view.seq()))
    }

    /// Takes a message in: the view first, then whoever waits for an answer, then everybody who listens.
    fn receive(&mut self, message: ServerToClient, course: &mut Course) -> Next {
        let message = Arc::new(message);
        let next = self.follow(&message, course);
        if let Some(command_id) = message.command_id() {
            let answered = self.desk.answer(command_id, &message);
            let left = matches!(answered, Some(ClientToServer::LeaveRoom(_)));
            if left && matches!(*message, ServerToClient::Accepted(_)) {
                self.leave();
            }
        }
        if *message != ServerToClient::Unknown {
            self.tell(Notice::Message(message));
        }
        next
    }

    /// Keeps room and view up with a message.
    fn follow(&mut self, message: &ServerToClient, course: &mut Course) -> Next {
        let mut gap = None;
        match message {
            ServerToClient::RoomJoined(joined) => {
                if self.room != Some(joined.room_id) {
                    self.state.send_modify(|state| state.view = None);
                }
                self.room = Some(joined.room_id);
            }
            ServerToClient::Snapshot(snapshot) if self.room.is_some() => {
                let view = crate::LocalView::of(snapshot, course.heard);
                self.state.send_modify(|state| state.view = Some(view));
            }
            ServerToClient::Event(event) => {
                self.state.send_modify(|state| {
                    if let Some(view) = &mut state.view {
                        gap = view.apply(event).err();
                    }
                });
                if self.is_my_end(&event.event) {
                    self.leave();
                }
            }
            ServerToClient::Error(error) if course.is_answer(error.command_id.as_ref()) => {
                return self.refused(error, course);
            }
            other => {
                self.state.send_if_modified(|state| {
                    let Some(view) = &mut state.view else { return false };
                    view.hear(other, course.heard);
                    // A heartbeat tells the time and nothing that anybody waits for.
                    !matches!(other, ServerToClient::Heartbeat(_))
                });
            }
        }
        course.next(message, gap, self.known())
    }

    /// What asking for the room came to: it is lost, or it is asked again.
    fn refused(&mut self, error: &sarja_protocol::ErrorMessage, course: &mut Course) -> Next {
        let next = course.refused(error);
        if next == Next::Synced {
            self.leave();
            self.desk.fail_in_room(&CommandError::RoomLost(Box::new(error.clone())));
            self.tell(Notice::RoomLost(Box::new(error.clone())));
        }
        next
    }

    /// Whether the player is in the room no longer. That he has left he may hear before any answer, and then there is none.
    fn is_my_end(&self, event: &sarja_protocol::Event) -> bool {
        let (sarja_protocol::Event::PlayerRemoved { player_id }
        | sarja_protocol::Event::PlayerLeft { player_id, .. }) = event
        else {
            return false;
        };
        self.state.borrow().view.as_ref().is_some_and(|view| view.room().you.player_id == *player_id)
    }

    fn leave(&mut self) {
        self.room = None;
        self.state.send_modify(|state| state.view = None);
    }

    fn tell(&self, notice: Notice) {
        if self.notices.send(notice).is_err() {
            tracing::trace!("nobody listens");
        }
    }
}
