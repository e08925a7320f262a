//! Splitting picked tiles into sets, for whoever lays them.

use alloc::vec::Vec;

use super::{
    OwnedSet,
    readings::{self, ACE},
};
use crate::{FaceCounts, Seat, rummikub::Combiner};

/// Splits the tiles into valid sets of this seat so that every tile is used, long and dear ones first; `None` if that cannot be
/// done, or a search of bounded length does not find how.
///
/// Jokers stand where the sets that are found have them; under other readings the tiles may make other sets.
pub fn split_into_sets(owner: Seat, tiles: &FaceCounts) -> Option<Vec<OwnedSet>> {
    let combiner =
        Combiner { places: ACE, face_at: readings::at, value: readings::laid_value, jokers_max: u8::MAX };
    let sets = combiner.split(tiles)?;
    Some(sets.iter().map(|set| OwnedSet::new(owner, &set.tiles, set.reading)).collect())
}
