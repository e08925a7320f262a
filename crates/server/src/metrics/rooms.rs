//! Rooms: how many there are, where they come from, what becomes of them.

use metrics::{Counter, Gauge};
use sarja_protocol::RoomClosedWhy;

use super::{
    label::{ResumedWith, RoomFault, RoomState},
    register::{By, Register},
};

/// Metrics of rooms.
#[derive(Debug)]
pub(crate) struct Rooms {
    /// Set when it is asked for.
    pub(super) open: By<RoomState, Gauge>,
    /// Set when it is asked for.
    pub(super) set_aside: Gauge,
    /// Rooms that were made.
    pub(crate) made: Counter,
    /// Rooms that were read from the store.
    pub(crate) loaded: Counter,
    /// Rooms that were closed for good.
    pub(crate) closed: By<RoomClosedWhy, Counter>,
    /// Rooms that this server no longer owns or that do not fit their log.
    pub(crate) given_up: Counter,
    /// Rooms that failed.
    pub(crate) failures: By<RoomFault, Counter>,
    /// Rooms that were rebuilt because it was not known what had been written.
    pub(crate) reloaded: Counter,
    /// Connections that came back.
    pub(crate) resumed: By<ResumedWith, Counter>,
}

impl Rooms {
    pub(super) fn new(register: &mut Register) -> Self {
        Self {
            open: register.gauges("sarja_rooms", "Rooms that are open on this server, by state."),
            set_aside: register.gauge(
                "sarja_rooms_set_aside",
                "Rooms that failed too often and wait for somebody to look at them. They stay in the store.",
            ),
            made: register.counter("sarja_rooms_made_total", "Rooms that were made."),
            loaded: register.counter(
                "sarja_rooms_loaded_total",
                "Rooms that were made from their log: after a start, because somebody came, or because something was due in them.",
            ),
            closed: register
                .counters("sarja_rooms_closed_total", "Rooms that were closed for good, by reason."),
            given_up: register.counter(
                "sarja_rooms_given_up_total",
                "Rooms that were given up because somebody else owns them or their log is not what was told.",
            ),
            failures: register.counters("sarja_room_failures_total", "Times that a room failed, by cause."),
            reloaded: register.counter(
                "sarja_room_reloads_total",
                "Rooms that were rebuilt from their log because it was not known what had been written.",
            ),
            resumed: register.counters(
                "sarja_resumes_total",
                "Connections that came back into their room, by what they were sent.",
            ),
        }
    }
}
