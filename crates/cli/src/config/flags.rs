//! The arguments of the command line that are settings.

use std::{fmt, path::PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, builder::StyledStr};

use super::{
    fault::{Fault, Place},
    file::{Given, bad_value},
    setting::Setting,
    settings::ServerSettings,
    source::Source,
    table,
    value::{Kind, Value},
};

/// The argument that names the configuration file.
const CONFIG: &str = "config";

/// Settings that say where the data is, and nothing else of a server.
const OF_THE_DATA: [&str; 2] = ["data_dir", "database.url"];

/// The arguments that were given, as text: they are read with the other sources, so that every fault is named at
/// once.
#[derive(Clone, Default)]
pub struct Flags {
    /// The configuration file.
    pub(super) config: Option<PathBuf>,
    pub(super) texts: Vec<(&'static Setting, Vec<String>)>,
}

/// All settings that have an argument.
#[derive(Clone, Debug, Default)]
pub struct ServerFlags(pub Flags);

/// The arguments that say where the data is.
#[derive(Clone, Debug, Default)]
pub struct DataFlags(pub Flags);

// A URL among them may hold a password.
impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.texts.iter().map(|(setting, _)| setting)).finish()
    }
}

impl Flags {
    /// What they give to settings. What is wrong with it is added to the faults.
    pub(super) fn given(&self, faults: &mut Vec<Fault>) -> Vec<Given> {
        let mut given = Vec::new();
        for (setting, texts) in &self.texts {
            let Some((name, _)) = setting.flag else { continue };
            let text = texts.join(",");
            let place = Place::Flag(name.to_owned());
            match Value::from_text(setting.kind, &text) {
                Ok(value) => {
                    given.push(Given { setting, value, source: Source::Flag(name.to_owned()), place });
                }
                Err(refused) => {
                    let problem = bad_value(setting, &Value::text(&text).to_string(), &refused);
                    faults.push(Fault { place, problem });
                }
            }
        }
        given
    }

    fn from(matches: &ArgMatches, settings: impl Iterator<Item = &'static Setting>) -> Self {
        let texts = settings.filter_map(|setting| {
            let (name, _) = setting.flag?;
            let texts = matches.get_many::<String>(name)?.cloned().collect();
            Some((setting, texts))
        });
        Self { config: matches.get_one::<PathBuf>(CONFIG).cloned(), texts: texts.collect() }
    }
}

fn of_the_data() -> impl Iterator<Item = &'static Setting> {
    table::all().iter().filter(|setting| OF_THE_DATA.contains(&setting.key.as_str()))
}

fn arguments(command: Command, settings: impl Iterator<Item = &'static Setting>) -> Command {
    let config = Arg::new(CONFIG)
        .long(CONFIG)
        .value_name("FILE")
        .value_parser(clap::value_parser!(PathBuf))
        .help("The configuration file; `sarja config --example` prints one [env: SARJA_CONFIG]");
    settings.filter_map(argument).fold(command.arg(config), Command::arg)
}

fn argument(setting: &'static Setting) -> Option<Arg> {
    let (name, value_name) = setting.flag?;
    let argument = Arg::new(name).long(name).value_name(value_name).help(help(setting));
    Some(match setting.kind {
        Kind::Switch => argument.num_args(0..=1).require_equals(true).default_missing_value("true"),
        Kind::List(_) => argument.action(ArgAction::Append),
        _ => argument,
    })
}

/// What it is, its other names, and its default.
fn help(setting: &Setting) -> StyledStr {
    let doc = setting.doc.trim_end_matches('.');
    let default = match setting.get(&ServerSettings::default()) {
        Value::Unset => String::new(),
        Value::List(list) if list.is_empty() => String::new(),
        value => format!(" [default: {}]", value.to_string().trim_matches('"')),
    };
    // The folder of the user who asks for help says nothing about others.
    let default = if setting.kind == Kind::Path { String::new() } else { default };
    format!("{doc} [file: {}] [env: {}]{default}", setting.key, setting.variable()).into()
}

macro_rules! flags {
    ($name:ident, $settings:expr) => {
        impl FromArgMatches for $name {
            fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
                Ok(Self(Flags::from(matches, $settings)))
            }

            fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
                *self = Self::from_arg_matches(matches)?;
                Ok(())
            }
        }

        impl Args for $name {
            fn augment_args(command: Command) -> Command {
                arguments(command, $settings)
            }

            fn augment_args_for_update(command: Command) -> Command {
                arguments(command, $settings)
            }
        }
    };
}

flags!(ServerFlags, table::all().iter());
flags!(DataFlags, of_the_data());
