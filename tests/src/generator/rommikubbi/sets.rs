//! Sets of Rommikubbi at random, and what can be done with them.

use crate::generator::deck::Deck;
use crate::generator::dice::Dice;
use crate::referee::face::{COLOURS, Face};
use crate::referee::reading::{Kind, Laid};
use crate::referee::rommikubbi::reading::{AFTER_HIGHEST, Reading, number_at, readings, stored_reading};
use serde_json::{Value, json};

/// The faces of a set at random: a run in its order, now and then up to the 1 after the 13, or a group.
pub(super) fn faces_of_a_set(dice: &mut Dice) -> Vec<Face> {
    if dice.chance(60) {
        let length = if dice.chance(2) { 14 } else { *dice.pick(&[3, 3, 3, 4, 4, 5, 6]) };
        let latest = usize::from(AFTER_HIGHEST) + 1 - length;
        let lowest = if dice.chance(25) { latest } else { dice.between(1, latest) };
        run(dice.below(COLOURS.len()), place(lowest), length)
    } else {
        let number = if dice.chance(20) { 1 } else { place(dice.between(1, 13)) };
        let length = dice.between(3, 4);
        group(dice, number, length)
    }
}

fn place(number: usize) -> u8 {
    u8::try_from(number).expect("places of a run end at 14")
}

fn run(colour: usize, lowest: u8, length: usize) -> Vec<Face> {
    (lowest..).take(length).map(|place| Face::Real { colour, number: number_at(place) }).collect()
}

fn group(dice: &mut Dice, number: u8, length: usize) -> Vec<Face> {
    let mut faces: Vec<Face> = (0..COLOURS.len()).map(|colour| Face::Real { colour, number }).collect();
    dice.shuffle(&mut faces);
    faces.truncate(length);
    faces
}

/// Sets that are worth 51 or a little more or less when they are laid, one of them a run most of the time.
pub(super) fn faces_of_an_opening(dice: &mut Dice) -> Vec<Vec<Face>> {
    let wanted = *dice.pick(&[48, 49, 50, 50, 51, 51, 51, 51, 52, 53, 54, 57, 60]);
    let number_of_sets = *dice.pick(&[1, 2, 2, 2, 3, 3]);
    for _ in 0..400 {
        let sets: Vec<Vec<Face>> = (0..number_of_sets).map(|_| faces_of_a_set(dice)).collect();
        let readings = sets.iter().filter_map(|set| stored_reading(&laid(set.clone())));
        if readings.map(|reading| reading.value()).sum::<u32>() == wanted {
            return sets;
        }
    }
    vec![faces_of_a_set(dice), faces_of_a_set(dice)]
}

pub(super) fn laid(tiles: Vec<Face>) -> Laid {
    Laid { tiles, kind: None }
}

/// Takes the tiles of a set out of the deck, now and then jokers instead of some, and lays them in some order.
pub(super) fn take_set(dice: &mut Dice, deck: &mut Deck) -> Option<Laid> {
    let mut faces = faces_of_a_set(dice);
    with_jokers(dice, &mut faces);
    let mut set = laid(deck.take_all(&faces)?);
    stored_reading(&set)?;
    lay_differently(dice, &mut set);
    if is_one_of_two_runs(&set) { None } else { Some(set) }
}

/// Whether a set may lie as one of two runs of the same worth: a joker as the 10 or as the 1 after the 13.
fn is_one_of_two_runs(set: &Laid) -> bool {
    let Some(stored) = stored_reading(set) else { return false };
    let is_its_equal = |other: &&Reading| other.kind() == stored.kind() && other.value() == stored.value();
    readings(set).iter().filter(is_its_equal).count() > 1
}

/// Puts jokers in the place of some tiles.
pub(super) fn with_jokers(dice: &mut Dice, faces: &mut [Face]) {
    for _ in 0..*dice.pick(&[0, 0, 1, 1, 2]) {
        let place = dice.below(faces.len());
        faces[place] = Face::Joker;
    }
}

/// Lays a set backwards, in no order, or with its kind declared, now and then.
pub(super) fn lay_differently(dice: &mut Dice, set: &mut Laid) {
    match dice.below(20) {
        0..3 => set.tiles.reverse(),
        3 => dice.shuffle(&mut set.tiles),
        4 => set.kind = stored_reading(set).map(|reading| reading.kind()),
        5 => {
            let kind = Some(*dice.pick(&[Kind::Run, Kind::Group]));
            let declared = Laid { tiles: set.tiles.clone(), kind };
            if stored_reading(&declared).is_some() {
                *set = declared;
            }
        }
        _ => {}
    }
}

/// The faces that a set can be lengthened with, in front (runs only) or behind.
pub(super) fn additions(set: &Laid) -> Vec<(bool, Face)> {
    match stored_reading(set) {
        Some(Reading::Run { colour, lowest, jokers }) => {
            let next = usize::from(lowest) + jokers.len();
            let before = (lowest > 1).then(|| (true, usize::from(lowest) - 1));
            let after = (next <= usize::from(AFTER_HIGHEST)).then_some((false, next));
            let face = |at| Face::Real { colour, number: number_at(place(at)) };
            [before, after].into_iter().flatten().map(|(first, at)| (first, face(at))).collect()
        }
        Some(reading @ Reading::Group { number, colours, .. }) if reading.len() < 4 => {
            let open = (0..COLOURS.len()).filter(|&colour| !colours[colour]);
            open.map(|colour| (false, Face::Real { colour, number })).collect()
        }
        _ => Vec::new(),
    }
}

/// The faces that stand in for a joker of a set.
pub(super) fn replacements(set: &Laid) -> Vec<Face> {
    match stored_reading(set) {
        Some(Reading::Run { colour, lowest, jokers }) => {
            let places = (lowest..).zip(jokers).filter(|&(_, is_joker)| is_joker);
            places.map(|(place, _)| Face::Real { colour, number: number_at(place) }).collect()
        }
        Some(Reading::Group { number, colours, jokers }) if jokers > 0 => {
            let open = (0..COLOURS.len()).filter(|&colour| !colours[colour]);
            open.map(|colour| Face::Real { colour, number }).collect()
        }
        _ => Vec::new(),
    }
}

/// The tiles of a set as the stored reading has them: a run from its lowest place up, a group with its jokers last.
pub(super) fn in_order(set: &Laid) -> Vec<Face> {
    if let Some(Reading::Run { colour, lowest, jokers }) = stored_reading(set) {
        let tile = |(place, is_joker)| {
            if is_joker { Face::Joker } else { Face::Real { colour, number: number_at(place) } }
        };
        return (lowest..).zip(jokers).map(tile).collect();
    }
    let mut tiles = set.tiles.clone();
    tiles.sort_unstable();
    tiles
}

pub(super) fn words(tiles: &[Face]) -> Vec<String> {
    tiles.iter().map(Face::to_string).collect()
}

/// A set as judge-format.md writes it.
pub(super) fn to_json(set: &Laid) -> Value {
    match set.kind {
        None => json!(words(&set.tiles)),
        Some(Kind::Run) => json!({"tiles": words(&set.tiles), "kind": "run"}),
        Some(Kind::Group) => json!({"tiles": words(&set.tiles), "kind": "group"}),
    }
}

/// A set with its owner.
pub(super) fn to_owned_json(set: &Laid, owner: usize) -> Value {
    let mut json = to_json(&Laid { tiles: set.tiles.clone(), kind: Some(set.kind.unwrap_or(Kind::Run)) });
    json["owner"] = json!(owner);
    if set.kind.is_none()
        && let Some(fields) = json.as_object_mut()
    {
        fields.remove("kind");
    }
    json
}
