//! Results: written by the append that causes them, read for pages.

use sqlx::SqliteConnection;
use sqlx::sqlite::SqliteRow;
use uuid::Uuid;

use super::Sqlite;
use super::row::{get, number, number_or_null};
use crate::limits::MATCHES_MAX;
use crate::{
    DealNo, Inconsistent, MatchId, MatchNo, MatchRow, MatchState, PlayerId, ReadError, RecordedMatch, RoomId,
    RoundEnd, RoundNo, RoundRow, SeatNo, SeatRow, Tally,
};

pub(super) async fn insert_round(
    conn: &mut SqliteConnection,
    room: RoomId,
    round: &RoundRow,
) -> Result<(), sqlx::Error> {
    const INSERT: &str = "
        INSERT INTO round_result
            (room_id, match_no, round_no, deal, how, winner, points, racks, played_again, ended_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let how = match round.how {
        RoundEnd::Out => "out",
        RoundEnd::Blocked => "blocked",
    };
    sqlx::query(INSERT)
        .bind(room.0)
        .bind(i64::from(round.match_no.0))
        .bind(i64::from(round.round_no.0))
        .bind(i64::from(round.deal.0))
        .bind(how)
        .bind(round.winner.map(|seat| i64::from(seat.0)))
        .bind(&round.points)
        .bind(&round.racks)
        .bind(round.tally == Tally::PlayedAgain)
        .bind(round.ended_ms)
        .execute(conn)
        .await
        .map(drop)
}

pub(super) async fn insert_match(
    conn: &mut SqliteConnection,
    room: RoomId,
    result: &MatchRow,
) -> Result<(), sqlx::Error> {
    const INSERT: &str = "
        INSERT INTO match_result (id, room_id, match_no, ruleset, options, state, started_ms, ended_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let state = match result.state {
        MatchState::Finished => "finished",
        MatchState::Abandoned => "abandoned",
    };
    sqlx::query(INSERT)
        .bind(result.id.0)
        .bind(room.0)
        .bind(i64::from(result.match_no.0))
        .bind(&result.ruleset)
        .bind(&result.options)
        .bind(state)
        .bind(result.started_ms)
        .bind(result.ended_ms)
        .execute(&mut *conn)
        .await?;
    for seat in &result.seats {
        insert_seat(conn, result.id, seat).await?;
    }
    Ok(())
}

async fn insert_seat(conn: &mut SqliteConnection, id: MatchId, seat: &SeatRow) -> Result<(), sqlx::Error> {
    const INSERT: &str = "
        INSERT INTO match_seat (match_id, seat, player_id, name, bot, points, rounds_won, place)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    sqlx::query(INSERT)
        .bind(id.0)
        .bind(i64::from(seat.seat.0))
        .bind(seat.player.map(|player| player.0))
        .bind(&seat.name)
        .bind(&seat.bot)
        .bind(seat.points)
        .bind(i64::from(seat.rounds_won))
        .bind(seat.place.map(i64::from))
        .execute(conn)
        .await
        .map(drop)
}

impl Sqlite {
    pub(crate) async fn match_by_room(
        &self,
        room: RoomId,
        match_no: MatchNo,
    ) -> Result<Option<RecordedMatch>, ReadError> {
        const SELECT: &str = "
            SELECT m.*, s.seat, s.player_id, s.name, s.bot, s.points, s.rounds_won, s.place
            FROM match_result m LEFT JOIN match_seat s ON s.match_id = m.id
            WHERE m.room_id = $1 AND m.match_no = $2 ORDER BY s.seat";
        let query = sqlx::query(SELECT).bind(room.0).bind(i64::from(match_no.0));
        Ok(matches(&query.fetch_all(&self.readers).await?)?.pop())
    }

    pub(crate) async fn matches_of_player(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Result<Vec<RecordedMatch>, ReadError> {
        const SELECT: &str = "
            WITH mine AS (
                SELECT m.* FROM match_result m
                WHERE m.id IN (SELECT match_id FROM match_seat WHERE player_id = $1)
                ORDER BY m.ended_ms DESC, m.id LIMIT $2)
            SELECT m.*, s.seat, s.player_id, s.name, s.bot, s.points, s.rounds_won, s.place
            FROM mine m LEFT JOIN match_seat s ON s.match_id = m.id
            ORDER BY m.ended_ms DESC, m.id, s.seat";
        let query = sqlx::query(SELECT).bind(player.0).bind(i64::from(limit.min(MATCHES_MAX)));
        matches(&query.fetch_all(&self.readers).await?)
    }

    pub(crate) async fn rounds(&self, room: RoomId, match_no: MatchNo) -> Result<Vec<RoundRow>, ReadError> {
        const SELECT: &str =
            "SELECT * FROM round_result WHERE room_id = $1 AND match_no = $2 ORDER BY round_no";
        let query = sqlx::query(SELECT).bind(room.0).bind(i64::from(match_no.0));
        query.fetch_all(&self.readers).await?.iter().map(round).collect()
    }
}

/// The results of all rounds of a room, in the order in which they were played.
pub(super) async fn rounds_of_room(
    conn: &mut SqliteConnection,
    room: RoomId,
) -> Result<Vec<RoundRow>, ReadError> {
    const SELECT: &str = "SELECT * FROM round_result WHERE room_id = $1 ORDER BY match_no, round_no";
    sqlx::query(SELECT).bind(room.0).fetch_all(conn).await?.iter().map(round).collect()
}

/// The results of all matches of a room, in order.
pub(super) async fn matches_of_room(
    conn: &mut SqliteConnection,
    room: RoomId,
) -> Result<Vec<MatchRow>, ReadError> {
    const SELECT: &str = "
        SELECT m.*, s.seat, s.player_id, s.name, s.bot, s.points, s.rounds_won, s.place
        FROM match_result m LEFT JOIN match_seat s ON s.match_id = m.id
        WHERE m.room_id = $1 ORDER BY m.match_no, s.seat";
    let matches = matches(&sqlx::query(SELECT).bind(room.0).fetch_all(conn).await?)?;
    Ok(matches.into_iter().map(|recorded| recorded.result).collect())
}

/// Matches from rows that are a match with one of its seats each, those of one match in a row.
fn matches(rows: &[SqliteRow]) -> Result<Vec<RecordedMatch>, ReadError> {
    let mut matches: Vec<RecordedMatch> = Vec::new();
    for row in rows {
        let id = MatchId(get(row, "id")?);
        if matches.last().is_none_or(|last| last.result.id != id) {
            matches.push(recorded(id, row)?);
        }
        if let (Some(recorded), Some(seat)) = (matches.last_mut(), number_or_null(row, "seat")?) {
            recorded.result.seats.push(seat_row(SeatNo(seat), row)?);
        }
    }
    Ok(matches)
}

fn recorded(id: MatchId, row: &SqliteRow) -> Result<RecordedMatch, ReadError> {
    let result = MatchRow {
        id,
        match_no: MatchNo(number(row, "match_no")?),
        ruleset: get(row, "ruleset")?,
        options: get(row, "options")?,
        state: match get(row, "state")? {
            "finished" => MatchState::Finished,
            "abandoned" => MatchState::Abandoned,
            other => return Err(Inconsistent(format!("the state of match {id} is {other:?}")).into()),
        },
        started_ms: get(row, "started_ms")?,
        ended_ms: get(row, "ended_ms")?,
        seats: Vec::new(),
    };
    Ok(RecordedMatch { room: RoomId(get(row, "room_id")?), result })
}

fn seat_row(seat: SeatNo, row: &SqliteRow) -> Result<SeatRow, ReadError> {
    Ok(SeatRow {
        seat,
        player: get::<Option<Uuid>>(row, "player_id")?.map(PlayerId),
        name: get(row, "name")?,
        bot: get(row, "bot")?,
        points: get(row, "points")?,
        rounds_won: number(row, "rounds_won")?,
        place: number_or_null(row, "place")?,
    })
}

fn round(row: &SqliteRow) -> Result<RoundRow, ReadError> {
    Ok(RoundRow {
        match_no: MatchNo(number(row, "match_no")?),
        round_no: RoundNo(number(row, "round_no")?),
        deal: DealNo(number(row, "deal")?),
        how: match get(row, "how")? {
            "out" => RoundEnd::Out,
            "blocked" => RoundEnd::Blocked,
            other => return Err(Inconsistent(format!("a round ended as {other:?}")).into()),
        },
        winner: number_or_null(row, "winner")?.map(SeatNo),
        points: get(row, "points")?,
        racks: get(row, "racks")?,
        tally: if get(row, "played_again")? { Tally::PlayedAgain } else { Tally::Counted },
        ended_ms: get(row, "ended_ms")?,
    })
}
