//! The subcommand `sarja serve`.

mod data_dir;
mod logging;

pub use data_dir::{DataDirError, default_data_dir};
pub use logging::{LogFormat, LoggingError};

use std::{
    io::{self, Write},
    net::SocketAddr,
    path::PathBuf,
};

use sarja_server::{Config, PracticeRooms, PublicUrl, RunError, Server, StartError};
use sarja_store::{StoreUrl, UrlError};

/// Runs the game server. Without arguments it serves this machine alone.
///
/// Ctrl-C or SIGTERM stops it: running games go on when it starts again.
#[derive(Debug, clap::Args)]
pub struct ServeArgs {
    /// Where to listen. 0.0.0.0:8080 also serves other machines; port 0 takes any free port.
    #[arg(long, env = "SARJA_LISTEN", value_name = "ADDR:PORT", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// The folder for the data; without it `sarja` in the user's data folder.
    #[arg(long, env = "SARJA_DATA_DIR", value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// Also take practice rooms: fixed seeds, clocks that are stepped, scripted opponents. Not for playing in earnest.
    #[arg(long)]
    pub practice: bool,
    /// Web pages of another host that may connect, as `https://example.org`; may be given more than once.
    #[arg(long = "origin", env = "SARJA_ORIGINS", value_delimiter = ',', value_name = "ORIGIN")]
    pub origins: Vec<PublicUrl>,
    /// What is logged to standard error: a level, or target=level,…
    #[arg(long, env = "SARJA_LOG", value_name = "FILTER", default_value = "info")]
    pub log: String,
    /// How it is logged.
    #[arg(long, env = "SARJA_LOG_FORMAT", value_name = "FORMAT", value_enum, default_value = "text")]
    pub log_format: LogFormat,
}

/// Why the server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// There is no place for the data.
    #[error(transparent)]
    DataDir(#[from] DataDirError),
    /// The place for the data cannot be named to the store.
    #[error(transparent)]
    Url(#[from] UrlError),
    /// Nothing can be logged.
    #[error(transparent)]
    Logging(#[from] LoggingError),
    /// The server does not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The server stopped by itself.
    #[error(transparent)]
    Run(#[from] RunError),
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
        logging::start(&self.log, self.log_format)?;
        let stop = StopSignals::listen()?;
        let dir = self.data_dir.map_or_else(default_data_dir, Ok)?;
        data_dir::make(&dir)?;
        let practice = if self.practice { PracticeRooms::Allowed } else { PracticeRooms::Refused };
        let store = StoreUrl::sqlite(dir.join("sarja.db"))?;
        let server =
            Server::start(Config { practice, origins: self.origins, ..Config::new(self.listen, store) })
                .await?;
        let url = web_address(server.local_addr());
        writeln!(output, "Sarja is ready: {url} (data in {}). Ctrl-C stops it.", dir.display())?;
        output.flush()?;
        server.run(stop.any()).await?;
        Ok(())
    }
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

    async fn any(mut self) {
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

    async fn any(self) {
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
