//! Every limit of the store.

use std::time::Duration;

/// Writes that may wait for the writer; further callers wait for a free place. A room waits for each of its
/// appends, so this is about the number of rooms that can be behind at once.
pub(crate) const WRITE_QUEUE_MAX: usize = 1024;

/// Writes that are committed together at most: bounds how long the first of them waits for the last.
pub(crate) const BATCH_MAX: usize = 256;

/// Connections for reading beside the one that writes.
pub(crate) const READERS: u32 = 4;

/// How long a statement waits for another process that holds the file's write lock.
pub(crate) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// How long opening waits before it tries a busy file again, until [`BUSY_TIMEOUT`] is over.
pub(crate) const BUSY_STEP: Duration = Duration::from_millis(20);

/// Bytes of the WAL that are kept after a checkpoint, to be written over. Beyond that it is cut: a backup of a large store
/// holds checkpoints up for so long that the WAL may have grown to many times this.
pub(crate) const JOURNAL_BYTES_KEPT: u64 = 64 << 20;

/// Bytes that have to fit on a disk that was full before it counts as having space: some hundred moves.
pub(crate) const SPACE_BYTES_MIN: usize = 1 << 20;

/// How often a full disk is looked at again, at most, while writes that are small enough succeed.
pub(crate) const SPACE_LOOK_EVERY: Duration = Duration::from_millis(500);

/// Copies from before a change of the schema that are kept beside the file.
pub(crate) const COPIES_ASIDE_MAX: usize = 3;

/// Rooms or guests that are removed in one transaction: others wait no longer for it than for a full batch.
pub(crate) const PRUNE_BATCH_MAX: u32 = 50;

/// Faults that a check of a file lists at most; the rest is not known then.
pub(crate) const FAULTS_MAX: u32 = 100;

/// How much a restored room's epoch is ahead of its backup: more than any server had taken it since. Whoever still
/// knows of what happened after the backup then never mistakes it for what happens after the restore.
pub const RESTORED_EPOCHS: u64 = 1 << 20;

/// How long opening waits for another program to write the first page of a new file, before an empty file is taken for what
/// is left of a lost one.
pub(crate) const EMPTY_WAIT: Duration = Duration::from_secs(2);

/// How long a read waits for a free connection.
pub(crate) const READER_WAIT_MAX: Duration = Duration::from_secs(10);

/// Connections to a database server beside the one that appends.
pub(crate) const CONNECTIONS_MAX: u32 = 6;

/// How long connecting to a database server may take, and how long is waited for a free connection.
pub(crate) const CONNECT_WAIT_MAX: Duration = Duration::from_secs(5);

/// After so long without use a connection to a database server is closed.
pub(crate) const CONNECTION_IDLE_MAX: Duration = Duration::from_mins(5);

/// How long a database server may take to say that a connection lives.
pub(crate) const PING_WAIT_MAX: Duration = Duration::from_secs(2);

/// How long a database server works on one statement.
pub(crate) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the answer to a statement is waited for: longer than the server works on it, so that only a connection that
/// is dead without having said so comes to this.
pub(crate) const STATEMENT_WAIT_MAX: Duration = Duration::from_secs(15);

/// How long a statement waits for a row that somebody else has locked.
pub(crate) const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a transaction may rest before the server ends it: whoever began it is gone, and others wait for its locks.
pub(crate) const TRANSACTION_IDLE_MAX: Duration = Duration::from_secs(10);

/// When a database server asks whether a silent client still lives; after three answers that did not come, each waited
/// for half as long, it ends the connection with its locks.
pub(crate) const KEEPALIVE_IDLE: Duration = Duration::from_secs(10);

/// How long the end of somebody else's connection is waited for.
pub(crate) const END_WAIT_MAX: Duration = Duration::from_secs(2);

/// The oldest version of `PostgreSQL` that has what is used here: a connection is ended and its end waited for.
pub(crate) const POSTGRES_VERSION_MIN: u32 = 14;

/// The longest JSON text of the events of one append, in bytes. A full deal with every rack is below 16 KiB.
pub const EVENTS_BYTES_MAX: usize = 1 << 20;

/// The longest other text (names, codes, options, points, racks), in bytes.
pub const TEXT_BYTES_MAX: usize = 64 << 10;

/// The most matches that one call to [`crate::Store::matches_of_player`] gives.
pub const MATCHES_MAX: u32 = 200;
