//! Rooms: creating, taking, closing, finding, loading.

use sqlx::SqliteConnection;

use super::Sqlite;
use super::append::{insert_rest, insert_row};
use super::job::{Job, Stop};
use super::log;
use super::row::{number, room_head, secret};
use crate::{
    CloseRoomError, CreateRoomError, Created, Epoch, Inconsistent, LoadedRoom, NewRoom, Owner, ReadError,
    RoomCode, RoomHead, RoomId, Secret, WriteError,
};

impl Job for NewRoom {
    type Done = Created;
    type Error = CreateRoomError;

    async fn run(&self, conn: &mut SqliteConnection) -> Result<Created, Stop<CreateRoomError>> {
        const OWN: &str = "INSERT INTO room_owner (room_id, owner, epoch) VALUES ($1, $2, 1)";
        if !insert_room(conn, self).await? {
            return Err(Stop::Refused(self.taken(conn).await?));
        }
        sqlx::query(OWN).bind(self.id.0).bind(self.owner.as_str()).execute(&mut *conn).await?;
        if !insert_row(conn, self.id, Epoch::FIRST, &self.first).await.map_err(|e| Stop::at("log row", e))? {
            return Err(ReadError::from(Inconsistent(format!("new room {} took no row", self.id))).into());
        }
        insert_rest(conn, self.id, &self.first).await?;
        Ok(Created { epoch: Epoch::FIRST })
    }
}

impl NewRoom {
    async fn taken(&self, conn: &mut SqliteConnection) -> Result<CreateRoomError, sqlx::Error> {
        const SELECT: &str = "SELECT count(*) FROM room WHERE id = $1";
        let same_id: i64 = sqlx::query_scalar(SELECT).bind(self.id.0).fetch_one(conn).await?;
        Ok(match same_id {
            0 => CreateRoomError::CodeTaken(self.code.clone()),
            _ => CreateRoomError::RoomExists(self.id),
        })
    }
}

async fn insert_room(conn: &mut SqliteConnection, room: &NewRoom) -> Result<bool, sqlx::Error> {
    const INSERT: &str = "INSERT INTO room (id, code, created_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    let code = room.code.as_str();
    let done = sqlx::query(INSERT).bind(room.id.0).bind(code).bind(room.now_ms).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Makes somebody the owner of an open room.
pub(crate) struct TakeRoom {
    pub(crate) room: RoomId,
    pub(crate) owner: Owner,
}

impl Job for TakeRoom {
    type Done = Option<Epoch>;
    type Error = WriteError;

    async fn run(&self, conn: &mut SqliteConnection) -> Result<Option<Epoch>, Stop<WriteError>> {
        // The transaction holds the write lock, so that nobody else can take the room in between.
        const UPDATE: &str = "
            UPDATE room_owner SET owner = $2, epoch = epoch + 1
            WHERE room_id = (SELECT id FROM room WHERE id = $1 AND closed_ms IS NULL)
            RETURNING epoch";
        let owner = self.owner.as_str();
        let row = sqlx::query(UPDATE).bind(self.room.0).bind(owner).fetch_optional(conn).await?;
        Ok(row.map(|row| number(&row, "epoch")).transpose()?.map(Epoch))
    }
}

/// Closes a room that the caller owns.
pub(crate) struct CloseRoom {
    pub(crate) room: RoomId,
    pub(crate) epoch: Epoch,
    pub(crate) now_ms: i64,
}

impl Job for CloseRoom {
    type Done = ();
    type Error = CloseRoomError;

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Stop<CloseRoomError>> {
        const EPOCH: &str = "SELECT epoch FROM room_owner WHERE room_id = $1";
        const UPDATE: &str = "UPDATE room SET closed_ms = coalesce(closed_ms, $2) WHERE id = $1";
        let room = self.room;
        let Some(row) = sqlx::query(EPOCH).bind(room.0).fetch_optional(&mut *conn).await? else {
            return Err(Stop::Refused(CloseRoomError::NoSuchRoom(room)));
        };
        let current = Epoch(number(&row, "epoch")?);
        if current != self.epoch {
            return Err(Stop::Refused(CloseRoomError::Fenced { room, held: self.epoch, current }));
        }
        sqlx::query(UPDATE).bind(room.0).bind(self.now_ms).execute(conn).await?;
        Ok(())
    }
}

impl Sqlite {
    pub(crate) async fn open_rooms(&self) -> Result<Vec<RoomHead>, ReadError> {
        const SELECT: &str = "
            SELECT r.*, o.owner, o.epoch FROM room r JOIN room_owner o ON o.room_id = r.id
            WHERE r.closed_ms IS NULL ORDER BY r.created_ms, r.id";
        let rows = sqlx::query(SELECT).fetch_all(&self.readers).await?;
        rows.iter().map(room_head).collect()
    }

    pub(crate) async fn open_room_by_code(&self, code: &RoomCode) -> Result<Option<RoomHead>, ReadError> {
        const SELECT: &str = "
            SELECT r.*, o.owner, o.epoch FROM room r JOIN room_owner o ON o.room_id = r.id
            WHERE r.code = $1 AND r.closed_ms IS NULL";
        let query = sqlx::query(SELECT).bind(code.as_str());
        query.fetch_optional(&self.readers).await?.as_ref().map(room_head).transpose()
    }

    /// Reads in one transaction, so that epoch, log and secrets are of one moment.
    pub(crate) async fn load_room(&self, room: RoomId) -> Result<Option<LoadedRoom>, ReadError> {
        let mut snapshot = self.readers.begin().await?;
        let loaded = loaded(&mut snapshot, room).await?;
        snapshot.commit().await?;
        Ok(loaded)
    }
}

/// A room with its log and its secrets, as this connection sees them.
pub(super) async fn loaded(
    conn: &mut SqliteConnection,
    room: RoomId,
) -> Result<Option<LoadedRoom>, ReadError> {
    let Some(head) = head(conn, room).await? else { return Ok(None) };
    let rows = log::all(conn, room).await?;
    let secrets = secrets(conn, room).await?;
    Ok(Some(LoadedRoom { room: head, rows, secrets }))
}

async fn head(conn: &mut SqliteConnection, room: RoomId) -> Result<Option<RoomHead>, ReadError> {
    const SELECT: &str = "
        SELECT r.*, o.owner, o.epoch FROM room r JOIN room_owner o ON o.room_id = r.id WHERE r.id = $1";
    let row = sqlx::query(SELECT).bind(room.0).fetch_optional(conn).await?;
    row.as_ref().map(room_head).transpose()
}

async fn secrets(conn: &mut SqliteConnection, room: RoomId) -> Result<Vec<Secret>, ReadError> {
    const SELECT: &str = "SELECT deal, secret, revealed_ms FROM room_secret WHERE room_id = $1 ORDER BY deal";
    let rows = sqlx::query(SELECT).bind(room.0).fetch_all(conn).await?;
    rows.iter().map(secret).collect()
}
