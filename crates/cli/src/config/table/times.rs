//! Times of a stop, and of connections.

use crate::config::{
    setting::Setting,
    value::{Kind, Value},
};

pub(super) fn all() -> Vec<Setting> {
    vec![
        Setting::new(
            "drain.notice_ms",
            Kind::Number(0, 600_000),
            "Milliseconds from the request to stop until the first connections are closed. Players are \
             told; new rooms are refused.",
            ms!(drain.notice),
        ),
        Setting::new(
            "drain.batch",
            Kind::Number(1, 1_000_000),
            "Connections that are closed together, so that thousands do not come back at once.",
            field!(|s, v| s.drain.batch = v.number()?, |s| Value::Number(
                u64::try_from(s.drain.batch).unwrap_or(u64::MAX)
            ),),
        ),
        Setting::new(
            "drain.step_ms",
            Kind::Number(0, 60_000),
            "Milliseconds between two batches.",
            ms!(drain.step),
        ),
        Setting::new(
            "drain.within_ms",
            Kind::Number(1, 600_000),
            "Milliseconds from the request to stop until the program ends, whatever hangs. Keep it below \
             the time after which the \
             system kills it: 90 s with systemd, 10 s with Docker, unless they are told otherwise.",
            ms!(drain.within),
        ),
        Setting::new(
            "timings.header_within_ms",
            Kind::Number(1, 600_000),
            "Milliseconds from a connection, or its last answer, to the end of a request over HTTP. Trusted proxies have 90 s.",
            ms!(timings.header_within),
        ),
        Setting::new(
            "timings.hello_within_ms",
            Kind::Number(1, 600_000),
            "Milliseconds from a connection to its first message.",
            ms!(timings.hello_within),
        ),
        Setting::new(
            "timings.heartbeat_ms",
            Kind::Number(1, 600_000),
            "Milliseconds between two heartbeats of the server. Proxies must not cut connections that are \
             silent for so long.",
            ms!(timings.heartbeat),
        ),
        Setting::new(
            "timings.dead_after_ms",
            Kind::Number(1, 600_000),
            "Milliseconds without a sign of life after which a connection is closed.",
            ms!(timings.dead_after),
        ),
        Setting::new(
            "timings.send_within_ms",
            Kind::Number(1, 600_000),
            "Milliseconds that sending one message may take before the connection is closed.",
            ms!(timings.send_within),
        ),
    ]
}
