//! What holds for every configuration.

use std::fs;

use proptest::prelude::*;

use super::{
    Effective, Environment, Flags, ServerSettings,
    setting::{Access, Setting},
    table,
    value::{Kind, Value},
};

/// Settings whose values can be shown.
fn shown_settings() -> Vec<&'static Setting> {
    let is_shown = |setting: &&Setting| {
        !matches!(setting.access, Access::FileOf(_)) && setting.key != "rooms.creation_secret"
    };
    table::all().iter().filter(is_shown).collect()
}

/// A setting, and a text for its variable that it may often have.
fn given() -> impl Strategy<Value = (&'static Setting, String)> {
    prop::sample::select(shown_settings()).prop_flat_map(|setting| {
        let text = match setting.kind {
            Kind::Number(min, max) => (min..=max).prop_map(|number| number.to_string()).boxed(),
            Kind::NumberOrNever(min, max) => {
                prop_oneof![Just("never".to_owned()), (min..=max).prop_map(|number| number.to_string())]
                    .boxed()
            }
            Kind::Switch => prop_oneof!["true", "false"].boxed(),
            Kind::Choice(words) => prop::sample::select(words).prop_map(str::to_owned).boxed(),
            Kind::Path => "[a-z\"\\\\' /\u{e9}#\n]{1,12}".boxed(),
            Kind::Text(_) | Kind::Secret(_) | Kind::List(_) => {
                let default = match setting.get(&ServerSettings::default()) {
                    Value::Text(text) => text,
                    _ => setting.example.to_owned(),
                };
                prop_oneof![4 => Just(default), 1 => "[ -~]{0,20}"].boxed()
            }
        };
        (Just(setting), text)
    })
}

proptest! {
    #[test]
    fn whatever_is_in_effect_is_printed_as_a_file_that_means_the_same(given in prop::collection::vec(given(), 0..8)) {
        let variables: Environment = given.into_iter().map(|(setting, text)| (setting.variable(), text)).collect();
        let Ok(effective) = Effective::read(&Flags::default(), &variables) else { return Ok(()) };
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sarja.toml");
        fs::write(&file, effective.to_string()).unwrap();
        let flags = Flags { config: Some(file), ..Flags::default() };
        let again = Effective::read(&flags, &Environment::default());
        let again = again.unwrap_or_else(|faults| panic!("{faults}\n{effective}"));
        for setting in table::all() {
            let (value, read) = (effective.shown(setting), again.shown(setting));
            // A path that counts from where the program runs counts from the file's folder when it is read.
            let is_moved = setting.kind == Kind::Path && value.str().is_ok_and(|path| !path.starts_with('/'));
            prop_assert!(is_moved || value == read, "{setting:?}: {value} became {read}\n{effective}");
        }
    }

    #[test]
    fn whatever_stands_in_a_file_is_read_or_refused_by_name(
        lines in prop::collection::vec(prop_oneof!["[ -~]{0,20}", "[a-z_.]{1,12} = [ -~]{0,8}", "\\[[a-z.]{0,8}\\]"], 0..6)
    ) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sarja.toml");
        fs::write(&file, lines.join("\n")).unwrap();
        let flags = Flags { config: Some(file.clone()), ..Flags::default() };
        if let Err(faults) = Effective::read(&flags, &Environment::default()) {
            for fault in &faults.0 {
                prop_assert!(fault.to_string().starts_with(&file.display().to_string()), "{fault}");
            }
        }
    }
}
