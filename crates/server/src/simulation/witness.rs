//! Sees every frame as it leaves a process, and holds it against what is committed at that moment.

use std::{
    collections::{BTreeMap, VecDeque, hash_map::DefaultHasher},
    hash::{Hash as _, Hasher as _},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use sarja_protocol::{
    ClientToServer, CommandId, Epoch, ErrorCode, PlayerId, RoomId, Seq, ServerToClient, parse_server_frame,
};
use sarja_store::MemoryDatabase;

use super::book::{Book, Broken};

/// Frames that are not read again.
const FRAMES_KEPT: usize = 12;

/// The number of a connection in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LineId(pub(super) usize);

/// What was told on a connection.
#[derive(Debug, Default)]
pub(super) struct Line {
    pub(super) player: Option<PlayerId>,
    pub(super) room: Option<RoomId>,
    /// The last event that was told, and its epoch; none until the first event or snapshot.
    pub(super) last: Option<(Seq, Epoch)>,
}

/// What the world's witness knows.
#[derive(Debug)]
pub(super) struct Records {
    pub(super) database: MemoryDatabase,
    pub(super) books: BTreeMap<RoomId, Book>,
    pub(super) lines: Vec<Line>,
    /// What was sent, and in which rooms: `leave_room` and `join_room` may be done and refused afterwards.
    pub(super) commands: BTreeMap<(PlayerId, CommandId), &'static str>,
    /// What processes refused that owned the room, and of it what clients heard: what a client does not hear it sends again.
    pub(super) refusals: BTreeMap<(LineId, CommandId), (RoomId, PlayerId, ErrorCode)>,
    pub(super) refused: Vec<(CommandId, RoomId, PlayerId, ErrorCode)>,
    /// There were two owners at once: who comes from one to the other may be ahead of it.
    pub(super) were_two: bool,
    pub(super) broken: Option<Broken>,
    /// The last frames: most are told to several.
    pub(super) read: VecDeque<(String, Arc<ServerToClient>)>,
    pub(super) hash: DefaultHasher,
    /// How often what was told.
    pub(super) told: BTreeMap<&'static str, u32>,
    pub(super) acknowledged: u32,
    /// Prints what is told.
    pub(super) talkative: bool,
}

/// The witness. Clones are the same.
#[derive(Clone, Debug)]
pub(super) struct Witness(Arc<Mutex<Records>>);

impl Witness {
    pub(super) fn new(database: MemoryDatabase, talkative: bool) -> Self {
        Self(Arc::new(Mutex::new(Records {
            database,
            books: BTreeMap::new(),
            lines: Vec::new(),
            commands: BTreeMap::new(),
            refusals: BTreeMap::new(),
            refused: Vec::new(),
            were_two: false,
            broken: None,
            read: VecDeque::new(),
            hash: DefaultHasher::new(),
            told: BTreeMap::new(),
            acknowledged: 0,
            talkative,
        })))
    }

    pub(super) fn records(&self) -> MutexGuard<'_, Records> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// There is one more connection.
    pub(super) fn line(&self) -> LineId {
        let mut records = self.records();
        records.lines.push(Line::default());
        LineId(records.lines.len() - 1)
    }

    /// A client sends a message on this connection.
    pub(super) fn sent(&self, line: LineId, message: &ClientToServer) {
        self.records().sent(line, message);
    }

    /// A client has heard that a command is refused, and sends it no more.
    pub(super) fn heard_refusal(&self, line: LineId, command: &CommandId) {
        let mut records = self.records();
        if let Some((room, player, code)) = records.refusals.remove(&(line, command.clone())) {
            records.refused.push((command.clone(), room, player, code));
        }
    }

    /// The same where it is not known on which connection: on the last on which it was refused.
    pub(super) fn heard_somewhere(&self, command: &CommandId) {
        let last =
            self.records().refusals.keys().filter(|(_, id)| id == command).map(|(line, _)| *line).max();
        if let Some(line) = last {
            self.heard_refusal(line, command);
        }
    }

    /// A process says this on a connection: the message, as it will arrive.
    pub(super) fn told(&self, line: LineId, frame: &str) -> Option<Arc<ServerToClient>> {
        let mut records = self.records();
        let told = records.read(frame).and_then(|message| {
            records.told(line, frame, &message)?;
            Ok(message)
        });
        match told {
            Ok(message) => Some(message),
            Err(broken) => {
                records.break_off(format!("{broken}\n  in the frame {frame}"));
                None
            }
        }
    }
}

impl Records {
    /// Reads on what is committed in all rooms; fails if anything is broken by now.
    pub(super) fn look(&mut self) -> Result<(), Broken> {
        let Self { books, database, broken, .. } = self;
        // What was broken first is the reason for what comes after it.
        broken.take().map_or(Ok(()), Err)?;
        books.values_mut().try_for_each(|book| book.read_on(database))
    }

    /// The message in a frame.
    fn read(&mut self, frame: &str) -> Result<Arc<ServerToClient>, Broken> {
        if let Some((_, known)) = self.read.iter().find(|(text, _)| text == frame) {
            return Ok(Arc::clone(known));
        }
        let message = Arc::new(parse_server_frame(frame).map_err(|error| error.to_string())?);
        if self.read.len() == FRAMES_KEPT {
            self.read.pop_front();
        }
        self.read.push_back((frame.to_owned(), Arc::clone(&message)));
        Ok(message)
    }

    fn break_off(&mut self, broken: Broken) {
        self.broken.get_or_insert(broken);
    }

    /// A hash of everything that was sent and written so far.
    pub(super) fn hash(&self) -> u64 {
        let mut hash = self.hash.clone();
        for id in self.database.room_ids() {
            for row in self.database.log_after(id, sarja_store::Seq(0)) {
                format!("{row:?}").hash(&mut hash);
            }
        }
        hash.finish()
    }

    fn sent(&mut self, line: LineId, message: &ClientToServer) {
        let line = &mut self.lines[line.0];
        if let ClientToServer::ResumeRoom(resume) = message {
            line.room = Some(resume.room_id);
        }
        if let (Some(player), Some(id)) = (line.player, message.command_id()) {
            self.commands.insert((player, id.clone()), message.type_name());
        }
    }

    /// What is committed of the room of a connection.
    pub(super) fn book(&mut self, room: RoomId) -> Result<&mut Book, Broken> {
        let Self { books, database, .. } = self;
        let book = match books.entry(room) {
            std::collections::btree_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::btree_map::Entry::Vacant(new) => {
                new.insert(Book::of(database, room).ok_or("somebody is told of a room that is not stored")?)
            }
        };
        book.read_on(database)?;
        Ok(book)
    }
}

/// Whether a refusal says nothing of what becomes of the command.
pub(super) const fn may_be_tried_again(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::Busy
            | ErrorCode::StoreUnavailable
            | ErrorCode::RateLimited
            | ErrorCode::InternalError
            | ErrorCode::NotInRoom
            | ErrorCode::RoomClosed
    )
}
