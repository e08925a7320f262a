//! Single turns: what each bot makes of what it sees.

use sarja_rules::{
    Face, FaceCounts, LaidSet, Ruleset, Seat, SetId, Standing, TurnNumber,
    rommikubbi::{DealAction, DealPlayerView, DealView, OwnedSet, PlacedOwnedSet, Told, TurnStep},
};
use sarja_solver::{
    Skill::{self, Easy, Hard, Medium},
    choose_in_deal,
};

const OWN: Seat = Seat(0);
const OTHER: Seat = Seat(1);

/// So many numbers for chance are tried, since the easy bot overlooks tiles by chance.
const CHANCES: u64 = 40;

fn faces(text: &str) -> Vec<Face> {
    text.split_whitespace().map(|face| face.parse().expect("a face")).collect()
}

/// What seat 0 of two sees who has opened and taken the last of these tiles; sets of the table with their owners.
fn view(table: &[(Seat, &str)], hand: &str) -> DealView {
    let placed = table.iter().zip(1..).map(|((owner, tiles), id)| {
        let set = OwnedSet::read(*owner, &LaidSet::new(faces(tiles))).expect("a set");
        PlacedOwnedSet { id: SetId(id), set }
    });
    let hand = faces(hand);
    let player = |tiles| DealPlayerView { tiles, opened: true, given_back: 0, standing: Standing::Playing };
    DealView {
        table: placed.collect(),
        stock: 40,
        pile: 3,
        pile_top: Some(faces("K4")[0]),
        told: Told::Joker,
        players: vec![player(hand.len()), player(10)],
        taken: hand.last().map(|face| vec![*face]),
        hand: Some(hand.iter().collect::<FaceCounts>().to_vec()),
        step: TurnStep::TookStock,
        turn: TurnNumber(9),
        seat: OWN,
        end: None,
        hands: None,
    }
}

/// The same before anything is taken, with this tile on a pile of so many.
fn before_taking(hand: &str, top: &str, pile: usize) -> DealView {
    let mut view = view(&[], hand);
    view.taken = None;
    view.step = TurnStep::ToTake;
    view.pile = pile;
    view.pile_top = Some(top.parse().expect("a face"));
    view
}

fn choice(view: &DealView, skill: Skill, chance: u64) -> DealAction {
    let ruleset = Ruleset::named("rommikubbi").expect("a printed ruleset");
    choose_in_deal(&ruleset, view, OWN, skill, chance).expect("it is the turn of this seat")
}

/// What the bot does for each chance; the same each time unless it is the easy one.
fn choices(view: &DealView, skill: Skill) -> Vec<DealAction> {
    let all: Vec<DealAction> = (0..CHANCES).map(|chance| choice(view, skill, chance)).collect();
    assert!(skill == Easy || all.iter().all(|action| *action == all[0]), "{skill:?}");
    all
}

