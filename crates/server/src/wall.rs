//! The wall clock: for records of when something happened, never for what happens in a game.

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970.
#[expect(clippy::disallowed_methods, reason = "this is the one place that reads the wall clock")]
pub(crate) fn now_ms() -> i64 {
    #[cfg(test)]
    if let Some(now_ms) = crate::simulation::outside::wall_ms() {
        return now_ms;
    }
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
