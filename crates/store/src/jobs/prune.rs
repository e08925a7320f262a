//! Removing what is kept no longer.

use uuid::Uuid;

use super::{Job, Stop};
use crate::WriteError;
use crate::engine::Engine;

/// Removes closed rooms in which nothing was played; a closed room stays as it is, so nothing is looked at again.
pub(crate) struct PruneRooms(pub(crate) Vec<Uuid>);

impl<DB: Engine> Job<DB> for PruneRooms {
    type Done = u64;
    type Error = WriteError;

    async fn run(&self, conn: &mut DB::Connection) -> Result<u64, Stop<WriteError>> {
        // What names a room goes before it. Its programs were never anywhere else.
        const OF_ROOM: [&str; 5] = [
            "DELETE FROM room_log WHERE room_id = $1",
            "DELETE FROM room_secret WHERE room_id = $1",
            "DELETE FROM room_handover WHERE room_id = $1",
            "DELETE FROM room_owner WHERE room_id = $1",
            "DELETE FROM player WHERE scope_room = $1",
        ];
        const ROOM: &str = "DELETE FROM room WHERE id = $1";
        let mut rooms = 0;
        for room in &self.0 {
            for delete in OF_ROOM {
                DB::change(conn, delete, &[(*room).into()]).await?;
            }
            rooms += DB::change(conn, ROOM, &[(*room).into()]).await?;
        }
        Ok(rooms)
    }
}

/// Removes guests, unless one came back in the moment since they were looked for.
pub(crate) struct PruneGuests {
    pub(crate) guests: Vec<Uuid>,
    pub(crate) before_ms: i64,
}

impl<DB: Engine> Job<DB> for PruneGuests {
    type Done = u64;
    type Error = WriteError;

    async fn run(&self, conn: &mut DB::Connection) -> Result<u64, Stop<WriteError>> {
        const DELETE: &str = "
            DELETE FROM player WHERE id = $1 AND seen_ms < $2
                AND NOT EXISTS (SELECT 1 FROM room_log l WHERE l.player_id = player.id)";
        let mut guests = 0;
        for guest in &self.guests {
            guests += DB::change(conn, DELETE, &[(*guest).into(), self.before_ms.into()]).await?;
        }
        Ok(guests)
    }
}
