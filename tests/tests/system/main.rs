//! Tests of the whole system. Over real sockets and a real database, with what `harness` gives: `matches`, `rommikubbi`, `folding`,
//! `secrecy`, `clocks`, `hostile`, `backup`, `disk_full`, `load`, `open_files`, `outage`, `restart`, `session`,
//! `strangers`, `python_example`. `referees` judge the same cases; `tree` checks the tree itself, what no
//! compiler and no lint looks at.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it stands")]

mod backup;
mod clocks;
mod disk_full;
mod folding;
mod harness;
mod hostile;
mod load;
mod matches;
mod metrics;
mod open_files;
mod outage;
mod python_example;
mod referees;
mod restart;
mod rommikubbi;
mod secrecy;
mod session;
mod strangers;
mod tree;
