//! Reading all of it: rooms with their results, ids, counts, and what is kept no longer.

use sqlx::Pool;
use uuid::Uuid;

use super::{results, rooms, rows};
use crate::engine::Engine;
use crate::row::{Columns as _, number};
use crate::{Counts, Inconsistent, ReadError, RoomId, RoomRecord};

pub(crate) async fn counts<DB: Engine>(pool: &Pool<DB>) -> Result<Counts, ReadError> {
    const SELECT: &str = "
        SELECT (SELECT count(*) FROM room) AS rooms, (SELECT count(*) FROM match_result) AS matches,
            (SELECT count(*) FROM round_result) AS rounds, (SELECT count(*) FROM player) AS players";
    let rows = rows(pool, SELECT, &[]).await?;
    let row = rows.first().ok_or_else(|| Inconsistent("nothing was counted".to_owned()))?;
    Ok(Counts {
        rooms: number(row, "rooms")?,
        matches: number(row, "matches")?,
        rounds: number(row, "rounds")?,
        players: number(row, "players")?,
    })
}

pub(crate) async fn room_ids<DB: Engine>(
    pool: &Pool<DB>,
    after: Option<RoomId>,
    limit: u32,
) -> Result<Vec<RoomId>, ReadError> {
    const SELECT: &str = "SELECT id FROM room WHERE $1 IS NULL OR id > $1 ORDER BY id LIMIT $2";
    let rows = rows(pool, SELECT, &[after.into(), limit.into()]).await?;
    rows.iter().map(|row| row.uuid("id").map(RoomId)).collect()
}

/// Reads in one transaction, so that log and results are of one moment.
pub(crate) async fn room_record<DB: Engine>(
    pool: &Pool<DB>,
    room: RoomId,
) -> Result<Option<RoomRecord>, ReadError> {
    let mut snapshot = pool.begin_with(DB::BEGIN_SNAPSHOT).await?;
    let Some(loaded) = rooms::loaded::<DB>(&mut snapshot, room).await? else { return Ok(None) };
    let rounds = results::rounds_of_room::<DB>(&mut snapshot, room).await?;
    let matches = results::matches_of_room::<DB>(&mut snapshot, room).await?;
    snapshot.commit().await?;
    Ok(Some(RoomRecord { loaded, rounds, matches }))
}

/// What a person would look for who keeps house.
#[derive(Debug, Clone, Copy)]
pub(crate) enum KeptNoLonger {
    /// Rooms closed before a time in which nothing was played.
    Rooms,
    /// Guests not seen since a time who are in no log and no result.
    Guests,
}

/// The next ids of what is kept no longer, in their order, those after `after`.
pub(crate) async fn kept_no_longer<DB: Engine>(
    pool: &Pool<DB>,
    what: KeptNoLonger,
    after: Uuid,
    before_ms: i64,
    limit: u32,
) -> Result<Vec<Uuid>, ReadError> {
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
    let select = match what {
        KeptNoLonger::Rooms => ROOMS,
        KeptNoLonger::Guests => GUESTS,
    };
    let rows = rows(pool, select, &[after.into(), before_ms.into(), limit.into()]).await?;
    rows.iter().map(|row| row.uuid("id")).collect()
}
