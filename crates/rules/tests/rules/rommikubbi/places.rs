//! Where the tiles of a deal are, by their places in the order in which they were dealt, and which of them a viewer has seen.
//!
//! The tests of the bots use it too.

use sarja_rules::{Face, Seat, Viewer, rommikubbi::DealEvent};

/// Where in the order of the deal the tiles are that were dealt, as far as a deal has come.
pub(crate) struct Places<'a> {
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
    pub(crate) fn new(order: &'a [Face], players: u8, starter: Seat) -> Self {
        let counted = order[105].number().map_or(1, |number| usize::from(number.get()));
        let mut round: Vec<usize> = (0..105).collect();
        round.rotate_left(7 * counted);
        let players = usize::from(players);
        let mut hands = vec![Vec::new(); players];
        for stack in 0..2 * players {
            hands[(starter.index() + stack) % players].extend(&round[7 * stack..7 * stack + 7]);
        }
        hands[starter.index()].push(105);
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
    pub(crate) fn hidden_from(mut self, viewer: Viewer, events: &[&DealEvent]) -> Vec<usize> {
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
pub(crate) fn changed(order: &[Face], hidden: &[usize], shift: usize) -> Vec<Face> {
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
