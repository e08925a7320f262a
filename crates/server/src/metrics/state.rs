//! The server as a whole: which it is, and whether it serves.

use metrics::{Counter, Gauge};

use super::{panics, register::Register};

/// Metrics of the server as a whole.
#[derive(Debug)]
pub(super) struct ServerState {
    ready: Gauge,
    draining: Gauge,
    panics: Counter,
}

impl ServerState {
    pub(super) fn new(register: &mut Register) -> Self {
        register.fact(
            "sarja_build_info",
            "Which program this is; always 1.",
            &[("version", env!("CARGO_PKG_VERSION").to_owned())],
        );
        Self {
            ready: register.gauge(
                "sarja_ready",
                "1 while the server can take players, as /readyz says: its store commits and it does not stop.",
            ),
            draining: register.gauge("sarja_draining", "1 while the server is stopping."),
            panics: register.counter(
                "sarja_panics_total",
                "Faults of the program that ended one of its tasks. Each is in the log with its place.",
            ),
        }
    }

    pub(super) fn observe(&self, ready: bool, draining: bool) {
        self.ready.set(u8::from(ready));
        self.draining.set(u8::from(draining));
        self.panics.absolute(panics::so_far());
    }
}
