//! What an operator can watch, over HTTP.

use std::net::SocketAddr;

use axum::{
    extract::{self, ConnectInfo},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};

use super::State;
use crate::metrics::scrape;

/// The text format of Prometheus, in its only version.
const FORMAT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What a proxy writes into a request that it passes on. Not every proxy does: whoever has one that does not should keep
/// `/metrics` from it, or listen for metrics elsewhere.
const MARKS_OF_PROXIES: [&str; 6] =
    ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

/// For this machine alone: others are told that there is nothing.
pub(super) async fn here(
    extract::State(state): extract::State<State>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Response {
    if is_from_here(peer, &headers) { tell(&state).await } else { StatusCode::NOT_FOUND.into_response() }
}

/// For whoever can reach the listener that serves nothing else.
pub(super) async fn to_all(extract::State(state): extract::State<State>) -> Response {
    tell(&state).await
}

async fn tell(state: &State) -> Response {
    let headers = [(header::CONTENT_TYPE, FORMAT), (header::CACHE_CONTROL, "no-store")];
    (headers, scrape(&state.services).await).into_response()
}

/// Whether a program on this machine asks, and not somebody else through a proxy that runs here, or through a browser that was
/// told that a stranger's name means this machine.
fn is_from_here(peer: SocketAddr, headers: &HeaderMap) -> bool {
    let is_forwarded = MARKS_OF_PROXIES.iter().any(|mark| headers.contains_key(*mark));
    peer.ip().to_canonical().is_loopback() && !is_forwarded && names_loopback(headers)
}

fn names_loopback(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(header::HOST) else { return true };
    let Ok(authority) = axum::http::uri::Authority::try_from(host.as_bytes()) else { return false };
    let name = authority.host().trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn asks(peer: &str, headers: &[(&'static str, &str)]) -> bool {
        let headers = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap()))
            .collect();
        is_from_here(peer.parse().unwrap(), &headers)
    }

    #[test]
    fn programs_on_this_machine_may_ask() {
        for (peer, host) in [
            ("127.0.0.1:5000", "localhost:8080"),
            ("127.0.0.2:5000", "127.0.0.1:8080"),
            ("[::1]:5000", "[::1]:8080"),
            ("[::ffff:127.0.0.1]:5000", "LOCALHOST"),
        ] {
            assert!(asks(peer, &[("host", host)]), "{peer} {host}");
        }
        assert!(asks("127.0.0.1:5000", &[]));
    }

    #[test]
    fn others_may_not_nor_proxies_nor_pages_under_a_strangers_name() {
        let here = ("host", "localhost:8080");
        assert!(!asks("192.0.2.1:5000", &[here]));
        assert!(!asks("[::ffff:192.0.2.1]:5000", &[here]));
        for mark in MARKS_OF_PROXIES {
            assert!(!asks("127.0.0.1:5000", &[here, (mark, "127.0.0.1")]), "{mark}");
        }
        for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8080", "", "[::2]:80"]
        {
            assert!(!asks("127.0.0.1:5000", &[("host", host)]), "{host}");
        }
    }
}
