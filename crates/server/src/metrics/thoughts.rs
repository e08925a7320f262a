//! Searches for plays: how many, how long they take, and whether they come to an end.

use std::time::Duration;

use metrics::{Counter, Histogram};

use super::{
    label::Thought,
    register::{By, Register},
};

/// Metrics of searches for plays.
#[derive(Debug)]
pub(crate) struct Thoughts {
    seconds: By<Thought, Histogram>,
    waited: By<Thought, Histogram>,
    unproven: By<Thought, Counter>,
    given_up: By<Thought, Counter>,
}

impl Thoughts {
    pub(super) fn new(register: &mut Register) -> Self {
        Self {
            seconds: register.histograms(
                "sarja_thinking_seconds",
                "How long searches for plays ran, by what they were for; long ones run beside the rooms, a few at once.",
            ),
            waited: register.histograms(
                "sarja_thinking_wait_seconds",
                "How long searches for plays waited for a place before they ran.",
            ),
            unproven: register.counters(
                "sarja_thinking_unproven_total",
                "Searches for plays that reached their limit of work before there was a proof.",
            ),
            given_up: register.counters(
                "sarja_thinking_given_up_total",
                "Searches for plays that did not run, because too many others did.",
            ),
        }
    }

    /// A search had its place after this time.
    pub(crate) fn began(&self, what: Thought, waited: Duration) {
        self.waited.of(what).into_iter().for_each(|histogram| histogram.record(waited));
    }

    /// A search is over.
    pub(crate) fn ended(&self, what: Thought, took: Duration) {
        self.seconds.of(what).into_iter().for_each(|histogram| histogram.record(took));
    }

    /// A search ended without a proof.
    pub(crate) fn unproven(&self, what: Thought) {
        self.unproven.count(what);
    }

    /// A search did not run.
    pub(crate) fn given_up(&self, what: Thought) {
        self.given_up.count(what);
    }
}
