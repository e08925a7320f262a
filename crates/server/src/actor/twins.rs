//! Two rooms in which the same happens, one of which sleeps whenever nobody is there, or is left by a server that stops and taken
//! up by the next: nobody can tell them apart.

use std::{cell::RefCell, collections::BTreeSet};

use proptest::{
    prelude::*,
    test_runner::{Config, RngSeed, TestRunner},
};
use sarja_protocol::{ClientToServer, PlayerId, PlayerKind, SnapshotWhy, parse_client_frame};
use serde_json::{Value, json};
use tokio::{sync::oneshot, time::Instant};

use super::{ConnectionId, Enter, Rebuilt, RoomActor, Start, ToRoom};
use crate::{
    connection::{Outbox, OutboxReader, outbox},
    hub::given::Place,
    metrics::Metrics,
    room::Game,
};

/// Who may be in the rooms, the maker first.
const PEOPLE: usize = 3;

/// What happens to the second of two rooms when all have gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Absence {
    /// It leaves memory, if nothing keeps it there.
    Sleep,
    /// Its server stops, whatever is in the making, and another one starts.
    Restart,
}

/// What somebody does, and a number that says how.
#[derive(Clone, Copy, Debug)]
struct Step {
    who: usize,
    what: u8,
    how: u32,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = (0..PEOPLE, 0u8..32, any::<u32>()).prop_map(|(who, what, how)| Step { who, what, how });
    prop::collection::vec(step, 100..180)
}

/// All come in and get ready, and the first deal is made.
fn opening() -> impl Iterator<Item = Step> {
    let all = |what| (0..PEOPLE).map(move |who| Step { who, what, how: 1 });
    let start = [Step { who: 0, what: 3, how: 1 }];
    all(4).chain(all(0)).chain(start).chain(all(5)).chain([Step { who: 0, what: 25, how: 99 }])
}

/// A room, with the connections of its people.
struct Twin {
    actor: RoomActor,
    people: Vec<Option<(ConnectionId, Outbox, OutboxReader)>>,
    connections: u64,
}

impl Twin {
    fn new(actor: RoomActor) -> Self {
        Self { actor, people: (0..PEOPLE).map(|_| None).collect(), connections: 0 }
    }

    /// A text without what is this room's alone.
    fn alike(&self, text: &str) -> String {
        let room = &self.actor.room;
        without_epochs(text)
            .replace(&room.id().to_string(), "ROOM")
            .replace(room.code().as_str(), "CODE")
            .replace(room.link_secret().reveal(), "LINK")
    }

    /// All that was sent since the last time, for each of the people.
    fn sent(&mut self) -> Vec<Vec<String>> {
        let mut readers: Vec<_> = self.people.iter_mut().map(Option::take).collect();
        let sent = readers
            .iter_mut()
            .map(|person| {
                let texts = person.iter_mut().flat_map(|(_, _, reader)| std::iter::from_fn(|| reader.take()));
                texts.flatten().map(|text| self.alike(&text)).collect()
            })
            .collect();
        self.people = readers;
        sent
    }

    async fn enter(&mut self, who: usize, player: PlayerId, command: ClientToServer) {
        self.connections += 1;
        let connection = ConnectionId(self.connections);
        let (sender, reader) = outbox(Metrics::new());
        let (entered, mut answer) = oneshot::channel();
        let (kind, received, outbox) = (PlayerKind::Human, Instant::now(), sender.clone());
        let enter = Enter { connection, player, kind, command, received, outbox, entered };
        self.actor.handle(ToRoom::Enter(Box::new(enter))).await;
        if answer.try_recv().unwrap().is_some() {
            self.people[who] = Some((connection, sender, reader));
        }
    }

    async fn command(&mut self, who: usize, command: ClientToServer) {
        let Some((connection, outbox, _)) = &self.people[who] else { return };
        let (connection, outbox, received) = (*connection, outbox.clone(), Instant::now());
        self.actor.handle(ToRoom::Command { connection, command: Box::new(command), received, outbox }).await;
        self.actor.settle_bots().await;
    }

