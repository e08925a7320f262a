//! A turn in the making: what lies on the table and what the player has laid so far.

use super::sets;
use crate::generator::deck::Deck;
use crate::generator::dice::Dice;
use crate::referee::face::Face;
use crate::referee::reading::Laid;
use crate::referee::rommikubbi::reading::stored_reading;

/// A turn that has been legal so far. Tiles come to the hand when the player turns out to need them.
pub(super) struct Turn {
    pub(super) deck: Deck,
    pub(super) before: Vec<Laid>,
    /// The old sets in their order, then the new ones.
    pub(super) after: Vec<Laid>,
    /// What was laid, wherever it came from but the table.
    pub(super) laid: Vec<Face>,
    /// Jokers taken out of sets that lie nowhere yet.
    pub(super) loose_jokers: usize,
}

impl Turn {
    pub(super) fn with_table(dice: &mut Dice, number_of_sets: usize) -> Self {
        let mut deck = Deck::of_ruleset("rommikubbi");
        let before: Vec<Laid> = (0..number_of_sets).filter_map(|_| sets::take_set(dice, &mut deck)).collect();
        Self { deck, after: before.clone(), before, laid: Vec::new(), loose_jokers: 0 }
    }

    /// Lays a new set from the hand, if the deck has its tiles.
    pub(super) fn lay(&mut self, dice: &mut Dice, mut faces: Vec<Face>) {
        if dice.chance(50) {
            sets::with_jokers(dice, &mut faces);
        }
        if let Some(tiles) = self.deck.take_all(&faces) {
            self.laid.extend(&tiles);
            let mut set = sets::laid(tiles);
            if dice.chance(30) {
                sets::lay_differently(dice, &mut set);
            }
            self.after.push(set);
        }
    }

    /// Adds a tile, or a joker in its place, to a set of the old table.
    pub(super) fn add(&mut self, dice: &mut Dice) {
        let Some((set, first, face)) = self.pick_addition(dice) else { return };
        let face = if dice.chance(12) { Face::Joker } else { face };
        if let Some(tile) = self.deck.take(face) {
            self.laid.push(tile);
            self.join(set, first, tile);
        }
    }

    fn pick_addition(&self, dice: &mut Dice) -> Option<(usize, bool, Face)> {
        let mut open = Vec::new();
        for set in 0..self.before.len().min(self.after.len()) {
            open.extend(
                sets::additions(&self.after[set]).into_iter().map(|(first, face)| (set, first, face)),
            );
        }
        if open.is_empty() { None } else { Some(*dice.pick(&open)) }
    }

    fn join(&mut self, set: usize, first: bool, tile: Face) {
        let mut tiles = sets::in_order(&self.after[set]);
        tiles.insert(if first { 0 } else { tiles.len() }, tile);
        self.after[set] = Laid { tiles, kind: self.after[set].kind };
    }

    /// Puts the tile that a joker stands for in its place and takes the joker up.
    pub(super) fn swap(&mut self, dice: &mut Dice) {
        let mut open = Vec::new();
        for set in 0..self.before.len().min(self.after.len()) {
            open.extend(sets::replacements(&self.after[set]).into_iter().map(|face| (set, face)));
        }
        if open.is_empty() {
            return;
        }
        let (set, face) = *dice.pick(&open);
        let mut tiles = sets::in_order(&self.after[set]);
        let places: Vec<usize> = (0..tiles.len()).filter(|&place| tiles[place] == Face::Joker).collect();
        for place in places {
            let joker = std::mem::replace(&mut tiles[place], face);
            let replaced = Laid { tiles: tiles.clone(), kind: self.after[set].kind };
            if stored_reading(&replaced).is_some() {
                if let Some(tile) = self.deck.take(face) {
                    self.laid.push(tile);
                    self.loose_jokers += 1;
                    self.after[set] = replaced;
                }
                return;
            }
            tiles[place] = joker;
        }
    }

    /// Lays the jokers that were taken up, in new sets or at the ends of old ones.
    pub(super) fn lay_loose_jokers(&mut self, dice: &mut Dice) {
        while self.loose_jokers > 0 {
            self.loose_jokers -= 1;
            if dice.chance(40)
                && let Some((set, first, _)) = self.pick_addition(dice)
            {
                self.join(set, first, Face::Joker);
                continue;
            }
            let mut faces = sets::faces_of_a_set(dice);
            let place = dice.below(faces.len());
            faces.remove(place);
            match self.deck.take_all(&faces) {
                Some(mut tiles) => {
                    self.laid.extend(&tiles);
                    tiles.insert(place, Face::Joker);
                    self.after.push(sets::laid(tiles));
                }
                None => self.loose_jokers += 1,
            }
        }
    }

    pub(super) fn new_sets(&self) -> &[Laid] {
        self.after.get(self.before.len()..).unwrap_or_default()
    }
}
