//! Whether all in a room are told the same, and for good.

use std::{
    collections::VecDeque,
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

use super::frame::Happened;

/// How many of the last events are remembered.
const TOLD_KEPT_MAX: usize = 512;

/// What was told under each number in a room, to whomever first: under one number there is one event, for everybody and at any time.
#[derive(Debug, Default)]
pub(super) struct Told {
    first: u64,
    kept: VecDeque<Option<u64>>,
}

impl Told {
    /// An event was told; gives whether another one was told under this number before.
    pub(super) fn hear(&mut self, seq: u64, event: &Happened<'_>) -> bool {
        let mut hasher = DefaultHasher::new();
        (event.r#type, event.seat, event.turn, event.deal).hash(&mut hasher);
        let print = hasher.finish();
        if self.kept.is_empty() {
            self.first = seq;
        }
        let Some(at) = seq.checked_sub(self.first).and_then(|at| usize::try_from(at).ok()) else {
            return false;
        };
        if at >= self.kept.len() + TOLD_KEPT_MAX {
            self.kept.clear();
            return self.hear(seq, event);
        }
        while self.kept.len() <= at {
            self.kept.push_back(None);
        }
        let differs = self.kept.get_mut(at).is_some_and(|kept| *kept.get_or_insert(print) != print);
        let surplus = self.kept.len().saturating_sub(TOLD_KEPT_MAX);
        self.kept.drain(..surplus);
        self.first += surplus as u64;
        differs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(r#type: &str, turn: u32) -> Happened<'_> {
        Happened { r#type, seat: Some(1), turn: Some(turn), ..Happened::default() }
    }

    #[test]
    fn one_number_is_one_event_for_everybody() {
        let mut told = Told::default();
        for _ in 0..4 {
            assert!(!told.hear(5, &event("tiles_drawn", 2)));
            assert!(!told.hear(6, &event("turn_started", 3)));
        }
        assert!(told.hear(6, &event("turn_started", 4)));
        assert!(told.hear(5, &event("sets_played", 2)));
    }

    #[test]
    fn what_is_long_ago_is_forgotten() {
        let mut told = Told::default();
        for seq in 1..=2 * TOLD_KEPT_MAX as u64 {
            assert!(!told.hear(seq, &event("tiles_drawn", 1)));
            assert!(told.kept.len() <= TOLD_KEPT_MAX);
        }
        assert!(!told.hear(1, &event("sets_played", 9)), "nobody knows any more");
        assert!(!told.hear(1_000_000, &event("tiles_drawn", 1)));
        assert!(told.hear(1_000_000, &event("tiles_drawn", 2)));
    }
}
