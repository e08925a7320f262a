//! Rooms that a stopping server has left, and the next one has taken up.

use std::time::Duration;

use sarja_protocol::{
    ClientToServer, Draft, DraftNumber, Event, LaidSet, PlayerId, ResumeRoom, ServerToClient, Snapshot,
};
use sarja_store::{Handover, HandoverState};
use tokio::time::{Instant, advance, pause, resume};

use super::{ConnectionId, Outcome, ToRoom, tests::Table};
use crate::hub::given::come_in;

const SOME: Duration = Duration::from_secs(12);
const OVER: Duration = Duration::from_secs(61);

/// Lets so much time pass in a moment, for everything.
async fn jump(time: Duration) {
    pause();
    advance(time).await;
    resume();
}

impl Table {
    /// The same table, of which nobody has come back yet.
    async fn on_the_next_server(&mut self) {
        self.actor = self.place.on_the_next_server(&mut self.actor).await;
    }

    fn player(&self, seat: usize) -> PlayerId {
        let mut members = self.actor.room.members().iter().map(|member| member.player);
        members
            .find(|player| self.actor.room.seat_of(*player).is_some_and(|its| its.index() == seat))
            .unwrap()
    }

    /// Somebody comes back, and is told everything.
    async fn back(&mut self, seat: usize) -> Snapshot {
        let (player, connection) = (self.player(seat), seat as u64 + 1);
        let resume = ResumeRoom {
            command_id: format!("back-{connection}").parse().unwrap(),
            room_id: self.actor.room.id(),
            last_seq: self.actor.room.seq(),
            epoch: sarja_protocol::Epoch(self.actor.epoch.0 - 1),
        };
        self.people[seat] = come_in(&mut self.actor, connection, player, resume).await;
        let snapshot = self.sent(seat).into_iter().find_map(|message| match message {
            ServerToClient::Snapshot(snapshot) => Some(*snapshot),
            _ => None,
        });
        snapshot.expect("his epoch is an older one")
    }

    /// The draft of whoever's turn it is: a tile of the rack alone.
    fn draft(&self) -> (usize, Draft) {
        let (turn, seat) = self.turn();
        let game = self.actor.room.game().unwrap();
        let tile = game.rack(game.seat()).unwrap().tiles().next().unwrap();
        let table = vec![LaidSet { tiles: vec![tile], kind: None, id: None }];
        (seat, Draft { turn, draft: DraftNumber(1), table, discard: None })
    }

    async fn goes(&mut self, seat: usize) {
        self.actor.handle(ToRoom::Gone(ConnectionId(seat as u64 + 1))).await;
    }
}

#[tokio::test]
async fn no_time_passes_until_whoever_has_the_turn_is_back() {
    let mut table = Table::new().await;
    let seat = table.turn().1;
    jump(SOME).await;
    let (seq, ends) = (table.actor.room.seq(), table.ends_ms());
    table.on_the_next_server().await;
    let now = table.actor.now();
    assert!(now.0 >= 12_000, "{now:?}");
    jump(SOME).await;
    let other = table.back(1 - seat).await;
    assert_eq!((other.now_ms, other.seq), (now, seq), "no event, and no time");
    jump(SOME).await;
    let mover = table.back(seat).await;
    assert_eq!((mover.now_ms, mover.seq), (now, seq));
    assert_eq!(table.ends_ms(), ends);
    let clocks = table.sent(1 - seat).into_iter().filter_map(|message| match message {
        ServerToClient::Clock(clock) => Some((clock.now_ms, clock.ends_ms)),
        _ => None,
    });
    assert_eq!(clocks.collect::<Vec<_>>(), [(now, Some(ends))], "the others see when the time goes on");
    jump(SOME).await;
    assert!(table.actor.now().0 >= now.0 + 12_000);
}

#[tokio::test]
async fn a_room_that_waits_while_the_store_is_away_waits_on_and_goes_on_when_both_are_back() {
    let mut table = Table::new().await;
    let seat = table.turn().1;
    jump(SOME).await;
    table.on_the_next_server().await;
    let now = table.actor.now();
    table.store_is_away(Instant::now());
    jump(SOME).await;
    table.store_is_back();
    jump(SOME).await;
    assert_eq!(table.actor.now(), now, "whoever has the turn is not back");

    table.store_is_away(Instant::now());
    table.back(seat).await;
    jump(SOME).await;
    assert_eq!(table.actor.now(), now, "the store is not back");
    table.store_is_back();
    jump(SOME).await;
    assert!(table.actor.now().0 >= now.0 + 12_000);
}

