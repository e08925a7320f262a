//! What a set of Rommikubbi may be read as: 1 may also stand after 13.

use crate::referee::face::{Face, HIGHEST};
use crate::referee::reading::{Kind, Laid};

/// The place of a run behind the 13, where a 1 stands.
pub(crate) const AFTER_HIGHEST: u8 = HIGHEST + 1;

/// One valid way to read a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    Run {
        colour: usize,
        /// The first place, from 1 to 14.
        lowest: u8,
        /// For each place whether a joker lies there.
        jokers: Vec<bool>,
    },
    Group {
        number: u8,
        /// The colours of the real tiles.
        colours: [bool; 4],
        jokers: usize,
    },
}

/// The number of the tile that belongs to a place of a run.
pub(crate) fn number_at(place: u8) -> u8 {
    if place == AFTER_HIGHEST { 1 } else { place }
}

impl Reading {
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Run { .. } => Kind::Run,
            Self::Group { .. } => Kind::Group,
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Run { jokers, .. } => jokers.len(),
            Self::Group { colours, jokers, .. } => colours.iter().filter(|&&held| held).count() + jokers,
        }
    }

    /// What each tile is worth when it is laid.
    pub(crate) fn values(&self) -> Vec<u32> {
        match self {
            Self::Run { lowest, jokers, .. } => (*lowest..)
                .zip(jokers)
                .map(|(place, _)| if place == AFTER_HIGHEST { 10 } else { u32::from(place) })
                .collect(),
            Self::Group { number: 1, .. } => vec![10; self.len()],
            Self::Group { number, .. } => vec![u32::from(*number); self.len()],
        }
    }

    /// What the set is worth when it is laid.
    pub(crate) fn value(&self) -> u32 {
        self.values().iter().sum()
    }
}

/// The colour and the number of each tile that is no joker.
fn reals(tiles: &[Face]) -> Vec<(usize, u8)> {
    let real = |&face: &Face| match face {
        Face::Real { colour, number } => Some((colour, number)),
        Face::Joker => None,
    };
    tiles.iter().filter_map(real).collect()
}

/// Every reading that makes this a set, runs first. Empty for what is no set.
pub(crate) fn readings(set: &Laid) -> Vec<Reading> {
    let mut readings = Vec::new();
    if set.tiles.len() < 3 || reals(&set.tiles).is_empty() {
        return readings;
    }
    if set.kind != Some(Kind::Group) {
        let backwards: Vec<Face> = set.tiles.iter().rev().copied().collect();
        match run_as_laid(&set.tiles).or_else(|| run_as_laid(&backwards)) {
            Some(run) => readings.push(run),
            None => readings.extend(runs_in_any_order(&set.tiles)),
        }
    }
    if set.kind != Some(Kind::Run) {
        readings.extend(group(&set.tiles));
    }
    readings
}

/// The reading of a set that lies on the table: the one of the highest value, a run before a group.
pub(crate) fn stored_reading(set: &Laid) -> Option<Reading> {
    let readings = readings(set);
    let highest = readings.iter().map(Reading::value).max()?;
    readings.into_iter().find(|reading| reading.value() == highest)
}

/// Every place where a run of some length can begin.
fn beginnings(length: usize) -> impl Iterator<Item = u8> {
    (1..=AFTER_HIGHEST).filter(move |&lowest| usize::from(lowest) + length <= usize::from(AFTER_HIGHEST) + 1)
}

/// The run that the tiles are in just this order.
fn run_as_laid(tiles: &[Face]) -> Option<Reading> {
    let colour = reals(tiles).first()?.0;
    let fits = |lowest: &u8| {
        (*lowest..).zip(tiles).all(|(place, &tile)| {
            tile == Face::Joker || tile == Face::Real { colour, number: number_at(place) }
        })
    };
    let lowest = beginnings(tiles.len()).find(fits)?;
    Some(Reading::Run { colour, lowest, jokers: tiles.iter().map(|&tile| tile == Face::Joker).collect() })
}

/// Every run that the tiles are in some order.
fn runs_in_any_order(tiles: &[Face]) -> Vec<Reading> {
    let reals = reals(tiles);
    let mut runs = Vec::new();
    let Some(&(colour, _)) = reals.first() else { return runs };
    if reals.iter().any(|real| real.0 != colour) {
        return runs;
    }
    for lowest in beginnings(tiles.len()) {
        let mut ways = vec![vec![true; tiles.len()]];
        for &(_, number) in &reals {
            ways = ways.iter().flat_map(|way| with_tile(way, lowest, number)).collect();
        }
        for jokers in ways {
            let run = Reading::Run { colour, lowest, jokers };
            if !runs.contains(&run) {
                runs.push(run);
            }
        }
    }
    runs
}

/// The run with a tile in one more place, in each way that there is.
fn with_tile(open: &[bool], lowest: u8, number: u8) -> Vec<Vec<bool>> {
    let mut ways = Vec::new();
    for (index, place) in (0..open.len()).zip(lowest..) {
        if open[index] && number_at(place) == number {
            let mut way = open.to_vec();
            way[index] = false;
            ways.push(way);
        }
    }
    ways
}

fn group(tiles: &[Face]) -> Option<Reading> {
    let reals = reals(tiles);
    let number = reals.first()?.1;
    if !(3..=4).contains(&tiles.len()) || reals.iter().any(|real| real.1 != number) {
        return None;
    }
    let mut colours = [false; 4];
    for &(colour, _) in &reals {
        if colours[colour] {
            return None;
        }
        colours[colour] = true;
    }
    Some(Reading::Group { number, colours, jokers: tiles.len() - reals.len() })
}
