//! Too many connections, and too much of everything from one place.

use std::time::Duration;

use serde_json::json;
use tokio::{net::TcpStream, task::JoinSet, time::Instant};

use crate::{
    client::Client,
    given::TestServer,
    http::{ask, http, status},
};

/// Asks until somebody is let in again: the server notices that others are gone when it reads their sockets.
async fn until_let_in(server: &TestServer) {
    while status(&http(server, "GET /api/rulesets HTTP/1.1\r\n").await) == 503 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn connections_that_are_too_many_are_told_so_and_places_become_free() {
    let server = TestServer::start_with(|config| config.limits.connections_max = 2).await;
    let (one, two) = (server.guest().await, server.guest().await);
    let answer = http(&server, "GET /api/rulesets HTTP/1.1\r\n").await;
    assert_eq!(status(&answer), 503);
    assert!(answer.to_lowercase().contains("retry-after: "), "{answer}");
    one.vanish();
    until_let_in(&server).await;
    two.vanish();
}

#[tokio::test]
async fn a_full_server_tells_programs_on_its_machine_how_it_is_and_nothing_else() {
    let server = TestServer::start_with(|config| config.limits.connections_max = 1).await;
    let player = server.guest().await;
    for (path, expected) in [("/healthz", 200), ("/readyz", 200), ("/metrics", 200), ("/", 503), ("/ws", 503)]
    {
        let answer = http(&server, &format!("GET {path} HTTP/1.1\r\n")).await;
        assert_eq!(status(&answer), expected, "{path}: {answer}");
    }
    // One question, and the place is somebody else's.
    let health = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let answer = ask(server.address, &[health.as_str(), &health].concat()).await;
    assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{answer}");

    // Those that are kept can be taken too, by whoever does not ask, and become free by themselves.
    let mut silent = Vec::new();
    while status(&http(&server, "GET /healthz HTTP/1.1\r\n").await) == 200 {
        silent.push(TcpStream::connect(server.address).await.unwrap());
        assert!(silent.len() < 100, "there is no end of them");
    }
    while status(&http(&server, "GET /healthz HTTP/1.1\r\n").await) == 503 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    player.vanish();
}

#[tokio::test]
async fn who_says_nothing_takes_no_place_from_those_who_play() {
    let server = TestServer::start_with(|config| {
        config.limits.unidentified_per_address_max = 2;
        config.limits.connections_per_address_max = 5;
    })
    .await;
    // Those who have said who they are do not count as strangers.
    let _players = [server.guest().await, server.guest().await, server.guest().await];
    let strangers = [
        TcpStream::connect(server.address).await.unwrap(),
        TcpStream::connect(server.address).await.unwrap(),
    ];
    assert_eq!(status(&http(&server, "GET /api/rulesets HTTP/1.1\r\n").await), 503);
    drop(strangers);
    until_let_in(&server).await;
    server.guest().await;
}

#[tokio::test]
async fn an_address_that_connects_again_and_again_has_to_wait() {
    let server = TestServer::start_with(|config| config.limits.connects_burst = 3).await;
    let mut answers = Vec::new();
    for _ in 0..5 {
        answers.push(status(&http(&server, "GET /api/rulesets HTTP/1.1\r\n").await));
    }
    assert_eq!(answers, [200, 200, 200, 503, 503]);
}

#[tokio::test]
async fn a_crowd_is_let_in_one_after_the_other_while_games_go_on() {
    let server = TestServer::start_with(|config| {
        config.limits.server_connects_per_second = 2;
        config.limits.server_connects_burst = 1;
    })
    .await;
    let [mut host] = server.room(json!({}), ["Aino"]).await;
    let began = Instant::now();
    let address = server.address;
    let mut crowd: JoinSet<_> = (0..4).map(|_| Client::guest(address)).collect();
    host.done("set_ready", json!({ "ready": true })).await;
    while let Some(guest) = crowd.join_next().await {
        guest.unwrap();
    }
    // The first may have come in at once: three times half a second is the least that the others waited.
    assert!(began.elapsed() >= Duration::from_millis(1_400), "{:?}", began.elapsed());
}

#[tokio::test]
async fn an_address_that_asks_again_and_again_has_to_wait() {
    let server = TestServer::start_with(|config| config.limits.requests_burst = 3).await;
    let mut answers = Vec::new();
    for _ in 0..4 {
        answers.push(http(&server, "GET / HTTP/1.1\r\n").await);
    }
    assert_eq!(answers.iter().map(|answer| status(answer)).collect::<Vec<_>>(), [200, 200, 200, 429]);
    assert!(answers[3].contains("retry-after: "), "{}", answers[3]);
}

#[tokio::test]
async fn a_player_with_too_many_connections_is_told_so() {
    let server = TestServer::start_with(|config| config.limits.connections_per_player_max = 2).await;
    let first = server.guest().await;
    let second = first.again().await;
    let mut third = Client::silent(server.address).await;
    third.send(&json!({ "type": "hello", "protocol": { "min": 1, "max": 1 }, "token": first.token })).await;
    let (messages, code) = third.ends().await;
    assert_eq!(messages[0]["code"], "too_many_connections");
    assert_eq!(messages[0]["params"], json!({ "most": 2 }));
    assert_eq!(code, Some(4053));
    server.guest().await;
    second.vanish();
}

#[tokio::test]
async fn a_player_has_one_rate_over_all_connections() {
    let server = TestServer::start_with(|config| {
        config.limits.player_commands_per_second = 1;
        config.limits.player_commands_burst = 10;
    })
    .await;
    let mut one = server.guest().await;
    let mut two = one.again().await;
    let mut refused = 0;
    for _ in 0..8 {
        for client in [&mut one, &mut two] {
            refused += u32::from(client.refused("get_state", json!({})).await == "rate_limited");
        }
    }
    assert!(refused > 0, "sixteen commands are more than ten, though each connection may send twenty");
    let mut other = server.guest().await;
    assert_eq!(other.refused("get_state", json!({})).await, "not_in_room");
}

#[tokio::test]
async fn an_address_has_one_rate_over_all_players() {
    let server = TestServer::start_with(|config| {
        config.limits.address_commands_per_second = 1;
        config.limits.address_commands_burst = 5;
    })
    .await;
    let mut answers = Vec::new();
    for _ in 0..8 {
        answers.push(server.guest().await.refused("get_state", json!({})).await);
    }
    assert_eq!(answers[0], "not_in_room");
    assert!(answers.contains(&"rate_limited".to_owned()), "{answers:?}");
}

#[tokio::test]
async fn who_plays_is_not_kept_from_it_by_a_flood_from_his_own_address() {
    let server = TestServer::start_with(|config| {
        config.limits.address_commands_per_second = 1;
        config.limits.address_commands_burst = 12;
    })
    .await;
    let [mut host, mut guest] = server.room(json!({}), ["Aino", "Väinö"]).await;
    let mut flooder = server.guest().await;
    while flooder.refused("get_state", json!({})).await != "rate_limited" {}
    for ready in [true, false, true] {
        host.done("set_ready", json!({ "ready": ready })).await;
        guest.done("set_ready", json!({ "ready": ready })).await;
    }
    assert_eq!(flooder.refused("get_state", json!({})).await, "rate_limited", "he is as far as he was");
}

#[tokio::test]
async fn rooms_are_limited_for_a_player_an_address_and_the_server() {
    for (limit, most, code) in [
        ("rooms_per_minute", 1, "rate_limited"),
        ("rooms_per_player_max", 1, "too_many_rooms"),
        ("rooms_max", 1, "server_full"),
    ] {
        let server = TestServer::start_with(|config| config.limits.set(limit, most).unwrap()).await;
        let mut maker = server.guest().await;
        maker.create(json!({ "name": "Aino" })).await;
        let mut again = maker.again().await;
        let answer = again.call("create_room", json!({ "name": "Aino" })).await;
        assert_eq!(answer["code"], code, "{limit}: {answer}");
        if code != "rate_limited" {
            assert_eq!(answer["params"], json!({ "most": most }), "{limit}");
        }
    }
}

#[tokio::test]
async fn who_knows_the_code_comes_in_while_others_guess() {
    let server = TestServer::start_with(|config| {
        config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    let from = async |address: &'static str| {
        let mut client = Client::with_headers(server.address, &[("x-forwarded-for", address)]).await;
        client.hello(json!({})).await;
        client
    };
    let mut host = from("203.0.113.1").await;
    host.create(json!({ "name": "Aino" })).await;
    let wrong = if host.code == "AAAAAAAA" { "BBBBBBBB" } else { "AAAAAAAA" };
    let mut guesser = from("203.0.113.66").await;
    let mut neighbour = from("203.0.113.66").await;
    let mut member = from("203.0.113.66").await;
    let code = host.code.clone();
    member.join(&code, "Tuonetar").await;
    let token = member.token.clone();
    drop(member);
    let mut back = Client::with_headers(server.address, &[("x-forwarded-for", "203.0.113.66")]).await;
    back.hello(json!({ "token": token })).await;
    for _ in 0..10 {
        let guess = json!({ "code": wrong, "name": "Louhi" });
        assert_eq!(guesser.refused("join_room", guess).await, "no_such_room");
    }
    // From now on even the right one opens nothing for the guesser, nor for others from there: guessing tells nothing.
    let right = json!({ "code": host.code, "name": "Louhi" });
    for client in [&mut guesser, &mut neighbour] {
        let answer = client.call("join_room", right.clone()).await;
        assert_eq!(answer["code"], "rate_limited", "{answer}");
        assert!(answer["retry_after_ms"].is_u64());
    }
    // Who sits at the table comes back from there all the same.
    let resume = json!({ "room_id": host.room, "last_seq": 0, "epoch": 1 });
    let answer = back.call("resume_room", resume).await;
    assert!(answer["type"] == "resumed" || answer["type"] == "snapshot", "{answer}");
    let mut friend = from("203.0.113.2").await;
    friend.join(&code, "Väinö").await;
}

#[tokio::test]
async fn welcome_tells_the_limits_that_are_in_force() {
    let server = TestServer::start_with(|config| config.limits.commands_per_second = 7).await;
    assert_eq!(server.guest().await.welcome["limits"]["commands_per_second"], 7);
}
