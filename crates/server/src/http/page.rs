//! The page that stands here until the web client does.

use axum::{
    extract::Path,
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use sarja_protocol::RoomCode;

const HEAD: &str = include_str!("page_head.html");
const FRONT: &str = include_str!("page_front.html");

/// The page needs nothing but its own style, and nothing else shall be slipped into it.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// What this is, and how to play.
pub(super) async fn front() -> Response {
    page(StatusCode::OK, FRONT)
}

/// Where an invitation leads.
pub(super) async fn invitation(Path(code): Path<String>) -> Response {
    match code.parse::<RoomCode>() {
        Ok(code) => page(
            StatusCode::OK,
            &format!(
                "<h1>You are invited</h1>\n<p class=\"code\">{code}</p>\n<p>This is the code of a room on this server. \
                 Join it with your client, or let a bot join it:</p>\n<pre>sarja bot --url ws://THIS-HOST/ws --room {code}</pre>\n"
            ),
        ),
        Err(_) => page(
            StatusCode::NOT_FOUND,
            "<h1>No such room</h1>\n<p>A room code has eight letters and digits. Please look at your invitation again.</p>\n",
        ),
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
