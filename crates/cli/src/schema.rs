//! The subcommand `sarja schema`.

use std::io::{self, Write};

/// Prints the JSON Schema of all messages, or the codes with which plays are refused.
#[derive(Debug, clap::Args)]
pub struct SchemaArgs {
    /// Print all reasons why a play may be refused: code, parameters, English.
    #[arg(long)]
    pub reasons: bool,
}

impl SchemaArgs {
    /// Writes the document to `output`.
    ///
    /// # Errors
    /// What writing says.
    pub fn run(&self, output: &mut impl Write) -> io::Result<()> {
        let document = if self.reasons { sarja_protocol::reasons() } else { sarja_protocol::schema() };
        writeln!(output, "{document:#}")
    }
}