    async fn disconnect(&mut self, who: usize) {
        if let Some((connection, ..)) = self.people[who].take() {
            self.actor.handle(ToRoom::Gone(connection)).await;
        }
    }

    /// What can be known of the room and what will happen in it by itself.
    fn state(&self) -> String {
        let actor = &self.actor;
        let due = actor.room.next_due(&actor.presence);
        let rest = (due, &actor.presence, actor.timeline, actor.last_ms, actor.deals, &actor.shuffle_values);
        let members = actor.room.members().iter();
        let seen: Vec<_> =
            members.map(|member| actor.snapshot(member.player, SnapshotWhy::Asked, None)).collect();
        let seen = serde_json::to_string(&seen).unwrap();
        let state = self.alike(&format!("{:?} {rest:?} {:?} {seen}", actor.room, actor.draft));
        // What the wall clock said differs, and nothing is decided by it.
        match state.split_once("started_wall_ms: ") {
            Some((before, after)) => {
                format!("{before}{}", after.trim_start_matches(|c: char| c.is_ascii_digit()))
            }
            None => state,
        }
    }
}

/// A text in which epochs are left open.
fn without_epochs(text: &str) -> String {
    let mut parts = text.split("\"epoch\":");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + "\"epoch\":0" + part.trim_start_matches(|c: char| c.is_ascii_digit()))
}

/// Leaves memory and comes back, if nothing keeps it there.
async fn sleep(place: &Place, twin: &mut Twin) -> bool {
    twin.actor.sleepy_at = Instant::now();
    if twin.actor.sleeps_at().is_none() {
        return false;
    }
    let (asleep, late) = twin.actor.fall_asleep();
    assert!(late.is_empty());
    let room = sarja_store::RoomId(twin.actor.room.id().0);
    let rebuilt = Rebuilt::of(place.store.load_room(room).await.unwrap().unwrap()).unwrap();
    assert!(asleep.fits(&rebuilt));
    assert_eq!(asleep.pulse.epoch, twin.actor.epoch);
    twin.actor = RoomActor::new(rebuilt, Start::Woken(&asleep), twin.actor.services.clone()).1;
    true
}

/// Fails with the place of the first difference: the whole is long.
fn assert_alike(step: Step, one: &str, other: &str) {
    let same = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let around =
        |text: &str| text.get(same.saturating_sub(80)..(same + 80).min(text.len())).map(str::to_owned);
    assert!(
        one == other,
        "{step:?}\n  was there all the time: {:?}\n  was not: {:?}",
        around(one),
        around(other)
    );
}

fn parsed(command: &Value) -> ClientToServer {
    parse_client_frame(&command.to_string()).unwrap_or_else(|error| panic!("{command}: {error:?}"))
}

/// A command of somebody who is there.
fn command(actor: &RoomActor, step: Step) -> Option<Value> {
    let how = step.how;
    let turn = actor.room.round().map_or(0, |round| round.turn().0);
    Some(match step.what {
        0..3 => json!({ "type": "set_ready", "ready": !how.is_multiple_of(5) }),
        3 | 4 => json!({ "type": "start_match" }),
        5..7 => {
            let value = format!("{how:064x}");
            json!({ "type": "share_shuffle_value", "deal": actor.deals, "value": value })
        }
        7..12 => json!({ "type": "draw", "turn": turn }),
        12 => {
            json!({ "type": "draft", "turn": turn, "draft": how, "table": [{ "tiles": [tile_of_mover(actor)] }] })
        }
        13 => json!({ "type": "say", "text": format!("line {how}") }),
        14 => json!({ "type": "seat_bot" }),
        15 => json!({ "type": "ask_pause" }),
        16 if how.is_multiple_of(2) => json!({ "type": "resume_play" }),
        17 if how.is_multiple_of(4) => json!({ "type": "leave_room" }),
        18 => json!({ "type": "ask_rematch" }),
        19..22 => json!({ "type": "step_clock", "ms": how % 30_000 }),
        22 if how.is_multiple_of(4) => json!({ "type": "step_clock", "ms": how % 3_000_000 }),
        23 => json!({ "type": "take_seat" }),
        _ => return None,
    })
}

