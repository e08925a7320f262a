//! The settings as a table for the README.

use std::fmt::Write as _;

use super::{
    setting::{Access, Setting},
    settings::ServerSettings,
    table,
    value::{Kind, Value},
};

/// A row for each setting, but for the single limits: `sarja config --example` lists those.
pub fn settings_table() -> String {
    let mut text = "| in the file | option | variable | without it |\n|---|---|---|---|\n".to_owned();
    let rows = table::all().iter().filter(|setting| !matches!(setting.access, Access::Limit(_)));
    for setting in rows {
        let flag = setting.flag.map_or_else(String::new, |(name, value)| match setting.kind {
            Kind::Switch => format!("`--{name}`"),
            _ => format!("`--{name} {}`", value.replace('|', "\\|")),
        });
        let row = [format!("`{}`", setting.key), flag, format!("`{}`", setting.variable()), default(setting)];
        writeln!(text, "| {} |", row.join(" | ")).expect("a String takes everything");
    }
    text
}

fn default(setting: &Setting) -> String {
    match (setting.kind, setting.get(&ServerSettings::default())) {
        (Kind::Path, _) if setting.key == "data_dir" => "`sarja` in the user's data folder".to_owned(),
        (_, Value::List(list)) if list.is_empty() => "none".to_owned(),
        (Kind::Path, _) | (_, Value::Unset) => String::new(),
        (_, value) => format!("`{}`", value.to_string().trim_matches('"')),
    }
}
