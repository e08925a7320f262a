//! The way to the database is cut so that nobody knows what became of a move.

use serde_json::{Value, json};

use crate::{
    client::Client,
    cutting_proxy::{Cut, CuttingProxy},
    given::TestServer,
    schema::Schema,
};

/// A server with its data in PostgreSQL, behind a proxy.
struct Behind {
    server: TestServer,
    proxy: CuttingProxy,
    _schema: Schema,
}

impl Behind {
    async fn start() -> Self {
        let schema = Schema::create().await;
        let proxy = CuttingProxy::to(schema.server()).await;
        let url = schema.url_through(proxy.port()).parse().unwrap();
        let server = TestServer::start_with(|config| config.store = url).await;
        Self { server, proxy, _schema: schema }
    }
}

/// How often somebody was told of such an event until now.
async fn told(client: &mut Client, kind: &str, seat: &Value) -> usize {
    let so_far = client.so_far().await;
    so_far.iter().filter(|m| m["event"]["type"] == kind && m["event"]["seat"] == *seat).count()
}

/// Both players see the same, and the turn can be played.
async fn both_play_on(first: &mut Client, second: &mut Client) {
    let (here, there) = (first.state().await, second.state().await);
    assert_eq!((&here["seq"], &here["epoch"]), (&there["seq"], &json!(2)), "the room was taken anew");
    assert_eq!(here["room"]["round"]["turn"], there["room"]["round"]["turn"]);
    let turn = here["room"]["round"]["turn"]["turn"].as_u64().unwrap();
    second.done("draw", json!({ "turn": turn })).await;
    while first.turn <= turn {
        first.begin().await;
    }
    assert_eq!(first.turn, turn + 1);
}

#[tokio::test]
#[cfg_attr(no_postgres, ignore = "needs PostgreSQL: set SARJA_TEST_POSTGRES to its URL")]
async fn a_move_that_was_written_is_answered_and_seen_though_the_database_did_not_say_so() {
    let mut behind = Behind::start().await;
    let [mut first, mut second] = behind.server.table(json!({}), ["Aino", "Väinö"]).await;
    let (seat, turn) = (json!(first.turn_seat), first.turn);
    let draw = json!({ "type": "draw", "command_id": "the-cut", "turn": turn });
    behind.proxy.cut_at("the-cut", Cut::After);
    first.send(&draw).await;
    let answer = first.answer("the-cut").await;
    assert_eq!(answer["type"], "accepted", "{answer}");
    behind.proxy.was_cut().await;
    second.begin().await;
    assert_eq!(second.turn, turn + 1);
    second.find("its clock", |m| m["type"] == "clock" && m["turn"] == turn + 1).await;

    first.send(&draw).await;
    assert_eq!(first.answer("the-cut").await, answer);
    both_play_on(&mut first, &mut second).await;
    assert_eq!(told(&mut second, "tiles_drawn", &seat).await, 1);
}

#[tokio::test]
#[cfg_attr(no_postgres, ignore = "needs PostgreSQL: set SARJA_TEST_POSTGRES to its URL")]
async fn a_move_that_was_not_written_is_seen_by_nobody_and_can_be_made_again() {
    let mut behind = Behind::start().await;
    let [mut first, mut second] = behind.server.table(json!({}), ["Aino", "Väinö"]).await;
    let (seat, turn) = (json!(first.turn_seat), first.turn);
    let draw = json!({ "type": "draw", "command_id": "the-cut", "turn": turn });
    behind.proxy.cut_at("the-cut", Cut::Before);
    first.send(&draw).await;
    assert_eq!(first.answer("the-cut").await["code"], "store_unavailable");
    behind.proxy.was_cut().await;
    assert_eq!(told(&mut second, "tiles_drawn", &seat).await, 0);
    assert_eq!(second.state().await["room"]["round"]["turn"]["turn"], turn);

    first.send(&draw).await;
    assert_eq!(first.answer("the-cut").await["type"], "accepted");
    second.begin().await;
    assert_eq!(second.turn, turn + 1);
    both_play_on(&mut first, &mut second).await;
}

#[tokio::test]
#[cfg_attr(no_postgres, ignore = "needs PostgreSQL: set SARJA_TEST_POSTGRES to its URL")]
async fn a_match_starts_with_its_secret_or_not_at_all() {
    for (cut, starts) in [(Cut::After, true), (Cut::Before, false)] {
        let mut behind = Behind::start().await;
        let [mut host, mut guest] = behind.server.room(json!({}), ["Aino", "Väinö"]).await;
        guest.done("set_ready", json!({ "ready": true })).await;
        behind.proxy.cut_at("COMMIT", cut);
        let answer = host.call("start_match", json!({})).await;
        behind.proxy.was_cut().await;
        if starts {
            assert_eq!(answer["type"], "accepted", "{answer}");
        } else {
            assert_eq!(answer["code"], "store_unavailable", "{answer}");
            host.done("start_match", json!({})).await;
        }
        for person in [&mut host, &mut guest] {
            person.shuffle().await;
        }
        for person in [&mut host, &mut guest] {
            person.begin().await;
        }
        if host.seat != Some(host.turn_seat) {
            std::mem::swap(&mut host, &mut guest);
        }
        host.done("draw", json!({ "turn": host.turn })).await;
        guest.begin().await;
        both_play_on(&mut host, &mut guest).await;
    }
}
