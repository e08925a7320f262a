//! Where a server is, and where a room on it is.

use std::{fmt, str::FromStr};

use sarja_protocol::{LinkSecret, RoomCode, RoomCodeError};
use tokio_tungstenite::tungstenite::http::Uri;

/// The address of a server's WebSocket.
///
/// Read from `ws://HOST:PORT`, `http://HOST:PORT`, or `HOST:PORT`; the path `/ws` is added where there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerUrl {
    authority: String,
    host: String,
    port: u16,
    path: String,
}

/// A text that is no address of a server, or of a room.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// It cannot be read as an address.
    #[error("`{text}` is no address of a server: write HOST:PORT, http://HOST:PORT or ws://HOST:PORT")]
    Unreadable {
        /// The text.
        text: String,
    },
    /// It asks for an encrypted connection, which this client does not make.
    #[error("`{text}` asks for an encrypted connection, which this client cannot make: use http:// or ws://")]
    Encrypted {
        /// The text.
        text: String,
    },
    /// It is no link to a room: one is `http://HOST:PORT/r/CODE#SECRET`.
    #[error("`{text}` is no link to a room: one looks like http://HOST:PORT/r/CODE")]
    NoRoom {
        /// The text, without its secret.
        text: String,
    },
    /// The code of the room is none.
    #[error(transparent)]
    Code(#[from] RoomCodeError),
    /// The part after `#` is no secret of a link.
    #[error("the part after `#` is no secret of an invitation: copy the whole link")]
    Secret,
}

impl ServerUrl {
    /// The host name or address, without brackets round an IPv6 address.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port, 80 where none was given.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Host and port as the header `Host` has them.
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// The address that a browser opens, `http://HOST:PORT`.
    pub fn web(&self) -> String {
        format!("http://{}", self.authority)
    }
}

impl fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ws://{}{}", self.authority, self.path)
    }
}

impl FromStr for ServerUrl {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let unreadable = || AddressError::Unreadable { text: text.to_owned() };
        let (scheme, rest) = text.trim().split_once("://").unwrap_or(("ws", text.trim()));
        match scheme {
            "ws" | "http" => {}
            "wss" | "https" => return Err(AddressError::Encrypted { text: text.to_owned() }),
            _ => return Err(unreadable()),
        }
        let uri: Uri = format!("ws://{rest}").parse().map_err(|_| unreadable())?;
        let authority = uri.authority().ok_or_else(unreadable)?;
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_owned();
        if host.is_empty() || authority.as_str().contains('@') {
            return Err(unreadable());
        }
        // `Authority::port` has no port also where it cannot be read.
        let port = match authority.as_str().strip_prefix(authority.host()) {
            Some("") => 80,
            Some(rest) => rest.strip_prefix(':').and_then(|port| port.parse().ok()).ok_or_else(unreadable)?,
            None => return Err(unreadable()),
        };
        let path = match uri.path() {
            "" | "/" => "/ws".to_owned(),
            path => path.to_owned(),
        };
        Ok(Self { authority: authority.as_str().to_owned(), host, port, path })
    }
}

/// What somebody was told to come into a room: its code alone, or an invitation link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The server, if a link named it.
    pub server: Option<ServerUrl>,
    /// The code of the room.
    pub code: RoomCode,
    /// The secret of the link, which stands for the room's password.
    pub secret: Option<LinkSecret>,
}

impl FromStr for Invitation {
    type Err = AddressError;

    /// Reads `ABCD2345` in any spelling that a code has, or `http://HOST:PORT/r/ABCD2345#SECRET`.
    fn from_str(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        if !text.contains("://") && !text.contains('/') {
            return Ok(Self { server: None, code: text.parse()?, secret: None });
        }
        let (address, secret) = match text.split_once('#') {
            Some((address, secret)) => (address, Some(secret)),
            None => (text, None),
        };
        let (server, code) =
            address.split_once("/r/").ok_or_else(|| AddressError::NoRoom { text: address.to_owned() })?;
        let secret = secret.map(LinkSecret::new).transpose().map_err(|_| AddressError::Secret)?;
        Ok(Self { server: Some(server.parse()?), code: code.trim_end_matches('/').parse()?, secret })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_write_an_address_leads_to_the_websocket() {
        for (text, url) in [
            ("localhost:8080", "ws://localhost:8080/ws"),
            ("ws://localhost:8080", "ws://localhost:8080/ws"),
            ("http://localhost:8080/", "ws://localhost:8080/ws"),
            (" ws://localhost:8080/ws ", "ws://localhost:8080/ws"),
            ("http://[::1]:8080", "ws://[::1]:8080/ws"),
            ("games.example", "ws://games.example/ws"),
            ("ws://games.example/behind/a/proxy", "ws://games.example/behind/a/proxy"),
        ] {
            assert_eq!(text.parse::<ServerUrl>().unwrap().to_string(), url, "{text}");
        }
    }

    #[test]
    fn host_and_port_are_told_apart() {
        let url: ServerUrl = "[::1]:8080".parse().unwrap();
        assert_eq!((url.host(), url.port()), ("::1", 8080));
        let url: ServerUrl = "http://games.example".parse().unwrap();
        assert_eq!(
            (url.host(), url.port(), url.web().as_str()),
            ("games.example", 80, "http://games.example")
        );
    }

    #[test]
    fn what_is_no_address_is_refused_by_name() {
        for text in ["", "ftp://a:1", "ws://", "a b:1", "a:99999", "http://user@host:1"] {
            assert!(matches!(text.parse::<ServerUrl>(), Err(AddressError::Unreadable { .. })), "{text:?}");
        }
        for text in ["wss://a:1", "https://a"] {
            assert!(matches!(text.parse::<ServerUrl>(), Err(AddressError::Encrypted { .. })), "{text:?}");
        }
    }

    #[test]
    fn a_code_and_a_link_are_both_invitations() {
        let code: Invitation = "abcd-2345".parse().unwrap();
        assert_eq!((code.code.as_str(), &code.server, &code.secret), ("ABCD2345", &None, &None));

        let link: Invitation = "http://localhost:8080/r/ABCD2345#MDEyMzQ1Njc4OWFiY2RlZg".parse().unwrap();
        assert_eq!(link.code.as_str(), "ABCD2345");
        assert_eq!(link.server.unwrap().to_string(), "ws://localhost:8080/ws");
        assert_eq!(link.secret.unwrap().reveal(), "MDEyMzQ1Njc4OWFiY2RlZg");

        let bare: Invitation = "http://localhost:8080/r/ABCD2345/".parse().unwrap();
        assert_eq!(bare.secret, None);
    }

    #[test]
    fn half_an_invitation_is_refused_and_its_secret_is_not_repeated() {
        assert!(matches!("ABCD".parse::<Invitation>(), Err(AddressError::Code(_))));
        assert!(matches!("http://h/r/ABCD2345#short".parse::<Invitation>(), Err(AddressError::Secret)));
        let error = "http://h/x#MDEyMzQ1Njc4OWFiY2RlZg".parse::<Invitation>().unwrap_err();
        assert!(matches!(error, AddressError::NoRoom { .. }));
        assert!(!error.to_string().contains("MDEy"), "{error}");
    }
}
