//! Rooms: creating, taking, closing.

use super::append::{insert_rest, insert_row};
use super::handover::take_away;
use super::{Job, Stop};
use crate::engine::{Engine, Hold, one};
use crate::row::number;
use crate::{
    CloseRoomError, CreateRoomError, Created, Epoch, Inconsistent, NewRoom, Owner, ReadError, RoomId, Taken,
    WriteError,
};

impl<DB: Engine> Job<DB> for NewRoom {
    type Done = Created;
    type Error = CreateRoomError;

    async fn run(&self, conn: &mut DB::Connection) -> Result<Created, Stop<CreateRoomError>> {
        const ROOM: &str =
            "INSERT INTO room (id, code, created_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        const OWNER: &str = "INSERT INTO room_owner (room_id, owner, epoch) VALUES ($1, $2, 1)";
        let params = [self.id.into(), self.code.as_str().into(), self.now_ms.into()];
        if DB::change(conn, ROOM, &params).await? == 0 {
            return Err(Stop::Refused(taken::<DB>(conn, self).await?));
        }
        DB::change(conn, OWNER, &[self.id.into(), self.owner.as_str().into()]).await?;
        let inserted = insert_row::<DB>(conn, self.id, Epoch::FIRST, &self.first).await;
        if !inserted.map_err(|e| Stop::at("log row", e))? {
            return Err(ReadError::from(Inconsistent(format!("new room {} took no row", self.id))).into());
        }
        insert_rest::<DB, _>(conn, self.id, &self.first).await?;
        Ok(Created { epoch: Epoch::FIRST })
    }
}

async fn taken<DB: Engine>(
    conn: &mut DB::Connection,
    room: &NewRoom,
) -> Result<CreateRoomError, sqlx::Error> {
    const SELECT: &str = "SELECT 1 FROM room WHERE id = $1";
    Ok(match one::<DB>(conn, SELECT, &[room.id.into()]).await? {
        None => CreateRoomError::CodeTaken(room.code.clone()),
        Some(_) => CreateRoomError::RoomExists(room.id),
    })
}

/// Makes somebody the owner of an open room.
#[derive(Debug, Clone)]
pub(crate) struct TakeRoom {
    pub(crate) room: RoomId,
    pub(crate) owner: Owner,
    /// Only if this is still the epoch.
    pub(crate) held: Option<Epoch>,
}

impl<DB: Engine> Job<DB> for TakeRoom {
    type Done = Option<Taken>;
    type Error = WriteError;

    async fn run(&self, conn: &mut DB::Connection) -> Result<Option<Taken>, Stop<WriteError>> {
        const UPDATE: &str = "
            UPDATE room_owner SET owner = $2, epoch = epoch + 1
            WHERE room_id = (SELECT id FROM room WHERE id = $1 AND closed_ms IS NULL)
                AND epoch = coalesce($3, epoch)
            RETURNING epoch";
        // Whoever is in the middle of an append finishes it first: the log is read after this.
        DB::hold_room(conn, self.room, Hold::Alone).await?;
        let params = [self.room.into(), self.owner.as_str().into(), self.held.into()];
        let Some(row) = one::<DB>(conn, UPDATE, &params).await? else { return Ok(None) };
        let epoch = Epoch(number(&row, "epoch")?);
        let handed_over = take_away::<DB>(conn, self.room, epoch).await?;
        Ok(Some(Taken { epoch, handed_over }))
    }
}

/// Closes a room for good.
pub(crate) struct CloseRoom {
    pub(crate) room: RoomId,
    pub(crate) epoch: Epoch,
    pub(crate) now_ms: i64,
}

impl<DB: Engine> Job<DB> for CloseRoom {
    type Done = ();
    type Error = CloseRoomError;

    async fn run(&self, conn: &mut DB::Connection) -> Result<(), Stop<CloseRoomError>> {
        const EPOCH: &str = "SELECT epoch FROM room_owner WHERE room_id = $1";
        const UPDATE: &str = "UPDATE room SET closed_ms = coalesce(closed_ms, $2) WHERE id = $1";
        let room = self.room;
        DB::hold_room(conn, room, Hold::Alone).await?;
        let Some(row) = one::<DB>(conn, EPOCH, &[room.into()]).await? else {
            return Err(Stop::Refused(CloseRoomError::NoSuchRoom(room)));
        };
        let current = Epoch(number(&row, "epoch")?);
        if current != self.epoch {
            return Err(Stop::Refused(CloseRoomError::Fenced { room, held: self.epoch, current }));
        }
        DB::change(conn, UPDATE, &[room.into(), self.now_ms.into()]).await?;
        Ok(())
    }
}
