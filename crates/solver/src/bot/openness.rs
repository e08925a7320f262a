//! How much a table offers to those who hold tiles that are not seen.

use sarja_rules::{Colour, Face, FaceCounts, Number, Reading, TableSet};

/// Of the tiles that are not seen, in hundredths, so many could be laid on the table by themselves.
///
/// It is an estimate: what is counted are ends of runs, gaps of groups, long runs that can be split, and new sets with two
/// tiles that others can spare. `unseen` holds the tiles that lie neither on the table nor on the own rack.
pub(super) fn openness(table: &[TableSet], unseen: &FaceCounts) -> i32 {
    let spare: FaceCounts = table.iter().flat_map(spares).collect();
    let fits = |face: Face| {
        let sparing = |number| table.iter().filter(|set| spares(set).any(|tile| is_of(tile, number))).count();
        table.iter().any(|set| takes(set, face)) || makes_a_set(&spare, sparing, face)
    };
    let real = unseen.iter().filter(|(face, _)| !face.is_joker());
    let (all, fitting) = real.fold((0, 0), |(all, fitting), (face, count)| {
        let count = i32::from(count);
        (all + count, if fits(face) { fitting + count } else { fitting })
    });
    100 * fitting / all.max(1)
}

/// Whether a tile can be added to a set as it lies, or splits it.
fn takes(set: &TableSet, face: Face) -> bool {
    let Some((colour, number)) = face.parts() else { return true };
    match set.reading() {
        Reading::Group { number: own } => {
            number == own
                && set.tiles().len() < Colour::ALL.len()
                && set.tiles().iter().all(|tile| tile.colour() != Some(colour))
        }
        Reading::Run { colour: own, start } => {
            let (number, start) = (number.get(), start.get());
            let end = start + set.tiles().len() as u8;
            let at_an_end = number + 1 == start || number == end;
            let splits = number >= start + 2 && number + 3 <= end;
            colour == own && (at_an_end || splits)
        }
    }
}

/// The tiles that a set can do without: the ends of a long run, any tile of a group of four.
fn spares(set: &TableSet) -> impl Iterator<Item = Face> + '_ {
    let tiles = set.tiles();
    let is_group = matches!(set.reading(), Reading::Group { .. });
    let last = tiles.len() - 1;
    let can_spare = move |at: usize| tiles.len() > 3 && (is_group || at == 0 || at == last);
    tiles
        .iter()
        .enumerate()
        .filter(move |(at, face)| can_spare(*at) && !face.is_joker())
        .map(|(_, face)| *face)
}

fn is_of(face: Face, number: Number) -> bool {
    face.parts().is_some_and(|(_, own)| own == number)
}

/// Whether the tile makes a set with two of these. A group of four spares any of its tiles, but one alone: so two of a number
/// have to come from two sets, and `sparing` tells how many sets spare one.
fn makes_a_set(spare: &FaceCounts, sparing: impl Fn(Number) -> usize, face: Face) -> bool {
    let Some((colour, number)) = face.parts() else { return true };
    let has = |colour, number: i16| {
        let number = u8::try_from(number).ok().and_then(Number::new);
        number.is_some_and(|number| spare.of(Face::new(colour, number)) > 0)
    };
    let own = i16::from(number.get());
    let others = Colour::ALL.into_iter().filter(|&other| other != colour && has(other, own)).count();
    let beside = |first: i16, second: i16| has(colour, own + first) && has(colour, own + second);
    (others >= 2 && sparing(number) >= 2) || beside(-2, -1) || beside(-1, 1) || beside(1, 2)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use sarja_rules::LaidSet;

    use super::*;

    fn faces(text: &str) -> Vec<Face> {
        text.split_whitespace().map(|face| face.parse().unwrap()).collect()
    }

    /// How many hundredths of these unseen tiles find a place.
    fn open(table: &[&str], unseen: &str) -> i32 {
        let read = |set: &&str| TableSet::read(&LaidSet::new(faces(set)), 13).unwrap();
        let table: Vec<TableSet> = table.iter().map(read).collect();
        openness(&table, &faces(unseen).iter().collect())
    }

    #[test]
    fn an_empty_table_takes_nothing() {
        assert_eq!(open(&[], "R1 B5 J"), 0);
    }

    #[test]
    fn ends_of_runs_and_gaps_of_groups_take_tiles() {
        assert_eq!(open(&["R3 R4 R5"], "R2 R6 R7 B2"), 50);
        assert_eq!(open(&["R9 B9 K9"], "O9 R9"), 50);
        assert_eq!(open(&["R9 B9 K9 O9"], "O9 R9"), 0);
        assert_eq!(open(&["R9 B9 K9 O9", "R9 B9 K9 O9"], "O9 R9"), 100);
    }

    #[test]
    fn a_run_of_five_takes_its_middle_a_second_time() {
        assert_eq!(open(&["R3 R4 R5 R6 R7"], "R5 R4 R6 R3"), 25);
    }

    #[test]
    fn two_tiles_that_others_can_spare_make_a_set_with_a_third() {
        assert_eq!(open(&["R3 R4 R5 R6", "B6 B7 B8 B9"], "K6"), 100);
        assert_eq!(open(&["R4 R5 R6", "B6 B7 B8 B9"], "K6"), 0);
    }
}
