//! Ids and numbers, each a type of its own so that they cannot be mixed up.

use std::fmt;

use uuid::Uuid;

macro_rules! uuid_ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    )*};
}

macro_rules! text_ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// The text as it was given.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }
    )*};
}

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident($number:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $number);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

uuid_ids! {
    /// A player's public id. It opens nothing; the token does.
    PlayerId;
    /// A room's id. It is not the code that players type.
    RoomId;
    /// A match's id, the same in the archive as while it is played.
    MatchId;
}

text_ids! {
    /// The code by which people find an open room. The store compares it as it is, so the caller brings it
    /// into one spelling first.
    RoomCode;
    /// A command's id, chosen by the client, unique for one player in one room (protocol.md §11).
    CommandId;
    /// Who owns a room: the boot id of a server process.
    Owner;
}

numbers! {
    /// The number of an event in its room, without gaps. At most `i64::MAX`.
    Seq(u64);
    /// The number of an ownership of a room: it grows by one whenever the room is taken.
    Epoch(u64);
    /// The number of a deal in its room.
    DealNo(u32);
    /// The number of a match in its room.
    MatchNo(u32);
    /// The number of a round in its match.
    RoundNo(u32);
    /// A seat at the table.
    SeatNo(u8);
}

impl Epoch {
    /// The epoch of whoever creates a room.
    pub const FIRST: Self = Self(1);
}
