//! The task itself.

use std::{collections::BTreeMap, ops::RangeInclusive, sync::Arc, time::Duration};

use sarja_protocol::{Epoch, RoomMs, RoomView, Snapshot, SnapshotWhy};
use sarja_rules::Seat;
use sarja_store::{Handover, Owner, Store};
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};
use tokio_util::sync::CancellationToken;

use super::{
    answers::Answers,
    asleep::Asleep,
    awaited::Awaited,
    bots::{ThinkingBot, make_up_mind},
    handle::{Pulse, RoomEnds, RoomHandle, ToRoom},
    hold::Hold,
    rebuild::Rebuilt,
    ring::Ring,
    searches::Searches,
    timeline::Timeline,
    viewers::Viewers,
};
use crate::{
    chance,
    drain::Draining,
    idle_rooms::IdleRooms,
    limits::AWAKE_MIN,
    metrics::Metrics,
    room::{Findings, Input, LiveDraft, Presence, Room, ViewContext},
    store_watch::StoreWatch,
    thinking::Thinking,
};

/// What a room's task needs of the server.
#[derive(Clone, Debug)]
pub(crate) struct RoomServices {
    /// Where it writes.
    pub(crate) store: Store,
    /// Whether that is there.
    pub(crate) store_watch: StoreWatch,
    /// As whom: this process, as owner of its rooms.
    pub(crate) owner: Owner,
    /// How long its bots think.
    pub(crate) bot_thinks: RangeInclusive<Duration>,
    /// When it leaves memory.
    pub(crate) idle_rooms: IdleRooms,
    /// Whether the server lets its players go, and how.
    pub(crate) draining: Draining,
    /// Cancelled when the server stops.
    pub(crate) stop: CancellationToken,
    /// Where it counts what happens.
    pub(crate) metrics: Arc<Metrics>,
    /// Where it looks for plays.
    pub(crate) thinking: Thinking,
}

/// Why a room's task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The room is closed for good.
    Closed,
    /// Somebody else owns the room.
    Lost,
    /// It is not known what its log holds, and it could not be read: the room has to be loaded again.
    Failed,
    /// Nobody can send to it any more.
    Forgotten,
}

/// How a room's task came to its end.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The room, or this server's part in it, is over.
    Ended(Ended),
    /// The server stops. What the room's log does not have is left to whoever has the room next.
    Stopped(Handover),
    /// It has left memory. Messages that had come in before are still to be passed on, to the task that wakes it.
    Asleep(Asleep, Vec<ToRoom>),
}

/// What a room's task begins with.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Start<'a> {
    /// A room that was just made, or loaded by its new owner: under this epoch, with everybody away since its last event.
    Owned(Epoch),
    /// A room that slept, and has been the same owner's all the time.
    Woken(&'a Asleep),
}

/// A room's task.
#[derive(Debug)]
pub(crate) struct RoomActor {
    pub(super) services: RoomServices,
    pub(super) chance: chance::Source,
    pub(super) room: Room,
    pub(super) epoch: Epoch,
    pub(super) timeline: Timeline,
    /// The moment of the last event: nothing happens before it.
    pub(super) last_ms: RoomMs,
    /// Deals so far.
    pub(super) deals: u32,
    pub(super) presence: Presence,
    pub(super) viewers: Viewers,
    pub(super) ring: Ring,
    pub(super) answers: Answers,
    /// The last draft of the turn.
    pub(super) draft: Option<LiveDraft>,
    /// The last of them that others may see, and were shown.
    pub(super) shown: Option<LiveDraft>,
    pub(super) shuffle_values: BTreeMap<Seat, [u8; 32]>,
    pub(super) bot: Option<ThinkingBot>,
    /// What somebody waits for while the room goes on.
    pub(super) searches: Searches,
    /// What is known of who can play.
    pub(super) findings: Findings,
    /// What lets it stand still, if anything does.
    pub(super) hold: Hold,
    /// What was due could not be done: it waits until then.
    pub(super) due_not_before: Option<Instant>,
    /// Those for whom its time waits.
    pub(super) awaited: Option<Awaited>,
    /// When it may leave memory if nobody is there.
    pub(super) sleepy_at: Instant,
    pub(super) ended: Option<Ended>,
    pub(super) inbox: mpsc::Receiver<ToRoom>,
    pulse: watch::Sender<Pulse>,
}

impl RoomActor {
    /// A room that was made or rebuilt, ready to run, and its handle.
    pub(crate) fn new(rebuilt: Rebuilt, start: Start<'_>, services: RoomServices) -> (RoomHandle, Self) {
        let Rebuilt { room, ring, answers, last_ms, deals } = rebuilt;
        let practice = room.practice();
        let stepped = practice.is_some_and(|p| p.clock == sarja_protocol::PracticeClock::Stepped);
        let seed = practice.and_then(|p| p.seed);
        let hold = Hold::new(services.store_watch.standing());
        let (epoch, timeline, mut presence) = match start {
            Start::Woken(asleep) => (asleep.pulse.epoch, asleep.timeline(hold.lost()), asleep.presence()),
            Start::Owned(epoch) if stepped => {
                (epoch, Timeline::Stepped { now: last_ms }, Presence::default())
            }
            Start::Owned(epoch) => (epoch, Timeline::running_from(last_ms), Presence::default()),
        };
        room.members().iter().for_each(|member| presence.expect(member.player, last_ms));
        let sleepy_at = Instant::now() + services.idle_rooms.after.max(AWAKE_MIN);
        let pulse = Pulse { seq: room.seq(), epoch, timeline, host: room.host() };
        let (handle, RoomEnds { inbox, pulse }) = RoomHandle::new(room.id(), room.code(), pulse);
        let actor = Self {
            services,
            chance: seed.map_or(chance::Source::System, chance::Source::Seed),
            room,
            epoch,
            timeline,
            last_ms,
            deals,
            presence,
            viewers: Viewers::default(),
            ring,
            answers,
            draft: None,
            shown: None,
            shuffle_values: BTreeMap::new(),
            bot: None,
            searches: Searches::default(),
            findings: Findings::default(),
            hold,
            due_not_before: None,
            awaited: None,
            sleepy_at,
            ended: None,
            inbox,
            pulse,
        };
        (handle, actor)
    }

