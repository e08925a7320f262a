//! SHA-256 hashes of what is not stored itself.

use std::fmt;

use sha2::{Digest, Sha256};

/// The hash of a player's secret token, 32 bytes. The store never sees the token.
///
/// `Debug` shows nothing of it, so that logs cannot be matched with a stolen database.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// Hashes a token. A plain hash is enough because tokens are 256 random bits, not passwords.
    pub fn of(token: &[u8]) -> Self {
        Self(Sha256::digest(token).into())
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl From<[u8; 32]> for TokenHash {
    fn from(hash: [u8; 32]) -> Self {
        Self(hash)
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(..)")
    }
}

/// The hash of a command's body, 32 bytes: tells the same command sent again from another body under the same
/// id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BodyHash(pub [u8; 32]);

impl BodyHash {
    /// Hashes a command's body.
    pub fn of(body: &[u8]) -> Self {
        Self(Sha256::digest(body).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_of_a_token_hash_shows_nothing_of_it() {
        assert_eq!(format!("{:?}", TokenHash::from([0xab; 32])), "TokenHash(..)");
    }

    #[test]
    fn hash_is_sha_256() {
        // FIPS 180-2, appendix B.1.
        assert_eq!(BodyHash::of(b"abc").0[..4], [0xba, 0x78, 0x16, 0xbf]);
    }
}
