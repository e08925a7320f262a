//! Tables, racks and plays made up at random.

use proptest::{collection::vec, option, prelude::*, sample::Index, test_runner::RngSeed};
use sarja_rules::{
    Colour, Face, FaceCounts, JokerSets, Kind, LaidSet, Number, Reading, Release, Reuse, Ruleset, TableSet,
    TableUse,
    rummikub::{Opened, Position},
};

use crate::notation::family;

/// So many cases, the same ones each time.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(0x5a51),
        failure_persistence: None,
        max_shrink_iters: 2_000,
        ..ProptestConfig::default()
    }
}

/// Any face, jokers a little oftener than others.
pub(crate) fn face() -> impl Strategy<Value = Face> {
    prop_oneof![9 => (0..Face::COUNT).prop_map(|i| Face::from_index(i).unwrap()), 1 => Just(Face::JOKER)]
}

/// Tiles that may be anything.
pub(crate) fn garbage_set() -> impl Strategy<Value = LaidSet> {
    let kind = option::weighted(0.3, prop_oneof![Just(Kind::Run), Just(Kind::Group)]);
    (vec(face(), 0..16), kind).prop_map(|(tiles, kind)| LaidSet { tiles, kind })
}

/// Any valid set, some of its tiles jokers.
pub(crate) fn table_set() -> impl Strategy<Value = TableSet> {
    let run = (0..4usize, 1..=11u8, 3..=13u8, any::<u16>(), any::<u8>()).prop_map(
        |(colour, start, len, mask, real)| {
            let len = len.min(14 - start);
            let face = |n: u8| Face::new(Colour::ALL[colour], Number::new(start + n).unwrap());
            let joker = |n: u8| mask & (mask >> 3) & (1 << n) != 0 && n != real % len;
            let tiles: Vec<Face> = (0..len).map(|n| if joker(n) { Face::JOKER } else { face(n) }).collect();
            TableSet::new(
                &tiles,
                Reading::Run { colour: Colour::ALL[colour], start: Number::new(start).unwrap() },
            )
        },
    );
    let group =
        (1..=13u8, 0..4usize, any::<bool>(), any::<u8>()).prop_map(|(number, left_out, of_four, mask)| {
            let number = Number::new(number).unwrap();
            let tiles: Vec<Face> = (0..4)
                .filter(|&c| of_four || c != left_out)
                .map(|c| {
                    let joker = mask & (mask >> 4) & (1 << c) != 0 && c != (left_out + 1) % 4;
                    if joker { Face::JOKER } else { Face::new(Colour::ALL[c], number) }
                })
                .collect();
            TableSet::new(&tiles, Reading::Group { number })
        });
    prop_oneof![run, group]
}

/// A printed ruleset with its fields for jokers and the opening changed at random.
pub(crate) fn ruleset() -> impl Strategy<Value = Ruleset> {
    let rulesets: Vec<Ruleset> = family().collect();
    let choose = |n: usize| 0..n;
    (0..rulesets.len(), choose(3), choose(3), 0..=2u8, any::<bool>(), option::of(1..=3u8), any::<bool>())
        .prop_map(move |(i, release, reuse, beside, locked, per_set, same_turn)| {
            let mut rules = rulesets[i].clone();
            rules.joker.release = Release::ALL[release];
            rules.joker.reuse = Reuse::ALL[reuse];
            rules.joker.rack_tiles_beside = beside;
            rules.joker.sets = if locked { JokerSets::Locked } else { JokerSets::Open };
            rules.joker.per_set = per_set;
            rules.opening.table_use = if same_turn { TableUse::SameTurn } else { TableUse::NextTurn };
            rules
        })
}

/// A position and a table that is sent as a play in it.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    pub(crate) ruleset: Ruleset,
    pub(crate) table: Vec<TableSet>,
    pub(crate) rack: FaceCounts,
    pub(crate) opened: Opened,
    pub(crate) after: Vec<LaidSet>,
}

impl Play {
    pub(crate) fn position(&self) -> Position<'_> {
        Position { ruleset: &self.ruleset, table: &self.table, rack: &self.rack, opened: self.opened }
    }
}

