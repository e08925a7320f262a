//! A `play` case as it is read: the table before and after, and what follows without any choice.

use super::face::{Face, count};
use super::reading::{Kind, Laid, Reading, Role};
use super::ruleset::Ruleset;
use serde_json::Value;
use std::collections::BTreeSet;

/// A set of the old table with its stored reading.
pub(super) struct OldSet {
    pub(super) tiles: Vec<Face>,
    pub(super) reading: Reading,
}

/// A joker of the old table: the set and the place in it where it lay, and what it stood for.
pub(super) struct OldJoker {
    pub(super) set: usize,
    pub(super) tile: usize,
    pub(super) role: Role,
}

/// A play that can be read.
pub(super) struct Position {
    pub(super) ruleset: Ruleset,
    pub(super) opened: bool,
    pub(super) old: Vec<OldSet>,
    pub(super) old_jokers: Vec<OldJoker>,
    pub(super) after: Vec<Laid>,
    /// The readings of each set of `after`; none for what is no set.
    pub(super) readings: Vec<Vec<Reading>>,
    pub(super) rack: Vec<Face>,
}

impl Position {
    pub(super) fn of_case(case: &Value) -> Result<Self, String> {
        let ruleset = Ruleset::of_case(case)?;
        if ruleset.is_rommikubbi {
            return Err("a Rommikubbi turn is no play".to_owned());
        }
        let (before, after) = (&case["before"], &case["after"]);
        let mut old = Vec::new();
        let mut old_jokers = Vec::new();
        for (set, laid) in read_table(&before["table"])?.into_iter().enumerate() {
            let Some(reading) = laid.stored_reading() else {
                return Err(format!("set {set} of the table before is no set"));
            };
            let places = (0..laid.tiles.len()).filter(|&tile| laid.tiles[tile] == Face::Joker);
            for (tile, &role) in places.zip(&reading.roles) {
                old_jokers.push(OldJoker { set, tile, role });
            }
            old.push(OldSet { tiles: laid.tiles, reading });
        }
        let after = read_table(&after["table"])?;
        Ok(Self {
            ruleset,
            opened: before["opened"].as_bool().ok_or("`opened` is missing")?,
            old,
            old_jokers,
            readings: after.iter().map(Laid::readings).collect(),
            after,
            rack: super::read_tiles(&before["rack"])?,
        })
    }

    /// The copies of a face on the table before, on the table after, and how many of them the rack has given.
    pub(super) fn counts(&self, face: Face) -> Counts {
        let before = self.old.iter().map(|set| count(&set.tiles, face)).sum();
        let after = self.after.iter().map(|set| count(&set.tiles, face)).sum::<usize>();
        let added = after.saturating_sub(before);
        Counts { before, after, played: added.min(count(&self.rack, face)) }
    }

    /// Every face that lies on one of the two tables.
    pub(super) fn faces(&self) -> BTreeSet<Face> {
        let before = self.old.iter().flat_map(|set| &set.tiles);
        before.chain(self.after.iter().flat_map(|set| &set.tiles)).copied().collect()
    }

    pub(super) fn has_too_many_jokers(&self, set: &Laid) -> bool {
        self.ruleset.per_set.is_some_and(|most| set.jokers() > most)
    }

    /// The faults of rules.md §2 (1-3) and `joker.per_set`: they are there however the table is read.
    pub(super) fn plain_faults(&self) -> BTreeSet<&'static str> {
        let mut faults = BTreeSet::new();
        let counts: Vec<Counts> = self.faces().into_iter().map(|face| self.counts(face)).collect();
        if counts.iter().any(|face| face.after < face.before) {
            faults.insert("tile_taken_from_table");
        }
        if counts.iter().any(|face| face.before + face.played < face.after) {
            faults.insert("tile_not_in_rack");
        }
        if counts.iter().all(|face| face.played == 0) {
            faults.insert("no_rack_tile_played");
        }
        for (set, readings) in self.after.iter().zip(&self.readings) {
            if set.tiles.len() < 3 {
                faults.insert("set_too_short");
            } else if readings.is_empty() {
                faults.insert("not_a_set");
            }
            if self.has_too_many_jokers(set) {
                faults.insert("too_many_jokers");
            }
        }
        faults
    }
}

/// How many copies of a face there are.
pub(super) struct Counts {
    pub(super) before: usize,
    pub(super) after: usize,
    pub(super) played: usize,
}

pub(super) fn read_table(table: &Value) -> Result<Vec<Laid>, String> {
    let sets = table.as_array().ok_or_else(|| format!("{table} is no table"))?;
    sets.iter().map(read_set).collect()
}

fn read_set(set: &Value) -> Result<Laid, String> {
    if set.is_array() {
        return Ok(Laid { tiles: super::read_tiles(set)?, kind: None });
    }
    let kind = match &set["kind"] {
        Value::Null => None,
        kind if kind == "run" => Some(Kind::Run),
        kind if kind == "group" => Some(Kind::Group),
        other => return Err(format!("{other} is no kind of set")),
    };
    Ok(Laid { tiles: super::read_tiles(&set["tiles"])?, kind })
}
