//! `ARCHITECTURE.md` names files, functions and tests: they must be there.

use std::collections::BTreeMap;

use super::assert_none;
use super::files::{TextFile, read, text_files};
use super::functions::{Role, functions, missing_tests};
use super::rust_source::code_only;

/// What stands between backticks, outside fenced blocks.
fn quoted(document: &str) -> Vec<&str> {
    let mut inside = false;
    let lines = document.lines().filter(|line| {
        let is_fence = line.starts_with("```");
        inside ^= is_fence;
        !inside && !is_fence
    });
    lines.flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

/// `rules::jokers::kept::…`: lower case throughout and two marks at least. Types and their functions look different.
fn is_test_name(quoted: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    };
    quoted.matches("::").count() >= 2 && quoted.split("::").all(is_part)
}

/// A path of the tree: it has a folder or an ending, and nothing that paths do not have.
fn is_path(quoted: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte);
    let has_ending =
        [".rs", ".md", ".toml", ".json", ".ts", ".sql", ".txt"].iter().any(|end| quoted.ends_with(end));
    quoted.bytes().all(is_part) && (has_ending || (quoted.contains('/') && !quoted.starts_with('/')))
}

fn section<'a>(document: &'a str, heading: &str) -> Vec<&'a str> {
    let lines = document.lines().skip_while(|line| *line != heading).skip(1);
    lines.take_while(|line| !line.starts_with("## ")).collect()
}

/// Rows of the table `Where is…?`: what, file, functions.
fn places(document: &str) -> Vec<(&str, Vec<&str>)> {
    let rows = section(document, "## Where is…?").into_iter().filter(|line| line.starts_with("| "));
    rows.skip(1)
        .map(|row| {
            let mut cells = row.trim_matches('|').split('|').skip(1);
            let mut next = || cells.next().map(quoted).unwrap_or_default();
            (next().first().copied().unwrap_or_default(), next())
        })
        .collect()
}

fn path_faults(document: &str, files: &[TextFile]) -> Vec<String> {
    let exists = |path: &str| {
        let is_it = |file: &TextFile| match path.rsplit_once('/') {
            // A name alone stands where its folder was just told.
            None => file.path == path || file.path.ends_with(&format!("/{path}")),
            Some((_, "")) => file.path.starts_with(path),
            Some(_) => file.path == path,
        };
        files.iter().any(is_it)
    };
    let paths = quoted(document).into_iter().filter(|quoted| is_path(quoted));
    paths.filter(|path| !exists(path)).map(|path| format!("there is no {path}")).collect()
}

fn place_faults(document: &str, files: &[TextFile]) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, names) in places(document) {
        let Some(file) = files.iter().find(|file| file.path == path) else {
            faults.push(format!("there is no file {path:?}"));
            continue;
        };
        let code = code_only(&file.text);
        if names.is_empty() {
            faults.push(format!("nothing is named in {path}"));
        }
        for name in names {
            let is_there = ["fn ", "struct ", "enum ", "const "].iter().any(|kind| {
                code.match_indices(&format!("{kind}{name}")).any(|(at, found)| {
                    !code[at + found.len()..].starts_with(|next: char| next.is_alphanumeric() || next == '_')
                })
            });
            if !is_there {
                faults.push(format!("{path} holds no {name}"));
            }
        }
    }
    faults
}

fn invariant_faults(document: &str, functions: &BTreeMap<String, Role>) -> Vec<String> {
    let mut faults =
        missing_tests(quoted(document).into_iter().filter(|quoted| is_test_name(quoted)), functions);
    let text = section(document, "## Invariants").join("\n");
    let items: Vec<&str> = text.split("\n- ").skip(1).collect();
    if items.is_empty() {
        faults.push("no invariant is named".into());
    }
    let untested = items.into_iter().filter(|item| !quoted(item).into_iter().any(is_test_name));
    faults.extend(untested.map(|item| format!("no test holds: {}", item.lines().next().unwrap_or_default())));
    faults
}

#[test]
fn architecture_names_files_that_exist() {
    assert_none(&path_faults(&read("ARCHITECTURE.md"), &text_files()));
}

#[test]
fn architecture_says_where_things_are() {
    let document = read("ARCHITECTURE.md");
    assert!(places(&document).len() >= 10);
    assert_none(&place_faults(&document, &text_files()));
}

#[test]
fn every_invariant_is_held_by_a_test_that_exists() {
    assert_none(&invariant_faults(&read("ARCHITECTURE.md"), &functions(&text_files())));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Vec<TextFile> {
        vec![TextFile::new("crates/a/src/b.rs", "/// fn told()\npub fn judge() {}\n#[test]\nfn holds() {}")]
    }

    fn table(file: &str, name: &str) -> String {
        format!(
            "## Where is…?\n\n| what | file | function |\n|---|---|---|\n| a joker | `{file}` | `{name}` |\n"
        )
    }

    #[test]
    fn lost_files_are_found() {
        assert_eq!(
            path_faults("see `crates/a/src/b.rs`, `crates/a/`, `b.rs` and `Room::decide`", &files()).len(),
            0
        );
        assert_eq!(
            path_faults("see `crates/a/src/c.rs`, `crates/x/`, `a.rs` and `GONE.md`", &files()).len(),
            4
        );
    }

    #[test]
    fn functions_that_moved_are_found() {
        assert_eq!(place_faults(&table("crates/a/src/b.rs", "judge"), &files()).len(), 0);
        assert_eq!(place_faults(&table("crates/a/src/b.rs", "judg"), &files()).len(), 1);
        assert_eq!(place_faults(&table("crates/a/src/b.rs", "told"), &files()).len(), 1);
        assert_eq!(place_faults(&table("crates/a/src/c.rs", "judge"), &files()).len(), 1);
    }

    #[test]
    fn invariants_without_a_living_test_are_found() {
        let functions = functions(&files());
        let of =
            |test: &str| invariant_faults(&format!("## Invariants\n\n- One.\n  {test}\n"), &functions).len();
        assert_eq!(of("`sarja_a::b::holds`"), 0);
        assert_eq!(of("`sarja_a::b::judge`"), 1);
        assert_eq!(of("`sarja_a::b::held`"), 1);
        assert_eq!(of("by hope"), 1);
        assert_eq!(invariant_faults("nothing", &functions).len(), 1);
    }
}
