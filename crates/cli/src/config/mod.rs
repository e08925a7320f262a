//! The configuration of `sarja serve`: from the command line, the environment and a file, in this order of
//! weight.
//!
//! `table` lists every setting once: its names, what it means, how it is read and shown. `file`,
//! `environment` and `flags`
//! each read what they give to settings; [`Effective::read`] lets the strongest win, checks what has to go
//! together, and
//! names every fault at once. `print` writes what is in effect as a file, `example` one to begin with.

mod check;
mod command;
mod effective;
mod environment;
mod example;
mod fault;
mod file;
mod flags;
#[cfg(test)]
mod laws;
mod markdown;
mod nearest;
mod print;
mod setting;
mod settings;
mod source;
mod table;
#[cfg(test)]
mod tests;
mod value;

pub use command::{ConfigArgs, ConfigError};
pub use effective::{ConfigFile, Effective};
pub use environment::Environment;
pub use fault::{Fault, Faults, Place, Problem};
pub use flags::{DataFlags, Flags, ServerFlags};
pub use markdown::settings_table;
pub use settings::{DataPlace, DataPlaceError, ServerSettings};
pub use source::Source;
