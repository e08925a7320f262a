//! Commands: which came, what became of them, how long they took.

use std::time::Duration;

use metrics::{Counter, Histogram};
use sarja_protocol::ClientToServer;

use super::{
    label::{CommandGroup, CommandType, Outcome},
    register::{By, Register},
};

/// Metrics of commands.
#[derive(Debug)]
pub(crate) struct Commands {
    outcomes: By<CommandType, By<Outcome, Counter>>,
    seconds: By<CommandGroup, Histogram>,
    waited: Histogram,
}

/// A command as far as it is measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured {
    kind: CommandType,
    group: CommandGroup,
}

impl Measured {
    /// What is measured of this command.
    pub(crate) const fn of(command: &ClientToServer) -> Self {
        Self { kind: CommandType::of(command), group: CommandGroup::of(command) }
    }
}

impl Commands {
    pub(super) fn new(register: &mut Register) -> Self {
        Self {
            outcomes: register.counters_by_two(
                "sarja_commands_total",
                "Commands of clients, and their drafts, by type and by what became of them.",
            ),
            seconds: register.histograms(
                "sarja_command_seconds",
                "From reading a command's frame until it was answered and everybody was told; answers still wait to be sent then.",
            ),
            waited: register.histogram(
                "sarja_inbox_wait_seconds",
                "How long messages waited for their room before it came to them.",
            ),
        }
    }

    /// A room came to a message that was read so long ago.
    pub(crate) fn waited(&self, time: Duration) {
        self.waited.record(time);
    }

    /// A command was answered.
    pub(crate) fn answered(&self, command: Measured, outcome: Outcome, took: Duration) {
        self.seconds.of(command.group).into_iter().for_each(|histogram| histogram.record(took));
        self.came_to(command, outcome);
    }

    /// A command was refused before anybody looked into it: how long that took tells nothing.
    pub(crate) fn came_to(&self, command: Measured, outcome: Outcome) {
        self.outcomes.of(command.kind).into_iter().for_each(|outcomes| outcomes.count(outcome));
    }
}
