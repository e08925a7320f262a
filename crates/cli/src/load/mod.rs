//! The subcommand `sarja load`: many rooms of scripted players over real sockets, to see how fast a server is and whether it keeps
//! what it said.
//!
//! `plan` is what was asked for, `run` brings it about; a `player` is one seat, which does (`act`) what its room asks for and takes in
//! (`hear`) what it is told. What it knows (`known`) is little and read from few fields of a message (`frame`), so that this program
//! takes less of the machine than the server. `proof` and `told` look whether what was acknowledged stays; `chaos` cuts
//! connections and holds whole views against the truth. `tally` counts, `summary` and `progress` tell.

mod act;
mod chaos;
mod deeds;
mod frame;
mod hear;
mod journal;
mod known;
mod plan;
mod player;
mod progress;
mod proof;
mod room;
mod run;
mod server_use;
mod summary;
mod tally;
mod told;
mod world;

pub use plan::PlanError;
pub use server_use::ServerUse;
pub use summary::{Latency, Returned, Summary};

use std::{
    io::{self, Write},
    path::PathBuf,
};

use sarja_client::ServerUrl;

/// Plays in many rooms at once and tells how fast the server was, and whether it lost anything.
///
/// Rooms are made one after the other until all play; then it is measured for so many seconds; then all go home. It is meant for a
/// server on the same machine that was started with --limits bench: other servers limit what one address may do, and are told no
/// faster than they allow. The exit status is 1 if something acknowledged was lost, or told in two ways, or a view was wrong.
#[derive(Debug, clap::Args)]
pub struct LoadArgs {
    /// The server, as ws://HOST:PORT.
    #[arg(long, env = "SARJA_URL", value_name = "URL")]
    pub url: ServerUrl,
    /// How many rooms play.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub rooms: u32,
    /// How many play in each, 2 to 6.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub players: u8,
    /// For how many seconds it is measured, once all rooms play.
    #[arg(long, value_name = "S", default_value_t = 30)]
    pub seconds: u64,
    /// Moves a second of all rooms together; 0 for as many as the server can.
    #[arg(long, value_name = "M", default_value_t = 0.0)]
    pub rate: f64,
    /// Drafts a second of each player in turn; each turn then lasts a second, unless a rate says otherwise.
    #[arg(long, value_name = "R", default_value_t = 0)]
    pub drafts: u32,
    /// Connections that hold a seat in a room of their own and do nothing.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub idle: u32,
    /// Cut connections at random, and hold every view that was resumed against the truth.
    #[arg(long)]
    pub chaos: bool,
    /// A file for every acknowledged move, a line of JSON each.
    #[arg(long, value_name = "FILE")]
    pub acknowledged: Option<PathBuf>,
    /// The process id of the server, where it runs on this machine: then its processor time and memory are told too.
    #[arg(long, value_name = "PID")]
    pub server_pid: Option<u32>,
    /// What chance is made from: when connections are cut, and what is drafted.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Why there is no summary.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// What is asked for cannot be.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The server's name has no address.
    #[error("the server {url} cannot be found")]
    Unknown {
        /// The server.
        url: String,
        /// Why.
        #[source]
        cause: io::Error,
    },
    /// Nobody came into a room.
    #[error("nobody could play at {url}: {why}")]
    Unreachable {
        /// The server.
        url: String,
        /// What went wrong last.
        why: String,
    },
    /// The server's process cannot be looked at.
    #[error("cannot tell what process {pid} uses")]
    Process {
        /// Its id.
        pid: u32,
        /// Why.
        #[source]
        cause: io::Error,
    },
    /// The file for acknowledged moves cannot be written.
    #[error("cannot write {}", path.display())]
    Journal {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        cause: io::Error,
    },
    /// What comes of it cannot be written.
    #[error("cannot write what comes of it")]
    Output(#[from] io::Error),
}

impl LoadArgs {
    /// Plays, tells on `progress` how it goes, and writes the summary to `output`.
    ///
    /// # Errors
    /// See [`LoadError`].
    pub async fn run(
        &self,
        output: &mut (impl Write + Send),
        progress: &mut (impl Write + Send),
        shows: Shows,
    ) -> Result<Summary, LoadError> {
        let summary = run::run(self, progress, shows).await?;
        if self.json {
            serde_json::to_writer(&mut *output, &summary).map_err(io::Error::from)?;
            writeln!(output)?;
        } else {
            write!(output, "{summary}")?;
        }
        output.flush()?;
        Ok(summary)
    }
}

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// In one line that is written over and over, for somebody who sits in front of it.
    OneLine,
    /// In a line now and then, for a file.
    Lines,
}
