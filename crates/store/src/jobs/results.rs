//! Results, written by the append that causes them.

use crate::engine::Engine;
use crate::{MatchId, MatchRow, MatchState, RoomId, RoundEnd, RoundRow, SeatRow, Tally};

pub(super) async fn insert_round<DB: Engine>(
    conn: &mut DB::Connection,
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
    let params = [
        room.into(),
        round.match_no.into(),
        round.round_no.into(),
        round.deal.into(),
        how.into(),
        round.winner.into(),
        round.points.as_str().into(),
        round.racks.as_str().into(),
        (round.tally == Tally::PlayedAgain).into(),
        round.ended_ms.into(),
    ];
    DB::change(conn, INSERT, &params).await.map(drop)
}

pub(super) async fn insert_match<DB: Engine>(
    conn: &mut DB::Connection,
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
    let params = [
        result.id.into(),
        room.into(),
        result.match_no.into(),
        result.ruleset.as_str().into(),
        result.options.as_str().into(),
        state.into(),
        result.started_ms.into(),
        result.ended_ms.into(),
    ];
    DB::change(conn, INSERT, &params).await?;
    for seat in &result.seats {
        insert_seat::<DB>(conn, result.id, seat).await?;
    }
    Ok(())
}

async fn insert_seat<DB: Engine>(
    conn: &mut DB::Connection,
    id: MatchId,
    seat: &SeatRow,
) -> Result<(), sqlx::Error> {
    const INSERT: &str = "
        INSERT INTO match_seat (match_id, seat, player_id, name, bot, points, rounds_won, place)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let params = [
        id.into(),
        seat.seat.into(),
        seat.player.into(),
        seat.name.as_str().into(),
        seat.bot.as_deref().into(),
        seat.points.into(),
        seat.rounds_won.into(),
        seat.place.into(),
    ];
    DB::change(conn, INSERT, &params).await.map(drop)
}
