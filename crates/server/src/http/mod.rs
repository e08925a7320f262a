//! What the server answers over plain HTTP, and the way to the WebSocket.

mod health;
mod origin;
mod page;
mod rulesets;
mod session;
mod socket;

use std::sync::Arc;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    routing::{get, post},
};
use sarja_store::Store;

use crate::{connection::Services, public_url::PublicUrl};

/// What handlers need.
#[derive(Clone, Debug)]
struct State {
    services: Arc<Services>,
    store: Store,
    /// Web pages of other hosts that may connect.
    origins: Arc<[PublicUrl]>,
    /// Where people find the server, if that is known.
    public_url: Option<PublicUrl>,
}

/// All routes.
pub(crate) fn router(
    services: Arc<Services>,
    store: Store,
    origins: Arc<[PublicUrl]>,
    public_url: Option<PublicUrl>,
) -> Router {
    Router::new()
        .route("/", get(page::front))
        .route("/r/{code}", get(page::invitation))
        .route("/ws", get(socket::upgrade))
        .route("/healthz", get(health::lives))
        .route("/readyz", get(health::is_ready))
        .route("/api/session", post(session::open))
        .route("/api/rulesets", get(rulesets::list))
        .layer(DefaultBodyLimit::max(1024))
        .with_state(State { services, store, origins, public_url })
}
