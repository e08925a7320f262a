//! Players.

use super::{Job, Stop};
use crate::engine::Engine;
use crate::{CreatePlayerError, NewPlayer, PlayerId, RoomId, ScopedPlayer, UpdatePlayerError};

impl<DB: Engine> Job<DB> for NewPlayer {
    type Done = ();
    type Error = CreatePlayerError;

    async fn run(&self, conn: &mut DB::Connection) -> Result<(), Stop<CreatePlayerError>> {
        const INSERT: &str = "
            INSERT INTO player (id, token_hash, name, created_ms, seen_ms) VALUES ($1, $2, $3, $4, $4)
            ON CONFLICT DO NOTHING";
        let params = [
            self.id.into(),
            self.token_hash.as_bytes().into(),
            self.name.as_str().into(),
            self.now_ms.into(),
        ];
        match DB::change(conn, INSERT, &params).await.map_err(|e| Stop::at("player", e))? {
            0 => Err(Stop::Refused(CreatePlayerError::Taken(self.id))),
            _ => Ok(()),
        }
    }
}

/// Inserts a player for one room. An id or a token that is taken is an error of the data.
pub(super) async fn insert_scoped<DB: Engine>(
    conn: &mut DB::Connection,
    room: RoomId,
    player: &ScopedPlayer,
    now_ms: i64,
) -> Result<(), sqlx::Error> {
    const INSERT: &str = "
        INSERT INTO player (id, token_hash, name, scope_room, created_ms, seen_ms)
        VALUES ($1, $2, $3, $4, $5, $5)";
    let (hash, name) = (player.token_hash.as_bytes(), player.name.as_str());
    let params = [player.id.into(), hash.into(), name.into(), room.into(), now_ms.into()];
    DB::change(conn, INSERT, &params).await.map(drop)
}

/// A player was seen. The time never goes back.
pub(crate) struct TouchPlayer {
    pub(crate) id: PlayerId,
    pub(crate) now_ms: i64,
}

impl<DB: Engine> Job<DB> for TouchPlayer {
    type Done = ();
    type Error = UpdatePlayerError;

    async fn run(&self, conn: &mut DB::Connection) -> Result<(), Stop<UpdatePlayerError>> {
        const UPDATE: &str =
            "UPDATE player SET seen_ms = CASE WHEN seen_ms < $2 THEN $2 ELSE seen_ms END WHERE id = $1";
        found(self.id, DB::change(conn, UPDATE, &[self.id.into(), self.now_ms.into()]).await?)
    }
}

/// A player has a new name.
pub(crate) struct RenamePlayer {
    pub(crate) id: PlayerId,
    pub(crate) name: String,
}

impl<DB: Engine> Job<DB> for RenamePlayer {
    type Done = ();
    type Error = UpdatePlayerError;

    async fn run(&self, conn: &mut DB::Connection) -> Result<(), Stop<UpdatePlayerError>> {
        const UPDATE: &str = "UPDATE player SET name = $2 WHERE id = $1";
        found(self.id, DB::change(conn, UPDATE, &[self.id.into(), self.name.as_str().into()]).await?)
    }
}

fn found(id: PlayerId, rows: u64) -> Result<(), Stop<UpdatePlayerError>> {
    if rows == 0 { Err(Stop::Refused(UpdatePlayerError::NoSuchPlayer(id))) } else { Ok(()) }
}
