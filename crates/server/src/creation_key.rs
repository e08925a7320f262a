//! What opens a server for those who may make rooms on it.

use std::{collections::BTreeSet, fmt};

use sarja_protocol::CreationSecret;
use sha2::{Digest as _, Sha256};

/// Characters of a secret that is good enough: with ten guesses a minute from an address even a phrase of
/// four words lasts.
pub const CREATION_SECRET_LENGTH_MIN: usize = 16;

/// Characters that differ in a secret that is good enough: what is typed by holding keys down has fewer.
const DIFFERENT_MIN: usize = 6;

/// What stands in examples, in lower case: who left it in has not chosen a secret.
const PLACEHOLDERS: [&str; 7] =
    ["(hidden)", "change-me", "change_me", "changeme", "example", "placeholder", "your-secret"];

/// Why a secret does not keep strangers from making rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeakSecretError {
    /// It is too short.
    #[error("it has {length} characters; at least {CREATION_SECRET_LENGTH_MIN} are needed")]
    Short {
        /// How many it has.
        length: usize,
    },
    /// Almost all of its characters are the same.
    #[error("it has only {different} different characters; at least {DIFFERENT_MIN} are needed")]
    Monotonous {
        /// How many differ.
        different: usize,
    },
    /// It stood in an example.
    #[error("it is left over from an example: it contains `{text}`")]
    Placeholder {
        /// What gives it away.
        text: &'static str,
    },
}

/// A secret that was found good enough, as its hash: what is not kept cannot be told.
#[derive(Clone, PartialEq, Eq)]
pub struct CreationKey([u8; 32]);

impl CreationKey {
    /// The key that this secret is.
    ///
    /// # Errors
    /// [`WeakSecretError`]: guessing it would be too easy.
    pub fn new(secret: &CreationSecret) -> Result<Self, WeakSecretError> {
        let text = secret.as_str();
        let lower = text.to_lowercase();
        if let Some(text) = PLACEHOLDERS.into_iter().find(|text| lower.contains(text)) {
            return Err(WeakSecretError::Placeholder { text });
        }
        let length = text.chars().count();
        if length < CREATION_SECRET_LENGTH_MIN {
            return Err(WeakSecretError::Short { length });
        }
        let different = text.chars().collect::<BTreeSet<_>>().len();
        if different < DIFFERENT_MIN {
            return Err(WeakSecretError::Monotonous { different });
        }
        Ok(Self(digest(secret)))
    }

    /// Whether this secret opens. Hashes are compared, whole: how long it takes tells nothing of the secret.
    pub(crate) fn is_opened_by(&self, secret: &CreationSecret) -> bool {
        self.0.iter().zip(digest(secret)).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
    }
}

fn digest(secret: &CreationSecret) -> [u8; 32] {
    Sha256::digest(secret.as_str().as_bytes()).into()
}

// A hash of a secret is worth guesses too.
impl fmt::Debug for CreationKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CreationKey(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Result<CreationKey, WeakSecretError> {
        CreationKey::new(&CreationSecret::new(text).unwrap())
    }

    #[test]
    fn only_the_same_secret_opens() {
        let key = key("blue-otter-42-lanterns").unwrap();
        let opened = |text: &str| key.is_opened_by(&CreationSecret::new(text).unwrap());
        assert!(opened("blue-otter-42-lanterns"));
        for other in ["blue-otter-42-lantern", "Blue-otter-42-lanterns", "x"] {
            assert!(!opened(other), "{other}");
        }
        assert_eq!(format!("{key:?}"), "CreationKey(hidden)");
    }

    #[test]
    fn secrets_that_are_soon_guessed_are_refused() {
        assert_eq!(key("fifteen-letters"), Err(WeakSecretError::Short { length: 15 }));
        assert_eq!(key("abababababababababab"), Err(WeakSecretError::Monotonous { different: 2 }));
        let left = key("Change-Me-To-Something-Long");
        assert_eq!(left, Err(WeakSecretError::Placeholder { text: "change-me" }));
        assert!(key("sixteen-letters!").is_ok());
    }
}
