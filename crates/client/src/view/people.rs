//! Events of people and their seats.

use sarja_protocol::{
    BotLevel, Person, Phase, PlayerId, PlayerKind, PlayerName, Role, RoomView, SeatState, SeatView,
    SettingsView, VacateWhy,
};
use sarja_rules::Seat;

use super::fold::{free_seat, with_seat};

/// Turns in a row in which the time ran out that make a seat play with the short clock (rooms.md 10).
const ABSENT_TURNS: u16 = 2;

pub(super) fn room_created(room: &mut RoomView, host: PlayerId, settings: &SettingsView) {
    room.host = host;
    room.settings = settings.clone();
    room.phase = Phase::Lobby;
    room.seats = (0..settings.seats).map(|seat| free_seat(Seat(seat))).collect();
}

pub(super) fn joined(
    room: &mut RoomView,
    player_id: PlayerId,
    name: &PlayerName,
    role: Role,
    kind: PlayerKind,
) {
    room.people.retain(|p| p.player_id != player_id);
    // Who joins does so on a connection; `presence` corrects it if that is gone already.
    room.people.push(Person { player_id, name: name.clone(), role, kind, connected: true });
}

pub(super) fn seat_taken(room: &mut RoomView, seat: Seat, player_id: PlayerId, name: &PlayerName) {
    let connected = set_role(room, player_id, Role::Player, Some(seat));
    with_seat(room, seat, |s| {
        *s = SeatView {
            state: SeatState::Seated,
            player_id: Some(player_id),
            name: Some(name.clone()),
            connected,
            ..free_seat(seat)
        };
    });
}

pub(super) fn seat_left(room: &mut RoomView, seat: Seat) {
    if let Some(player_id) = room.seats.iter().find(|s| s.seat == seat).and_then(|s| s.player_id) {
        set_role(room, player_id, Role::Spectator, None);
    }
    with_seat(room, seat, |s| *s = free_seat(seat));
    room.votes.rematch.retain(|s| *s != seat);
}

pub(super) fn bot_seated(room: &mut RoomView, seat: Seat, name: &PlayerName, level: BotLevel) {
    with_seat(room, seat, |s| {
        *s = SeatView {
            state: SeatState::Seated,
            name: Some(name.clone()),
            bot: Some(level),
            ready: true,
            connected: true,
            ..free_seat(seat)
        };
    });
}

pub(super) fn settings_changed(room: &mut RoomView, settings: &SettingsView) {
    room.settings = settings.clone();
    resize_seats(room, settings.seats);
    all_unready(room);
}

/// Adds free seats, or takes free ones away, the last first; the others move up.
pub(super) fn resize_seats(room: &mut RoomView, seats: u8) {
    while room.seats.len() > usize::from(seats) {
        let Some(at) = room.seats.iter().rposition(|s| s.state == SeatState::Free) else { break };
        room.seats.remove(at);
    }
    let have = room.seats.len() as u8;
    room.seats.extend((have..seats).map(|seat| free_seat(Seat(seat))));
    for (seat, number) in room.seats.iter_mut().zip(0..) {
        seat.seat = Seat(number);
    }
    let you = room.you.player_id;
    if room.you.seat.is_some() {
        room.you.seat = room.seats.iter().find(|s| s.player_id == Some(you)).map(|s| s.seat);
    }
}

/// Nobody is ready any more but the server's own bots.
pub(super) fn all_unready(room: &mut RoomView) {
    for seat in &mut room.seats {
        seat.ready = seat.bot.is_some();
    }
}

/// The time of a seat ran out so many turns in a row.
pub(super) fn set_absent(room: &mut RoomView, seat: Seat, turns: u16) {
    with_seat(room, seat, |s| {
        s.absent_turns = turns;
        s.short_clock = turns >= ABSENT_TURNS;
    });
}

/// The player of a seat did something: nobody is absent there.
pub(super) fn acted(room: &mut RoomView, seat: Seat) {
    set_absent(room, seat, 0);
}

pub(super) fn seat_vacated(room: &mut RoomView, seat: Seat, why: VacateWhy) {
    if let Some(player_id) = room.seats.iter().find(|s| s.seat == seat).and_then(|s| s.player_id) {
        set_role(room, player_id, Role::Spectator, None);
    }
    with_seat(room, seat, |s| {
        s.ready = false;
        s.connected = false;
        s.state = if why == VacateWhy::Removed { SeatState::Removed } else { SeatState::Vacated };
    });
    room.votes.pause.retain(|s| *s != seat);
    room.votes.end.retain(|s| *s != seat);
}

