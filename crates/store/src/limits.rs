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

/// Copies from before a change of the schema that are kept beside the file.
pub(crate) const COPIES_ASIDE_MAX: usize = 3;

/// Rooms or guests that are removed in one transaction: others wait no longer for it than for a full batch.
pub(crate) const PRUNE_BATCH_MAX: u32 = 50;

/// Faults that a check of a file lists at most; the rest is not known then.
pub(crate) const FAULTS_MAX: u32 = 100;

/// How much a restored room's epoch is ahead of its backup: more than any server had taken it since. Whoever still
/// knows of what happened after the backup then never mistakes it for what happens after the restore.
pub const RESTORED_EPOCHS: u64 = 1 << 20;

/// How long a read waits for a free connection.
pub(crate) const READER_WAIT_MAX: Duration = Duration::from_secs(10);

/// The longest JSON text of the events of one append, in bytes. A full deal with every rack is below 16 KiB.
pub const EVENTS_BYTES_MAX: usize = 1 << 20;

/// The longest other text (names, codes, options, points, racks), in bytes.
pub const TEXT_BYTES_MAX: usize = 64 << 10;

/// The most matches that one call to [`crate::Store::matches_of_player`] gives.
pub const MATCHES_MAX: u32 = 200;
