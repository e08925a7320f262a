//! The subcommand `sarja config`.

use std::io::{self, Write};

use super::{
    effective::Effective, environment::Environment, example::Example, fault::Faults, flags::ServerFlags,
};

/// Shows the configuration that `sarja serve` would have, or an example of a file.
#[derive(Debug, clap::Args)]
pub struct ConfigArgs {
    /// Print a configuration file with every setting, what it means, and its default.
    #[arg(long, exclusive = true)]
    pub example: bool,
    /// The arguments that `sarja serve` would be given.
    #[command(flatten)]
    pub flags: ServerFlags,
}

/// Why no configuration is shown.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// It is wrong.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// It cannot be written.
    #[error("cannot write the configuration")]
    Output(#[from] io::Error),
}

impl ConfigArgs {
    /// Writes the configuration to `output`, and what is likely not meant to `warnings`.
    ///
    /// # Errors
    /// See [`ConfigError`].
    pub fn run(self, output: &mut impl Write, warnings: &mut impl Write) -> Result<(), ConfigError> {
        if self.example {
            write!(output, "{Example}")?;
            return Ok(());
        }
        let effective = Effective::read(&self.flags.0, &Environment::of_process())?;
        write!(output, "{effective}")?;
        for warning in &effective.warnings {
            writeln!(warnings, "sarja: warning: {warning}")?;
        }
        Ok(())
    }
}
