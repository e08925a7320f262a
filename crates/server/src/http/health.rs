//! Whether the process lives, and whether it can serve. One line of text each; the status says the same to programs.

use axum::{
    extract,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

use super::State;

/// 200 while the process lives and its event loop answers. The store is not asked.
pub(super) async fn lives() -> Response {
    line(StatusCode::OK, "ok")
}

/// 200 while the store commits and the server is not stopping; 503 with the reason otherwise.
pub(super) async fn is_ready(extract::State(state): extract::State<State>) -> Response {
    match state.services.readiness.check().await {
        Ok(()) => line(StatusCode::OK, "ready"),
        Err(why) => line(StatusCode::SERVICE_UNAVAILABLE, &why.to_string()),
    }
}

fn line(status: StatusCode, text: &str) -> Response {
    (status, [(header::CACHE_CONTROL, "no-store")], format!("{text}\n")).into_response()
}
