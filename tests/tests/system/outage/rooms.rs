//! Several rooms in play on one server, and what their players were told, held against the log.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use sarja_client::{Client, Joining, Notice, Options, ServerUrl, State};
use sarja_protocol::{
    BotLevel, HoldWhy, LaidSet, Phase, PlayerKind, RoomJoined, RoomView, ServerToClient, SetView,
};
use sarja_server::check_store;
use sarja_store::{LoadedRoom, MatchNo, PlayerId, RoomId, Store};
use serde_json::{Value, json};
use tokio::{
    sync::broadcast::{Receiver, error::RecvError},
    task::JoinHandle,
    time::timeout,
};

use crate::{
    harness::{PATIENCE, Place, Program, draft_and_wait, name, play_match, settings},
    matches,
};

/// Rounds of a match.
const ROUNDS: u32 = 1;

/// Bots of the server do not hesitate, and people are faster than people.
const SETTINGS: &str = "[bots]
think_ms_min = 0
think_ms_max = 100

[limits]
commands_per_second = 10
commands_burst = 20
";

/// A server by these settings.
async fn serve(place: &Place) -> Program {
    let config = place.folder().join("bots.toml");
    std::fs::write(&config, SETTINGS).unwrap();
    Program::serve(place, "127.0.0.1:0", &["--config", config.to_str().unwrap()]).await
}

/// What a player was told.
#[derive(Default)]
struct Told {
    /// What happened, by number.
    events: BTreeMap<u64, String>,
    /// The commands that were acknowledged, and the last event of each.
    accepted: BTreeMap<String, u64>,
}

/// Somebody who plays by our own client.
pub(super) struct Person {
    client: Client,
    told: JoinHandle<Told>,
}

impl Person {
    async fn connect(url: &ServerUrl) -> Self {
        let client = Client::connect(Options::new(url.clone(), PlayerKind::Human)).await.unwrap();
        let told = tokio::spawn(listen(client.listen()));
        Self { client, told }
    }

    /// Waits for something that can be seen in the room.
    async fn sees<T>(&self, what: &str, seen: impl Fn(&State) -> Option<T>) -> T {
        let seen = timeout(PATIENCE, self.client.until(seen)).await;
        seen.unwrap_or_else(|_| panic!("nobody sees {what}: {:#?}", self.client.state().borrow().view))
            .unwrap()
    }
}

/// Keeps all that counts, until the client ends.
async fn listen(mut notices: Receiver<Notice>) -> Told {
    let mut told = Told::default();
    loop {
        let message = match notices.recv().await {
            Ok(Notice::Message(message)) => message,
            Ok(_) => continue,
            Err(RecvError::Lagged(_)) => panic!("the test listens too slowly"),
            Err(RecvError::Closed) => return told,
        };
        match &*message {
            ServerToClient::Event(event) => {
                let what = serde_json::to_value(&event.event).unwrap()["type"].to_string();
                let known = told.events.entry(event.seq.0).or_insert_with(|| what.clone());
                assert_eq!(*known, what, "event {} is told as it was", event.seq.0);
            }
            ServerToClient::Accepted(accepted) => {
                if let Some(seq) = accepted.seq {
                    let known = told.accepted.insert(accepted.command_id.to_string(), seq.0);
                    assert!(known.is_none_or(|known| known == seq.0), "an answer changes: {accepted:?}");
                }
            }
            _ => {}
        }
    }
}

/// A room in play.
pub(super) struct Room {
    joined: RoomJoined,
    pub(super) people: Vec<Person>,
}

impl Room {
    async fn open(url: &ServerUrl, people: usize, bots: usize) -> Self {
        let rules = json!({ "seats": people + bots, "overrides": { "opening": { "min_points": 0 }, "match": { "rounds": ROUNDS } } });
        let host = Person::connect(url).await;
        let joined = host.client.create_room(name("Person 1"), settings(rules), None).await.unwrap();
        let mut room = Self { joined, people: vec![host] };
        for number in 2..=people {
            let guest = Person::connect(url).await;
            let joining = Joining::new(room.joined.code, name(&format!("Person {number}")));
            guest.client.join(joining).await.unwrap();
            room.people.push(guest);
        }
        for _ in 0..bots {
            room.people[0].client.seat_bot(None, BotLevel::Easy).await.unwrap();
        }
        room
    }

    pub(super) fn id(&self) -> RoomId {
        self.joined.room_id.0.into()
    }

    /// How far the room is, as its host knows.
    pub(super) fn seq(&self) -> u64 {
        self.people[0].client.state().borrow().view.as_ref().unwrap().seq().0
    }

    /// Whether its match is not over yet.
    pub(super) fn plays(&self) -> bool {
        self.people[0].client.state().borrow().view.as_ref().unwrap().room().phase != Phase::MatchOver
    }

    /// Waits until so many more events have come, or the match is over.
    pub(super) async fn goes_on(&self, by: u64) {
        self.reaches(self.seq() + by).await;
    }

    /// Waits until there are so many events, or the match is over.
    pub(super) async fn reaches(&self, until: u64) {
        let reached = |state: &State| {
            let view = state.view.as_ref()?;
            (view.seq().0 >= until || view.room().phase == Phase::MatchOver).then_some(())
        };
        self.people[0].sees("the room go on", reached).await;
    }