/// The sets of each laying as text, and the discard.
fn laid(view: &DealView, skill: Skill) -> Vec<(Vec<String>, String)> {
    let written = |set: &LaidSet| {
        assert!(set.kind.is_some(), "its kind is declared");
        set.tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let read = |action: DealAction| match action {
        DealAction::EndTurn(laying) => {
            let discard = laying.discard.map(|face| face.to_string()).unwrap_or_default();
            (laying.table.sets.iter().map(written).collect(), discard)
        }
        other => panic!("{other:?} ends no turn"),
    };
    choices(view, skill).into_iter().map(read).collect()
}

/// Whether the bot comes to lay these sets: always, unless it is the easy one.
fn lays(view: &DealView, skill: Skill, sets: &[&str]) -> bool {
    laid(view, skill).iter().any(|(laid, _)| laid == sets)
}

/// Whether the bot never lays anything else than these sets.
fn never_lays_but(view: &DealView, skill: Skill, sets: &[&str]) -> bool {
    laid(view, skill).iter().all(|(laid, _)| laid == sets)
}

#[test]
fn every_bot_lays_a_set_that_it_has() {
    for skill in [Easy, Medium, Hard] {
        let view = view(&[], "R9 B9 K9 R2 B5 K13 O7");
        assert!(lays(&view, skill, &["R9 B9 K9"]), "{skill:?}");
    }
}

#[test]
fn easy_overlooks_a_tile_at_times() {
    let view = view(&[(OWN, "R3 R4 R5")], "R6 B9 K1 O2 K11 B13");
    let laid = laid(&view, Easy);
    let noticed = laid.iter().filter(|(sets, _)| *sets == ["R3 R4 R5 R6"]).count();
    assert!((20..40).contains(&noticed), "{noticed} of {CHANCES} times");
}

#[test]
fn bots_add_to_their_own_sets() {
    for skill in [Easy, Medium, Hard] {
        let view = view(&[(OWN, "R3 R4 R5")], "R6 R7 B9 K1 O2 K11 B13");
        assert!(lays(&view, skill, &["R3 R4 R5 R6 R7"]), "{skill:?}");
    }
}

#[test]
fn easy_leaves_the_sets_of_others_alone_and_the_others_use_them_to_go_out() {
    let view = view(&[(OTHER, "R3 R4 R5")], "R6 R7 K11");
    assert!(never_lays_but(&view, Easy, &["R3 R4 R5"]));
    for skill in [Medium, Hard] {
        let expected = (vec!["R3 R4 R5 R6 R7".to_owned()], "K11".to_owned());
        assert_eq!(laid(&view, skill)[0], expected, "{skill:?}");
    }
}

#[test]
fn hard_swaps_a_joker_and_the_others_do_not() {
    let view = view(&[(OTHER, "R3 J R5")], "R4 B9 K9 O12 K2 B6");
    assert!(lays(&view, Hard, &["R3 R4 R5", "B9 K9 J"]));
    for skill in [Easy, Medium] {
        assert!(never_lays_but(&view, skill, &["R3 J R5"]), "{skill:?}");
    }
}

/// With an addition it would bring 50 points; new sets alone bring 100, and the hand of the other counts twice.
#[test]
fn hard_goes_out_with_new_sets_only_where_it_can() {
    let view = view(&[(OWN, "R3 R4 R5")], "R6 R7 R8 O1");
    assert_eq!(laid(&view, Hard)[0], (vec!["R3 R4 R5".to_owned(), "R6 R7 R8".to_owned()], "O1".to_owned()));
}

#[test]
fn before_the_opening_only_an_opening_is_laid() {
    let mut unopened = view(&[(OWN, "R3 R4 R5")], "R6 R9 B9 K9 R2 B5 K13 O7");
    unopened.players[0].opened = false;
    let mut opening = view(&[], "R10 R11 R12 B9 K9 O9 R2 B5");
    opening.players[0].opened = false;
    for skill in [Easy, Medium, Hard] {
        assert!(never_lays_but(&unopened, skill, &["R3 R4 R5"]), "{skill:?}");
        assert!(lays(&opening, skill, &["R10 R11 R12", "B9 K9 O9"]), "{skill:?}");
    }
}

#[test]
fn the_pile_is_taken_where_its_top_makes_a_set() {
    let takes = |view: &DealView, skill| choices(view, skill).contains(&DealAction::TakePile);
    for skill in [Easy, Medium, Hard] {
        let hand = "R9 B9 K2 O13 B4 R6 K11 O1";
        assert!(takes(&before_taking(hand, "K9", 6), skill), "{skill:?}");
        assert!(!takes(&before_taking(hand, "K7", 6), skill), "{skill:?}");
    }
    let with_joker = before_taking("R9 J K2 O13 B4 R6 K11 O1", "K9", 6);
    assert!(!takes(&with_joker, Easy) && takes(&with_joker, Medium) && takes(&with_joker, Hard));
}

#[test]
fn hard_takes_a_large_pile_even_if_somebody_is_about_to_go_out() {
    let mut view = before_taking("R9 B9 K2 O13 B4 R6 K11 O1", "K9", 12);
    view.players[1].tiles = 2;
    assert_eq!(choice(&view, Medium, 0), DealAction::TakeStock);
    assert_eq!(choice(&view, Hard, 0), DealAction::TakePile);
}

#[test]
fn no_pile_is_taken_before_the_opening_that_makes_none() {
    let mut view = before_taking("R9 B9 K2 O13 B4 R6 K11 O1", "K9", 6);
    view.players[0].opened = false;
    for skill in [Easy, Medium, Hard] {
        assert!(choices(&view, skill).iter().all(|action| *action == DealAction::TakeStock), "{skill:?}");
    }
}

#[test]
fn a_pile_that_another_mind_took_in_vain_is_given_back() {
    let mut view = view(&[], "R9 B9 K2 O13 B4 R6 K11 O1");
    view.step = TurnStep::TookPile;
    for skill in [Easy, Medium, Hard] {
        assert!(choices(&view, skill).iter().all(|action| *action == DealAction::GiveBack), "{skill:?}");
    }
}

#[test]
fn no_bot_discards_a_joker_while_it_has_another_tile() {
    for skill in [Easy, Medium, Hard] {
        for hand in ["J J R1", "J K13 R7", "J R9 R10 B2 K12"] {
            let laid = laid(&view(&[], hand), skill);
            assert!(laid.iter().all(|(_, discard)| discard != "J"), "{skill:?} with {hand}");
        }
    }
}

/// Red 8 and 9 wait for red 7 and 10, which are unseen; all elevens and thirteens beside red 12 are on the table.
#[test]
fn hard_keeps_what_unseen_tiles_may_complete() {
    let table =
        [(OTHER, "R11 B11 K11"), (OTHER, "R11 B11 K11"), (OTHER, "R13 B13 K13"), (OTHER, "R13 B13 K13")];
    let view = view(&table, "R8 R9 R12 O12");
    assert_eq!(laid(&view, Hard)[0].1, "R12");
}
