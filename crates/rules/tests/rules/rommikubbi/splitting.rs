//! Picked tiles are split into sets.

use proptest::{collection::vec, prelude::*};
use sarja_rules::{
    Colour, Face, FaceCounts, Kind, LaidSet, Number, Seat,
    rommikubbi::{OwnedSet, Take, Turn, TurnPosition, judge_turn, split_into_sets},
};

use super::{faces, ruleset};

const OWNER: Seat = Seat(1);

/// The sets as text in the order in which they are found.
fn split(tiles: &str) -> Option<Vec<String>> {
    let sets = split_into_sets(OWNER, &faces(tiles).iter().collect())?;
    Some(sets.iter().map(written).collect())
}

fn written(set: &OwnedSet) -> String {
    set.tiles().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_run_may_end_with_the_1_after_13_and_not_go_on() {
    assert_eq!(split("R1 R12 R13").unwrap(), ["R12 R13 R1"]);
    assert_eq!(split("R1 R13 R2"), None);
    assert_eq!(split("R1 R2 R3 R12 R13"), None);
    assert_eq!(split("R1 R1 R2 R3 R12 R13").unwrap(), ["R12 R13 R1", "R1 R2 R3"]);
}

#[test]
fn the_longest_run_has_14_tiles() {
    let all = "R1 R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13";
    assert_eq!(split(all).unwrap(), ["R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1"]);
    assert_eq!(split(&format!("{all} J")).map(|sets| sets.len()), Some(2));
    let with_joker = "R1 R2 R3 R4 R5 R6 R7 J R9 R10 R11 R12 R13 J";
    assert_eq!(split(with_joker).unwrap(), ["R1 R2 R3 R4 R5 R6 R7 J R9 R10 R11 R12 R13 J"]);
}

#[test]
fn jokers_go_where_they_are_needed() {
    assert_eq!(split("R13 J J").unwrap(), ["R13 J J"]);
    // 11 counts in full, the 1 after 13 counts 10.
    assert_eq!(split("R12 R13 J").unwrap(), ["J R12 R13"]);
    assert_eq!(split("R12 J R1").unwrap(), ["R12 J R1"]);
    assert_eq!(split("R1 R2 R4 J B13 B12 J").unwrap(), ["R1 R2 J R4", "J B12 B13"]);
    assert_eq!(split("J J"), None);
}

#[test]
fn a_group_of_ones_goes_before_a_run_that_is_worth_less() {
    assert_eq!(split("R1 B1 K1 R2 R3").map(|sets| sets.len()), None);
    assert_eq!(split("R1 R1 B1 K1 R2 R3").unwrap(), ["R1 B1 K1", "R1 R2 R3"]);
    let dearest = |tiles: &str| {
        let set = split_into_sets(OWNER, &faces(tiles).iter().collect()).unwrap().remove(0);
        (set.kind(), set.laid_value(), set.owner())
    };
    assert_eq!(dearest("R1 B1 J"), (Kind::Group, 30, OWNER));
    assert_eq!(dearest("R1 J J"), (Kind::Run, 35, OWNER));
}

#[test]
fn two_runs_share_numbers() {
    assert_eq!(split("R4 R5 R6 R5 R6 R7 R7 R8").unwrap(), ["R4 R5 R6 R7 R8", "R5 R6 R7"]);
    assert_eq!(split("R4 R5 R6 R6 R7 R8").unwrap(), ["R4 R5 R6", "R6 R7 R8"]);
    assert_eq!(split("R4 R5 R6 R6 R7"), None);
}

#[test]
fn tiles_that_do_not_fit_are_not_split_and_no_tiles_make_no_sets() {
    assert_eq!(split("R4 R5 R6 K9"), None);
    assert_eq!(split("R4 B5 K6"), None);
    assert_eq!(split("R4 R4 B4"), None);
    assert_eq!(split(""), Some(Vec::new()));
}

/// Every tile of the game does, with the jokers.
#[test]
fn all_tiles_of_the_game_make_sets() {
    let all: FaceCounts = ruleset().tiles.faces().collect();
    let sets = split_into_sets(OWNER, &all).unwrap();
    assert_eq!(sets.iter().flat_map(OwnedSet::tiles).collect::<FaceCounts>(), all);
}

/// Whether tiles are one set, written from the rules alone: some run or group has the real ones in places of their own.
fn is_set(tiles: &[Face]) -> bool {
    let real: Vec<(Colour, u8)> =
        tiles.iter().filter_map(|face| face.parts()).map(|(colour, number)| (colour, number.get())).collect();
    let len = tiles.len();
    if len < 3 || real.is_empty() {
        return false;
    }
    let colours: std::collections::BTreeSet<u8> = real.iter().map(|(colour, _)| *colour as u8).collect();
    let is_group = len <= 4 && colours.len() == real.len() && real.iter().all(|tile| tile.1 == real[0].1);
    let is_run = |start: usize| {
        let mut numbers: Vec<u8> =
            (start..start + len).map(|place| if place == 14 { 1 } else { place as u8 }).collect();
        real.iter().all(|(_, number)| {
            numbers.iter().position(|there| there == number).map(|at| numbers.swap_remove(at)).is_some()
        })
    };
    is_group || (colours.len() == 1 && len <= 14 && (1..=15 - len).any(is_run))
}

/// Whether some parts of the tiles are all of them and sets, by trying every part.
fn naive(tiles: &[Face]) -> bool {
    let parts = 1usize << tiles.len();
    let pick = |mask: usize| -> Vec<Face> {
        (0..tiles.len()).filter(|at| mask & (1 << at) != 0).map(|at| tiles[at]).collect()
    };
    let sets: Vec<bool> = (0..parts).map(|mask| is_set(&pick(mask))).collect();
    let mut covered = vec![false; parts];
    covered[0] = true;
    for mask in 1..parts {
        let mut part = mask;
        while part > 0 && !covered[mask] {
            covered[mask] = sets[part] && covered[mask & !part];
            part = (part - 1) & mask;
        }
    }
    covered[parts - 1]
}

/// Two colours and numbers around the 1, with two jokers at most, so that many of them can be split.
fn crowded() -> impl Strategy<Value = Vec<Face>> {
    let number = prop_oneof![4 => 1..=4u8, 4 => 11..=13u8, 1 => 5..=10u8, 2 => Just(1)];
    let tile = (0..3usize, number).prop_map(|(c, n)| Face::new(Colour::ALL[c], Number::new(n).unwrap()));
    (vec(tile, 0..10), 0..=2usize).prop_map(|(mut tiles, jokers)| {
        tiles.extend([Face::JOKER].repeat(jokers));
        tiles
    })
}

/// Sets thrown together, and perhaps one tile too few: nine to eleven tiles that can be split, or just not.
fn nearly_split() -> impl Strategy<Value = Vec<Face>> {
    let face = |colour: usize, place: u8| {
        Face::new(Colour::ALL[colour], Number::new(if place > 13 { place - 13 } else { place }).unwrap())
    };
    let run = (0..2usize, prop_oneof![1..=3u8, 10..=12u8], 3..=4u8).prop_map(move |(colour, start, len)| {
        (start..(start + len).min(15)).map(|place| face(colour, place)).collect::<Vec<_>>()
    });
    let group = prop_oneof![Just(1u8), Just(2), Just(13)]
        .prop_map(move |number| (0..3).map(|colour| face(colour, number)).collect::<Vec<_>>());
    (vec(prop_oneof![3 => run, 1 => group], 1..=3), vec(any::<prop::sample::Index>(), 0..=2), any::<bool>())
        .prop_map(|(sets, jokers, drops)| {
            let mut tiles = sets.concat();
            for at in &jokers {
                let at = at.index(tiles.len());
                tiles[at] = Face::JOKER;
            }
            if drops {
                tiles.swap_remove(0);
            }
            tiles
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn tiles_are_split_exactly_if_an_exhaustive_search_can(tiles in prop_oneof![crowded(), nearly_split()]) {
        let found = split_into_sets(OWNER, &tiles.iter().collect());
        prop_assert_eq!(found.is_some(), naive(&tiles), "{:?}", tiles);
    }

    #[test]
    fn what_is_found_uses_all_tiles_and_the_referee_accepts_it(tiles in prop_oneof![crowded(), nearly_split()]) {
        let counts: FaceCounts = tiles.iter().collect();
        let Some(sets) = split_into_sets(OWNER, &counts) else { return Ok(()) };
        prop_assert_eq!(&sets.iter().flat_map(OwnedSet::tiles).collect::<FaceCounts>(), &counts);
        for set in &sets {
            let again = OwnedSet::read(OWNER, &LaidSet::declared(set.tiles(), set.kind()));
            prop_assert_eq!(again.as_ref(), Some(set), "the order tells the reading");
        }
        let laid: Vec<LaidSet> = sets.iter().map(|set| LaidSet::declared(set.tiles(), set.kind())).collect();
        let mut hand = counts;
        let discard: Face = "B7".parse().unwrap();
        hand.add(discard);
        let position = TurnPosition {
            ruleset: &ruleset(), table: &[], hand: &hand, seat: OWNER, opened: true, first_turn: true, take: Take::Nothing,
        };
        let verdict = judge_turn(position, Turn { table: &laid, discard: Some(discard) });
        prop_assert!(verdict.is_legal(), "{:?}", verdict.reasons);
        prop_assert_eq!(verdict.table, sets);
    }
}
