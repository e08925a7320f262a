//! All stories of the old jokers.

use alloc::vec::Vec;

use sarja_rules::{Face, FaceCounts, JokerRule, JokerSets, Kind, LaidSet, Release, Reuse, Ruleset, TableSet};

use crate::{
    case::{Bundle, Case, Class, Remainder},
    old::{Old, OldJoker, jokers},
    supply::{Supply, bit},
};

/// What becomes of an old joker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Kept,
    /// Taken away; the face that it is said to have stood for, where somebody asks.
    Retrieved(Option<Face>),
}

/// The stories that the supply allows, those first in which most jokers are kept.
pub(crate) fn cases(ruleset: &Ruleset, table: &[TableSet], supply: &Supply, beside: &[LaidSet]) -> Vec<Case> {
    let teller = Teller {
        rule: &ruleset.joker,
        supply,
        laid: beside.iter().flat_map(|s| &s.tiles).collect(),
        olds: table.iter().map(Old::of).collect(),
        jokers: jokers(table),
    };
    let mut stories = Vec::new();
    teller.tell(&mut Vec::new(), &mut stories);
    stories.sort_by_key(|fates| fates.iter().filter(|f| **f != Fate::Kept).count());
    stories.iter().filter_map(|fates| teller.case(fates)).collect()
}

struct Teller<'a> {
    rule: &'a JokerRule,
    supply: &'a Supply,
    /// What the play lays from the rack in any case.
    laid: FaceCounts,
    olds: Vec<Old>,
    jokers: Vec<OldJoker>,
}