    /// Waits until everybody knows that the room stands still, and why.
    pub(super) async fn is_held(&self, why: HoldWhy) {
        let held = |state: &State| (state.view.as_ref()?.held() == Some(why)).then_some(());
        join_all(self.people.iter().map(|person| person.sees("the room stand still", held))).await;
    }

    /// Whoever's turn it is rearranges the table and asks how things are, and is answered.
    pub(super) async fn is_attended(&self) {
        for Person { client, .. } in &self.people {
            let state = client.state().borrow().view.clone().unwrap();
            let Some(turn) = state.own_turn().map(|turn| turn.turn) else { continue };
            let lies = |set: &SetView| LaidSet::of(set.tiles.iter().copied());
            let table = state.room().round.as_ref().unwrap().table.iter().map(lies).collect();
            timeout(PATIENCE, draft_and_wait(client, turn, table, None)).await.expect("a verdict comes");
            timeout(PATIENCE, client.get_state()).await.expect("the state comes").unwrap();
        }
    }

    /// Waits until everybody knows that it does not stand still any more.
    pub(super) async fn is_released(&self) {
        let released = |state: &State| state.view.as_ref()?.held().is_none().then_some(());
        join_all(self.people.iter().map(|person| person.sees("the room released", released))).await;
    }
}

/// Rooms with so many people and bots.
async fn open(server: &Program, tables: &[(usize, usize)]) -> Vec<Room> {
    let url: ServerUrl = format!("http://{}", server.address).parse().unwrap();
    join_all(tables.iter().map(|&(people, bots)| Room::open(&url, people, bots))).await
}

/// Plays in three rooms at once while this happens, and on to the end of all matches, with nobody's help; then everything that
/// anybody was told is in the log, once. Gives what the server has logged.
pub(super) async fn play_through(place: &Place, happens: impl AsyncFnOnce(&[Room])) -> String {
    let server = serve(place).await;
    let rooms = open(&server, &[(2, 0), (3, 0), (1, 1)]).await;
    let played = rooms.iter().map(|room| async {
        let played = room.people.iter().map(|person| play_match(&person.client, 1));
        let seen = || room.people[0].client.state().borrow().view.clone();
        timeout(PATIENCE, join_all(played)).await.unwrap_or_else(|_| panic!("no end of {:#?}", seen()))
    });
    let (ended, ()) = tokio::join!(join_all(played), happens(&rooms));
    let store = place.store().await;
    for (room, ended) in rooms.into_iter().zip(ended) {
        room.holds(&store, &ended).await;
    }
    let report = check_store(&store, |_| {}).await.unwrap();
    assert!(report.is_sound(), "{:#?}", report.faults);
    assert_eq!(report.matches_whole, 3);
    store.close().await;
    server.terminate();
    let (status, log) = server.ended().await;
    assert!(status.success(), "{status}: {log}");
    log
}

impl Room {
    /// What was told of a match that is over is what the database holds.
    async fn holds(self, store: &Store, ended: &[RoomView]) {
        for other in &ended[1..] {
            assert_eq!(other.r#match, ended[0].r#match, "everybody is told the same");
        }
        let room = self.id();
        let rounds = store.rounds(room, MatchNo(1)).await.unwrap();
        assert_eq!(rounds.len(), ROUNDS as usize);
        let recorded = store.match_by_room(room, MatchNo(1)).await.unwrap().unwrap();
        matches::check(&ended[0], &rounds, &recorded.result, "a match through an outage");
        assert_eq!(tiles(&ended[0]), 106, "no tile is lost or made");
        let stored = store.load_room(room).await.unwrap().unwrap();
        for Person { client, told } in self.people {
            let player = client.player_id();
            client.close().await;
            told.await.unwrap().is_in(&stored, player.0.into());
        }
    }
}

/// All tiles of the round that was the last.
fn tiles(room: &RoomView) -> usize {
    let round = room.round.as_ref().unwrap();
    let table: usize = round.table.iter().map(|set| set.tiles.len()).sum();
    let racks: usize = round.revealed_racks.as_ref().unwrap().iter().map(Vec::len).sum();
    table + racks + usize::from(round.pool)
}

impl Told {
    /// Everything that this player was told is in the log, and every command there once.
    fn is_in(&self, stored: &LoadedRoom, player: PlayerId) {
        let (mut events, mut commands) = (BTreeMap::new(), BTreeMap::new());
        for row in &stored.rows {
            let logged: Vec<Value> = serde_json::from_str(&row.events).unwrap();
            events.extend((row.first_seq.0..).zip(logged));
            if let Some(command) = row.command.as_ref().filter(|command| command.player == player) {
                let known = commands.insert(command.id.as_str().to_owned(), row.last_seq().0);
                assert_eq!(known, None, "done twice: {command:?}");
            }
        }
        assert!(self.accepted.len() > 10, "{}", self.accepted.len());
        for (id, seq) in &self.accepted {
            assert_eq!(commands.get(id), Some(seq), "acknowledged, and not in the log as it was: {id}");
        }
        let lost: Vec<_> = self.events.keys().filter(|seq| !events.contains_key(*seq)).collect();
        assert!(lost.is_empty(), "told and not in the log: {lost:?}");
    }
}