    /// The same room, which leaves memory as soon as it has done what is due, unless somebody comes.
    pub(crate) fn briefly(self) -> Self {
        Self { sleepy_at: Instant::now(), ..self }
    }

    /// Runs until the room is closed, leaves memory, is owned by somebody else, or the server stops.
    pub(crate) async fn run(mut self: Box<Self>) -> Outcome {
        let stop = self.services.stop.clone();
        let mut attended = false;
        self.look_at_store();
        loop {
            if attended || !self.viewers.is_empty() {
                self.sleepy_at = Instant::now() + self.services.idle_rooms.after;
            }
            attended = !self.viewers.is_empty();
            if let Some(ended) = self.ended {
                self.answer_the_rest().await;
                return Outcome::Ended(ended);
            }
            self.plan_bot();
            let (wake, sleeps) = (self.next_wake(), self.sleeps_at());
            // Messages go before timers: a command that was read in time counts, and what was due is done before any that
            // was not.
            tokio::select! {
                biased;
                // What is done now and then is boxed: a room keeps the place of its future as long as it is there.
                () = stop.cancelled() => return Box::pin(self.stop()).await,
                change = self.hold.changes() => Box::pin(self.hold_changed(change)).await,
                message = self.inbox.recv() => match message {
                    Some(message) => {
                        Box::pin(self.handle(message)).await;
                        self.sleepy_at = self.sleepy_at.max(Instant::now() + AWAKE_MIN);
                    }
                    None => return Outcome::Ended(Ended::Forgotten),
                },
                Some(done) = self.searches.next() => self.searched(done),
                () = make_up_mind(self.bot.as_mut()) => {}
                () = sleep(wake) => Box::pin(self.wake()).await,
                () = sleep(sleeps) => {
                    let (asleep, late) = self.fall_asleep();
                    return Outcome::Asleep(asleep, late);
                }
            }
        }
    }

    /// Ends with the server. What was read before counts, so that nobody has to make a move or a draft again.
    pub(crate) async fn stop(&mut self) -> Outcome {
        self.answer_the_rest().await;
        self.viewers.close(|| self.services.draining.goodbye());
        match self.ended {
            Some(ended) => Outcome::Ended(ended),
            None => Outcome::Stopped(self.left()),
        }
    }

    /// Answers what was sent while the room ended.
    async fn answer_the_rest(&mut self) {
        for message in self.shut() {
            Box::pin(self.handle(message)).await;
        }
    }

    /// Takes nothing more in; gives what had come before.
    pub(super) fn shut(&mut self) -> Vec<ToRoom> {
        self.inbox.close();
        std::iter::from_fn(|| self.inbox.try_recv().ok()).collect()
    }

    /// Gives the turn in progress its full time again, as an event that players see.
    pub(crate) async fn restarted(&mut self) {
        let now = self.now();
        match self.decide(Input::Restarted, now).await {
            Ok(decision) if decision.events.is_empty() => {}
            Ok(decision) => {
                if let Err(not_done) = self.commit(decision, None, now).await {
                    tracing::warn!(room = %self.room.id(), ?not_done, "the clock was not restarted");
                }
            }
            Err(refusal) => tracing::debug!(room = %self.room.id(), %refusal, "nothing to restart"),
        }
    }

    pub(crate) async fn handle(&mut self, message: ToRoom) {
        match message {
            ToRoom::Enter(enter) => self.enter(*enter).await,
            ToRoom::Gone(connection) => self.depart(connection),
            ToRoom::Command { connection, command, received, outbox } => {
                self.command(connection, *command, received, &outbox).await;
            }
        }
    }

    /// What time it is in the room, never before its last event.
    pub(super) fn now(&self) -> RoomMs {
        self.timeline.now().max(self.last_ms)
    }

    /// Everything that this player may see; `None` for strangers.
    pub(super) fn snapshot(
        &self,
        viewer: sarja_protocol::PlayerId,
        why: SnapshotWhy,
        command_id: Option<sarja_protocol::CommandId>,
    ) -> Option<Snapshot> {
        let context =
            ViewContext { presence: &self.presence, draft: self.draft.as_ref(), shown: self.shown.as_ref() };
        let room = RoomView { held: self.hold.view(), ..self.room.view(viewer, context)? };
        let (seq, epoch) = (self.room.seq(), self.epoch);
        Some(Snapshot { command_id, why, seq, epoch, now_ms: self.now(), room })
    }

    /// Lets others see how far the room is.
    pub(super) fn beat(&self) {
        self.pulse.send_replace(self.pulse_now());
    }

    /// How far the room is.
    pub(super) const fn pulse_now(&self) -> Pulse {
        Pulse { seq: self.room.seq(), epoch: self.epoch, timeline: self.timeline, host: self.room.host() }
    }
}

/// Sleeps until then; without an end if there is none.
async fn sleep(until: Option<Instant>) {
    match until {
        Some(until) => sleep_until(until).await,
        None => std::future::pending().await,
    }
}
