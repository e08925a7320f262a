//! Writing what was decided, then applying it, then telling it.

use sarja_protocol::{Event, PlayerId, PresentPerson, RoomMs, Seq, SnapshotWhy};
use sarja_rules::Seat;
use sarja_store::{Append, AppendError, CommandRef, Entry, Fault, LogRow};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::{
    rebuild::is_deal,
    ring::Told,
    run::{Ended, RoomActor},
};
#[cfg(test)]
use crate::simulation::planted::{self, Planted};
use crate::{
    chance,
    connection::{Outbox, encode},
    room::{Decision, Event as Logged, Shown},
    wall,
};

/// Why a decision did not come to pass. Nothing was applied.
#[derive(Debug)]
pub(super) enum NotDone {
    /// The store cannot write now. Nothing was written.
    Unavailable,
    /// It was not known what the log holds. It is now: the room was rebuilt from it.
    Reloaded,
    /// The command is in the log already, up to this event.
    Repeated(Seq),
    /// Another command with this id is in the log.
    Reused,
    /// The store will not take this.
    Refused,
    /// The room is somebody else's now, and its task ends.
    Gone,
}

/// Who is waiting for a decision: the command, and the answer to send once it is written.
#[derive(Debug)]
pub(super) struct Asked<'a> {
    pub(super) command: CommandRef,
    /// To whom, and what; `None` if the answer comes later.
    pub(super) answer: Option<(&'a Outbox, Utf8Bytes)>,
}

/// What has to be done about events beside telling them.
#[derive(Debug, Default)]
struct Effects {
    clock: bool,
    /// What a draft is worth may have changed within its turn.
    taken: bool,
    left: Vec<PlayerId>,
    closed: bool,
}

impl RoomActor {
    /// Writes the events, applies them, answers, and tells everybody.
    pub(super) async fn commit(
        &mut self,
        mut decision: Decision,
        asked: Option<Asked<'_>>,
        now: RoomMs,
    ) -> Result<(), NotDone> {
        if matches!(self.chance, chance::Source::Seed(_)) {
            // The same seed makes the same match id in every room; what is kept of each match has an id of its own.
            decision.matches.iter_mut().for_each(|played| played.id = chance::id().into());
        }
        let (command, answer) = asked.map_or((None, None), |asked| (Some(asked.command), asked.answer));
        #[cfg(test)]
        if planted::is(Planted::ToldBeforeCommit) {
            self.tell_too_early(&decision.events, now);
        }
        let written = self.write(entry(&decision, self.room.seq().next(), now, command)).await;
        if let Err(not_done) = written {
            self.tell_hold();
            return Err(not_done);
        }
        if let Some((outbox, text)) = answer {
            outbox.text(text);
        }
        for secret in decision.secrets {
            self.room.learn_secret(secret.deal.0, secret.secret);
        }
        let roles: Vec<_> = self.roles();
        let mut effects = Effects::default();
        let told: Vec<Told> =
            decision.events.iter().map(|event| self.apply(event, now, &mut effects)).collect();
        self.viewers.tell_events(&told);
        self.follow_up(effects, &roles, now).await;
        self.tell_hold();
        Ok(())
    }

    async fn write(&mut self, entry: Entry) -> Result<(), NotDone> {
        if self.is_held() {
            return Err(NotDone::Unavailable);
        }
        let room = sarja_store::RoomId(self.room.id().0);
        let epoch = sarja_store::Epoch(self.epoch.0);
        let command = entry.command.clone();
        let began = Instant::now();
        let store = self.services.store.clone();
        let append = store.append(Append { room, epoch, entry });
        let Err(error) = self.answered(began, append).await else { return Ok(()) };
        tracing::warn!(%room, %error, "not appended");
        match error {
            AppendError::Unavailable(Fault::Damaged(_)) => {
                // Trying again does not mend it. Whether the room can be read is seen when it is loaded again.
                tracing::error!(%room, "the database is damaged where this room lies");
                Err(self.fail())
            }
            AppendError::Unavailable(Fault::Locked) => {
                self.stop_time(began);
                Err(self.settle_later())
            }
            AppendError::Unavailable(_) => {
                self.hold_for_store(began);
                Err(NotDone::Unavailable)
            }
            AppendError::Refused(_) | AppendError::Inconsistent(_) => Err(NotDone::Refused),
            AppendError::Conflict { stored, .. } => match repeated(command.as_ref(), &stored) {
                Some(outcome) => Err(outcome),
                None => Err(self.reload(began).await),
            },
            AppendError::Gap { .. } => Err(self.reload(began).await),
            AppendError::OutcomeUnknown(_) => {
                self.services.store_watch.doubt(began);
                Err(self.reload(began).await)
            }
            AppendError::Fenced { .. } | AppendError::NotOpen(_) => Err(self.lose()),
        }
    }

    /// Gives the room up, which is somebody else's: its connections are closed and may come back to wherever it is.
    pub(super) fn lose(&mut self) -> NotDone {
        self.ended = Some(Ended::Lost);
        NotDone::Gone
    }

    /// Gives the room up until it can be read again: its connections are closed and may come back.
    pub(super) fn fail(&mut self) -> NotDone {
        self.ended = Some(Ended::Failed);
        NotDone::Gone
    }

