//! What the people of a game of Rommikubbi do in their turns: everything that shows, moves or hides tiles.

use sarja_cli::bot::{Move, choose};
use sarja_client::Client;
use sarja_protocol::{LaidSet, Reaction, RoomJoined, RoomView, TurnNumber, TurnStep};
use sarja_rules::Face;
use serde_json::json;

use super::game::{Tapped, draft};
use crate::harness::{Peer, has_step};

/// Who watches, and steps the clock.
const WATCHER: usize = 2;

/// In how many turns of people something happens; in the others they play on to the end.
const EVENTFUL: usize = 22;

/// The time of a turn with the grace for the network.
const TURN_MS: u32 = 60_250;

/// A turn of a person.
struct Acting<'a> {
    viewers: &'a mut [Tapped],
    room: &'a RoomJoined,
    turn: TurnNumber,
    /// Which viewer's it is.
    mover: usize,
}

pub(super) async fn take_turn(
    viewers: &mut [Tapped],
    number: usize,
    turn: TurnNumber,
    mover: usize,
    room: &RoomJoined,
) {
    viewers[mover].client.get_state().await.unwrap();
    let mut turn = Acting { viewers, room, turn, mover };
    if step(&turn.seen()) == Some(TurnStep::First) {
        return turn.play_simply().await;
    }
    match if number < EVENTFUL { number % 11 } else { 0 } {
        1 => turn.give_the_pile_back().await,
        2 => turn.run_out_with_a_tile().await,
        3 => turn.run_out_with_the_pile().await,
        4 => turn.begin_anew_with_a_tile().await,
        5 => {
            turn.cut_all();
            turn.play_simply().await;
        }
        6 => turn.run_out().await,
        7 => turn.be_watched_by_somebody_late().await,
        8 => turn.run_out_with_a_complete_turn().await,
        9 => turn.show_the_pile_to_everybody_late().await,
        // An odd number of ways: each falls to the one and to the other.
        _ => turn.play_simply().await,
    }
}

