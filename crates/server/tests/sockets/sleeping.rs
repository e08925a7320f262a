//! Rooms that nobody is in leave memory, and come back.

use std::time::Duration;

use sarja_server::{Census, ServerLimits};
use serde_json::{Value, json};

use crate::{client::Client, given::TestServer};

/// A server whose rooms leave memory as soon as nobody is there and nothing is about to happen.
async fn server() -> TestServer {
    TestServer::start_with(|config| config.idle_rooms.after = Duration::ZERO).await
}

/// Waits until what the server holds is so.
async fn until(server: &TestServer, holds: impl Fn(Census) -> bool) {
    let looking = async {
        while !holds(server.observer.census()) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let held = tokio::time::timeout(Duration::from_secs(30), looking).await;
    assert!(held.is_ok(), "{:?}", server.observer.census());
}

async fn until_all_sleep(server: &TestServer, rooms: usize) {
    until(server, |census| (census.rooms_awake, census.rooms_asleep, census.room_tasks) == (0, rooms, 0))
        .await;
}

fn last_known(client: &Client, state: &Value) -> Value {
    json!({ "room_id": client.room, "last_seq": state["seq"], "epoch": state["epoch"] })
}

#[tokio::test]
async fn a_lobby_that_everybody_left_for_a_while_is_there_as_it_was() {
    let server = server().await;
    let [mut host, mut guest] = server.room(json!({ "drafts": "hidden" }), ["Aino", "Väinö"]).await;
    guest.done("set_ready", json!({ "ready": true })).await;
    host.done("say", json!({ "text": "back in a minute" })).await;
    let before = host.state().await;
    let (host_token, guest_again) = (host.again().await, guest.again().await);
    host.vanish();
    guest.vanish();
    until_all_sleep(&server, 1).await;

    let (mut host, mut guest) = (host_token, guest_again);
    host.room = before["room"]["room_id"].as_str().unwrap().to_owned();
    let resumed = host.call("resume_room", last_known(&host, &before)).await;
    assert_eq!(resumed["type"], "resumed", "its number and epoch are those of before: {resumed}");
    guest.join(before["room"]["code"].as_str().unwrap(), "Väinö").await;
    let after = host.state().await;
    for same in ["epoch", "seq"] {
        assert_eq!(after[same], before[same], "{same}");
    }
    for same in ["chat", "seats", "settings", "host", "code", "phase"] {
        assert_eq!(after["room"][same], before["room"][same], "{same}");
    }
    assert!(after["now_ms"].as_u64() >= before["now_ms"].as_u64(), "the clock went on");
    host.done("start_match", json!({})).await;
}

#[tokio::test]
async fn a_command_that_was_done_before_the_room_slept_is_not_done_again() {
    let server = server().await;
    let [mut host] = server.room(json!({}), ["Aino"]).await;
    let say = json!({ "type": "say", "command_id": "once", "text": "hello" });
    host.send(&say).await;
    let answer = host.answer("once").await;
    let state = host.state().await;
    let mut again = host.again().await;
    again.room = host.room.clone();
    host.vanish();
    until_all_sleep(&server, 1).await;

    again.call("resume_room", last_known(&again, &state)).await;
    again.send(&say).await;
    assert_eq!(again.answer("once").await, answer);
    assert_eq!(again.state().await["room"]["chat"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_game_whose_clock_runs_stays_in_memory_and_one_that_is_paused_does_not() {
    let server = server().await;
    let [mut first, mut second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let [third, fourth] = server.table(json!({}), ["Louhi", "Lemmi"]).await;
    first.done("ask_pause", json!({})).await;
    second.done("ask_pause", json!({})).await;
    first.event("paused").await;
    let before = second.state().await;
    let (mut first_again, mut second_again) = (first.again().await, second.again().await);
    for client in [first, second, third, fourth] {
        client.vanish();
    }
    until(&server, |census| (census.rooms_awake, census.rooms_asleep) == (1, 1)).await;

    second_again.room = before["room"]["room_id"].as_str().unwrap().to_owned();
    let back = second_again.call("resume_room", last_known(&second_again, &before)).await;
    assert_eq!(back["type"], "resumed", "{back}");
    let after = second_again.state().await;
    for same in ["round", "clock", "pause"] {
        assert_eq!(after["room"][same], before["room"][same], "{same}");
    }
    second_again.done("resume_play", json!({})).await;
    first_again.join(before["room"]["code"].as_str().unwrap(), "Aino").await;
    let turn = first_again.snapshot["room"]["round"]["turn"]["turn"].as_u64().unwrap();
    let mover = if first_again.seat == first_again.snapshot["room"]["round"]["turn"]["seat"].as_u64() {
        &mut first_again
    } else {
        &mut second_again
    };
    mover.done("draw", json!({ "turn": turn })).await;
}

#[tokio::test]
async fn a_stepped_clock_stands_still_while_the_room_sleeps() {
    let server = server().await;
    let mut host = server.guest().await;
    let practice = json!({ "seed": 7, "clock": "stepped" });
    host.create(json!({ "name": "Aino", "settings": {}, "practice": practice })).await;
    host.done("step_clock", json!({ "ms": 12_345 })).await;
    let before = host.state().await;
    let mut again = host.again().await;
    again.room = host.room.clone();
    host.vanish();
    until_all_sleep(&server, 1).await;
    again.call("resume_room", last_known(&again, &before)).await;
    assert_eq!(again.state().await["now_ms"], before["now_ms"]);
}

#[tokio::test]
async fn many_who_come_at_once_find_one_room_awake() {
    let server = server().await;
    let [mut host] = server.room(json!({ "seats": 2 }), ["Aino"]).await;
    let (code, state) = (host.code.clone(), host.state().await);
    host.vanish();
    until_all_sleep(&server, 1).await;
    let guests = (0..8).map(|n| {
        let (address, code) = (server.address, code.clone());
        tokio::spawn(async move {
            let mut guest = Client::guest(address).await;
            guest.join(&code, &format!("Guest {n}")).await;
            guest
        })
    });
    for guest in guests.collect::<Vec<_>>() {
        let mut guest = guest.await.unwrap();
        assert_eq!(guest.state().await["epoch"], state["epoch"]);
    }
    assert_eq!(server.observer.census().rooms_awake, 1);
}

#[tokio::test]
async fn coming_and_going_at_the_moment_of_falling_asleep_loses_nobody() {
    let server = server().await;
    let [host] = server.room(json!({}), ["Aino"]).await;
    let code = host.code.clone();
    host.vanish();
    for _ in 0..60 {
        let mut guest = server.guest().await;
        guest.join(&code, "Louhi").await;
        guest.done("leave_room", json!({})).await;
    }
    until_all_sleep(&server, 1).await;
}

#[tokio::test]
async fn after_a_start_rooms_are_read_one_after_the_other_and_leave_memory() {
    let server = server().await;
    let mut codes = Vec::new();
    for n in 0..12 {
        let [host] = server.room(json!({}), [&format!("Host {n}")]).await;
        codes.push(host.code.clone());
        host.vanish();
    }
    let [first, second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let folder = server.stop().await;
    drop((first, second));

    let server = TestServer::start_in(folder, |config| config.idle_rooms.after = Duration::ZERO).await;
    let mut guest = server.guest().await;
    guest.join(&codes[11], "Louhi").await;
    // The game's clock runs again though nobody has come back to it.
    until(&server, |census| (census.rooms_awake, census.rooms_asleep) == (2, 11)).await;
    assert_eq!(server.observer.census().codes, 13);
}

#[tokio::test]
async fn a_room_that_was_made_before_a_restart_is_found_by_the_same_command() {
    let server = server().await;
    let mut host = server.guest().await;
    let create = json!({ "type": "create_room", "command_id": "mine", "name": "Aino", "settings": {} });
    host.send(&create).await;
    let made = host.answer("mine").await;
    let folder = server.stop().await;

    let server = TestServer::start_in(folder, |_| {}).await;
    let mut back = host.again_at(server.address).await;
    back.send(&create).await;
    let again = back.answer("mine").await;
    assert_eq!((&again["type"], &again["room_id"]), (&json!("room_joined"), &made["room_id"]));
    let mut other = host.again_at(server.address).await;
    let another =
        json!({ "type": "create_room", "command_id": "mine", "name": "Aino", "settings": { "seats": 3 } });
    other.send(&another).await;
    assert_eq!(other.answer("mine").await["code"], "command_id_reused");
}

#[tokio::test]
async fn two_thousand_rooms_made_and_ended_leave_nothing_behind() {
    let server = TestServer::start_with(|config| {
        config.idle_rooms.after = Duration::ZERO;
        config.limits = ServerLimits::bench();
    })
    .await;
    let before = server.observer.census();
    assert_eq!(before, Census::default());
    let players = (0..40).map(|_| {
        let address = server.address;
        tokio::spawn(async move {
            let mut player = Client::guest(address).await;
            for n in 0..50 {
                player.create(json!({ "name": "Aino", "settings": {} })).await;
                // Some sleep before they end, and some end in other ways.
                if n % 10 == 0 {
                    let (room, again) = (player.room.clone(), player.again().await);
                    std::mem::replace(&mut player, again).vanish();
                    let resume = json!({ "room_id": room, "last_seq": 0, "epoch": 1 });
                    assert_eq!(player.call("resume_room", resume).await["type"], "resumed");
                }
                player.done("leave_room", json!({})).await;
            }
        })
    });
    for player in players.collect::<Vec<_>>() {
        player.await.unwrap();
    }
    until(&server, |census| census == before).await;
}
