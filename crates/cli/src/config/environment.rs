//! The environment of the program.

use std::{collections::BTreeMap, env, ffi::OsString, fmt, path::PathBuf};

use super::{
    fault::{Fault, Place, Problem},
    file::{Given, bad_value},
    nearest::nearest,
    source::Source,
    table,
    value::Value,
};

/// The variable that names the configuration file.
pub(super) const CONFIG_VARIABLE: &str = "SARJA_CONFIG";

/// Variables of ours that are no settings of a server: those of `sarja bot`, and of the tests.
const OTHERS: [&str; 3] = [CONFIG_VARIABLE, "SARJA_URL", "SARJA_TEST_POSTGRES"];

/// The variables of the environment.
#[derive(Clone, Default)]
pub struct Environment(BTreeMap<String, OsString>);

// Some of them are secrets, and not only ours.
impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl Environment {
    /// Those of this process.
    pub fn of_process() -> Self {
        env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value))).collect()
    }

    /// A path in a variable. An empty variable is one that is not there, as in `VARIABLE= program`.
    pub(super) fn path(&self, name: &str) -> Option<PathBuf> {
        self.0.get(name).filter(|value| !value.is_empty()).map(PathBuf::from)
    }

    /// What it gives to settings. What is wrong with it is added to the faults.
    pub(super) fn given(&self, faults: &mut Vec<Fault>) -> Vec<Given> {
        let mut given = Vec::new();
        for setting in table::all() {
            let name = setting.variable();
            let Some(value) = self.0.get(&name).filter(|value| !value.is_empty()) else { continue };
            let place = Place::Variable(name.clone());
            let read = value.to_str().ok_or(Problem::NotUtf8).and_then(|text| {
                let shown = || Value::text(text).to_string();
                Value::from_text(setting.kind, text).map_err(|refused| bad_value(setting, &shown(), &refused))
            });
            match read {
                Ok(value) => given.push(Given { setting, value, source: Source::Variable(name), place }),
                Err(problem) => faults.push(Fault { place, problem }),
            }
        }
        given
    }

    /// Variables that look like ours and are none, each with the one that may have been meant.
    pub(super) fn strangers(&self) -> Vec<(String, Option<String>)> {
        let known: Vec<_> = table::all().iter().map(super::setting::Setting::variable).collect();
        let names = self.0.keys().filter(|name| name.starts_with("SARJA_"));
        let unknown = names.filter(|name| !known.contains(name) && !OTHERS.contains(&name.as_str()));
        unknown
            .map(|name| {
                let meant = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
                (name.clone(), meant)
            })
            .collect()
    }
}

impl<N: Into<String>, V: Into<OsString>> FromIterator<(N, V)> for Environment {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(variables: I) -> Self {
        Self(variables.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}
