//! What the binary `sarja` does, a module for each subcommand.

pub mod judge;