#[tokio::test]
async fn who_does_not_come_back_is_waited_for_no_longer_than_it_takes_to_try_again() {
    let mut table = Table::new().await;
    let (turn, seat) = table.turn();
    table.on_the_next_server().await;
    table.back(1 - seat).await;
    table.sent(1 - seat);
    let now = table.actor.now();
    jump(table.actor.services.draining.all_back_within()).await;
    table.actor.wake().await;
    assert!(table.actor.awaited.is_none());
    assert!(table.actor.now().0 < now.0 + 1_000, "it begins to pass");
    let told = table.sent(1 - seat);
    assert!(told.iter().any(|message| matches!(message, ServerToClient::Clock(_))), "{told:?}");
    jump(OVER).await;
    table.actor.wake().await;
    assert_eq!(table.turn().0, turn.next(), "the time ran out");
}

#[tokio::test]
async fn who_was_not_there_is_not_waited_for() {
    let mut table = Table::new().await;
    let seat = table.turn().1;
    table.goes(seat).await;
    jump(SOME).await;
    let since = table.actor.presence.away_since(table.player(seat));
    table.on_the_next_server().await;
    assert!(table.actor.awaited.is_none());
    assert_eq!(table.actor.presence.away_since(table.player(seat)), since, "he is away since then");
}

#[tokio::test]
async fn who_is_let_go_before_the_others_loses_no_time_by_it() {
    let mut table = Table::new().await;
    let seat = table.turn().1;
    table.actor.services.draining.begin(2);
    jump(SOME).await;
    table.goes(seat).await;
    let now = table.actor.presence.away_since(table.player(seat)).unwrap();
    jump(SOME).await;
    table.on_the_next_server().await;
    assert_eq!(table.actor.now(), now);
    jump(SOME).await;
    assert_eq!(table.back(seat).await.now_ms, now);
}

#[tokio::test]
async fn at_the_turn_of_a_bot_everybody_at_the_table_is_waited_for() {
    let (mut table, _release) = Table::beside_a_bot().await;
    assert_eq!(table.turn().1, 1);
    table.on_the_next_server().await;
    let now = table.actor.now();
    jump(SOME).await;
    assert_eq!(table.back(0).await.now_ms, now);
    assert!(table.actor.awaited.is_none());
    table.actor.plan_bot();
    assert!(table.actor.bot.is_some(), "it thinks again");
}

#[tokio::test]
async fn a_shuffle_waits_for_all_who_were_let_go_and_has_the_values_that_were_given() {
    let mut table = Table::shuffling().await;
    table.share(0).await;
    table.on_the_next_server().await;
    for seat in [0, 1] {
        jump(SOME).await;
        table.actor.wake().await;
        assert!(table.actor.room.game().is_none(), "its two seconds are not over");
        table.back(seat).await;
    }
    table.share(1).await;
    let dealt = table.sent(0).into_iter().find_map(|message| match message {
        ServerToClient::Event(told) => match told.event {
            Event::Dealt { values, .. } => Some(values.len()),
            _ => None,
        },
        _ => None,
    });
    assert_eq!(dealt, Some(2));
}

#[tokio::test]
async fn a_draft_is_there_for_who_made_it_and_as_it_was_shown_for_others() {
    let mut table = Table::new().await;
    let (seat, draft) = table.draft();
    table.send(seat, Instant::now(), ClientToServer::from(draft.clone())).await;
    table.on_the_next_server().await;
    let own = table.back(seat).await.room.draft.unwrap();
    assert_eq!((own.turn, own.draft), (draft.turn, draft.draft));
    assert!(own.verdict.is_some());
    let shown = table.back(1 - seat).await.room.draft.unwrap();
    assert_eq!(shown.draft, draft.draft);
    assert!(shown.verdict.is_none());
    table.on_the_next_server().await;
    assert!(table.actor.draft.is_some(), "also of a second stop right after");
}

#[tokio::test]
async fn what_cannot_be_read_is_worth_no_more_than_what_a_crash_leaves() {
    let mut table = Table::new().await;
    jump(SOME).await;
    let Outcome::Stopped(left) = table.actor.stop().await else { panic!("it goes on") };
    let unreadable = Handover { state: HandoverState::new("[]".to_owned()), ..left };
    table.place.store.hand_over(vec![unreadable]).await.unwrap();
    let (seq, room) = (table.actor.room.seq(), table.actor.room.id());
    table.actor = table.place.read(room).await;
    assert_eq!(table.actor.room.seq(), seq.next(), "the clock was restarted");
    assert!(table.actor.awaited.is_none());
}

#[tokio::test]
async fn what_was_read_before_the_stop_counts() {
    let mut table = Table::new().await;
    let (seat, draft) = table.draft();
    let (command, outbox) = (Box::new(draft.into()), table.people[seat].0.clone());
    let connection = ConnectionId(seat as u64 + 1);
    let received = Instant::now();
    table.handle.try_send(ToRoom::Command { connection, command, received, outbox }).unwrap();
    table.on_the_next_server().await;
    assert!(table.actor.draft.is_some());
}
