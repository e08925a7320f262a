//! Every limit of the server that neither the wire tells nor an operator tunes, each with its reason. Those of the wire are
//! in `sarja_protocol::limits`, those of an operator in `server_limits`, those of a room's times in `room::limits`.

use std::time::Duration;

/// Messages that wait for a room. A full inbox is answered with `busy`: nobody waits in line for a slow store.
pub(crate) const INBOX_MAX: usize = 64;

/// Events that a room keeps, as they were sent, for those who come back. A turn makes two or three.
pub(crate) const EVENTS_KEPT_MAX: usize = 256;

/// Bytes of missed events that are sent in one go; beyond, a snapshot is shorter. Half of a connection's queue.
pub(crate) const MISSED_BYTES_MAX: usize = sarja_protocol::limits::QUEUE_BYTES_MAX as usize / 2;

/// Answers that a room keeps for commands that are sent again, the oldest forgotten first. What was accepted and is
/// forgotten here is still found in the store.
pub(crate) const ANSWERS_MAX: usize = 256;

/// Rooms that are read from the store at once, so that a restart does not read all of them together.
pub(crate) const LOADS_MAX: usize = 64;

/// Of these, rooms that are read because a time of theirs has come, or because the server has started: players who come
/// do not wait behind all of them.
pub(crate) const WAKES_MAX: usize = 16;

/// How long a room that was just read stays in memory for whoever it was read for, however soon idle ones leave it.
pub(crate) const AWAKE_MIN: Duration = Duration::from_secs(1);

/// A room in which something will happen by itself within this time stays in memory, whoever is there: twice the turn of
/// the printed rulesets. To read it again and again would cost more.
pub(crate) const SOON: Duration = Duration::from_mins(2);

/// How often somebody who comes finds a room that leaves memory at that very moment, before he is told to come again.
pub(crate) const ENTER_TRIES_MAX: u32 = 3;

/// Rooms whose failures are counted, the oldest count forgotten first.
pub(crate) const FAILURES_KEPT_MAX: usize = 4_096;

/// Times that a room may fail to run or to load before it is set aside.
pub(crate) const FAILURES_MAX: u8 = 3;

/// Messages of connections that are in no room which are heard at once. Each takes some microseconds, and what a game
/// needs next waits for no more of them than this.
pub(crate) const STRANGERS_AT_ONCE: usize = 8;

/// Players who have a token and were in no room yet that are remembered, at about 150 bytes each; beyond, the oldest is
/// forgotten.
pub(crate) const NEWCOMERS_MAX: usize = 50_000;

/// How exactly it is known when a player was last seen: guests are kept for days.
pub(crate) const SEEN_EVERY_MS: i64 = 3_600_000;

/// New players, and players seen again, that are written at once. A batch of the store holds no more of them, so that a
/// move does not wait for a crowd that comes in.
pub(crate) const PLAYER_WRITES_MAX: usize = 8;

/// Searches for plays that a game waits for, or a bot of it, which run at once for each processor: they are nothing but
/// work.
pub(crate) const THOUGHTS_PER_PROCESSOR: usize = 1;

/// Searches that somebody only wants to know the answer of, hints and analyses: half of all at most, and at least one.
pub(crate) const ASIDES_SHARE: usize = 2;

/// Of those, how many may wait. Whoever comes when there are more is told to come again.
pub(crate) const ASIDES_WAITING_MAX: usize = 64;

/// Positions that one search looks at in which a game waits for whether there is a play: half a second of work at most. The
/// hardest positions of `tests/cases` take less than ten milliseconds. Beyond, nothing is proven, and the game goes on as if nobody had looked.
pub(crate) const FINDING_NODES_MAX: u64 = 200_000;

/// Of those, so many on the room's own thread: a tenth of a millisecond at most. Nearly all positions need fewer, and another thread
/// would cost as much as the search.
pub(crate) const FINDING_NODES_AT_ONCE: u64 = 50;

/// Findings that a room remembers from one decision to the next: as many as it has seats at most. Passing changes no
/// position, so that nothing is looked for twice while all pass.
pub(crate) const FINDINGS_KEPT_MAX: usize = 6;

/// Positions that are looked at for a hint: half a second of work at most, and a hundredth of that for nearly all. Beyond,
/// the best that was found is told as such.
pub(crate) const HINT_NODES_MAX: u64 = 200_000;

/// Positions that are looked at for each turn when a round is analysed. A round has a hundred turns.
pub(crate) const ANALYSIS_NODES_MAX: u64 = 50_000;

/// Hints and analyses that a room keeps, the oldest forgotten first: the hint of the turn, and the last rounds.
pub(crate) const SEARCHES_KEPT_MAX: usize = 4;

/// Commands of a room that wait for a hint or an analysis. Further ones are told to come again.
pub(crate) const SEARCHERS_MAX: usize = 64;

/// How long a game waits for its search to begin. If it has not, nothing is proven, and the game goes on as if nobody had
/// looked.
pub(crate) const FINDING_BEGINS_WITHIN: Duration = Duration::from_secs(2);

