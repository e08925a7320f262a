//! The names of what can be wrong with a play.

use core::fmt;

/// The names of the faults, as they stand in rules.md §2-§4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub enum ReasonCode {
    /// A tile that lay on the table is gone.
    TileTakenFromTable,
    /// A tile has been added that the rack does not hold.
    TileNotInRack,
    /// Nothing of the rack was laid.
    NoRackTilePlayed,
    /// A set has fewer than three tiles.
    SetTooShort,
    /// Tiles are neither a run nor a group.
    NotASet,
    /// A set holds more jokers than the ruleset allows.
    TooManyJokers,
    /// The opening is not worth enough.
    OpeningTooLow,
    /// The table was used before the opening allows it.
    OpeningUsesTable,
    /// No real tile took the place of a retrieved joker.
    JokerNotReplaced,
    /// A retrieved joker does not lie in a new set.
    JokerNotInNewSet,
    /// A retrieved joker lies in its own old set.
    JokerNotInOtherSet,
    /// Too few rack tiles lie beside a retrieved joker.
    JokerNeedsRackTilesBeside,
    /// What a set with jokers held does not lie together any more.
    JokerSetBroken,
}

impl ReasonCode {
    /// All codes, in the order of rules.md.
    pub const ALL: [Self; 13] = [
        Self::TileTakenFromTable,
        Self::TileNotInRack,
        Self::NoRackTilePlayed,
        Self::SetTooShort,
        Self::NotASet,
        Self::TooManyJokers,
        Self::OpeningTooLow,
        Self::OpeningUsesTable,
        Self::JokerNotReplaced,
        Self::JokerNotInNewSet,
        Self::JokerNotInOtherSet,
        Self::JokerNeedsRackTilesBeside,
        Self::JokerSetBroken,
    ];

    /// The code as it is written on the wire and in referee cases.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TileTakenFromTable => "tile_taken_from_table",
            Self::TileNotInRack => "tile_not_in_rack",
            Self::NoRackTilePlayed => "no_rack_tile_played",
            Self::SetTooShort => "set_too_short",
            Self::NotASet => "not_a_set",
            Self::TooManyJokers => "too_many_jokers",
            Self::OpeningTooLow => "opening_too_low",
            Self::OpeningUsesTable => "opening_uses_table",
            Self::JokerNotReplaced => "joker_not_replaced",
            Self::JokerNotInNewSet => "joker_not_in_new_set",
            Self::JokerNotInOtherSet => "joker_not_in_other_set",
            Self::JokerNeedsRackTilesBeside => "joker_needs_rack_tiles_beside",
            Self::JokerSetBroken => "joker_set_broken",
        }
    }
}

impl fmt::Display for ReasonCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
