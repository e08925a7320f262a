//! Matches that are over, for whoever has their link.

use std::sync::Arc;

use axum::{
    extract::{self, Path},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use sarja_protocol::MatchId;
use tokio::{sync::Semaphore, task::spawn_blocking};
use uuid::Uuid;

use super::State;
use crate::{
    limits::REPLAYS_AT_ONCE,
    replays::{ReplayError, fold, logged},
};

/// What is over never changes.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// Places in which logs are read and folded, so that many who ask cost games nothing.
#[derive(Clone, Debug)]
pub(crate) struct Replays(Arc<Semaphore>);

impl Replays {
    /// All of them free.
    pub(crate) fn new() -> Self {
        Self(Arc::new(Semaphore::new(REPLAYS_AT_ONCE)))
    }
}

/// The archive of a match. One that goes on, or is not known, is not found: nothing tells them apart.
pub(super) async fn archive(
    extract::State(state): extract::State<State>,
    Path(id): Path<String>,
) -> Response {
    let Ok(id) = id.parse::<Uuid>().map(MatchId) else { return not_found() };
    match find(&state, id).await {
        Ok(Some(json)) => {
            ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, FOR_EVER)], json)
                .into_response()
        }
        Ok(None) => not_found(),
        Err(error @ ReplayError::Read(_)) => {
            tracing::warn!(r#match = %id, %error, "no replay");
            (StatusCode::SERVICE_UNAVAILABLE, [(header::CACHE_CONTROL, "no-store")]).into_response()
        }
        Err(error) => {
            tracing::error!(r#match = %id, %error, "no replay");
            (StatusCode::INTERNAL_SERVER_ERROR, [(header::CACHE_CONTROL, "no-store")]).into_response()
        }
    }
}

async fn find(state: &State, id: MatchId) -> Result<Option<String>, ReplayError> {
    let store = state.services.hub.store();
    let Some(recorded) = store.match_by_id(sarja_store::MatchId(id.0)).await? else { return Ok(None) };
    let place = Arc::clone(&state.replays.0).acquire_owned().await.expect("the semaphore is never closed");
    let loaded = logged(store, &recorded).await?;
    let folded = spawn_blocking(move || {
        let json = fold(loaded, recorded.result.match_no).map(|archive| archive.to_json());
        // Who asked may be gone; the place is taken until the work is done.
        drop(place);
        json
    });
    folded.await.map_err(|_| ReplayError::Panic)?.map(Some)
}

fn not_found() -> Response {
    // It may be over later.
    (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, "no-store")], "there is no such match that is over\n")
        .into_response()
}
