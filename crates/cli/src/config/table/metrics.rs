//! Who may watch the server.

use crate::config::{
    setting::Setting,
    value::{Kind, Value},
};

pub(super) fn all() -> Vec<Setting> {
    vec![
        Setting::new(
            "metrics.listen",
            Kind::Text("an address and a port, as 127.0.0.1:9464"),
            "Where to serve /metrics, /healthz and /readyz to whoever can reach it there. Without it only programs of this machine \
             may read /metrics, where the server listens for players.",
            field!(
                |s, v| s.metrics_listen = Some(v.read()?),
                |s| Value::optional(s.metrics_listen.as_ref()),
            ),
        )
        .flag("metrics-listen", "ADDR:PORT")
        .example("127.0.0.1:9464"),
    ]
}
