//! The session in a browser's cookie, which its pages cannot read.

use axum::http::{HeaderMap, HeaderValue, header};
use sarja_protocol::SessionToken;

/// How long a browser keeps the cookie: browsers allow 400 days at most.
const KEPT_SECONDS: u32 = 400 * 24 * 60 * 60;

/// How a browser reaches the server, which decides what its cookie is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Encrypted: the browser keeps the cookie for HTTPS and for this host alone, and nothing but HTTPS can set it.
    Encrypted,
    /// In the clear, as in a club's own network: whoever can listen there can take the session. The name says so.
    InTheClear,
}

impl Way {
    /// The name of the cookie. Each way has its own, so that what was once sent in the clear opens nothing over HTTPS.
    const fn cookie_name(self) -> &'static str {
        match self {
            Self::Encrypted => "__Host-sarja_session",
            Self::InTheClear => "sarja_session_insecure",
        }
    }

    const fn secure(self) -> &'static str {
        match self {
            Self::Encrypted => "; Secure",
            Self::InTheClear => "",
        }
    }

    /// The token in the cookie.
    pub(super) fn session(self, headers: &HeaderMap) -> Option<SessionToken> {
        headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|cookies| cookies.to_str().ok())
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='))
            .find_map(|(name, value)| (name == self.cookie_name()).then(|| SessionToken::new(value).ok())?)
    }

    /// What sets the cookie. A link from another site brings it along (`Lax`): nothing that a link can do changes anything
    /// here, and what does asks for `Origin`.
    pub(super) fn set_cookie(self, token: &SessionToken) -> HeaderValue {
        let (name, secure) = (self.cookie_name(), self.secure());
        let token = token.reveal();
        let text = format!("{name}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={KEPT_SECONDS}{secure}");
        let mut cookie = HeaderValue::try_from(text).expect("a token is plain ASCII");
        cookie.set_sensitive(true);
        cookie
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(cookie: &str) -> HeaderMap {
        [(header::COOKIE, cookie.parse().unwrap())].into_iter().collect()
    }

    #[test]
    fn the_session_is_found_among_other_cookies() {
        let token = "A".repeat(SessionToken::LENGTH);
        let found = |way: Way, name: &str| {
            way.session(&headers(&format!("theme=dark; {name}={token}; x=y"))).is_some()
        };
        assert!(found(Way::Encrypted, "__Host-sarja_session"));
        assert!(found(Way::InTheClear, "sarja_session_insecure"));
        assert!(!found(Way::Encrypted, "sarja_session_insecure"), "it may have been read by somebody");
        assert!(!found(Way::InTheClear, "__Host-sarja_session"));
        assert_eq!(Way::InTheClear.session(&headers("sarja_session_insecure=short")), None);
    }

    #[test]
    fn the_cookie_is_as_closed_as_the_way_allows() {
        let token = SessionToken::new("A".repeat(SessionToken::LENGTH)).unwrap();
        let set = |way: Way| way.set_cookie(&token).to_str().unwrap().to_owned();
        let encrypted = set(Way::Encrypted);
        assert!(encrypted.starts_with("__Host-sarja_session=A"));
        for needed in ["; Path=/;", "; HttpOnly;", "; SameSite=Lax;", "; Secure"] {
            assert!(encrypted.contains(needed), "{encrypted}");
        }
        assert!(!encrypted.contains("Domain"), "browsers refuse `__Host-` with it");
        assert!(!set(Way::InTheClear).contains("Secure"), "browsers refuse it in the clear");
        assert!(format!("{:?}", Way::Encrypted.set_cookie(&token)).contains("Sensitive"));
    }
}
