//! The printed rulesets: rules.md §7 as a table, and Rommikubbi (§8).

use alloc::string::ToString;

use super::{
    BlockedTie, ClockRule, Family, IllegalPlay, JokerRule, JokerSets, LegalDraft, MatchEnd, OpeningRule,
    PenaltyRule, PoolEmpty, Ranking, Release, Reuse, Ruleset, Scoring, Starter, TableUse, TileSupply,
    UnopenedRule,
};

/// A row of the table: what a ruleset does otherwise than `classic-2600`.
struct Printed {
    name: &'static str,
    summary: &'static str,
    change: fn(&mut Ruleset),
}

/// The table, the default first.
const PRINTED: [Printed; 8] = [
    // rules.md §7, column 1, and the defaults of §10.
    Printed {
        name: Ruleset::DEFAULT_NAME,
        summary: "The classic game for 2-4: open with 30, a joker on the table is free for a new set, one round for each player.",
        change: |_| {},
    },
    // rules.md §7, column 2.
    Printed {
        name: "travel-2017",
        summary: "The travel edition for 2-4: a joker is replaced from the rack and laid with two more rack tiles; first to 100 points.",
        change: |r| {
            r.joker.release = Release::ExactRack;
            r.joker.rack_tiles_beside = 2;
            r.clock.turn_seconds = Some(120);
            r.r#match = MatchEnd::Target(100);
            r.ranking = Ranking::Points;
            r.blocked_tie = BlockedTie::Replay;
        },
    },
    // rules.md §7, column 3.
    Printed {
        name: "tactic-2008",
        summary: "For 2-4: sets with a joker stay together until the joker is replaced from the rack; one joker in a set.",
        change: |r| {
            r.joker.release = Release::ExactRack;
            r.joker.sets = JokerSets::Locked;
            r.joker.per_set = Some(1);
        },
    },
    // rules.md §7, column 4.
    Printed {
        name: "turniej-pl",
        summary: "The Polish tournament game for 2-4: a wrong play costs a tile, the round ends with the last tile drawn; four rounds.",
        change: |r| {
            r.joker.release = Release::Exact;
            r.joker.reuse = Reuse::OtherSet;
            r.penalty.rearranging = 1;
            r.illegal_play = IllegalPlay::Penalty;
            r.pool_empty = PoolEmpty::EndAtOnce;
            r.r#match = MatchEnd::Rounds(4);
            r.ranking = Ranking::Points;
            r.starter = Starter::Rotate;
        },
    },
    // rules.md §7, column 5.
    Printed {
        name: "sabra-no",
        summary: "The Norwegian game for 2-4: the table may be used in the turn of the opening; two minutes a turn; as many rounds as you like.",
        change: |r| {
            r.opening.table_use = TableUse::SameTurn;
            r.joker.release = Release::ExactRack;
            r.joker.reuse = Reuse::OtherSet;
            r.clock.turn_seconds = Some(120);
            r.r#match = MatchEnd::Open;
            r.ranking = Ranking::Points;
        },
    },
    // rules.md §7, column 6.
    Printed {
        name: "xp-6",
        summary: "The classic game for 5-6, with 160 tiles and four jokers.",
        change: |r| {
            r.tiles = TileSupply { numbers: 13, copies: 3, jokers: 4 };
            r.seats = [5, 6];
        },
    },
    // rules.md §7, column 7.
    Printed {
        name: "federation",
        summary: "Tournament rules for 2-4: 40 seconds a turn, a joker left costs 100, not having opened 100 or 200; four rounds.",
        change: |r| {
            r.joker.release = Release::Exact;
            r.joker.rack_points = 100;
            r.clock.turn_seconds = Some(40);
            r.pool_empty = PoolEmpty::OneMoreTurn;
            r.unopened = Some(UnopenedRule { could_not: 100, could: 200 });
            r.r#match = MatchEnd::Rounds(4);
            r.ranking = Ranking::Points;
            r.starter = Starter::Rotate;
        },
    },
    // rules.md §8 and the Rommikubbi values of §10; fields that its rules do not use keep their defaults.
    Printed {
        name: "rommikubbi",
        summary: "A different game for 2-5 on the same tiles: a discard pile, sets that score for their owner; first to 500 points.",
        change: |r| {
            r.family = Family::Rommikubbi;
            r.seats = [2, 5];
            r.opening.min_points = 51;
            r.joker.rack_points = 15;
            r.clock.turn_seconds = None;
            r.r#match = MatchEnd::Target(500);
            r.ranking = Ranking::Points;
            r.starter = Starter::Rotate;
        },
    },
];

