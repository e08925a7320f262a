//! Proxies in front, and who claims to be one.

use serde_json::json;

use crate::{
    client::Client,
    given::TestServer,
    http::{session, status},
};

async fn trusting(change: impl FnOnce(&mut sarja_server::Config)) -> TestServer {
    TestServer::start_with(|config| {
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
        change(config);
    })
    .await
}

/// The status of the answer to somebody new, of whom a proxy says this.
async fn newcomer(server: &TestServer, forwarded: &str) -> u16 {
    status(&session(server, &[("X-Forwarded-For", forwarded)]).await)
}

#[tokio::test]
async fn a_trusted_proxy_tells_whom_limits_count_for() {
    let server = trusting(|config| config.limits.guests_burst = 1).await;
    assert_eq!(newcomer(&server, "203.0.113.1").await, 200);
    assert_eq!(newcomer(&server, "203.0.113.1").await, 429);
    assert_eq!(newcomer(&server, "203.0.113.2").await, 200, "somebody else");
    assert_eq!(
        newcomer(&server, "203.0.113.77, 203.0.113.1").await,
        429,
        "what a client claims of itself is not read"
    );
    assert_eq!(newcomer(&server, "2001:db8:0:1::1").await, 200);
    assert_eq!(newcomer(&server, "2001:db8:0:1:ffff::2").await, 429, "a household is one");
}

#[tokio::test]
async fn who_is_no_trusted_proxy_is_not_believed() {
    let server = TestServer::start_with(|config| config.limits.guests_burst = 1).await;
    assert_eq!(newcomer(&server, "203.0.113.1").await, 200);
    assert_eq!(newcomer(&server, "203.0.113.2").await, 429);
}

#[tokio::test]
async fn connections_of_a_proxy_count_for_whom_it_speaks() {
    let server = trusting(|config| config.limits.connections_per_address_max = 1).await;
    let connect = async |address: &'static str| {
        let mut client = Client::with_headers(server.address, &[("x-forwarded-for", address)]).await;
        client.hello(json!({})).await;
        client
    };
    let one = connect("203.0.113.1").await;
    let _two = connect("203.0.113.2").await;
    assert_eq!(newcomer(&server, "203.0.113.1").await, 503, "this one has a connection already");
    assert_eq!(newcomer(&server, "203.0.113.3").await, 200);
    one.vanish();
    while newcomer(&server, "203.0.113.1").await == 503 {
        tokio::task::yield_now().await;
    }
}
