//! What is looked at when somebody asks, and everything as text.

use std::sync::Arc;

use super::{Metrics, label::RoomState, runtime::count};
use crate::connection::Services;

/// Looks at what is not counted as it happens, then writes everything in the text format of Prometheus.
pub(crate) async fn scrape(services: &Services) -> String {
    let metrics = Arc::clone(&services.metrics);
    let ready = services.readiness.check().await.is_ok();
    metrics.state.observe(ready, services.draining.is_on());
    let (rooms, ..) = services.hub.held();
    metrics.rooms.open.set(RoomState::Awake, count(rooms.awake));
    metrics.rooms.open.set(RoomState::Asleep, count(rooms.asleep));
    metrics.rooms.set_aside.set(count(rooms.set_aside));
    metrics.store.queued.set(count(services.hub.store().queued()));
    metrics.runtime.observe();
    let (seen, file) = (Arc::clone(&metrics), services.data_file.clone());
    // Reading about the process is reading files, and there may be twenty thousand open ones to count.
    let text = tokio::task::spawn_blocking(move || {
        seen.process.observe();
        seen.disk.observe(file.as_deref());
        seen.exporter.render()
    });
    text.await.unwrap_or_else(|error| {
        tracing::error!(%error, "the metrics were not written");
        metrics.exporter.render()
    })
}

impl Metrics {
    /// All counters as text, without looking at anything.
    #[cfg(test)]
    pub(crate) fn text(&self) -> String {
        self.exporter.render()
    }
}
