//! Reading players.

use sqlx::Pool;

use super::rows;
use crate::engine::Engine;
use crate::{Player, ReadError, TokenHash, row};

pub(crate) async fn player_by_token<DB: Engine>(
    pool: &Pool<DB>,
    token: &TokenHash,
) -> Result<Option<Player>, ReadError> {
    const SELECT: &str = "
        SELECT p.id, p.name, p.scope_room, r.code, r.closed_ms, p.created_ms, p.seen_ms
        FROM player p LEFT JOIN room r ON r.id = p.scope_room WHERE p.token_hash = $1";
    rows(pool, SELECT, &[token.as_bytes().into()]).await?.first().map(row::player).transpose()
}
