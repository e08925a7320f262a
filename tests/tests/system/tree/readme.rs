//! What the README tells people to type works.

use sarja_protocol::RULESET_DEFAULT;
use sarja_rules::{Overrides, Ruleset};

use super::assert_none;
use super::files::{TextFile, read, text_files};
use super::rust_source::code_only;

/// The commands in the fenced blocks of one section, a line each.
fn commands<'a>(document: &'a str, section: &str) -> Vec<&'a str> {
    let heading = format!("## {section}");
    let lines = document.lines().skip_while(|line| *line != heading).skip(1);
    let (mut inside, mut commands) = (false, Vec::new());
    for line in lines.take_while(|line| !line.starts_with("## ")) {
        if line.starts_with("```") {
            inside = !inside;
        } else if inside && !line.trim().is_empty() && !line.starts_with('#') {
            commands.push(line.trim());
        }
    }
    commands
}

fn faults(readme: &str, ci: &str) -> Vec<String> {
    let [serve, test] = commands(readme, "Two commands")[..] else {
        return vec!["the README's section `Two commands` must hold two commands".into()];
    };
    let mut faults = Vec::new();
    if serve != "cargo run -- serve" {
        faults.push(format!("`{serve}` is not how Sarja is started"));
    }
    let run = ci.lines().find_map(|line| line.strip_prefix("test_command=\"")?.strip_suffix('"'));
    if run != Some(test) {
        faults.push(format!("the README says `{test}`, .ci/run runs `{}`", run.unwrap_or("nothing")));
    }
    let mut steps = ci.lines().map(str::trim_start).filter(|line| !line.starts_with('#'));
    if !steps.any(|line| line.starts_with("counted $test_command ")) {
        faults.push(".ci/run names the test command, but does not run it".into());
    }
    faults
}

/// The rows of the table of house rules that a room would not take.
fn house_rule_faults(readme: &str) -> Vec<String> {
    let classic = Ruleset::named(RULESET_DEFAULT).expect("the default is one of the rulesets");
    let quoted =
        readme.lines().filter(|line| line.starts_with("| ")).filter_map(|line| line.split('`').nth(1));
    let options: Vec<_> = quoted.filter(|quoted| quoted.starts_with('{')).collect();
    let mut faults: Vec<_> = options
        .iter()
        .filter_map(|options| match serde_json::from_str::<Overrides>(options) {
            Err(error) => Some(format!("{options}: {error}")),
            Ok(overrides) => match overrides.apply(&classic) {
                Err(error) => Some(format!("{options}: {error}")),
                Ok(ruleset) if ruleset.differences().is_empty() => Some(format!("{options} changes nothing")),
                Ok(_) => None,
            },
        })
        .collect();
    if options.is_empty() {
        faults.push("the README shows no house rule".into());
    }
    faults
}

/// Tests that the test command leaves out, and that `.ci/run` does not run either. A filter that fits no test passes in
/// silence, so the names have to be compared here. Tests on PostgreSQL are left out only where there is none.
fn left_out_faults(files: &[TextFile], ci: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for file in files.iter().filter(|file| file.is_rust()) {
        let code = code_only(&file.text);
        for after in code.split("#[ignore").skip(1) {
            let rest = after.split("fn ").nth(1).unwrap_or_default();
            let name = rest.split('(').next().unwrap_or_default();
            if !ci.contains(&format!("--ignored {name}\n")) {
                faults.push(format!("{}: nobody runs {name}", file.path));
            }
        }
        let attributes = code.split("#[cfg_attr(").skip(1).filter_map(|after| after.split(']').next());
        for condition in attributes.filter_map(|attribute| Some(attribute.split_once(", ignore")?.0)) {
            if condition != "no_postgres" || !ci.contains("export SARJA_TEST_POSTGRES=") {
                faults.push(format!("{}: nobody runs what is ignored under `{condition}`", file.path));
            }
        }
    }
    faults
}

#[test]
fn tests_that_are_left_out_are_run_by_ci() {
    assert_none(&left_out_faults(&text_files(), &read(".ci/run")));
}

#[test]
fn house_rules_of_the_readme_can_be_played() {
    assert_none(&house_rule_faults(&read("README.md")));
}

#[test]
fn readme_and_ci_run_the_same_tests() {
    assert_none(&faults(&read("README.md"), &read(".ci/run")));
}

#[cfg(test)]
mod tests {
    use super::*;

    const README: &str =
        "# S\n## Two commands\n```sh\ncargo run -- serve\n```\n```sh\ncargo test\n```\n## Next\n";
    const CI: &str = "test_command=\"cargo test\"\n    counted $test_command --locked\n";

    #[test]
    fn equal_commands_are_in_order() {
        assert_eq!(faults(README, CI), Vec::<String>::new());
    }

    #[test]
    fn tests_that_nobody_runs_are_found() {
        let files = [TextFile::new(
            "a.rs",
            "#[test]\n#[ignore = \"why\"]\nasync fn slow() {} // #[ignore] fn other()",
        )];
        assert_eq!(left_out_faults(&files, "cargo test -- --ignored slow\n").len(), 0);
        assert_eq!(left_out_faults(&files, "cargo test -- --ignored slower\n").len(), 1);
        let ignored =
            |text| left_out_faults(&[TextFile::new("a.rs", text)], "export SARJA_TEST_POSTGRES=x").len();
        assert_eq!(ignored("#[cfg_attr(no_postgres, ignore = \"why\")] fn f() {}"), 0);
        assert_eq!(ignored("#[cfg_attr(no_python, ignore = \"why\")] fn f() {}"), 1);
        assert_eq!(ignored("#[cfg_attr(no_python, allow(x))] #[cfg(a)] fn f() { g(a, ignore) }"), 0);
    }

    #[test]
    fn house_rules_that_cannot_be_played_are_found() {
        assert_eq!(house_rule_faults("| x | `{\"opening\": {\"min_points\": 50}}` |").len(), 0);
        assert_eq!(house_rule_faults("| x | `{\"opening\": {\"min_points\": 30}}` |").len(), 1);
        assert_eq!(house_rule_faults("| x | `{\"opening\": {\"min_points\": 900}}` |").len(), 1);
        assert_eq!(house_rule_faults("| x | `{\"open\": 50}` |").len(), 1);
        assert_eq!(house_rule_faults("no table").len(), 1);
    }

    #[test]
    fn other_or_missing_commands_are_found() {
        assert_eq!(faults(&README.replace("cargo test", "make test"), CI).len(), 1);
        assert_eq!(faults(&README.replace("-- serve", "-- start"), CI).len(), 1);
        assert_eq!(faults(&README.replace("cargo test\n", "\n"), CI).len(), 1);
        assert_eq!(faults(README, &CI.replace("    counted", "# counted")).len(), 1);
    }
}
