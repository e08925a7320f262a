//! A configuration file with every setting, to begin one's own with.

use std::fmt;

use super::{
    setting::{Access, Setting},
    settings::ServerSettings,
    table,
    value::{Kind, Value},
};

/// Columns of the text: it fits a terminal of 100 with some room.
const WIDTH: usize = 96;

const HEAD: &str = "\
Settings of `sarja serve`. What is commented out is the default, or an example where there is none; take \
away the `#` and write \
what you like. Arguments and variables of the environment count more than this file. `sarja config` shows \
what is in effect.";

/// The file.
#[derive(Debug)]
pub(super) struct Example;

impl fmt::Display for Example {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&comment(HEAD))?;
        let mut table = "";
        for setting in table::all() {
            if setting.table() != table {
                table = setting.table();
                write!(f, "\n[{table}]\n{}", comment(table::about_table(table)))?;
            }
            write!(f, "\n{}{}", comment(&setting.doc), comment(&also(setting)))?;
            writeln!(f, "#{} = {}", setting.name(), value(setting))?;
        }
        Ok(())
    }
}

/// What is allowed, and the setting's other names. Those of limits are made by a rule that the head of their
/// table tells.
fn also(setting: &Setting) -> String {
    if matches!(setting.access, Access::Limit(_)) {
        return String::new();
    }
    let flag = setting.flag.map_or_else(String::new, |(name, _)| format!(" or --{name}"));
    let allowed = match setting.kind {
        // The example says it well enough.
        Kind::Path => String::new(),
        kind => format!("Allowed: {kind}. "),
    };
    format!("{allowed}Also {}{flag}.", setting.variable())
}

fn value(setting: &Setting) -> Value {
    // The folder of whoever asks is no example for others.
    let default =
        if setting.kind == Kind::Path { Value::Unset } else { setting.get(&ServerSettings::default()) };
    match (default, setting.kind) {
        (Value::Unset, _) => Value::text(setting.example),
        (default, _) => default,
    }
}

/// Sentences as comment, in lines that fit.
fn comment(text: &str) -> String {
    let mut lines = String::new();
    let mut line = String::from("#");
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines += &line;
            lines.push('\n');
            line = String::from("#");
        }
        line.push(' ');
        line += word;
    }
    if line.len() > 1 {
        lines += &line;
        lines.push('\n');
    }
    lines
}
