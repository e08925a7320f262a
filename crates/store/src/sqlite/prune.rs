//! Removing what is kept no longer. Readers look for it, so that the writer is not kept from play by a search; then it goes
//! in small transactions.

use sqlx::SqliteConnection;
use uuid::Uuid;

use super::Sqlite;
use super::job::{Job, Stop};
use crate::limits::PRUNE_BATCH_MAX;
use crate::{PruneError, Pruned, ReadError, Retention, WriteError};

impl Sqlite {
    pub(crate) async fn prune(&self, retention: &Retention, now_ms: i64) -> Result<Pruned, PruneError> {
        // A secret is stored for each deal, and one more for the invitation link, as deal 0.
        const ROOMS: &str = "
            SELECT id FROM room r WHERE id > $1 AND closed_ms < $2
                AND NOT EXISTS (SELECT 1 FROM room_secret s WHERE s.room_id = r.id AND s.deal > 0)
                AND NOT EXISTS (SELECT 1 FROM round_result o WHERE o.room_id = r.id)
                AND NOT EXISTS (SELECT 1 FROM match_result m WHERE m.room_id = r.id)
            ORDER BY id LIMIT $3";
        const GUESTS: &str = "
            SELECT id FROM player p WHERE id > $1 AND seen_ms < $2 AND scope_room IS NULL
                AND NOT EXISTS (SELECT 1 FROM room_log l WHERE l.player_id = p.id)
                AND NOT EXISTS (SELECT 1 FROM match_seat s WHERE s.player_id = p.id)
            ORDER BY id LIMIT $3";
        let mut pruned = Pruned::default();
        // Rooms first: whoever was in these alone was in none.
        if let Some(before_ms) = retention.unplayed_rooms.map(|days| days.before(now_ms)) {
            let mut after = Uuid::nil();
            while let (rooms, Some(last)) = self.kept_no_longer(ROOMS, after, before_ms).await? {
                pruned.rooms += self.write(PruneRooms(rooms)).await?;
                after = last;
            }
        }
        if let Some(before_ms) = retention.idle_guests.map(|days| days.before(now_ms)) {
            let mut after = Uuid::nil();
            while let (guests, Some(last)) = self.kept_no_longer(GUESTS, after, before_ms).await? {
                pruned.guests += self.write(PruneGuests { guests, before_ms }).await?;
                after = last;
            }
        }
        Ok(pruned)
    }

    /// The next ids, and the last of them.
    async fn kept_no_longer(
        &self,
        select: &'static str,
        after: Uuid,
        before_ms: i64,
    ) -> Result<(Vec<Uuid>, Option<Uuid>), ReadError> {
        let query = sqlx::query_scalar(select).bind(after).bind(before_ms).bind(i64::from(PRUNE_BATCH_MAX));
        let ids: Vec<Uuid> = query.fetch_all(&self.readers).await?;
        let last = ids.last().copied();
        Ok((ids, last))
    }
}

/// Removes closed rooms in which nothing was played; a closed room stays as it is, so nothing is looked at again.
struct PruneRooms(Vec<Uuid>);

impl Job for PruneRooms {
    type Done = u64;
    type Error = WriteError;

    async fn run(&self, conn: &mut SqliteConnection) -> Result<u64, Stop<WriteError>> {
        // What names a room goes before it. Its programs were never anywhere else.
        const OF_ROOM: [&str; 4] = [
            "DELETE FROM room_log WHERE room_id = $1",
            "DELETE FROM room_secret WHERE room_id = $1",
            "DELETE FROM room_owner WHERE room_id = $1",
            "DELETE FROM player WHERE scope_room = $1",
        ];
        const ROOM: &str = "DELETE FROM room WHERE id = $1";
        let mut rooms = 0;
        for room in &self.0 {
            for delete in OF_ROOM {
                sqlx::query(delete).bind(room).execute(&mut *conn).await?;
            }
            rooms += sqlx::query(ROOM).bind(room).execute(&mut *conn).await?.rows_affected();
        }
        Ok(rooms)
    }
}

/// Removes guests, unless one came back in the moment since they were looked for.
struct PruneGuests {
    guests: Vec<Uuid>,
    before_ms: i64,
}

impl Job for PruneGuests {
    type Done = u64;
    type Error = WriteError;

    async fn run(&self, conn: &mut SqliteConnection) -> Result<u64, Stop<WriteError>> {
        const DELETE: &str = "
            DELETE FROM player WHERE id = $1 AND seen_ms < $2
                AND NOT EXISTS (SELECT 1 FROM room_log l WHERE l.player_id = player.id)";
        let mut guests = 0;
        for guest in &self.guests {
            let query = sqlx::query(DELETE).bind(guest).bind(self.before_ms);
            guests += query.execute(&mut *conn).await?.rows_affected();
        }
        Ok(guests)
    }
}
