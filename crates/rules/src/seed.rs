//! The seed of a deal and the promise that is given before it (ARCHITECTURE, "Fair shuffles").

use core::fmt;

use alloc::vec::Vec;

use sha2::{Digest, Sha256};

use crate::Seat;

/// What a deal follows from, wholly: the order of its tiles and the draw for the starter.
///
/// Who knows it knows every rack, so `Debug` does not show it. Used for one deal only (rooms.md 21).
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A seed of these bytes, as from an archive or a test.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Its bytes; secret until the round is over.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

/// The seed of a deal from the server's secret and the random values that players sent.
///
/// `deal` counts the deals of a game from 0, those that are played again among them. The order of `values` means nothing:
/// they are taken by seat. It is the SHA-256 digest of these parts, each behind its length in bytes as a big-endian 32-bit number:
/// the text `sarja deal seed 1`; the secret; the game's id in UTF-8; `deal` as a big-endian 32-bit number; then, for each
/// value, one byte for the seat and the value.
pub fn derive_seed(secret: &[u8; 32], game_id: &str, deal: u32, values: &[(Seat, [u8; 32])]) -> Seed {
    let mut by_seat: Vec<_> = values.to_vec();
    by_seat.sort_unstable();
    let mut digest =
        Framed::new("sarja deal seed 1").part(secret).part(game_id.as_bytes()).part(&deal.to_be_bytes());
    for (seat, value) in by_seat {
        digest = digest.part(&[seat.0]).part(&value);
    }
    Seed(digest.finish())
}

/// What is published before the deal, so that the secret cannot be chosen after the players' values are known.
///
/// It is made as in [`derive_seed`], of the text `sarja deal commitment 1`, the secret, the game's id and `deal`.
pub fn commitment(secret: &[u8; 32], game_id: &str, deal: u32) -> [u8; 32] {
    Framed::new("sarja deal commitment 1")
        .part(secret)
        .part(game_id.as_bytes())
        .part(&deal.to_be_bytes())
        .finish()
}

/// A digest of parts that cannot run into each other.
struct Framed(Sha256);

impl Framed {
    /// The purpose comes first, so that no digest can be mistaken for one of another purpose.
    fn new(purpose: &str) -> Self {
        Self(Sha256::new()).part(purpose.as_bytes())
    }

    fn part(mut self, bytes: &[u8]) -> Self {
        let length = u32::try_from(bytes.len()).expect("ids, values and secrets are far below 4 GiB");
        self.0.update(length.to_be_bytes());
        self.0.update(bytes);
        self
    }

    fn finish(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String, vec};

    use proptest::prelude::*;

    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().fold(String::new(), |text, b| text + &format!("{b:02x}"))
    }

    #[test]
    fn an_archived_deal_is_found_again_in_every_version() {
        let values = [(Seat(0), [1; 32]), (Seat(2), [2; 32])];
        assert_eq!(
            hex(derive_seed(&[7; 32], "g1", 3, &values).as_bytes()),
            "9ca59d80dd663a08f4f7aee9244588766d28331aa406edb3bd5ae37bc06745b4"
        );
        assert_eq!(
            hex(derive_seed(&[7; 32], "g1", 3, &[]).as_bytes()),
            "9c94a2e4937f6bfcdbb4a2c0e0fc8364bbc3befea2020836643923ec63c6d1a5"
        );
        assert_eq!(
            hex(&commitment(&[7; 32], "g1", 3)),
            "60d532a60f212507e93b459129723a0b60447fe719d2e632b53b767c70afc7d1"
        );
    }

    #[test]
    fn debug_does_not_show_a_seed() {
        assert_eq!(format!("{:?}", Seed::from_bytes([0xab; 32])), "Seed(secret)");
    }

    #[test]
    fn a_commitment_is_no_seed() {
        assert_ne!(&commitment(&[7; 32], "g1", 3), derive_seed(&[7; 32], "g1", 3, &[]).as_bytes());
    }

    proptest! {
        #[test]
        fn a_commitment_changes_with_each_of_its_inputs(
            secret: [u8; 32], id in "[a-z0-9-]{0,40}", deal: u32, byte in 0usize..32, bit in 0u32..8,
        ) {
            let first = commitment(&secret, &id, deal);
            let mut other = secret;
            other[byte] ^= 1 << bit;
            prop_assert_ne!(first, commitment(&other, &id, deal));
            prop_assert_ne!(first, commitment(&secret, &format!("{id}0"), deal));
            prop_assert_ne!(first, commitment(&secret, &id, deal.wrapping_add(1)));
        }

        #[test]
        fn a_seed_changes_with_each_value_and_its_seat_and_not_with_their_order(
            secret: [u8; 32], first: [u8; 32], second: [u8; 32], byte in 0usize..32,
        ) {
            let seed = |values: &[(Seat, [u8; 32])]| derive_seed(&secret, "g", 0, values);
            let both = seed(&[(Seat(0), first), (Seat(1), second)]);
            prop_assert_eq!(&both, &seed(&[(Seat(1), second), (Seat(0), first)]));
            let mut other = first;
            other[byte] ^= 1;
            let others = vec![
                seed(&[(Seat(0), other), (Seat(1), second)]),
                seed(&[(Seat(0), first), (Seat(2), second)]),
                seed(&[(Seat(0), first)]),
                derive_seed(&secret, "g", 1, &[(Seat(0), first), (Seat(1), second)]),
                derive_seed(&secret, "h", 0, &[(Seat(0), first), (Seat(1), second)]),
            ];
            for seed in others {
                prop_assert_ne!(&both, &seed);
            }
        }
    }
}
