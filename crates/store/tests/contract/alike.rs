//! What an engine answers and keeps, against the store in memory, act by act: two stores that were written apart, with
//! statements and without.

use std::fmt::Debug;

use proptest::collection::vec;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use sarja_store::{
    Append, BodyHash, CommandId, CommandRef, Days, DealNo, Entry, Epoch, MatchId, MatchNo, MatchRow,
    MatchState, MemoryDatabase, NewPlayer, NewRoom, PlayerId, Retention, RoomCode, RoomId, RoundNo, RoundRow,
    ScopedPlayer, SeatNo, SeatRow, Seq, Store, TokenHash,
};
use uuid::Uuid;

use crate::acts::{Act, Carried, Match, Seat, act, beginning};
use crate::given::{self, secret};
use crate::place::Place;

/// Runs of acts, one after the other in the same place, each with people and rooms of its own.
const RUNS: u32 = 16;
const ACTS: usize = 60;

pub(crate) async fn acts_have_the_same_outcome_as_in_memory(place: &Place) {
    let (store, memory) = (place.open().await, MemoryDatabase::new());
    let mut runner = TestRunner::deterministic();
    let acts = vec(act(), ACTS);
    for run in 0..RUNS {
        let world = World { run, database: memory.clone() };
        let acts = acts.new_tree(&mut runner).unwrap().current();
        for (n, act) in beginning().chain(acts).enumerate() {
            let act = &act;
            let context = || format!("run {run}, act {n}, {act:#?}");
            // What is the right number now is the same for both, since they were alike until here.
            let (epoch, seq) = world.now(act);
            let in_memory = world.done(&memory.open(), act, epoch, seq).await;
            assert_eq!(world.done(&store, act, epoch, seq).await, in_memory, "{}", context());
            let in_memory = world.seen(&memory.open(), act).await;
            assert_eq!(world.seen(&store, act).await, in_memory, "{}", context());
        }
        assert_eq!(world.everything(&store).await, world.everything(&memory.open()).await, "run {run}");
    }
}

/// The people and rooms of one run.
struct World {
    run: u32,
    database: MemoryDatabase,
}

impl World {
    fn id(&self, kind: u8, number: u8) -> Uuid {
        Uuid::from_u128((u128::from(self.run) << 64) | (u128::from(kind) << 8) | u128::from(number))
    }

    fn player(&self, number: u8) -> PlayerId {
        PlayerId(self.id(1, number))
    }

    fn room(&self, number: u8) -> RoomId {
        RoomId(self.id(2, number))
    }

    fn token(&self, number: u8) -> TokenHash {
        TokenHash::of(self.id(3, number).as_bytes())
    }

    fn code(&self, number: u8) -> RoomCode {
        RoomCode::from(format!("{}-{number}", self.run))
    }

    fn match_id(&self, number: u8) -> MatchId {
        MatchId(self.id(4, number))
    }

    /// The present epoch and the next number of the room that an act is about.
    fn now(&self, act: &Act) -> (Epoch, Seq) {
        let (Act::Append { room, .. } | Act::Close { room, .. }) = act else { return (Epoch::FIRST, Seq(1)) };
        let record = self.database.room_record(self.room(*room));
        let Some(loaded) = record.map(|record| record.loaded) else { return (Epoch::FIRST, Seq(1)) };
        (loaded.room.epoch, loaded.rows.last().map_or(Seq(1), |row| Seq(row.last_seq().0 + 1)))
    }

    async fn done(&self, store: &Store, act: &Act, now: Epoch, next: Seq) -> String {
        let epoch_or = |epoch: &Option<u8>| epoch.map_or(now, |epoch| Epoch(epoch.into()));
        match act {
            Act::Player { player, token, now_ms } => {
                let (id, token_hash) = (self.player(*player), self.token(*token));
                told(
                    store
                        .create_player(NewPlayer { id, token_hash, name: "Aino".into(), now_ms: *now_ms })
                        .await,
                )
            }
            Act::Touch { player, now_ms } => told(store.touch_player(self.player(*player), *now_ms).await),
            Act::Rename { player } => told(store.rename_player(self.player(*player), "Eino".into()).await),
            Act::NewRoom { room, code, now_ms, carried } => {
                let (id, code) = (self.room(*room), self.code(*code));
                let first = self.entry(Seq(1), 1, carried);
                told(
                    store
                        .create_room(NewRoom { id, code, owner: "boot-1".into(), now_ms: *now_ms, first })
                        .await,
                )
            }
            Act::Take { room, held: None } => told(store.take_room(self.room(*room), "boot-2".into()).await),
            Act::Take { room, held: Some(held) } => {
                told(store.retake_room(self.room(*room), "boot-3".into(), Epoch((*held).into())).await)
            }
            Act::Close { room, epoch, now_ms } => {
                told(store.close_room(self.room(*room), epoch_or(epoch), *now_ms).await)
            }
            Act::Append { room, epoch, seq, count, carried } => {
                let seq = seq.map_or(next, |seq| Seq(seq.into()));
                let (room, epoch) = (self.room(*room), epoch_or(epoch));
                told(store.append(Append { room, epoch, entry: self.entry(seq, *count, carried) }).await)
            }
            Act::Prune { now_ms } => {
                let retention = Retention { unplayed_rooms: Days::new(1), idle_guests: Days::new(2) };
                told(store.prune(&retention, *now_ms).await)
            }
        }
    }

