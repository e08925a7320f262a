//! What the server answers over plain HTTP, and the way to the WebSocket.
//!
//! Every request goes through `client`: who sent it, by `proxies`, and whether it is meant for this server, by `site`.

mod client;
mod cookie;
mod health;
mod metrics;
mod page;
mod proxies;
mod replays;
mod rulesets;
mod session;
mod site;
mod socket;

use std::sync::Arc;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    middleware,
    routing::{get, post},
};

pub(crate) use proxies::Proxies;
pub(crate) use replays::Replays;
pub(crate) use site::Site;

use crate::{connection::Services, limits::BODY_BYTES_MAX};

/// What handlers need.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) services: Arc<Services>,
    pub(crate) site: Arc<Site>,
    pub(crate) proxies: Proxies,
    pub(crate) replays: Replays,
}

/// All routes.
pub(crate) fn router(state: State) -> Router {
    Router::new()
        .route("/", get(page::front))
        .route("/r/{code}", get(page::invitation))
        .route("/ws", get(socket::upgrade))
        .route("/healthz", get(health::lives))
        .route("/readyz", get(health::is_ready))
        .route("/metrics", get(metrics::here))
        .route("/api/session", post(session::open))
        .route("/api/rulesets", get(rulesets::list))
        .route("/api/matches/{match_id}", get(replays::archive))
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .layer(middleware::from_fn_with_state(state.clone(), client::receive))
        .with_state(state)
}

/// The routes of the listener for operators.
pub(crate) fn operator_router(state: State) -> Router {
    Router::new()
        .route("/metrics", get(metrics::to_all))
        .route("/healthz", get(health::lives))
        .route("/readyz", get(health::is_ready))
        .with_state(state)
}
