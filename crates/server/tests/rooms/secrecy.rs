//! bugs.md 11, 12: what others hold, and what is still to be drawn, is in nothing that anybody is sent.

use sarja_protocol::{Event as Shown, Hex32, PlayerId};
use serde_json::json;

use crate::table::{A, B, C, SECOND, Table, has};

/// Everything about the last round that this viewer was sent in events.
fn sent_to(table: &Table, viewer: PlayerId) -> Vec<Shown> {
    table.shown.iter().map(|r| r.shown.to(viewer).clone()).collect()
}

// bugs.md 11
#[test]
fn after_draw_play_and_time_out_others_get_counts() {
    let mut table = Table::playing(&json!({}), 2);
    table.join(C);
    let laid = table.move_until_playable();
    table.show_draft(&laid);
    table.advance(61 * SECOND);
    table.draw();
    for viewer in [A, B, C] {
        let own = table.room.seat_of(viewer);
        for event in sent_to(&table, viewer) {
            match event {
                Shown::Dealt { rack, .. } => assert_eq!(rack.is_some(), own.is_some()),
                Shown::TilesDrawn { seat, tiles, count, .. } => {
                    assert_eq!(tiles.is_some(), Some(seat) == own);
                    assert!(tiles.is_none_or(|t| t.len() == usize::from(count)));
                }
                _ => {}
            }
        }
    }
}

// bugs.md 11
#[test]
fn nobody_gets_the_drawn_tiles_of_a_vacated_seat() {
    let mut table = Table::playing(&json!({}), 3);
    while table.to_move() != B {
        table.draw();
    }
    table.ask(B, json!({"type": "resign"}));
    let drawn = table.shown.iter().rev().find(|r| matches!(r.shown.public, Shown::TilesDrawn { .. }));
    assert!(drawn.unwrap().shown.private.is_empty());
}

// bugs.md 12: the log holds no tile that is not on the table, and the secret is kept apart
#[test]
fn the_log_of_a_round_in_progress_tells_nothing_hidden() {
    let mut table = Table::new(&json!({"password": "sesam"}));
    table.join_as(B, &json!({"password": "sesam"}));
    table.start();
    for _ in 0..30 {
        table.draw();
    }
    let log: String = table.rows.iter().map(|row| row.events.as_str()).collect();
    for word in ["rack", "pool", "tiles\"", "sesam"] {
        let told = log.replace("\"rack\":14", "").replace("rack_", "").replace("pool_empty", "");
        let told = told.replace("\"tiles\":{\"numbers\"", "");
        assert!(!told.contains(word), "{word}");
    }
    let secret = serde_json::to_string(&Hex32(*table.secrets[0].secret.expose())).unwrap();
    assert!(!log.contains(secret.trim_matches('"')));
    assert!(!format!("{:?}", table.room).contains(secret.trim_matches('"')));
}

// bugs.md 12
#[test]
fn the_secret_is_shown_when_the_round_is_over_and_not_before() {
    let mut table = Table::playing(&json!({}), 2);
    let secret = Hex32(*table.secrets[0].secret.expose());
    assert_eq!(table.view(A).round.unwrap().secret, None);
    table.play_round();
    assert_eq!(table.view(B).round.unwrap().secret, Some(secret));
    let ended = table.shown.iter().find_map(|r| match &r.shown.public {
        Shown::RoundEnded { secret, .. } => Some(*secret),
        _ => None,
    });
    assert_eq!(ended, Some(secret));
    let Some(committed) = table.shown.iter().find_map(|r| match &r.shown.public {
        Shown::ShuffleCommitted { commitment, .. } => Some(commitment.0),
        _ => None,
    }) else {
        panic!("no commitment")
    };
    let match_id = table.view(A).r#match.unwrap().match_id.to_string();
    assert_eq!(sarja_rules::commitment(&secret.0, &match_id, 1), committed);
}

#[test]
fn who_gives_up_a_seat_sees_that_rack_no_more() {
    let mut table = Table::playing(&json!({}), 3);
    table.ask(B, json!({"type": "resign"}));
    assert_eq!(table.view(B).round.unwrap().rack, None);
    assert!(has(&table.ask(A, json!({"type": "seat_bot", "seat": 1})), "bot_took_over"));
    assert_eq!(table.view(A).round.unwrap().rack.unwrap(), table.rack(0));
}

#[test]
fn a_stranger_has_no_view() {
    let table = Table::playing(&json!({}), 2);
    let context = sarja_server::room::ViewContext { presence: &table.presence, draft: None, shown: None };
    assert!(table.room.view(C, context).is_none());
}
