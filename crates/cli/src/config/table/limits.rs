//! How much others may do: what the server itself lists.

use sarja_server::ServerLimits;

use crate::config::{
    setting::{Access, Setting},
    value::{Kind, Value},
};

/// The largest limit: more than any machine does.
const LIMIT_MAX: u64 = 1_000_000_000;

/// The setting that all limits follow.
pub(in crate::config) const PRESET: &str = "limits.preset";

pub(super) fn all() -> Vec<Setting> {
    let preset = Setting::new(
        PRESET,
        Kind::Choice(&["default", "bench"]),
        "What limits begin with: those for playing, or with `bench` next to none, to measure a machine; \
         that is taken on loopback \
         only. Single limits may be set on top.",
        field!(
            |s, v| s.limits =
                if v.str()? == "bench" { ServerLimits::bench() } else { ServerLimits::default() },
            |s| Value::text(if s.limits.is_bench() { "bench" } else { "default" }),
        ),
    );
    let mut all = vec![preset.flag("limits", "PRESET").variable_named("SARJA_LIMITS")];
    all.extend(ServerLimits::default().table().into_iter().map(|row| {
        let key = format!("limits.{}", row.name);
        Setting::new(key, Kind::Number(1, LIMIT_MAX), row.doc, Access::Limit(row.name))
    }));
    all
}
