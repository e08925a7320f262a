//! `SECURITY.md` says what holds, and which tests hold it.

use std::collections::BTreeMap;

use super::assert_none;
use super::files::{read, text_files};
use super::functions::{Role, functions, missing_tests};

/// The rows of all tables: what is claimed, and the tests that are named for it.
fn claims(document: &str) -> Vec<(&str, Vec<&str>)> {
    let rows = document.lines().filter(|line| line.starts_with("| ") && *line != "| what holds | held by |");
    rows.map(|row| {
        let (claim, tests) = row.trim_matches(['|', ' ']).rsplit_once(" | ").unwrap_or((row, ""));
        (claim, tests.split('`').skip(1).step_by(2).collect())
    })
    .collect()
}

fn faults(document: &str, functions: &BTreeMap<String, Role>) -> Vec<String> {
    let claims = claims(document);
    let mut faults = missing_tests(claims.iter().flat_map(|(_, tests)| tests.iter().copied()), functions);
    let bare = claims.iter().filter(|(_, tests)| tests.is_empty());
    faults.extend(bare.map(|(claim, _)| format!("no test holds: {claim}")));
    if claims.is_empty() {
        faults.push("nothing is claimed".into());
    }
    faults
}

#[test]
fn what_is_said_of_security_is_held_by_tests() {
    assert_none(&faults(&read("SECURITY.md"), &functions(&text_files())));
}

#[test]
fn claims_without_a_living_test_are_found() {
    let functions = BTreeMap::from([("a::b".to_owned(), Role::Test), ("a::c".to_owned(), Role::Other)]);
    let faults_of =
        |row: &str| faults(&format!("| what holds | held by |\n|---|---|\n{row}\n"), &functions).len();
    assert_eq!(faults_of("| `x` holds | `a::b` |"), 0);
    assert_eq!(faults_of("| it holds | `a::b`, `a::gone` |"), 1);
    assert_eq!(faults_of("| it holds | `a::c` |"), 1);
    assert_eq!(faults_of("| it holds | trust me |"), 1);
    assert_eq!(faults_of(""), 1);
}
