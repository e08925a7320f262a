//! What the end of a turn is worth.

use sarja_rules::{Face, FaceCounts, Points};

use super::{
    super::{lying::Lying, melds::Collection, plan::Plan, sight::Sight},
    outlook::Outlook,
};

/// One whole, of which weights and likelihoods are thousandths. What follows was found by playing: of the values that were tried
/// these brought most.
pub(super) const WHOLE: i32 = 1_000;

/// What a point of the hand that is kept costs: it may still be laid, or be caught.
const KEPT_POINT: i32 = 300;

/// What a joker costs there, in points: less than the rules say, since it is laid before others.
const KEPT_JOKER: i32 = 12;

/// What a point for all others together costs.
const POINT_OF_OTHERS: i32 = 500;

/// How much the promise of the tiles that are kept counts where it is asked what to discard, and where it is asked what to lay: what
/// lies is sure.
const PROMISE_WHEN_DISCARDING: i32 = 2_000;
const PROMISE_WHEN_LAYING: i32 = 200;

/// What a tile in the hand of another player costs that player, in points.
const TILE_OF_OTHERS: Points = 7;

/// What who has not opened loses when somebody goes out (rules.md §8).
const FINE: Points = 100;

/// Weighs ends of one turn, in thousandths of a point.
pub(super) struct Scales<'a> {
    sight: &'a Sight<'a>,
    outlook: Outlook,
    /// How many others play.
    others: i32,
}

impl<'a> Scales<'a> {
    pub(super) fn new(sight: &'a Sight<'a>) -> Self {
        let others = i32::from(sight.others().count().max(1) as u16);
        Self { sight, outlook: Outlook::of(sight), others }
    }

    /// What a collection of new sets promises by itself.
    pub(super) fn promise(&self, collection: &Collection<'_>) -> i32 {
        let score: i32 = collection.melds.iter().map(|meld| i32::from(meld.score)).sum();
        let kept = self.kept(collection.left) * PROMISE_WHEN_LAYING / WHOLE;
        score * WHOLE - cost(collection.left) + kept
    }

    /// What a plan is worth before anything is discarded.
    pub(super) fn laid(&self, plan: &Plan) -> i32 {
        let sure = if plan.left.total() == 1 { self.out(plan) } else { -cost(&plan.left) };
        self.gained(plan) + sure + self.kept(&plan.left) * PROMISE_WHEN_LAYING / WHOLE
    }

    /// The best discard of a plan, and what the turn is worth with it; `None` if jokers of the table would be kept.
    pub(super) fn best_end(&self, plan: &Plan) -> Option<(i32, Face)> {
        if plan.left.jokers() > self.sight.held.jokers() {
            return None;
        }
        let gained = self.gained(plan);
        let has_others = plan.left.total() > usize::from(plan.left.jokers());
        let faces = plan.left.iter().map(|(face, _)| face).filter(|face| !(has_others && face.is_joker()));
        let ends = faces.map(|discard| {
            let mut left = plan.left.clone();
            let _was_there = left.take(discard);
            let sure =
                if left.is_empty() { self.out(plan) } else { self.near_out(plan, &left) - cost(&left) };
            let kept = self.kept(&left);
            let discarding = sure + kept * PROMISE_WHEN_DISCARDING / WHOLE;
            (discarding, gained + sure + kept * PROMISE_WHEN_LAYING / WHOLE, discard)
        });
        ends.max_by_key(|(discarding, ..)| *discarding).map(|(_, weight, discard)| (weight, discard))
    }

    /// What is laid scores, for the seat and for others.
    fn gained(&self, plan: &Plan) -> i32 {
        let is_own = |set: &&Lying| set.owner == self.sight.seat;
        let of = |sets: &[Lying]| {
            let own: i32 = sets.iter().filter(is_own).map(|set| i32::from(set.score())).sum();
            let all: i32 = sets.iter().map(|set| i32::from(set.score())).sum();
            own * WHOLE - (all - own) * POINT_OF_OTHERS / self.others
        };
        of(&plan.sets) - of(&self.sight.table())
    }

    /// What the tiles that are kept may still bring.
    fn kept(&self, left: &FaceCounts) -> i32 {
        left.iter().map(|(face, count)| self.outlook.promise(face, left) * i32::from(count)).sum()
    }

    /// What going out brings, and costs others: more with new sets only.
    fn out(&self, plan: &Plan) -> i32 {
        let fine = |opened: bool| if opened { 0 } else { FINE };
        let fines: Points = self.sight.others().map(|other| fine(other.opened)).sum();
        let tiles: usize = self.sight.others().map(|other| other.tiles).sum();
        let hands = i32::from(tiles as u16) * TILE_OF_OTHERS;
        let new_only = plan.added == 0 && plan.sets.len() > plan.old;
        let (own, lost) = if new_only { (100, 2 * fines + hands) } else { (50, fines) };
        (own + lost / self.others) * WHOLE
    }

    /// What it is worth that one or two tiles are left which may be added to sets in the next turn: one of them, or of what is drawn,
    /// is then the discard.
    fn near_out(&self, plan: &Plan, left: &FaceCounts) -> i32 {
        let is_open = self.sight.opened || plan.sets.len() > plan.old;
        if !is_open || left.total() > 2 {
            return 0;
        }
        let fits = |face: Face| plan.sets.iter().any(|set| set.takes(face));
        let drawn = self.outlook.share(fits);
        let likely = match (left.total(), left.tiles().filter(|&face| fits(face)).count()) {
            (1, 0) => drawn,
            (2, 0) => 0,
            (2, 1) => drawn / 2,
            _ => WHOLE,
        };
        // Somebody else may go out before.
        let still = match self.sight.fewest_of_others() {
            Some(0..=2) => 400,
            Some(3..=5) => 600,
            _ => 700,
        };
        let mut with_additions = plan.clone();
        with_additions.added = 1;
        self.out(&with_additions) / WHOLE * likely / WHOLE * still
    }
}

/// What a hand that is kept costs.
fn cost(left: &FaceCounts) -> i32 {
    let points = |face: Face| face.number().map_or(KEPT_JOKER, |number| i32::from(number.get()));
    left.iter().map(|(face, count)| i32::from(count) * points(face)).sum::<i32>() * KEPT_POINT
}
