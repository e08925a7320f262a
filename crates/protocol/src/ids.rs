//! Who and what a message speaks of: public ids, and numbers that count.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use ts_rs::TS;
use uuid::Uuid;

/// The largest integer that a JavaScript number holds exactly; no number on the wire is larger.
pub const INTEGER_MAX: u64 = (1 << 53) - 1;

macro_rules! public_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS)]
        #[serde(transparent)]
        #[ts(export_to = "sarja.ts")]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<Uuid> for $name {
            fn from(id: Uuid) -> Self {
                Self(id)
            }
        }
    };
}

public_id! {
    /// A player, as everybody may know it. It opens nothing: a seat opens only to the session token.
    PlayerId
}
public_id! {
    /// A room, as its members know it. It admits nobody: the code does.
    RoomId
}
public_id! {
    /// A match played in a room.
    MatchId
}

macro_rules! counter {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
        )]
        #[serde(transparent)]
        #[ts(export_to = "sarja.ts")]
        pub struct $name(pub $inner);

        impl $name {
            /// The one after this.
            #[must_use]
            pub const fn next(self) -> Self {
                Self(self.0 + 1)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

counter! {
    /// The number of a turn, counted within the *room*: it is never used again, not in another round or match either.
    TurnNumber(u32)
}
counter! {
    /// The number of a draft within its turn, chosen by the client; the highest wins.
    DraftNumber(u32)
}
counter! {
    /// The name of a set on the table, which stays as long as the set does.
    SetId(u32)
}

macro_rules! large_counter {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema, TS)]
        #[serde(transparent)]
        #[schemars(transparent)]
        #[ts(export_to = "sarja.ts")]
        pub struct $name(
            #[schemars(range(max = INTEGER_MAX))]
            #[ts(type = "number")]
            pub u64,
        );

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = u64::deserialize(deserializer)?;
                if value > INTEGER_MAX {
                    return Err(D::Error::custom(format_args!("{value} is larger than {INTEGER_MAX}")));
                }
                Ok(Self(value))
            }
        }
    };
}

large_counter! {
    /// The number of an event in its room, from 1 without gaps; 0 before the first.
    Seq
}
large_counter! {
    /// Which owner of the room numbered an event; it grows when the room restarts or moves.
    Epoch
}
large_counter! {
    /// A moment on the room's own timeline, in milliseconds since the room was made. No wall clock is meant.
    RoomMs
}
large_counter! {
    /// What a practice room makes its chance from; the same seed gives the same tiles.
    PracticeSeed
}

impl Seq {
    /// The number of the next event.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl RoomMs {
    /// The moment this many milliseconds later.
    #[must_use]
    pub const fn plus(self, ms: u32) -> Self {
        Self(self.0.saturating_add(ms as u64))
    }

    /// How many milliseconds lie between an earlier moment and this one; 0 if it is not earlier.
    #[must_use]
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}
