//! Laws of the verdict on a play.

use std::collections::BTreeSet;

use proptest::{collection::vec, prelude::*, strategy::ValueTree};
use sarja_rules::{
    Face, FaceCounts, JokerSets, LaidSet, Readings, Release, Reuse, Ruleset, TableSet, TableUse,
    rummikub::{Opened, PlayVerdict, Position, Reason, judge_play, leaves_table_untouched},
};

use super::arbitrary::{Play, config, garbage_set, play, ruleset, table_set};

fn judge(play: &Play) -> PlayVerdict {
    judge_play(play.position(), &play.after)
}

/// What of a verdict cannot depend on the order in which sets are sent, nor on which of several faults is named.
fn essence(verdict: &PlayVerdict) -> (bool, u16, usize, usize, Vec<Face>, u32) {
    let codes: BTreeSet<_> = verdict.reasons.iter().map(Reason::code).collect();
    let value = verdict.sets.iter().filter_map(|s| s.set()).map(|s| u32::from(s.value())).sum();
    let legal = verdict.is_legal();
    let value = if legal { value } else { 0 };
    (legal, verdict.opening_points, codes.len(), verdict.reasons.len(), verdict.from_rack.to_vec(), value)
}

proptest! {
    #![proptest_config(config(1_500))]

    #[test]
    fn the_order_of_the_sets_means_nothing(
        (play, after, table) in play().prop_flat_map(|p| {
            let (after, table) = (p.after.clone(), p.table.clone());
            (Just(p), Just(after).prop_shuffle(), Just(table).prop_shuffle())
        })
    ) {
        let other = Play { table, after, ..play.clone() };
        prop_assert_eq!(essence(&judge(&play)), essence(&judge(&other)));
    }

    #[test]
    fn in_a_set_without_jokers_the_order_of_the_tiles_means_nothing(
        (play, by) in (play(), 0..16usize)
    ) {
        let mut other = play.clone();
        for set in other.after.iter_mut().filter(|s| s.jokers() == 0 && !s.tiles.is_empty()) {
            let by = by % set.tiles.len();
            set.tiles.rotate_left(by);
        }
        prop_assert_eq!(essence(&judge(&play)), essence(&judge(&other)));
    }

    #[test]
    fn a_legal_play_conserves_the_tiles_and_stores_readings_that_are_open(play in play()) {
        let verdict = judge(&play);
        let Some(table) = verdict.table() else { return Ok(()) };
        let mut expected: FaceCounts = play.table.iter().flat_map(TableSet::tiles).collect();
        expected.extend(verdict.from_rack.tiles());
        prop_assert_eq!(table.iter().flat_map(TableSet::tiles).collect::<FaceCounts>(), expected);
        prop_assert!(!verdict.from_rack.is_empty() && verdict.from_rack.is_subset_of(&play.rack));
        for (set, laid) in table.iter().zip(&play.after) {
            prop_assert!(Readings::of(laid, 13).as_slice().contains(&set.reading()));
        }
    }

    #[test]
    fn what_is_stored_is_legal_when_it_is_declared(play in play()) {
        let Some(table) = judge(&play).table() else { return Ok(()) };
        let declared = Play { after: table.iter().map(TableSet::to_laid).collect(), ..play };
        prop_assert_eq!(judge(&declared).table(), Some(table));
    }

    #[test]
    fn what_is_legal_stays_legal_under_softer_rules(play in play()) {
        if !judge(&play).is_legal() {
            return Ok(());
        }
        let softened: [fn(&mut Play); 8] = [
            |p| p.ruleset.joker.release = match p.ruleset.joker.release {
                Release::ExactRack => Release::Exact,
                _ => Release::Any,
            },
            |p| p.ruleset.joker.reuse = match p.ruleset.joker.reuse {
                Reuse::NewSet => Reuse::OtherSet,
                _ => Reuse::Anywhere,
            },
            |p| p.ruleset.joker.rack_tiles_beside = p.ruleset.joker.rack_tiles_beside.saturating_sub(1),
            |p| p.ruleset.joker.sets = JokerSets::Open,
            |p| p.ruleset.joker.per_set = None,
            |p| p.ruleset.opening.table_use = TableUse::SameTurn,
            |p| p.ruleset.opening.min_points = 0,
            |p| p.opened = Opened::Yes,
        ];
        for soften in softened {
            let mut softer = play.clone();
            soften(&mut softer);
            let verdict = judge(&softer);
            prop_assert!(verdict.is_legal(), "{:?} under {:?}", verdict.reasons, softer.ruleset.joker);
        }
    }

    #[test]
    fn a_tile_more_on_the_rack_changes_nothing(play in play(), more in super::arbitrary::face()) {
        let verdict = judge(&play);
        if verdict.reasons.iter().all(Reason::can_happen_with_real_tiles) {
            let mut richer = play.clone();
            richer.rack.add(more);
            prop_assert_eq!(judge(&richer), verdict);
        }
    }

    #[test]
    fn reasons_name_places_that_were_sent(play in play()) {
        for reason in judge(&play).reasons {
            if let Some(place) = reason.place() {
                prop_assert!(place.set < play.after.len());
                prop_assert!(place.tile.is_none_or(|t| t < play.after[place.set].tiles.len()), "{:?}", reason);
            }
            prop_assert!(reason.old_set().is_none_or(|old| old < play.table.len()));
        }
    }

    #[test]
    fn garbage_is_judged_and_never_legal_by_its_tiles(
        ruleset in ruleset(),
        table in vec(table_set(), 0..6),
        after in vec(garbage_set(), 0..20),
        rack in vec(super::arbitrary::face(), 0..40),
        opened in any::<bool>(),
    ) {
        let opened = if opened { Opened::Yes } else { Opened::No };
        let rack = rack.into_iter().collect();
        let position = Position { ruleset: &ruleset, table: &table, rack: &rack, opened };
        let verdict = judge_play(position, &after);
        prop_assert_eq!(verdict.sets.len(), after.len());
        prop_assert!(verdict.from_rack.is_subset_of(&rack));
        leaves_table_untouched(&table, &after);
    }
}

