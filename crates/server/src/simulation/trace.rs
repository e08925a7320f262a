//! What happened in a world: the last of it, or all of it as it happens.

use std::{
    collections::VecDeque,
    fmt::{Display, Write as _},
};

use tokio::time::Instant;

/// What is kept of what happened.
const KEPT: usize = 60;

/// Notes what happens.
#[derive(Debug)]
pub(super) struct Trace {
    began: Instant,
    talkative: bool,
    steps: u32,
    last: VecDeque<String>,
}

impl Trace {
    /// Keeps the last; prints everything if it is talkative.
    pub(super) fn new(talkative: bool) -> Self {
        Self { began: Instant::now(), talkative, steps: 0, last: VecDeque::new() }
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
        let ms = self.began.elapsed().as_millis();
        write!(line, "{:>5} {ms:>8} ms  {what} {whom}", self.steps).expect("a string takes everything");
        if self.talkative {
            println!("{line}");
        }
        self.last.push_back(line);
    }

    /// The last of what happened.
    pub(super) fn last(&self) -> String {
        self.last.iter().fold(String::new(), |all, line| all + "\n" + line)
    }
}