impl Acting<'_> {
    fn client(&self) -> &Client {
        &self.viewers[self.mover].client
    }

    fn seen(&self) -> RoomView {
        self.viewers[self.mover].room()
    }

    /// Takes a tile, and gives what was taken.
    async fn take_tile(&self) -> Vec<Face> {
        self.client().take_tile(self.turn).await.unwrap();
        self.taken(TurnStep::TookTile).await
    }

    /// Takes the pile, and gives what was taken.
    async fn take_pile(&self) -> Vec<Face> {
        self.client().take_pile(self.turn).await.unwrap();
        self.taken(TurnStep::TookPile).await
    }

    async fn taken(&self, wanted: TurnStep) -> Vec<Face> {
        let taken = self.client().until(|state| {
            let room = state.view.as_ref()?.room();
            let own = room.round.as_ref()?.rommikubbi.as_ref().filter(|own| own.step == Some(wanted))?;
            own.taken.clone()
        });
        taken.await.unwrap()
    }

    /// Shows a draft in which each of these tiles is a set of its own beside those of the table.
    async fn draft(&self, tiles: &[Face], discard: Option<Face>) {
        let round = self.seen().round.unwrap();
        let sets = round.table.iter().map(|set| LaidSet {
            id: Some(set.id),
            kind: Some(set.kind),
            tiles: set.tiles.clone(),
        });
        let new = tiles.iter().map(|&tile| LaidSet::of([tile]));
        draft(&self.viewers[self.mover], self.turn, sets.chain(new).collect(), discard).await;
    }

    /// A tile of the hand that was not taken in this turn.
    fn other_tile(&self) -> Face {
        let round = self.seen().round.unwrap();
        let taken = round.rommikubbi.and_then(|own| own.taken).unwrap_or_default();
        let rack = round.rack.unwrap();
        rack.iter().copied().find(|tile| !taken.contains(tile)).unwrap_or(rack[0])
    }

    fn cut_all(&self) {
        for viewer in self.viewers.iter().take(3) {
            viewer.tap.cut();
        }
    }

    /// Lets the time of the turn run out.
    async fn run_out(&self) {
        self.viewers[WATCHER].client.step_clock(TURN_MS).await.unwrap();
    }

    /// Does what a simple player does until the turn is over, and shows the end before it is sent.
    async fn play_simply(&self) {
        loop {
            self.client().get_state().await.unwrap();
            let room = self.seen();
            let is_on = room.round.as_ref().and_then(|round| round.turn.as_ref());
            if is_on.is_none_or(|on| on.turn != self.turn) || !has_step(&room) {
                return;
            }
            let chosen = choose(&room).unwrap();
            if let Move::EndTurn { table, discard } = &chosen {
                draft(&self.viewers[self.mover], self.turn, table.clone(), *discard).await;
            }
            chosen.send(self.client(), self.turn).await.unwrap();
        }
    }

    async fn give_the_pile_back(&mut self) {
        let pile = self.take_pile().await;
        let own = self.other_tile();
        // What lay below the top is not shown, the top is.
        self.draft(&pile, Some(own)).await;
        self.draft(&[pile[pile.len() - 1], own], Some(own)).await;
        self.cut_all();
        self.client().give_pile_back(self.turn).await.unwrap();
        self.come_back_late(self.mover).await;
    }

    async fn run_out_with_a_tile(&self) {
        let tile = self.take_tile().await;
        self.draft(&tile, Some(self.other_tile())).await;
        self.viewers[self.mover].tap.cut();
        self.run_out().await;
    }

    async fn run_out_with_the_pile(&mut self) {
        let pile = self.take_pile().await;
        self.draft(&pile[pile.len() - 1..], Some(self.other_tile())).await;
        self.come_back_late(self.mover).await;
        self.run_out().await;
    }

    async fn begin_anew_with_a_tile(&mut self) {
        let tile = self.take_tile().await;
        self.draft(&tile, None).await;
        self.viewers[1 - self.mover].begin_anew(self.room.code).await;
        self.viewers[self.mover].begin_anew(self.room.code).await;
        self.play_simply().await;
    }

    async fn be_watched_by_somebody_late(&mut self) {
        self.take_tile().await;
        self.viewers[WATCHER].client.react(Reaction::Clap).await.unwrap();
        self.come_back_late(WATCHER).await;
        self.come_back_late(1 - self.mover).await;
        self.play_simply().await;
    }

    /// A complete turn that is shown and never sent stands.
    async fn run_out_with_a_complete_turn(&self) {
        self.take_tile().await;
        if let Some(Move::EndTurn { table, discard }) = choose(&self.seen()) {
            draft(&self.viewers[self.mover], self.turn, table, discard).await;
        }
        self.run_out().await;
    }

    async fn show_the_pile_to_everybody_late(&mut self) {
        let pile = self.take_pile().await;
        self.draft(&pile, None).await;
        for viewer in 0..=WATCHER {
            self.come_back_late(viewer).await;
        }
        self.draft(&pile[pile.len() - 1..], None).await;
        self.client().give_pile_back(self.turn).await.unwrap();
    }

    /// Somebody comes back as one who has missed so many events, and then begins anew.
    async fn come_back_late(&mut self, number: usize) {
        let viewer = &mut self.viewers[number];
        viewer.client.get_state().await.unwrap();
        let last = viewer.client.state().borrow().view.as_ref().unwrap().seq().0;
        let token = viewer.client.token().unwrap().reveal().to_owned();
        for missed in [1u32, 2, 5, 12] {
            // No command has the id of another, whoever sent it.
            let commands = u32::try_from(last).unwrap() * 10_000 + number as u32 * 1_000 + missed * 10;
            let mut peer = Peer::with_token(viewer.tap.address, &token, commands).await;
            let last_seq = last.saturating_sub(missed.into());
            let resume = json!({ "room_id": self.room.room_id, "last_seq": last_seq, "epoch": 1 });
            let back = peer.call("resume_room", resume).await;
            assert!(back["type"] == "resumed" || back["type"] == "snapshot", "{back}");
            peer.so_far().await;
        }
        viewer.begin_anew(self.room.code).await;
    }
}

fn step(room: &RoomView) -> Option<TurnStep> {
    room.round.as_ref()?.rommikubbi.as_ref()?.step
}
