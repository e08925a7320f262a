//! Where people find the server: the address that they type, which may be that of a proxy in front of it.

use std::{fmt, net::IpAddr, str::FromStr};

use axum::http::uri::Authority;

/// How a client reaches the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// In the clear: fit for a club's own network.
    Http,
    /// Encrypted, by a proxy in front of the server.
    Https,
}

impl Scheme {
    /// As it stands in a URL.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Https => "https",
        }
    }

    /// The port that a URL need not name.
    const fn port(self) -> u16 {
        match self {
            Self::Http => 80,
            Self::Https => 443,
        }
    }
}

impl FromStr for Scheme {
    type Err = PublicUrlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.to_ascii_lowercase().as_str() {
            "http" => Ok(Self::Http),
            "https" => Ok(Self::Https),
            _ => Err(PublicUrlError::Scheme(text.to_owned())),
        }
    }
}

/// The public address of a server: scheme, host and port, and nothing else. It decides which web pages may connect, what
/// links begin with, and whether cookies ask for HTTPS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    scheme: Scheme,
    /// In small letters; an IPv6 address in brackets.
    host: String,
    port: u16,
}

/// Why a text is no public address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PublicUrlError {
    /// It does not begin as web addresses do.
    #[error("it has to begin with http:// or https://")]
    NoScheme,
    /// It begins with something that is not of the web.
    #[error("`{0}` is neither http nor https")]
    Scheme(String),
    /// It names a user.
    #[error("it must not name a user or a password")]
    UserInfo,
    /// It goes on after host and port.
    #[error("it ends with host and port, and `{0}` is too much: a server has a host of its own")]
    Rest(String),
    /// What stands for the host is none.
    #[error("`{0}` is no host with an optional port")]
    Host(String),
}

impl FromStr for PublicUrl {
    type Err = PublicUrlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (scheme, rest) = text.trim().split_once("://").ok_or(PublicUrlError::NoScheme)?;
        let scheme: Scheme = scheme.parse()?;
        let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
        let (place, more) = rest.split_at(end);
        if place.contains('@') {
            return Err(PublicUrlError::UserInfo);
        }
        if !matches!(more, "" | "/") {
            return Err(PublicUrlError::Rest(more.to_owned()));
        }
        let (host, port) = host_and_port(place).ok_or_else(|| PublicUrlError::Host(place.to_owned()))?;
        Ok(Self { scheme, host, port: port.unwrap_or(scheme.port()) })
    }
}

/// What the header `Host`, or the middle of a URL, says; `None` if it is no such thing.
pub(crate) fn host_and_port(text: &str) -> Option<(String, Option<u16>)> {
    let place: Authority = text.parse().ok()?;
    let (host, port) = (place.host(), &text[place.host().len()..]);
    let port = match port.strip_prefix(':') {
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => Some(digits.parse().ok()?),
        None if port.is_empty() => None,
        _ => return None,
    };
    let is_named = || {
        let of_a_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
        !host.is_empty() && host.bytes().all(of_a_name)
    };
    ((is_named() || address(host).is_some()) && port != Some(0)).then(|| (host.to_ascii_lowercase(), port))
}

/// The address that a host is, if it is no name.
pub(crate) fn address(host: &str) -> Option<IpAddr> {
    match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(v6) => v6.parse().ok().map(IpAddr::V6),
        None => host.parse().ok().map(IpAddr::V4),
    }
}

impl PublicUrl {
    /// How it is reached.
    pub const fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The host, in small letters; an IPv6 address stands in brackets.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Whether what is sent is encrypted on the way.
    pub fn is_secure(&self) -> bool {
        self.scheme == Scheme::Https
    }

    /// The address of something on the server; `path` begins with `/`.
    pub fn link(&self, path: &str) -> String {
        format!("{self}{path}")
    }
}

/// As the origin of its web pages: without the port that goes without saying, and without `/` at the end.
impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme.as_str(), self.host)?;
        if self.port == self.scheme.port() { Ok(()) } else { write!(f, ":{}", self.port) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_and_shown_as_an_origin() {
        for (text, origin) in [
            ("https://sarja.example", "https://sarja.example"),
            ("HTTPS://Sarja.example:443/", "https://sarja.example"),
            (" http://clubpc:8080/ ", "http://clubpc:8080"),
            ("http://127.0.0.1:80", "http://127.0.0.1"),
            ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
            ("https://xn--mller-kva.example", "https://xn--mller-kva.example"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().unwrap().to_string(), origin, "{text}");
        }
        let url: PublicUrl = "https://sarja.example".parse().unwrap();
        assert_eq!((url.host(), url.port(), url.is_secure()), ("sarja.example", 443, true));
        assert_eq!(url.link("/r/ABCD2345"), "https://sarja.example/r/ABCD2345");
    }

    #[test]
    fn what_is_wrong_with_an_address_is_named() {
        use PublicUrlError as E;
        let host = |text: &str| E::Host(text.to_owned());
        for (text, error) in [
            ("sarja.example", E::NoScheme),
            ("ftp://sarja.example", E::Scheme("ftp".to_owned())),
            ("https://me:secret@sarja.example", E::UserInfo),
            ("https://sarja.example/club", E::Rest("/club".to_owned())),
            ("https://sarja.example?x=1", E::Rest("?x=1".to_owned())),
            ("https://sarja.example#top", E::Rest("#top".to_owned())),
            ("https://", host("")),
            ("https://:8080", host(":8080")),
            ("https://sarja.example:", host("sarja.example:")),
            ("https://sarja.example:0x50", host("sarja.example:0x50")),
            ("https://sarja.example:65536", host("sarja.example:65536")),
            ("https://sar ja.example", host("sar ja.example")),
            ("https://m\u{fc}ller.example", host("m\u{fc}ller.example")),
            ("https://[2001:db8::1", host("[2001:db8::1")),
            ("https://2001:db8::1", host("2001:db8::1")),
        ] {
            assert_eq!(text.parse::<PublicUrl>(), Err(error), "{text}");
        }
    }
}
