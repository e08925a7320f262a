//! The tiles that a search deals in, counted by colour and number.

use sarja_rules::{Colour, Face, FaceCounts, NUMBER_MAX, Number, Ruleset};

use crate::Objective;

/// A count for each colour and number; numbers are their own index.
pub(crate) type Grid = [[u8; NUMBER_MAX as usize + 2]; 4];

/// No tile.
pub(crate) const EMPTY_GRID: Grid = [[0; NUMBER_MAX as usize + 2]; 4];

/// What one tile is worth: both objectives in one number, the first of them in the higher bits.
///
/// No ruleset has more tiles than fit below the shift, nor more points.
const SHIFT: u32 = 11;

/// The least difference between the values of two plays; bounds are told in parts of it.
pub(crate) const UNIT: i32 = 32;

/// The tiles of a problem, and what it is worth to shed them.
#[derive(Clone, Debug)]
pub(crate) struct Supply {
    /// Real tiles that have to lie on the table at the end.
    pub(crate) must: Grid,
    /// Real tiles of the rack.
    pub(crate) may: Grid,
    /// Jokers of the rack.
    pub(crate) jokers: u8,
    /// The highest number.
    pub(crate) numbers: u8,
    weights: [i32; NUMBER_MAX as usize + 1],
    /// What it is worth to shed a joker.
    pub(crate) joker_weight: i32,
}

impl Supply {
    pub(crate) fn new(
        ruleset: &Ruleset,
        table: &FaceCounts,
        rack: &FaceCounts,
        objective: Objective,
    ) -> Self {
        let tiles = Self {
            must: grid(table),
            may: grid(rack),
            jokers: rack.jokers(),
            numbers: ruleset.tiles.numbers,
            weights: [0; NUMBER_MAX as usize + 1],
            joker_weight: 0,
        };
        tiles.with_objective(ruleset, objective)
    }

    /// The same tiles, worth what another objective asks for.
    pub(crate) fn with_objective(&self, ruleset: &Ruleset, objective: Objective) -> Self {
        let weight = |points: u16| {
            let points = i32::from(points);
            let value = match objective {
                Objective::Tiles => (1 << SHIFT) + points,
                Objective::Points => (points << SHIFT) + 1,
            };
            value * UNIT
        };
        let mut weights = [0; NUMBER_MAX as usize + 1];
        for number in 1..=NUMBER_MAX {
            weights[usize::from(number)] = weight(u16::from(number));
        }
        Self { weights, joker_weight: weight(ruleset.joker.rack_points), ..*self }
    }

    /// The least that a play is worth that sheds so many points, where points come first.
    pub(crate) const fn of_points(points: u8) -> i32 {
        ((points as i32) << SHIFT) * UNIT
    }

    /// What it is worth to shed a tile of this number.
    pub(crate) fn weight(&self, number: u8) -> i32 {
        self.weights[usize::from(number)]
    }

    /// The least that a play can be worth that is better than another: where that sheds nothing, its one tile at least.
    pub(crate) fn better_than(&self, best: i32) -> i32 {
        if best != 0 {
            return best + UNIT;
        }
        let is_there = |number: &u8| self.may.iter().any(|colour| colour[usize::from(*number)] > 0);
        let least = (1..=self.numbers).find(is_there).map(|number| self.weight(number));
        let joker = (self.jokers > 0).then_some(self.joker_weight);
        least.into_iter().chain(joker).min().unwrap_or(UNIT)
    }

    /// What it would be worth to shed every tile of the rack.
    pub(crate) fn whole_rack(&self) -> i32 {
        let of = |number: u8| {
            let tiles: u8 = self.may.iter().map(|colour| colour[usize::from(number)]).sum();
            i32::from(tiles) * self.weight(number)
        };
        i32::from(self.jokers) * self.joker_weight + (1..=self.numbers).map(of).sum::<i32>()
    }

    /// How many real tiles there are of a colour and number.
    pub(crate) fn all(&self, colour: usize, number: usize) -> u8 {
        self.must[colour][number] + self.may[colour][number]
    }
}

/// The face of a colour and number of a grid.
pub(crate) fn face(colour: usize, number: u8) -> Face {
    Face::new(Colour::ALL[colour], Number::new(number).expect("a number of the grid"))
}

/// The bit of a face in a set of faces.
pub(crate) fn bit(colour: usize, number: u8) -> u64 {
    1 << face(colour, number).index()
}

fn grid(counts: &FaceCounts) -> Grid {
    let mut grid = EMPTY_GRID;
    for (face, count) in counts.iter() {
        if let Some((colour, number)) = face.parts() {
            grid[colour as usize][usize::from(number.get())] = count;
        }
    }
    grid
}
