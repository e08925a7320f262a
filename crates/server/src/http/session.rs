//! The session of a browser, in a cookie that its pages cannot read.

use axum::{
    Extension, Json, extract,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use sarja_protocol::PlayerId;
use serde::Serialize;

use super::{State, client::Client, cookie::Way, site::Asker};
use crate::journal::Topic;

/// The answer: who the browser is to others.
#[derive(Debug, Serialize)]
struct Session {
    player_id: PlayerId,
    /// Whether nobody on the way can take the session: `false` over plain HTTP.
    secure: bool,
}

/// Finds the player of the browser's cookie, or makes one and sets the cookie. Only pages that may connect are answered:
/// programs say `hello` and get a token.
pub(super) async fn open(
    extract::State(state): extract::State<State>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
) -> Response {
    if !is_asked_by_own_page(&state, &headers) {
        if state.services.journal.may_say(Topic::ForeignPage, client.address) {
            tracing::info!(address = %client.address, "no session for a page of somebody else; if it is yours, public_url or origins should name it");
        }
        return StatusCode::FORBIDDEN.into_response();
    }
    let sessions = &state.services.sessions;
    let answer = |player_id| Json(Session { player_id, secure: client.way == Way::Encrypted });
    if let Some(token) = client.way.session(&headers) {
        match sessions.holder(&token).await {
            Ok(Some(holder)) => return answer(holder.player).into_response(),
            Ok(None) => {
                if state.services.journal.may_say(Topic::BadSession, client.address) {
                    tracing::info!(address = %client.address, "unknown session cookie");
                }
            }
            Err(error) => {
                tracing::warn!(%error, "no session found");
                return StatusCode::SERVICE_UNAVAILABLE.into_response();
            }
        }
    }
    if let Err(wait) = state.services.rates.guest(client.address.into()) {
        state.services.journal.limit(Topic::Limit, wait.limit, client.address);
        let retry = HeaderValue::from(wait.time.as_secs() + 1);
        return (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, retry)]).into_response();
    }
    let (guest, _) = sessions.guest();
    let cookie = client.way.set_cookie(&guest.token);
    ([(header::SET_COOKIE, cookie)], answer(guest.player)).into_response()
}

/// Browsers name the page that sends a request, and older ones at least when it sends one like this; a page cannot
/// change either header.
fn is_asked_by_own_page(state: &State, headers: &HeaderMap) -> bool {
    match state.site.asker(headers) {
        Asker::OwnPage => true,
        Asker::ForeignPage => false,
        Asker::Program => headers.get("sec-fetch-site").is_some_and(|site| site == "same-origin"),
    }
}
