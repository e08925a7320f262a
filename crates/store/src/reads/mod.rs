//! Reads: everything that is asked of the store, once for all engines.

mod archive;
pub(crate) mod log;
mod players;
mod results;
mod rooms;

pub(crate) use archive::{KeptNoLonger, counts, kept_no_longer, room_ids, room_record};
pub(crate) use log::{committed, created_by, log_after};
pub(crate) use players::player_by_token;
pub(crate) use results::{match_by_code, match_by_id, match_by_room, matches_of_player, rounds};
pub(crate) use rooms::{load_room, open_room_by_code, open_rooms};

use sqlx::Pool;

use crate::ReadError;
use crate::engine::{Engine, Param};

/// The rows of a statement that needs no transaction.
async fn rows<DB: Engine>(
    pool: &Pool<DB>,
    sql: &'static str,
    params: &[Param<'_>],
) -> Result<Vec<DB::Row>, ReadError> {
    let mut conn = pool.acquire().await?;
    Ok(DB::rows(&mut conn, sql, params).await?)
}
