//! What an event does to a view.

use sarja_protocol::{
    ChatLine, ClockView, Event, PauseView, Phase, RestartWhy, RoomMs, RoomView, SeatState, SeatView,
    TurnNumber, TurnView, limits,
};
use sarja_rules::Seat;

use super::{matches, people, rommikubbi, round};

/// Whether an event is of a type that this library knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It is.
    Yes,
    /// It is not, and changed nothing.
    No,
}

/// Changes a view by an event that happened at this moment of the room's timeline.
///
/// Folding all events of a command over a snapshot from before it gives the snapshot from after it; between the events of
/// one command no snapshot is ever made.
pub fn fold(room: &mut RoomView, at_ms: RoomMs, event: &Event) -> Known {
    match event {
        Event::RoomCreated { host, settings } => people::room_created(room, *host, settings),
        Event::PlayerJoined { player_id, name, role, kind } => {
            people::joined(room, *player_id, name, *role, *kind);
        }
        Event::PlayerLeft { player_id, .. } => room.people.retain(|p| p.player_id != *player_id),
        Event::PlayerRemoved { player_id } => {
            room.people.retain(|p| p.player_id != *player_id);
            room.invited.retain(|p| p != player_id);
        }
        Event::ProgramInvited { player_id } => room.invited.push(*player_id),
        Event::SeatTaken { seat, player_id, name } => people::seat_taken(room, *seat, *player_id, name),
        Event::SeatLeft { seat } | Event::BotRemoved { seat } => people::seat_left(room, *seat),
        Event::BotSeated { seat, name, level } => people::bot_seated(room, *seat, name, *level),
        Event::ReadyChanged { seat, ready } => with_seat(room, *seat, |s| s.ready = *ready),
        Event::HostChanged { player_id, .. } => room.host = *player_id,
        Event::SettingsChanged { settings } => people::settings_changed(room, settings),
        Event::MatchStarted { match_id, match_no, seats } => {
            matches::started(room, *match_id, *match_no, seats);
        }
        Event::ShuffleCommitted { round, deal, commitment, values_until_ms } => {
            round::committed(room, *round, *deal, commitment, *values_until_ms);
        }
        Event::StarterTileDrawn { seat, tile } => round::starter_tile(room, *seat, *tile),
        Event::StarterChosen { seat, .. } => round::with(room, |r| r.starter = Some(*seat)),
        Event::Dealt { values, tiles_each, pool, rack, starter_took, taken, .. } => {
            round::dealt(room, values, *tiles_each, *pool, rack.as_deref());
            rommikubbi::dealt(room, *starter_took, *taken);
        }
        Event::TurnStarted { turn, seat, time_ms, short_clock, turns_left } => {
            let started = TurnView { turn: *turn, seat: *seat, started_ms: at_ms, time_ms: *time_ms };
            with_seat(room, *seat, |s| s.short_clock = *short_clock);
            round::turn_started(room, started, *turns_left);
        }
        Event::HintTaken { seat, .. } => round::hint_taken(room, *seat),
        Event::TimeRanOut { seat, absent_turns, .. } => people::set_absent(room, *seat, *absent_turns),
        Event::SetsPlayed { seat, table, from_rack, tiles_left, why, .. } => {
            round::sets_played(room, *seat, table, from_rack, *tiles_left, *why);
        }
        Event::PlayPenalised { seat, .. } => people::acted(room, *seat),
        Event::TilesDrawn { seat, count, pool, why, tiles, .. } => {
            round::tiles_drawn(room, *seat, *count, *pool, *why, tiles.as_deref());
        }
        Event::TurnPassed { seat, why, .. } => round::turn_ended(room, *seat, *why),
        Event::TileTaken(event) => rommikubbi::tile_taken(room, event),
        Event::PileTurnedOver(event) => rommikubbi::pile_turned_over(room, event),
        Event::PileTaken(event) => rommikubbi::pile_taken(room, event),
        Event::SetsLaid(event) => rommikubbi::sets_laid(room, event),
        Event::TileDiscarded(event) => rommikubbi::tile_discarded(room, event),
        Event::PileGivenBack(event) => rommikubbi::pile_given_back(room, event),
        Event::RoundEnded { .. } => matches::round_ended(room, event),
        Event::NextRoundAwaited { starts_ms } => room.next_round_ms = Some(*starts_ms),
        Event::MatchEnded { ranking, totals, rounds_won } => {
            matches::ended(room, ranking, totals, rounds_won);
        }
        Event::MatchAbandoned { racks, secret, .. } => matches::abandoned(room, racks.as_ref(), *secret),
        Event::EndAnnounced { .. } => matches::with(room, |m| m.ending_after_round = true),
        Event::SeatVacated { seat, why } => people::seat_vacated(room, *seat, *why),
        Event::SeatRetaken { seat, player_id } => people::seat_retaken(room, *seat, *player_id),
        Event::BotTookOver { seat, name, level } => people::bot_took_over(room, *seat, name, *level),
        Event::PauseAsked { seat } => vote(&mut room.votes.pause, *seat),
        Event::Paused { until_ms, pauses_left, why } => {
            let pause = PauseView { until_ms: *until_ms, why: *why };
            matches::paused(room, at_ms, pause, *pauses_left);
        }
        Event::PlayResumed { turn, time_ms } => matches::resumed(room, at_ms, *turn, *time_ms),
        Event::EndAsked { seat, withdrawn: false } => vote(&mut room.votes.end, *seat),
        Event::EndAsked { seat, withdrawn: true } => room.votes.end.retain(|s| s != seat),
        Event::RematchAsked { seat } => vote(&mut room.votes.rematch, *seat),
        Event::RematchOpened { .. } => matches::rematch_opened(room),
        Event::ChatSaid { player_id, name, text } => {
            let line = ChatLine { player_id: *player_id, name: name.clone(), text: text.clone(), at_ms };
            room.chat.push(line);
            let surplus = room.chat.len().saturating_sub(limits::CHAT_KEPT_MAX);
            room.chat.drain(..surplus);
        }
        Event::ClockRestarted { turn, time_ms, why } => restart_clock(room, at_ms, *turn, *time_ms, *why),
        Event::RoomClosed { .. } => room.phase = Phase::Closed,
        Event::Unknown => return Known::No,
    }
    Known::Yes
}

