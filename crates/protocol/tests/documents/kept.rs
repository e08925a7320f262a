//! Files that are made from the types, and kept in the tree.

use std::{env, fs, path::PathBuf};

/// The path of a document in `protocol/`.
pub(crate) fn document(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../protocol").join(name)
}

/// Compares a document with what it should be; `UPDATE=1` writes that instead.
pub(crate) fn keep(name: &str, current: &str) {
    let path = document(name);
    if env::var_os("UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, current).unwrap();
        return;
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    if there == current {
        return;
    }
    let line = there.lines().zip(current.lines()).position(|(a, b)| a != b).unwrap_or(there.lines().count());
    panic!(
        "protocol/{name} is not current from line {} on: `{}` should be `{}`. UPDATE=1 rewrites it.",
        line + 1,
        there.lines().nth(line).unwrap_or_default(),
        current.lines().nth(line).unwrap_or_default(),
    );
}
