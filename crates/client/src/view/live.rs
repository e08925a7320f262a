//! What comes without a number.

use sarja_protocol::{
    Clock, ClockView, Draft, DraftNumber, DraftShown, DraftVerdict, DraftView, Held, HeldView, OwnVerdict,
    Presence, RoomView, SeatState, TurnNumber,
};

pub(super) fn presence(room: &mut RoomView, presence: &Presence) {
    for present in &presence.people {
        for person in room.people.iter_mut().filter(|p| p.player_id == present.player_id) {
            person.connected = present.connected;
        }
        for seat in room.seats.iter_mut().filter(|s| s.player_id == Some(present.player_id)) {
            // At a seat that was given up nobody is connected, even if its player watches.
            seat.connected = present.connected && seat.state == SeatState::Seated;
        }
    }
}

pub(super) fn clock(room: &mut RoomView, clock: &Clock) {
    if turn(room) == Some(clock.turn) {
        room.clock = Some(ClockView { ends_ms: clock.ends_ms, paused_left_ms: clock.paused_left_ms });
    }
}

pub(super) fn held(room: &mut RoomView, held: &Held) {
    room.held = Some(HeldView { why: held.why });
}

pub(super) fn released(room: &mut RoomView) {
    room.held = None;
}

pub(super) fn draft_shown(room: &mut RoomView, draft: &DraftShown) {
    if is_next(room, draft.turn, draft.draft) {
        room.draft = Some(DraftView {
            turn: draft.turn,
            draft: draft.draft,
            seat: draft.seat,
            table: draft.table.clone(),
            discard: None,
            verdict: None,
        });
    }
}

pub(super) fn own_draft(room: &mut RoomView, draft: &Draft) {
    if let Some(seat) = room.you.seat.filter(|_| is_next(room, draft.turn, draft.draft)) {
        room.draft = Some(DraftView {
            turn: draft.turn,
            draft: draft.draft,
            seat,
            table: draft.table.iter().cloned().map(Into::into).collect(),
            discard: draft.discard,
            verdict: None,
        });
    }
}

pub(super) fn draft_verdict(room: &mut RoomView, verdict: &DraftVerdict) {
    if let Some(draft) = &mut room.draft
        && draft.turn == verdict.turn
        && draft.draft == verdict.draft
    {
        draft.verdict = Some(OwnVerdict { sets: verdict.sets.clone(), play: verdict.play.clone() });
    }
}

fn turn(room: &RoomView) -> Option<TurnNumber> {
    room.round.as_ref()?.turn.as_ref().map(|t| t.turn)
}

/// Whether a draft belongs to the turn and is newer than the one that is known.
fn is_next(room: &RoomView, meant: TurnNumber, number: DraftNumber) -> bool {
    turn(room) == Some(meant) && room.draft.as_ref().is_none_or(|d| d.turn != meant || d.draft < number)
}

#[cfg(test)]
mod tests {
    use sarja_protocol::{Draft, RoomMs, RoomView, ServerToClient, TurnNumber};
    use serde_json::{Value, json};

    use crate::view::samples::{ANNA, BEN, after, playing};

    fn heard(mut room: RoomView, message: Value) -> RoomView {
        match serde_json::from_value(message).unwrap() {
            ServerToClient::Presence(presence) => super::presence(&mut room, &presence),
            ServerToClient::Clock(clock) => super::clock(&mut room, &clock),
            ServerToClient::DraftShown(draft) => super::draft_shown(&mut room, &draft),
            ServerToClient::DraftVerdict(verdict) => super::draft_verdict(&mut room, &verdict),
            other => panic!("{other:?}"),
        }
        room
    }

    fn shown(turn: u32, draft: u32) -> Value {
        json!({"type": "draft_shown", "turn": turn, "draft": draft, "seat": 1, "table": [{"tiles": ["B1"]}]})
    }

    #[test]
    fn presence_reaches_people_and_their_seats() {
        let away = json!({"type": "presence", "people": [{"player_id": ANNA, "connected": true}, {"player_id": BEN, "connected": false}]});
        let room = heard(playing(), away.clone());
        assert!(room.people[0].connected && !room.people[1].connected && !room.seats[1].connected);

        let back = json!({"type": "presence", "people": [{"player_id": BEN, "connected": true}]});
        let vacated = after(room, 4_000, &[json!({"type": "seat_vacated", "seat": 1, "why": "resigned"})]);
        let watching = heard(vacated, back);
        assert!(watching.people[1].connected && !watching.seats[1].connected);
    }

    #[test]
    fn a_clock_of_another_turn_is_late() {
        let clock =
            |turn: u32| json!({"type": "clock", "turn": turn, "seat": 0, "now_ms": 5_000, "ends_ms": 61_000});
        assert_eq!(heard(playing(), clock(1)).clock.unwrap().ends_ms, Some(RoomMs(61_000)));
        assert_eq!(heard(playing(), clock(7)).clock.unwrap().ends_ms, Some(RoomMs(63_000)));
    }

    #[test]
    fn the_latest_draft_of_the_turn_is_shown_and_the_next_turn_clears_it() {
        let room = heard(heard(playing(), shown(1, 2)), shown(1, 1));
        assert_eq!(room.draft.as_ref().unwrap().draft.0, 2);
        assert_eq!(heard(room.clone(), shown(2, 9)).draft.unwrap().draft.0, 2);
        let room = after(room, 5_000, &[json!({"type": "turn_started", "turn": 2, "seat": 1})]);
        assert_eq!(room.draft, None);
    }

    fn own_draft(draft: Value) -> Draft {
        serde_json::from_value(draft).unwrap()
    }

    #[test]
    fn the_own_draft_keeps_the_discard_that_is_shown_to_nobody_else() {
        let mut room = playing();
        super::own_draft(&mut room, &own_draft(json!({"turn": 1, "draft": 1, "table": [], "discard": "R3"})));
        assert_eq!(room.draft.unwrap().discard, "R3".parse().ok());
        assert_eq!(heard(playing(), shown(1, 1)).draft.unwrap().discard, None);
    }

    #[test]
    fn a_verdict_belongs_to_the_draft_that_it_names() {
        let mut room = playing();
        let draft: Draft =
            own_draft(json!({"turn": 1, "draft": 1, "table": [{"tiles": ["R1"], "kind": "run"}]}));
        super::own_draft(&mut room, &draft);
        let own = room.draft.clone().unwrap();
        assert_eq!((own.turn, own.table.len(), own.verdict), (TurnNumber(1), 1, None));

        let verdict = |draft: u32| {
            json!({"type": "draft_verdict", "turn": 1, "draft": draft,
            "sets": [{"valid": false, "points": 0, "tiles": ["R1"]}],
            "play": {"legal": false, "rack_tiles_played": 1, "primary": "not_valid"}})
        };
        assert_eq!(heard(room.clone(), verdict(2)).draft.unwrap().verdict, None);
        assert_eq!(heard(room, verdict(1)).draft.unwrap().verdict.unwrap().sets.len(), 1);
    }
}
