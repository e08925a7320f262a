//! Which old tiles lie beside kept jokers.
//!
//! A kept joker lies beside a tile that it stood beside. Where several jokers of one old set are kept in different sets, each
//! needs a tile of its own; else there is always one.

use super::Search;
use crate::{case::Class, special::Special, supply::bit};

/// The ways to say it: what is claimed afterwards.
pub(super) struct Claims {
    list: [u32; Self::MAX],
    len: usize,
}

impl Claims {
    const MAX: usize = 32;

    const fn one(claims: u32) -> Self {
        let mut list = [0; Self::MAX];
        list[0] = claims;
        Self { list, len: 1 }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + use<> {
        self.list.into_iter().take(self.len)
    }

    fn push(&mut self, claims: u32) {
        if self.len < Self::MAX && !self.list[..self.len].contains(&claims) {
            self.list[self.len] = claims;
            self.len += 1;
        }
    }
}

/// The ways for a run that ends with a number.
pub(super) fn of_run(search: &Search<'_>, claims: u32, run: Special, end: u8) -> Claims {
    let mut ways = Claims::one(claims);
    for (place, &old) in search.case.parted.iter().enumerate() {
        let keeps =
            |class: usize| matches!(search.case.classes[class].0, Class::InRun { old: o, .. } if o == old);
        if run.each_joker().any(|j| keeps(j.1)) {
            let real = (run.start()..=end).filter(|&n| run.joker_at(n).is_none());
            let shared = real.filter(|&n| search.olds[old].faces & bit(run.colour(), n) != 0);
            ways = each(&ways, place, shared.fold(0, |tiles, n| tiles | 1 << n));
        }
    }
    ways
}

/// The ways for a group with these colours and jokers.
pub(super) fn of_group(
    search: &Search<'_>,
    claims: u32,
    number: u8,
    colours: u8,
    classes: &[usize],
) -> Claims {
    let mut ways = Claims::one(claims);
    for (place, &old) in search.case.parted.iter().enumerate() {
        let keeps = |class: &usize| matches!(search.case.classes[*class].0, Class::InGroup { old: o, .. } if o == old);
        if classes.iter().any(keeps) {
            let real = (0..4usize).filter(|c| colours & 1 << c != 0);
            let shared = real.filter(|&c| search.olds[old].faces & bit(c, number) != 0);
            ways = each(&ways, place, shared.fold(0, |tiles, c| tiles | 1 << c));
        }
    }
    ways
}

/// The ways with one more tile claimed of an old set.
fn each(ways: &Claims, place: usize, tiles: u16) -> Claims {
    let mut next = Claims { list: [0; Claims::MAX], len: 0 };
    for claims in ways.iter() {
        for tile in (0..16).filter(|t| tiles & 1 << t != 0) {
            let claim = 1 << (tile + 16 * place as u32);
            if claims & claim == 0 {
                next.push(claims | claim);
            }
        }
    }
    next
}
