//! Whether a ruleset can be played, and how it differs from the printed one.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{Family, MatchEnd, OverrideError, Ruleset, limit};

/// A field whose value differs from the printed ruleset's; rooms show these.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub struct Difference {
    /// The field's JSON name with a dot for each level, as `clock.turn_seconds`.
    pub field: String,
    /// The printed value as text: a number, a word, `null`, `true`, or an object as `{"cycles": 1}`.
    pub printed: String,
    /// The value here, written in the same way.
    pub here: String,
}

/// Why a number of players cannot be dealt to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DealError {
    /// The ruleset is for another number of players.
    #[error("{players} players: this ruleset is for {min} to {max}")]
    Players {
        /// How many there are.
        players: u8,
        /// The least.
        min: u8,
        /// The most.
        max: u8,
    },
    /// The racks would need more tiles than there are.
    #[error("the racks would need {needed} tiles and there are {tiles}")]
    Tiles {
        /// How many tiles the racks need.
        needed: usize,
        /// How many tiles there are.
        tiles: usize,
    },
}

/// The open fields that Rommikubbi asks (rules.md §8).
const ROMMIKUBBI_FIELDS: &[&str] = &[
    "rack",
    "opening.min_points",
    "joker.rack_points",
    "clock.turn_seconds",
    "clock.grace_ms",
    "clock.legal_draft",
    "starter",
    "match",
];