/// Plays of which a good part is legal: an old table and a new one of nearly the same tiles.
pub(crate) fn play() -> impl Strategy<Value = Play> {
    (
        ruleset(),
        vec(table_set(), 0..8),
        vec(table_set(), 0..3),
        vec(any::<u32>(), 0..6),
        any::<bool>(),
        any::<bool>(),
        option::weighted(0.1, any::<Index>()),
    )
        .prop_map(|(ruleset, olds, news, changes, opened, extra_tile, loss)| {
            let mut supply: FaceCounts = ruleset.tiles.faces().collect();
            let per_set = usize::from(ruleset.joker.per_set.unwrap_or(u8::MAX));
            let mut fits = |set: &TableSet| {
                let fits = set.counts().is_subset_of(&supply) && set.jokers().count() <= per_set;
                if fits {
                    supply = supply.minus(&set.counts());
                }
                fits
            };
            let table: Vec<TableSet> = olds.into_iter().filter(&mut fits).collect();
            let news: Vec<TableSet> = news.into_iter().filter(&mut fits).collect();
            let mut rack: FaceCounts = news.iter().flat_map(TableSet::tiles).collect();
            let mut after: Vec<LaidSet> =
                table.iter().chain(&news).map(|s| LaidSet::new(s.tiles().to_vec())).collect();
            for change in changes {
                rearrange(&mut after, &mut rack, &mut supply, change);
            }
            // Now and then a tile is lost: of the table, or one that the rack does not hold after all.
            let sets = after.len().max(1);
            let lost = loss.and_then(|at| after.get_mut(at.index(sets))?.tiles.pop());
            if let Some(tile) = lost.filter(|&tile| rack.take(tile)) {
                after[0].tiles.push(tile);
            }
            if extra_tile {
                rack.extend(supply.to_vec().into_iter().take(1));
            }
            let opened = if opened { Opened::Yes } else { Opened::No };
            Play { ruleset, table, rack, opened, after }
        })
}

/// One step such as players make: a set is split, two are joined, a tile moves, a rack tile is added or takes the place of a
/// joker, which goes to another set.
fn rearrange(after: &mut Vec<LaidSet>, rack: &mut FaceCounts, supply: &mut FaceCounts, change: u32) {
    if after.is_empty() {
        return;
    }
    let [kind, a, b, c] = change.to_be_bytes().map(usize::from);
    let (from, to) = (a % after.len(), b % after.len());
    match kind % 5 {
        0 => {
            let at = c % (after[from].tiles.len() + 1);
            let tail = after[from].tiles.split_off(at);
            after.push(LaidSet::new(tail));
        }
        1 if from != to => {
            let tiles = after[from].tiles.split_off(0);
            after[to].tiles.extend(tiles);
            after.remove(from);
        }
        2 if !after[from].tiles.is_empty() => {
            let at = c % after[from].tiles.len();
            let tile = after[from].tiles.remove(at);
            after[to].tiles.push(tile);
        }
        3 => {
            let left = supply.to_vec();
            if let Some(&tile) = left.get((b * 256 + c) % left.len().max(1)) {
                assert!(supply.take(tile));
                rack.add(tile);
                after[from].tiles.push(tile);
            }
        }
        _ => {
            let Some(at) = after[from].tiles.iter().position(|f| f.is_joker()) else { return };
            let before = at.checked_sub(1).and_then(|i| after[from].tiles[i].parts());
            let replacing = match before {
                Some((colour, number)) => Number::new(number.get() + 1).map(|n| Face::new(colour, n)),
                None => {
                    after[from].tiles.get(at + 1).and_then(|f| f.parts()).and_then(|(colour, number)| {
                        Number::new(number.get() - 1).map(|n| Face::new(colour, n))
                    })
                }
            };
            if let Some(tile) = replacing.filter(|&t| supply.take(t)) {
                rack.add(tile);
                after[from].tiles[at] = tile;
                after[to].tiles.push(Face::JOKER);
            }
        }
    }
}
