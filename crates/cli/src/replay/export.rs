//! `sarja replay export`.

use std::{fs, io::Write, path::PathBuf};

use sarja_protocol::{MatchArchive, MatchId, RoomCode};
use sarja_server::{WhichMatch, archived_match};
use sarja_store::Store;
use uuid::Uuid;

use super::ReplayError;
use crate::config::{DataFlags, Effective, Environment};

/// Writes a match that is over as one line of JSON.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("which").required(true).args(["match_id", "room"])))]
pub struct ExportArgs {
    /// The id of the match, as clients are told it in `match_started`.
    #[arg(long = "match", value_name = "MATCH_ID")]
    pub match_id: Option<Uuid>,
    /// The code of its room, open or closed: without --number the match that ended last.
    #[arg(long, value_name = "CODE")]
    pub room: Option<RoomCode>,
    /// The number of the match in its room, from 1.
    #[arg(long, value_name = "N", requires = "room", conflicts_with = "match_id")]
    pub number: Option<u32>,
    /// The file to write; it may not be there yet. Without it, standard output.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Where the data is.
    #[command(flatten)]
    pub place: DataFlags,
}

impl ExportArgs {
    pub(super) async fn run(self, output: &mut impl Write) -> Result<(), ReplayError> {
        let effective = Effective::read(&self.place.0, &Environment::of_process())?;
        let store = Store::open_existing(&effective.settings.data_place()?.store).await?;
        let found = archived_match(&store, self.which().ok_or(ReplayError::NoMatch)?).await;
        store.close().await;
        let archive = found?.ok_or(ReplayError::NoMatch)?;
        match self.output {
            Some(file) => write(&archive, &file).map_err(|source| ReplayError::File { file, source }),
            None => Ok(writeln!(output, "{}", archive.to_json())?),
        }
    }

    fn which(&self) -> Option<WhichMatch> {
        let by_id = self.match_id.map(|id| WhichMatch::Id(MatchId(id)));
        by_id.or_else(|| self.room.map(|code| WhichMatch::OfRoom(code, self.number)))
    }
}

/// Writes a file that is not there yet.
fn write(archive: &MatchArchive, file: &PathBuf) -> std::io::Result<()> {
    let mut file = fs::File::create_new(file)?;
    writeln!(file, "{}", archive.to_json())
}
