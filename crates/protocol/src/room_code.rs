//! The code that people tell each other.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The code of a room: 8 of 32 symbols, none of which looks like another (no 0, 1, I, O).
///
/// Reading it folds lower case and drops spaces and hyphens, since people read it aloud and type it. About 10^12 codes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(try_from = "String", into = "String")]
#[schemars(!try_from, !into, with = "String", description = "The code of a room: 8 of the 32 symbols A-Z without I and O, and 2-9. Lower case, spaces and hyphens are accepted when it is sent.")]
#[ts(export_to = "sarja.ts", as = "String")]
pub struct RoomCode([u8; RoomCode::LENGTH]);

/// A text that is no room code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a room code has {length} of the symbols {alphabet}", length = RoomCode::LENGTH, alphabet = RoomCode::ALPHABET)]
pub struct RoomCodeError;

impl RoomCode {
    /// How many symbols a code has.
    pub const LENGTH: usize = 8;
    /// The symbols, in order.
    pub const ALPHABET: &str = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

    /// The code made of 40 bits of chance, five for each symbol; the three highest bytes are not used.
    pub fn from_bits(bits: u64) -> Self {
        let symbols = Self::ALPHABET.as_bytes();
        Self(std::array::from_fn(|i| symbols[(bits >> (5 * i) & 31) as usize]))
    }

    /// Its text, eight capital letters and digits.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("every symbol is ASCII")
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for RoomCode {
    type Err = RoomCodeError;

    fn from_str(text: &str) -> Result<Self, RoomCodeError> {
        let mut code = [0; Self::LENGTH];
        let mut length = 0;
        for symbol in text.chars().filter(|&c| c != ' ' && c != '-') {
            let symbol = symbol.to_ascii_uppercase();
            if length == Self::LENGTH || !Self::ALPHABET.contains(symbol) {
                return Err(RoomCodeError);
            }
            code[length] = symbol as u8;
            length += 1;
        }
        if length == Self::LENGTH { Ok(Self(code)) } else { Err(RoomCodeError) }
    }
}

impl TryFrom<String> for RoomCode {
    type Error = RoomCodeError;

    fn try_from(text: String) -> Result<Self, RoomCodeError> {
        text.parse()
    }
}

impl From<RoomCode> for String {
    fn from(code: RoomCode) -> Self {
        code.as_str().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_write_it() {
        let code: RoomCode = "ABCD2345".parse().unwrap();
        for text in ["abcd2345", "ABCD-2345", " ab cd-23 45 "] {
            assert_eq!(text.parse(), Ok(code), "{text:?}");
        }
    }

    #[test]
    fn look_alikes_and_other_lengths_are_refused() {
        for text in [
            "ABCD234",
            "ABCD23456",
            "ABCD234O",
            "ABCD2340",
            "ABCD234I",
            "ABCD2341",
            "",
            "ÄBCD2345",
            "ABCD234ß",
        ] {
            assert_eq!(text.parse::<RoomCode>(), Err(RoomCodeError), "{text:?}");
        }
    }

    #[test]
    fn each_symbol_takes_five_bits() {
        assert_eq!(RoomCode::from_bits(0).as_str(), "AAAAAAAA");
        assert_eq!(RoomCode::from_bits((1 << 40) - 1).as_str(), "99999999");
        assert_eq!(RoomCode::from_bits(1 << 5).as_str(), "ABAAAAAA");
    }
}
