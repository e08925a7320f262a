//! Time runs out: the last draft is judged (rules.md §5).

use sarja_rules::{
    LegalDraft, Ruleset, Seat, TurnNumber,
    rummikub::{DraftFate, DrawCause, Event, PlayCause},
};

use super::Game;

/// Seat 0 has opened with a run, and it is its turn again.
fn in_play(change: impl FnOnce(&mut Ruleset)) -> Game {
    let mut ruleset = Ruleset::default();
    change(&mut ruleset);
    let mut game = Game::under(&ruleset, &["R10 R11 R12 R13 B9 K9 O9 K1", "B1 B3 B5 B7 K3 K5 K7 O1"], "");
    game.play(&["R10 R11 R12"]);
    game.draw();
    game
}

/// The fate of the draft, how many tiles it cost, and why.
#[track_caller]
fn outcome(events: &[Event]) -> (DraftFate, u8, DrawCause) {
    let [
        Event::TimeRanOut { turn, seat, draft },
        Event::TilesDrawn { count, cause, .. },
        Event::TurnStarted { .. },
    ] = events
    else {
        panic!("{events:?}");
    };
    assert_eq!((*turn, *seat), (TurnNumber(3), Seat(0)));
    (*draft, *count, *cause)
}

#[test]
fn without_a_draft_the_plain_penalty_is_drawn() {
    let mut game = in_play(|_| {});
    let events = game.run_out(None);
    assert_eq!(outcome(&events), (DraftFate::None, 1, DrawCause::TimeRanOut));
}

#[test]
fn a_draft_that_lays_and_touches_nothing_is_none() {
    let mut game = in_play(|_| {});
    let events = game.run_out(Some(&["R10 R11 R12"]));
    assert_eq!(outcome(&events), (DraftFate::None, 1, DrawCause::TimeRanOut));
}

#[test]
fn an_unfinished_draft_that_touches_no_old_set_costs_the_plain_penalty() {
    let mut game = in_play(|_| {});
    let before = game.round.sets();
    let events = game.run_out(Some(&["R10 R11 R12", "B9 K9"]));
    assert_eq!(outcome(&events), (DraftFate::Untouched, 1, DrawCause::TimeRanOut));
    assert_eq!(game.round.sets(), before);
    assert_eq!(game.tiles(0), 6);
}

#[test]
fn an_unfinished_draft_that_touches_an_old_set_costs_the_penalty_for_rearranging() {
    for draft in [&["R10 R11 R12 R13", "B9 K9"][..], &["R10 R11", "R12"], &[]] {
        let mut game = in_play(|_| {});
        let before = game.round.sets();
        let events = game.run_out(Some(draft));
        assert_eq!(outcome(&events), (DraftFate::Rearranged, 3, DrawCause::Rearranged), "{draft:?}");
        assert_eq!(game.round.sets(), before);
        assert_eq!(game.tiles(0), 8);
    }
}

#[test]
fn a_legal_draft_stands() {
    let mut game = in_play(|_| {});
    let events = game.run_out(Some(&["R10 R11 R12 R13", "B9 K9 O9"]));
    let [Event::TimeRanOut { draft, .. }, Event::SetsPlayed { cause, .. }, Event::TurnStarted { .. }] =
        events.as_slice()
    else {
        panic!("{events:?}");
    };
    assert_eq!((*draft, *cause), (DraftFate::Stands, PlayCause::TimeRanOut));
    assert_eq!(game.tiles(0), 1);
}

#[test]
fn a_legal_draft_that_empties_the_rack_wins() {
    let mut game = Game::of(&["R10 R11 R12", "B1 B3 B5"]);
    let events = game.run_out(Some(&["R10 R11 R12"]));
    assert!(matches!(events.last(), Some(Event::RoundEnded { .. })), "{events:?}");
}

#[test]
fn where_legal_drafts_revert_they_cost_like_any_other() {
    let reverts = |r: &mut Ruleset| r.clock.legal_draft = LegalDraft::Reverts;
    let untouched = in_play(reverts).run_out(Some(&["R10 R11 R12", "B9 K9 O9"]));
    assert_eq!(outcome(&untouched), (DraftFate::Reverted, 1, DrawCause::TimeRanOut));
    let touched = in_play(reverts).run_out(Some(&["R10 R11 R12 R13"]));
    assert_eq!(outcome(&touched), (DraftFate::Reverted, 3, DrawCause::Rearranged));
}

#[test]
fn penalties_are_what_the_ruleset_says() {
    for tiles in 0..=7 {
        let mut game = in_play(|r| (r.penalty.timeout, r.penalty.rearranging) = (tiles, 7 - tiles));
        assert_eq!(outcome(&game.clone().run_out(None)).1, tiles);
        assert_eq!(outcome(&game.run_out(Some(&[]))).1, 7 - tiles);
        assert_eq!(game.tiles(0), 5 + usize::from(7 - tiles));
    }
}

#[test]
fn a_draft_with_a_tile_from_nowhere_is_judged_like_any_other() {
    let mut game = in_play(|_| {});
    let events = game.run_out(Some(&["R10 R11 R12", "O10 O11 O12"]));
    assert_eq!(outcome(&events), (DraftFate::None, 1, DrawCause::TimeRanOut));
}

#[test]
fn an_unopened_draft_that_is_too_low_goes_back() {
    let mut game = Game::of(&["R1 R2 R3 R13", "B1 B3 B5 B7"]);
    game.draw();
    game.draw();
    let events = game.run_out(Some(&["R1 R2 R3"]));
    assert_eq!(outcome(&events), (DraftFate::Untouched, 1, DrawCause::TimeRanOut));
}
