//! Habits that no lint of the compiler holds.

use std::path::Path;

use super::assert_none;
use super::files::{TextFile, text_files};
use super::rust_source::{code_only, without_tests};

/// A file beyond this holds more than one noun.
const LINES_MAX: usize = 450;

/// Names that say nothing of what is inside.
const EMPTY_NAMES: [&str; 8] = ["util", "utils", "common", "helper", "helpers", "manager", "misc", "shared"];

/// Faults of one file, read as code that is shipped or as code of tests.
fn faults(file: &TextFile, is_test: bool) -> Vec<String> {
    let code = code_only(&file.text);
    let mut faults = Vec::new();
    let mut report = |code: &str, needle: &str, why: &str| {
        for (number, line) in (1..).zip(code.lines()) {
            if line.contains(needle) {
                faults.push(format!("{}:{number}: {why}", file.path));
            }
        }
    };
    if !is_test {
        report(&without_tests(&code).0, ".unwrap()", "`expect` says why it holds, `unwrap` does not");
    }
    report(&code, "[allow(", "`#[expect(…, reason = …)]` instead of `allow`");
    report(&code, ", allow(", "`#[expect(…, reason = …)]` instead of `allow`");
    report(&code, "thread::sleep", "nothing waits for a real clock: wait for the event");
    report(&code, "unbounded_channel", "every queue has a limit");
    let lines = file.text.lines().count();
    if lines >= LINES_MAX {
        faults.push(format!("{}: {lines} lines; below {LINES_MAX} is the limit", file.path));
    }
    let stem = Path::new(&file.path).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    if EMPTY_NAMES.contains(&stem) {
        faults.push(format!("{}: a file is named after what it holds", file.path));
    }
    faults
}

/// The files that only tests are made of: those of test binaries, and modules behind `#[cfg(test)]`.
fn is_test_file(path: &str, test_modules: &[String]) -> bool {
    let below = |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    let is_in_a_binary = path.split('/').skip(1).any(|part| part == "tests" || part == "benches");
    is_in_a_binary || test_modules.iter().any(|module| path == format!("{module}.rs") || below(module))
}

/// The modules behind `#[cfg(test)]` that stand in files of their own, as paths without an ending.
fn test_modules(files: &[TextFile]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files {
        let place = file.path.strip_suffix(".rs").unwrap_or(&file.path);
        let folder =
            ["/lib", "/main", "/mod"].iter().find_map(|name| place.strip_suffix(name)).unwrap_or(place);
        let (_, modules) = without_tests(&code_only(&file.text));
        found.extend(modules.into_iter().map(|module| format!("{folder}/{module}")));
    }
    found
}

#[test]
fn sources_keep_the_habits_of_the_house() {
    let files: Vec<_> = text_files().into_iter().filter(TextFile::is_rust).collect();
    let tests = test_modules(&files);
    assert_none(
        &files.iter().flat_map(|file| faults(file, is_test_file(&file.path, &tests))).collect::<Vec<_>>(),
    );
}

#[test]
fn every_file_says_what_it_is() {
    let files = text_files().into_iter().filter(TextFile::is_rust);
    let silent = files.filter(|file| !file.text.starts_with("//!")).map(|file| file.path);
    assert_none(&silent.collect::<Vec<_>>());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults_of(path: &str, text: &str) -> usize {
        let files = [TextFile::new(path, text)];
        faults(&files[0], is_test_file(path, &test_modules(&files))).len()
    }

    #[test]
    fn unwrap_is_found_outside_tests_only() {
        assert_eq!(faults_of("crates/a/src/b.rs", "fn f() { x.unwrap() }"), 1);
        assert_eq!(
            faults_of("crates/a/src/b.rs", "// x.unwrap()\n#[cfg(test)] mod tests { fn f() { x.unwrap() } }"),
            0
        );
        assert_eq!(faults_of("crates/a/tests/b/main.rs", "fn f() { x.unwrap() }"), 0);
        assert_eq!(faults_of("tests/src/b.rs", "fn f() { x.unwrap() }"), 1);
        assert_eq!(faults_of("tests/tests/system/b.rs", "fn f() { x.unwrap() }"), 0);
    }

    #[test]
    fn module_for_tests_may_be_a_file_of_its_own() {
        let files = [TextFile::new("crates/a/src/lib.rs", "#[cfg(test)]\nmod probe;\nmod other;")];
        let modules = test_modules(&files);
        assert!(is_test_file("crates/a/src/probe.rs", &modules));
        assert!(is_test_file("crates/a/src/probe/deep.rs", &modules));
        assert!(!is_test_file("crates/a/src/other.rs", &modules));
        assert!(!is_test_file("crates/a/src/probes.rs", &modules));
    }

    #[test]
    fn allow_is_found_everywhere() {
        assert_eq!(faults_of("crates/a/src/b.rs", "#[allow(dead_code)] fn f() {}"), 1);
        assert_eq!(faults_of("crates/a/tests/b/main.rs", "#![allow(dead_code)]"), 1);
        assert_eq!(faults_of("crates/a/src/b.rs", "#[cfg_attr(x, allow(dead_code))] fn f() {}"), 1);
        assert_eq!(faults_of("crates/a/src/b.rs", "#[expect(dead_code, reason = \"…\")] fn allow() {}"), 0);
    }

    #[test]
    fn sleeps_and_queues_without_a_limit_are_found() {
        assert_eq!(faults_of("crates/a/tests/b/main.rs", "std::thread::sleep(second);"), 1);
        assert_eq!(faults_of("crates/a/src/b.rs", "let (to, from) = mpsc::unbounded_channel();"), 1);
    }

    #[test]
    fn long_files_and_empty_names_are_found() {
        assert_eq!(faults_of("crates/a/src/b.rs", &"\n".repeat(LINES_MAX)), 1);
        assert_eq!(faults_of("crates/a/src/utils.rs", ""), 1);
    }
}
