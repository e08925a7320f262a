//! What one connection may send.

use sarja_protocol::ClientToServer;

use super::bucket::{Bucket, Wait, a_minute, a_second};
use crate::server_limits::ServerLimits;

/// What one connection may send.
#[derive(Debug)]
pub(crate) struct ConnectionRates {
    commands: Bucket,
    drafts: Bucket,
    draft_frames: Bucket,
    chat: Bucket,
    reactions: Bucket,
    joins: Bucket,
    control: Bucket,
}

impl ConnectionRates {
    pub(crate) fn new(limits: &ServerLimits) -> Self {
        let drafts = a_second(limits.drafts_per_second, limits.drafts_burst);
        let times_ten = |n: u32| n.saturating_mul(10);
        let draft_frames = a_second(times_ten(limits.drafts_per_second), times_ten(limits.drafts_burst));
        let commands = a_second(limits.commands_per_second, limits.commands_burst);
        let control = a_second(limits.control_frames_per_second, limits.control_frames_burst);
        Self {
            commands: Bucket::new("commands_per_second", commands),
            drafts: Bucket::new("drafts_per_second", drafts),
            draft_frames: Bucket::new("drafts_per_second", draft_frames),
            chat: Bucket::new("chat_per_minute", a_minute(limits.chat_per_minute)),
            reactions: Bucket::new("reactions_per_minute", a_minute(limits.reactions_per_minute)),
            joins: Bucket::new("joins_per_minute", a_minute(limits.joins_per_minute)),
            control: Bucket::new("control_frames_per_second", control),
        }
    }

    /// Counts a draft that came. Too many of them only supersede each other, but ten times as many as may be passed on are
    /// no hand that moves tiles.
    pub(crate) fn draft_frame(&self) -> Result<(), Wait> {
        self.draft_frames.take()
    }

    /// Counts a frame that is no draft, readable or not.
    pub(crate) fn frame(&self) -> Result<(), Wait> {
        self.commands.take()
    }

    /// Counts what has a rate of its own beside that of all commands.
    pub(crate) fn command(&self, command: &ClientToServer) -> Result<(), Wait> {
        match command {
            ClientToServer::Say(_) => self.chat.take(),
            ClientToServer::React(_) => self.reactions.take(),
            ClientToServer::JoinRoom(_) => self.joins.take(),
            _ => Ok(()),
        }
    }

    /// Counts a draft that is passed on.
    pub(crate) fn draft(&self) -> Result<(), Wait> {
        self.drafts.take()
    }

    /// Counts a frame that says nothing: a ping, or a pong that nobody asked for.
    pub(crate) fn control(&self) -> Result<(), Wait> {
        self.control.take()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn commands_have_a_burst_and_then_a_rate() {
        let limits = ServerLimits::default();
        let rates = ConnectionRates::new(&limits);
        for _ in 0..limits.commands_burst {
            assert_eq!(rates.frame(), Ok(()));
        }
        let one = Duration::from_secs(1) / limits.commands_per_second;
        assert_eq!(rates.frame(), Err(Wait { limit: "commands_per_second", time: one }));
        tokio::time::advance(one).await;
        assert_eq!(rates.frame(), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn drafts_do_not_use_up_commands() {
        let rates = ConnectionRates::new(&ServerLimits::default());
        while rates.draft().is_ok() {}
        assert_eq!(rates.frame(), Ok(()));
    }
}
