//! A table in the hands of a player: what can be done with it in one turn.

use super::deck::{self, Deck};
use super::dice::Dice;
use crate::referee::face::Face;
use crate::referee::reading::{Kind, Laid};

/// The table while it is being rearranged.
pub(super) struct Workbench<'a> {
    pub(super) sets: Vec<Laid>,
    pub(super) deck: &'a mut Deck,
    /// What came from the rack so far: tiles are put on the rack when the player turns out to need them.
    pub(super) played: Vec<Face>,
    /// Jokers that were taken up and lie nowhere yet.
    pub(super) loose_jokers: usize,
    /// The set that the last joker was taken from, without it.
    pub(super) freed: Option<Laid>,
}

impl Workbench<'_> {
    /// Plays a tile of a face, if there is one left.
    fn play(&mut self, face: Face) -> Option<Face> {
        let tile = self.deck.take(face)?;
        self.played.push(tile);
        Some(tile)
    }

    fn play_all(&mut self, faces: &[Face]) -> Option<Vec<Face>> {
        let tiles = self.deck.take_all(faces)?;
        self.played.extend(&tiles);
        Some(tiles)
    }

    fn lay(&mut self, tiles: Vec<Face>) {
        self.sets.push(Laid { tiles, kind: None });
    }

    fn pick_set(&self, dice: &mut Dice, is_wanted: impl Fn(&Laid) -> bool) -> Option<usize> {
        let wanted: Vec<usize> = (0..self.sets.len()).filter(|&set| is_wanted(&self.sets[set])).collect();
        if wanted.is_empty() { None } else { Some(*dice.pick(&wanted)) }
    }

    /// Lays a set from the rack, now and then with jokers.
    pub(super) fn lay_new_set(&mut self, dice: &mut Dice, lowest: u8) {
        let mut faces = deck::faces_of_a_set(dice, lowest);
        for _ in 0..*dice.pick(&[0, 0, 0, 0, 1, 2]) {
            let place = dice.below(faces.len());
            faces[place] = Face::Joker;
        }
        if let Some(tiles) = self.play_all(&faces) {
            self.lay(tiles);
        }
    }

    /// Lays the tiles of a set of the table again, from the rack, with a loose joker if there is one.
    pub(super) fn lay_the_same(&mut self, dice: &mut Dice) {
        let Some(set) = self.pick_set(dice, |_| true) else { return };
        let joins = self.loose_jokers > 0 && dice.chance(60);
        let mut faces = self.sets[set].tiles.clone();
        if joins {
            faces.retain(|&face| face != Face::Joker);
        }
        if let Some(mut tiles) = self.play_all(&faces) {
            if joins {
                self.loose_jokers -= 1;
                tiles.push(Face::Joker);
            }
            self.lay(tiles);
        }
    }

    /// Lengthens a set by a tile from the rack or from another set.
    pub(super) fn extend(&mut self, dice: &mut Dice, source: Source) {
        let Some(set) = self.pick_set(dice, |set| !deck::extensions(set).is_empty()) else { return };
        let face = *dice.pick(&deck::extensions(&self.sets[set]));
        let tile = match source {
            Source::Rack => self.play(face),
            Source::Table => self.steal(face, set),
        };
        if let Some(tile) = tile {
            self.join(set, tile, tile);
        }
    }

    /// Puts a tile (or a joker) to a run at the end where a face belongs, or to a group.
    fn join(&mut self, set: usize, face: Face, tile: Face) {
        let slots = deck::slots(&self.sets[set]);
        let mut tiles: Vec<Face> = slots.iter().map(|slot| slot.tile).collect();
        let goes_first = slots.first().is_some_and(|first| face < first.stands_for);
        tiles.insert(if goes_first { 0 } else { tiles.len() }, tile);
        self.sets[set] = Laid { tiles, kind: None };
    }

    /// Takes a tile from a set that can spare it: from a group of four or an end of a long run.
    fn steal(&mut self, face: Face, not_from: usize) -> Option<Face> {
        let from =
            (0..self.sets.len()).find(|&set| set != not_from && spares(&self.sets[set]).contains(&face))?;
        let place = self.sets[from].tiles.iter().position(|&tile| tile == face)?;
        Some(self.sets[from].tiles.remove(place))
    }

    /// Takes a tile that a set can spare and lays a new set around it.
    pub(super) fn lay_around_a_spare(&mut self, dice: &mut Dice) {
        let Some(set) = self.pick_set(dice, |set| !spares(set).is_empty()) else { return };
        let face = *dice.pick(&spares(&self.sets[set]));
        let faces = deck::faces_around(dice, face);
        let others: Vec<Face> = faces.iter().copied().filter(|&other| other != face).collect();
        if self.play_all(&others).is_some() && self.steal(face, usize::MAX).is_some() {
            self.lay(faces);
        }
    }

    /// Parts a long run in two, a shorter one with the help of tiles from the rack.
    pub(super) fn split(&mut self, dice: &mut Dice) {
        let is_long = |set: &Laid| set.tiles.len() >= 5 && !deck::slots(set).is_empty();
        let Some(set) = self.pick_set(dice, is_long) else { return };
        let slots = deck::slots(&self.sets[set]);
        let cut = dice.between(2, slots.len() - 2);
        let mut parts: Vec<Vec<Face>> =
            [&slots[..cut], &slots[cut..]].map(|part| part.iter().map(|slot| slot.tile).collect()).into();
        if cut < 3 {
            match self.play(slots[cut].stands_for) {
                Some(tile) => parts[0].push(tile),
                None => return,
            }
        }
        if slots.len() - cut < 3 {
            match self.play(slots[cut - 1].stands_for) {
                Some(tile) => parts[1].insert(0, tile),
                None => return,
            }
        }
        self.sets.remove(set);
        for part in parts {
            self.lay(part);
        }
    }

    /// Takes a joker up: against its tile from the rack, from another set, or against nothing.
    pub(super) fn take_joker(&mut self, dice: &mut Dice) {
        let Some(set) = self.pick_set(dice, |set| set.jokers() > 0 && !deck::slots(set).is_empty()) else {
            return;
        };
        let mut slots = deck::slots(&self.sets[set]);
        let jokers: Vec<usize> = (0..slots.len()).filter(|&place| slots[place].tile == Face::Joker).collect();
        let place = *dice.pick(&jokers);
        let is_group = self.sets[set].stored_reading().is_some_and(|reading| reading.kind == Kind::Group);
        let colours = if is_group { deck::extensions(&self.sets[set]) } else { Vec::new() };
        let face = if colours.is_empty() { slots[place].stands_for } else { *dice.pick(&colours) };
        let tile = match dice.below(100) {
            0..70 => self.play(face),
            70..88 => self.steal(face, set),
            _ => None,
        };
        match tile {
            Some(tile) => slots[place].tile = tile,
            None if slots.len() > 3 || dice.chance(25) => {
                slots.remove(place);
            }
            None => return,
        }
        self.sets[set] = Laid { tiles: slots.iter().map(|slot| slot.tile).collect(), kind: None };
        self.freed = Some(self.sets[set].clone());
        self.loose_jokers += 1;
    }

    /// Breaks a set with a joker up: its tiles go where they fit, and its joker is free.
    pub(super) fn dissolve(&mut self, dice: &mut Dice) {
        let Some(set) = self.pick_set(dice, |set| set.jokers() > 0 && set.tiles.len() < 5) else { return };
        let tiles = self.sets.remove(set).tiles;
        for tile in tiles {
            if tile == Face::Joker {
                self.loose_jokers += 1;
            } else if let Some(set) = self.pick_set(dice, |set| deck::extensions(set).contains(&tile)) {
                self.join(set, tile, tile);
            } else {
                let faces = deck::faces_around(dice, tile);
                let others: Vec<Face> = faces.iter().copied().filter(|&other| other != tile).collect();
                let laid = if self.play_all(&others).is_some() { faces } else { vec![tile] };
                self.lay(laid);
            }
        }
    }

    /// Lays a loose joker down somewhere; now and then alone, or nowhere.
    pub(super) fn place_joker(&mut self, dice: &mut Dice) {
        self.loose_jokers -= 1;
        match dice.below(100) {
            0..58 => self.lay_joker_with_rack_tiles(dice),
            58..72 => self.lay_joker_with_a_spare(dice),
            72..96 => self.put_joker_to_a_set(dice),
            96..98 => {}
            _ => self.lay(vec![Face::Joker]),
        }
    }

    fn lay_joker_with_rack_tiles(&mut self, dice: &mut Dice) {
        let mut faces = deck::faces_of_a_set(dice, 1);
        let place = dice.below(faces.len());
        faces.remove(place);
        let mut jokers = 1;
        if self.loose_jokers > 0 && dice.chance(60) {
            faces.pop();
            self.loose_jokers -= 1;
            jokers = 2;
        }
        let mut tiles = self.play_all(&faces).unwrap_or_default();
        for _ in 0..jokers {
            tiles.insert(place.min(tiles.len()), Face::Joker);
        }
        self.lay(tiles);
    }

    fn lay_joker_with_a_spare(&mut self, dice: &mut Dice) {
        let Some(set) = self.pick_set(dice, |set| !spares(set).is_empty()) else {
            return self.put_joker_to_a_set(dice);
        };
        let face = *dice.pick(&spares(&self.sets[set]));
        let other = deck::faces_around(dice, face).into_iter().find(|&other| other != face);
        let spare = self.steal(face, usize::MAX);
        let mut tiles: Vec<Face> = spare.into_iter().chain(other.and_then(|face| self.play(face))).collect();
        tiles.sort_unstable();
        tiles.insert(dice.below(tiles.len() + 1), Face::Joker);
        self.lay(tiles);
    }

    fn put_joker_to_a_set(&mut self, dice: &mut Dice) {
        let is_open = |set: &Laid| !deck::extensions(set).is_empty();
        let own = self.freed.as_ref().and_then(|freed| self.sets.iter().position(|set| set == freed));
        let set = match own.filter(|&set| is_open(&self.sets[set])) {
            Some(set) if dice.chance(70) => Some(set),
            _ => self.pick_set(dice, is_open),
        };
        let Some(set) = set else { return self.lay(vec![Face::Joker]) };
        let face = *dice.pick(&deck::extensions(&self.sets[set]));
        self.join(set, face, Face::Joker);
    }

    /// Makes a mistake.
    pub(super) fn blunder(&mut self, dice: &mut Dice) {
        let Some(set) = self.pick_set(dice, |set| !set.tiles.is_empty()) else { return };
        let place = dice.below(self.sets[set].tiles.len());
        match dice.below(5) {
            0 => {
                self.sets[set].tiles.remove(place);
            }
            1 => {
                if let Some(tile) = self.deck.take_any(dice) {
                    self.sets[set].tiles.push(tile);
                }
            }
            2 => {
                let extensions = deck::extensions(&self.sets[set]);
                let tile = extensions.first().and_then(|&face| self.deck.take(face));
                if let Some(tile) = tile {
                    self.join(set, tile, tile);
                }
            }
            3 => {
                if let Some(tile) = self.deck.take_any(dice) {
                    self.played.push(tile);
                    self.sets[set].tiles.insert(place, tile);
                }
            }
            _ => {
                let tile = self.sets[set].tiles.remove(place);
                let other = dice.below(self.sets.len());
                self.sets[other].tiles.push(tile);
            }
        }
        self.sets.retain(|set| !set.tiles.is_empty());
    }
}

/// Where a tile comes from.
#[derive(Clone, Copy)]
pub(super) enum Source {
    Rack,
    Table,
}

/// The tiles that a set can do without.
fn spares(set: &Laid) -> Vec<Face> {
    let slots = deck::slots(set);
    if slots.len() < 4 {
        return Vec::new();
    }
    let is_group = set.stored_reading().is_some_and(|reading| reading.kind == Kind::Group);
    let last = slots.len() - 1;
    let can_go = slots.iter().enumerate().filter(|&(place, _)| is_group || place == 0 || place == last);
    can_go.map(|(_, slot)| slot.tile).filter(|&tile| tile != Face::Joker).collect()
}
