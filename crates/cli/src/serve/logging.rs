//! What the server writes about itself.

use std::io::{self, IsTerminal as _};

use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt as _, util::SubscriberInitExt as _};

/// How log lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// A line for people.
    Text,
    /// An object of JSON a line.
    Json,
}

/// Why nothing can be logged.
#[derive(Debug, thiserror::Error)]
pub enum LoggingError {
    /// The filter cannot be read.
    #[error("`{filter}` is no filter of log lines: write a level, as info, or target=level,…")]
    Filter {
        /// The filter.
        filter: String,
        /// What is wrong with it.
        #[source]
        cause: tracing_subscriber::filter::ParseError,
    },
    /// Somebody else logs in this process already.
    #[error("logging is set up already")]
    Twice(#[from] tracing_subscriber::util::TryInitError),
}

/// Writes log lines that pass the filter to standard error.
pub(super) fn start(filter: &str, format: LogFormat) -> Result<(), LoggingError> {
    let wrong = |cause| LoggingError::Filter { filter: filter.to_owned(), cause };
    let filter = EnvFilter::try_new(filter).map_err(wrong)?;
    let registry = tracing_subscriber::registry().with(filter);
    // Colours are for people at a terminal; in a file they are noise.
    let lines = fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    match format {
        LogFormat::Text => registry.with(lines).try_init()?,
        LogFormat::Json => registry.with(lines.json()).try_init()?,
    }
    Ok(())
}
