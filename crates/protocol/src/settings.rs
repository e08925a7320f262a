//! What a room is played by.

use sarja_rules::{Overrides, Ruleset};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::RoomPassword;

/// The ruleset of a room for which none was chosen (rules.md §7).
pub const RULESET_DEFAULT: &str = "classic-2600";

fn ruleset_default() -> String {
    RULESET_DEFAULT.to_owned()
}

/// What the maker of a room, or its host, asks for. Every field may be left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct Settings {
    /// The name of the printed ruleset.
    #[serde(default = "ruleset_default")]
    #[schemars(length(max = 40))]
    #[ts(as = "Option<String>")]
    pub ruleset: String,
    /// The fields of the ruleset that this room plays otherwise (rules.md §10).
    #[serde(default)]
    #[ts(as = "Option<Overrides>")]
    pub overrides: Overrides,
    /// How many seats there are; without it as many as the ruleset allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// Whether drafts are shown to all.
    #[serde(default)]
    #[ts(as = "Option<Drafts>")]
    pub drafts: Drafts,
    /// Whether others may watch.
    #[serde(default)]
    #[ts(as = "Option<Spectators>")]
    pub spectators: Spectators,
    /// Whether there is chat, in the lobby and between rounds.
    #[serde(default)]
    #[ts(as = "Option<Switch>")]
    pub chat: Switch,
    /// Whether there are quick reactions.
    #[serde(default)]
    #[ts(as = "Option<Switch>")]
    pub reactions: Switch,
    /// What hints players may ask for; in Rommikubbi there are none.
    #[serde(default)]
    #[ts(as = "Option<Hints>")]
    pub hints: Hints,
    /// A password that who comes by code has to give; without it the code is enough. In `change_settings` the old password
    /// stays if this is left out, and an empty text removes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<PasswordChange>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            ruleset: ruleset_default(),
            overrides: Overrides::default(),
            seats: None,
            drafts: Drafts::default(),
            spectators: Spectators::default(),
            chat: Switch::default(),
            reactions: Switch::default(),
            hints: Hints::default(),
            password: None,
        }
    }
}

/// A password that is set, or taken away by an empty text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(try_from = "String", into = "String")]
#[schemars(!try_from, !into, with = "String", extend("maxLength" = crate::limits::PASSWORD_LENGTH_MAX))]
#[ts(export_to = "sarja.ts", as = "String")]
pub enum PasswordChange {
    /// From now on this one.
    Set(RoomPassword),
    /// From now on none.
    Remove,
}

impl TryFrom<String> for PasswordChange {
    type Error = crate::TextError;

    fn try_from(text: String) -> Result<Self, crate::TextError> {
        if text.is_empty() { Ok(Self::Remove) } else { RoomPassword::new(&text).map(Self::Set) }
    }
}

impl From<PasswordChange> for String {
    fn from(change: PasswordChange) -> Self {
        match change {
            PasswordChange::Set(password) => password.into(),
            PasswordChange::Remove => Self::new(),
        }
    }
}

/// Whether drafts are shown to all (rooms.md 14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum Drafts {
    /// Everybody sees the table as it is being rearranged.
    #[default]
    Shown,
    /// Only the server has them.
    Hidden,
}

/// Whether others than the seated may watch (rooms.md 4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum Spectators {
    /// They may.
    #[default]
    Allowed,
    /// They may not.
    Refused,
}

/// Something that the host turns on or off (rooms.md 15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum Switch {
    /// It is there.
    #[default]
    On,
    /// It is not.
    Off,
}

/// What hints players may ask for in their turns. Whoever takes one is seen to: `hint_taken`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum Hints {
    /// None.
    #[default]
    None,
    /// Whether there is a play.
    Whether,
    /// The best play: the one with the most tiles.
    Play,
}

/// The settings of a room as its members see them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct SettingsView {
    /// The rules in full, overrides applied. `null` inside them is a value: none.
    pub rules: Ruleset,
    /// The fields in which they differ from the printed ruleset of that name.
    #[serde(default)]
    pub differences: Vec<Difference>,
    /// How many seats there are.
    pub seats: u8,
    /// Whether drafts are shown to all.
    pub drafts: Drafts,
    /// Whether others may watch.
    pub spectators: Spectators,
    /// Whether there is chat.
    pub chat: Switch,
    /// Whether there are quick reactions.
    pub reactions: Switch,
    /// What hints players may ask for.
    #[serde(default)]
    pub hints: Hints,
    /// Whether who comes by code has to give a password.
    pub has_password: bool,
}

/// A field of the rules that a room plays otherwise than printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct Difference {
    /// Its name with a dot for each level, as `joker.release`.
    pub field: String,
    /// The printed value, as JSON text.
    pub printed: String,
    /// The value here, as JSON text.
    pub here: String,
}
