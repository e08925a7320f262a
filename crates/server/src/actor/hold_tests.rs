//! A room that stands still: nobody's time passes, nothing is written, everybody knows, and it goes on where it was.

use std::time::Duration;

use sarja_protocol::{
    Draft, DraftNumber, Draw, GetState, HoldWhy, LaidSet, RoomMs, ServerToClient, Snapshot, TurnNumber,
};
use tokio::time::Instant;

use super::tests::{OVER, Table};
use crate::{limits::GIVEN_BACK, room::Presence};

impl Table {
    /// The store is away since then, as if another room had found out.
    pub(super) fn store_is_away(&mut self, since: Instant) {
        self.actor.services.store_watch.is_away(since, None);
        self.actor.look_at_store();
    }

    /// It is there again.
    pub(super) fn store_is_back(&mut self) {
        self.actor.services.store_watch.is_back(Instant::now());
        self.actor.look_at_store();
    }

    async fn state(&mut self, who: usize) -> Snapshot {
        match self.ask(who, Instant::now(), |command_id| GetState { command_id }.into()).await {
            ServerToClient::Snapshot(snapshot) => *snapshot,
            other => panic!("{other:?}"),
        }
    }

    async fn draw(&mut self, who: usize, turn: TurnNumber) -> ServerToClient {
        self.ask(who, Instant::now(), |command_id| Draw { command_id, turn }.into()).await
    }
}

