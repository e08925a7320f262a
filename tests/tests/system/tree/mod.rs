//! Checks of the tree: arrows between the crates, the lock file, habits, and what the documents claim of the code.
//!
//! Each check is a function from text to a list of faults, with tests of its own that it finds what it is for; the test
//! beside them gives it the real tree.

mod architecture;
mod arrows;
mod bugs;
mod command_lines;
mod files;
mod functions;
mod habits;
mod lock_file;
mod manifests;
mod migrations;
mod operations;
mod packaging;
mod places;
mod readme;
mod rust_source;
mod security;

/// Fails with every fault on a line of its own, so that one run shows all of them.
fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{} found:\n  {}", faults.len(), faults.join("\n  "));
}
