//! Connections: how many there are, what they send, why they end.

use metrics::Counter;
use sarja_protocol::{CloseReason, ErrorCode};

use super::{
    label::{ConnectionState, Limit},
    register::{By, Register},
};

/// Metrics of connections.
#[derive(Debug)]
pub(crate) struct Connections {
    open: By<ConnectionState, metrics::Gauge>,
    opened: Counter,
    closed: By<CloseReason, Counter>,
    /// What was refused to clients, by the code that they were told.
    pub(crate) errors: By<ErrorCode, Counter>,
    /// What was too much, by the limit that says so.
    limits: By<Limit, Counter>,
    /// Frames of text that came.
    pub(crate) received: Counter,
    pub(crate) received_bytes: Counter,
    /// Messages that were handed to the sockets.
    pub(crate) sent: Counter,
    pub(crate) sent_bytes: Counter,
}

impl Connections {
    pub(super) fn new(register: &mut Register) -> Self {
        Self {
            open: register.gauges(
                "sarja_connections_open",
                "WebSocket connections that are open now, by whether they have said who they are.",
            ),
            opened: register
                .counter("sarja_connections_opened_total", "WebSocket connections that were opened."),
            closed: register.counters(
                "sarja_connections_closed_total",
                "WebSocket connections that ended, by the reason that the client was told; bye: the client went itself.",
            ),
            errors: register.counters(
                "sarja_errors_total",
                "Errors that clients were told, by code: what was refused and why.",
            ),
            limits: register.counters(
                "sarja_limits_hit_total",
                "Times that somebody met a limit, by limit: of a rate, or of how many there may be.",
            ),
            received: register.counter("sarja_messages_received_total", "Text messages that came from clients."),
            received_bytes: register
                .counter("sarja_received_bytes_total", "Bytes of the text messages that came from clients."),
            sent: register.counter("sarja_messages_sent_total", "Messages that were sent to clients."),
            sent_bytes: register.counter("sarja_sent_bytes_total", "Bytes of the messages that were sent to clients."),
        }
    }

    /// Notes a connection for as long as what is returned lives.
    pub(crate) fn opened(&self) -> Open<'_> {
        self.opened.increment(1);
        let open = Open { of: self, state: ConnectionState::Unidentified };
        open.step(1.0);
        open
    }

    /// Somebody met a limit.
    pub(crate) fn limit(&self, limit: Limit) {
        self.limits.count(limit);
    }

    /// Notes why a connection ended.
    pub(crate) fn closed(&self, reason: CloseReason) {
        self.closed.count(reason);
    }
}

/// A connection that is open: it counts until it is dropped, however that comes about.
#[derive(Debug)]
pub(crate) struct Open<'a> {
    of: &'a Connections,
    state: ConnectionState,
}

impl Open<'_> {
    /// It has said who it is.
    pub(crate) fn identified(&mut self) {
        self.step(-1.0);
        self.state = ConnectionState::Identified;
        self.step(1.0);
    }

    fn step(&self, by: f64) {
        self.of.open.of(self.state).into_iter().for_each(|gauge| gauge.increment(by));
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.step(-1.0);
    }
}
