//! Every combination of the fields for jokers on plays whose properties are known.

use sarja_rules::{
    JokerRule, JokerSets, Release, Reuse,
    rummikub::{Reason, ReasonCode},
};

use crate::table::at;

/// Where the tile came from that took the joker's place.
#[derive(Clone, Copy, PartialEq)]
enum Replaced {
    FromRack,
    FromTable,
    No,
}

/// In what set the joker lies now.
#[derive(Clone, Copy, PartialEq)]
enum Lies {
    Anew,
    WithAnothersRest,
    WithItsOwnRest,
}

/// A play that retrieves jokers, and what the fields ask of it.
struct Sample {
    table: &'static [&'static str],
    rack: &'static str,
    after: &'static [&'static str],
    replaced: Replaced,
    lies: Lies,
    /// Rack tiles in the joker's set: all, and without a replacing one.
    beside: (u8, u8),
    /// Whether what the old set held lies together, its joker replaced.
    together: bool,
    /// The most jokers in a set.
    jokers: u8,
}

const SAMPLES: [Sample; 7] = [
    Sample {
        table: &["R5 J R7", "B1 B2 B3"],
        rack: "R6 K1 K2",
        after: &["R5 R6 R7", "B1 B2 B3", "K1 K2 J"],
        replaced: Replaced::FromRack,
        lies: Lies::Anew,
        beside: (2, 2),
        together: true,
        jokers: 1,
    },
    Sample {
        table: &["R4 R5 R6 J"],
        rack: "K1 K2",
        after: &["R4 R5 R6", "K1 K2 J"],
        replaced: Replaced::No,
        lies: Lies::Anew,
        beside: (2, 2),
        together: false,
        jokers: 1,
    },
    Sample {
        table: &["R5 J R7", "R6 B6 K6 O6", "K1 K2 K3 K4"],
        rack: "K5",
        after: &["R5 R6 R7", "B6 K6 O6", "K1 K2 K3", "K4 K5 J"],
        replaced: Replaced::FromTable,
        lies: Lies::Anew,
        beside: (1, 1),
        together: true,
        jokers: 1,
    },
    Sample {
        table: &["R5 J R7", "B1 B2 B3"],
        rack: "R6",
        after: &["R5 R6 R7", "B1 B2 B3 J"],
        replaced: Replaced::FromRack,
        lies: Lies::WithAnothersRest,
        beside: (0, 0),
        together: true,
        jokers: 1,
    },
    Sample {
        table: &["R5 R6 J"],
        rack: "R7",
        after: &["R5 R6 R7 J"],
        replaced: Replaced::FromRack,
        lies: Lies::WithItsOwnRest,
        beside: (1, 0),
        together: true,
        jokers: 1,
    },
    Sample {
        table: &["R5 J R7", "B5 J B7"],
        rack: "R6 B6 K1",
        after: &["R5 R6 R7", "B5 B6 B7", "K1 J J"],
        replaced: Replaced::FromRack,
        lies: Lies::Anew,
        beside: (1, 1),
        together: true,
        jokers: 2,
    },
    Sample {
        table: &["R5 J R7 R8", "B8 K8 O8"],
        rack: "R4 R6 K1 K2",
        after: &["R4 R5 R6 R7", "R8 B8 K8 O8", "K1 K2 J"],
        replaced: Replaced::FromRack,
        lies: Lies::Anew,
        beside: (2, 2),
        together: false,
        jokers: 1,
    },
];

#[test]
fn every_field_asks_for_its_own_part_and_for_nothing_else() {
    let mut plays = 0;
    for sample in &SAMPLES {
        for &release in Release::ALL {
            for &reuse in Reuse::ALL {
                for rack_tiles_beside in 0..=2 {
                    for &sets in JokerSets::ALL {
                        for per_set in [None, Some(1), Some(2)] {
                            let here = at(sample.table, sample.rack).with(|r| {
                                r.joker.release = release;
                                r.joker.reuse = reuse;
                                r.joker.rack_tiles_beside = rack_tiles_beside;
                                r.joker.sets = sets;
                                r.joker.per_set = per_set;
                            });
                            let mut codes: Vec<_> =
                                here.judge(sample.after).reasons.iter().map(Reason::code).collect();
                            codes.sort_unstable();
                            codes.dedup();
                            assert_eq!(codes, owed(sample, here.ruleset.joker), "{:?}", here.ruleset.joker);
                            plays += 1;
                        }
                    }
                }
            }
        }
    }
    assert_eq!(plays, 7 * 3 * 3 * 3 * 2 * 3);
}

/// The codes of what the fields ask and the play does not give, in the order of rules.md.
fn owed(sample: &Sample, joker: JokerRule) -> Vec<ReasonCode> {
    let replaced = match joker.release {
        Release::Any => true,
        Release::Exact => sample.replaced != Replaced::No,
        Release::ExactRack => sample.replaced == Replaced::FromRack,
    };
    let beside = if joker.release == Release::Any { sample.beside.0 } else { sample.beside.1 };
    [
        (joker.per_set.is_none_or(|most| sample.jokers <= most), ReasonCode::TooManyJokers),
        (replaced, ReasonCode::JokerNotReplaced),
        (joker.reuse != Reuse::NewSet || sample.lies == Lies::Anew, ReasonCode::JokerNotInNewSet),
        (
            joker.reuse != Reuse::OtherSet || sample.lies != Lies::WithItsOwnRest,
            ReasonCode::JokerNotInOtherSet,
        ),
        (beside >= joker.rack_tiles_beside, ReasonCode::JokerNeedsRackTilesBeside),
        (joker.sets == JokerSets::Open || sample.together, ReasonCode::JokerSetBroken),
    ]
    .into_iter()
    .filter(|(given, _)| !given)
    .map(|(_, code)| code)
    .collect()
}
