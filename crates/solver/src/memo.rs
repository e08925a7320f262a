//! What is known of states that were left behind: no more than so much can be won from there.

use alloc::{vec, vec::Vec};

use crate::state::{SPECIALS_MAX, State};

/// A state with its number, as it is looked up.
pub(crate) type Key = (u64, u64);

/// What of a state does not fit into one word.
type Rest = [u64; SPECIALS_MAX + 1];

/// Bounds by state.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    slots: Vec<Slot>,
    len: usize,
    known: Vec<Rest>,
    /// Where the collections of specials stand that hash to a place; 0 is none.
    places: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// Never 0 where something is stored: the number is in it.
    key: Key,
    most: i32,
}

const SLOTS_MIN: usize = 1 << 6;

impl Memo {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.forget_bounds();
        if !self.known.is_empty() {
            self.known.clear();
            self.places.clear();
        }
    }

    /// Forgets the bounds, and keeps the names of runs.
    pub(crate) fn forget_bounds(&mut self) {
        if self.slots.is_empty() {
            self.slots = vec![Slot::default(); SLOTS_MIN];
        } else if self.len > 0 {
            let enough = (self.len * 4).next_power_of_two().max(SLOTS_MIN);
            self.slots.truncate(enough);
            self.slots.fill(Slot::default());
        }
        self.len = 0;
    }

    /// The name of a state before a number.
    pub(crate) fn key(&mut self, state: &State, number: u8) -> Key {
        let specials = state.specials();
        if specials.is_empty() && state.claims == 0 {
            return (state.key(number), u64::from(state.spare));
        }
        let mut rest = [0; SPECIALS_MAX + 1];
        for (word, special) in rest.iter_mut().zip(specials) {
            *word = special.bits();
        }
        rest[SPECIALS_MAX] = u64::from(state.claims);
        (state.key(number), u64::from(self.name(&rest)) << 8 | u64::from(state.spare))
    }

    /// What can be won from a state at most, if that is known.
    pub(crate) fn get(&self, key: Key) -> Option<i32> {
        let slot = self.slots[self.find(key)];
        (slot.key == key).then_some(slot.most)
    }

    /// Notes what can be won from a state at most.
    pub(crate) fn put(&mut self, key: Key, most: i32) {
        let at = self.find(key);
        if self.slots[at].key != key {
            self.len += 1;
        }
        self.slots[at] = Slot { key, most };
        if self.len * 2 > self.slots.len() {
            let old = core::mem::take(&mut self.slots);
            self.slots = vec![Slot::default(); old.len() * 4];
            for slot in old.into_iter().filter(|s| s.key != (0, 0)) {
                let at = self.find(slot.key);
                self.slots[at] = slot;
            }
        }
    }

    fn find(&self, key: Key) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = mix(key.0 ^ key.1.rotate_left(32)) as usize & mask;
        while self.slots[at].key != key && self.slots[at].key != (0, 0) {
            at = (at + 1) & mask;
        }
        at
    }

    /// A number for a collection of specials, the same each time.
    fn name(&mut self, rest: &Rest) -> u32 {
        if (self.known.len() + 1) * 2 > self.places.len() {
            self.places = vec![0; (self.places.len() * 4).max(SLOTS_MIN)];
            for i in 0..self.known.len() {
                let at = self.place(&self.known[i]);
                self.places[at] = i as u32 + 1;
            }
        }
        let at = self.place(rest);
        if self.places[at] == 0 {
            self.known.push(*rest);
            self.places[at] = self.known.len() as u32;
        }
        self.places[at]
    }

    fn place(&self, rest: &Rest) -> usize {
        let mask = self.places.len() - 1;
        let hash = rest.iter().fold(0, |hash, word| mix(hash ^ word));
        let mut at = hash as usize & mask;
        while self.places[at] != 0 && self.known[self.places[at] as usize - 1] != *rest {
            at = (at + 1) & mask;
        }
        at
    }
}

fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word ^ word >> 29
}