#[test]
fn the_made_up_plays_are_a_healthy_mixture() {
    let mut runner = proptest::test_runner::TestRunner::new(config(1));
    let (mut legal, mut by_jokers, mut seen) = (0, 0, BTreeSet::new());
    for _ in 0..3_000 {
        let play = play().new_tree(&mut runner).unwrap().current();
        let verdict = judge(&play);
        legal += u32::from(verdict.is_legal());
        by_jokers += u32::from(verdict.is_legal() && play.table.iter().any(|s| s.jokers().count() > 0));
        seen.extend(verdict.reasons.iter().map(Reason::code));
    }
    assert!(legal > 200 && by_jokers > 60, "{legal} legal, {by_jokers} of them with jokers on the table");
    assert_eq!(seen.len(), sarja_rules::rummikub::ReasonCode::ALL.len(), "{seen:?}");
}

#[test]
fn hundreds_of_sets_and_dozens_of_jokers_are_judged() {
    let rules = Ruleset::default();
    let everything: Vec<Face> = (0..40)
        .map(|_| Face::JOKER)
        .chain(Face::all().filter(|f| !f.is_joker()).flat_map(|f| [f; 40]))
        .collect();
    let rack: FaceCounts = everything.iter().collect();
    let r9 = "R9".parse().unwrap();
    let table: Vec<TableSet> =
        (0..20).map(|_| TableSet::read(&LaidSet::new([r9, Face::JOKER, Face::JOKER]), 13).unwrap()).collect();
    let nine_hundred: Vec<LaidSet> = (0..900).map(|_| LaidSet::new([r9, Face::JOKER, Face::JOKER])).collect();
    let long = [LaidSet::new(vec![Face::JOKER; 4_000]), LaidSet::new(everything.repeat(3))];
    let mut crossed: Vec<LaidSet> =
        table.iter().map(|_| LaidSet::new([Face::JOKER, r9, Face::JOKER])).collect();
    crossed.push(LaidSet::new(["K1", "K2", "K3"].map(|c| c.parse::<Face>().unwrap())));
    for opened in [Opened::Yes, Opened::No] {
        for name in ["classic-2600", "tactic-2008", "travel-2017", "sabra-no"] {
            let rules = Ruleset::named(name).unwrap();
            let position = Position { ruleset: &rules, table: &table, rack: &rack, opened };
            for after in [&nine_hundred[..], &long, &crossed] {
                assert_eq!(judge_play(position, after).sets.len(), after.len());
            }
        }
        let position = Position { ruleset: &rules, table: &[], rack: &rack, opened };
        assert_eq!(judge_play(position, &nine_hundred).sets.len(), 900);
    }
}
