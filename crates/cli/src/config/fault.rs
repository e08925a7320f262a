//! What is wrong with a configuration.

use std::{fmt, path::PathBuf};

/// Where a fault is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line of the configuration file.
    Line {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A whole file.
    File(PathBuf),
    /// A variable of the environment.
    Variable(String),
    /// An argument of the command line.
    Flag(String),
    /// Several settings together.
    Together,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { file, line } => write!(f, "{} line {line}: ", file.display()),
            Self::File(file) => write!(f, "{}: ", file.display()),
            Self::Variable(name) => write!(f, "{name}: "),
            Self::Flag(name) => write!(f, "--{name}: "),
            Self::Together => Ok(()),
        }
    }
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// No setting has this name.
    #[error("there is no setting `{name}`{}", hint(.nearest.as_deref()))]
    UnknownKey {
        /// The name.
        name: String,
        /// The setting that may have been meant.
        nearest: Option<String>,
    },
    /// No table has this name.
    #[error("there is no table `[{name}]`{}", table_hint(.nearest.as_deref()))]
    UnknownTable {
        /// The name.
        name: String,
        /// The table that may have been meant.
        nearest: Option<String>,
    },
    /// What is a table stands there as a value.
    #[error("`{0}` is a table: write its settings under `[{0}]`")]
    NoTable(String),
    /// The value is none that the setting may have.
    #[error("`{key}` cannot be {value}: {why}")]
    BadValue {
        /// The setting.
        key: String,
        /// Its value, as it stands there; `this` if that is secret.
        value: String,
        /// What is wrong with it, or what is allowed.
        why: String,
    },
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// The file is not written as it has to be.
    #[error("this is no TOML: {0}")]
    Syntax(String),
    /// Something is given in two ways, neither of which is stronger.
    #[error("`{0}` and `{1}` are both set: leave one out")]
    Twice(&'static str, &'static str),
    /// Values that may each be right do not go together.
    #[error("{0}")]
    Conflict(String),
    /// A variable is no text.
    #[error("the variable is not UTF-8")]
    NotUtf8,
}

fn hint(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| format!("; did you mean `{nearest}`?"))
}

fn table_hint(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| format!("; did you mean `[{nearest}]`?"))
}

/// Something wrong with a configuration, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: Problem,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.place, self.problem)
    }
}

/// Everything that is wrong with a configuration, at least one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl std::error::Error for Faults {}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [fault] => fault.fmt(f),
            faults => {
                write!(f, "the configuration has {} faults:", faults.len())?;
                faults.iter().try_for_each(|fault| write!(f, "\n  {fault}"))
            }
        }
    }
}
