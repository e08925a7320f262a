//! The subcommand `sarja replay`: matches that are over, as files, and the proof that their deals were fair.

mod command;
mod export;
mod verify;

pub use command::{ReplayAction, ReplayArgs, ReplayError};
pub use export::ExportArgs;
pub use verify::{Fault, Place, Report, RoundReport, VerifyArgs, verify};
