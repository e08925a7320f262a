//! What is found out about positions, and what comes of it at the table (rules.md §2, §5).

use sarja_protocol::{ErrorCode, Phase};
use sarja_rules::{
    RoundEnd, Seat,
    rummikub::{self, Opened},
};
use sarja_server::room::Event;
use sarja_solver::{Answer, NodeLimit, can_play};
use serde_json::json;

use crate::{
    moves::laid,
    table::{Table, kinds},
};

impl Table {
    /// A play of this seat, whoever's turn it is; `None` if there is none.
    fn play_of(&self, seat: Seat) -> Option<sarja_rules::Table> {
        let game = self.room.round().unwrap();
        let sets = game.sets();
        match can_play(game.position(seat, &sets).unwrap(), NodeLimit(200_000)) {
            Answer::Yes(play) => Some(play.table.into()),
            Answer::No => None,
            Answer::Unknown => panic!("the solver does not know"),
        }
    }

    /// Whoever can play does; the others draw or pass.
    fn play_if_one_can(&mut self) -> Vec<Event> {
        match self.play_of(self.seat_to_move()) {
            Some(table) => {
                let play = json!({"type": "play", "turn": self.turn(), "table": laid(&table)});
                self.ask(self.to_move(), play)
            }
            None => self.draw(),
        }
    }
}

/// How the round ended by these events, if it did.
fn ended(events: &[Event]) -> Option<RoundEnd> {
    events.iter().find_map(|event| match event {
        Event::Rummikub(game) => match &game.event {
            rummikub::Event::RoundEnded { end, .. } => Some(*end),
            _ => None,
        },
        _ => None,
    })
}

// rules.md §5: as soon as it is proven that nobody can play
#[test]
fn a_round_is_blocked_by_the_act_after_which_nobody_can_play_and_nobody_has_to_pass() {
    let (mut blocked, mut passes) = (0, 0);
    // Not all of them ever open, and so nobody goes out.
    let settings = json!({"overrides": {"rack": 20, "opening": {"min_points": 100}}, "seats": 4});
    for chance in 1..=12 {
        let mut table = Table::with_chance(&settings, chance);
        table.seat(4);
        table.start();
        let last = loop {
            let events = table.play_if_one_can();
            match ended(&events) {
                Some(end) => break (end, events),
                None if table.room.round().unwrap().pool() == 0 => {
                    passes += usize::from(kinds(&events)[0] == "turn_passed");
                    let can_play = (0..4).any(|seat| table.play_of(Seat(seat)).is_some());
                    assert!(can_play, "nobody can play and the round goes on");
                }
                None => {}
            }
        };
        if let (RoundEnd::Blocked, events) = last {
            assert_ne!(kinds(&events)[0], "turn_passed");
            assert!((0..4).all(|seat| table.play_of(Seat(seat)).is_none()));
            blocked += 1;
        }
    }
    assert!(blocked > 0, "no round was blocked");
    assert!(passes > 0, "nobody had to pass while others could play");
}

#[test]
fn whoever_can_play_must_where_the_room_says_so() {
    let settings = json!({"overrides": {"must_play": true, "opening": {"min_points": 0}, "rack": 20}});
    let mut table = Table::playing(&settings, 2);
    let (mut refused, mut drawn) = (0, 0);
    while table.room.phase() == Phase::Playing {
        let draw = json!({"type": "draw", "turn": table.turn()});
        if table.play_of(table.seat_to_move()).is_some() && table.room.round().unwrap().pool() > 0 {
            assert_eq!(table.refused(table.to_move(), draw), ErrorCode::MustPlay);
            refused += 1;
        } else {
            drawn += 1;
        }
        table.play_if_one_can();
    }
    assert!(refused > 0 && drawn > 0, "{refused} refused, {drawn} drawn");
}

// rules.md §2
#[test]
fn drawing_is_free_where_the_room_does_not_say_otherwise() {
    let mut table = Table::playing(&json!({"overrides": {"opening": {"min_points": 0}, "rack": 20}}), 2);
    while table.play_of(table.seat_to_move()).is_none() {
        table.draw();
    }
    assert_eq!(kinds(&table.draw())[0], "tiles_drawn");
}

// rules.md §6: `could` if the rack at the start of the own last turn held an opening
#[test]
fn whether_a_rack_held_an_opening_is_in_the_log_and_is_not_found_out_again() {
    let mut table = Table::playing(&json!({"ruleset": "federation", "overrides": {"rack": 20}}), 2);
    let mut found = [0, 0];
    for _ in 0..6 {
        let game = table.room.round().unwrap();
        let (seat, turn) = (game.seat(), game.turn());
        if game.player(seat).unwrap().opened() == Opened::Yes {
            break;
        }
        let can = table.play_of(seat).is_some();
        let log: String = table.rows.iter().map(|row| row.events.as_str()).collect();
        let told = format!(r#""turn":{turn},"seat":{seat},"holds_opening":{can}"#);
        assert!(log.contains(&told), "{told}: {log}");
        found[usize::from(can)] += 1;
        table.draw();
    }
    assert!(found.iter().sum::<i32>() > 0, "{found:?}");
}