    fn entry(&self, seq: Seq, count: u32, carried: &Carried) -> Entry {
        let Carried { command, invited, secrets, reveals, rounds, matches } = carried;
        let scoped = |(player, token): &(u8, u8)| ScopedPlayer {
            id: self.player(*player),
            token_hash: self.token(*token),
            name: "Program".into(),
        };
        Entry {
            command: command.map(|(player, id)| self.command(player, id)),
            players: invited.iter().map(scoped).collect(),
            secrets: secrets.iter().map(|deal| secret((*deal).into(), *deal)).collect(),
            reveals: reveals.iter().map(|deal| DealNo((*deal).into())).collect(),
            rounds: rounds.iter().copied().map(round).collect(),
            matches: matches.iter().map(|result| self.result(result)).collect(),
            wall_ms: i64::try_from(seq.0).unwrap() * 1_000,
            ..given::entry(seq.0, count)
        }
    }

    fn command(&self, player: u8, id: u8) -> CommandRef {
        let id = CommandId::from(format!("c{id}"));
        CommandRef { player: self.player(player), body_hash: BodyHash::of(id.as_str().as_bytes()), id }
    }

    fn result(&self, (id, match_no, seats): &Match) -> MatchRow {
        let seat = |(seat, player, place): &Seat| SeatRow {
            seat: SeatNo(*seat),
            player: player.map(|player| self.player(player)),
            name: format!("seat {seat}"),
            bot: player.is_none().then(|| "easy".to_owned()),
            points: 7,
            rounds_won: 1,
            place: Some(*place),
        };
        MatchRow {
            id: self.match_id(*id),
            match_no: MatchNo((*match_no).into()),
            ruleset: "classic".into(),
            options: "{}".into(),
            state: MatchState::Finished,
            started_ms: 1,
            // So that two that ended at once are there, too.
            ended_ms: i64::from(*id / 2),
            seats: seats.iter().map(seat).collect(),
        }
    }

    /// The room that an act was about.
    async fn seen(&self, store: &Store, act: &Act) -> String {
        match act {
            Act::NewRoom { room, .. }
            | Act::Take { room, .. }
            | Act::Close { room, .. }
            | Act::Append { room, .. } => told(store.room_record(self.room(*room)).await),
            _ => told(store.counts().await),
        }
    }

    /// All that can be read of the run, and of all runs until now.
    async fn everything(&self, store: &Store) -> Vec<String> {
        let mut seen = vec![told(store.counts().await), told(store.open_rooms().await)];
        seen.push(told(store.room_ids(None, u32::MAX).await));
        for number in 0..8 {
            let (player, code) = (self.player(number), self.code(number));
            seen.push(told(store.player_by_token(&self.token(number)).await));
            seen.push(told(store.matches_of_player(player, 2).await));
            seen.push(told(store.match_by_id(self.match_id(number)).await));
            seen.push(told(store.open_room_by_code(&code).await));
            seen.push(told(store.match_by_code(&code, None).await));
            seen.push(told(store.match_by_code(&code, Some(MatchNo(2))).await));
            for id in 0..8 {
                let command = CommandId::from(format!("c{id}"));
                // More than one room may begin with the same command; which of them is found is nobody's promise.
                seen.push(told(store.created_by(player, &command).await.map(|found| found.is_some())));
                seen.push(told(store.committed(self.room(number), player, &command).await));
            }
            for seq in 0..12 {
                seen.push(told(store.log_after(self.room(number), Seq(seq)).await));
            }
            seen.push(told(store.load_room(self.room(number)).await));
            seen.push(told(store.rounds(self.room(number), MatchNo(1)).await));
            seen.push(told(store.match_by_room(self.room(number), MatchNo(1)).await));
        }
        seen
    }
}

fn round((match_no, round_no): (u8, u8)) -> RoundRow {
    RoundRow { match_no: MatchNo(match_no.into()), round_no: RoundNo(round_no.into()), ..given::round(1) }
}

/// An answer as text. The reasons of a database are its own: they are cut off.
fn told(answer: impl Debug) -> String {
    let text = format!("{answer:?}");
    text.split_once("Rejected(").map_or(text.clone(), |(before, _)| before.to_owned())
}
