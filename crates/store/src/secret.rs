//! Shuffle secrets: whoever has one knows every hidden tile of its deal.

use std::fmt;

use crate::DealNo;

/// The 256-bit secret of one deal. It has no `Display`, no serialisation, and a `Debug` that shows nothing:
/// it leaves only through [`Self::expose`], which is easy to search for.
#[derive(Clone, PartialEq, Eq)]
pub struct ShuffleSecret([u8; 32]);

impl ShuffleSecret {
    /// Wraps the random bytes.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes themselves: for shuffling, and for publishing after the round.
    pub fn expose(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for ShuffleSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ShuffleSecret(..)")
    }
}

/// A secret to be stored with the event that publishes its commitment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSecret {
    /// The deal it is for; each deal of a room has one secret.
    pub deal: DealNo,
    /// The secret.
    pub secret: ShuffleSecret,
}

/// A stored secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secret {
    /// The deal it is for.
    pub deal: DealNo,
    /// The secret.
    pub secret: ShuffleSecret,
    /// When it was revealed, or `None` while it must stay hidden.
    pub revealed_ms: Option<i64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_of_a_secret_shows_nothing_of_it() {
        let secret = NewSecret { deal: DealNo(1), secret: ShuffleSecret::new([0xee; 32]) };
        let text = format!("{secret:?}");
        assert!(!text.contains("238") && !text.contains("ee,"), "{text}");
    }
}
