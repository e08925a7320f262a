//! What a connection passes on to its room, without waiting for it.

use sarja_protocol::{ClientToServer, Draft, ErrorCode, ErrorMessage};
use tokio::time::Instant;

use super::{reader::Reader, socket::Socket};
use crate::{
    actor::{ToRoom, Unreached},
    limits::{BUSY_RETRY_MS, DRAFT_RETRY},
    metrics::{Limit, Measured},
};

/// A draft that waits for its rate, or for room in the inbox.
pub(super) struct Held {
    pub(super) draft: Draft,
    pub(super) received: Instant,
    pub(super) until: Instant,
}

impl<S: Socket> Reader<S> {
    /// Passes a command on to the room, without waiting.
    pub(super) fn pass_on(&mut self, command: ClientToServer, received: Instant) {
        let Some(id) = command.command_id().cloned() else { return };
        if matches!(command, ClientToServer::Play(_) | ClientToServer::Draw(_) | ClientToServer::Pass(_)) {
            // The turn ends with this: a draft that still waits was for it.
            self.held = None;
        }
        let measured = Measured::of(&command);
        let message = self.to_room(command, received);
        let error = match self.link().map(|link| link.room.try_send(message)) {
            Some(Ok(())) => return,
            None => ErrorMessage::new(ErrorCode::NotInRoom),
            Some(Err(Unreached::Busy)) => {
                self.services.metrics.connections.limit(Limit::INBOX);
                ErrorMessage::new(ErrorCode::Busy).retry_after(BUSY_RETRY_MS)
            }
            Some(Err(Unreached::Gone(_))) => ErrorMessage::new(ErrorCode::RoomClosed),
        };
        let outcome = self.refused(error.to_command(id));
        self.came_to(Some(measured), outcome);
    }

    fn to_room(&self, command: ClientToServer, received: Instant) -> ToRoom {
        let (connection, outbox) = (self.id, self.outbox.clone());
        ToRoom::Command { connection, command: Box::new(command), received, outbox }
    }

    /// Passes on the last draft, if its rate allows it; else it waits, and a later one takes its place.
    pub(super) fn release_draft(&mut self) {
        let Some(held) = self.held.take() else { return };
        if let Err(wait) = self.rates.draft() {
            self.held = Some(Held { until: Instant::now() + wait.time, ..held });
            return;
        }
        let Some(link) = self.link.as_ref().filter(|link| link.lasts()) else {
            return self.outbox.message(ErrorMessage::new(ErrorCode::NotInRoom));
        };
        // A copy stays here in case the inbox is full.
        let message = self.to_room(held.draft.clone().into(), held.received);
        if matches!(link.room.try_send(message), Err(Unreached::Busy)) {
            self.held = Some(Held { until: Instant::now() + DRAFT_RETRY, ..held });
        }
    }
}