    fn apply(&mut self, event: &Logged, now: RoomMs, effects: &mut Effects) -> Told {
        let shown: Shown = self.room.apply(now, event);
        self.last_ms = now;
        self.services.metrics.games.happened(&shown.public);
        if is_deal(&shown.public) {
            self.deals += 1;
        }
        match &shown.public {
            Event::TurnStarted { .. }
            | Event::Paused { .. }
            | Event::PlayResumed { .. }
            | Event::ClockRestarted { .. } => effects.clock = true,
            Event::TileTaken(_) | Event::PileTaken(_) => effects.taken = true,
            Event::ShuffleCommitted { .. } | Event::Dealt { .. } => self.shuffle_values.clear(),
            Event::PlayerJoined { player_id, .. } => self.presence.expect(*player_id, now),
            Event::PlayerLeft { player_id, .. } | Event::PlayerRemoved { player_id } => {
                effects.left.push(*player_id);
            }
            Event::RoomClosed { why } => {
                self.services.metrics.rooms.closed.count(*why);
                effects.closed = true;
            }
            _ => {}
        }
        let told = Told::of(self.room.seq(), self.epoch, now, shown);
        self.ring.push(told.clone());
        told
    }

    /// What is not numbered: clocks, presence, new roles, people who left, the end of the room.
    async fn follow_up(&mut self, effects: Effects, roles: &[(PlayerId, Option<Seat>)], now: RoomMs) {
        self.drop_stale_draft();
        if effects.taken {
            self.tell_draft_anew();
        }
        for (player, seat) in roles {
            let viewer = self.viewers.iter().find(|viewer| viewer.player == *player);
            if let Some(viewer) = viewer.filter(|_| self.room.seat_of(*player).is_some() != seat.is_some()) {
                self.send_snapshot(*player, &viewer.outbox, SnapshotWhy::RoleChanged);
            }
        }
        if let Some(clock) = self.room.clock_message(now).filter(|_| effects.clock) {
            self.viewers.tell(&encode(&clock.into()));
        }
        for player in &effects.left {
            self.viewers.release(*player);
            self.presence.forget(*player);
            self.wait_not_for(*player);
        }
        if !effects.left.is_empty() {
            self.tell_presence();
        }
        self.beat();
        if effects.closed {
            self.close().await;
        }
    }

    /// Closes the room for good. Its connections stay open, outside it.
    pub(super) async fn close(&mut self) {
        let id = sarja_store::RoomId(self.room.id().0);
        let epoch = sarja_store::Epoch(self.epoch.0);
        // If this fails the log still says so, and the next start closes the room.
        if let Err(error) = self.services.store.close_room(id, epoch, wall::now_ms()).await {
            tracing::warn!(room = %id, %error, "not marked as closed");
        }
        tracing::info!(room = %id, "room closed");
        self.viewers.release_all();
        self.ended = Some(Ended::Closed);
    }

    fn roles(&self) -> Vec<(PlayerId, Option<Seat>)> {
        self.viewers.iter().map(|viewer| (viewer.player, self.room.seat_of(viewer.player))).collect()
    }

    /// Sends everything that this player may see.
    pub(super) fn send_snapshot(&self, player: PlayerId, outbox: &Outbox, why: SnapshotWhy) {
        if let Some(snapshot) = self.snapshot(player, why, None) {
            outbox.message(snapshot);
        }
    }

    /// Tells everybody who is connected.
    pub(super) fn tell_presence(&self) {
        self.viewers.tell(&encode(&self.present().into()));
    }

    /// Who is connected.
    pub(super) fn present(&self) -> sarja_protocol::Presence {
        let people = self
            .room
            .members()
            .iter()
            .map(|member| PresentPerson {
                player_id: member.player,
                connected: self.presence.is_connected(member.player),
            })
            .collect();
        sarja_protocol::Presence { people }
    }
}

/// What is written for a decision.
pub(crate) fn entry(decision: &Decision, first: Seq, now: RoomMs, command: Option<CommandRef>) -> Entry {
    let events = serde_json::to_string(&decision.events).expect("events are plain data with text keys");
    let count = u32::try_from(decision.events.len()).expect("a command causes few events");
    Entry {
        at_ms: i64::try_from(now.0).expect("a room is not older than the universe"),
        wall_ms: wall::now_ms(),
        command,
        players: decision.players.clone(),
        secrets: decision.secrets.clone(),
        reveals: decision.reveals.clone(),
        rounds: decision.rounds.clone(),
        matches: decision.matches.clone(),
        ..Entry::new(sarja_store::Seq(first.0), count, events)
    }
}

/// What a stored row says of a command that met it; `None` if it is about something else.
fn repeated(command: Option<&CommandRef>, stored: &LogRow) -> Option<NotDone> {
    let (ours, theirs) = (command?, stored.command.as_ref()?);
    if (ours.player, &ours.id) != (theirs.player, &theirs.id) {
        return None;
    }
    let same = ours.body_hash == theirs.body_hash;
    Some(if same { NotDone::Repeated(Seq(stored.last_seq().0)) } else { NotDone::Reused })
}
