//! What happened in a world: the last of it, or all of it as it happens.

use std::{
    collections::{VecDeque, hash_map::DefaultHasher},
    fmt::{Display, Write as _},
    hash::{Hash as _, Hasher as _},
};

use super::outside;

/// What is kept of what happened.
const KEPT: usize = 60;

/// Notes what happens.
#[derive(Debug)]
pub(super) struct Trace {
    talkative: bool,
    steps: u32,
    last: VecDeque<String>,
    hash: DefaultHasher,
}

impl Trace {
    /// Keeps the last; prints everything if it is talkative.
    pub(super) fn new(talkative: bool) -> Self {
        Self { talkative, steps: 0, last: VecDeque::new(), hash: DefaultHasher::new() }
    }

    pub(super) const fn is_talkative(&self) -> bool {
        self.talkative
    }

    /// A step begins.
    pub(super) const fn step(&mut self) {
        self.steps += 1;
    }

    /// Something happened; without a name it is a consequence.
    pub(super) fn note(&mut self, what: &str, whom: &impl Display) {
        let mut line =
            if self.last.len() == KEPT { self.last.pop_front().unwrap_or_default() } else { String::new() };
        line.clear();
        let ms = outside::passed().unwrap_or_default().as_millis();
        write!(line, "{:>5} {ms:>8} ms  {what} {whom}", self.steps).expect("a string takes everything");
        line.hash(&mut self.hash);
        if self.talkative {
            println!("{line}");
        }
        self.last.push_back(line);
    }

    /// How many steps there were.
    pub(super) const fn steps(&self) -> u32 {
        self.steps
    }

    /// A hash of everything that happened.
    pub(super) fn hash(&self) -> u64 {
        self.hash.finish()
    }

    /// The last of what happened.
    pub(super) fn last(&self) -> String {
        self.last.iter().fold(String::new(), |all, line| all + "\n" + line)
    }
}
