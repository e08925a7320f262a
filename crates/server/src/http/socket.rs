//! The way from HTTP to a connection.

use std::sync::Arc;

use axum::{
    Extension,
    body::Body,
    extract::{self, Request},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use sarja_protocol::{CloseReason, limits::FRAME_BYTES_MAX};
use tokio_tungstenite::tungstenite::{
    Error, error::ProtocolError, handshake::server::create_response_with_body, protocol::WebSocketConfig,
};

use super::{
    State,
    client::{Client, Via, too_many},
    site::Asker,
};
use crate::{
    connection::{self, Origin, Services, WebSocket},
    journal::Topic,
    limits::READ_BUFFER_BYTES,
    listen::Meter,
};

/// Takes the connection over. A page of somebody else is told why it may not connect, by a close code that its author can
/// read; a status of the handshake would be hidden from the page.
pub(super) async fn upgrade(
    extract::State(state): extract::State<State>,
    Extension(client): Extension<Client>,
    Extension(meter): Extension<Arc<Meter>>,
    mut request: Request,
) -> Response {
    let response = match create_response_with_body(&request, Body::empty) {
        Ok(response) => response,
        Err(error) => return no_handshake(&error),
    };
    if state.services.draining.is_on() {
        let after = HeaderValue::from(state.services.draining.retry_after_ms().div_ceil(1_000));
        return (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, after)], "stopping\n")
            .into_response();
    }
    // A connection of its own was counted when it was accepted.
    if client.via == Via::Proxy
        && let Err(wait) = state.services.rates.connect(client.address.into())
    {
        state.services.journal.limit(Topic::TurnedAway, wait.limit, client.address);
        return too_many(StatusCode::SERVICE_UNAVAILABLE);
    }
    let asker = state.site.asker(request.headers());
    if asker == Asker::ForeignPage && state.services.journal.may_say(Topic::ForeignPage, client.address) {
        tracing::info!(address = %client.address, "a page of somebody else may not connect; if it is yours, public_url or origins should name it");
    }
    let origin = Origin {
        address: client.address,
        cookie: (asker == Asker::OwnPage).then(|| client.way.session(request.headers())).flatten(),
        refused: (asker == Asker::ForeignPage).then_some(CloseReason::OriginRefused),
        admission: client.admission,
        meter,
    };
    // The task of an upgraded connection is not awaited by the server's own shutdown.
    let tasks = &state.services.tasks;
    tasks.spawn(talk(hyper::upgrade::on(&mut request), origin, Arc::clone(&state.services)));
    response
}

/// Serves the connection as soon as the answer to its handshake is sent.
async fn talk(upgrading: OnUpgrade, origin: Origin, services: Arc<Services>) {
    let upgraded = match upgrading.await {
        Ok(upgraded) => upgraded,
        Err(error) => return tracing::debug!(%error, "gone before it was a WebSocket"),
    };
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER_BYTES)
        .max_message_size(Some(FRAME_BYTES_MAX as usize))
        .max_frame_size(Some(FRAME_BYTES_MAX as usize));
    connection::serve(WebSocket::server(TokioIo::new(upgraded), config).await, origin, services).await;
}

/// What is wrong with a handshake.
fn no_handshake(error: &Error) -> Response {
    let status = match error {
        Error::Protocol(ProtocolError::WrongHttpVersion) => StatusCode::UPGRADE_REQUIRED,
        _ => StatusCode::BAD_REQUEST,
    };
    (status, format!("no WebSocket handshake: {error}\n")).into_response()
}
