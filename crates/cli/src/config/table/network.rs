//! Where the server is, and who may speak to it.

use std::net::IpAddr;

use ipnet::IpNet;

use crate::config::{
    setting::Setting,
    value::{Kind, Refused, Value},
};

pub(super) fn all() -> Vec<Setting> {
    vec![
        Setting::new(
            "listen",
            Kind::Text("an address and a port, as 0.0.0.0:8080"),
            "Where to listen. 0.0.0.0:8080 also serves other machines; port 0 takes any free port.",
            field!(|s, v| s.listen = v.read()?, |s| Value::text(s.listen)),
        )
        .flag("listen", "ADDR:PORT"),
        Setting::new(
            "public_url",
            Kind::Text("a web address without a path, as https://games.example"),
            "The address under which people reach the server. Invitation links begin with it, web pages of \
             it may connect, and \
             with https:// cookies are for encrypted connections only.",
            field!(|s, v| s.public_url = Some(v.read_or_say()?), |s| Value::optional(s.public_url.as_ref())),
        )
        .flag("public-url", "URL")
        .example("https://games.example"),
        Setting::new(
            "origins",
            Kind::List("a web address without a path, as https://club.example"),
            "Web pages of other hosts that may connect. In the environment, with commas between them.",
            field!(|s, v| s.origins = each(v, |text| text.parse().map_err(Refused::because))?, |s| list(
                &s.origins
            ),),
        )
        .flag("origin", "URL"),
        Setting::new(
            "trusted_proxies",
            Kind::List("an address or a network, as 127.0.0.1 or 10.0.0.0/8"),
            "Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed. Nobody's are, unless named \
             here, not even those \
             of this machine.",
            field!(|s, v| s.trusted_proxies = each(v, network_of)?, |s| list(&s.trusted_proxies)),
        )
        .flag("trusted-proxy", "ADDRESS|NETWORK"),
    ]
}

/// A network, or the one address that is meant.
fn network_of(text: &str) -> Result<IpNet, Refused> {
    let alone = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse().or_else(|_| alone()).map_err(|_| Refused::because("it is neither an address nor a network"))
}

fn each<T>(value: &Value, read: impl Fn(&str) -> Result<T, Refused>) -> Result<Vec<T>, Refused> {
    let named =
        |text: &String| read(text).map_err(|Refused(why)| Refused(why.map(|why| format!("`{text}`: {why}"))));
    value.list()?.iter().map(named).collect()
}

fn list<T: ToString>(values: &[T]) -> Value {
    Value::List(values.iter().map(T::to_string).collect())
}
