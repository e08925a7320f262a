//! Released migrations are never edited: each is listed with its hash.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use sha2::{Digest as _, Sha256};

use super::assert_none;
use super::files::{TextFile, read, root, text_files};

/// In the form of `sha256sum`, so that `cd migrations && sha256sum -c hashes.txt` says the same.
const LIST: &str = "migrations/hashes.txt";

fn hashes(files: &[TextFile]) -> BTreeMap<String, String> {
    let migrations = files.iter().filter(|file| file.has_ending("sql"));
    let named = migrations.filter_map(|file| Some((file.path.strip_prefix("migrations/")?, &file.text)));
    named.map(|(name, text)| (name.to_owned(), hash(text))).collect()
}

fn hash(text: &str) -> String {
    let mut hex = String::new();
    for byte in Sha256::digest(text) {
        write!(hex, "{byte:02x}").expect("a string takes everything");
    }
    hex
}

fn parse(list: &str) -> BTreeMap<String, String> {
    let lines = list.lines().filter_map(|line| line.split_once("  "));
    lines.map(|(hash, name)| (name.to_owned(), hash.to_owned())).collect()
}

fn faults(listed: &BTreeMap<String, String>, found: &BTreeMap<String, String>) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, hash) in found {
        match listed.get(name) {
            None => faults.push(format!("{name} is new: UPDATE=1 writes it into {LIST}")),
            Some(known) if known != hash => {
                faults.push(format!(
                    "{name} was edited. If a release holds it, write the next one instead; \
                    if none does, take its line out of {LIST}"
                ));
            }
            Some(_) => {}
        }
    }
    faults.extend(
        listed.keys().filter(|name| !found.contains_key(*name)).map(|name| format!("{name} is gone")),
    );
    faults
}

#[test]
fn migrations_are_as_they_were_when_they_were_listed() {
    let found = hashes(&text_files());
    let mut listed = parse(&read(LIST));
    // Only new ones are written: an edited one is for a person to judge.
    if std::env::var_os("UPDATE").is_some() {
        for (name, hash) in &found {
            listed.entry(name.clone()).or_insert_with(|| hash.clone());
        }
        let lines =
            listed.iter().fold(String::new(), |lines, (name, hash)| lines + &format!("{hash}  {name}\n"));
        fs::write(root().join(LIST), lines).expect("the list can be written");
    }
    assert!(!found.is_empty());
    assert_none(&faults(&listed, &found));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> BTreeMap<String, String> {
        hashes(&[TextFile::new("migrations/sqlite/0001_core.sql", text)])
    }

    #[test]
    fn edited_new_and_lost_migrations_are_found() {
        let (before, after) = (found("CREATE TABLE a (b);"), found("CREATE TABLE a (c);"));
        assert_eq!(faults(&before, &before), Vec::<String>::new());
        assert_eq!(faults(&before, &after).len(), 1);
        assert_eq!(faults(&BTreeMap::new(), &after).len(), 1);
        assert_eq!(faults(&before, &BTreeMap::new()).len(), 1);
    }

    #[test]
    fn list_is_read_as_sha256sum_writes_it() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(parse(&format!("{empty}  sqlite/0001_core.sql\n")), found(""));
    }
}
