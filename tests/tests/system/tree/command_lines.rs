//! The command lines that the README shows are ones that `sarja` understands.

use clap::{CommandFactory as _, Parser as _};
use sarja_cli::Cli;

use super::assert_none;
use super::files::read;

/// Stands in the README where a room's code has to be put.
const PLACEHOLDER: (&str, &str) = ("CODE", "ABCD2345");

/// Whole command lines of the fenced shell blocks, continued lines joined.
fn in_blocks(document: &str) -> Vec<String> {
    let (mut inside, mut lines) = (false, Vec::new());
    for line in document.lines() {
        if line.starts_with("```") {
            inside = line == "```sh";
        } else if inside {
            lines.push(line);
        }
    }
    let joined = lines.join("\n").replace("\\\n", " ");
    let own = joined.lines().map(|line| line.replace("cargo run -- ", "sarja "));
    own.filter(|line| line.starts_with("sarja ")).collect()
}

/// A command line as a shell takes it apart: blanks part words, single quotes hold them together, `<<` feeds the input, `>` and `|`
/// take the output, and a remark may follow.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('\'').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(|word| word.replace(PLACEHOLDER.0, PLACEHOLDER.1)));
        }
    }
    words.into_iter().take_while(|word| !["<<", ">", "|", "#"].contains(&word.as_str())).collect()
}

/// `sarja SUBCOMMAND` in running text.
fn named(document: &str) -> impl Iterator<Item = &str> {
    document.split('`').filter_map(|quoted| quoted.strip_prefix("sarja ")?.split_whitespace().next())
}

fn faults(document: &str) -> Vec<String> {
    let lines = in_blocks(document);
    let mut faults: Vec<_> = lines
        .iter()
        .filter_map(|line| Some(format!("{line}: {}", Cli::try_parse_from(words(line)).err()?)))
        .collect();
    let command = Cli::command();
    let unknown = named(document).filter(|name| command.find_subcommand(name).is_none());
    faults.extend(unknown.map(|name| format!("there is no subcommand {name}")));
    if lines.is_empty() {
        faults.push("no command is shown".into());
    }
    faults
}

#[test]
fn commands_of_the_documents_are_understood() {
    assert_none(&faults(&read("README.md")));
    assert_none(&faults(&read("OPERATING.md")));
}

#[test]
fn readme_names_every_subcommand() {
    let readme = read("README.md");
    let command = Cli::command();
    let mut unnamed = Vec::new();
    for name in command.get_subcommands().map(clap::Command::get_name) {
        if !named(&readme).any(|known| known == name) {
            unnamed.push(format!("the README does not name `sarja {name}`"));
        }
    }
    assert_none(&unnamed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_that_are_not_understood_are_found() {
        assert_eq!(
            faults("```sh\nsarja serve \\\n  --listen 0.0.0.0:8080\n```\n`sarja bot`"),
            Vec::<String>::new()
        );
        assert_eq!(faults("```sh\nsarja serve --port 8080\n```").len(), 1);
        assert_eq!(faults("```sh\ncargo run -- start\n```").len(), 1);
        assert_eq!(faults("```sh\nsarja serve\n```\n`sarja start --now`").len(), 1);
        assert_eq!(faults("`sarja serve`").len(), 1);
    }

    #[test]
    fn quotes_hold_words_together_and_input_is_no_argument() {
        let line = "sarja bot --room CODE --options '{\"a\": 1}'";
        assert_eq!(words(line), ["sarja", "bot", "--room", "ABCD2345", "--options", "{\"a\": 1}"]);
        assert_eq!(words("sarja judge << 'END'"), ["sarja", "judge"]);
        assert_eq!(words("sarja schema > file   # all of it"), ["sarja", "schema"]);
    }
}
