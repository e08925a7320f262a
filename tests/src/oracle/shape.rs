//! Every set that can be laid of some tiles.

use super::tiles::Tiles;
use crate::referee::face::{COLOURS, Face, highest_played};
use crate::referee::reading::{Kind, Laid};

/// A set as it can be laid: its reading is given by its kind and the places of its jokers.
pub(super) struct Shape {
    pub(super) laid: Laid,
    pub(super) tiles: Tiles,
}

/// Every set that these tiles are enough for, in each of its readings.
pub(super) fn all(tiles: &Tiles) -> Vec<Shape> {
    let highest = highest_played();
    let mut shapes = Vec::new();
    for colour in 0..COLOURS.len() {
        for first in 1..=highest - 2 {
            for last in first + 2..=highest {
                let faces: Vec<Face> = (first..=last).map(|number| Face::Real { colour, number }).collect();
                add_with_jokers(tiles, &faces, Kind::Run, &mut shapes);
            }
        }
    }
    for number in 1..=highest {
        for colours in 0..1 << COLOURS.len() {
            let is_in = |&colour: &usize| colours >> colour & 1 == 1;
            let reals = (0..COLOURS.len()).filter(is_in).map(|colour| Face::Real { colour, number });
            let reals: Vec<Face> = reals.collect();
            for size in 3..=COLOURS.len() {
                let Some(jokers) = size.checked_sub(reals.len()) else { continue };
                let group = reals.iter().copied().chain(vec![Face::Joker; jokers]).collect();
                add(tiles, group, Kind::Group, &mut shapes);
            }
        }
    }
    shapes
}

/// The faces in their order, each as itself or as a joker.
fn add_with_jokers(tiles: &Tiles, faces: &[Face], kind: Kind, shapes: &mut Vec<Shape>) {
    let mut ways: Vec<Vec<Face>> = vec![Vec::new()];
    for &face in faces {
        let mut longer = Vec::new();
        for way in ways {
            let jokers = way.iter().filter(|&&tile| tile == Face::Joker).count();
            if jokers < usize::from(tiles.count(Face::Joker)) {
                longer.push([&way[..], &[Face::Joker]].concat());
            }
            if tiles.count(face) > 0 {
                longer.push([&way[..], &[face]].concat());
            }
        }
        if longer.is_empty() {
            return;
        }
        ways = longer;
    }
    for way in ways {
        add(tiles, way, kind, shapes);
    }
}

fn add(enough: &Tiles, tiles: Vec<Face>, kind: Kind, shapes: &mut Vec<Shape>) {
    let counts = Tiles::of(&tiles);
    if counts.first_real().is_some() && enough.without(&counts).is_some() {
        shapes.push(Shape { laid: Laid { tiles, kind: Some(kind) }, tiles: counts });
    }
}

#[cfg(test)]
mod tests {
    use super::{Tiles, all};
    use crate::referee::face::Face;
    use crate::referee::reading::{Kind, Laid};

    fn faces(text: &str) -> Vec<Face> {
        text.split(' ').map(|face| Face::parse(face).unwrap()).collect()
    }

    #[test]
    fn every_shape_is_a_set_with_one_reading() {
        let tiles = faces("R1 R2 R3 R4 R5 R12 R13 B1 B2 B13 K1 K13 O1 O2 O13 J J J");
        let shapes = all(&Tiles::of(&tiles));
        assert!(shapes.len() > 100);
        for shape in &shapes {
            assert_eq!(shape.laid.readings().len(), 1, "{:?}", shape.laid);
        }
    }

    /// The readings that the referee finds are the ones that there are shapes for.
    #[test]
    fn every_reading_of_a_set_has_a_shape() {
        let tiles = faces("R9 R10 B9 K9 R12 J J");
        let shapes = all(&Tiles::of(&tiles));
        for subset in 0_u32..1 << tiles.len() {
            let chosen: Vec<Face> =
                (0..tiles.len()).filter(|place| subset >> place & 1 == 1).map(|place| tiles[place]).collect();
            let mut found = Vec::new();
            for shape in shapes.iter().filter(|shape| shape.tiles == Tiles::of(&chosen)) {
                let reading = shape.laid.readings().remove(0);
                assert!(!found.contains(&reading), "{chosen:?} twice as {reading:?}");
                found.push(reading);
            }
            // The order may pin a run down; of all rotations some leave it open.
            for turns in 0..chosen.len() {
                let mut tiles = chosen.clone();
                tiles.rotate_left(turns);
                for kind in [Kind::Run, Kind::Group] {
                    for reading in (Laid { tiles: tiles.clone(), kind: Some(kind) }).readings() {
                        assert!(found.contains(&reading), "{tiles:?} not as {reading:?}");
                    }
                }
            }
        }
    }
}
