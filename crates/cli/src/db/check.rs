//! `sarja db check`.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use sarja_server::{CheckReport, check_store};
use sarja_store::{DataFile, Depth, InTheWay, OpenError, ReadError, Store, StoreUrl};

use super::{DbError, Outcome, counted, data_file, place, progress::Progress};
use crate::config::DataFlags;

/// Checks the data. It changes nothing.
#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    /// A backup; without it the data of the server.
    pub file: Option<PathBuf>,
    /// Where the data is.
    #[command(flatten)]
    pub place: DataFlags,
}

impl CheckArgs {
    pub(super) async fn run(
        self,
        output: &mut impl Write,
        progress: &mut impl Write,
    ) -> Result<Outcome, DbError> {
        let url = match self.file {
            Some(file) => StoreUrl::sqlite(file)?,
            None => place(&self.place)?,
        };
        check(&url, output, progress).await
    }
}

/// Checks a store, whatever its schema, and writes what is wrong with it and a line at the end.
pub(super) async fn check(
    url: &StoreUrl,
    output: &mut impl Write,
    progress: &mut impl Write,
) -> Result<Outcome, DbError> {
    match Store::open_existing(url).await {
        Ok(store) => check_open(url, &store, output, progress).await,
        Err(OpenError::SchemaOlder { found, known }) => {
            writeln!(
                output,
                "{url} has schema version {found}: a copy is brought up to version {known} and checked."
            )?;
            check_updated(url, output, progress).await
        }
        Err(
            error @ (OpenError::Damaged { .. } | OpenError::Empty { .. } | OpenError::SchemaNewer { .. }),
        ) => {
            writeln!(output, "{error}")?;
            Ok(Outcome::Faulty)
        }
        Err(error) => Err(error.into()),
    }
}

/// Checks what a server would make of it.
async fn check_updated(
    url: &StoreUrl,
    output: &mut impl Write,
    progress: &mut impl Write,
) -> Result<Outcome, DbError> {
    let data = data_file(url)?;
    let folder = tempfile::tempdir_in(beside(data.path()))?;
    let copy = DataFile::at(folder.path().join("copy.db"));
    data.copy_to(copy.path(), InTheWay::Kept).await.map_err(DbError::Backup)?;
    let store = Store::open(&StoreUrl::sqlite(copy.path())?).await?;
    check_open(url, &store, output, progress).await
}

/// The folder that a file is in: there is likely space for it twice.
fn beside(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

async fn check_open(
    url: &StoreUrl,
    store: &Store,
    output: &mut impl Write,
    progress: &mut impl Write,
) -> Result<Outcome, DbError> {
    let mut progress = Progress::new(progress);
    progress.say("Checking the file …")?;
    let file = store.file_faults(Depth::Everything).await?;
    let mut unseen = Ok(());
    let report = check_store(store, |at| {
        if unseen.is_ok() {
            unseen = progress.at("Checking rooms:", at.rooms, at.of);
        }
    });
    let report = report.await;
    progress.end()?;
    unseen?;
    store.close().await;
    for fault in &file {
        writeln!(output, "file: {fault}")?;
    }
    let rooms = match report {
        Ok(report) => rooms(&report, output)?,
        // Where the file is damaged, what cannot be listed is no news.
        Err(error @ ReadError::Driver(sarja_store::Fault::Damaged(_))) => {
            writeln!(output, "rooms: {error}")?;
            Outcome::Faulty
        }
        Err(error) => return Err(error.into()),
    };
    if file.is_empty() && rooms == Outcome::Sound {
        return Ok(Outcome::Sound);
    }
    writeln!(output, "{url} is NOT whole.")?;
    Ok(Outcome::Faulty)
}

fn rooms(report: &CheckReport, output: &mut impl Write) -> Result<Outcome, DbError> {
    for fault in &report.faults {
        let code = fault.code.as_ref().map_or_else(String::new, |code| format!(" ({code})"));
        writeln!(output, "room {}{code}: {}", fault.room, fault.what)?;
    }
    writeln!(
        output,
        "{}, {} whole, {} whole.",
        counted(report.rooms, "room", "rooms"),
        counted(report.matches_whole, "match", "matches"),
        counted(report.rounds_whole, "round", "rounds")
    )?;
    if report.is_sound() {
        return Ok(Outcome::Sound);
    }
    writeln!(output, "{} faulty.", counted(report.faulty_rooms, "room is", "rooms are"))?;
    Ok(Outcome::Faulty)
}