/// A tile of whoever's turn it is.
fn tile_of_mover(actor: &RoomActor) -> String {
    let tile = actor.room.game().and_then(|game| game.rack(game.seat())?.tiles().next());
    tile.map_or_else(|| "R1".to_owned(), |tile| tile.to_string())
}

/// The command that brings somebody in.
fn coming(actor: &RoomActor, player: PlayerId, step: Step, id: &str) -> Value {
    if actor.room.member(player).is_some() {
        let (room, epoch) = (actor.room.id(), actor.epoch);
        let known = u64::from(step.how) % (actor.room.seq().0 + 1);
        json!({ "type": "resume_room", "command_id": id, "room_id": room, "last_seq": known, "epoch": epoch })
    } else {
        let (code, name) = (actor.room.code(), format!("Person {}", step.who));
        json!({ "type": "join_room", "command_id": id, "code": code, "name": name })
    }
}

/// Whoever's turn it is draws, so many times, as long as they are there.
async fn play_on(twin: &mut Twin, people: &[PlayerId], id: &str, times: u32) {
    for n in 0..times {
        let Some(round) = twin.actor.room.round().filter(|round| round.end().is_none()) else { return };
        let (turn, seat) = (round.turn().0, round.seat());
        let mover = people.iter().position(|player| twin.actor.room.seat_of(*player) == Some(seat));
        let Some(who) = mover else { return };
        let draw = json!({ "type": "draw", "command_id": format!("{id}-{n}"), "turn": turn });
        twin.command(who, parsed(&draw)).await;
    }
}

/// Somebody begins what may not be over when all have gone: a draft, or a shuffle that waits for the others.
async fn begin_something(twin: &mut Twin, people: &[PlayerId], step: Step, id: &str) {
    let room = &twin.actor.room;
    let mover = room.game().map(Game::seat);
    let drafts = people.iter().position(|player| mover.is_some() && room.seat_of(*player) == mover);
    let shares = (0..PEOPLE).find(|who| twin.people[*who].is_some() && room.seat_of(people[*who]).is_some());
    let (who, what) = drafts.map_or((shares.unwrap_or_default(), 5), |who| (who, 12));
    let Some(mut command) = command(&twin.actor, Step { what, ..step }) else { return };
    if what == 5 {
        command["command_id"] = format!("{id}-begun").into();
    }
    twin.command(who, parsed(&command)).await;
}

