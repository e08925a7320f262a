//! The ways to open: sets that the rack holds and that together are worth enough.

use alloc::vec::Vec;

use sarja_rules::{Colour, Face, FaceCounts, Kind, LaidSet, Number, Ruleset};

/// A set that the rack could lay.
struct Candidate {
    set: LaidSet,
    tiles: FaceCounts,
    worth: u16,
}

/// Every collection of sets of the rack that is worth an opening and from which no set can be left out.
///
/// What more a play lays from the rack may lie anywhere, so nothing is lost by asking for so few.
pub(crate) fn openings(ruleset: &Ruleset, rack: &FaceCounts) -> Vec<Vec<LaidSet>> {
    let candidates = candidates(ruleset, rack);
    let mut found = Vec::new();
    collect(&candidates, 0, rack, ruleset.opening.min_points.max(1), &mut Vec::new(), &mut found);
    found
}

fn collect(
    candidates: &[Candidate],
    from: usize,
    left: &FaceCounts,
    need: u16,
    chosen: &mut Vec<usize>,
    found: &mut Vec<Vec<LaidSet>>,
) {
    let worth: u16 = chosen.iter().map(|&i| candidates[i].worth).sum();
    if worth >= need {
        let least = chosen.iter().map(|&i| candidates[i].worth).min().unwrap_or(0);
        if worth - least < need || chosen.len() == 1 {
            found.push(chosen.iter().map(|&i| candidates[i].set.clone()).collect());
        }
        return;
    }
    for (at, candidate) in candidates.iter().enumerate().skip(from) {
        if candidate.tiles.is_subset_of(left) {
            chosen.push(at);
            collect(candidates, at, &left.minus(&candidate.tiles), need, chosen, found);
            chosen.pop();
        }
    }
}

/// Groups, and runs of three to five tiles: longer ones are two.
fn candidates(ruleset: &Ruleset, rack: &FaceCounts) -> Vec<Candidate> {
    let numbers = ruleset.tiles.numbers;
    let jokers_max = rack.jokers().min(ruleset.joker.per_set.unwrap_or(u8::MAX));
    let mut found = Vec::new();
    for number in 1..=numbers {
        for colours in 1..16u8 {
            let faces = Colour::ALL.into_iter().filter(|c| colours & 1 << *c as u8 != 0);
            let real: Vec<Face> =
                faces.filter_map(|c| Number::new(number).map(|n| Face::new(c, n))).collect();
            for jokers in 0..=jokers_max {
                let tiles = real.len() + usize::from(jokers);
                if (3..=4).contains(&tiles) {
                    let set =
                        real.iter().copied().chain(core::iter::repeat_n(Face::JOKER, usize::from(jokers)));
                    push(&mut found, rack, set.collect(), Kind::Group, u16::from(number) * tiles as u16);
                }
            }
        }
    }
    for colour in Colour::ALL {
        for start in 1..=numbers {
            for len in 3..=5u8.min((numbers + 1).saturating_sub(start)) {
                for jokers in (0..1u8 << len).filter(|j| j.count_ones() <= u32::from(jokers_max)) {
                    if jokers.count_ones() == u32::from(len) {
                        continue;
                    }
                    let tile = |place: u8| {
                        let real = Number::new(start + place).filter(|_| jokers & 1 << place == 0);
                        real.map_or(Face::JOKER, |n| Face::new(colour, n))
                    };
                    let worth = (start..start + len).map(u16::from).sum();
                    push(&mut found, rack, (0..len).map(tile).collect(), Kind::Run, worth);
                }
            }
        }
    }
    found
}

fn push(found: &mut Vec<Candidate>, rack: &FaceCounts, tiles: Vec<Face>, kind: Kind, worth: u16) {
    let counts: FaceCounts = tiles.iter().collect();
    if counts.is_subset_of(rack) {
        found.push(Candidate { set: LaidSet::declared(tiles, kind), tiles: counts, worth });
    }
}