impl Printed {
    fn ruleset(&self) -> Ruleset {
        let mut ruleset = classic(self.name);
        (self.change)(&mut ruleset);
        ruleset
    }
}

/// The defaults of rules.md §10, which are `classic-2600`.
fn classic(name: &str) -> Ruleset {
    Ruleset {
        name: name.to_string(),
        family: Family::Rummikub,
        tiles: TileSupply { numbers: 13, copies: 2, jokers: 2 },
        seats: [2, 4],
        rack: 14,
        opening: OpeningRule { min_points: 30, table_use: TableUse::NextTurn },
        joker: JokerRule {
            release: Release::Any,
            reuse: Reuse::NewSet,
            rack_tiles_beside: 0,
            sets: JokerSets::Open,
            per_set: None,
            rack_points: 30,
        },
        clock: ClockRule { turn_seconds: Some(60), grace_ms: 250, legal_draft: LegalDraft::Stands },
        penalty: PenaltyRule { timeout: 1, rearranging: 3 },
        illegal_play: IllegalPlay::Refuse,
        must_play: false,
        pool_empty: PoolEmpty::PlayOn,
        scoring: Scoring::ZeroSum,
        unopened: None,
        blocked_tie: BlockedTie::Void,
        starter: Starter::Draw,
        r#match: MatchEnd::Cycles(1),
        ranking: Ranking::Wins,
    }
}

impl Ruleset {
    /// The name of the ruleset that is played when nobody chooses another.
    pub const DEFAULT_NAME: &'static str = "classic-2600";

    /// The printed ruleset of this name; `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        PRINTED.iter().find(|row| row.name == name).map(Printed::ruleset)
    }

    /// The printed rulesets: the seven of rules.md §7, the default first, then Rommikubbi.
    pub fn printed() -> impl Iterator<Item = Self> {
        PRINTED.iter().map(Printed::ruleset)
    }

    /// One English sentence on the printed ruleset of this name, for lists; empty if the name is none of theirs.
    ///
    /// It says nothing about fields that a room overrides.
    pub fn summary(&self) -> &'static str {
        PRINTED.iter().find(|row| row.name == self.name).map_or("", |row| row.summary)
    }
}

impl Default for Ruleset {
    /// `classic-2600`.
    fn default() -> Self {
        classic(Self::DEFAULT_NAME)
    }
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String, vec::Vec};

    use super::*;

    /// rules.md §7 line by line; `–` in the page is `null` here.
    const TABLE: &str = "