pub(super) fn seat_retaken(room: &mut RoomView, seat: Seat, player_id: PlayerId) {
    let connected = set_role(room, player_id, Role::Player, Some(seat));
    // Who left and came back may go by another name.
    let name = room.people.iter().find(|p| p.player_id == player_id).map(|p| p.name.clone());
    with_seat(room, seat, |s| {
        s.state = SeatState::Seated;
        s.player_id = Some(player_id);
        s.name = name.or(s.name.take());
        s.connected = connected;
        s.ready = false;
    });
    acted(room, seat);
}

pub(super) fn bot_took_over(room: &mut RoomView, seat: Seat, name: &PlayerName, level: BotLevel) {
    with_seat(room, seat, |s| {
        s.former_names.extend(s.name.replace(name.clone()));
        s.state = SeatState::Seated;
        s.player_id = None;
        s.bot = Some(level);
        s.ready = true;
        s.connected = true;
    });
    acted(room, seat);
}

/// Makes somebody a player on this seat or a spectator, and tells whether that one is connected.
fn set_role(room: &mut RoomView, player_id: PlayerId, role: Role, seat: Option<Seat>) -> bool {
    if room.you.player_id == player_id {
        room.you.role = role;
        room.you.seat = seat;
        if seat.is_none()
            && let Some(round) = &mut room.round
        {
            round.rack = None;
        }
    }
    room.people.iter_mut().find(|p| p.player_id == player_id).is_some_and(|person| {
        person.role = role;
        person.connected
    })
}

#[cfg(test)]
mod tests {
    use sarja_protocol::{PlayerId, PlayerName, Role, SeatState};
    use sarja_rules::Seat;
    use serde_json::{Value, json};

    use crate::view::samples::{ANNA, BEN, CARL, after, lobby, playing, settings};

    fn id(text: &str) -> PlayerId {
        serde_json::from_value(json!(text)).unwrap()
    }

    fn lobby_after(events: &[Value]) -> sarja_protocol::RoomView {
        after(lobby(), 500, events)
    }

    #[test]
    fn a_room_is_made_with_free_seats() {
        let room = lobby_after(&[json!({"type": "room_created", "host": BEN, "settings": settings(3)})]);
        assert_eq!(room.host, id(BEN));
        assert_eq!(room.seats.len(), 3);
        assert!(room.seats.iter().all(|s| s.state == SeatState::Free));
    }

    #[test]
    fn who_comes_watches_and_who_goes_is_gone() {
        let dora = "00000000-0000-4000-8000-00000000000d";
        let joined = json!({"type": "player_joined", "player_id": dora, "name": "Dora", "role": "spectator", "kind": "bot"});
        let room = lobby_after(&[joined]);
        let person = room.people.last().unwrap();
        assert_eq!((person.name.as_str(), person.role, person.connected), ("Dora", Role::Spectator, true));

        for gone in [
            json!({"type": "player_left", "player_id": CARL, "why": "gone"}),
            json!({"type": "player_removed", "player_id": CARL}),
        ] {
            assert!(lobby_after(&[gone]).people.iter().all(|p| p.player_id != id(CARL)));
        }
    }

    #[test]
    fn a_program_is_invited_until_it_is_removed() {
        let invited = json!({"type": "program_invited", "player_id": CARL});
        let room = lobby_after(&[invited]);
        assert_eq!(room.invited, [id(CARL)]);
        let room = after(room, 501, &[json!({"type": "player_left", "player_id": CARL, "why": "left"})]);
        assert_eq!(room.invited, [id(CARL)], "it may come back");
        let room = after(room, 502, &[json!({"type": "player_removed", "player_id": CARL})]);
        assert!(room.invited.is_empty());
    }

    #[test]
    fn a_seat_makes_a_player_who_is_not_ready_yet() {
        let room =
            lobby_after(&[json!({"type": "seat_taken", "seat": 3, "player_id": CARL, "name": "Carl"})]);
        let seat = &room.seats[3];
        assert_eq!(
            (seat.state, seat.player_id, seat.ready, seat.connected),
            (SeatState::Seated, Some(id(CARL)), false, true)
        );
        assert_eq!(room.people[2].role, Role::Player);
        assert_eq!(room.you.seat, Some(Seat(0)));
    }

    #[test]
    fn an_own_seat_left_makes_a_spectator() {
        let room = lobby_after(&[json!({"type": "seat_left", "seat": 0})]);
        assert_eq!((room.you.role, room.you.seat), (Role::Spectator, None));
        assert_eq!(room.people[0].role, Role::Spectator);
        assert_eq!((room.seats[0].state, room.seats[0].player_id), (SeatState::Free, None));
    }

