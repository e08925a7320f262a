//! Rooms and events for tests, written as they stand on the wire.

use sarja_protocol::{Event, RoomMs, RoomView};
use sarja_rules::Ruleset;
use serde_json::{Value, json};

use super::{Known, fold};

/// The viewer, who is the host and sits on seat 0.
pub(crate) const ANNA: &str = "00000000-0000-4000-8000-00000000000a";
/// Who sits on seat 1.
pub(crate) const BEN: &str = "00000000-0000-4000-8000-00000000000b";
/// Who watches.
pub(crate) const CARL: &str = "00000000-0000-4000-8000-00000000000c";
/// A room.
pub(crate) const ROOM: &str = "00000000-0000-4000-8000-0000000000ff";

pub(crate) fn settings(seats: u8) -> Value {
    json!({
        "rules": Ruleset::named("classic-2600").unwrap(), "seats": seats, "drafts": "shown", "spectators": "allowed",
        "chat": "on", "reactions": "on", "has_password": false,
    })
}

fn free(seat: u8) -> Value {
    json!({"seat": seat, "state": "free", "ready": false, "connected": false})
}

fn seated(seat: u8, player_id: &str, name: &str) -> Value {
    json!({"seat": seat, "state": "seated", "player_id": player_id, "name": name, "ready": true, "connected": true})
}

/// A lobby of four seats as Anna sees it: she and Ben are seated and ready, Carl watches.
pub(crate) fn lobby() -> RoomView {
    serde_json::from_value(json!({
        "room_id": ROOM, "code": "ABCD2345", "settings": settings(4), "phase": "lobby", "host": ANNA,
        "you": {"player_id": ANNA, "role": "player", "seat": 0},
        "people": [
            {"player_id": ANNA, "name": "Anna", "role": "player", "kind": "human", "connected": true},
            {"player_id": BEN, "name": "Ben", "role": "player", "kind": "bot", "connected": true},
            {"player_id": CARL, "name": "Carl", "role": "spectator", "kind": "human", "connected": true},
        ],
        "seats": [seated(0, ANNA, "Anna"), seated(1, BEN, "Ben"), free(2), free(3)],
        "votes": {},
    }))
    .unwrap()
}

/// The same room in a match that has just started: the shuffle takes values.
pub(crate) fn shuffling() -> RoomView {
    after(
        lobby(),
        1_000,
        &[
            json!({"type": "match_started", "match_id": ROOM, "match_no": 1, "seats": [0, 1]}),
            json!({"type": "shuffle_committed", "round": 1, "deal": 1, "commitment": "0".repeat(64), "values_until_ms": 3_000}),
        ],
    )
}

/// The same room in the first turn, Anna's, who holds `R1 R2 R3 J`.
pub(crate) fn playing() -> RoomView {
    after(
        shuffling(),
        3_000,
        &[
            json!({"type": "starter_tile_drawn", "seat": 0, "tile": "K9"}),
            json!({"type": "starter_tile_drawn", "seat": 1, "tile": "B8"}),
            json!({"type": "starter_chosen", "seat": 0, "why": "drawn"}),
            json!({"type": "dealt", "round": 1, "deal": 1, "values": [{"seat": 1, "value": "1".repeat(64)}], "tiles_each": 4,
            "pool": 98, "rack": ["J", "R3", "R1", "R2"]}),
            json!({"type": "turn_started", "turn": 1, "seat": 0, "time_ms": 60_000, "short_clock": false}),
        ],
    )
}

/// The room after these events at this moment.
pub(crate) fn after(mut room: RoomView, at_ms: u64, events: &[Value]) -> RoomView {
    for event in events {
        let event: Event = serde_json::from_value(event.clone()).unwrap();
        assert_eq!(fold(&mut room, RoomMs(at_ms), &event), Known::Yes, "{event:?}");
    }
    room
}

/// The tiles of this text.
pub(crate) fn faces(text: &str) -> Vec<sarja_rules::Face> {
    text.split_whitespace().map(|face| face.parse().unwrap()).collect()
}