/// Codes that are drawn for a new room; with 10^12 codes a second try is rare.
pub(crate) const CODE_TRIES_MAX: u32 = 16;

/// Bytes of a connection's read buffer, which is allocated at once. Nearly all that clients send is a few hundred bytes; a table of many
/// sets takes some reads.
pub(crate) const READ_BUFFER_BYTES: usize = 1024;

/// Bytes of a socket that wait in the operating system, which doubles them.
pub(crate) const SEND_BUFFER_BYTES: u32 = 64 * 1024;

/// The same on the way in: a frame is at most 16 KiB, and what comes before it is read may wait at the sender.
pub(crate) const RECEIVE_BUFFER_BYTES: u32 = 32 * 1024;

/// Connections that wait to be accepted.
pub(crate) const BACKLOG: u32 = 1_024;

/// Files that are kept for the store, the log and the like when the system lets this process open few.
pub(crate) const FILES_RESERVED: usize = 128;

/// How long accepting waits after the system said no, at first and at most.
pub(crate) const ACCEPT_AGAIN: [Duration; 2] = [Duration::from_millis(10), Duration::from_secs(1)];

/// How often it is said that no connection can be accepted, while that lasts: a log that fills the disk would be the next
/// outage.
pub(crate) const OUTAGE_SAID_EVERY: Duration = Duration::from_mins(1);

/// From the connection, or from the last answer, to the end of a request's header.
pub(crate) const HEADER_WITHIN: Duration = Duration::from_secs(10);

/// The same for a trusted proxy, which keeps its connections for later requests.
pub(crate) const PROXY_HEADER_WITHIN: Duration = Duration::from_secs(90);

/// Bytes of a request's line and header; browsers send less than 4 KiB, cookies of other programs on the host among them.
pub(crate) const HEADER_BYTES_MAX: usize = 16 * 1024;

/// Fields of a request's header.
pub(crate) const HEADERS_MAX: usize = 64;

/// Bytes of a request's body: no request of this server needs one.
pub(crate) const BODY_BYTES_MAX: usize = 1024;

/// Logs that are read and folded at once for replays: each takes some milliseconds of a processor and a few megabytes.
pub(crate) const REPLAYS_AT_ONCE: usize = 2;

/// From the end of a request's header to the answer, its body among it.
pub(crate) const REQUEST_WITHIN: Duration = Duration::from_secs(20);

/// How long nothing can be written to a socket before it is given up. Longer than sending a message may take: a WebSocket is
/// closed with its own code before.
pub(crate) const STUCK_AFTER: Duration = Duration::from_secs(30);

/// Bytes that may come over a WebSocket without making up a whole message: the largest with the heads of many parts.
pub(crate) const MESSAGE_BYTES_MAX: usize = 3 * sarja_protocol::limits::FRAME_BYTES_MAX as usize;

/// Programs on this machine that are told how the server is, at once, when it is full.
pub(crate) const WATCHERS_MAX: usize = 8;

/// From their connection to the end of their request's header: they ask at once.
pub(crate) const WATCHER_HEADER_WITHIN: Duration = Duration::from_secs(2);

/// Who are too many and are given a moment to read so, at once.
pub(crate) const TURNED_AWAY_AT_ONCE: usize = 64;

/// Seconds after which those may try again.
pub(crate) const TURNED_AWAY_RETRY_S: u32 = 10;

/// Lines a second about what strangers do, from wherever: in a flood the log must not fill the disk.
pub(crate) const LOG_LINES_PER_SECOND_MAX: u32 = 200;

/// Messages that the writer takes from its queue for one flush.
pub(crate) const FLUSH_MESSAGES_MAX: usize = 32;

/// Frames in a row that could not be read before a connection is closed.
pub(crate) const BAD_FRAMES_MAX: u32 = 16;

/// Messages that may come before the wait is over that the last refusal told, and be refused too, before a connection is
/// closed.
pub(crate) const EXCESS_MAX: u32 = 32;

/// How long it takes until one of them is forgiven.
pub(crate) const EXCESS_FORGIVEN_EVERY: Duration = Duration::from_secs(2);

/// How long a connection is not read after a message that was refused as too many: what a flood costs is reading it, and
/// so whoever floods is slowed down by his own buffers. The wait that is told is at least twice as long, so that it can be seen
/// who does not wait. Short enough to harm nobody who chats too much in his own turn.
pub(crate) const PAUSE_AFTER_EXCESS: Duration = Duration::from_millis(50);

/// Messages that did not wait, after each of which that pause is doubled: who sends a few too many is answered soon, and
/// a thousand who flood are hardly read.
pub(crate) const EXCESS_DOUBLES_EVERY: u32 = 8;

/// The same after a frame that could not be read.
pub(crate) const PAUSE_AFTER_BAD_FRAME: Duration = Duration::from_millis(50);

