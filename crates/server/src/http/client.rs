//! Who sent a request, as far as the network tells; and whether it is answered at all.

use std::net::{IpAddr, SocketAddr};

use axum::{
    extract::{self, ConnectInfo, Request},
    http::{HeaderMap, HeaderValue, StatusCode, Version, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use tokio::time::timeout;

use super::{State, cookie::Way, proxies::forwarded_scheme};
use crate::{
    journal::Topic,
    limits::{REQUEST_WITHIN, TURNED_AWAY_RETRY_S},
    listen::{Admission, Admitted},
    public_url::Scheme,
};

/// What stands between a client and the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Via {
    /// Nothing that is known of.
    Nothing,
    /// A trusted proxy.
    Proxy,
}

/// Who sent a request.
#[derive(Clone, Debug)]
pub(super) struct Client {
    /// Where it comes from: the address that counts in limits and stands in logs.
    pub(super) address: IpAddr,
    /// Whether it comes encrypted.
    pub(super) way: Way,
    /// What it comes through.
    pub(super) via: Via,
    /// The place that it takes among all connections.
    pub(super) admission: Admission,
}

/// Paths that answer whatever the server is called: whoever watches a server asks by any name. The first two tell nothing, the
/// third looks itself who asks.
const WATCHED: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Finds out who asks, and answers in time, or refuses.
pub(super) async fn receive(
    extract::State(state): extract::State<State>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = peer.ip().to_canonical();
    let (via, address) = if state.proxies.trust(peer) {
        (Via::Proxy, state.proxies.forwarded_for(peer, request.headers()))
    } else {
        (Via::Nothing, peer)
    };
    if let Err(refusal) = is_for_us(&state, &request, via) {
        if state.services.journal.may_say(Topic::BadRequest, address) {
            tracing::info!(%address, status = refusal.0.as_u16(), "request not served");
        }
        // What came behind it is not looked at: two readers may not agree where it begins.
        return (refusal.0, [(header::CONNECTION, "close")], refusal.1).into_response();
    }
    if let Err(wait) = state.services.rates.request(address.into()) {
        state.services.journal.limit(Topic::Limit, wait.limit, address);
        return too_many(StatusCode::TOO_MANY_REQUESTS);
    }
    let admission = match request.extensions_mut().remove::<Admitted>() {
        Some(Admitted::Fully(admission)) => admission,
        Some(Admitted::ToWatch(watching)) if !is_watching(&request) => {
            state.services.journal.limit(Topic::TurnedAway, watching.full.as_str(), address);
            return too_many(StatusCode::SERVICE_UNAVAILABLE);
        }
        Some(Admitted::ToWatch(_)) => return in_time(next.run(request)).await,
        None => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    };
    let admission = match via {
        Via::Nothing => admission,
        Via::Proxy => match state.services.gate.admit_for(&admission, address.into()) {
            Ok(admission) => admission,
            Err(full) => {
                state.services.journal.limit(Topic::TurnedAway, full.as_str(), address);
                return too_many(StatusCode::SERVICE_UNAVAILABLE);
            }
        },
    };
    let way = way(&state, request.headers(), via);
    request.extensions_mut().insert(Client { address, way, via, admission });
    in_time(next.run(request)).await
}

async fn in_time(answer: impl Future<Output = Response>) -> Response {
    timeout(REQUEST_WITHIN, answer).await.unwrap_or_else(|_| StatusCode::REQUEST_TIMEOUT.into_response())
}

fn is_watching(request: &Request) -> bool {
    WATCHED.contains(&request.uri().path())
}

fn way(state: &State, headers: &HeaderMap, via: Via) -> Way {
    let forwarded = (via == Via::Proxy).then(|| forwarded_scheme(headers)).flatten();
    if state.site.is_secure() || forwarded == Some(Scheme::Https) { Way::Encrypted } else { Way::InTheClear }
}

/// Whether a request is one, and meant for this server.
fn is_for_us(state: &State, request: &Request, via: Via) -> Result<(), (StatusCode, &'static str)> {
    // No request of this server needs it, and a proxy in front may see another end of the body than this server.
    if request.headers().contains_key(header::TRANSFER_ENCODING) {
        return Err((StatusCode::LENGTH_REQUIRED, "the body needs a `Content-Length`\n"));
    }
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let host = match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().ok(),
        // Before HTTP/1.1 nobody had to say whom he means.
        (None, None) if request.version() < Version::HTTP_11 => return Ok(()),
        _ => None,
    };
    let Some(host) = host else {
        return Err((StatusCode::BAD_REQUEST, "the header `Host` is needed once\n"));
    };
    // A request line with a whole URL, as for a proxy: it may not mean somebody else than the header.
    if request.uri().authority().is_some_and(|authority| authority.as_str() != host) {
        return Err((StatusCode::BAD_REQUEST, "the request names two hosts\n"));
    }
    // A trusted proxy has chosen this server by its own rules, and may name it as it likes.
    if via == Via::Nothing && !is_watching(request) && !state.site.may_be_called(host) {
        return Err((StatusCode::MISDIRECTED_REQUEST, "this server has another name\n"));
    }
    Ok(())
}

pub(super) fn too_many(status: StatusCode) -> Response {
    let retry = [(header::RETRY_AFTER, HeaderValue::from(TURNED_AWAY_RETRY_S))];
    (status, retry, "too many requests\n").into_response()
}
