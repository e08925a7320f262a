//! Where the value of a setting came from.

use std::fmt;

/// Where the value of a setting came from. Later ones win over earlier ones.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// Nobody set it.
    Default,
    /// It follows from another setting, this one.
    Follows(String),
    /// A line of the configuration file.
    File {
        /// The name of the file, without its folder.
        name: String,
        /// The line, from 1.
        line: usize,
    },
    /// A variable of the environment.
    Variable(String),
    /// An argument of the command line.
    Flag(String),
}

impl Source {
    /// How strongly it counts: of two sources that weigh the same neither wins.
    pub(super) const fn weight(&self) -> u8 {
        match self {
            Self::Default => 0,
            Self::Follows(_) => 1,
            Self::File { .. } => 2,
            Self::Variable(_) => 3,
            Self::Flag(_) => 4,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::Follows(from) => write!(f, "from {from}"),
            Self::File { name, line } => write!(f, "{}, line {line}", name.replace(char::is_control, "?")),
            Self::Variable(name) => write!(f, "environment {name}"),
            Self::Flag(name) => write!(f, "from --{name}"),
        }
    }
}
