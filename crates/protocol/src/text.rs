//! What people write: names, chat, passwords.

use std::{fmt, ops::RangeInclusive};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::limits::{
    CHAT_LENGTH_MAX, CREATION_SECRET_LENGTH_MAX, LABEL_LENGTH_MAX, NAME_LENGTH_MAX, PASSWORD_LENGTH_MAX,
};

/// Why a text is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// It has too few or too many characters, counted after trimming and normalising.
    #[error("{length} characters; {min} to {max} are allowed")]
    Length {
        /// How many it has.
        length: usize,
        /// The fewest allowed.
        min: usize,
        /// The most allowed.
        max: usize,
    },
    /// It holds a character that shows nothing or changes how others show.
    #[error("the character U+{code:04X} is not allowed")]
    Character {
        /// The number of the character in Unicode.
        code: u32,
    },
}

/// Marks over and under one letter: more than any spelling has, and fewer than run over into the lines of others.
const MARKS_MAX: usize = 4;

/// Whether a character is refused everywhere: controls, line breaks, what shows nothing or means nothing to others (private
/// use, no character at all), and what hides text or turns its direction round and so lets one name look like another.
fn is_refused(c: char) -> bool {
    c.is_control()
        || u32::from(c) & 0xfffe == 0xfffe
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' | '\u{2800}' | '\u{e000}'..='\u{f8ff}'
            | '\u{fdd0}'..='\u{fdef}' | '\u{1d173}'..='\u{1d17a}' | '\u{f0000}'..='\u{10ffff}')
}

/// The first mark that is one too many on its letter.
fn mark_too_many(text: &str) -> Option<char> {
    let mut marks = 0;
    text.chars().find(|&c| {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        marks > MARKS_MAX
    })
}

/// The text in its one accepted form: composed (NFC), trimmed, inside the length.
fn accept(text: &str, length: RangeInclusive<usize>) -> Result<String, TextError> {
    let text: String = text.trim().nfc().collect();
    if let Some(c) = text.chars().find(|&c| is_refused(c)).or_else(|| mark_too_many(&text)) {
        return Err(TextError::Character { code: c.into() });
    }
    let count = text.chars().count();
    if length.contains(&count) {
        Ok(text)
    } else {
        Err(TextError::Length { length: count, min: *length.start(), max: *length.end() })
    }
}

macro_rules! text {
    ($(#[$doc:meta])* $name:ident, 1 to $max:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS)]
        #[serde(try_from = "String", into = "String")]
        #[schemars(!try_from, !into, transparent)]
        #[ts(export_to = "sarja.ts", as = "String")]
        pub struct $name(#[schemars(length(min = 1, max = $max))] String);

        impl $name {
            /// The text, trimmed and composed (NFC); refused if it is empty, too long, or holds controls or invisible characters.
            pub fn new(text: &str) -> Result<Self, TextError> {
                accept(text, 1..=$max).map(Self)
            }

            /// Its characters.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = TextError;

            fn try_from(text: String) -> Result<Self, TextError> {
                Self::new(&text)
            }
        }

        impl From<$name> for String {
            fn from(text: $name) -> Self {
                text.0
            }
        }
    };
    ($(#[$doc:meta])* $name:ident, 1 to $max:ident, shown) => {
        text! { $(#[$doc])* $name, 1 to $max }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }
    };
}

text! {
    /// The name that a player goes by in a room, 1 to 24 characters.
    PlayerName, 1 to NAME_LENGTH_MAX, shown
}
text! {
    /// A line of chat, 1 to 200 characters.
    ChatText, 1 to CHAT_LENGTH_MAX, shown
}
text! {
    /// A name or version that a program gives itself, 1 to 40 characters.
    Label, 1 to LABEL_LENGTH_MAX, shown
}
text! {
    /// The password of a room, 1 to 64 characters. It is never sent back.
    RoomPassword, 1 to PASSWORD_LENGTH_MAX
}

impl fmt::Debug for RoomPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RoomPassword(hidden)")
    }
}

text! {
    /// What a server asks of those who make rooms on it, 1 to 128 characters. It is never sent back.
    CreationSecret, 1 to CREATION_SECRET_LENGTH_MAX
}

impl fmt::Debug for CreationSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CreationSecret(hidden)")
    }
}

impl PlayerName {
    /// What two names have in common that must not stand in one room: the name in lower case, without what only chooses how
    /// a character is drawn.
    pub fn key(&self) -> String {
        self.0.to_lowercase().nfc().filter(|c| !matches!(c, '\u{fe00}'..='\u{fe0f}')).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_composed() {
        assert_eq!(PlayerName::new("  Pa\u{308}ivi ").unwrap().as_str(), "Päivi");
    }

    #[test]
    fn length_counts_characters_not_bytes() {
        assert!(PlayerName::new(&"ż".repeat(24)).is_ok());
        assert_eq!(PlayerName::new(&"ż".repeat(25)), Err(TextError::Length { length: 25, min: 1, max: 24 }));
        assert_eq!(PlayerName::new("   "), Err(TextError::Length { length: 0, min: 1, max: 24 }));
    }

    #[test]
    fn characters_that_hide_or_turn_text_are_refused() {
        for c in [
            '\0',
            '\n',
            '\u{7f}',
            '\u{85}',
            '\u{200b}',
            '\u{200d}',
            '\u{202e}',
            '\u{2066}',
            '\u{feff}',
            '\u{e0041}',
            '\u{2800}',
            '\u{e000}',
            '\u{ffff}',
            '\u{1d173}',
        ] {
            let text = format!("a{c}b");
            assert_eq!(ChatText::new(&text), Err(TextError::Character { code: c.into() }), "{c:?}");
        }
    }

    #[test]
    fn passwords_and_secrets_do_not_show_in_debug_output() {
        assert_eq!(format!("{:?}", RoomPassword::new("sesame").unwrap()), "RoomPassword(hidden)");
        assert_eq!(format!("{:?}", CreationSecret::new("sesame").unwrap()), "CreationSecret(hidden)");
    }

    #[test]
    fn marks_that_pile_up_are_refused() {
        let piled = |marks: usize| PlayerName::new(&format!("a{}b", "\u{330}".repeat(marks)));
        assert!(piled(MARKS_MAX).is_ok());
        assert_eq!(piled(MARKS_MAX + 1), Err(TextError::Character { code: 0x330 }));
    }

    #[test]
    fn names_that_differ_in_case_or_drawing_alone_have_one_key() {
        assert_eq!(PlayerName::new("ZOFIA").unwrap().key(), PlayerName::new("Zofia").unwrap().key());
        assert_eq!(PlayerName::new("H\u{fe0f}").unwrap().key(), PlayerName::new("h").unwrap().key());
    }
}
