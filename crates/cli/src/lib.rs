//! What the binary `sarja` does, a module for each subcommand.
//!
//! [`Cli`] is the command line. Each subcommand has its arguments and its errors in its own module, and writes to an output
//! that it is given; the binary itself only parses, calls, and maps what comes of it to an exit status.

pub mod bot;
pub mod cases;
mod command_line;
pub mod config;
pub mod db;
pub mod health;
pub mod judge;
pub mod load;
pub mod replay;
pub mod rulesets;
pub mod schema;
pub mod serve;
pub mod solve;

pub use command_line::{Cli, Command};
