//! Which web pages may speak to the server, and the session in a browser's cookie.

use axum::http::{HeaderMap, header};
use sarja_protocol::SessionToken;

use crate::public_url::PublicUrl;

/// The name of the cookie.
pub(super) const COOKIE: &str = "sarja_session";

/// What kind of client asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asker {
    /// No browser: it names no page.
    Program,
    /// A page of this host, or one that the configuration names.
    OwnPage,
    /// A page of somebody else.
    ForeignPage,
}

/// Who asks, by the header that browsers set and pages cannot change.
pub(super) fn asker(headers: &HeaderMap, allowed: &[PublicUrl]) -> Asker {
    let Some(origin) = headers.get(header::ORIGIN) else { return Asker::Program };
    let Ok(origin) = origin.to_str() else { return Asker::ForeignPage };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let page = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    let own = page.is_some() && page == host;
    if own || allowed.iter().any(|allowed| allowed.to_string() == origin) {
        Asker::OwnPage
    } else {
        Asker::ForeignPage
    }
}

/// The token in the cookie.
pub(super) fn session(headers: &HeaderMap) -> Option<SessionToken> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|cookies| cookies.to_str().ok())
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .find_map(|(name, value)| (name == COOKIE).then(|| SessionToken::new(value).ok())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_pages_of_this_host_and_named_ones_may_ask() {
        let asked = |origin: &str| {
            let headers = headers(&[(header::HOST, "sarja.example:8080"), (header::ORIGIN, origin)]);
            asker(&headers, &["https://friend.example".parse().unwrap()])
        };
        assert_eq!(asked("http://sarja.example:8080"), Asker::OwnPage);
        assert_eq!(asked("https://sarja.example:8080"), Asker::OwnPage);
        assert_eq!(asked("https://friend.example"), Asker::OwnPage);
        for foreign in
            ["http://sarja.example", "http://sarja.example:8080.evil.example", "null", "https://evil.example"]
        {
            assert_eq!(asked(foreign), Asker::ForeignPage, "{foreign}");
        }
    }

    #[test]
    fn programs_name_no_page() {
        assert_eq!(asker(&headers(&[(header::HOST, "sarja.example")]), &[]), Asker::Program);
    }

    #[test]
    fn the_session_is_found_among_other_cookies() {
        let token = "A".repeat(SessionToken::LENGTH);
        let text = format!("theme=dark; {COOKIE}={token}; x=y");
        assert_eq!(session(&headers(&[(header::COOKIE, &text)])), SessionToken::new(token).ok());
        assert_eq!(session(&headers(&[(header::COOKIE, "sarja_session=short")])), None);
    }
}
