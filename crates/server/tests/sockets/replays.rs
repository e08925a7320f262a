//! Matches that are over, for whoever has their link.

use sarja_protocol::{Event, MatchArchive, MatchState};
use serde_json::json;

use crate::{
    given::TestServer,
    http::{http, status},
    schema::Schema,
};

async fn asked(server: &TestServer, id: &str) -> String {
    http(server, &format!("GET /api/matches/{id} HTTP/1.1\r\n")).await
}

/// That nothing is told of a match, and that this may change.
async fn assert_not_found(server: &TestServer, id: &str) {
    let answer = asked(server, id).await;
    assert_eq!(status(&answer), 404, "{answer}");
    assert!(answer.to_lowercase().contains("cache-control: no-store"), "{answer}");
    assert!(answer.ends_with("there is no such match that is over\n"), "{answer}");
}

fn archive(answer: &str) -> MatchArchive {
    assert_eq!(status(answer), 200, "{answer}");
    MatchArchive::read(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

async fn is_told_in_full_once_it_is_over_and_not_before(server: &TestServer) {
    for ruleset in ["classic-2600", "rommikubbi"] {
        let [mut first, mut second] = server.table(json!({ "ruleset": ruleset }), ["Aino", "Väinö"]).await;
        let before = first.state().await;
        let id = before["room"]["match"]["match_id"].as_str().unwrap().to_owned();
        let turn = first.turn;
        if ruleset == "rommikubbi" {
            let tile = before["room"]["round"]["rommikubbi"]["taken"][0].clone();
            first.done("end_turn", json!({ "turn": turn, "table": [], "discard": tile })).await;
            second.begin().await;
            let turn = second.turn;
            second.done("take_tile", json!({ "turn": turn })).await;
        } else {
            first.done("draw", json!({ "turn": turn })).await;
        }
        assert_not_found(server, &id).await;

        first.done("ask_end", json!({})).await;
        second.done("ask_end", json!({})).await;
        let answer = asked(server, &id).await;
        let head = answer.to_lowercase();
        assert!(head.contains("cache-control: public, max-age=31536000, immutable"), "{answer}");
        assert!(head.contains("content-type: application/json"), "{answer}");
        let archive = archive(&answer);
        assert_eq!((archive.match_id.to_string(), archive.state), (id, MatchState::Abandoned));
        let names: Vec<_> = archive.seats.iter().map(|seat| seat.name.as_str()).collect();
        assert_eq!(names, ["Aino", "Väinö"]);
        let [round] = &archive.rounds[..] else { panic!("{archive:?}") };
        let own: Vec<sarja_rules::Face> =
            serde_json::from_value(before["room"]["round"]["rack"].clone()).unwrap();
        let seat = first.seat.unwrap() as usize;
        let sorted = |tiles: &[sarja_rules::Face]| tiles.iter().collect::<sarja_rules::FaceCounts>().to_vec();
        assert_eq!(sorted(&round.racks[seat]), sorted(&own));
        assert_eq!(round.values.len(), 2);
        let last = round.events.last().unwrap();
        assert!(matches!(last.event, Event::MatchAbandoned { .. }), "{last:?}");
        assert!(round.positions().unwrap().len() > 2);
    }
}

#[tokio::test]
async fn match_is_told_in_full_once_it_is_over_and_not_before() {
    is_told_in_full_once_it_is_over_and_not_before(&TestServer::start().await).await;
}

#[tokio::test]
#[cfg_attr(no_postgres, ignore = "needs PostgreSQL: set SARJA_TEST_POSTGRES to its URL")]
async fn match_is_told_in_full_out_of_postgresql_too() {
    let schema = Schema::create().await;
    let url = schema.url().parse().unwrap();
    let server = TestServer::start_with(|config| config.store = url).await;
    is_told_in_full_once_it_is_over_and_not_before(&server).await;
    server.stop().await;
}

#[tokio::test]
async fn match_that_was_never_played_is_not_found() {
    let server = TestServer::start().await;
    for id in ["0190c2d0-0000-7000-8000-000000000000", "none", "%00", "0190c2d0"] {
        assert_not_found(&server, id).await;
    }
}
