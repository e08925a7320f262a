//! Tiles and sets in one line: `R9 J J`, or `group: R9 J J` where the kind is declared.

use sarja_rules::{Face, FaceCounts, Kind, LaidSet, Ruleset, TableSet};

/// Faces, parted by blanks.
pub(crate) fn faces(text: &str) -> Vec<Face> {
    text.split_whitespace().map(|code| code.parse().unwrap()).collect()
}

/// A rack.
pub(crate) fn rack(text: &str) -> FaceCounts {
    faces(text).into_iter().collect()
}

/// A set as a player lays it.
pub(crate) fn laid(text: &str) -> LaidSet {
    match text.split_once(':') {
        Some(("run", tiles)) => LaidSet::declared(faces(tiles), Kind::Run),
        Some(("group", tiles)) => LaidSet::declared(faces(tiles), Kind::Group),
        Some((kind, _)) => panic!("no kind of set: {kind}"),
        None => LaidSet::new(faces(text)),
    }
}

/// Sets as a player lays them.
pub(crate) fn all_laid(sets: &[&str]) -> Vec<LaidSet> {
    sets.iter().map(|s| laid(s)).collect()
}

/// A set that lies on the table.
pub(crate) fn on_table(text: &str) -> TableSet {
    TableSet::read(&laid(text), 13).unwrap_or_else(|| panic!("no set: {text}"))
}

/// A set on the table as text, with its kind.
pub(crate) fn written(set: &TableSet) -> String {
    let kind = match set.kind() {
        Kind::Run => "run",
        Kind::Group => "group",
    };
    let tiles: Vec<String> = set.tiles().iter().map(ToString::to_string).collect();
    format!("{kind}: {}", tiles.join(" "))
}

/// A printed ruleset.
pub(crate) fn ruleset(name: &str) -> Ruleset {
    Ruleset::named(name).unwrap()
}

/// The rulesets of the Rummikub family.
pub(crate) fn family() -> impl Iterator<Item = Ruleset> {
    Ruleset::printed().filter(|r| r.family == sarja_rules::Family::Rummikub)
}
