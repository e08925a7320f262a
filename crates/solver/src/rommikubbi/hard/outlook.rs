//! Which tiles are unseen, and what that makes of those that are kept.

use sarja_rules::{Colour, Face, FaceCounts, Number};

use super::{
    super::{
        lying::{ACE, face_at, group_place, score_at},
        melds::worth_at,
        sight::Sight,
    },
    scales::WHOLE,
};

/// A tile that is missing is got by one of so many tiles: those that are drawn, and those that others discard.
const TILES_TO_COME: i32 = 16;

/// The tiles that a seat cannot see: they are in the hands of others, in the stock, or deep in the pile.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    unseen: FaceCounts,
    total: i32,
    /// What a tile brings at a place: what it scores, or before the opening what it is worth when laid.
    worth_at: fn(u8) -> u16,
}

impl Outlook {
    pub(super) fn of(sight: &Sight<'_>) -> Self {
        let table: FaceCounts = sight.view.table.iter().flat_map(|placed| placed.set.tiles()).collect();
        let top: FaceCounts = sight.view.pile_top.into_iter().collect();
        let all: FaceCounts = sight.ruleset.tiles.faces().collect();
        let unseen = all.minus(&table).minus(&sight.held).minus(&top);
        let total = i32::from(unseen.total().max(1) as u16);
        Self { unseen, total, worth_at: if sight.opened { score_at } else { worth_at } }
    }

    /// The share of the unseen tiles that are so, in thousandths.
    pub(super) fn share(&self, is_so: impl Fn(Face) -> bool) -> i32 {
        let count: i32 =
            self.unseen.iter().filter(|(face, _)| is_so(*face)).map(|(_, count)| i32::from(count)).sum();
        count * WHOLE / self.total
    }

    /// What a tile may still bring with those that are kept, in thousandths of a point: what it is worth in each set of three,
    /// as likely as the other two are there or come. Sets that exclude each other are all counted, so it compares tiles only.
    pub(super) fn promise(&self, face: Face, kept: &FaceCounts) -> i32 {
        let Some((colour, number)) = face.parts() else { return 0 };
        let likely = |mate: Option<Face>| {
            mate.map_or(0, |mate| if kept.of(mate) > 0 { WHOLE } else { self.likely_to_come(mate) })
        };
        self.in_groups(colour, number, likely) + self.in_runs(colour, number, likely)
    }

    fn likely_to_come(&self, face: Face) -> i32 {
        (i32::from(self.unseen.of(face)) * TILES_TO_COME * WHOLE / self.total).min(WHOLE)
    }

    fn in_groups(&self, colour: Colour, number: Number, likely: impl Fn(Option<Face>) -> i32) -> i32 {
        let others = Colour::ALL.into_iter().filter(|&other| other != colour);
        let worth = i32::from((self.worth_at)(group_place(number)));
        let mut single = 0;
        let mut pairs = 0;
        for other in others {
            let chance = likely(Some(Face::new(other, number)));
            pairs += single * chance / WHOLE;
            single += chance;
        }
        pairs * worth
    }

    /// Runs of three, also with the 1 after 13; each of their tiles is worth as much as the others.
    fn in_runs(&self, colour: Colour, number: Number, likely: impl Fn(Option<Face>) -> i32) -> i32 {
        let after_13 = (number == Number::ONE).then_some(ACE);
        let places = [number.get()].into_iter().chain(after_13);
        let runs = places.flat_map(|place| {
            let lows = place.saturating_sub(2).max(1)..=place.min(ACE - 2);
            lows.map(move |low| (place, low..low + 3))
        });
        runs.map(|(own, run)| {
            let worth: i32 = run.clone().map(|place| i32::from((self.worth_at)(place))).sum();
            let mates = run.filter(|&place| place != own);
            let chance = mates.fold(WHOLE, |all, place| all * likely(face_at(colour, place)) / WHOLE);
            chance * worth / 3
        })
        .sum()
    }
}
