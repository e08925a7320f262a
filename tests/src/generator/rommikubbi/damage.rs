//! What makes a legal turn illegal, or another legal one.

use super::turn::Turn;
use crate::generator::dice::Dice;
use crate::referee::face::Face;
use crate::referee::reading::Kind;

/// A turn as it is sent.
pub(super) struct Played {
    pub(super) turn: Turn,
    /// The hand before anything was taken.
    pub(super) hand: Vec<Face>,
    pub(super) pile: Vec<Face>,
    pub(super) take: &'static str,
    pub(super) drawn: Option<Face>,
    pub(super) discard: Option<Face>,
    pub(super) first_turn: bool,
    pub(super) opened: bool,
}

/// Damages a turn in one place.
pub(super) fn damage(dice: &mut Dice, played: &mut Played) {
    match dice.below(20) {
        0 | 1 => move_a_tile(dice, played),
        2 | 3 => lift_a_joker(dice, played),
        4 => played.discard = None,
        5 => played.discard = played.turn.deck.take_any(dice),
        6 => take_otherwise(dice, played),
        7 | 8 => take_a_tile_away(dice, played),
        9 => put_a_tile_to_a_set(dice, played),
        10 => cover_the_pile(dice, played),
        11 => lose_a_tile_of_the_hand(dice, played),
        12 => played.opened = !played.opened,
        13 => played.first_turn = !played.first_turn,
        14 => lay_a_set_differently(dice, played),
        15 => exchange_a_tile(dice, played),
        16 => take_a_new_set_back(played),
        17 => move_within_a_set(dice, played),
        18 => forget_a_set(dice, played),
        _ => lay_everything(played),
    }
}

/// A set on the table after the turn and a tile in it.
fn pick_tile(dice: &mut Dice, played: &Played) -> Option<(usize, usize)> {
    let set = dice.below(played.turn.after.len());
    let tiles = played.turn.after.get(set)?.tiles.len();
    if tiles == 0 { None } else { Some((set, dice.below(tiles))) }
}

fn move_a_tile(dice: &mut Dice, played: &mut Played) {
    let Some((from, tile)) = pick_tile(dice, played) else { return };
    let to = dice.below(played.turn.after.len());
    let face = played.turn.after[from].tiles.remove(tile);
    let place = *dice.pick(&[0, played.turn.after[to].tiles.len()]);
    played.turn.after[to].tiles.insert(place, face);
}

/// Takes a joker out of an old set and lays it elsewhere, or nowhere.
fn lift_a_joker(dice: &mut Dice, played: &mut Played) {
    let number_of_old = played.turn.before.len().min(played.turn.after.len());
    let joker = |set: usize| played.turn.after[set].tiles.iter().position(|&tile| tile == Face::Joker);
    let Some((set, place)) = (0..number_of_old).find_map(|set| joker(set).map(|place| (set, place))) else {
        return;
    };
    played.turn.after[set].tiles.remove(place);
    played.turn.loose_jokers = usize::from(dice.chance(80));
    let laid_before = played.turn.laid.len();
    played.turn.lay_loose_jokers(dice);
    let for_the_joker = played.turn.laid[laid_before..].to_vec();
    played.hand.extend(for_the_joker);
}

fn take_otherwise(dice: &mut Dice, played: &mut Played) {
    let others: Vec<&str> =
        ["stock", "pile", "none"].into_iter().filter(|&take| take != played.take).collect();
    played.take = match *dice.pick(&others) {
        "stock" => "stock",
        "pile" => "pile",
        _ => "none",
    };
    played.drawn = if played.take == "stock" { played.turn.deck.take_any(dice) } else { None };
}

fn take_a_tile_away(dice: &mut Dice, played: &mut Played) {
    if let Some((set, tile)) = pick_tile(dice, played) {
        played.turn.after[set].tiles.remove(tile);
    }
}

/// Puts a tile of the hand, or one from nowhere, to a set.
fn put_a_tile_to_a_set(dice: &mut Dice, played: &mut Played) {
    let Some((set, place)) = pick_tile(dice, played) else { return };
    let tile = if dice.chance(70) && !played.hand.is_empty() {
        Some(*dice.pick(&played.hand))
    } else {
        played.turn.deck.take_any(dice)
    };
    let place = *dice.pick(&[0, place, played.turn.after[set].tiles.len()]);
    if let Some(tile) = tile {
        played.turn.after[set].tiles.insert(place, tile);
    }
}

fn cover_the_pile(dice: &mut Dice, played: &mut Played) {
    if dice.chance(50) {
        played.pile.extend(played.turn.deck.take_any(dice));
    } else {
        dice.shuffle(&mut played.pile);
    }
}

fn lose_a_tile_of_the_hand(dice: &mut Dice, played: &mut Played) {
    if !played.hand.is_empty() {
        let lost = dice.below(played.hand.len());
        played.hand.swap_remove(lost);
    }
}

fn lay_a_set_differently(dice: &mut Dice, played: &mut Played) {
    let Some((set, _)) = pick_tile(dice, played) else { return };
    let set = &mut played.turn.after[set];
    match dice.below(3) {
        0 => set.tiles.reverse(),
        1 => dice.shuffle(&mut set.tiles),
        _ => set.kind = Some(*dice.pick(&[Kind::Run, Kind::Group])),
    }
}

/// Lays a tile of the hand in the place of another.
fn exchange_a_tile(dice: &mut Dice, played: &mut Played) {
    if let Some((set, tile)) = pick_tile(dice, played)
        && !played.hand.is_empty()
    {
        played.turn.after[set].tiles[tile] = *dice.pick(&played.hand);
    }
}

fn take_a_new_set_back(played: &mut Played) {
    if !played.turn.new_sets().is_empty() {
        played.turn.after.pop();
    }
}

fn move_within_a_set(dice: &mut Dice, played: &mut Played) {
    let Some((set, tile)) = pick_tile(dice, played) else { return };
    let tiles = &mut played.turn.after[set].tiles;
    let face = tiles.remove(tile);
    let place = *dice.pick(&[0, tiles.len()]);
    tiles.insert(place, face);
}

/// Leaves nothing to discard: the hand is what was laid.
fn lay_everything(played: &mut Played) {
    let mut tiles = played.turn.laid.clone();
    for tile in played.drawn.iter().chain(if played.take == "pile" { &played.pile[..] } else { &[] }) {
        if let Some(place) = tiles.iter().position(|laid| laid == tile) {
            tiles.remove(place);
        }
    }
    played.hand = tiles;
    played.discard = None;
}

/// Sends a table with a set less, or with nothing in its place.
fn forget_a_set(dice: &mut Dice, played: &mut Played) {
    let Some((set, _)) = pick_tile(dice, played) else { return };
    if dice.chance(50) {
        played.turn.after.remove(set);
    } else {
        played.turn.after[set].tiles.clear();
    }
}
