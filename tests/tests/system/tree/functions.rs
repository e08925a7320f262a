//! Every function of the tree under its path, as `cargo test` would name it: `sarja_rules::set::reading::tests::…` for
//! one below the code, `rules::jokers::kept::…` for one in the test binary `rules`.

use std::collections::BTreeMap;

use super::files::TextFile;
use super::rust_source::code_only;

/// What a function is to the runner of tests.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Role {
    Other,
    /// A fact that a table runs on every engine. The compiler refuses one that the table forgets.
    Fact,
    Test,
}

/// The functions of all the files that are compiled, by path.
pub(crate) fn functions(files: &[TextFile]) -> BTreeMap<String, Role> {
    let mut found = BTreeMap::new();
    for file in files.iter().filter(|file| file.is_rust()) {
        if let Some(module) = module_path(&file.path) {
            let code = code_only(&file.text);
            let facts = facts_of(&code);
            for (path, is_test) in functions_of(&code) {
                let is_fact = module.starts_with("contract::") || facts.contains(&path.as_str());
                let path = format!("{module}::{path}");
                let role = match is_test {
                    true => Role::Test,
                    false if is_fact => Role::Fact,
                    false => Role::Other,
                };
                found.entry(path).and_modify(|known: &mut Role| *known = role.max(*known)).or_insert(role);
            }
        }
    }
    found
}

/// Faults of names that claim to be tests.
pub(crate) fn missing_tests<'a>(
    names: impl IntoIterator<Item = &'a str>,
    functions: &BTreeMap<String, Role>,
) -> Vec<String> {
    names
        .into_iter()
        .filter_map(|name| match functions.get(name) {
            Some(Role::Test | Role::Fact) => None,
            Some(Role::Other) => Some(format!("{name} is a function, but no test")),
            None => Some(format!("there is no test {name}")),
        })
        .collect()
}

fn module_path(file: &str) -> Option<String> {
    let parts: Vec<&str> = file.strip_suffix(".rs")?.split('/').collect();
    let (root, inner) = match parts.as_slice() {
        ["crates", name, "src", inner @ ..] => (format!("sarja_{name}"), inner),
        ["tests", "src", inner @ ..] => ("sarja_tests".to_owned(), inner),
        ["crates", _, "tests", binary, inner @ ..] | ["tests", "tests", binary, inner @ ..] => {
            ((*binary).to_owned(), inner)
        }
        _ => return None,
    };
    let named = inner.iter().filter(|part| !matches!(**part, "lib" | "main" | "mod"));
    Some(std::iter::once(root.as_str()).chain(named.copied()).collect::<Vec<_>>().join("::"))
}

/// The functions of one file with the inline modules that they stand in, and whether each is a test.
fn functions_of(code: &str) -> Vec<(String, bool)> {
    let (mut found, mut modules, mut depth) = (Vec::new(), Vec::<(u32, &str)>::new(), 0_u32);
    let mut is_test = false;
    let mut words = Words { code };
    while let Some(word) = words.next() {
        match word {
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                modules.pop_if(|(opened, _)| *opened == depth);
                is_test = false;
            }
            ";" => is_test = false,
            "#" => is_test |= is_test_attribute(words.attribute()),
            "mod" => {
                let name = words.next().unwrap_or_default();
                if words.code.trim_start().starts_with('{') {
                    modules.push((depth, name));
                }
            }
            "fn" => {
                let name = words.next().unwrap_or_default();
                let path = modules.iter().map(|(_, module)| *module).chain([name]).collect::<Vec<_>>();
                found.push((path.join("::"), is_test));
                is_test = false;
            }
            _ => {}
        }
    }
    found
}

/// What the table of a file runs on every engine.
fn facts_of(code: &str) -> Vec<&str> {
    let table = code.split_once("on_every_engine! {").and_then(|(_, rest)| rest.split('}').next());
    table.unwrap_or_default().split(',').map(str::trim).filter(|name| !name.is_empty()).collect()
}

/// `#[test]`, `#[tokio::test(…)]`, `#[rstest]`: the attribute's own name decides.
fn is_test_attribute(attribute: &str) -> bool {
    let name = attribute.split(['(', '=']).next().unwrap_or_default().trim();
    matches!(name.rsplit("::").next(), Some("test" | "rstest"))
}

/// Words and single marks of blanked code.
struct Words<'a> {
    code: &'a str,
}

impl<'a> Words<'a> {
    /// The inside of the `[…]` that follows, which is consumed; nothing if none follows.
    fn attribute(&mut self) -> &'a str {
        let code = self.code.strip_prefix('!').unwrap_or(self.code);
        if !code.starts_with('[') {
            return "";
        }
        let mut depth = 0_u32;
        for (at, byte) in code.bytes().enumerate() {
            match byte {
                b'[' => depth += 1,
                b']' if depth == 1 => {
                    self.code = &code[at + 1..];
                    return &code[1..at];
                }
                b']' => depth -= 1,
                _ => {}
            }
        }
        ""
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let code = self.code.trim_start();
        let first = code.chars().next()?;
        let is_word = |character: char| character.is_alphanumeric() || character == '_';
        let length = if is_word(first) {
            code.find(|character| !is_word(character)).unwrap_or(code.len())
        } else {
            first.len_utf8()
        };
        let (word, rest) = code.split_at(length);
        self.code = rest;
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[(&str, &str)]) -> BTreeMap<String, Role> {
        functions(&files.iter().map(|(path, text)| TextFile::new(path, text)).collect::<Vec<_>>())
    }

    #[test]
    fn functions_stand_under_the_path_that_the_runner_prints() {
        let found = of(&[
            (
                "crates/rules/src/set/mod.rs",
                "fn plain() {} mod tests { #[test]\n#[expect(x)] fn one() { if a {} } }",
            ),
            ("crates/rules/tests/rules/jokers/kept.rs", "#[tokio::test(flavor = \"x\")] async fn two() {}"),
            ("tests/tests/system/main.rs", "mod tree; proptest! { #[test] fn three(a in 0..1) {} }"),
            ("crates/store/tests/contract/rooms.rs", "pub(crate) async fn four() {}"),
            ("tests/tests/system/a.rs", "async fn five() {} fn six() {} on_every_engine! {\n    five,\n}"),
            ("crates/rules/benches/judge.rs", "#[test] fn left_out() {}"),
        ]);
        let expected = [
            ("contract::rooms::four", Role::Fact),
            ("rules::jokers::kept::two", Role::Test),
            ("sarja_rules::set::plain", Role::Other),
            ("sarja_rules::set::tests::one", Role::Test),
            ("system::a::five", Role::Fact),
            ("system::a::six", Role::Other),
            ("system::three", Role::Test),
        ];
        assert_eq!(found, expected.map(|(path, role)| (path.to_owned(), role)).into());
    }

    #[test]
    fn name_without_a_test_is_missing() {
        let found = of(&[(
            "crates/rules/src/lib.rs",
            "fn no_test() {} #[test] fn is_one() {} // #[test] fn gone() {}",
        )]);
        let names = ["sarja_rules::is_one", "sarja_rules::no_test", "sarja_rules::gone"];
        assert_eq!(missing_tests(names, &found).len(), 2);
    }
}