fn code(answer: &ServerToClient) -> &'static str {
    match answer {
        ServerToClient::Error(error) => error.code.as_str(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn no_time_passes_while_the_store_is_away_and_it_goes_on_where_it_stood() {
    let mut table = Table::new().await;
    let (turn, seat) = table.turn();
    table.pass(Duration::from_secs(20));
    let since = Instant::now();
    let stood = table.actor.timeline.at(since - GIVEN_BACK);
    table.store_is_away(since);
    assert_eq!((table.actor.now(), table.actor.next_wake()), (stood, None));
    table.actor.wake().await;
    assert_eq!(table.turn(), (turn, seat));
    assert_eq!(table.actor.pulse_now().heartbeat().now_ms, Some(stood), "heartbeats say so, too");

    table.store_is_back();
    let left = table.actor.timeline.instant(table.ends_ms()).unwrap() - Instant::now();
    assert!(left > Duration::from_secs(41) && left <= Duration::from_secs(42), "{left:?}");
    table.pass(OVER);
    table.actor.wake().await;
    assert_eq!(table.turn().0, turn.next(), "then it runs out as always");
}

#[tokio::test]
async fn players_are_told_that_the_room_stands_still_and_why_and_that_it_goes_on() {
    let mut table = Table::new().await;
    let (turn, seat) = table.turn();
    table.sent(0);
    table.store_is_away(Instant::now());
    let told = table.sent(0);
    let [ServerToClient::Held(held), ServerToClient::Clock(clock)] = &told[..] else { panic!("{told:?}") };
    assert_eq!((held.why, held.now_ms), (HoldWhy::StoreUnavailable, clock.now_ms));
    let state = table.state(1).await;
    assert_eq!(state.room.held.map(|held| held.why), Some(HoldWhy::StoreUnavailable));
    assert_eq!(state.now_ms, held.now_ms);

    table.sent(0);
    table.store_is_back();
    let told = table.sent(0);
    let [ServerToClient::Released(released), ServerToClient::Clock(clock)] = &told[..] else {
        panic!("{told:?}")
    };
    assert_eq!((clock.turn, clock.seat.index(), clock.ends_ms), (turn, seat, Some(table.ends_ms())));
    assert!(released.now_ms >= held.now_ms);
    assert_eq!(table.state(1).await.room.held, None);
}

#[tokio::test]
async fn what_has_to_be_saved_is_refused_without_asking_the_store_and_drafts_are_judged() {
    let mut table = Table::new().await;
    let (turn, seat) = table.turn();
    table.store_is_away(Instant::now());
    let before = table.actor.room.seq();
    assert_eq!(code(&table.draw(seat, turn).await), "store_unavailable");
    let draft = Draft { turn, draft: DraftNumber(1), table: vec![LaidSet::of([])], discard: None };
    table.sent(seat);
    table.send(seat, Instant::now(), draft.into()).await;
    assert!(matches!(table.sent(seat)[..], [ServerToClient::DraftVerdict(_)]));
    table.store_is_back();
    assert_eq!(table.actor.room.seq(), before);
    assert!(matches!(table.draw(seat, turn).await, ServerToClient::Accepted(_)));
}

#[tokio::test]
async fn who_moved_at_the_last_moment_has_time_to_move_again() {
    let mut table = Table::new().await;
    let (turn, seat) = table.turn();
    table.pass(Duration::from_millis(59_750));
    table.store_is_away(Instant::now());
    table.store_is_back();
    table.pass(Duration::from_millis(1_500));
    assert!(matches!(table.draw(seat, turn).await, ServerToClient::Accepted(_)));
}

#[tokio::test]
async fn a_room_that_could_not_write_waits_until_the_store_was_asked_after_that() {
    let mut table = Table::new().await;
    let (turn, seat) = table.turn();
    let asked_before = Instant::now();
    table.actor.hold_for_store(Instant::now());
    table.actor.services.store_watch.is_back(asked_before);
    table.actor.look_at_store();
    assert_eq!(code(&table.draw(seat, turn).await), "store_unavailable");
    table.store_is_back();
    assert!(matches!(table.draw(seat, turn).await, ServerToClient::Accepted(_)));
}

#[tokio::test]
async fn a_room_that_was_not_found_out_about_in_time_is_made_anew_when_it_is() {
    let mut table = Table::new().await;
    let (turn, seat) = table.turn();
    table.sent(0);
    table.actor.stop_time(Instant::now());
    table.actor.settle_later();
    let told = table.sent(0);
    assert!(
        matches!(&told[..], [ServerToClient::Held(held), ServerToClient::Clock(_)] if held.why == HoldWhy::NotSaved),
        "{told:?}"
    );
    assert_eq!(code(&table.draw(seat, turn).await), "store_unavailable");
    let epoch = table.actor.epoch;
    let change = table.actor.hold.changes().await;
    table.actor.hold_changed(change).await;
    assert_eq!(table.actor.epoch.0, epoch.0 + 1);
    assert!(matches!(table.draw(seat, turn).await, ServerToClient::Accepted(_)));
}

#[tokio::test]
async fn a_room_whose_write_is_not_answered_stands_still_until_it_is() {
    let mut table = Table::new().await;
    tokio::time::pause();
    let stood = table.actor.now();
    table.sent(0);
    let began = Instant::now();
    table.actor.answered(began, tokio::time::sleep(Duration::from_secs(9))).await;
    tokio::time::resume();
    while table.actor.is_held() {
        let change = table.actor.hold.changes().await;
        table.actor.hold_changed(change).await;
    }
    table.actor.tell_hold();
    let told = table.sent(0);
    let Some(ServerToClient::Held(held)) = told.first() else { panic!("{told:?}") };
    assert_eq!(held.why, HoldWhy::NotSaved);
    let [.., ServerToClient::Released(released), ServerToClient::Clock(_)] = &told[..] else {
        panic!("{told:?}")
    };
    assert!(released.now_ms.since(stood) < 1_000, "{released:?}");
}

#[tokio::test]
async fn the_clock_of_a_room_that_sleeps_stands_still_as_well() {
    let mut table = Table::new().await;
    table.actor.presence = Presence::default();
    let asleep = table.actor.what_is_kept();
    let watch = &table.actor.services.store_watch;
    let slept = Instant::now();
    watch.is_away(slept.checked_sub(Duration::from_secs(30)).unwrap(), None);
    watch.is_back(Instant::now());
    let lost = watch.standing().now().lost;
    assert!(lost >= Duration::from_secs(30));
    let (kept, woken) = (asleep.pulse.timeline, asleep.timeline(lost));
    let end = RoomMs(3_600_000);
    assert_eq!(woken.instant(end).unwrap() - kept.instant(end).unwrap(), lost);
}
