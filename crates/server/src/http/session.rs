//! The session of a browser, in a cookie that its pages cannot read.

use std::net::SocketAddr;

use axum::{
    Json,
    extract::{self, ConnectInfo},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use sarja_protocol::{PlayerId, SessionToken};
use serde::Serialize;

use super::{
    State,
    origin::{Asker, COOKIE, asker, session},
};

/// How long a browser keeps the cookie: browsers allow 400 days at most.
const KEPT_SECONDS: u32 = 400 * 24 * 60 * 60;

/// The answer: who the browser is to others.
#[derive(Debug, Serialize)]
struct Session {
    player_id: PlayerId,
}

/// Finds the player of the browser's cookie, or makes one and sets the cookie.
pub(super) async fn open(
    extract::State(state): extract::State<State>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Response {
    if asker(&headers, &state.origins) == Asker::ForeignPage {
        return StatusCode::FORBIDDEN.into_response();
    }
    let sessions = &state.services.sessions;
    if let Some(token) = session(&headers) {
        match sessions.holder(&token).await {
            Ok(Some(holder)) => return Json(Session { player_id: holder.player }).into_response(),
            Ok(None) => {}
            Err(error) => {
                tracing::warn!(%error, "no session found");
                return StatusCode::SERVICE_UNAVAILABLE.into_response();
            }
        }
    }
    if state.services.rates.guest(peer.ip()).is_err() {
        return StatusCode::TOO_MANY_REQUESTS.into_response();
    }
    match sessions.guest().await {
        Ok(guest) => {
            let session = Json(Session { player_id: guest.player });
            ([(header::SET_COOKIE, cookie(&guest.token))], session).into_response()
        }
        Err(error) => {
            tracing::warn!(%error, "no session made");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}

fn cookie(token: &SessionToken) -> HeaderValue {
    let text = format!("{COOKIE}={}; HttpOnly; SameSite=Lax; Path=/; Max-Age={KEPT_SECONDS}", token.reveal());
    let mut cookie = HeaderValue::try_from(text).expect("a token is plain ASCII");
    cookie.set_sensitive(true);
    cookie
}
