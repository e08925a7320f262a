//! Connections that come in, come back, and go.

use sarja_protocol::{
    ClientToServer, CommandId, ErrorCode, ErrorMessage, Held, HistoryRewound, PlayerId, ResumeRoom, Resumed,
    Role, RoomJoined, SnapshotWhy,
};

use super::{
    answers::{Known, body_hash},
    commands::Waiting,
    commit::{Asked, NotDone},
    handle::Enter,
    ring::Missed,
    run::RoomActor,
    viewers::{ConnectionId, Membership, Viewer},
};
use crate::{connection::encode, metrics::ResumedWith, room::Input};

impl RoomActor {
    /// Lets a connection in, if the room lets its player in.
    pub(super) async fn enter(&mut self, enter: Enter) {
        self.services.metrics.commands.waited(enter.received.elapsed());
        self.catch_up(enter.received).await;
        let admitted = self.admit(&enter).await && self.ended.is_none();
        let membership = admitted.then(|| self.attach(&enter));
        if enter.entered.send(membership).is_err() {
            // The connection did not wait: it is gone, or will be at once.
            self.depart(enter.connection);
        }
    }

    /// Whether the player may come in; writes that he has, if he is new here.
    async fn admit(&mut self, enter: &Enter) -> bool {
        let Some(id) = enter.command.command_id().cloned() else { return false };
        let waiting =
            Waiting { player: enter.player, id, hash: body_hash(&enter.command), outbox: &enter.outbox };
        if let Some(ended) = self.ended_error() {
            waiting.refuse(ended);
            return false;
        }
        if self.answers.look(&waiting.key(), waiting.hash) == Known::Reused {
            waiting.refuse(ErrorMessage::new(ErrorCode::CommandIdReused));
            return false;
        }
        match &enter.command {
            ClientToServer::JoinRoom(_) => self.join(enter, &waiting).await,
            // Who made the room is in it; who resumes was in it.
            _ if self.room.member(enter.player).is_some() => true,
            _ if self.room.is_removed(enter.player) => {
                waiting.refuse(ErrorMessage::new(ErrorCode::RemovedFromRoom));
                false
            }
            _ => {
                waiting.refuse(ErrorMessage::new(ErrorCode::NoSuchRoom));
                false
            }
        }
    }

    async fn join(&mut self, enter: &Enter, waiting: &Waiting<'_>) -> bool {
        let now = self.timeline.at(enter.received).max(self.last_ms);
        let input = Input::Command { player: enter.player, command: &enter.command, kind: enter.kind };
        let decision = match self.decide(input, now).await {
            Ok(decision) => decision,
            Err(refusal) => {
                waiting.refuse(refusal.to_error());
                return false;
            }
        };
        if decision.events.is_empty() {
            return true;
        }
        let asked = Asked { command: waiting.command(), answer: None };
        match self.commit(decision, Some(asked), now).await {
            Ok(()) => true,
            Err(NotDone::Repeated(_) | NotDone::Reloaded) if self.room.member(enter.player).is_some() => true,
            // It let the player in before he left: coming again is another command.
            Err(NotDone::Repeated(_)) => {
                waiting.refuse(ErrorMessage::new(ErrorCode::CommandIdReused));
                false
            }
            Err(not_done) => {
                self.not_done(waiting, &not_done);
                false
            }
        }
    }

    fn attach(&mut self, enter: &Enter) -> Membership {
        let membership = Membership::begun();
        let new = !self.presence.is_connected(enter.player);
        self.presence.arrive(enter.player);
        self.viewers.attach(Viewer {
            connection: enter.connection,
            player: enter.player,
            outbox: enter.outbox.clone(),
            membership: membership.clone(),
        });
        tracing::info!(room = %self.room.id(), player = %enter.player, "came in");
        match &enter.command {
            ClientToServer::ResumeRoom(resume) => self.welcome_back(enter, resume),
            other => {
                if let Some(id) = other.command_id() {
                    let joined = encode(&self.joined(enter.player, id.clone()).into());
                    enter.outbox.text(joined.clone());
                    self.answers.keep((enter.player, id.clone()), body_hash(other), joined);
                }
                self.send_snapshot(enter.player, &enter.outbox, SnapshotWhy::Joined);
            }
        }
        self.wait_not_for(enter.player);
        if new {
            self.tell_presence();
        } else if matches!(enter.command, ClientToServer::ResumeRoom(_)) {
            enter.outbox.message(self.present());
        }
        membership
    }

    fn joined(&self, player: PlayerId, command_id: CommandId) -> RoomJoined {
        let seat = self.room.seat_of(player);
        RoomJoined {
            command_id,
            room_id: self.room.id(),
            code: self.room.code(),
            link_secret: Some(self.room.link_secret().clone()),
            role: if seat.is_some() { Role::Player } else { Role::Spectator },
            seat,
        }
    }

    /// Sends what was missed, or everything.
    fn welcome_back(&self, enter: &Enter, resume: &ResumeRoom) {
        let (outbox, player) = (&enter.outbox, enter.player);
        let (id, seq) = (resume.command_id.clone(), self.room.seq());
        let full = |why| {
            if let Some(snapshot) = self.snapshot(player, why, Some(id.clone())) {
                outbox.message(snapshot);
            }
        };
        let resumed = &self.services.metrics.rooms.resumed;
        if resume.epoch > self.epoch || resume.last_seq > seq {
            resumed.count(ResumedWith::Rewound);
            outbox.message(HistoryRewound { command_id: Some(id.clone()), seq, epoch: self.epoch });
            full(SnapshotWhy::Rewound);
            return;
        }
        match self.ring.since(resume.last_seq, player) {
            Missed::Events(mut events) if resume.epoch == self.epoch => {
                resumed.count(ResumedWith::Events);
                let resumed =
                    Resumed { command_id: id.clone(), from_seq: resume.last_seq.next(), to_seq: seq };
                events.insert(0, encode(&resumed.into()));
                outbox.burst(events);
                self.tell_what_has_no_number(enter);
            }
            _ => {
                resumed.count(ResumedWith::Snapshot);
                full(SnapshotWhy::Resumed);
            }
        }
    }

    /// Hold, clock and draft are no events: who resumes is told how they are now.
    fn tell_what_has_no_number(&self, enter: &Enter) {
        if let Some(held) = self.hold.view() {
            enter.outbox.message(Held { why: held.why, now_ms: self.now() });
        }
        if let Some(clock) = self.room.clock_message(self.now()) {
            enter.outbox.message(clock);
        }
        self.send_draft(enter.player, &enter.outbox);
    }

    /// A connection is gone. Its player keeps the seat.
    pub(super) fn depart(&mut self, connection: ConnectionId) {
        let Some(player) = self.viewers.detach(connection) else { return };
        self.presence.depart(player, self.now());
        tracing::info!(room = %self.room.id(), %player, "connection gone");
        self.tell_presence();
    }
}
