//! What only its owner may know, and the values of the shuffle.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

const BASE64URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Base64 with the alphabet for URLs and without padding (RFC 4648 §5).
fn base64url(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().enumerate().fold(0_u32, |bits, (i, &b)| bits | u32::from(b) << (16 - 8 * i));
        for i in 0..=chunk.len() {
            text.push(char::from(BASE64URL[(bits >> (18 - 6 * i) & 63) as usize]));
        }
    }
    text
}

/// A text that is no secret of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {length} characters of the base64url alphabet")]
pub struct SecretError {
    /// How many characters there should be.
    pub length: usize,
}

macro_rules! secret {
    ($(#[$doc:meta])* $name:ident, $bytes:literal bytes, $length:literal characters, $pattern:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
        #[serde(try_from = "String", into = "String")]
        #[schemars(!try_from, !into, transparent)]
        #[ts(export_to = "sarja.ts", as = "String")]
        pub struct $name(#[schemars(regex(pattern = $pattern))] String);

        impl $name {
            /// How many characters its text has.
            pub const LENGTH: usize = $length;

            /// The secret made of these random bytes.
            pub fn from_bytes(bytes: &[u8; $bytes]) -> Self {
                Self(base64url(bytes))
            }

            /// The secret with this text.
            pub fn new(text: impl Into<String>) -> Result<Self, SecretError> {
                let text = text.into();
                if text.len() == Self::LENGTH && text.bytes().all(|b| BASE64URL.contains(&b)) {
                    Ok(Self(text))
                } else {
                    Err(SecretError { length: Self::LENGTH })
                }
            }

            /// Its text. Never for a log.
            pub fn reveal(&self) -> &str {
                &self.0
            }
        }

        // Secrets get into logs by way of derived Debug.
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(hidden)"))
            }
        }

        impl TryFrom<String> for $name {
            type Error = SecretError;

            fn try_from(text: String) -> Result<Self, SecretError> {
                Self::new(text)
            }
        }

        impl From<$name> for String {
            fn from(secret: $name) -> Self {
                secret.0
            }
        }
    };
}

secret! {
    /// What makes a connection the player's: 256 random bits as 43 characters of base64url. Keep it like a password.
    SessionToken, 32 bytes, 43 characters, r"^[A-Za-z0-9_-]{43}$"
}
secret! {
    /// The secret part of an invitation: 128 random bits as 22 characters of base64url. It stands for the password.
    LinkSecret, 16 bytes, 22 characters, r"^[A-Za-z0-9_-]{22}$"
}

/// 32 bytes, written as 64 lower-case hexadecimal digits: a commitment, the secret of a deal, a player's value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(try_from = "String", into = "String")]
#[schemars(!try_from, !into, with = "String", extend("pattern" = "^[0-9a-f]{64}$"))]
#[ts(export_to = "sarja.ts", as = "String")]
pub struct Hex32(pub [u8; 32]);

/// A text that is no 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected 64 hexadecimal digits, a-f in lower case")]
pub struct HexError;

impl TryFrom<String> for Hex32 {
    type Error = HexError;

    fn try_from(text: String) -> Result<Self, HexError> {
        let digit = |b: u8| match b {
            b'0'..=b'9' => Ok(b - b'0'),
            b'a'..=b'f' => Ok(b - b'a' + 10),
            _ => Err(HexError),
        };
        let mut bytes = [0; 32];
        if text.len() != 2 * bytes.len() {
            return Err(HexError);
        }
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Ok(Self(bytes))
    }
}

impl fmt::Display for Hex32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|b| write!(f, "{b:02x}"))
    }
}

// The secret of a deal is of this type: hidden like the tokens.
impl fmt::Debug for Hex32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hex32(hidden)")
    }
}

impl From<Hex32> for String {
    fn from(hex: Hex32) -> Self {
        hex.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_base64url_without_padding() {
        assert_eq!(SessionToken::from_bytes(&[0; 32]).reveal(), "A".repeat(43));
        let ones = SessionToken::from_bytes(&[0xff; 32]);
        assert_eq!(ones.reveal(), "_".repeat(42) + "8");
        assert_eq!(SessionToken::new(ones.reveal()), Ok(ones));
        assert_eq!(LinkSecret::from_bytes(b"0123456789abcdef").reveal(), "MDEyMzQ1Njc4OWFiY2RlZg");
    }

    #[test]
    fn secrets_do_not_show_in_debug_output() {
        let token = SessionToken::from_bytes(&[7; 32]);
        assert!(!format!("{token:?}").contains(token.reveal()));
        assert_eq!(format!("{:?}", Hex32([7; 32])), "Hex32(hidden)");
    }

    #[test]
    fn hex_is_read_in_one_spelling_only() {
        let hex = Hex32(std::array::from_fn(|i| i as u8 * 8));
        assert_eq!(Hex32::try_from(hex.to_string()), Ok(hex));
        let upper = hex.to_string().to_uppercase();
        for text in [upper, "0".repeat(63), "0".repeat(65), "é".repeat(32)] {
            assert_eq!(Hex32::try_from(text.clone()), Err(HexError), "{text}");
        }
    }
}
