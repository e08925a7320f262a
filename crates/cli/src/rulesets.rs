//! The subcommand `sarja rulesets`.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use sarja_rules::Ruleset;

/// Columns that a page of the table may take: a terminal as it comes.
const WIDTH: usize = 80;

/// Lists the printed rulesets with all their fields.
#[derive(Debug, clap::Args)]
pub struct RulesetsArgs {
    /// Print JSON, as rooms and cases have it.
    #[arg(long)]
    pub json: bool,
    /// Only these rulesets; all without any.
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
}

/// Why rulesets are not listed.
#[derive(Debug, thiserror::Error)]
pub enum RulesetsError {
    /// There is no ruleset of this name.
    #[error("there is no ruleset `{name}`; there are {}", known())]
    Unknown {
        /// The name.
        name: String,
    },
    /// Writing failed.
    #[error("cannot write the rulesets")]
    Output(#[from] io::Error),
}

fn known() -> String {
    Ruleset::printed().map(|r| r.name).collect::<Vec<_>>().join(", ")
}

impl RulesetsArgs {
    /// Writes the rulesets to `output`, as a table or as JSON.
    ///
    /// # Errors
    /// See [`RulesetsError`].
    pub fn run(&self, output: &mut impl Write) -> Result<(), RulesetsError> {
        let rulesets = self.chosen()?;
        if self.json {
            let json = serde_json::to_string_pretty(&rulesets).map_err(io::Error::from)?;
            writeln!(output, "{json}")?;
            return Ok(());
        }
        for ruleset in &rulesets {
            write!(output, "{}", summary(ruleset))?;
        }
        for page in pages(&rulesets) {
            write!(output, "\n{page}")?;
        }
        writeln!(
            output,
            "\nA room may change every field but name, family, tiles and seats.\nAn empty place is a field that the game does not ask."
        )?;
        Ok(())
    }