impl Teller<'_> {
    /// Adds every story that begins with these fates.
    fn tell(&self, fates: &mut Vec<Fate>, stories: &mut Vec<Vec<Fate>>) {
        let Some(&joker) = self.jokers.get(fates.len()) else {
            stories.push(fates.clone());
            return;
        };
        let twin = fates.len().checked_sub(1).filter(|&i| self.jokers[i].is_twin_of(joker));
        let before = twin.map(|i| fates[i]);
        if !self.asks_for_anything() {
            // Who may lie anywhere may also lie where it lay.
            fates.push(Fate::Retrieved(None));
            self.tell(fates, stories);
            fates.pop();
            return;
        }
        if !matches!(before, Some(Fate::Retrieved(_))) {
            fates.push(Fate::Kept);
            self.tell(fates, stories);
            fates.pop();
        }
        if !self.asks_for_faces() {
            fates.push(Fate::Retrieved(None));
            self.tell(fates, stories);
            fates.pop();
            return;
        }
        for face in joker.stand.faces() {
            // Two jokers of a group stand for two colours, and it does not matter which for which.
            if matches!(before, Some(Fate::Retrieved(Some(other))) if other >= face) {
                continue;
            }
            fates.push(Fate::Retrieved(Some(face)));
            self.tell(fates, stories);
            fates.pop();
        }
    }

    /// Whether anything is owed for a joker that is retrieved.
    fn asks_for_anything(&self) -> bool {
        let rule = self.rule;
        self.asks_for_faces() || rule.reuse != Reuse::Anywhere || rule.rack_tiles_beside > 0
    }

    fn asks_for_faces(&self) -> bool {
        let rule = self.rule;
        rule.release != Release::Any || rule.sets == JokerSets::Locked
    }

    /// What a story asks for; `None` if the tiles for it are not there.
    fn case(&self, fates: &[Fate]) -> Option<Case> {
        let rule = self.rule;
        let jokers_max = rule.per_set.unwrap_or(u8::MAX);
        let mut case = Case::free(self.supply.jokers, jokers_max);
        let total = self.supply.jokers + self.jokers.len() as u8;
        case.explicit = total > 2 || jokers_max < total;
        case.beside = rule.rack_tiles_beside;
        self.add_least(fates, &mut case)?;
        let retrieved = fates.iter().filter(|f| **f != Fate::Kept).count();
        let owes_place = rule.reuse != Reuse::Anywhere || rule.rack_tiles_beside > 0;
        if retrieved > 0 && owes_place && rule.reuse != Reuse::Anywhere {
            case.remainders = self.remainders(fates);
        }
        for (&joker, &fate) in self.jokers.iter().zip(fates) {
            let class = match fate {
                Fate::Retrieved(face) if owes_place => Class::Retrieved {
                    not_in: (rule.reuse == Reuse::OtherSet).then_some(joker.old),
                    replaced_by: face.filter(|_| rule.rack_tiles_beside > 0 && self.sets_aside(fate, fates)),
                },
                Fate::Retrieved(_) => Class::Free,
                Fate::Kept => self.kept(joker, retrieved > 0 && owes_place, &mut case),
            };
            match case.classes.iter_mut().find(|c| c.0 == class) {
                Some(known) => known.1 += 1,
                None => case.classes.push((class, 1)),
            }
        }
        let kept = |old: usize| {
            self.jokers.iter().zip(fates).filter(move |(j, f)| j.old == old && **f == Fate::Kept)
        };
        case.parted = (0..self.olds.len()).filter(|&old| kept(old).count() > 1).collect();
        if rule.sets == JokerSets::Locked {
            self.add_bundles(fates, &mut case);
        }
        Some(case.settled())
    }

    /// Asks for the tiles that replace jokers.
    fn add_least(&self, fates: &[Fate], case: &mut Case) -> Option<()> {
        let release = self.rule.release;
        if release == Release::Any {
            return Some(());
        }
        for fate in fates {
            let Fate::Retrieved(Some(face)) = *fate else { continue };
            let (colour, number) = place(face)?;
            let count = fates.iter().filter(|f| **f == *fate).count() as u8;
            let there = if release == Release::Exact { self.supply.must[colour][number] } else { 0 };
            let least = count.saturating_sub(there + self.laid.of(face));
            if least > self.supply.may[colour][number] {
                return None;
            }
            case.least[colour][number] = least;
        }
        Some(())
    }

    /// Whether a rack tile of the face is set aside because it replaces a joker with this fate.
    fn sets_aside(&self, fate: Fate, all: &[Fate]) -> bool {
        let Fate::Retrieved(Some(replaced)) = fate else { return false };
        let alike = all.iter().filter(|f| **f == fate).count();
        if usize::from(self.laid.of(replaced)) >= alike {
            // What the play lays in any case replaces them.
            return false;
        }
        let on_table = place(replaced).is_some_and(|(c, n)| self.supply.must[c][n] > 0);
        match self.rule.release {
            Release::Any => false,
            Release::Exact => !on_table,
            Release::ExactRack => true,
        }
    }

    fn remainders(&self, fates: &[Fate]) -> Vec<Remainder> {
        let of = |(old, set): (usize, &Old)| {
            let own = self.jokers.iter().zip(fates).filter(|(j, f)| j.old == old && **f != Fate::Kept);
            Remainder { old, faces: set.faces, jokers: set.jokers, retrieved: own.count() as u8 }
        };
        self.olds.iter().enumerate().map(of).collect()
    }

    /// The class of a kept joker; what has to be true of its place goes into the case.
    fn kept(&self, joker: OldJoker, others_explicit: bool, case: &mut Case) -> Class {
        let number = joker.stand.number.get();
        let old = &self.olds[joker.old];
        if old.kind == Kind::Group {
            case.group_pins[usize::from(number)] += 1;
            return Class::InGroup { old: joker.old, number };
        }
        let colour = joker.stand.colours.iter().next().map_or(0, |c| c as usize);
        let at = usize::from(number);
        let real = |n: u8| (1..=self.supply.numbers).contains(&n) && old.faces & bit(colour, n) != 0;
        let (low, high) = (real(number - 1), real(number + 1));
        let rule = self.rule;
        let alone = low || high;
        let needs_link = low != high;
        let lonely_beside_joker = old.jokers > 1;
        let explicit = !alone
            || lonely_beside_joker
            || rule.sets == JokerSets::Locked
            || case.explicit
            || (others_explicit && needs_link);
        case.pins[colour][at] += 1;
        if !explicit {
            if low && !high {
                case.below[colour][at] += 1;
            } else if high && !low {
                case.above[colour][at] += 1;
            }
        }
        Class::InRun { old: joker.old, colour, number, explicit }
    }

    fn add_bundles(&self, fates: &[Fate], case: &mut Case) {
        for (old, set) in self.olds.iter().enumerate().filter(|(_, set)| set.jokers > 0) {
            let own = || self.jokers.iter().zip(fates).filter(move |(j, _)| j.old == old);
            let mut held = set.faces;
            let mut numbers: Vec<u8> = numbers_of(set.faces);
            let (mut kept, mut kept_count) = (0, 0);
            for (joker, fate) in own() {
                numbers.push(joker.stand.number.get());
                match fate {
                    Fate::Retrieved(face) => held |= face.map_or(0, |f| 1 << f.index()),
                    Fate::Kept => {
                        let is_own = |c: &(Class, u8)| match c.0 {
                            Class::InRun { old: o, number, .. } => {
                                o == old && number == joker.stand.number.get()
                            }
                            Class::InGroup { old: o, .. } => o == old,
                            _ => false,
                        };
                        kept |= case.classes.iter().position(is_own).map_or(0, |i| 1 << i);
                        kept_count += 1;
                    }
                }
            }
            let colour = own().next().and_then(|(j, _)| j.stand.colours.iter().next());
            case.bundles.push(Bundle {
                faces: held,
                kept,
                kept_count,
                colour: colour.filter(|_| set.kind == Kind::Run).map(|c| c as usize),
                low: numbers.iter().copied().min().unwrap_or(0),
                high: numbers.iter().copied().max().unwrap_or(0),
            });
        }
    }
}

fn place(face: Face) -> Option<(usize, usize)> {
    face.parts().map(|(c, n)| (c as usize, usize::from(n.get())))
}

fn numbers_of(faces: u64) -> Vec<u8> {
    Face::all()
        .filter(|f| !f.is_joker() && faces & 1 << f.index() != 0)
        .filter_map(Face::number)
        .map(sarja_rules::Number::get)
        .collect()
}
