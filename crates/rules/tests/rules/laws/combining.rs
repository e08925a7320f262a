//! Laws of making sets of tiles alone.

use proptest::{collection::vec, prelude::*};
use sarja_rules::{
    Colour, Face, FaceCounts, LaidSet, Number, Ruleset, TableSet,
    rummikub::{Opened, Position, holds_opening, judge_play, split_into_sets},
};

use super::arbitrary::{config, table_set};

/// What a collection of tiles is worth as one set at most; 0 if it is none. Written without any of the crate's search.
fn worth_as_set(tiles: &[Face], per_set: usize) -> u16 {
    let real: Vec<(Colour, u16)> =
        tiles.iter().filter_map(|f| f.parts()).map(|(c, n)| (c, u16::from(n.get()))).collect();
    let len = tiles.len() as u16;
    if len < 3 || real.is_empty() || tiles.len() - real.len() > per_set {
        return 0;
    }
    let differ = (1..real.len()).all(|i| !real[..i].contains(&real[i]));
    let group = differ && len <= 4 && real.iter().all(|t| t.1 == real[0].1);
    let best_run = (1..=13u16)
        .filter(|start| start + len <= 14)
        .filter(|start| real.iter().all(|t| t.0 == real[0].0 && (*start..start + len).contains(&t.1)))
        .map(|start| (start..start + len).sum::<u16>())
        .max()
        .filter(|_| differ);
    best_run.unwrap_or(0).max(if group { real[0].1 * len } else { 0 })
}

/// The most that any sets of these tiles are worth together, by trying every part of them.
fn naive_best(tiles: &[Face], per_set: usize) -> u16 {
    let parts = 1usize << tiles.len();
    let pick = |mask: usize| -> Vec<Face> {
        (0..tiles.len()).filter(|i| mask & (1 << i) != 0).map(|i| tiles[i]).collect()
    };
    let worth: Vec<u16> = (0..parts).map(|mask| worth_as_set(&pick(mask), per_set)).collect();
    let mut best = vec![0u16; parts];
    for mask in 1..parts {
        let mut sub = mask;
        while sub > 0 {
            if worth[sub] > 0 || sub == mask {
                best[mask] = best[mask].max(worth[sub] + best[mask & !sub]);
            }
            sub = (sub - 1) & mask;
        }
        // Without its lowest tile.
        best[mask] = best[mask].max(best[mask & (mask - 1)]);
    }
    best[parts - 1]
}

/// Few colours and neighbouring numbers, so that there is much to choose from.
fn crowded_rack() -> impl Strategy<Value = Vec<Face>> {
    let tile = prop_oneof![
        7 => (0..4usize, 0..5u8).prop_map(|(c, n)| (Some(Colour::ALL[c]), n)),
        1 => Just((None, 0)),
    ];
    (vec(tile, 0..9), prop_oneof![Just(1u8), Just(4), Just(9)]).prop_map(|(tiles, low)| {
        tiles
            .into_iter()
            .map(|(colour, n)| match colour {
                Some(colour) => Face::new(colour, Number::new(low + n).unwrap()),
                None => Face::JOKER,
            })
            .collect()
    })
}

fn rules(per_set: Option<u8>) -> Ruleset {
    let mut rules = Ruleset::default();
    rules.joker.per_set = per_set;
    rules
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn an_opening_is_held_exactly_if_an_exhaustive_search_finds_one(
        tiles in crowded_rack(),
        per_set in proptest::option::of(1..=2u8),
    ) {
        let best = naive_best(&tiles, per_set.map_or(usize::MAX, usize::from));
        let rack: FaceCounts = tiles.iter().collect();
        let mut rules = rules(per_set);
        for min_points in [0, 1, 15, 30, 45, 60, 100, best, best + 1] {
            rules.opening.min_points = min_points;
            prop_assert_eq!(holds_opening(&rules, &rack), best >= min_points.max(1), "{} of {}", best, min_points);
        }
    }

    #[test]
    fn an_opening_that_is_held_can_be_made(tiles in crowded_rack()) {
        let rules = rules(None);
        let rack: FaceCounts = tiles.iter().collect();
        if let Some(sets) = split_into_sets(&rules, &rack) {
            let worth: u16 = sets.iter().map(TableSet::value).sum();
            prop_assert!(worth < rules.opening.min_points || holds_opening(&rules, &rack));
        }
    }

    #[test]
    fn sets_thrown_together_are_split_into_sets_that_the_referee_accepts(
        sets in vec(table_set(), 1..6),
        per_set in proptest::option::of(1..=3u8),
    ) {
        let rules = rules(per_set);
        let allowed = |s: &&TableSet| per_set.is_none_or(|most| s.jokers().count() <= usize::from(most));
        let tiles: FaceCounts = sets.iter().filter(allowed).flat_map(TableSet::tiles).collect();
        let found = split_into_sets(&rules, &tiles);
        prop_assert!(found.is_some(), "{:?}", tiles);
        let after: Vec<LaidSet> = found.unwrap().iter().map(TableSet::to_laid).collect();
        if !after.is_empty() {
            let position = Position { ruleset: &rules, table: &[], rack: &tiles, opened: Opened::Yes };
            let verdict = judge_play(position, &after);
            prop_assert!(verdict.is_legal(), "{:?}", verdict.reasons);
            prop_assert_eq!(verdict.from_rack, tiles);
        }
    }

    #[test]
    fn what_cannot_be_split_is_not(tiles in crowded_rack()) {
        let per_set = usize::MAX;
        let parts = 1usize << tiles.len();
        let pick = |mask: usize| -> Vec<Face> {
            (0..tiles.len()).filter(|i| mask & (1 << i) != 0).map(|i| tiles[i]).collect()
        };
        let is_set: Vec<bool> = (0..parts).map(|mask| worth_as_set(&pick(mask), per_set) > 0).collect();
        let mut covered = vec![false; parts];
        covered[0] = true;
        for mask in 1..parts {
            let mut sub = mask;
            while sub > 0 {
                covered[mask] |= is_set[sub] && covered[mask & !sub];
                sub = (sub - 1) & mask;
            }
        }
        let found = split_into_sets(&rules(None), &tiles.iter().collect());
        prop_assert_eq!(found.is_some(), covered[parts - 1]);
    }
}
