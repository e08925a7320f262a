//! Players.

use sqlx::SqliteConnection;

use super::Sqlite;
use super::job::{Job, Stop};
use super::row::{get, scope};
use crate::{
    CreatePlayerError, NewPlayer, Player, PlayerId, ReadError, RoomId, ScopedPlayer, TokenHash,
    UpdatePlayerError,
};

impl Job for NewPlayer {
    type Done = ();
    type Error = CreatePlayerError;

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Stop<CreatePlayerError>> {
        const INSERT: &str = "
            INSERT INTO player (id, token_hash, name, created_ms, seen_ms) VALUES ($1, $2, $3, $4, $4)
            ON CONFLICT DO NOTHING";
        let done = sqlx::query(INSERT)
            .bind(self.id.0)
            .bind(self.token_hash.as_bytes())
            .bind(&self.name)
            .bind(self.now_ms)
            .execute(conn)
            .await
            .map_err(|e| Stop::at("player", e))?;
        if done.rows_affected() == 0 {
            return Err(Stop::Refused(CreatePlayerError::Taken(self.id)));
        }
        Ok(())
    }
}

/// Inserts a player for one room. An id or a token that is taken is an error of the data.
pub(super) async fn insert_scoped(
    conn: &mut SqliteConnection,
    room: RoomId,
    player: &ScopedPlayer,
    now_ms: i64,
) -> Result<(), sqlx::Error> {
    const INSERT: &str = "
        INSERT INTO player (id, token_hash, name, scope_room, created_ms, seen_ms)
        VALUES ($1, $2, $3, $4, $5, $5)";
    let (id, hash) = (player.id.0, player.token_hash.as_bytes());
    let query = sqlx::query(INSERT).bind(id).bind(hash).bind(&player.name).bind(room.0).bind(now_ms);
    query.execute(conn).await.map(drop)
}

/// A player was seen. The time never goes back.
pub(crate) struct TouchPlayer {
    pub(crate) id: PlayerId,
    pub(crate) now_ms: i64,
}

impl Job for TouchPlayer {
    type Done = ();
    type Error = UpdatePlayerError;

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Stop<UpdatePlayerError>> {
        const UPDATE: &str = "UPDATE player SET seen_ms = max(seen_ms, $2) WHERE id = $1";
        let done = sqlx::query(UPDATE).bind(self.id.0).bind(self.now_ms).execute(conn).await?;
        found(self.id, done.rows_affected())
    }
}

/// A player has a new name.
pub(crate) struct RenamePlayer {
    pub(crate) id: PlayerId,
    pub(crate) name: String,
}

impl Job for RenamePlayer {
    type Done = ();
    type Error = UpdatePlayerError;

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Stop<UpdatePlayerError>> {
        const UPDATE: &str = "UPDATE player SET name = $2 WHERE id = $1";
        let done = sqlx::query(UPDATE).bind(self.id.0).bind(&self.name).execute(conn).await?;
        found(self.id, done.rows_affected())
    }
}

fn found(id: PlayerId, rows: u64) -> Result<(), Stop<UpdatePlayerError>> {
    if rows == 0 { Err(Stop::Refused(UpdatePlayerError::NoSuchPlayer(id))) } else { Ok(()) }
}

impl Sqlite {
    pub(crate) async fn player_by_token(&self, token: &TokenHash) -> Result<Option<Player>, ReadError> {
        const SELECT: &str = "
            SELECT p.id, p.name, p.scope_room, r.code, r.closed_ms, p.created_ms, p.seen_ms
            FROM player p LEFT JOIN room r ON r.id = p.scope_room WHERE p.token_hash = $1";
        let token = token.as_bytes();
        let Some(row) = sqlx::query(SELECT).bind(token).fetch_optional(&self.readers).await? else {
            return Ok(None);
        };
        Ok(Some(Player {
            id: PlayerId(get(&row, "id")?),
            name: get(&row, "name")?,
            scope: scope(&row)?,
            created_ms: get(&row, "created_ms")?,
            seen_ms: get(&row, "seen_ms")?,
        }))
    }
}
