//! The way from HTTP to a connection.

use std::sync::Arc;

use axum::{
    Extension,
    extract::{self, WebSocketUpgrade},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use sarja_protocol::{CloseReason, limits::FRAME_BYTES_MAX};

use super::{
    State,
    client::{Client, Via, too_many},
    site::Asker,
};
use crate::{
    connection::{self, Origin},
    journal::Topic,
    limits::{READ_BUFFER_BYTES, WRITE_BUFFER_BYTES, WRITE_BUFFER_BYTES_MAX},
    listen::Meter,
};

/// Takes the connection over. A page of somebody else is told why it may not connect, by a close code that its author can
/// read; a status of the handshake would be hidden from the page.
pub(super) async fn upgrade(
    extract::State(state): extract::State<State>,
    Extension(client): Extension<Client>,
    Extension(meter): Extension<Arc<Meter>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
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
    let asker = state.site.asker(&headers);
    if asker == Asker::ForeignPage && state.services.journal.may_say(Topic::ForeignPage, client.address) {
        tracing::info!(address = %client.address, "a page of somebody else may not connect; if it is yours, public_url or origins should name it");
    }
    let origin = Origin {
        address: client.address,
        cookie: (asker == Asker::OwnPage).then(|| client.way.session(&headers)).flatten(),
        refused: (asker == Asker::ForeignPage).then_some(CloseReason::OriginRefused),
        admission: client.admission,
        meter,
    };
    let services = Arc::clone(&state.services);
    // The task of an upgraded connection is not awaited by the server's own shutdown.
    let token = services.tasks.token();
    upgrade
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(WRITE_BUFFER_BYTES)
        .max_write_buffer_size(WRITE_BUFFER_BYTES_MAX)
        .max_message_size(FRAME_BYTES_MAX as usize)
        .max_frame_size(FRAME_BYTES_MAX as usize)
        .on_upgrade(move |socket| async move {
            let _running = token;
            connection::serve(socket, origin, services).await;
        })
}
