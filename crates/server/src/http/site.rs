//! Where the server is on the web, and which pages may speak to it.

use axum::http::{HeaderMap, header};

use crate::public_url::{PublicUrl, address, host_and_port};

/// What kind of client asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asker {
    /// No browser: it names no page.
    Program,
    /// A page of this server, or one that the configuration names.
    OwnPage,
    /// A page of somebody else.
    ForeignPage,
}

/// Where the server is on the web.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    public_url: Option<PublicUrl>,
    /// The origins of pages that may connect, as browsers write them.
    origins: Vec<String>,
}

impl Site {
    pub(crate) fn new(public_url: Option<PublicUrl>, others: &[PublicUrl]) -> Self {
        let origins = public_url.iter().chain(others).map(PublicUrl::to_string).collect();
        Self { public_url, origins }
    }

    /// Whether its public address says that all of it is reached by HTTPS.
    pub(crate) fn is_secure(&self) -> bool {
        self.public_url.as_ref().is_some_and(PublicUrl::is_secure)
    }

    /// Who asks, by the headers that browsers set and pages cannot change.
    pub(super) fn asker(&self, headers: &HeaderMap) -> Asker {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let Some(origin) = origins.next() else { return Asker::Program };
        let (Ok(origin), None) = (origin.to_str(), origins.next()) else { return Asker::ForeignPage };
        if self.origins.iter().any(|allowed| allowed == origin) || self.is_own_host(origin, headers) {
            Asker::OwnPage
        } else {
            Asker::ForeignPage
        }
    }

    /// Without a public address, pages of the host that the browser asked are this server's, if the host is one that a stranger
    /// cannot make lead here: anybody who has a name on the internet can, and a page of that name would be of the same
    /// origin. Whoever serves under such a name says so by `public_url`.
    fn is_own_host(&self, origin: &str, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let page = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        self.public_url.is_none() && page.is_some() && page == host && host.is_some_and(is_local)
    }

    /// Whether a request that names this host may be meant for this server. A page of somebody else can have its own
    /// name lead here, and would then be of the same origin; an address or `localhost` cannot be made to lead elsewhere.
    pub(super) fn may_be_called(&self, host: &str) -> bool {
        let Some((host, _)) = host_and_port(host) else { return false };
        let Some(public) = &self.public_url else { return true };
        host == public.host() || host == "localhost" || address(&host).is_some()
    }
}

/// Endings of names that no registry gives out (RFC 6761, 6762, 8375; `internal` is reserved by ICANN, `lan` and `home` are
/// what routers at home use).
const LOCAL_ENDINGS: [&str; 6] = [".localhost", ".local", ".home.arpa", ".internal", ".lan", ".home"];

/// Whether a host is an address, or a name that means something in the own network only.
fn is_local(host: &str) -> bool {
    let Some((host, _)) = host_and_port(host) else { return false };
    address(&host).is_some() || !host.contains('.') || LOCAL_ENDINGS.iter().any(|end| host.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(public_url: Option<&str>) -> Site {
        Site::new(public_url.map(|url| url.parse().unwrap()), &["https://friend.example".parse().unwrap()])
    }

    fn asked(site: &Site, host: &str, origin: &str) -> Asker {
        let pairs = [(header::HOST, host), (header::ORIGIN, origin)];
        site.asker(&pairs.into_iter().map(|(name, value)| (name, value.parse().unwrap())).collect())
    }

    #[test]
    fn without_a_public_address_pages_of_the_host_that_was_asked_may_ask() {
        let site = site(None);
        for host in
            ["localhost:8080", "192.0.2.1:8080", "[2001:db8::1]:8080", "clubpc.local", "clubpc.home.arpa:81"]
        {
            assert_eq!(asked(&site, host, &format!("http://{host}")), Asker::OwnPage, "{host}");
        }
        // A name that a stranger may have made lead here.
        for host in ["sarja.example:8080", "sarja.example", "clubpc.local.example"] {
            assert_eq!(asked(&site, host, &format!("http://{host}")), Asker::ForeignPage, "{host}");
        }
        let asked = |origin| asked(&site, "clubpc:8080", origin);
        for own in ["http://clubpc:8080", "https://clubpc:8080", "https://friend.example"] {
            assert_eq!(asked(own), Asker::OwnPage, "{own}");
        }
        for foreign in [
            "http://clubpc",
            "http://clubpc:8080.evil.example",
            "http://clubpc:80",
            "null",
            "",
            "https://evil.example",
            "https://friend.example.evil.example",
            "https://friend.example:8443",
            "http://friend.example",
        ] {
            assert_eq!(asked(foreign), Asker::ForeignPage, "{foreign}");
        }
    }

    #[test]
    fn with_a_public_address_its_pages_alone_and_named_ones_may_ask() {
        let site = site(Some("https://sarja.example/"));
        let asked = |origin| asked(&site, "127.0.0.1:8080", origin);
        assert_eq!(asked("https://sarja.example"), Asker::OwnPage);
        assert_eq!(asked("https://friend.example"), Asker::OwnPage);
        for foreign in ["http://sarja.example", "https://sarja.example:8080", "http://127.0.0.1:8080"] {
            assert_eq!(asked(foreign), Asker::ForeignPage, "{foreign}");
        }
    }

    #[test]
    fn programs_name_no_page_and_nobody_is_of_two() {
        let mut headers = HeaderMap::new();
        assert_eq!(site(None).asker(&headers), Asker::Program);
        headers.append(header::ORIGIN, "https://friend.example".parse().unwrap());
        assert_eq!(site(None).asker(&headers), Asker::OwnPage);
        headers.append(header::ORIGIN, "https://friend.example".parse().unwrap());
        assert_eq!(site(None).asker(&headers), Asker::ForeignPage);
    }

    #[test]
    fn a_foreign_name_that_leads_here_is_not_answered_once_the_own_is_known() {
        let named = site(Some("https://sarja.example"));
        for host in [
            "sarja.example",
            "Sarja.Example:443",
            "localhost:8080",
            "127.0.0.1:8080",
            "[::1]:8080",
            "192.0.2.1",
        ] {
            assert!(named.may_be_called(host), "{host}");
        }
        for host in
            ["evil.example", "sarja.example.evil.example", "localhost.evil.example:8080", "", "a b", "x@y"]
        {
            assert!(!named.may_be_called(host), "{host}");
        }
        assert!(site(None).may_be_called("clubpc:8080"));
    }
}
