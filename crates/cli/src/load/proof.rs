//! Whether what a player was told is done stays done.

use std::collections::VecDeque;

/// How many of the last acknowledged moves are remembered.
const ACKNOWLEDGED_KEPT_MAX: usize = 64;

/// Holds the acknowledgements of a player's moves against what is told of the room afterwards.
///
/// An acknowledgement names the turn and the last event that the move caused. The move itself has to be among the events up to that
/// one; and no later state of the room may be from before it.
#[derive(Debug, Default)]
pub(super) struct Proof {
    /// Moves that are acknowledged, and were not seen to happen yet.
    unseen: Vec<Acknowledged>,
    /// The last ones that were acknowledged, seen or not.
    kept: VecDeque<Acknowledged>,
    /// The last own move that was seen to happen.
    happened: Option<u32>,
    /// The last event that was told, and whether that was as one of many or with the whole room.
    told: Told,
}

/// What was told last.
#[derive(Clone, Copy, Debug, Default)]
enum Told {
    /// Nothing but events, up to this one.
    #[default]
    Events,
    /// The whole room as it was after this event, in this turn if one was on.
    All { seq: u64, turn: Option<u32> },
}

impl Told {
    /// Whether this move is in what was told as a whole; `None` if it is later than that.
    fn has(self, acknowledged: Acknowledged) -> Option<bool> {
        match self {
            Self::All { seq, turn } if acknowledged.seq <= seq => {
                Some(turn.is_none_or(|turn| turn > acknowledged.turn))
            }
            Self::All { .. } | Self::Events => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Acknowledged {
    turn: u32,
    seq: u64,
}

impl Proof {
    /// A move in this turn was acknowledged, up to this event; gives how many are lost by that.
    pub(super) fn acknowledged(&mut self, turn: u32, seq: u64) -> u64 {
        let acknowledged = Acknowledged { turn, seq };
        if self.happened < Some(turn) {
            match self.told.has(acknowledged) {
                None => self.unseen.push(acknowledged),
                Some(true) => {}
                Some(false) => return 1,
            }
        }
        if self.kept.len() == ACKNOWLEDGED_KEPT_MAX {
            self.kept.pop_front();
        }
        self.kept.push_back(acknowledged);
        0
    }

    /// A move in this turn was told.
    pub(super) fn happened(&mut self, turn: u32) {
        self.happened = self.happened.max(Some(turn));
        self.unseen.retain(|acknowledged| acknowledged.turn > turn);
    }

    /// Events were told up to this one, without a gap; gives how many acknowledged moves should have been among them and were not.
    pub(super) fn told_up_to(&mut self, seq: u64) -> u64 {
        self.lose(|acknowledged| acknowledged.seq <= seq, |_| false)
    }

    /// The whole room was told as it is after this event, in this turn if one is on; gives how many acknowledged moves are not in it.
    pub(super) fn told_all(&mut self, seq: u64, turn: Option<u32>) -> u64 {
        self.told = Told::All { seq, turn };
        let told = self.told;
        let lost = self.lose(|unseen| told.has(*unseen) == Some(false), |kept| kept.seq > seq);
        self.unseen.clear();
        lost
    }

    /// How many are acknowledged of which nothing was heard since.
    pub(super) fn open(&self) -> u64 {
        self.unseen.len() as u64
    }

    /// Each that is lost counts once.
    fn lose(&mut self, unseen: impl Fn(&Acknowledged) -> bool, kept: impl Fn(&Acknowledged) -> bool) -> u64 {
        if self.unseen.is_empty() && self.kept.back().is_none_or(|last| !kept(last)) {
            return 0;
        }
        let mut lost: Vec<_> = self.unseen.extract_if(.., |acknowledged| unseen(acknowledged)).collect();
        lost.extend(self.kept.iter().filter(|acknowledged| kept(acknowledged)));
        lost.sort_unstable_by_key(|acknowledged| acknowledged.turn);
        lost.dedup();
        self.kept.retain(|acknowledged| !lost.contains(acknowledged));
        self.unseen.retain(|acknowledged| !lost.contains(acknowledged));
        lost.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_is_told_after_or_before_its_acknowledgement_is_not_lost() {
        let mut proof = Proof::default();
        assert_eq!(proof.acknowledged(7, 20), 0);
        assert_eq!((proof.told_up_to(19), proof.open()), (0, 1));
        proof.happened(7);
        assert_eq!((proof.told_up_to(20), proof.open()), (0, 0));
        proof.happened(11);
        proof.acknowledged(11, 30);
        assert_eq!((proof.told_up_to(40), proof.open()), (0, 0));
    }

    #[test]
    fn a_move_that_was_done_before_its_connection_was_lost_is_acknowledged_after_the_whole_room_was_told() {
        let mut proof = Proof::default();
        assert_eq!(proof.told_all(30, Some(9)), 0);
        assert_eq!((proof.acknowledged(7, 28), proof.told_up_to(31), proof.open()), (0, 0, 0));
        assert_eq!(proof.acknowledged(9, 29), 1, "the turn is still on");
        assert_eq!((proof.acknowledged(13, 40), proof.open()), (0, 1), "it is later than what was told");
    }

    #[test]
    fn a_move_that_is_not_among_the_events_up_to_its_own_is_lost() {
        let mut proof = Proof::default();
        proof.acknowledged(7, 20);
        assert_eq!(proof.told_up_to(20), 1);
        assert_eq!(proof.told_up_to(21), 0, "each counts once");
    }

    #[test]
    fn a_room_that_is_as_it_was_before_an_acknowledged_move_has_lost_it() {
        let mut proof = Proof::default();
        for (turn, seq) in [(3, 10), (7, 20), (11, 30)] {
            proof.happened(turn);
            proof.acknowledged(turn, seq);
        }
        assert_eq!(proof.told_all(30, Some(12)), 0);
        assert_eq!(proof.told_all(15, Some(5)), 2);
        assert_eq!(proof.told_all(15, Some(5)), 0);
    }

    #[test]
    fn a_snapshot_tells_by_its_turn_whether_a_move_is_in_it() {
        let mut proof = Proof::default();
        proof.acknowledged(7, 20);
        assert_eq!(proof.told_all(25, Some(8)), 0);
        proof.acknowledged(11, 30);
        assert_eq!(proof.told_all(30, None), 0, "a round that is over has no turn");
        proof.acknowledged(15, 40);
        assert_eq!(proof.told_all(45, Some(15)), 1, "the turn is still on");
    }
}
