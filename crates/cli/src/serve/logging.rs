//! What the server writes about itself.

use std::{
    fmt,
    io::{self, IsTerminal as _},
    str::FromStr,
};

use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::{EnvFilter, fmt::layer, layer::SubscriberExt as _, util::SubscriberInitExt as _};

/// How log lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// A line for people.
    Text,
    /// An object of JSON a line.
    Json,
}

/// Which log lines are written: a level, or `target=level,…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFilter(String);

/// A text that is no filter of log lines.
#[derive(Debug, thiserror::Error)]
#[error("write a level, as info, or target=level,…: {0}")]
pub struct LogFilterError(#[from] tracing_subscriber::filter::ParseError);

impl FromStr for LogFilter {
    type Err = LogFilterError;

    fn from_str(text: &str) -> Result<Self, LogFilterError> {
        EnvFilter::try_new(text)?;
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for LogFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Default for LogFilter {
    fn default() -> Self {
        Self("info".to_owned())
    }
}

/// Why nothing can be logged.
#[derive(Debug, thiserror::Error)]
pub enum LoggingError {
    /// The filter cannot be read.
    #[error(transparent)]
    Filter(#[from] tracing_subscriber::filter::ParseError),
    /// Somebody else logs in this process already.
    #[error("logging is set up already")]
    Twice(#[from] tracing_subscriber::util::TryInitError),
}

/// Lines that wait to be written: those of half a minute in a flood.
const LINES_WAITING_MAX: usize = 8_192;

/// The log, which is written as long as this is held; what waits then is written before it goes.
#[derive(Debug)]
pub(super) struct Log {
    lost: ErrorCounter,
    _writer: WorkerGuard,
}

impl Drop for Log {
    fn drop(&mut self) {
        let lost = self.lost.dropped_lines();
        if lost > 0 {
            tracing::warn!(lost, "lines of this log were lost: it could not be written as fast as they came");
        }
    }
}

/// Writes log lines that pass the filter to standard error, from a thread of its own: a slow disk, or a pipe that nobody
/// reads, then holds up the log and not the games.
pub(super) fn start(filter: &LogFilter, format: LogFormat) -> Result<Log, LoggingError> {
    let filter = EnvFilter::try_new(&filter.0)?;
    let (lines, writer) = NonBlockingBuilder::default()
        .lossy(true)
        .buffered_lines_limit(LINES_WAITING_MAX)
        .thread_name("log")
        .finish(io::stderr());
    let log = Log { lost: lines.error_counter(), _writer: writer };
    let registry = tracing_subscriber::registry().with(filter);
    // Colours are for people at a terminal; in a file they are noise.
    let lines = layer().with_writer(lines).with_ansi(io::stderr().is_terminal());
    match format {
        LogFormat::Text => registry.with(lines).try_init()?,
        LogFormat::Json => registry.with(lines.json()).try_init()?,
    }
    Ok(log)
}
