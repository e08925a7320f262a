//! The four colours of the tiles.

use core::fmt;

/// A colour of a tile, written `R`, `B`, `K`, `O` (rules.md, head of the page).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// `R`
    Red,
    /// `B`
    Blue,
    /// `K`
    Black,
    /// `O`
    Orange,
}

impl Colour {
    /// All colours, in the order in which a group is laid out.
    pub const ALL: [Self; 4] = [Self::Red, Self::Blue, Self::Black, Self::Orange];

    /// The letter of the notation.
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'R',
            Self::Blue => 'B',
            Self::Black => 'K',
            Self::Orange => 'O',
        }
    }

    /// The colour with this letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'R' => Some(Self::Red),
            'B' => Some(Self::Blue),
            'K' => Some(Self::Black),
            'O' => Some(Self::Orange),
            _ => None,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A set of colours, at most the four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ColourSet(u8);

impl ColourSet {
    /// No colour.
    pub const EMPTY: Self = Self(0);
    /// All four colours.
    pub const FULL: Self = Self(0b1111);

    /// Whether the colour is in the set.
    pub const fn contains(self, colour: Colour) -> bool {
        self.0 & (1 << colour as u8) != 0
    }

    /// The set with this colour added.
    #[must_use]
    pub const fn with(self, colour: Colour) -> Self {
        Self(self.0 | 1 << colour as u8)
    }

    /// The colours that this set lacks.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(!self.0 & Self::FULL.0)
    }

    /// The colours that are in both.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether no colour is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The colours of the set, in the order of [`Colour::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().filter(move |&c| self.contains(c))
    }
}
