//! What is too much for one connection: how it is told, slowed down and in the end closed.

use sarja_protocol::{ClientToServer, CloseReason, CommandId, ErrorCode, ErrorMessage};
use tokio::time::Instant;

use super::{hello::Who, lobby::Link, reader::Reader, socket::Socket};
use crate::{
    journal::Topic,
    limits::{BAD_FRAMES_DOUBLE_EVERY, BAD_FRAMES_MAX, PAUSE_AFTER_BAD_FRAME},
    metrics::Limit,
    rates::{Wait, Whereabouts, growing_pause},
};

impl<S: Socket> Reader<S> {
    /// Whether a frame that says nothing still fits the rate; closes the connection if not.
    pub(super) fn may_live_on(&mut self) -> bool {
        self.origin.meter.whole_message();
        let Err(wait) = self.rates.control() else { return true };
        let error = self.too_many(wait);
        self.outbox.message(ErrorMessage { fatal: true, ..error });
        self.outbox.close(CloseReason::RateLimited);
        false
    }

    /// An error after which the connection is closed.
    pub(super) fn fatal(&self, error: ErrorMessage) {
        let close = error.code.closes().unwrap_or(CloseReason::BadFrame);
        self.outbox.message(error);
        self.outbox.close(close);
    }

    /// Counts a frame, for the connection before the player and for the player before the address: who is over his own rate
    /// uses up nothing of his neighbours'.
    pub(super) fn allow(&self, command: Option<&ClientToServer>, who: Who) -> Result<(), Wait> {
        let (mine, all, from) = (&self.rates, &self.services.rates, self.origin.network());
        mine.frame()?;
        let is_in_a_room = self.link.as_ref().is_some_and(Link::lasts);
        let whereabouts = if is_in_a_room { Whereabouts::InARoom } else { Whereabouts::Outside };
        all.frame(who.player, whereabouts, from)?;
        let Some(command) = command else { return Ok(()) };
        mine.command(command)?;
        all.command(command, who.player, from)
    }

    pub(super) fn too_much(&mut self, wait: Wait, id: Option<CommandId>, received: Instant) {
        let told = self.patience.refuse(wait, received);
        self.outbox.message(ErrorMessage { command_id: id, ..self.too_many(told.wait) });
        self.pause = Some(received + told.pause);
        if told.closes {
            self.services.metrics.connections.limit(Limit::EXCESS);
            self.outbox.close(CloseReason::RateLimited);
        }
    }

    pub(super) fn bad_frame(&mut self, error: ErrorMessage) {
        if error.code.closes().is_some() {
            return self.fatal(error);
        }
        self.bad_frames += 1;
        let pause = growing_pause(PAUSE_AFTER_BAD_FRAME, self.bad_frames / BAD_FRAMES_DOUBLE_EVERY);
        self.pause = Some(Instant::now() + pause);
        self.outbox.message(error);
        if self.bad_frames >= BAD_FRAMES_MAX {
            self.services.journal.limit(Topic::Limit, "bad_frames_max", self.origin.address);
            self.outbox.close(CloseReason::BadFrame);
        }
    }

    /// What is answered when a limit is reached, which is noted.
    pub(super) fn too_many(&self, wait: Wait) -> ErrorMessage {
        self.services.journal.limit(Topic::Limit, wait.limit, self.origin.address);
        ErrorMessage::new(ErrorCode::RateLimited).retry_after(wait.ms())
    }
}
