//! Plain HTTP.

use serde_json::json;

use crate::{
    client::Client,
    given::TestServer,
    http::{ask, body, http, pair, request, session, set_cookie},
};

#[tokio::test]
async fn health_and_readiness_are_told() {
    let server = TestServer::start().await;
    assert!(http(&server, "GET /healthz HTTP/1.1\r\n").await.starts_with("HTTP/1.1 200"));
    assert!(http(&server, "GET /readyz HTTP/1.1\r\n").await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn the_front_page_and_invitations_are_pages() {
    let server = TestServer::start().await;
    assert!(http(&server, "GET / HTTP/1.1\r\n").await.contains("<h1>Sarja</h1>"));
    let invitation = http(&server, "GET /r/abcd-2345 HTTP/1.1\r\n").await;
    let join = format!("sarja bot --url http://{} --room ABCD2345", server.address);
    assert!(invitation.contains(&join), "{invitation}");
    let wrong = http(&server, "GET /r/%3Cscript%3E HTTP/1.1\r\n").await;
    assert!(wrong.starts_with("HTTP/1.1 404") && !wrong.contains("script>"), "{wrong}");
}

#[tokio::test]
async fn the_rulesets_that_can_be_played_are_listed() {
    let server = TestServer::start().await;
    let answer = http(&server, "GET /api/rulesets HTTP/1.1\r\n").await;
    let body = answer.split_once("\r\n\r\n").unwrap().1;
    let listed: Vec<serde_json::Value> = serde_json::from_str(body).unwrap();
    let names: Vec<_> = listed.iter().map(|ruleset| ruleset["name"].as_str().unwrap()).collect();
    assert_eq!(names.first(), Some(&"classic-2600"));
    assert_eq!((names.len(), names.last()), (8, Some(&"rommikubbi")), "{names:?}");
}

#[tokio::test]
async fn a_browser_gets_its_session_in_a_cookie_that_pages_cannot_read() {
    let server = TestServer::start().await;
    let first = session(&server, &[]).await;
    let cookie = set_cookie(&first);
    assert!(cookie.starts_with("sarja_session_insecure="), "the name says that this is plain HTTP: {cookie}");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    assert_eq!(body(&first)["secure"], false);
    let again = session(&server, &[("Cookie", pair(cookie))]).await;
    assert_eq!(body(&first)["player_id"], body(&again)["player_id"]);
    assert!(!again.to_lowercase().contains("set-cookie"));
}

#[tokio::test]
async fn a_page_of_ours_is_the_player_of_its_cookie_and_others_may_not_connect() {
    let server = TestServer::start().await;
    let answer = session(&server, &[]).await;
    let cookie = pair(set_cookie(&answer));
    let own = format!("http://{}", server.address);
    let mut page = Client::of_page(server.address, &own, cookie).await;
    page.hello(json!({})).await;
    assert_eq!(body(&answer)["player_id"], page.player);
    assert_eq!(page.welcome.get("token"), None);

    let mut foreign = Client::of_page(server.address, "https://evil.example", cookie).await;
    let (messages, code) = foreign.ends().await;
    assert_eq!(messages[0]["reason"], "origin_refused");
    assert_eq!(code, Some(4056));
}

#[tokio::test]
async fn a_cookie_without_a_page_is_nobodys() {
    let server = TestServer::start().await;
    let answer = session(&server, &[]).await;
    let cookie = pair(set_cookie(&answer));
    let mut program = Client::with_headers(server.address, &[("cookie", cookie)]).await;
    program.hello(json!({})).await;
    assert_ne!(body(&answer)["player_id"], program.player);
    let bare =
        request(&server, "POST /api/session HTTP/1.1", &[("Cookie", cookie), ("Content-Length", "0")]).await;
    assert!(bare.starts_with("HTTP/1.1 403"), "{bare}");
    // Browsers say of their own accord that a page of the same origin asks.
    let told = [("Cookie", cookie), ("Content-Length", "0"), ("Sec-Fetch-Site", "same-origin")];
    let told = request(&server, "POST /api/session HTTP/1.1", &told).await;
    assert_eq!(body(&told)["player_id"], body(&answer)["player_id"]);
}

/// A server behind a proxy on loopback that is trusted, with a public address.
async fn behind_a_proxy() -> TestServer {
    TestServer::start_with(|config| {
        config.public_url = Some("https://sarja.example".parse().unwrap());
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await
}

#[tokio::test]
async fn over_https_the_cookie_is_for_https_and_this_host_alone() {
    let server = behind_a_proxy().await;
    let asked =
        [("Origin", "https://sarja.example"), ("Content-Length", "0"), ("X-Forwarded-For", "203.0.113.9")];
    let answer = request(&server, "POST /api/session HTTP/1.1", &asked).await;
    let cookie = set_cookie(&answer);
    assert!(cookie.starts_with("__Host-sarja_session="), "{cookie}");
    for needed in ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.split("; ").any(|part| part == needed), "{cookie}");
    }
    assert_eq!(body(&answer)["secure"], true);
    // What may have been read in the clear opens nothing here.
    let token = pair(cookie).split_once('=').unwrap().1;
    let insecure = format!("sarja_session_insecure={token}");
    let again =
        request(&server, "POST /api/session HTTP/1.1", &[&asked[..], &[("Cookie", &insecure)]].concat())
            .await;
    assert_ne!(body(&again)["player_id"], body(&answer)["player_id"]);
}

#[tokio::test]
async fn a_trusted_proxy_tells_whether_it_was_asked_by_https_and_nobody_else_does() {
    let trusting = TestServer::start_with(|config| {
        config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    let doubting = TestServer::start().await;
    for (server, secure) in [(&trusting, true), (&doubting, false)] {
        let answer = session(server, &[("X-Forwarded-Proto", "https")]).await;
        assert_eq!(body(&answer)["secure"], secure);
    }
}

#[tokio::test]
async fn with_a_public_address_its_pages_alone_may_connect() {
    let server = behind_a_proxy().await;
    let mut own = Client::of_page(server.address, "https://sarja.example", "").await;
    own.hello(json!({})).await;
    let by_address = format!("http://{}", server.address);
    for foreign in [by_address.as_str(), "http://sarja.example", "https://sarja.example.evil.example", "null"]
    {
        let (messages, code) = Client::of_page(server.address, foreign, "").await.ends().await;
        assert_eq!((&messages[0]["reason"], code), (&json!("origin_refused"), Some(4056)), "{foreign}");
    }
}

#[tokio::test]
async fn a_foreign_name_that_leads_here_is_not_answered() {
    let server =
        TestServer::start_with(|config| config.public_url = Some("http://sarja.example".parse().unwrap()))
            .await;
    let status = async |path: &str, host: &str| {
        let answer =
            ask(server.address, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
                .await;
        answer.split(' ').nth(1).unwrap().to_owned()
    };
    assert_eq!(status("/", "sarja.example").await, "200");
    assert_eq!(status("/", &server.address.to_string()).await, "200");
    assert_eq!(status("/", "localhost:8080").await, "200");
    assert_eq!(status("/", "evil.example").await, "421");
    assert_eq!(status("/ws", "evil.example").await, "421");
    assert_eq!(status("/healthz", "pod-7.internal").await, "200", "whoever watches asks by any name");
}

#[tokio::test]
async fn pages_of_other_hosts_get_no_session() {
    let server = TestServer::start().await;
    let foreign = [("Content-Length", "0"), ("Origin", "https://evil.example")];
    let answer = request(&server, "POST /api/session HTTP/1.1", &foreign).await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
}
