//! The subcommand `sarja serve`.

mod data_dir;
mod logging;

pub use data_dir::{DataDirError, default_data_dir};
pub use logging::{LogFilter, LogFilterError, LogFormat, LoggingError};

use std::{
    io::{self, Write},
    net::SocketAddr,
};

use sarja_server::{Server, StartError};

use crate::config::{DataPlace, DataPlaceError, Effective, Environment, Faults, ServerFlags};

/// Runs the game server. Without arguments it serves this machine alone.
///
/// Ctrl-C or SIGTERM stops it: running games go on when it starts again.
#[derive(Debug, clap::Args)]
pub struct ServeArgs {
    /// The settings that were given as arguments.
    #[command(flatten)]
    pub flags: ServerFlags,
}

/// Why the server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The configuration is wrong.
    #[error(transparent)]
    Configuration(#[from] Faults),
    /// There is no place for the data.
    #[error(transparent)]
    Place(#[from] DataPlaceError),
    /// The folder for the data cannot be made.
    #[error(transparent)]
    DataDir(#[from] DataDirError),
    /// Nothing can be logged.
    #[error(transparent)]
    Logging(#[from] LoggingError),
    /// The server does not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// Signals to stop cannot be waited for, or the first line not be written.
    #[error(transparent)]
    System(#[from] io::Error),
}

impl ServeArgs {
    /// Serves until the system asks it to stop. The first line on `output` says where.
    ///
    /// # Errors
    /// See [`ServeError`].
    pub async fn run(self, output: &mut impl Write) -> Result<(), ServeError> {
        let Effective { settings, warnings, .. } =
            Effective::read(&self.flags.0, &Environment::of_process())?;
        let _log = logging::start(&settings.log, settings.log_format)?;
        // Before this a panic is several lines on standard error, which is right where nothing is served yet.
        sarja_server::count_panics();
        for warning in warnings {
            tracing::warn!("{warning}");
        }
        outlive_limits_of_files()?;
        let mut stop = StopSignals::listen()?;
        let DataPlace { dir, store } = settings.data_place()?;
        if let Some(dir) = &dir {
            data_dir::make(dir)?;
        }
        let public = settings.public_url.as_ref().map(ToString::to_string);
        let data = dir.map_or_else(|| store.to_string(), |dir| dir.display().to_string());
        let server = Server::start(settings.into_config(store)).await?;
        let here = web_address(server.local_addr());
        match public {
            None => write!(output, "Sarja is ready: {here} (data in {data}).")?,
            Some(public) => write!(output, "Sarja is ready: {public} (listens on {here}, data in {data}).")?,
        }
        writeln!(output, " Ctrl-C stops it.")?;
        output.flush()?;
        // Each hears every signal; the second that comes is to hurry.
        let mut again = StopSignals::listen()?;
        let hurry = async move {
            again.next().await;
            again.next().await;
        };
        server.run_until(async move { stop.next().await }, hurry).await;
        Ok(())
    }
}

/// Makes a write beyond a limit on the size of files (`ulimit -f`, `LimitFSIZE=`) an error like that of a full disk: without
/// somebody who listens to the signal the system ends the process, in the middle of everybody's games.
fn outlive_limits_of_files() -> io::Result<()> {
    /// SIGXFSZ, which has this number on every system that we know of but Linux on MIPS and PA-RISC.
    #[cfg(unix)]
    const TOO_LARGE: i32 = 25;
    // The listener may go: the system's own answer to the signal does not come back.
    #[cfg(unix)]
    tokio::signal::unix::signal(tokio::signal::unix::SignalKind::from_raw(TOO_LARGE)).map(drop)?;
    Ok(())
}

/// The address to open in a browser on this machine.
fn web_address(listens: SocketAddr) -> String {
    if listens.ip().is_unspecified() {
        format!("http://localhost:{}", listens.port())
    } else {
        format!("http://{listens}")
    }
}

/// The signals with which a system or a person asks a server to stop.
#[cfg(unix)]
struct StopSignals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl StopSignals {
    fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// The signals with which a person asks a server to stop.
#[cfg(not(unix))]
struct StopSignals;

#[cfg(not(unix))]
impl StopSignals {
    fn listen() -> io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) {
        if let Err(error) = tokio::signal::ctrl_c().await {
            tracing::warn!(%error, "Ctrl-C cannot be waited for");
            std::future::pending().await
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_one_that_a_browser_opens() {
        for (listens, url) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("0.0.0.0:80", "http://localhost:80"),
            ("[::]:8080", "http://localhost:8080"),
            ("[::1]:8080", "http://[::1]:8080"),
        ] {
            assert_eq!(web_address(listens.parse().unwrap()), url);
        }
    }
}
