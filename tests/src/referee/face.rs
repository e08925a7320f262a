//! Faces of tiles.

use std::{cell::Cell, fmt};

/// The letters of the colours, in the order in which they are indexed.
pub(crate) const COLOURS: [char; 4] = ['R', 'B', 'K', 'O'];

/// The highest number of a tile (rules.md §1).
pub(crate) const HIGHEST: u8 = 13;

thread_local! {
    static PLAYED: Cell<u8> = const { Cell::new(HIGHEST) };
}

/// The highest number that tiles have here: 13, save within [`with_numbers`].
pub(crate) fn highest_played() -> u8 {
    PLAYED.get()
}

/// Does something as if there were no tiles of higher numbers; for this thread alone.
pub fn with_numbers<T>(numbers: u8, act: impl FnOnce() -> T) -> T {
    let before = PLAYED.replace(numbers);
    let result = act();
    PLAYED.set(before);
    result
}

/// What is printed on a tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Face {
    /// A colour (an index into [`COLOURS`]) and a number from 1 to 13.
    Real {
        colour: usize,
        number: u8,
    },
    Joker,
}

impl Face {
    /// Reads `R10` or `J`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if text == "J" {
            return Ok(Self::Joker);
        }
        let mut letters = text.chars();
        let colour = letters.next().and_then(|letter| COLOURS.iter().position(|&known| known == letter));
        let digits = letters.as_str();
        let number = digits.parse::<u8>().ok().filter(|number| number.to_string() == digits);
        match (colour, number) {
            (Some(colour), Some(number)) if (1..=HIGHEST).contains(&number) => {
                Ok(Self::Real { colour, number })
            }
            _ => Err(format!("`{text}` is no tile")),
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Real { colour, number } => write!(f, "{}{number}", COLOURS[colour]),
            Self::Joker => f.write_str("J"),
        }
    }
}

/// How many tiles of a face there are in a pile of tiles.
pub(crate) fn count(tiles: &[Face], face: Face) -> usize {
    tiles.iter().filter(|&&tile| tile == face).count()
}
