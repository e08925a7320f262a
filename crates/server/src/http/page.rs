//! The page that stands here until the web client does.

use axum::{
    extract::{self, Path},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use sarja_protocol::RoomCode;

use super::State;
use crate::public_url::{PublicUrl, host_and_port};

const HEAD: &str = include_str!("page_head.html");
const FRONT: &str = include_str!("page_front.html");
const INVITATION: &str = include_str!("page_invitation.html");
const INVITATION_ENCRYPTED: &str = include_str!("page_invitation_encrypted.html");
const NO_ROOM: &str = include_str!("page_no_room.html");

/// Stands in the texts for the address of the server.
const ADDRESS: &str = "{address}";

/// Stands in the text of an invitation for the code of its room.
const CODE: &str = "{code}";

/// The page needs nothing but its own style, and nothing else shall be slipped into it.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// What this is, and how to play.
pub(super) async fn front(extract::State(state): extract::State<State>, headers: HeaderMap) -> Response {
    page(StatusCode::OK, &FRONT.replace(ADDRESS, &address(&headers, state.services.public_url.as_ref())))
}

/// Where an invitation leads.
pub(super) async fn invitation(
    extract::State(state): extract::State<State>,
    headers: HeaderMap,
    Path(code): Path<String>,
) -> Response {
    match code.parse::<RoomCode>() {
        Ok(code) => {
            let public_url = state.services.public_url.as_ref();
            let address = address(&headers, public_url);
            // The bot cannot encrypt: a command that it refuses helps nobody.
            let encrypted = public_url.is_some_and(PublicUrl::is_secure);
            let invitation = if encrypted { INVITATION_ENCRYPTED } else { INVITATION };
            page(StatusCode::OK, &invitation.replace(ADDRESS, &address).replace(CODE, &code.to_string()))
        }
        Err(_) => page(StatusCode::NOT_FOUND, NO_ROOM),
    }
}

/// Where whoever looks at the page finds the server: at the public address, or where the browser found it. What is no host is
/// not repeated: it would come into the page as it is.
fn address(headers: &HeaderMap, public_url: Option<&PublicUrl>) -> String {
    if let Some(public_url) = public_url {
        return public_url.to_string();
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).and_then(host_and_port);
    match host {
        Some((host, Some(port))) => format!("http://{host}:{port}"),
        Some((host, None)) => format!("http://{host}"),
        None => "http://HOST:PORT".to_owned(),
    }
}

fn page(status: StatusCode, body: &str) -> Response {
    let headers = [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ];
    (status, headers, Html(format!("{HEAD}<main>\n{body}</main>\n</html>\n"))).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address_of(host: &str, public_url: Option<&str>) -> String {
        let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_str(host).unwrap())]);
        address(&headers, public_url.map(|url| url.parse().unwrap()).as_ref())
    }

    #[test]
    fn the_page_says_where_its_reader_found_it_unless_there_is_a_public_address() {
        assert_eq!(address_of("Clubpc:8080", None), "http://clubpc:8080");
        assert_eq!(address_of("[::1]:8080", None), "http://[::1]:8080");
        assert_eq!(address_of("192.0.2.7", None), "http://192.0.2.7");
        assert_eq!(address_of("clubpc:8080", Some("https://sarja.example")), "https://sarja.example");
    }

    #[test]
    fn what_is_no_host_does_not_come_into_the_page() {
        for host in ["<b>:8080", "a\"b", "a/b", ""] {
            assert_eq!(address_of(host, None), "http://HOST:PORT", "{host}");
        }
        assert_eq!(address(&HeaderMap::new(), None), "http://HOST:PORT");
    }
}
