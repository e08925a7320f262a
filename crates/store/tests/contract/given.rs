//! What tests begin with: players, rooms, entries.

use sarja_store::{
    Append, BodyHash, CommandId, CommandRef, DealNo, Entry, Epoch, MatchId, MatchNo, MatchRow, MatchState,
    NewPlayer, NewRoom, NewSecret, PlayerId, RoomId, RoundEnd, RoundNo, RoundRow, ScopedPlayer, SeatNo,
    SeatRow, Seq, ShuffleSecret, Store, Tally, TokenHash,
};
use uuid::Uuid;

pub(crate) fn new_player() -> NewPlayer {
    let id = Uuid::new_v4();
    NewPlayer {
        id: PlayerId(id),
        token_hash: TokenHash::of(id.as_bytes()),
        name: "Aino".into(),
        now_ms: 1_000,
    }
}

pub(crate) async fn player(store: &Store) -> PlayerId {
    let player = new_player();
    let id = player.id;
    store.create_player(player).await.unwrap();
    id
}

/// A player for the room of the entry that it is written with.
pub(crate) fn scoped_player() -> (PlayerId, TokenHash, ScopedPlayer) {
    let NewPlayer { id, token_hash, name, .. } = new_player();
    (id, token_hash, ScopedPlayer { id, token_hash, name })
}

/// A room with the code `code` and one row: event 1.
pub(crate) fn new_room(code: &str) -> NewRoom {
    NewRoom {
        id: RoomId(Uuid::new_v4()),
        code: code.into(),
        owner: "boot-1".into(),
        now_ms: 1_000,
        first: entry(1, 1),
    }
}

/// A room of its own, owned with the first epoch, where event 2 comes next.
pub(crate) async fn room(store: &Store) -> RoomId {
    let room = new_room(&Uuid::new_v4().to_string());
    let id = room.id;
    store.create_room(room).await.unwrap();
    id
}

/// Events that name their own numbers.
pub(crate) fn entry(first_seq: u64, count: u32) -> Entry {
    let events: Vec<_> =
        (first_seq..first_seq + u64::from(count)).map(|n| format!(r#"{{"n":{n}}}"#)).collect();
    Entry {
        at_ms: 40,
        wall_ms: 1_040,
        ..Entry::new(Seq(first_seq), count, format!("[{}]", events.join(",")))
    }
}

pub(crate) fn append(room: RoomId, entry: Entry) -> Append {
    Append { room, epoch: Epoch::FIRST, entry }
}

pub(crate) fn command(player: PlayerId, id: &str) -> CommandRef {
    CommandRef { player, id: CommandId::from(id), body_hash: BodyHash::of(id.as_bytes()) }
}

pub(crate) fn secret(deal: u32, fill: u8) -> NewSecret {
    NewSecret { deal: DealNo(deal), secret: ShuffleSecret::new([fill; 32]) }
}

pub(crate) fn round(round_no: u32) -> RoundRow {
    RoundRow {
        match_no: MatchNo(1),
        round_no: RoundNo(round_no),
        deal: DealNo(round_no),
        how: RoundEnd::Out,
        winner: Some(SeatNo(1)),
        points: "[-7,7]".into(),
        racks: r#"[["R7"],[]]"#.into(),
        tally: Tally::Counted,
        ended_ms: 2_000,
    }
}

/// A match between a player and a bot that took over nobody's seat.
pub(crate) fn finished_match(match_no: u32, player: PlayerId) -> MatchRow {
    let seat = |seat, points, place| SeatRow {
        seat: SeatNo(seat),
        player: None,
        name: format!("seat {seat}"),
        bot: None,
        points,
        rounds_won: 0,
        place: Some(place),
    };
    MatchRow {
        id: MatchId(Uuid::new_v4()),
        match_no: MatchNo(match_no),
        ruleset: "classic".into(),
        options: r#"{"seats":2}"#.into(),
        state: MatchState::Finished,
        started_ms: 1_000,
        ended_ms: 2_000 + i64::from(match_no),
        seats: vec![
            SeatRow { player: Some(player), ..seat(0, -7, 2) },
            SeatRow { bot: Some("sharp".into()), rounds_won: 1, ..seat(1, 7, 1) },
        ],
    }
}

/// The numbers of all events in a room's log, as the rows claim them, and as the events name themselves.
pub(crate) async fn events(store: &Store, room: RoomId) -> Vec<u64> {
    let rows = store.load_room(room).await.unwrap().unwrap().rows;
    let mut all = Vec::new();
    for row in rows {
        let events: Vec<serde_json::Value> = serde_json::from_str(&row.events).unwrap();
        let named: Vec<u64> = events.iter().map(|event| event["n"].as_u64().unwrap()).collect();
        assert_eq!(named, (row.first_seq.0..=row.last_seq().0).collect::<Vec<_>>());
        all.extend(named);
    }
    all
}
