//! How far something is that takes a while, for whoever sits in front of it.

use std::io::{self, Write};

/// Back to the beginning of the line, and away with what is there.
const AGAIN: &str = "\r\x1b[K";

/// One line that is written over and over.
#[derive(Debug)]
pub(super) struct Progress<'a, W: Write> {
    to: &'a mut W,
    shown: Option<u64>,
}

impl<'a, W: Write> Progress<'a, W> {
    pub(super) fn new(to: &'a mut W) -> Self {
        Self { to, shown: None }
    }

    /// Says what is done without knowing how long it takes.
    pub(super) fn say(&mut self, what: &str) -> io::Result<()> {
        write!(self.to, "{AGAIN}{what}")?;
        self.to.flush()
    }

    /// Says how far it is, at each hundredth.
    pub(super) fn at(&mut self, what: &str, done: u64, of: u64) -> io::Result<()> {
        let hundredths = (done * 100).checked_div(of).unwrap_or(100);
        if self.shown == Some(hundredths) {
            return Ok(());
        }
        self.shown = Some(hundredths);
        self.say(&format!("{what} {done} of {of} ({hundredths} %)"))
    }

    /// Makes room for what came of it.
    pub(super) fn end(self) -> io::Result<()> {
        write!(self.to, "{AGAIN}")?;
        self.to.flush()
    }
}
