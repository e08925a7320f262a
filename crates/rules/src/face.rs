//! The face of a tile: a colour and a number, or a joker.

use core::{fmt, str::FromStr};

use alloc::string::{String, ToString};

use crate::Colour;

/// The highest number that a tile of any ruleset bears.
pub const NUMBER_MAX: u8 = 13;

/// The number on a tile, 1 to 13.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(u8);

impl Number {
    /// The lowest number.
    pub const ONE: Self = Self(1);

    /// The number with this value, if it is one of 1 to 13.
    pub const fn new(value: u8) -> Option<Self> {
        if value >= 1 && value <= NUMBER_MAX { Some(Self(value)) } else { None }
    }

    /// Its value, 1 to 13.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a tile shows: `R10`, `K1`, or `J` for a joker.
///
/// Equal faces are interchangeable everywhere (rules.md §1): the game deals in faces and in how many of each there are,
/// never in single tiles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(u8);

impl Face {
    /// The joker.
    pub const JOKER: Self = Self(4 * NUMBER_MAX);
    /// How many different faces there are, the joker among them.
    pub const COUNT: usize = 4 * NUMBER_MAX as usize + 1;

    /// The face with this colour and number.
    pub const fn new(colour: Colour, number: Number) -> Self {
        Self(colour as u8 * NUMBER_MAX + number.0 - 1)
    }

    /// The face at this place of [`Face::all`].
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Its place in [`Face::all`], 0 to 52.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All faces: red 1 to 13, blue, black, orange, and the joker last.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=Self::JOKER.0).map(Self)
    }

    /// Whether it is the joker.
    pub const fn is_joker(self) -> bool {
        self.0 == Self::JOKER.0
    }

    /// Its colour and number; `None` for the joker.
    pub const fn parts(self) -> Option<(Colour, Number)> {
        if self.is_joker() {
            return None;
        }
        Some((Colour::ALL[(self.0 / NUMBER_MAX) as usize], Number(self.0 % NUMBER_MAX + 1)))
    }

    /// Its colour; `None` for the joker.
    pub const fn colour(self) -> Option<Colour> {
        match self.parts() {
            Some((colour, _)) => Some(colour),
            None => None,
        }
    }

    /// Its number; `None` for the joker.
    pub const fn number(self) -> Option<Number> {
        match self.parts() {
            Some((_, number)) => Some(number),
            None => None,
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parts() {
            Some((colour, number)) => write!(f, "{colour}{number}"),
            None => f.write_str("J"),
        }
    }
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no face.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is no tile: write a colour (R, B, K, O) and a number from 1 to 13, as R10, or J for a joker"
)]
pub struct FaceError {
    /// The text, cut after 16 characters.
    pub text: String,
}

impl FromStr for Face {
    type Err = FaceError;

    fn from_str(text: &str) -> Result<Self, FaceError> {
        let refused = || FaceError { text: text.chars().take(16).collect() };
        if text == "J" {
            return Ok(Self::JOKER);
        }
        let mut chars = text.chars();
        let colour = chars.next().and_then(Colour::from_letter).ok_or_else(refused)?;
        let digits = chars.as_str();
        // One spelling for each face: `R01` and `R+1` would parse as numbers.
        let number = digits.parse::<u8>().ok().and_then(Number::new).ok_or_else(refused)?;
        if number.to_string() != digits {
            return Err(refused());
        }
        Ok(Self::new(colour, number))
    }
}

#[cfg(feature = "serde")]
mod serde_text {
    use alloc::{borrow::Cow, string::ToString};

    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use super::Face;

    impl Serialize for Face {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self)
        }
    }

    impl<'de> Deserialize<'de> for Face {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let text = Cow::<str>::deserialize(deserializer)?;
            text.parse().map_err(|e: super::FaceError| D::Error::custom(e.to_string()))
        }
    }
}

#[cfg(feature = "schema")]
mod schema_text {
    use alloc::borrow::Cow;

    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    use super::Face;

    impl JsonSchema for Face {
        fn schema_name() -> Cow<'static, str> {
            "Face".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "type": "string",
                "description": "A tile's face: colour R, B, K or O and number 1-13, or J for a joker.",
                "pattern": "^([RBKO]([1-9]|1[0-3])|J)$"
            })
        }
    }
}

#[cfg(feature = "schema")]
mod ts {
    use alloc::string::String;
    use std::path::PathBuf;

    use ts_rs::{Config, TS};

    use super::Face;

    impl TS for Face {
        type WithoutGenerics = Self;
        type OptionInnerType = Self;

        fn docs() -> Option<String> {
            Some(
                "/**\n * A tile's face: colour R, B, K or O and number 1-13, or J for a joker.\n */\n".into(),
            )
        }

        fn name(_: &Config) -> String {
            "Face".into()
        }

        fn inline(_: &Config) -> String {
            "string".into()
        }

        fn decl(_: &Config) -> String {
            "type Face = string;".into()
        }

        fn decl_concrete(cfg: &Config) -> String {
            Self::decl(cfg)
        }

        fn output_path() -> Option<PathBuf> {
            Some("sarja.ts".into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_reads_back_as_it_is_written() {
        for face in Face::all() {
            assert_eq!(face.to_string().parse::<Face>(), Ok(face));
            assert_eq!(Face::from_index(face.index()), Some(face));
        }
        assert_eq!(Face::all().count(), Face::COUNT);
    }

    #[test]
    fn a_code_that_names_no_tile_is_refused() {
        for text in
            ["", "R", "R0", "R14", "R01", "R+1", "r1", "G3", "JJ", "J1", "R1 ", " R1", "R10x", "10", "R¹"]
        {
            assert!(text.parse::<Face>().is_err(), "{text:?}");
        }
    }
}
