//! What is below the SQL that the engines share: running a statement, its parameters, and a lock.
//!
//! Reads and jobs are written once, over [`Engine`]. Their statements use `$1` and what both engines understand alike;
//! they are held to it by the contract suite.

use sqlx::Database;
use uuid::Uuid;

use crate::row::Columns;
use crate::{DealNo, Epoch, MatchId, MatchNo, PlayerId, RoomId, RoundNo, SeatNo, Seq};

/// An engine, as the shared statements see it.
pub(crate) trait Engine: Database<Row: Columns> {
    /// Begins a transaction whose reads are all of one moment.
    const BEGIN_SNAPSHOT: &'static str;

    /// Runs a statement and gives its rows. When this returns, the engine has finished with the statement.
    fn rows(
        conn: &mut Self::Connection,
        sql: &'static str,
        params: &[Param<'_>],
    ) -> impl Future<Output = Result<Vec<Self::Row>, sqlx::Error>> + Send;

    /// Runs a statement and gives the number of rows that it changed.
    fn change(
        conn: &mut Self::Connection,
        sql: &'static str,
        params: &[Param<'_>],
    ) -> impl Future<Output = Result<u64, sqlx::Error>> + Send;

    /// Keeps others from changing who owns a room, and from closing it, until the transaction ends. Waits for those who
    /// are about to. What is read afterwards is what they left.
    fn hold_room(
        conn: &mut Self::Connection,
        room: RoomId,
        hold: Hold,
    ) -> impl Future<Output = Result<(), sqlx::Error>> + Send;
}

/// How a room is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hold {
    /// For an append: others may append, too, as far as the log lets them.
    Shared,
    /// For a change of the ownership or the end: nobody else is writing to the room.
    Alone,
}

/// The first row of a statement, if it gives any.
pub(crate) async fn one<DB: Engine>(
    conn: &mut DB::Connection,
    sql: &'static str,
    params: &[Param<'_>],
) -> Result<Option<DB::Row>, sqlx::Error> {
    Ok(DB::rows(conn, sql, params).await?.into_iter().next())
}

/// A parameter of a statement, of the few types that the tables have.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Param<'v> {
    Uuid(Option<Uuid>),
    Integer(Option<i64>),
    Text(Option<&'v str>),
    Bytes(Option<&'v [u8]>),
    Flag(bool),
}

/// A query with its parameters bound. A macro, because the drivers' types have no bound in common that says so.
macro_rules! query {
    ($engine:ty, $sql:expr, $params:expr) => {{
        let mut query = sqlx::query::<$engine>($sql);
        for param in $params {
            query = match *param {
                $crate::engine::Param::Uuid(value) => query.bind(value),
                $crate::engine::Param::Integer(value) => query.bind(value),
                $crate::engine::Param::Text(value) => query.bind(value),
                $crate::engine::Param::Bytes(value) => query.bind(value),
                $crate::engine::Param::Flag(value) => query.bind(value),
            };
        }
        query
    }};
}
pub(crate) use query;

macro_rules! params {
    ($($from:ty => $variant:ident($value:pat => $stored:expr);)*) => {$(
        impl<'v> From<$from> for Param<'v> {
            fn from($value: $from) -> Self {
                Self::$variant(Some($stored))
            }
        }

        impl<'v> From<Option<$from>> for Param<'v> {
            fn from(value: Option<$from>) -> Self {
                Self::$variant(value.map(|$value| $stored))
            }
        }
    )*};
}

params! {
    Uuid => Uuid(value => value);
    PlayerId => Uuid(value => value.0);
    RoomId => Uuid(value => value.0);
    MatchId => Uuid(value => value.0);
    i64 => Integer(value => value);
    u32 => Integer(value => i64::from(value));
    u8 => Integer(value => i64::from(value));
    Seq => Integer(value => integer(value.0));
    Epoch => Integer(value => integer(value.0));
    DealNo => Integer(value => i64::from(value.0));
    MatchNo => Integer(value => i64::from(value.0));
    RoundNo => Integer(value => i64::from(value.0));
    SeatNo => Integer(value => i64::from(value.0));
    &'v str => Text(value => value);
    &'v [u8] => Bytes(value => value);
}

impl From<bool> for Param<'_> {
    fn from(value: bool) -> Self {
        Self::Flag(value)
    }
}

/// A number as the engines store it. What does not fit is beyond every stored number, and so compares as it should.
pub(crate) fn integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
