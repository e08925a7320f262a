//! The configuration that is in effect: read from all sources, checked, each value with where it came from.

use std::{collections::BTreeMap, path::PathBuf};

use sarja_store::StoreUrl;

use super::{
    check,
    environment::{CONFIG_VARIABLE, Environment},
    fault::{Fault, Faults, Problem},
    file::{self, Given, bad_value},
    flags::Flags,
    setting::{Access, Setting},
    settings::ServerSettings,
    source::Source,
    table,
    value::{Refused, Value},
};

/// The configuration file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigFile {
    /// This one.
    Read(PathBuf),
    /// None: there is no file at the place where one is looked for.
    NotThere(PathBuf),
    /// None, and nothing says where one could be: there is no home folder.
    NoPlace,
}

/// The configuration that is in effect.
#[derive(Clone, Debug)]
pub struct Effective {
    /// The values.
    pub settings: ServerSettings,
    /// The file.
    pub file: ConfigFile,
    /// What is not wrong, and yet likely not what was meant; a sentence each.
    pub warnings: Vec<String>,
    /// Where values came from that were given.
    sources: BTreeMap<&'static str, Source>,
    /// Files that hold the value of a setting, by the setting that names the file.
    files: BTreeMap<&'static str, Value>,
}

impl Effective {
    /// Reads all sources: an argument counts more than a variable, a variable more than the file.
    ///
    /// # Errors
    /// [`Faults`]: everything that is wrong, also with what is not in effect.
    pub fn read(flags: &Flags, environment: &Environment) -> Result<Self, Faults> {
        let mut faults = Vec::new();
        let (file, mut given) = configured(flags, environment, &mut faults);
        given.extend(environment.given(&mut faults));
        given.extend(flags.given(&mut faults));

        let mut effective = Self {
            settings: ServerSettings::default(),
            file,
            warnings: environment.strangers().into_iter().map(stranger).collect(),
            sources: BTreeMap::new(),
            files: BTreeMap::new(),
        };
        for setting in table::all().iter().filter(|setting| !matches!(setting.access, Access::FileOf(_))) {
            effective.settle(setting, &given, &mut faults);
        }
        check::together(&effective, &mut faults);
        if faults.is_empty() {
            effective.warnings.extend(check::warnings(&effective));
            Ok(effective)
        } else {
            Err(Faults(faults))
        }
    }

    /// Gives a setting the value that counts most. The others must be right as well: they are tried first.
    fn settle(&mut self, setting: &'static Setting, given: &[Given], faults: &mut Vec<Fault>) {
        let is_of_it = |given: &&Given| {
            given.setting.key == setting.key || given.setting.access.is_file_of(&setting.key)
        };
        let mut given: Vec<_> = given.iter().filter(is_of_it).collect();
        given.sort_by_key(|given| given.source.weight());
        for pair in given.windows(2).filter(|pair| pair[0].source.weight() == pair[1].source.weight()) {
            let problem = Problem::Twice(&pair[0].setting.key, &pair[1].setting.key);
            faults.push(Fault { place: pair[1].place.clone(), problem });
        }
        for given in given {
            match value_of(given).and_then(|value| put(setting, &mut self.settings, &value)) {
                Ok(()) => self.note(setting, given),
                Err(problem) => faults.push(Fault { place: given.place.clone(), problem }),
            }
        }
    }

    /// Notes that this is what a setting has its value from.
    fn note(&mut self, setting: &'static Setting, given: &Given) {
        self.sources.insert(&setting.key, given.source.clone());
        if let Some(file) = table::file_of(setting) {
            if given.setting.key == file.key {
                self.sources.insert(&file.key, given.source.clone());
                self.files.insert(&file.key, given.value.clone());
            } else {
                self.sources.remove(file.key.as_str());
                self.files.remove(file.key.as_str());
            }
        }
    }

    /// Whether somebody set this setting.
    pub(super) fn is_given(&self, key: &str) -> bool {
        self.sources.contains_key(key)
    }

    /// Where the value of a setting came from.
    pub(super) fn source(&self, setting: &Setting) -> Source {
        let follows = || match (setting.access, self.sources.get(table::PRESET)) {
            (Access::Limit(_), Some(_)) if self.settings.limits.is_bench() => {
                Source::Follows(table::PRESET.to_owned())
            }
            _ => Source::Default,
        };
        self.sources.get(setting.key.as_str()).cloned().unwrap_or_else(follows)
    }

    /// The value of a setting, as it may be shown.
    pub(super) fn shown(&self, setting: &Setting) -> Value {
        match setting.access {
            Access::FileOf(_) => self.files.get(setting.key.as_str()).cloned().unwrap_or(Value::Unset),
            _ => setting.get(&self.settings),
        }
    }

    /// Whether a secret stands in the configuration file itself.
    pub(super) fn file_holds_secret(&self) -> bool {
        let is_here = |key: &str| {
            table::named(key).is_some_and(|setting| {
                matches!(self.source(setting), Source::File { .. }) && !self.is_in_file(setting)
            })
        };
        let has_password = self.settings.database.as_ref().is_some_and(StoreUrl::holds_password);
        is_here("rooms.creation_secret") || (has_password && is_here("database.url"))
    }

    /// Whether the value of a setting stands in a file of its own.
    pub(super) fn is_in_file(&self, setting: &Setting) -> bool {
        table::file_of(setting).is_some_and(|file| self.files.contains_key(file.key.as_str()))
    }
}

/// The configuration file, and what it gives. One that is named has to be there.
fn configured(flags: &Flags, environment: &Environment, faults: &mut Vec<Fault>) -> (ConfigFile, Vec<Given>) {
    let named = flags.config.clone().or_else(|| environment.path(CONFIG_VARIABLE));
    let place = named.clone().or_else(|| default_file(environment));
    match place {
        Some(path) if named.is_some() || path.exists() => {
            let given = file::read(&path, faults);
            (ConfigFile::Read(path), given)
        }
        Some(path) => (ConfigFile::NotThere(path), Vec::new()),
        None => (ConfigFile::NoPlace, Vec::new()),
    }
}

/// Where a configuration file is looked for: `$XDG_CONFIG_HOME/sarja/sarja.toml`, or the same in `~/.config`.
fn default_file(environment: &Environment) -> Option<PathBuf> {
    // The XDG specification: a relative path is to be ignored.
    let absolute = |name| environment.path(name).filter(|path| path.is_absolute());
    let folder = absolute("XDG_CONFIG_HOME").or_else(|| absolute("HOME").map(|home| home.join(".config")));
    folder.map(|folder| folder.join("sarja").join("sarja.toml"))
}

/// The value that was given, or that stands in the file that was.
fn value_of(given: &Given) -> Result<Value, Problem> {
    let Access::FileOf(_) = given.setting.access else { return Ok(given.value.clone()) };
    let read = given.value.to_path().and_then(|path| file::read_text(&path).map_err(Refused::because));
    // Editors and `echo` end a file with a line break.
    let text = read.map(|text| Value::text(text.trim_end_matches(['\r', '\n'])));
    text.map_err(|refused| bad_value(given.setting, &given.value.to_string(), &refused))
}

fn put(setting: &Setting, settings: &mut ServerSettings, value: &Value) -> Result<(), Problem> {
    setting.set(settings, value).map_err(|refused| bad_value(setting, &value.to_string(), &refused))
}

fn stranger((name, meant): (String, Option<String>)) -> String {
    let hint = meant.map_or_else(String::new, |meant| format!("; did you mean {meant}?"));
    format!("the variable {name} is none of sarja's{hint}")
}