    fn chosen(&self) -> Result<Vec<Ruleset>, RulesetsError> {
        if self.names.is_empty() {
            return Ok(Ruleset::printed().collect());
        }
        let named =
            |name: &String| Ruleset::named(name).ok_or_else(|| RulesetsError::Unknown { name: name.clone() });
        self.names.iter().map(named).collect()
    }
}

/// The name of a ruleset and what it is, in lines that fit a terminal.
fn summary(ruleset: &Ruleset) -> String {
    let mut text = format!("{:<14}", ruleset.name);
    let mut column = text.len();
    for word in ruleset.summary().split(' ') {
        if column + word.len() + 1 > WIDTH {
            text.push_str("\n              ");
            column = 14;
        } else if !text.ends_with(' ') {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text.push('\n');
    text
}

/// The table of all fields, in as many pages beside one another's right as fit the width.
fn pages(rulesets: &[Ruleset]) -> Vec<String> {
    let columns: Vec<Vec<(&str, String)>> = rulesets.iter().map(fields).collect();
    let Some(first) = columns.first() else { return Vec::new() };
    let labels: Vec<&str> = first.iter().map(|(label, _)| *label).collect();
    let label_width = labels.iter().map(|label| label.len()).max().unwrap_or(0);
    let mut pages: Vec<Vec<&Vec<(&str, String)>>> = Vec::new();
    let mut room = 0;
    for column in &columns {
        let needs = 2 + width(column);
        match pages.last_mut() {
            Some(page) if needs <= room => {
                page.push(column);
                room -= needs;
            }
            _ => {
                pages.push(vec![column]);
                room = WIDTH.saturating_sub(label_width + needs);
            }
        }
    }
    pages.iter().map(|page| print_page(&labels, label_width, page)).collect()
}

fn width(column: &[(&str, String)]) -> usize {
    column.iter().map(|(_, value)| value.chars().count()).max().unwrap_or(0)
}

fn print_page(labels: &[&str], label_width: usize, columns: &[&Vec<(&str, String)>]) -> String {
    let mut lines = String::new();
    for (row, label) in labels.iter().enumerate() {
        let mut line = format!("{label:<label_width$}");
        for column in columns {
            let value = column.get(row).map_or("", |(_, value)| value);
            write!(line, "  {value:<width$}", width = width(column)).expect("a String takes everything");
        }
        lines.push_str(line.trim_end());
        lines.push('\n');
    }
    lines
}

/// Every field of a ruleset as rules.md §10 names it, with its value for people; the name comes first.
///
/// What the game does not ask is left empty.
fn fields(r: &Ruleset) -> Vec<(&'static str, String)> {
    const BELONG: [&str; 6] = ["name", "family", "tiles.numbers", "tiles.copies", "tiles.jokers", "seats"];
    let is_asked = |label: &str| {
        BELONG.contains(&label) || r.uses(label.split_once("unopened.").map_or(label, |_| "unopened"))
    };
    let all = all_fields(r).into_iter();
    all.map(|(label, value)| (label, if is_asked(label) { value } else { String::new() })).collect()
}

fn all_fields(r: &Ruleset) -> Vec<(&'static str, String)> {
    let optional = |value: Option<u16>| value.map_or_else(|| "–".to_owned(), |v| v.to_string());
    vec![
        ("name", r.name.clone()),
        ("family", r.family.to_string()),
        ("tiles.numbers", format!("1-{}", r.tiles.numbers)),
        ("tiles.copies", r.tiles.copies.to_string()),
        ("tiles.jokers", r.tiles.jokers.to_string()),
        ("seats", format!("{}-{}", r.seats[0], r.seats[1])),
        ("rack", r.rack.to_string()),
        ("opening.min_points", r.opening.min_points.to_string()),
        ("opening.table_use", r.opening.table_use.to_string()),
        ("joker.release", r.joker.release.to_string()),
        ("joker.reuse", r.joker.reuse.to_string()),
        ("joker.rack_tiles_beside", r.joker.rack_tiles_beside.to_string()),
        ("joker.sets", r.joker.sets.to_string()),
        ("joker.per_set", optional(r.joker.per_set.map(u16::from))),
        ("joker.rack_points", r.joker.rack_points.to_string()),
        ("clock.turn_seconds", optional(r.clock.turn_seconds)),
        ("clock.grace_ms", r.clock.grace_ms.to_string()),
        ("clock.legal_draft", r.clock.legal_draft.to_string()),
        ("penalty.timeout", r.penalty.timeout.to_string()),
        ("penalty.rearranging", r.penalty.rearranging.to_string()),
        ("illegal_play", r.illegal_play.to_string()),
        ("must_play", if r.must_play { "yes" } else { "no" }.to_owned()),
        ("pool_empty", r.pool_empty.to_string()),
        ("scoring", r.scoring.to_string()),
        ("unopened.could_not", optional(r.unopened.map(|u| u.could_not))),
        ("unopened.could", optional(r.unopened.map(|u| u.could))),
        ("blocked_tie", r.blocked_tie.to_string()),
        ("starter", r.starter.to_string()),
        ("match", match_end(r.r#match)),
        ("ranking", r.ranking.to_string()),
    ]
}

fn match_end(end: sarja_rules::MatchEnd) -> String {
    use sarja_rules::MatchEnd;
    match end {
        MatchEnd::Cycles(n) => format!("cycles {n}"),
        MatchEnd::Target(n) => format!("target {n}"),
        MatchEnd::Rounds(n) => format!("rounds {n}"),
        MatchEnd::Open => "open".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    fn names(prefix: &str, value: &Value, into: &mut BTreeSet<String>) {
        match value {
            Value::Object(fields) if prefix != "match" => {
                for (name, value) in fields {
                    let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
                    names(&path, value, into);
                }
            }
            _ => {
                into.insert(prefix.to_owned());
            }
        }
    }

    #[test]
    fn the_table_has_every_field_that_a_ruleset_has() {
        // The one ruleset in which no field that can be none is.
        let mut ruleset = Ruleset::named("federation").unwrap();
        ruleset.joker.per_set = Some(1);
        let mut wanted = BTreeSet::new();
        names("", &serde_json::to_value(&ruleset).unwrap(), &mut wanted);
        let listed: BTreeSet<String> =
            fields(&ruleset).into_iter().map(|(name, _)| name.to_owned()).collect();
        assert_eq!(listed, wanted);
    }

    #[test]
    fn no_line_is_wider_than_a_terminal_and_every_ruleset_is_there() {
        let mut output = Vec::new();
        RulesetsArgs { json: false, names: Vec::new() }.run(&mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        for line in text.lines() {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
        let names = text.lines().filter(|l| l.starts_with("name ")).collect::<String>();
        for ruleset in Ruleset::printed() {
            assert!(names.contains(&ruleset.name), "{} in {names}", ruleset.name);
        }
    }

    #[test]
    fn an_unknown_name_is_refused_with_those_that_there_are() {
        let error =
            RulesetsArgs { json: false, names: vec!["chess".into()] }.run(&mut Vec::new()).unwrap_err();
        assert!(error.to_string().contains("`chess`") && error.to_string().contains("sabra-no"), "{error}");
    }
}
