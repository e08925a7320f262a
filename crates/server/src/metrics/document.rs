//! `ops/METRICS.md`, made from what the handles are described with.

use super::{
    Metrics,
    register::{Described, DescribedLabel, Kind},
};

const HEAD: &str = "\
# Metrics

What `/metrics` tells. This list is made from the program itself (`UPDATE=1 cargo test -p sarja-tests --test system tree`). Times
are in seconds, sizes in bytes. Counters begin at 0 when the server starts. No label has a value that people choose.

| name | kind | labels | what it is |
|---|---|---|---|
";

/// What `ops/METRICS.md` has to say: every metric that a server exports, with kind, labels and meaning.
pub fn metrics_document() -> String {
    let described = Metrics::described().1;
    let rows: String = described.iter().map(row).collect();
    let labels: String = described.iter().flat_map(label_lines).collect();
    [HEAD, &rows, "\n## Labels\n\n", &labels].concat()
}

fn row(Described { name, kind, help, labels }: &Described) -> String {
    let kind = match kind {
        Kind::Counter => "counter",
        Kind::Gauge => "gauge",
        Kind::Histogram => "histogram",
    };
    let labels: Vec<_> = labels.iter().map(|label| format!("`{}`", label.name)).collect();
    format!("| `{name}` | {kind} | {} | {help} |\n", labels.join(", "))
}

fn label_lines(Described { name, labels, .. }: &Described) -> Vec<String> {
    let known = labels.iter().filter(|label| !label.values.is_empty());
    known
        .map(|DescribedLabel { name: label, values, listed_as }| {
            let values = listed_as.map_or_else(|| values.join(", "), |one| format!("every {one}"));
            format!("- `{name}`, `{label}`: {values}\n")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_they_count_in_base_units() {
        let (metrics, described) = Metrics::described();
        for Described { name, kind, help, .. } in &described {
            assert!(name.starts_with("sarja_"), "{name}");
            assert_eq!(name.ends_with("_total"), *kind == Kind::Counter, "{name}");
            assert!(help.ends_with('.') && !help.contains('|'), "{name}: {help}");
            for unit in ["_ms", "_millis", "_minutes", "_kb", "_mb"] {
                assert!(!name.contains(unit), "{name}");
            }
        }
        let text = metrics.text();
        for Described { name, .. } in &described {
            assert!(text.contains(&format!("# HELP {name} ")), "{name} has no help");
            assert!(text.contains(&format!("# TYPE {name} ")), "{name} has no type");
        }
    }

    #[test]
    fn what_has_not_happened_yet_is_0_and_not_absent() {
        let (metrics, described) = Metrics::described();
        let text = metrics.text();
        for Described { name, labels, .. } in &described {
            for DescribedLabel { name: label, values, .. } in labels {
                for value in values {
                    let pair = format!("{label}=\"{value}\"");
                    let has = |line: &str| line.starts_with(name) && line.contains(&pair);
                    assert!(text.lines().any(has), "{name}{{{pair}}}");
                }
            }
        }
    }

    #[test]
    fn two_servers_of_one_process_do_not_mix() {
        let (one, other) = (Metrics::new(), Metrics::new());
        one.rooms.made.increment(3);
        assert!(one.text().contains("sarja_rooms_made_total 3\n"));
        assert!(other.text().contains("sarja_rooms_made_total 0\n"));
    }
}
