//! What may have been meant.

/// The candidate that is most like a name, if one is alike enough. One whose last part is the name is,
/// wherever it stands.
pub(super) fn nearest<'c>(name: &str, candidates: impl Iterator<Item = &'c str> + Clone) -> Option<&'c str> {
    let last = |key: &str| {
        key.rsplit('.').next().is_some_and(|last| last == name.rsplit('.').next().unwrap_or(name))
    };
    let within = 1 + name.len() / 4;
    let alike = candidates
        .clone()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= within)
        .min_by_key(|(distance, _)| *distance);
    alike.map(|(_, candidate)| candidate).or_else(|| candidates.into_iter().find(|key| last(key)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_and_wrong_tables_are_recognised() {
        let keys = ["listen", "data_dir", "database.url", "rooms.creation", "log", "log_format"];
        let meant = |name: &str| nearest(name, keys.into_iter());
        for (name, key) in [
            ("lisen", Some("listen")),
            ("datadir", Some("data_dir")),
            ("url", Some("database.url")),
            ("server.listen", Some("listen")),
            ("room.creation", Some("rooms.creation")),
            ("colour", None),
            ("x", None),
        ] {
            assert_eq!(meant(name), key, "{name}");
        }
    }
}