    #[test]
    fn who_leaves_the_seat_asks_for_no_rematch_any_more() {
        let asked = [0, 1].map(|seat| json!({"type": "rematch_asked", "seat": seat}));
        let room =
            lobby_after(&[asked[0].clone(), asked[1].clone(), json!({"type": "seat_left", "seat": 1})]);
        assert_eq!(room.votes.rematch, [Seat(0)]);
    }

    #[test]
    fn bots_come_ready_and_go() {
        let seated = json!({"type": "bot_seated", "seat": 2, "name": "Tuuli", "level": "medium"});
        let room = lobby_after(&[seated]);
        assert!(room.seats[2].ready && room.seats[2].connected && room.seats[2].bot.is_some());
        let room = after(room, 501, &[json!({"type": "bot_removed", "seat": 2})]);
        assert_eq!(room, lobby());
    }

    #[test]
    fn ready_and_host_change() {
        let room = lobby_after(&[
            json!({"type": "ready_changed", "seat": 1, "ready": false}),
            json!({"type": "host_changed", "player_id": CARL, "why": "handed_over"}),
        ]);
        assert!(room.seats[0].ready && !room.seats[1].ready);
        assert_eq!(room.host, id(CARL));
    }

    #[test]
    fn new_settings_make_people_unready_and_take_free_seats_away() {
        let bot = json!({"type": "bot_seated", "seat": 3, "name": "Tuuli", "level": "medium"});
        let room = lobby_after(&[bot, json!({"type": "settings_changed", "settings": settings(3)})]);
        let who: Vec<_> =
            room.seats.iter().map(|s| (s.seat.0, s.name.as_ref().map(PlayerName::as_str), s.ready)).collect();
        assert_eq!(who, [(0, Some("Anna"), false), (1, Some("Ben"), false), (2, Some("Tuuli"), true)]);

        let room = after(room, 502, &[json!({"type": "settings_changed", "settings": settings(4)})]);
        assert_eq!((room.seats.len(), room.seats[3].state), (4, SeatState::Free));
    }

    #[test]
    fn seats_that_move_up_take_their_players_along() {
        let room = lobby_after(&[
            json!({"type": "seat_left", "seat": 0}),
            json!({"type": "seat_taken", "seat": 3, "player_id": ANNA, "name": "Anna"}),
            json!({"type": "settings_changed", "settings": settings(2)}),
        ]);
        assert_eq!(room.you.seat, Some(Seat(1)));
        assert_eq!(room.seats[1].player_id, Some(id(ANNA)));
    }

    #[test]
    fn a_vacated_seat_keeps_its_name_and_loses_its_votes() {
        let room = after(
            playing(),
            4_000,
            &[
                json!({"type": "pause_asked", "seat": 1}),
                json!({"type": "end_asked", "seat": 1}),
                json!({"type": "seat_vacated", "seat": 1, "why": "resigned"}),
            ],
        );
        let seat = &room.seats[1];
        assert_eq!((seat.state, seat.player_id, seat.connected), (SeatState::Vacated, Some(id(BEN)), false));
        assert_eq!(room.people[1].role, Role::Spectator);
        assert!(room.votes.pause.is_empty() && room.votes.end.is_empty());

        let room = after(room, 4_001, &[json!({"type": "seat_retaken", "seat": 1, "player_id": BEN})]);
        assert_eq!((room.seats[1].state, room.seats[1].connected), (SeatState::Seated, true));
        assert_eq!(room.people[1].role, Role::Player);
    }

    #[test]
    fn who_gave_up_the_own_seat_sees_no_rack() {
        let room = after(playing(), 4_000, &[json!({"type": "seat_vacated", "seat": 0, "why": "removed"})]);
        assert_eq!(room.seats[0].state, SeatState::Removed);
        assert_eq!((room.you.seat, room.round.unwrap().rack), (None, None));
    }

    #[test]
    fn a_bot_that_takes_over_remembers_who_sat_there() {
        let room = after(
            playing(),
            4_000,
            &[
                json!({"type": "seat_vacated", "seat": 1, "why": "left"}),
                json!({"type": "bot_took_over", "seat": 1, "name": "Tuuli", "level": "medium"}),
            ],
        );
        let seat = &room.seats[1];
        assert_eq!((seat.state, seat.player_id, seat.ready), (SeatState::Seated, None, true));
        assert_eq!(seat.former_names.iter().map(PlayerName::as_str).collect::<Vec<_>>(), ["Ben"]);
    }
}
