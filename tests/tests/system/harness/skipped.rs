//! Tests that find only when they run that they cannot.

use std::io::{self, Write as _};

/// Says that a test did not run, since something is not there. The machine that checks every change has to have it: there the
/// test fails.
pub(crate) fn skipped(test: &str, why: &str) {
    let is_ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
    assert!(!is_ci, "{why}, and it is needed here");
    // Not by `eprintln`, which nobody sees of a test that passes. The line stands alone so that it can be counted.
    let mut everybody = io::stderr();
    writeln!(everybody, "\nskipped: {test}: {why}").unwrap();
}
