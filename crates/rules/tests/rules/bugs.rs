//! What goes wrong in other servers (bugs.md); rows that need a server are tested there.

use sarja_rules::{
    Face, NotASet, Release, Reuse, SetFault,
    rummikub::{Reason, ReasonCode::*},
};

use crate::{
    notation::family,
    table::{at, unopened_at},
};

/// bugs.md 2
#[test]
fn joker_and_two_thirteens_open_with_39() {
    assert_eq!(unopened_at(&[], "J O13 B13").legal(&["J O13 B13"]).opening_points, 39);
}

/// bugs.md 1
#[cfg(feature = "serde")]
#[test]
fn a_joker_survives_every_round_trip() {
    let text =
        serde_json::to_string(&sarja_rules::LaidSet::new(crate::notation::faces("J O13 B13"))).unwrap();
    assert_eq!(text, r#"{"tiles":["J","O13","B13"]}"#);
    let back: sarja_rules::LaidSet = serde_json::from_str(&text).unwrap();
    let open = sarja_rules::Readings::of(&back, 13);
    assert!(matches!(open.as_slice(), [sarja_rules::Reading::Group { .. }]));
    let stored: sarja_rules::TableSet =
        serde_json::from_str(&serde_json::to_string(&crate::notation::on_table("J O13 B13")).unwrap())
            .unwrap();
    assert_eq!(stored, crate::notation::on_table("J O13 B13"));
    assert_eq!(stored.jokers().count(), 1);
}

/// bugs.md 3
#[test]
fn two_tens_and_a_joker_open_with_30() {
    assert_eq!(unopened_at(&[], "K10 B10 J").legal(&["K10 B10 J"]).opening_points, 30);
}

/// bugs.md 4
#[test]
fn a_tile_added_to_a_table_run_opens_nothing() {
    for ruleset in family() {
        let verdict = unopened_at(&["R10 R11 R12"], "R13").under(&ruleset.name).judge(&["R10 R11 R12 R13"]);
        assert!(verdict.reasons.contains(&Reason::OpeningTooLow { have: 0, need: 30 }), "{}", ruleset.name);
        assert_eq!(verdict.opening_points, 0);
    }
}

/// bugs.md 5
#[test]
fn a_table_set_that_is_not_sent_is_gone() {
    let verdict = at(&["R10 R11 R12", "R7 B7 K7"], "R13").judge(&["R10 R11 R12 R13"]);
    let gone = ["R7", "B7", "K7"].map(|t| Reason::TileTakenFromTable { tile: t.parse().unwrap(), count: 1 });
    assert_eq!(verdict.reasons, gone);
}

/// bugs.md 6
#[test]
fn valid_sets_without_a_rack_tile_are_no_play() {
    for ruleset in family() {
        at(&["R1 R2 R3 R4 R5 R6"], "K1")
            .under(&ruleset.name)
            .faults(&["R1 R2 R3", "R4 R5 R6"], &[NoRackTilePlayed]);
    }
}

/// bugs.md 7
#[test]
fn tiles_are_compared_and_not_their_number() {
    at(&["R7 K7 O7"], "B7").faults(&["B7 K7 O7"], &[TileTakenFromTable]);
}

/// bugs.md 8
#[test]
fn a_code_that_cannot_be_read_is_refused_by_name() {
    for code in ["R0", "X7", "R14", "7R", "", "joker"] {
        let refused = code.parse::<Face>().unwrap_err().to_string();
        assert!(refused.contains(&format!("`{code}`")), "{refused}");
    }
}

/// bugs.md 18
#[test]
fn one_colour_twice_is_no_group() {
    let verdict = at(&[], "R13 O13 K13 K13").faults(&["R13 O13 K13 K13"], &[NotASet]);
    let fault = SetFault::NotASet { why: NotASet::ColourTwice, tile: Some(3) };
    assert_eq!(verdict.reasons, [Reason::Set { set: 0, fault }]);
}

/// bugs.md 19
#[test]
fn a_rack_of_nearly_all_tiles_is_judged_and_split() {
    let runs: Vec<String> = ["R", "B", "K", "O"]
        .iter()
        .flat_map(|c| [1, 2].map(|_| (1..=13).map(|n| format!("{c}{n}")).collect::<Vec<_>>().join(" ")))
        .collect();
    let sets: Vec<&str> = runs.iter().map(String::as_str).collect();
    let verdict = at(&[], &sets.join(" ")).legal(&sets);
    assert_eq!(verdict.from_rack.total(), 104);
    let rules = sarja_rules::Ruleset::default();
    let split = sarja_rules::rummikub::split_into_sets(&rules, &verdict.from_rack).unwrap();
    assert_eq!(split.iter().map(|s| s.tiles().len()).sum::<usize>(), 104);
    assert!(sarja_rules::rummikub::holds_opening(&rules, &verdict.from_rack));
}

/// bugs.md 20: table `B1 B2 B3 B4` and `J B5 B6 B7`; `B5 B6 B7` go to the run and the joker is left.
///
/// Its set is dissolved, so the joker, which stood for blue 4, is retrieved.
#[test]
fn a_joker_left_by_its_run_goes_where_the_ruleset_lets_it() {
    for ruleset in family() {
        let here = |rack| at(&["B1 B2 B3 B4", "J B5 B6 B7"], rack).under(&ruleset.name);
        let after = ["B1 B2 B3 B4 B5 B6 B7", "R9 R10 J"];
        let joker = &ruleset.joker;
        // The tile that it stood for is the 4 that lay on the table.
        let without_a_four = here("R9 R10").judge(&after);
        let codes: Vec<_> = without_a_four.reasons.iter().map(Reason::code).collect();
        let expected = match ruleset.name.as_str() {
            "classic-2600" | "xp-6" | "turniej-pl" | "federation" => &[][..],
            "travel-2017" | "sabra-no" | "tactic-2008" => &[JokerNotReplaced][..],
            other => panic!("no decision written down for {other}"),
        };
        assert_eq!(codes, expected, "{}", ruleset.name);
        assert_eq!(expected.is_empty(), joker.release != Release::ExactRack, "{}", ruleset.name);
        // Alone it is never left.
        here("R9").faults(&["B1 B2 B3 B4 B5 B6 B7", "J R9"], &[SetTooShort]);
        // At the end of the long run it would stand for another tile, in what is left of an old set.
        let at_the_end = here("R9 R10 R11").judge(&["B1 B2 B3 B4 B5 B6 B7 J", "R9 R10 R11"]);
        let refused = at_the_end.reasons.iter().any(|r| match joker.reuse {
            Reuse::NewSet => r.code() == JokerNotInNewSet,
            Reuse::OtherSet => r.code() == JokerNotInOtherSet,
            Reuse::Anywhere => false,
        });
        assert!(refused, "{}: {:?}", ruleset.name, at_the_end.reasons);
    }
}