name                    | classic-2600 | travel-2017 | tactic-2008 | turniej-pl | sabra-no | xp-6 | federation
seats                   | 2-4 | 2-4 | 2-4 | 2-4 | 2-4 | 5-6 | 2-4
tiles                   | 106 | 106 | 106 | 106 | 106 | 160 | 106
copies                  | 2 | 2 | 2 | 2 | 2 | 3 | 2
jokers                  | 2 | 2 | 2 | 2 | 2 | 4 | 2
opening.table_use       | next_turn | next_turn | next_turn | next_turn | same_turn | next_turn | next_turn
joker.release           | any | exact_rack | exact_rack | exact | exact_rack | any | exact
joker.reuse             | new_set | new_set | new_set | other_set | other_set | new_set | new_set
joker.rack_tiles_beside | 0 | 2 | 0 | 0 | 0 | 0 | 0
joker.sets              | open | open | locked | open | open | open | open
joker.per_set           | null | null | 1 | null | null | null | null
turn_seconds            | 60 | 120 | 60 | 60 | 120 | 60 | 40
penalty                 | 1 / 3 | 1 / 3 | 1 / 3 | 1 / 1 | 1 / 3 | 1 / 3 | 1 / 3
illegal_play            | refuse | refuse | refuse | penalty | refuse | refuse | refuse
pool_empty              | play_on | play_on | play_on | end_at_once | play_on | play_on | one_more_turn
joker left on the rack  | 30 | 30 | 30 | 30 | 30 | 30 | 100
unopened                | null | null | null | null | null | null | 100 / 200
match                   | cycles 1 | target 100 | cycles 1 | rounds 4 | open | cycles 1 | rounds 4
ranking                 | wins | points | wins | points | points | wins | points
blocked_tie             | void | replay | void | void | void | void | void
starter                 | draw | draw | draw | rotate | draw | draw | rotate";

    /// §10's defaults, which no printed text of the family changes.
    const SAME_FOR_ALL: &str =
        "rack 14, min 30, grace 250, legal draft stands, must play false, zero_sum, 1-13";

    fn cell(r: &Ruleset, field: &str) -> String {
        let or_null = |n: Option<u16>| n.map_or("null".into(), |n| format!("{n}"));
        match field {
            "name" => r.name.clone(),
            "seats" => format!("{}-{}", r.seats[0], r.seats[1]),
            "tiles" => format!("{}", r.tiles.total()),
            "copies" => format!("{}", r.tiles.copies),
            "jokers" => format!("{}", r.tiles.jokers),
            "opening.table_use" => format!("{}", r.opening.table_use),
            "joker.release" => format!("{}", r.joker.release),
            "joker.reuse" => format!("{}", r.joker.reuse),
            "joker.rack_tiles_beside" => format!("{}", r.joker.rack_tiles_beside),
            "joker.sets" => format!("{}", r.joker.sets),
            "joker.per_set" => or_null(r.joker.per_set.map(u16::from)),
            "turn_seconds" => or_null(r.clock.turn_seconds),
            "penalty" => format!("{} / {}", r.penalty.timeout, r.penalty.rearranging),
            "illegal_play" => format!("{}", r.illegal_play),
            "pool_empty" => format!("{}", r.pool_empty),
            "joker left on the rack" => format!("{}", r.joker.rack_points),
            "unopened" => r.unopened.map_or("null".into(), |u| format!("{} / {}", u.could_not, u.could)),
            "match" => match r.r#match {
                MatchEnd::Cycles(n) => format!("cycles {n}"),
                MatchEnd::Target(n) => format!("target {n}"),
                MatchEnd::Rounds(n) => format!("rounds {n}"),
                MatchEnd::Open => "open".into(),
            },
            "ranking" => format!("{}", r.ranking),
            "blocked_tie" => format!("{}", r.blocked_tie),
            "starter" => format!("{}", r.starter),
            other => panic!("no such field: {other}"),
        }
    }

    #[test]
    fn the_seven_are_as_in_the_table_of_the_rules() {
        let printed: Vec<_> = Ruleset::printed().collect();
        for line in TABLE.lines().filter(|line| !line.is_empty()) {
            let mut cells = line.split('|').map(str::trim);
            let field = cells.next().unwrap();
            let expected: Vec<_> = cells.collect();
            assert_eq!(expected.len(), 7, "{field}");
            for (ruleset, expected) in printed.iter().zip(expected) {
                assert_eq!(cell(ruleset, field), expected, "{field} of {}", ruleset.name);
            }
        }
    }

    #[test]
    fn what_the_table_does_not_list_is_the_default() {
        for r in Ruleset::printed().take(7) {
            let same = format!(
                "rack {}, min {}, grace {}, legal draft {}, must play {}, {}, 1-{}",
                r.rack,
                r.opening.min_points,
                r.clock.grace_ms,
                r.clock.legal_draft,
                r.must_play,
                r.scoring,
                r.tiles.numbers
            );
            assert_eq!(same, SAME_FOR_ALL, "{}", r.name);
            assert_eq!(r.family, Family::Rummikub);
        }
    }

    #[test]
    fn rommikubbi_opens_with_51_and_is_played_to_500_without_a_clock() {
        let r = Ruleset::named("rommikubbi").unwrap();
        assert_eq!(r.family, Family::Rommikubbi);
        assert_eq!((r.seats, r.rack, r.tiles.total()), ([2, 5], 14, 106));
        assert_eq!((r.opening.min_points, r.joker.rack_points), (51, 15));
        assert_eq!(r.clock.turn_seconds, None);
        assert_eq!((r.r#match, r.starter), (MatchEnd::Target(500), Starter::Rotate));
    }

    #[test]
    fn every_name_finds_its_ruleset_and_no_other_does() {
        for ruleset in Ruleset::printed() {
            assert_eq!(Ruleset::named(&ruleset.name).as_ref(), Some(&ruleset));
            assert!(ruleset.summary().ends_with('.'), "{}", ruleset.name);
        }
        assert_eq!(Ruleset::printed().next(), Some(Ruleset::default()));
        for name in ["", "classic", "Classic-2600", "classic-2600 "] {
            assert_eq!(Ruleset::named(name), None, "{name:?}");
        }
    }

    #[test]
    fn the_tiles_are_as_many_of_each_face_as_the_ruleset_says() {
        for ruleset in Ruleset::printed() {
            let counts: crate::FaceCounts = ruleset.tiles.faces().collect();
            assert_eq!(counts.total(), ruleset.tiles.total());
            assert_eq!(counts.jokers(), ruleset.tiles.jokers);
            assert!(crate::Face::all().filter(|f| !f.is_joker()).all(|f| counts[f] == ruleset.tiles.copies));
        }
    }
}
