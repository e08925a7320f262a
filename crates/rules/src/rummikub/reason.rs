//! Why a play is illegal, and where the fault lies.

use core::fmt;

use alloc::vec::Vec;

use crate::{Face, SetFault, rummikub::ReasonCode};

/// A place in the table as it was sent: which set, and which tile of it, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The set.
    pub set: usize,
    /// The tile in it, where the fault is one tile's.
    pub tile: Option<usize>,
}

impl Place {
    /// A whole set.
    pub const fn set(set: usize) -> Self {
        Self { set, tile: None }
    }
}

/// One fault of a play: what, where, and the figures that explain it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// `count` tiles of this face lay on the table and are not there any more.
    TileTakenFromTable {
        /// The missing face.
        tile: Face,
        /// How many are missing.
        count: u8,
    },
    /// `count` tiles of this face were added that the rack does not hold.
    TileNotInRack {
        /// The face.
        tile: Face,
        /// How many too many there are.
        count: u8,
        /// The last place where it lies.
        place: Option<Place>,
    },
    /// Nothing of the rack was laid.
    NoRackTilePlayed,
    /// A set is wrong in itself.
    Set {
        /// Which one.
        set: usize,
        /// What is wrong.
        fault: SetFault,
    },
    /// The sets made of rack tiles are worth too little.
    OpeningTooLow {
        /// What they are worth.
        have: u16,
        /// What the ruleset asks for.
        need: u16,
    },
    /// This set of the old table did not stay as it was.
    OpeningUsesTable {
        /// The old set.
        old: usize,
    },
    /// A joker was retrieved and none of these faces took its place.
    JokerNotReplaced {
        /// Where the joker lies now.
        place: Place,
        /// The faces that it may have stood for.
        faces: Vec<Face>,
    },
    /// A retrieved joker lies in a set that is not new.
    JokerNotInNewSet {
        /// Where it lies.
        place: Place,
    },
    /// A retrieved joker lies in its own old set.
    JokerNotInOtherSet {
        /// Where it lies.
        place: Place,
    },
    /// Too few rack tiles lie beside a retrieved joker.
    JokerNeedsRackTilesBeside {
        /// Where the joker lies.
        place: Place,
        /// How many rack tiles lie there that count.
        have: u8,
        /// How many the ruleset asks for.
        need: u8,
    },
    /// What this set of the old table held does not lie together any more.
    JokerSetBroken {
        /// The old set.
        old: usize,
    },
}

impl Reason {
    /// Its code.
    pub const fn code(&self) -> ReasonCode {
        match self {
            Self::TileTakenFromTable { .. } => ReasonCode::TileTakenFromTable,
            Self::TileNotInRack { .. } => ReasonCode::TileNotInRack,
            Self::NoRackTilePlayed => ReasonCode::NoRackTilePlayed,
            Self::Set { fault: SetFault::TooShort { .. }, .. } => ReasonCode::SetTooShort,
            Self::Set { fault: SetFault::NotASet { .. }, .. } => ReasonCode::NotASet,
            Self::Set { fault: SetFault::TooManyJokers { .. }, .. } => ReasonCode::TooManyJokers,
            Self::OpeningTooLow { .. } => ReasonCode::OpeningTooLow,
            Self::OpeningUsesTable { .. } => ReasonCode::OpeningUsesTable,
            Self::JokerNotReplaced { .. } => ReasonCode::JokerNotReplaced,
            Self::JokerNotInNewSet { .. } => ReasonCode::JokerNotInNewSet,
            Self::JokerNotInOtherSet { .. } => ReasonCode::JokerNotInOtherSet,
            Self::JokerNeedsRackTilesBeside { .. } => ReasonCode::JokerNeedsRackTilesBeside,
            Self::JokerSetBroken { .. } => ReasonCode::JokerSetBroken,
        }
    }

    /// Where it lies in the table as it was sent, where there is such a place.
    pub const fn place(&self) -> Option<Place> {
        match self {
            Self::Set { set, fault } => {
                let tile = match fault {
                    SetFault::NotASet { tile: Some(tile), .. } => Some(*tile as usize),
                    _ => None,
                };
                Some(Place { set: *set, tile })
            }
            Self::TileNotInRack { place, .. } => *place,
            Self::JokerNotReplaced { place, .. }
            | Self::JokerNotInNewSet { place }
            | Self::JokerNotInOtherSet { place }
            | Self::JokerNeedsRackTilesBeside { place, .. } => Some(*place),
            _ => None,
        }
    }

    /// The set of the old table that it speaks of, where it speaks of one.
    pub const fn old_set(&self) -> Option<usize> {
        match self {
            Self::OpeningUsesTable { old } | Self::JokerSetBroken { old } => Some(*old),
            _ => None,
        }
    }

    /// Whether a player with real tiles could have made this fault.
    ///
    /// Where an illegal play costs tiles, it costs them for these alone; a tile from nowhere is always refused (rules.md
    /// §10).
    pub const fn can_happen_with_real_tiles(&self) -> bool {
        !matches!(self, Self::TileNotInRack { .. })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TileTakenFromTable { tile, count: 1 } => write!(f, "{tile} lay on the table and is gone"),
            Self::TileTakenFromTable { tile, count } => {
                write!(f, "{count} × {tile} lay on the table and are gone")
            }
            Self::TileNotInRack { tile, count: 1, .. } => write!(f, "your rack does not hold this {tile}"),
            Self::TileNotInRack { tile, count, .. } => {
                write!(f, "your rack does not hold these {count} × {tile}")
            }
            Self::NoRackTilePlayed => f.write_str("lay at least one tile of your rack"),
            Self::Set { fault, .. } => fault.fmt(f),
            Self::OpeningTooLow { need: 0, .. } => f.write_str("open with a set of your own tiles"),
            Self::OpeningTooLow { have, need } => write!(f, "opening: {have} of {need} points"),
            Self::OpeningUsesTable { .. } => {
                f.write_str("the table stays as it is until your opening has been made")
            }
            Self::JokerNotReplaced { faces, .. } => {
                f.write_str("the joker must be replaced by ")?;
                for (i, face) in faces.iter().enumerate() {
                    write!(f, "{}{face}", if i == 0 { "" } else { " or " })?;
                }
                Ok(())
            }
            Self::JokerNotInNewSet { .. } => f.write_str("a joker taken from a set must go into a new set"),
            Self::JokerNotInOtherSet { .. } => {
                f.write_str("a joker taken from a set must go into another set")
            }
            Self::JokerNeedsRackTilesBeside { have, need, .. } => {
                write!(f, "{have} of {need} tiles of your rack lie beside the joker taken from a set")
            }
            Self::JokerSetBroken { .. } => f.write_str("a set with a joker must stay together"),
        }
    }
}
