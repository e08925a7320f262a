//! The client's own name for a command.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The client's own name for a command: 1 to 64 visible ASCII characters, unique for the player in the room.
///
/// The same id with the same command is answered as the first time and done once; with another command it is refused.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(try_from = "String", into = "String")]
#[schemars(!try_from, !into, transparent)]
#[ts(export_to = "sarja.ts", as = "String")]
pub struct CommandId(#[schemars(regex(pattern = r"^[!-~]{1,64}$"))] Box<str>);

/// A text that is no command id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a command id has 1 to {max} visible ASCII characters", max = CommandId::LENGTH_MAX)]
pub struct CommandIdError;

impl CommandId {
    /// The most characters of a command id: a UUID and some room.
    pub const LENGTH_MAX: usize = crate::limits::COMMAND_ID_LENGTH_MAX;

    /// The id with this text.
    pub fn new(text: impl Into<String>) -> Result<Self, CommandIdError> {
        let text = text.into();
        let fits = (1..=Self::LENGTH_MAX).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
        if fits { Ok(Self(text.into())) } else { Err(CommandIdError) }
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for CommandId {
    type Err = CommandIdError;

    fn from_str(text: &str) -> Result<Self, CommandIdError> {
        Self::new(text)
    }
}

impl TryFrom<String> for CommandId {
    type Error = CommandIdError;

    fn try_from(text: String) -> Result<Self, CommandIdError> {
        Self::new(text)
    }
}

impl From<CommandId> for String {
    fn from(id: CommandId) -> Self {
        id.0.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visible_ascii_up_to_64_is_an_id_and_nothing_else() {
        assert!(CommandId::new("a").is_ok());
        assert!(CommandId::new("~".repeat(64)).is_ok());
        for text in ["", "a b", "a\n", "ä", &"a".repeat(65)] {
            assert_eq!(CommandId::new(text), Err(CommandIdError), "{text:?}");
        }
    }
}
