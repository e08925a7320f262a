//! Whether the process lives, and whether it can serve.

use axum::{extract, http::StatusCode};
use sarja_store::{Fault, ReadyError, WriteError};

use super::State;

/// 200 while the process lives.
pub(super) async fn lives() -> &'static str {
    "ok\n"
}

/// 200 while the store reads and commits and the server is not stopping; 503 otherwise.
pub(super) async fn is_ready(extract::State(state): extract::State<State>) -> (StatusCode, &'static str) {
    if state.services.draining.is_on() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    match state.store.ready().await {
        Ok(()) => (StatusCode::OK, "ready\n"),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            let why = match error {
                ReadyError::Write(WriteError::Unavailable(Fault::DiskFull)) => "the disk is full\n",
                _ => "the store is not ready\n",
            };
            (StatusCode::SERVICE_UNAVAILABLE, why)
        }
    }
}
