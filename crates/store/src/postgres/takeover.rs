//! Taking a room from an owner that left something half done.

use tracing::warn;

use super::{Postgres, session};
use crate::engine::{Engine as _, Param, one};
use crate::jobs::TakeRoom;
use crate::limits::{END_WAIT_MAX, LOCK_TIMEOUT};
use crate::row::Columns as _;
use crate::{Fault, Owner, ReadError, RoomId, Taken, WriteError};

impl Postgres {
    /// Takes a room. It waits for the append that its owner may have under way. If that takes longer than any append may, the
    /// owner's end is dead or cut off, and its connection is ended: what it had not committed is undone then.
    pub(crate) async fn take_room(&self, take: TakeRoom) -> Result<Option<Taken>, WriteError> {
        match self.write(take.clone()).await {
            Err(WriteError::Unavailable(Fault::Locked)) => {}
            outcome => return outcome,
        }
        match self.end_stuck_connections(take.room).await {
            Ok(ended) => warn!(room = %take.room, ended, "ended connections that held a room for too long"),
            Err(error) => warn!(room = %take.room, %error, "connections that hold a room were not ended"),
        }
        self.write(take).await
    }

    /// Ends those connections of a room's owner that have been at one thing for longer than a lock is waited for.
    async fn end_stuck_connections(&self, room: RoomId) -> Result<usize, ReadError> {
        const OWNER: &str = "SELECT owner FROM room_owner WHERE room_id = $1";
        const END: &str = "
            SELECT pg_terminate_backend(pid, $3) FROM pg_stat_activity
            WHERE application_name = $1 AND datname = current_database() AND pid <> pg_backend_pid()
                AND state <> 'idle' AND query_start < clock_timestamp() - make_interval(secs => $2 / 1000.0)";
        let mut conn = self.pool().acquire().await?;
        let Some(row) = one::<sqlx::Postgres>(&mut conn, OWNER, &[room.into()]).await? else { return Ok(0) };
        let name = session::name(&Owner::from(row.text("owner")?));
        let [longer_ms, wait_ms] =
            [LOCK_TIMEOUT, END_WAIT_MAX].map(|time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
        let params: [Param<'_>; 3] = [name.as_str().into(), longer_ms.into(), wait_ms.into()];
        Ok(sqlx::Postgres::rows(&mut conn, END, &params).await?.len())
    }
}
