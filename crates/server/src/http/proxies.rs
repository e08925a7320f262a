//! Whose word is taken for who a client is.

use std::{net::IpAddr, sync::Arc};

use axum::http::{HeaderMap, HeaderName};
use ipnet::IpNet;

use crate::public_url::{Scheme, address};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The proxies that the operator named. The header `Forwarded` of RFC 7239 is not read: two headers that say the same
/// would have to be compared, and no common proxy sends it unasked.
#[derive(Clone, Debug)]
pub(crate) struct Proxies(Arc<[IpNet]>);

impl Proxies {
    pub(crate) fn new(trusted: Vec<IpNet>) -> Self {
        Self(trusted.into())
    }

    /// Whether what comes from this address was sent by a proxy that is trusted.
    pub(crate) fn trust(&self, address: IpAddr) -> bool {
        self.0.iter().any(|net| net.contains(&address))
    }

    /// The address that a trusted proxy forwards for: going back from the last one, the first that is no trusted proxy
    /// itself. What a client wrote into the header stands before that, and is not read. Where an entry is no address, its
    /// writer is as far as can be known.
    pub(super) fn forwarded_for(&self, proxy: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut known = proxy;
        let lines: Vec<_> = headers.get_all(FORWARDED_FOR).iter().collect();
        for line in lines.into_iter().rev() {
            let Ok(line) = line.to_str() else { return known };
            for entry in line.rsplit(',') {
                let Some(address) = entry_address(entry.trim()) else { return known };
                known = address.to_canonical();
                if !self.trust(known) {
                    return known;
                }
            }
        }
        known
    }
}

/// An address, with or without the port from which it came.
fn entry_address(entry: &str) -> Option<IpAddr> {
    let with_port = || entry.parse().ok().map(|socket: std::net::SocketAddr| socket.ip());
    entry.parse().ok().or_else(|| address(entry)).or_else(with_port)
}

/// How a client reached a trusted proxy, by the last word of the header.
pub(super) fn forwarded_scheme(headers: &HeaderMap) -> Option<Scheme> {
    let line = headers.get_all(FORWARDED_PROTO).iter().next_back()?.to_str().ok()?;
    line.rsplit(',').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[&str]) -> String {
        let proxies = Proxies::new(vec!["10.0.0.0/8".parse().unwrap(), "2001:db8::/32".parse().unwrap()]);
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED_FOR, line.parse().unwrap());
        }
        proxies.forwarded_for("10.0.0.1".parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn the_last_address_that_is_no_proxy_counts() {
        assert_eq!(told(&["203.0.113.9"]), "203.0.113.9");
        assert_eq!(
            told(&["198.51.100.1, 203.0.113.9"]),
            "203.0.113.9",
            "what stands before was not told by a proxy"
        );
        assert_eq!(told(&["203.0.113.9, 10.2.3.4"]), "203.0.113.9", "two proxies in a row");
        assert_eq!(
            told(&["198.51.100.1", "203.0.113.9, 10.2.3.4"]),
            "203.0.113.9",
            "the header may come twice"
        );
        assert_eq!(told(&["203.0.113.9:4711"]), "203.0.113.9");
        assert_eq!(told(&["[2001:dead::7]:4711"]), "2001:dead::7");
        assert_eq!(told(&["2001:dead::7"]), "2001:dead::7");
        assert_eq!(told(&["::ffff:203.0.113.9"]), "203.0.113.9");
    }

    #[test]
    fn without_an_address_the_proxy_itself_counts() {
        assert_eq!(told(&[]), "10.0.0.1");
        assert_eq!(told(&["unknown"]), "10.0.0.1");
        assert_eq!(told(&["203.0.113.9, , 10.2.3.4"]), "10.2.3.4");
        assert_eq!(told(&["10.9.9.9"]), "10.9.9.9", "a proxy that asks for itself");
    }

    #[test]
    fn nobody_is_trusted_unless_named() {
        assert!(!Proxies::new(Vec::new()).trust("127.0.0.1".parse().unwrap()));
    }

    #[test]
    fn the_scheme_is_the_last_one_told() {
        let told = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(FORWARDED_PROTO, value.parse().unwrap());
            forwarded_scheme(&headers)
        };
        assert_eq!(told("https"), Some(Scheme::Https));
        assert_eq!(told("https, http"), Some(Scheme::Http));
        assert_eq!(told("gopher"), None);
    }
}
