//! What the owner of a room leaves to the next one: left, and taken away with the room.

use super::{Job, Stop};
use crate::engine::{Engine, one};
use crate::row::{Columns as _, number};
use crate::{Epoch, Handover, HandoverState, ReadError, RoomId, Seq, WriteError, reads};

/// Rooms that their owner leaves.
pub(crate) struct HandOver(pub(crate) Vec<Handover>);

impl<DB: Engine> Job<DB> for HandOver {
    type Done = u64;
    type Error = WriteError;

    async fn run(&self, conn: &mut DB::Connection) -> Result<u64, Stop<WriteError>> {
        // Nothing is locked: whoever takes the room meanwhile has another epoch, and looks at this one.
        const UPSERT: &str = "
            INSERT INTO room_handover (room_id, epoch, next_seq, state)
            SELECT o.room_id, o.epoch, $3, $4 FROM room_owner o JOIN room r ON r.id = o.room_id
            WHERE o.room_id = $1 AND o.epoch = $2 AND r.closed_ms IS NULL
            ON CONFLICT (room_id) DO UPDATE
                SET epoch = excluded.epoch, next_seq = excluded.next_seq, state = excluded.state";
        let mut left = 0;
        for Handover { room, epoch, next_seq, state } in &self.0 {
            let params = [(*room).into(), (*epoch).into(), (*next_seq).into(), state.expose().into()];
            left += DB::change(conn, UPSERT, &params).await.map_err(|e| Stop::at("handover", e))?;
        }
        Ok(left)
    }
}

/// Takes away what was left in a room that was just taken, and gives it if the owner before left it and nothing has happened
/// since.
pub(super) async fn take_away<DB: Engine>(
    conn: &mut DB::Connection,
    room: RoomId,
    taken: Epoch,
) -> Result<Option<HandoverState>, ReadError> {
    const DELETE: &str = "DELETE FROM room_handover WHERE room_id = $1 RETURNING epoch, next_seq, state";
    let Some(row) = one::<DB>(conn, DELETE, &[room.into()]).await? else { return Ok(None) };
    let (left, next_seq) = (number::<u64>(&row, "epoch")?, Seq(number(&row, "next_seq")?));
    let is_of_before = left.checked_add(1) == Some(taken.0);
    let is_of_now = reads::log::next_seq::<DB>(conn, room).await? == Some(next_seq);
    Ok(if is_of_before && is_of_now { Some(HandoverState::new(row.text("state")?)) } else { None })
}
