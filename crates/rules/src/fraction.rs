//! Exact fractions for the points of a league.

use core::{fmt, iter::Sum, ops::Add, str::FromStr};

use alloc::string::String;

/// A number in sixtieths, exact: a mean of up to six whole numbers is always one (rules.md §6).
///
/// Written in lowest terms: `7/2`, `-1/3`, `4`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fraction {
    sixtieths: i64,
}

impl Fraction {
    /// Parts of one.
    const PARTS: i64 = 60;

    /// So many sixtieths.
    pub const fn from_sixtieths(sixtieths: i64) -> Self {
        Self { sixtieths }
    }

    /// How many sixtieths it is, as a store keeps it.
    pub const fn sixtieths(self) -> i64 {
        self.sixtieths
    }

    /// The mean of whole numbers with this sum; `None` if it is no number of sixtieths, or of nothing.
    pub const fn mean(sum: i64, count: i64) -> Option<Self> {
        match sum.checked_mul(Self::PARTS) {
            Some(parts) if count > 0 && parts % count == 0 => Some(Self { sixtieths: parts / count }),
            _ => None,
        }
    }
}

impl From<i32> for Fraction {
    fn from(whole: i32) -> Self {
        Self { sixtieths: i64::from(whole) * Self::PARTS }
    }
}

impl Add for Fraction {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { sixtieths: self.sixtieths.saturating_add(other.sixtieths) }
    }
}

impl Sum for Fraction {
    fn sum<I: Iterator<Item = Self>>(fractions: I) -> Self {
        fractions.fold(Self::default(), Add::add)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Euclid; the divisor is at most 60, so that no sign and no zero comes of it.
        let (mut a, mut b) = (Self::PARTS, (self.sixtieths % Self::PARTS).abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        match (self.sixtieths / a, Self::PARTS / a) {
            (whole, 1) => write!(f, "{whole}"),
            (over, under) => write!(f, "{over}/{under}"),
        }
    }
}

/// A text that is no fraction in sixtieths.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no fraction in sixtieths: write 4, 7/2 or -1/3")]
pub struct FractionError {
    /// The text, cut after 32 characters.
    pub text: String,
}

impl FromStr for Fraction {
    type Err = FractionError;

    fn from_str(text: &str) -> Result<Self, FractionError> {
        let (over, under) = text.split_once('/').unwrap_or((text, "1"));
        over.parse()
            .ok()
            .zip(under.parse().ok())
            .and_then(|(over, under)| Self::mean(over, under))
            .ok_or_else(|| FractionError { text: text.chars().take(32).collect() })
    }
}

#[cfg(feature = "serde")]
mod json {
    use alloc::borrow::Cow;

    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use super::Fraction;

    impl Serialize for Fraction {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self)
        }
    }

    impl<'de> Deserialize<'de> for Fraction {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn a_fraction_is_written_in_lowest_terms() {
        for (sixtieths, text) in [
            (0, "0"),
            (240, "4"),
            (210, "7/2"),
            (160, "8/3"),
            (15, "1/4"),
            (1, "1/60"),
            (-20, "-1/3"),
            (-120, "-2"),
            (72, "6/5"),
        ] {
            assert_eq!(Fraction::from_sixtieths(sixtieths).to_string(), text);
            assert_eq!(text.parse(), Ok(Fraction::from_sixtieths(sixtieths)));
        }
        assert_eq!("4/8".parse(), Ok(Fraction::from_sixtieths(30)));
    }

    #[test]
    fn what_is_no_number_of_sixtieths_is_refused() {
        for text in ["", "1/7", "1/0", "1/-2", "/2", "x", "1/2/3", "9223372036854775807"] {
            assert!(text.parse::<Fraction>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn sums_are_exact() {
        let thirds = core::iter::repeat_n(Fraction::mean(1, 3).unwrap(), 3);
        assert_eq!(thirds.sum::<Fraction>(), Fraction::from(1));
    }

    #[test]
    fn a_mean_of_up_to_six_is_always_exact() {
        for count in 1..=6 {
            for sum in -30..=30 {
                assert!(Fraction::mean(sum, count).is_some(), "{sum}/{count}");
            }
        }
    }
}
