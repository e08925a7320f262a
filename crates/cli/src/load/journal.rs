//! A file with every acknowledged move, to hold against the log of the server with one's own means.

use std::{
    fs::File,
    io::{self, LineWriter, Write as _},
    path::Path,
    sync::Mutex,
};

use sarja_protocol::{CommandId, PlayerId, RoomId};
use serde::Serialize;

use super::tally::lock;

/// A move that the server said is done.
#[derive(Debug, Serialize)]
pub(super) struct Noted<'a> {
    pub(super) room: RoomId,
    pub(super) player: PlayerId,
    pub(super) command_id: &'a CommandId,
    /// The last event that it caused.
    pub(super) seq: u64,
    pub(super) turn: u32,
}

/// A file with a line of JSON for each acknowledged move, which is there as soon as it is written.
#[derive(Debug)]
pub(super) struct Journal(Mutex<Lines>);

#[derive(Debug)]
struct Lines {
    file: LineWriter<File>,
    failed: Option<io::Error>,
}

impl Journal {
    /// A new file.
    ///
    /// # Errors
    /// It cannot be made.
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let file = LineWriter::new(File::create(path)?);
        Ok(Self(Mutex::new(Lines { file, failed: None })))
    }

    /// Writes a line. What goes wrong is told at the end.
    pub(super) fn note(&self, noted: &Noted<'_>) {
        let mut line = serde_json::to_vec(noted).expect("a note is plain data with text keys");
        line.push(b'\n');
        let mut lines = lock(&self.0);
        if lines.failed.is_none()
            && let Err(error) = lines.file.write_all(&line)
        {
            lines.failed = Some(error);
        }
    }

    /// Brings everything to the file.
    ///
    /// # Errors
    /// Something could not be written.
    pub(super) fn finish(&self) -> io::Result<()> {
        let mut lines = lock(&self.0);
        lines.failed.take().map_or(Ok(()), Err)?;
        lines.file.flush()
    }
}