/// Frames in a row that could not be read, after each of which that pause is doubled.
pub(crate) const BAD_FRAMES_DOUBLE_EVERY: u32 = 4;

/// New connections as which one counts that was closed for flooding or for frames that are none: who comes back each
/// time costs the handshake and a look for the token each time.
pub(crate) const MISBEHAVIOUR_COST: u32 = 10;

/// How long a connection waits for a room to let it in: longer than the store waits for a locked file.
pub(crate) const ENTER_WITHIN: Duration = Duration::from_secs(15);

/// How long a closed connection waits for the other side to say goodbye.
pub(crate) const LINGER: Duration = Duration::from_secs(2);

/// How long a draft waits that found the room's inbox full.
pub(crate) const DRAFT_RETRY: Duration = Duration::from_millis(50);

/// How long `busy` asks a client to wait.
pub(crate) const BUSY_RETRY_MS: u32 = 250;

/// How long `store_unavailable` asks a client to wait, and how long a room waits before it does again what was due.
pub(crate) const STORE_RETRY_MS: u32 = 1_000;

/// How long a room answers nobody while it finds out what its log holds, because it was not told what became of an entry. Beyond,
/// it stands still, and finds out beside that.
pub(crate) const RELOAD_WITHIN: Duration = Duration::from_secs(1);

/// How long it waits before it tries again.
pub(crate) const RELOAD_PAUSE: Duration = Duration::from_millis(250);

/// How far before the failure a room's time stands that stands still: as long as `store_unavailable` asks a client to wait, and once
/// more. Who had moved at the last moment has time to move again.
pub(crate) const GIVEN_BACK: Duration = Duration::from_millis(2 * STORE_RETRY_MS as u64);

/// After how long a room stands still that waits for the answer to what it writes: nobody can act in it, and the store may be away
/// without anybody saying so. A commit takes milliseconds.
pub(crate) const UNANSWERED_AFTER: Duration = Duration::from_secs(2);

/// How long the store has for an answer when it is asked because a room could not write. Beyond, it is away.
pub(crate) const STORE_ANSWERS_WITHIN: Duration = Duration::from_secs(1);

/// How long a store that is away is left alone before it is asked again.
pub(crate) const STORE_ASK_PAUSE: Duration = Duration::from_millis(250);

/// How long `server_full` asks a client to wait: until some of many rooms have ended.
pub(crate) const SERVER_FULL_RETRY_MS: u32 = 60_000;

/// How long a room that failed or could not be read waits until it is read again, at first.
pub(crate) const STORE_RETRY: Duration = Duration::from_secs(1);

/// The same at most: each failure in a row doubles it. What lies damaged is not mended by trying, and each try reads a whole
/// room.
pub(crate) const REREAD_WAIT_MAX: Duration = Duration::from_mins(1);

/// How long a room has to be well after that for its next failure to be the first of a row: longer than the turns of the
/// printed rulesets, at whose end something is written.
pub(crate) const WELL_AFTER: Duration = Duration::from_mins(5);

/// When clients may come back after a restart, at the earliest.
pub(crate) const RESTART_RETRY_MS: u32 = 1_000;

/// Clients a second that are to come back after a restart. Each costs a look for its token, a write and a snapshot: a
/// tenth of what the store takes on a slow disk.
pub(crate) const RETURNS_PER_SECOND: u32 = 500;

/// Over how long clients come back after a restart, at least.
pub(crate) const RETURNS_WITHIN_MIN: Duration = Duration::from_secs(1);

/// Addresses or players that are remembered for one rate, at about 60 bytes each. Those that come when there are more
/// share one bucket.
pub(crate) const RATE_KEYS_MAX: usize = 50_000;

/// Steps of a practice room's clock that are done for one `step_clock`: a day of ten-second turns.
pub(crate) const STEPS_MAX: u32 = 10_000;

/// How long a client that finds no server waits at most until it tries again, as the protocol asks of it.
pub(crate) const TRIES_AGAIN_WITHIN: Duration = Duration::from_secs(30);

/// Rooms that a stopping server leaves to the next one in one transaction.
pub(crate) const HANDOVERS_AT_ONCE: usize = 256;

/// Such transactions at once: a database that is some way off is waited for all the same.
pub(crate) const HANDOVER_WRITES_MAX: usize = 4;

/// How long rooms have for what they are writing once the connections of a stopping server are closed, of a drain that is
/// long enough; a third of a shorter one.
pub(crate) const STOP_WITHIN: Duration = Duration::from_secs(10);

/// How long a stopping server that is told to hurry still waits.
pub(crate) const HURRY_WITHIN: Duration = Duration::from_secs(2);

/// How often what is kept no longer is looked for and removed.
pub(crate) const KEEPING_EVERY: Duration = Duration::from_hours(1);

/// Rooms whose ids are read at once when a whole store is checked.
pub(crate) const CHECKED_AT_ONCE: u32 = 256;

/// Faults that a check of a whole store lists; beyond, they are only counted.
pub(crate) const FAULTS_LISTED_MAX: usize = 1_000;