/// The same in both, and the phases in which the second one was away.
async fn live_through(seed: u64, steps: Vec<Step>, absence: Absence, phases: &RefCell<BTreeSet<String>>) {
    let place = Place::new().await;
    let rules = json!({ "rack": 20, "match": { "rounds": 2 }, "pool_empty": "end_at_once" });
    let practice = json!({ "seed": seed, "clock": "stepped" });
    let settings = json!({ "seats": 3, "overrides": rules });
    let make =
        json!({ "command_id": "make", "name": "Person 0", "settings": settings, "practice": practice });
    let mut twins = Vec::new();
    for _ in 0..2 {
        twins.push(Twin::new(place.actor_of(serde_json::from_value(make.clone()).unwrap()).await));
    }
    let people = [place.player, place.another_player().await, place.another_player().await];
    let mut accepted = Vec::new();
    for (at, step) in steps.into_iter().enumerate() {
        let (id, player) = (format!("c{at}"), people[step.who]);
        let mut done = None;
        for twin in &mut twins {
            if twin.actor.ended.is_some() {
                return;
            }
            match step.what {
                27 | 28 => twin.disconnect(step.who).await,
                29..32 => {
                    begin_something(twin, &people, step, &id).await;
                    for who in 0..PEOPLE {
                        twin.disconnect(who).await;
                    }
                }
                _ if twin.people[step.who].is_none() => {
                    let coming = coming(&twin.actor, player, step, &id);
                    twin.enter(step.who, player, parsed(&coming)).await;
                }
                25 | 26 => play_on(twin, &people, &id, step.how % 100).await,
                // What was done is sent again.
                24 if !accepted.is_empty() => {
                    let (who, again): &(usize, Value) = &accepted[step.how as usize % accepted.len()];
                    twin.command(*who, parsed(again)).await;
                }
                _ => {
                    if let Some(mut command) = command(&twin.actor, step) {
                        command["command_id"] = id.clone().into();
                        if command["type"] == "draft" {
                            command.as_object_mut().unwrap().remove("command_id");
                        }
                        twin.command(step.who, parsed(&command)).await;
                        done = Some((step.who, command));
                    }
                }
            }
        }
        let was_away = step.what >= 29
            && match absence {
                Absence::Sleep => sleep(&place, &mut twins[1]).await,
                Absence::Restart => {
                    let twin = &mut twins[1];
                    twin.actor = place.on_the_next_server(&mut twin.actor).await;
                    true
                }
            };
        if was_away {
            let phase = serde_json::to_value(twins[1].actor.room.phase()).unwrap();
            phases.borrow_mut().insert(phase.as_str().unwrap().to_owned());
            let [draft, values] = [twins[1].actor.shown.is_some(), !twins[1].actor.shuffle_values.is_empty()];
            phases.borrow_mut().extend(draft.then(|| "a draft".to_owned()));
            phases.borrow_mut().extend(values.then(|| "a value".to_owned()));
        }
        let sent = [twins[0].sent(), twins[1].sent()];
        assert_eq!(sent[0], sent[1], "{step:?}");
        assert_alike(step, &twins[0].state(), &twins[1].state());
        let is_answer = |text: &String| {
            let message: Value = serde_json::from_str(text).unwrap();
            message["type"] == "accepted" && message["command_id"] == id.as_str() && message["seq"].is_u64()
        };
        // A step of the clock is no event: the log does not know it.
        let is_logged = |command: &Value| command["type"] != "step_clock";
        accepted
            .extend(done.filter(|(who, command)| is_logged(command) && sent[0][*who].iter().any(is_answer)));
    }
}

/// Lives through many lives, and gives in what the second room of each was when it was away.
fn live_through_many(absence: Absence) -> BTreeSet<String> {
    let seen = RefCell::new(BTreeSet::new());
    let config =
        Config { cases: 10, failure_persistence: None, rng_seed: RngSeed::Fixed(2600), ..Config::default() };
    let law = |(seed, begun, mut steps): (u32, bool, Vec<Step>)| {
        if begun {
            steps.splice(..0, opening());
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(live_through(seed.into(), steps, absence, &seen));
        Ok(())
    };
    TestRunner::new(config).run(&(any::<u32>(), any::<bool>(), steps()), law).unwrap();
    seen.into_inner()
}

#[test]
fn a_room_that_sleeps_and_wakes_is_like_one_that_never_slept() {
    let slept = live_through_many(Absence::Sleep);
    for phase in ["lobby", "playing", "between_rounds", "match_over"] {
        assert!(slept.contains(phase), "never slept in {phase}: {slept:?}");
    }
}

#[test]
fn a_room_that_is_left_to_the_next_server_is_like_one_that_never_stopped() {
    let left = live_through_many(Absence::Restart);
    for what in ["lobby", "shuffling", "playing", "between_rounds", "match_over", "a draft", "a value"] {
        assert!(left.contains(what), "never left with {what}: {left:?}");
    }
}