/// Changes a seat, if there is one of this number.
pub(super) fn with_seat(room: &mut RoomView, seat: Seat, change: impl FnOnce(&mut SeatView)) {
    if let Some(seat) = room.seats.iter_mut().find(|s| s.seat == seat) {
        change(seat);
    }
}

/// A seat that nobody has.
pub(super) fn free_seat(seat: Seat) -> SeatView {
    SeatView {
        seat,
        state: SeatState::Free,
        player_id: None,
        name: None,
        bot: None,
        ready: false,
        connected: false,
        absent_turns: 0,
        short_clock: false,
        former_names: Vec::new(),
    }
}

/// What ends with a turn.
pub(super) fn clear_turn(room: &mut RoomView) {
    room.clock = None;
    room.draft = None;
    round::with(room, |r| {
        r.turn = None;
        r.turns_left = None;
        rommikubbi::turn_ended(r);
    });
}

/// A clock that has so much left at this moment; without a time there is a turn, but nothing that runs out.
pub(super) fn running(at_ms: RoomMs, time_ms: Option<u32>) -> ClockView {
    ClockView { ends_ms: time_ms.map(|ms| at_ms.plus(ms)), paused_left_ms: None }
}

/// The clock of a turn that begins, or begins anew, at this moment: in a pause it waits.
pub(super) fn starting(room: &RoomView, at_ms: RoomMs, time_ms: Option<u32>) -> ClockView {
    if room.pause.is_some() {
        ClockView { ends_ms: None, paused_left_ms: time_ms }
    } else {
        running(at_ms, time_ms)
    }
}

fn restart_clock(
    room: &mut RoomView,
    at_ms: RoomMs,
    turn: TurnNumber,
    time_ms: Option<u32>,
    why: RestartWhy,
) {
    if why == RestartWhy::PlayerActed
        && let Some(seat) = room.round.as_ref().and_then(|r| Some(r.turn.as_ref()?.seat))
    {
        people::acted(room, seat);
    }
    round::with(room, |r| {
        if let Some(now) = r.turn.as_mut().filter(|now| now.turn == turn) {
            now.started_ms = at_ms;
            now.time_ms = time_ms;
        }
    });
    room.clock = Some(starting(room, at_ms, time_ms));
}

fn vote(votes: &mut Vec<Seat>, seat: Seat) {
    if let Err(place) = votes.binary_search(&seat) {
        votes.insert(place, seat);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::view::samples::{ANNA, after, lobby};

    #[test]
    fn only_the_last_fifty_lines_of_chat_are_kept() {
        let mut room = lobby();
        for line in 0..51 {
            room = after(
                room,
                line,
                &[
                    json!({"type": "chat_said", "player_id": ANNA, "name": "Anna", "text": format!("line {line}")}),
                ],
            );
        }
        assert_eq!(room.chat.len(), 50);
        assert_eq!((room.chat[0].text.as_str(), room.chat[0].at_ms.0), ("line 1", 1));
        assert_eq!(room.chat[49].text.as_str(), "line 50");
    }

    #[test]
    fn a_closed_room_shows_what_it_held() {
        let room = after(lobby(), 1, &[json!({"type": "room_closed", "why": "idle"})]);
        let mut expected = lobby();
        expected.phase = sarja_protocol::Phase::Closed;
        assert_eq!(room, expected);
    }

    #[test]
    fn an_event_of_a_later_version_changes_nothing_and_is_told_apart() {
        let mut room = lobby();
        assert_eq!(
            super::fold(&mut room, sarja_protocol::RoomMs(1), &super::Event::Unknown),
            super::Known::No
        );
        assert_eq!(room, lobby());
    }
}
