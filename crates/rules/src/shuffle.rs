//! The order of the tiles of a deal, from its seed.

use alloc::vec::Vec;

use chacha20::{
    ChaCha20Rng,
    rand_core::{Rng, SeedableRng},
};

use crate::{Face, Seed, TileSupply};

/// What a seed's random numbers are used for; each has a stream of its own.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    /// The order in which the tiles are dealt.
    Deal = 0,
    /// The draw for the starter.
    Starter = 1,
}

/// The tiles of a deal in the order in which they are dealt, and then drawn.
///
/// It never changes between versions, so that anybody can compute an archived deal again. The list of
/// [`TileSupply::faces`] is shuffled from its end by Fisher and Yates: place `i` is exchanged with one of the places 0
/// to `i`. The random numbers are the 32-bit words of the `ChaCha20` key stream whose key is the seed, with a 64-bit
/// counter and a 64-bit nonce of 0. A number below `n` is the next word modulo `n`; words not below the greatest multiple
/// of `n` up to 2³² are left out, so that each number is equally likely.
pub fn tile_order(seed: &Seed, tiles: TileSupply) -> Vec<Face> {
    shuffled(seed, tiles, Purpose::Deal)
}

/// As [`tile_order`], with the purpose as the nonce of the stream.
pub(crate) fn shuffled(seed: &Seed, tiles: TileSupply, purpose: Purpose) -> Vec<Face> {
    let mut words = ChaCha20Rng::from_seed(*seed.as_bytes());
    words.set_stream(purpose as u64);
    let mut order: Vec<Face> = tiles.faces().collect();
    for last in (1..order.len()).rev() {
        let places = u32::try_from(last + 1).expect("a supply has a few hundred tiles at most");
        order.swap(last, below(places, || words.next_u32()) as usize);
    }
    order
}

/// A number from 0 to `n` - 1, all equally likely, for `n` above 0.
fn below(n: u32, mut next_word: impl FnMut() -> u32) -> u32 {
    // 2^32 modulo n: so many words at the top would make the low numbers likelier.
    let uneven = (u32::MAX % n + 1) % n;
    loop {
        let word = next_word();
        if word <= u32::MAX - uneven {
            return word % n;
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String, vec};

    use proptest::prelude::*;

    use super::*;
    use crate::{FaceCounts, Ruleset};

    fn classic() -> TileSupply {
        Ruleset::default().tiles
    }

    fn line(faces: &[Face]) -> String {
        faces.iter().map(|f| format!("{f}")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn an_archived_deal_has_the_same_order_in_every_version() {
        let order = tile_order(&Seed::from_bytes([0; 32]), classic());
        assert_eq!(line(&order[..10]), "O6 K12 O12 B5 O10 O4 B4 O8 B10 O5");
        assert_eq!(line(&order[96..]), "B1 K1 K9 K5 K13 B11 O9 O10 O2 B8");
        let order = tile_order(&Seed::from_bytes([255; 32]), Ruleset::named("xp-6").unwrap().tiles);
        assert_eq!(line(&order[..10]), "K8 B3 B12 K10 K7 O1 B9 B3 B13 O4");
    }

    #[test]
    fn words_that_would_make_low_numbers_likelier_are_left_out() {
        // 2^32 = 3 * 1431655765 + 1: the highest word is one too many for three numbers.
        let mut words = [u32::MAX, u32::MAX - 1].into_iter();
        assert_eq!(below(3, || words.next().unwrap()), (u32::MAX - 1) % 3);
        assert_eq!(words.next(), None, "both words were used");
        assert_eq!(below(2, || u32::MAX), 1, "a power of two leaves no word out");
        assert_eq!(below(1, || u32::MAX), 0);
    }

    #[test]
    fn deal_and_starter_have_streams_of_their_own() {
        let seed = Seed::from_bytes([0; 32]);
        assert_ne!(shuffled(&seed, classic(), Purpose::Deal), shuffled(&seed, classic(), Purpose::Starter));
    }

    /// The statistic of the number of times that each of `cells` was hit, over what is expected.
    fn chi_square(hits: &[u32], expected: f64) -> f64 {
        hits.iter().map(|&n| (f64::from(n) - expected) * (f64::from(n) - expected) / expected).sum()
    }

    /// 10,600 deals of fixed seeds.
    fn deals() -> impl Iterator<Item = Vec<Face>> {
        (0..10_600u32).map(|n| {
            let mut bytes = [0; 32];
            bytes[..4].copy_from_slice(&n.to_le_bytes());
            tile_order(&Seed::from_bytes(bytes), classic())
        })
    }

    #[test]
    fn every_face_is_equally_likely_to_be_dealt_first_and_last() {
        let (mut first, mut last) = (vec![0; Face::COUNT], vec![0; Face::COUNT]);
        for order in deals() {
            first[order[0].index()] += 1;
            last[order[105].index()] += 1;
        }
        // 53 faces, two of each, 200 times each; the 0.9999 quantile for 52 degrees of freedom is 97.
        assert!(chi_square(&first, 200.0) < 97.0 && chi_square(&last, 200.0) < 97.0);
    }

    #[test]
    fn a_joker_is_equally_likely_in_every_place() {
        let mut places = vec![0; 106];
        for order in deals() {
            for (place, face) in order.iter().enumerate() {
                places[place] += u32::from(face.is_joker());
            }
        }
        // Two jokers over 106 places, 200 times each; the 0.9999 quantile for 105 degrees of freedom is 167.
        assert!(chi_square(&places, 200.0) < 167.0);
    }

    proptest! {
        #[test]
        fn a_shuffle_loses_and_adds_no_tile(bytes: [u8; 32], copies in 0u8..4, jokers in 0u8..5, numbers in 0u8..14) {
            let tiles = TileSupply { numbers, copies, jokers };
            let order = tile_order(&Seed::from_bytes(bytes), tiles);
            prop_assert_eq!(order.len(), tiles.total());
            prop_assert!(order.iter().collect::<FaceCounts>() == tiles.faces().collect::<FaceCounts>());
        }

        #[test]
        fn another_seed_is_another_order(bytes: [u8; 32], byte in 0usize..32) {
            let mut other = bytes;
            other[byte] ^= 1;
            prop_assert_ne!(
                tile_order(&Seed::from_bytes(bytes), classic()),
                tile_order(&Seed::from_bytes(other), classic())
            );
        }
    }
}
