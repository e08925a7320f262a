//! Reading results, for pages.

use sqlx::Pool;

use super::rows;
use crate::engine::Engine;
use crate::limits::MATCHES_MAX;
use crate::row::{Columns, number, number_or_null};
use crate::{
    DealNo, Inconsistent, MatchId, MatchNo, MatchRow, MatchState, PlayerId, ReadError, RecordedMatch,
    RoomCode, RoomId, RoundEnd, RoundNo, RoundRow, SeatNo, SeatRow, Tally,
};

pub(crate) async fn match_by_id<DB: Engine>(
    pool: &Pool<DB>,
    id: MatchId,
) -> Result<Option<RecordedMatch>, ReadError> {
    const SELECT: &str = "
        SELECT m.*, s.seat, s.player_id, s.name, s.bot, s.points, s.rounds_won, s.place
        FROM match_result m LEFT JOIN match_seat s ON s.match_id = m.id
        WHERE m.id = $1 ORDER BY s.seat";
    Ok(matches(&rows(pool, SELECT, &[id.into()]).await?)?.pop())
}

pub(crate) async fn match_by_code<DB: Engine>(
    pool: &Pool<DB>,
    code: &RoomCode,
    match_no: Option<MatchNo>,
) -> Result<Option<RecordedMatch>, ReadError> {
    // One code after the other may have opened several rooms.
    const SELECT: &str = "
        WITH latest AS (
            SELECT m.* FROM match_result m JOIN room r ON r.id = m.room_id
            WHERE r.code = $1 AND ($2 IS NULL OR m.match_no = $2)
            ORDER BY m.ended_ms DESC, m.match_no DESC, m.id LIMIT 1)
        SELECT m.*, s.seat, s.player_id, s.name, s.bot, s.points, s.rounds_won, s.place
        FROM latest m LEFT JOIN match_seat s ON s.match_id = m.id ORDER BY s.seat";
    Ok(matches(&rows(pool, SELECT, &[code.as_str().into(), match_no.into()]).await?)?.pop())
}

pub(crate) async fn match_by_room<DB: Engine>(
    pool: &Pool<DB>,
    room: RoomId,
    match_no: MatchNo,
) -> Result<Option<RecordedMatch>, ReadError> {
    const SELECT: &str = "
        SELECT m.*, s.seat, s.player_id, s.name, s.bot, s.points, s.rounds_won, s.place
        FROM match_result m LEFT JOIN match_seat s ON s.match_id = m.id
        WHERE m.room_id = $1 AND m.match_no = $2 ORDER BY s.seat";
    Ok(matches(&rows(pool, SELECT, &[room.into(), match_no.into()]).await?)?.pop())
}

pub(crate) async fn matches_of_player<DB: Engine>(
    pool: &Pool<DB>,
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
    matches(&rows(pool, SELECT, &[player.into(), limit.min(MATCHES_MAX).into()]).await?)
}

pub(crate) async fn rounds<DB: Engine>(
    pool: &Pool<DB>,
    room: RoomId,
    match_no: MatchNo,
) -> Result<Vec<RoundRow>, ReadError> {
    const SELECT: &str = "SELECT * FROM round_result WHERE room_id = $1 AND match_no = $2 ORDER BY round_no";
    rows(pool, SELECT, &[room.into(), match_no.into()]).await?.iter().map(round).collect()
}

/// The results of all rounds of a room, in the order in which they were played.
pub(super) async fn rounds_of_room<DB: Engine>(
    conn: &mut DB::Connection,
    room: RoomId,
) -> Result<Vec<RoundRow>, ReadError> {
    const SELECT: &str = "SELECT * FROM round_result WHERE room_id = $1 ORDER BY match_no, round_no";
    DB::rows(conn, SELECT, &[room.into()]).await?.iter().map(round).collect()
}

/// The results of all matches of a room, in order.
pub(super) async fn matches_of_room<DB: Engine>(
    conn: &mut DB::Connection,
    room: RoomId,
) -> Result<Vec<MatchRow>, ReadError> {
    const SELECT: &str = "
        SELECT m.*, s.seat, s.player_id, s.name, s.bot, s.points, s.rounds_won, s.place
        FROM match_result m LEFT JOIN match_seat s ON s.match_id = m.id
        WHERE m.room_id = $1 ORDER BY m.match_no, s.seat";
    let matches = matches(&DB::rows(conn, SELECT, &[room.into()]).await?)?;
    Ok(matches.into_iter().map(|recorded| recorded.result).collect())
}

/// Matches from rows that are a match with one of its seats each, those of one match in a row.
fn matches(rows: &[impl Columns]) -> Result<Vec<RecordedMatch>, ReadError> {
    let mut matches: Vec<RecordedMatch> = Vec::new();
    for row in rows {
        let id = MatchId(row.uuid("id")?);
        if matches.last().is_none_or(|last| last.result.id != id) {
            matches.push(recorded(id, row)?);
        }
        if let (Some(recorded), Some(seat)) = (matches.last_mut(), number_or_null(row, "seat")?) {
            recorded.result.seats.push(seat_row(SeatNo(seat), row)?);
        }
    }
    Ok(matches)
}

fn recorded(id: MatchId, row: &impl Columns) -> Result<RecordedMatch, ReadError> {
    let result = MatchRow {
        id,
        match_no: MatchNo(number(row, "match_no")?),
        ruleset: row.text("ruleset")?,
        options: row.text("options")?,
        state: match row.text("state")?.as_str() {
            "finished" => MatchState::Finished,
            "abandoned" => MatchState::Abandoned,
            other => return Err(Inconsistent(format!("the state of match {id} is {other:?}")).into()),
        },
        started_ms: row.integer("started_ms")?,
        ended_ms: row.integer("ended_ms")?,
        seats: Vec::new(),
    };
    Ok(RecordedMatch { room: RoomId(row.uuid("room_id")?), result })
}

fn seat_row(seat: SeatNo, row: &impl Columns) -> Result<SeatRow, ReadError> {
    Ok(SeatRow {
        seat,
        player: row.uuid_or_null("player_id")?.map(PlayerId),
        name: row.text("name")?,
        bot: row.text_or_null("bot")?,
        points: row.integer("points")?,
        rounds_won: number(row, "rounds_won")?,
        place: number_or_null(row, "place")?,
    })
}

fn round(row: &impl Columns) -> Result<RoundRow, ReadError> {
    Ok(RoundRow {
        match_no: MatchNo(number(row, "match_no")?),
        round_no: RoundNo(number(row, "round_no")?),
        deal: DealNo(number(row, "deal")?),
        how: match row.text("how")?.as_str() {
            "out" => RoundEnd::Out,
            "blocked" => RoundEnd::Blocked,
            other => return Err(Inconsistent(format!("a round ended as {other:?}")).into()),
        },
        winner: number_or_null(row, "winner")?.map(SeatNo),
        points: row.text("points")?,
        racks: row.text("racks")?,
        tally: if row.flag("played_again")? { Tally::PlayedAgain } else { Tally::Counted },
        ended_ms: row.integer("ended_ms")?,
    })
}