impl Ruleset {
    /// Checks every field against its range (rules.md §10), and those that belong to the ruleset against the printed one.
    ///
    /// # Errors
    ///
    /// The first field that is out of range.
    pub fn validate(&self) -> Result<(), OverrideError> {
        let refused = |field, value: String, allowed: String| Err(OverrideError { field, value, allowed });
        let Some(printed) = Self::named(&self.name) else {
            let names: Vec<_> = Self::printed().map(|r| r.name).collect();
            return refused("name", self.name.clone(), names.join(", "));
        };
        let (here, there) = (self.fixed_fields(), printed.fixed_fields());
        for ((field, here), (_, there)) in here.into_iter().zip(there) {
            if here != there {
                return refused(field, here, there);
            }
        }
        limit::RACK.check(self.rack)?;
        if self.family == Family::Rommikubbi && self.rack != printed.rack {
            // The stacks of the deal fix it (rules.md §8).
            return refused("rack", self.rack.to_string(), printed.rack.to_string());
        }
        limit::OPENING_MIN_POINTS.check(self.opening.min_points)?;
        limit::JOKER_RACK_TILES_BESIDE.check(self.joker.rack_tiles_beside)?;
        self.joker.per_set.map_or(Ok(()), |n| limit::JOKER_PER_SET.check(n))?;
        limit::JOKER_RACK_POINTS.check(self.joker.rack_points)?;
        self.clock.turn_seconds.map_or(Ok(()), |n| limit::CLOCK_TURN_SECONDS.check(n))?;
        limit::CLOCK_GRACE_MS.check(self.clock.grace_ms)?;
        limit::PENALTY_TIMEOUT.check(self.penalty.timeout)?;
        limit::PENALTY_REARRANGING.check(self.penalty.rearranging)?;
        if let Some(unopened) = self.unopened {
            limit::UNOPENED_COULD_NOT.check(unopened.could_not)?;
            limit::UNOPENED_COULD.check(unopened.could)?;
        }
        match self.r#match {
            MatchEnd::Cycles(n) => limit::MATCH_CYCLES.check(n),
            MatchEnd::Target(n) => limit::MATCH_TARGET.check(n),
            MatchEnd::Rounds(n) => limit::MATCH_ROUNDS.check(n),
            MatchEnd::Open => Ok(()),
        }
    }

    /// Checks that so many players can sit down and be dealt their racks.
    ///
    /// # Errors
    ///
    /// The number of players is not one of the ruleset's, or the tiles do not go round.
    pub fn deal_fits(&self, players: u8) -> Result<(), DealError> {
        let [min, max] = self.seats;
        if !(min..=max).contains(&players) {
            return Err(DealError::Players { players, min, max });
        }
        // In Rommikubbi the starter has one more (rules.md §8).
        let more = usize::from(self.family == Family::Rommikubbi);
        let (needed, tiles) = (usize::from(players) * usize::from(self.rack) + more, self.tiles.total());
        if needed > tiles { Err(DealError::Tiles { needed, tiles }) } else { Ok(()) }
    }

    /// The fields that differ from the printed ruleset of this name, in the order of rules.md §10.
    ///
    /// Empty as well if no printed ruleset has this name; [`Ruleset::validate`] refuses that.
    pub fn differences(&self) -> Vec<Difference> {
        let Some(printed) = Self::named(&self.name) else { return Vec::new() };
        let (here, there) = (self.open_fields(), printed.open_fields());
        here.into_iter()
            .zip(there)
            .filter(|((_, here), (_, there))| here != there)
            .map(|((field, here), (_, printed))| Difference { field: field.to_string(), printed, here })
            .collect()
    }

    /// Whether the game of this ruleset asks this field, by its JSON name with a dot for each level. A field that it does not ask
    /// keeps its printed value and means nothing.
    pub fn uses(&self, field: &str) -> bool {
        match self.family {
            Family::Rummikub => true,
            Family::Rommikubbi => ROMMIKUBBI_FIELDS.contains(&field),
        }
    }

    /// The fields that a room cannot change.
    fn fixed_fields(&self) -> [(&'static str, String); 3] {
        let (tiles, [min, max]) = (self.tiles, self.seats);
        [
            ("family", self.family.to_string()),
            (
                "tiles",
                format!(
                    r#"{{"numbers": {}, "copies": {}, "jokers": {}}}"#,
                    tiles.numbers, tiles.copies, tiles.jokers
                ),
            ),
            ("seats", format!("[{min}, {max}]")),
        ]
    }

    /// The fields that a room can change, as text.
    fn open_fields(&self) -> [(&'static str, String); 23] {
        let or_null = |n: Option<u16>| n.map_or_else(|| "null".to_string(), |n| n.to_string());
        let unopened = self.unopened.map_or_else(
            || "null".to_string(),
            |u| format!(r#"{{"could_not": {}, "could": {}}}"#, u.could_not, u.could),
        );
        [
            ("rack", self.rack.to_string()),
            ("opening.min_points", self.opening.min_points.to_string()),
            ("opening.table_use", self.opening.table_use.to_string()),
            ("joker.release", self.joker.release.to_string()),
            ("joker.reuse", self.joker.reuse.to_string()),
            ("joker.rack_tiles_beside", self.joker.rack_tiles_beside.to_string()),
            ("joker.sets", self.joker.sets.to_string()),
            ("joker.per_set", or_null(self.joker.per_set.map(u16::from))),
            ("joker.rack_points", self.joker.rack_points.to_string()),
            ("clock.turn_seconds", or_null(self.clock.turn_seconds)),
            ("clock.grace_ms", self.clock.grace_ms.to_string()),
            ("clock.legal_draft", self.clock.legal_draft.to_string()),
            ("penalty.timeout", self.penalty.timeout.to_string()),
            ("penalty.rearranging", self.penalty.rearranging.to_string()),
            ("illegal_play", self.illegal_play.to_string()),
            ("must_play", self.must_play.to_string()),
            ("pool_empty", self.pool_empty.to_string()),
            ("scoring", self.scoring.to_string()),
            ("unopened", unopened),
            ("blocked_tie", self.blocked_tie.to_string()),
            ("starter", self.starter.to_string()),
            ("match", self.r#match.to_string()),
            ("ranking", self.ranking.to_string()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classic() -> Ruleset {
        Ruleset::default()
    }

    #[test]
    fn every_printed_ruleset_is_valid_and_differs_from_itself_in_nothing() {
        for ruleset in Ruleset::printed() {
            assert_eq!(ruleset.validate(), Ok(()), "{}", ruleset.name);
            assert_eq!(ruleset.differences(), [], "{}", ruleset.name);
        }
    }

    #[test]
    fn what_belongs_to_the_ruleset_cannot_be_changed() {
        let mut other_tiles = classic();
        other_tiles.tiles.jokers = 3;
        let mut other_seats = classic();
        other_seats.seats = [2, 6];
        let mut other_family = classic();
        other_family.family = Family::Rommikubbi;
        let mut no_such = classic();
        no_such.name = "classic".into();
        for (ruleset, field) in
            [(other_tiles, "tiles"), (other_seats, "seats"), (other_family, "family"), (no_such, "name")]
        {
            assert_eq!(ruleset.validate().unwrap_err().field, field);
        }
    }

    #[test]
    fn rommikubbi_asks_a_few_fields_and_each_of_them_is_one() {
        let rommikubbi = Ruleset::named("rommikubbi").unwrap();
        let open: Vec<_> = rommikubbi.open_fields().into_iter().map(|(field, _)| field).collect();
        assert!(ROMMIKUBBI_FIELDS.iter().all(|field| open.contains(field)));
        assert!(rommikubbi.uses("match") && !rommikubbi.uses("pool_empty") && classic().uses("pool_empty"));
    }

    #[test]
    fn a_room_shows_what_it_plays_otherwise() {
        let mut ruleset = Ruleset::named("federation").unwrap();
        ruleset.clock.turn_seconds = None;
        ruleset.unopened = None;
        ruleset.must_play = true;
        ruleset.r#match = MatchEnd::Target(200);
        let shown: Vec<_> = ruleset
            .differences()
            .into_iter()
            .map(|d| format!("{}: {} -> {}", d.field, d.printed, d.here))
            .collect();
        assert_eq!(
            shown,
            [
                "clock.turn_seconds: 40 -> null",
                "must_play: false -> true",
                r#"unopened: {"could_not": 100, "could": 200} -> null"#,
                r#"match: {"rounds": 4} -> {"target": 200}"#,
            ]
        );
    }

    #[test]
    fn every_number_of_seats_can_be_dealt_the_largest_rack() {
        for mut ruleset in Ruleset::printed() {
            if ruleset.family == Family::Rummikub {
                ruleset.rack = 20;
            }
            let [min, max] = ruleset.seats;
            for players in min..=max {
                assert_eq!(ruleset.deal_fits(players), Ok(()), "{} with {players}", ruleset.name);
            }
            assert_eq!(ruleset.deal_fits(min - 1), Err(DealError::Players { players: min - 1, min, max }));
            assert_eq!(ruleset.deal_fits(max + 1), Err(DealError::Players { players: max + 1, min, max }));
        }
    }

    #[test]
    fn racks_that_need_more_tiles_than_there_are_are_refused() {
        let mut ruleset = classic();
        ruleset.rack = 27;
        assert_eq!(ruleset.deal_fits(4), Err(DealError::Tiles { needed: 108, tiles: 106 }));
        assert_eq!(ruleset.deal_fits(3), Ok(()));
    }
}
