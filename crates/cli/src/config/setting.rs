//! One setting: its names, what it means, and how it is read and shown.

use std::fmt;

use super::{
    settings::ServerSettings,
    value::{Kind, Refused, Value},
};

/// How a setting is put into the settings, and read from them.
#[derive(Clone, Copy)]
pub(super) enum Access {
    /// A field.
    Field { set: fn(&mut ServerSettings, &Value) -> Result<(), Refused>, get: fn(&ServerSettings) -> Value },
    /// The server's limit of this name.
    Limit(&'static str),
    /// A file that holds the value of the setting of this name.
    FileOf(&'static str),
}

impl Access {
    /// Whether it is a file that holds the value of the setting of this name.
    pub(super) fn is_file_of(self, key: &str) -> bool {
        matches!(self, Self::FileOf(of) if of == key)
    }
}

/// One setting of `sarja serve`.
#[derive(Clone)]
pub(crate) struct Setting {
    /// Its name in a configuration file, with the names of its tables: `rooms.creation`.
    pub(super) key: String,
    pub(super) kind: Kind,
    /// Its option on the command line, and what stands for the value there.
    pub(super) flag: Option<(&'static str, &'static str)>,
    /// The variable, where it is not made from the key.
    named_variable: Option<&'static str>,
    /// What it is, in sentences.
    pub(super) doc: String,
    /// A value for the example of a setting that has no default.
    pub(super) example: &'static str,
    pub(super) access: Access,
}

impl fmt::Debug for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Setting({})", self.key)
    }
}

impl Setting {
    pub(super) fn new(key: impl Into<String>, kind: Kind, doc: impl Into<String>, access: Access) -> Self {
        let (key, doc) = (key.into(), doc.into());
        Self { key, kind, flag: None, named_variable: None, doc, example: "", access }
    }

    pub(super) fn flag(self, name: &'static str, value_name: &'static str) -> Self {
        Self { flag: Some((name, value_name)), ..self }
    }

    pub(super) fn variable_named(self, name: &'static str) -> Self {
        Self { named_variable: Some(name), ..self }
    }

    pub(super) fn example(self, example: &'static str) -> Self {
        Self { example, ..self }
    }

    /// Its variable in the environment: `SARJA_` and the key in capitals, with `_` for the point.
    pub(super) fn variable(&self) -> String {
        let made = || format!("SARJA_{}", self.key.replace('.', "_").to_uppercase());
        self.named_variable.map_or_else(made, str::to_owned)
    }

    /// The table that it stands in; empty for the top of the file.
    pub(super) fn table(&self) -> &str {
        self.key.rsplit_once('.').map_or("", |(table, _)| table)
    }

    /// Its name within the table.
    pub(super) fn name(&self) -> &str {
        self.key.rsplit_once('.').map_or(&self.key, |(_, name)| name)
    }

    pub(super) fn set(&self, settings: &mut ServerSettings, value: &Value) -> Result<(), Refused> {
        match self.access {
            Access::Field { set, .. } => set(settings, value),
            Access::Limit(name) => settings.limits.set(name, value.number()?).map_err(Refused::because),
            Access::FileOf(_) => Ok(()),
        }
    }

    /// Its value, as it may be shown. Of a file that holds another's value the settings know nothing.
    pub(super) fn get(&self, settings: &ServerSettings) -> Value {
        match self.access {
            Access::Field { get, .. } => get(settings),
            Access::Limit(name) => {
                let row = settings.limits.table().into_iter().find(|row| row.name == name);
                row.map_or(Value::Unset, |row| Value::Number(row.value.into()))
            }
            Access::FileOf(_) => Value::Unset,
        }
    }
}
