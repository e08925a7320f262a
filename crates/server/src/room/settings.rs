//! The settings of a room, checked.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use sarja_protocol::{
    Difference, Drafts, ErrorCode, ErrorMessage, Hex32, Hints, PasswordChange, RoomId, RoomPassword,
    Settings, SettingsView, Spectators, Switch,
};
use sarja_rules::{Family, Overrides, Ruleset};

use super::Refusal;

/// What a room is played by: settings that have been checked, the rules worked out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoomSettings {
    /// The rules with all overrides applied.
    pub rules: Ruleset,
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
    /// The hash of the password, if there is one: it lets friends in, and is worth no more care than that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<Hex32>,
}

impl RoomSettings {
    /// Checks what was asked for; `old` keeps its password where nothing is said of it.
    pub(super) fn check(wanted: &Settings, room: RoomId, old: Option<&Self>) -> Result<Self, Refusal> {
        let printed = Ruleset::named(&wanted.ruleset).ok_or_else(|| unknown_ruleset(&wanted.ruleset))?;
        let rules = apply(&wanted.overrides, &printed)?;
        if let Some(unused) =
            rules.differences().into_iter().find(|difference| !rules.uses(&difference.field))
        {
            let path = format!("settings.overrides.{}", unused.field);
            let allowed = format!("{}, since this game does not ask it", unused.printed);
            return Err(bad(&path, unused.here, allowed));
        }
        if rules.family == Family::Rommikubbi && wanted.hints != Hints::None {
            // What is searched for is the best play of the other game.
            return Err(bad("settings.hints", word(&wanted.hints), "none, in this game".to_owned()));
        }
        let [fewest, most] = rules.seats;
        let seats = wanted.seats.unwrap_or(most);
        if !(fewest..=most).contains(&seats) {
            return Err(bad("settings.seats", seats.to_string(), format!("{fewest}-{most}")));
        }
        if let Err(e) = rules.deal_fits(seats) {
            return Err(bad("settings.overrides.rack", rules.rack.to_string(), e.to_string()));
        }
        let password = match &wanted.password {
            Some(PasswordChange::Set(password)) => Some(hash(room, password)),
            Some(PasswordChange::Remove) => None,
            None => old.and_then(|old| old.password),
        };
        Ok(Self {
            rules,
            seats,
            drafts: wanted.drafts,
            spectators: wanted.spectators,
            chat: wanted.chat,
            reactions: wanted.reactions,
            hints: wanted.hints,
            password,
        })
    }

    /// Whether this password opens the room; without one, everything does.
    pub(super) fn admits(&self, room: RoomId, password: Option<&RoomPassword>) -> bool {
        self.password.is_none_or(|wanted| password.is_some_and(|given| hash(room, given) == wanted))
    }

    /// The settings as members see them.
    pub fn view(&self) -> SettingsView {
        SettingsView {
            rules: self.rules.clone(),
            differences: self
                .rules
                .differences()
                .into_iter()
                .map(|d| Difference { field: d.field, printed: d.printed, here: d.here })
                .collect(),
            seats: self.seats,
            drafts: self.drafts,
            spectators: self.spectators,
            chat: self.chat,
            reactions: self.reactions,
            hints: self.hints,
            has_password: self.password.is_some(),
        }
    }
}

fn apply(overrides: &Overrides, printed: &Ruleset) -> Result<Ruleset, Refusal> {
    overrides
        .apply(printed)
        .map_err(|e| bad(&format!("settings.overrides.{}", e.field), e.value.clone(), e.allowed.clone()))
}

fn hash(room: RoomId, password: &RoomPassword) -> Hex32 {
    let digest =
        Sha256::new().chain_update(room.0.as_bytes()).chain_update(password.as_str().as_bytes()).finalize();
    Hex32(digest.into())
}

/// A setting that is a word, as it is written.
fn word(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}

fn unknown_ruleset(name: &str) -> Refusal {
    let names: Vec<String> = Ruleset::printed().map(|r| r.name).collect();
    ErrorMessage::new(ErrorCode::UnknownRuleset)
        .at("settings.ruleset")
        .with("ruleset", name)
        .with("rulesets", names)
        .into()
}

pub(super) fn bad(path: &str, value: String, allowed: String) -> Refusal {
    ErrorMessage::new(ErrorCode::BadSettings)
        .at(path)
        .saying(format!("`{path}` cannot be {value}: allowed is {allowed}."))
        .with("detail", "out of range")
        .with("value", value)
        .with("allowed", allowed)
        .into()
}
