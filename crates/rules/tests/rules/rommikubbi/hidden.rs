//! No viewer sees anything of tiles that are hidden from him, over the whole course of a deal.
//!
//! A deal is played; then it is dealt again with other tiles wherever the viewer has not seen the tile: neither in the own
//! hand nor laid nor discarded by anybody. The same events happen, and whatever the viewer sees has to be the same.

use std::cell::Cell;

use sarja_rules::{
    Face, Seat, Viewer,
    rommikubbi::{DealEvent, DealView, Uncovered},
};

use super::played::{Played, in_all_deals};

/// Where in the order of the deal the tiles are that were dealt, as far as a deal has come.
struct Places<'a> {
    order: &'a [Face],
    hands: Vec<Vec<usize>>,
    /// The next one last.
    stock: Vec<usize>,
    /// The top last.
    pile: Vec<usize>,
    /// What was taken from the pile in the turn in progress.
    taken: Vec<usize>,
    /// What has been laid or discarded: everybody has seen it.
    shown: Vec<bool>,
}

impl<'a> Places<'a> {
    /// As they are dealt: stacks of seven are counted off, and two stacks go to each in turn (rules.md §8).
    fn new(played: &'a Played) -> Self {
        let order = &played.order[..];
        let counted = order[105].number().map_or(1, |number| usize::from(number.get()));
        let mut round: Vec<usize> = (0..105).collect();
        round.rotate_left(7 * counted);
        let players = usize::from(played.players);
        let mut hands = vec![Vec::new(); players];
        for stack in 0..2 * players {
            hands[(played.starter.index() + stack) % players].extend(&round[7 * stack..7 * stack + 7]);
        }
        hands[played.starter.index()].push(105);
        let stock = round[14 * players..].iter().rev().copied().collect();
        Self { order, hands, stock, pile: Vec::new(), taken: Vec::new(), shown: vec![false; 106] }
    }

    /// Takes a tile out of a hand that is laid or discarded.
    fn show(&mut self, seat: Seat, tile: Face) -> usize {
        let hand = &mut self.hands[seat.index()];
        let at = hand.iter().position(|&place| self.order[place] == tile).expect("it was in the hand");
        let place = hand.swap_remove(at);
        self.shown[place] = true;
        place
    }

    fn note(&mut self, event: &DealEvent) {
        match event {
            DealEvent::StockTaken { seat, .. } => {
                let place = self.stock.pop().expect("there was one to draw");
                self.hands[seat.index()].push(place);
            }
            DealEvent::PileTurnedOver { .. } => {
                self.stock = std::mem::take(&mut self.pile);
                self.stock.reverse();
            }
            DealEvent::PileTaken { seat, .. } => {
                self.taken = std::mem::take(&mut self.pile);
                self.hands[seat.index()].extend(&self.taken);
            }
            DealEvent::PileGivenBack { seat, .. } => {
                self.pile = std::mem::take(&mut self.taken);
                self.hands[seat.index()].retain(|place| !self.pile.contains(place));
            }
            DealEvent::SetsLaid { seat, from_hand, .. } => {
                for &tile in from_hand {
                    self.show(*seat, tile);
                }
            }
            DealEvent::TileDiscarded { seat, tile, .. } => {
                let place = self.show(*seat, *tile);
                self.pile.push(place);
            }
            _ => {}
        }
    }

    /// The places whose tiles this viewer has never seen.
    fn hidden_from(mut self, viewer: Viewer, events: &[&DealEvent]) -> Vec<usize> {
        let mut seen = [false; 106];
        for at in 0..=events.len() {
            if let Viewer::Player(seat) = viewer {
                self.hands[seat.index()].iter().for_each(|&place| seen[place] = true);
            }
            if let Some(event) = events.get(at) {
                self.note(event);
            }
        }
        (0..106).filter(|&place| !seen[place] && !self.shown[place]).collect()
    }
}

/// The order with other tiles in these places; the number of the last tile, which is told to all, stays.
fn changed(order: &[Face], hidden: &[usize], shift: usize) -> Vec<Face> {
    let mut other = order.to_vec();
    let (last, hidden): (Vec<usize>, Vec<usize>) = hidden.iter().partition(|&&place| place == 105);
    for (at, &place) in hidden.iter().enumerate() {
        other[place] = order[hidden[(at + shift) % hidden.len()]];
    }
    for last in last {
        let is_twin = |&&at: &&usize| other[at].number() == other[last].number() && other[at] != other[last];
        if let Some(&twin) = hidden.iter().find(is_twin) {
            other.swap(last, twin);
        }
    }
    other
}

/// What the viewer sees after each event, and what came to the own hand by it.
fn seen_by(
    viewer: Viewer,
    played: &Played,
    order: &[Face],
    events: &[&DealEvent],
) -> Vec<(DealView, Option<Uncovered>)> {
    let mut deal = played.dealt(order);
    let own = |uncovered: &Uncovered| viewer == Viewer::Player(uncovered.seat);
    let mut seen = vec![(deal.view(viewer), None)];
    for event in events {
        let uncovered = deal.apply(event).filter(own);
        seen.push((deal.view(viewer), uncovered));
    }
    seen
}

#[test]
fn what_a_viewer_sees_never_depends_on_tiles_that_are_hidden_from_him() {
    let (last_changed, others_changed) = (Cell::new(0), Cell::new(0));
    in_all_deals(24, |played| {
        // At its end all hands are shown; until then nothing of them is.
        let all: Vec<&DealEvent> =
            played.events().take_while(|event| !matches!(event, DealEvent::DealEnded { .. })).collect();
        let viewers = (0..played.players).map(|seat| Viewer::Player(Seat(seat))).chain([Viewer::Spectator]);
        // The shorter the part that is looked at, the more is hidden at its end.
        for (viewer, part) in viewers.flat_map(|viewer| [1, 2, 3, 6].map(|part| (viewer, part))) {
            let events = &all[..all.len() * part / 6];
            let hidden = Places::new(played).hidden_from(viewer, events);
            if hidden.len() < 4 {
                continue;
            }
            let other = changed(&played.order, &hidden, 1 + part * 7 % (hidden.len() - 2));
            assert_ne!(other, played.order);
            let (first, second) = (played.dealt(&played.order), played.dealt(&other));
            let differ = first.players().iter().zip(second.players()).any(|(a, b)| a.hand() != b.hand());
            others_changed.set(others_changed.get() + u32::from(differ));
            last_changed.set(last_changed.get() + u32::from(other[105] != played.order[105]));
            let seen = seen_by(viewer, played, &played.order, events);
            assert_eq!(seen, seen_by(viewer, played, &other, events), "{viewer:?}");
        }
    });
    assert!(others_changed.get() > 100 && last_changed.get() > 20, "{others_changed:?} {last_changed:?}");
}
