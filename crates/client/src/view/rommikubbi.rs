//! Events that only Rommikubbi has, and what it has of others.

use sarja_protocol::{
    PileGivenBack, PileTaken, PileTurnedOver, RommikubbiView, RoomView, RoundView, SetsLaid, StarterTook,
    StepWhy, TileDiscarded, TileTaken, TurnStep,
};
use sarja_rules::{Face, Seat};

use super::{people, round};

/// Changes what only Rommikubbi has, if that is played.
fn with(room: &mut RoomView, change: impl FnOnce(&mut RommikubbiView)) {
    round::with(room, |r| {
        if let Some(own) = &mut r.rommikubbi {
            change(own);
        }
    });
}

/// The tiles are dealt; without a tile that the starter took it is the other game.
pub(super) fn dealt(room: &mut RoomView, starter_took: Option<StarterTook>, taken: Option<Face>) {
    round::with(room, |r| {
        let given_back = vec![0; r.seats.len()];
        r.rommikubbi = starter_took.map(|starter_took| RommikubbiView {
            starter_took,
            pile: 0,
            pile_top: None,
            step: Some(TurnStep::First),
            taken: taken.map(|tile| vec![tile]),
            given_back,
        });
        if starter_took.is_some() {
            // What each seat was dealt does not count that tile.
            let starter = r.starter;
            r.seats.iter_mut().filter(|s| Some(s.seat) == starter).for_each(|s| s.tiles += 1);
        }
    });
}

/// A turn has begun: something is to be taken, but in the starter's first one, whose tile was taken before the deal.
pub(super) fn turn_started(round: &mut RoundView) {
    if let Some(own) = round.rommikubbi.as_mut().filter(|own| own.step != Some(TurnStep::First)) {
        own.step = Some(TurnStep::ToTake);
        own.taken = None;
    }
}

/// No turn is in progress any more.
pub(super) fn turn_ended(round: &mut RoundView) {
    if let Some(own) = &mut round.rommikubbi {
        own.step = None;
        own.taken = None;
    }
}

pub(super) fn tile_taken(room: &mut RoomView, event: &TileTaken) {
    let TileTaken { seat, turn: _, pool, why, tile } = event;
    let tile = tile.map(|tile| vec![tile]);
    round::with(room, |r| r.pool = *pool);
    round::tiles_came(room, *seat, 1, tile.as_deref());
    with(room, |own| {
        own.step = Some(TurnStep::TookTile);
        own.taken = tile;
    });
    acted(room, *seat, *why);
}

pub(super) fn pile_turned_over(room: &mut RoomView, event: &PileTurnedOver) {
    round::with(room, |r| r.pool = event.pool);
    with(room, |own| {
        own.pile = 0;
        own.pile_top = None;
    });
}

pub(super) fn pile_taken(room: &mut RoomView, event: &PileTaken) {
    let PileTaken { seat, turn: _, count, tiles } = event;
    round::tiles_came(room, *seat, *count, tiles.as_deref());
    with(room, |own| {
        own.pile = 0;
        own.pile_top = None;
        own.step = Some(TurnStep::TookPile);
        own.taken.clone_from(tiles);
    });
    // No clock takes a pile.
    people::acted(room, *seat);
}

/// The turn goes on, and who acted is told by what ends it.
pub(super) fn sets_laid(room: &mut RoomView, event: &SetsLaid) {
    round::laid(room, event.seat, &event.table);
    round::tiles_gone(room, event.seat, event.tiles_left, &event.from_rack);
}

pub(super) fn tile_discarded(room: &mut RoomView, event: &TileDiscarded) {
    let TileDiscarded { seat, turn: _, tile, pile, tiles_left, why } = event;
    round::tiles_gone(room, *seat, *tiles_left, &[*tile]);
    with(room, |own| {
        own.pile = *pile;
        own.pile_top = Some(*tile);
    });
    round::with(room, turn_ended);
    acted(room, *seat, *why);
}

pub(super) fn pile_given_back(room: &mut RoomView, event: &PileGivenBack) {
    let PileGivenBack { seat, turn: _, pile_top, pile, tiles_left, given_back, why } = event;
    // The event names the top alone; what lies below is known to whoever took it.
    let taken = room.round.as_ref().and_then(|r| r.rommikubbi.as_ref()?.taken.clone());
    round::tiles_gone(room, *seat, *tiles_left, &taken.unwrap_or_default());
    with(room, |own| {
        own.pile = *pile;
        own.pile_top = Some(*pile_top);
        if let Some(times) = own.given_back.get_mut(seat.index()) {
            *times = *given_back;
        }
    });
    round::with(room, turn_ended);
    acted(room, *seat, *why);
}

/// A step shows that somebody is there if it was chosen.
fn acted(room: &mut RoomView, seat: Seat, why: StepWhy) {
    if why == StepWhy::Chosen {
        people::acted(room, seat);
    }
}

#[cfg(test)]
mod tests {
    use sarja_protocol::{GoingOut, RommikubbiView, RoomView, TurnStep};
    use serde_json::{Value, json};

    use crate::view::samples::{after, faces, shuffling};

    fn dealt(starter: u8, taken: Option<&str>) -> RoomView {
        let mut event = json!({"type": "dealt", "round": 1, "deal": 1, "values": [], "tiles_each": 4, "pool": 97,
            "rack": ["R3", "R1", "R2", "K9"], "starter_took": {"number": 5, "stacks": 5}});
        if let Some(tile) = taken {
            event["taken"] = json!(tile);
            event["rack"] = json!(["R3", "R1", "R2", "K9", tile]);
        }
        after(
            shuffling(),
            3_000,
            &[json!({"type": "starter_chosen", "seat": starter, "why": "drawn"}), event, turn(1, starter)],
        )
    }

    fn turn(number: u32, seat: u8) -> Value {
        json!({"type": "turn_started", "turn": number, "seat": seat})
    }

    fn discarded(seat: u8, tile: &str, pile: u16, tiles_left: u16) -> Value {
        json!({"type": "tile_discarded", "seat": seat, "turn": 1, "tile": tile, "pile": pile, "tiles_left": tiles_left,
            "why": "chosen"})
    }

    fn tile_taken(seat: u8, tile: Option<&str>, why: &str) -> Value {
        let mut event = json!({"type": "tile_taken", "seat": seat, "turn": 2, "pool": 96, "why": why});
        if let Some(tile) = tile {
            event["tile"] = json!(tile);
        }
        event
    }

    fn given_back(pile: u16, why: &str) -> Value {
        json!({"type": "pile_given_back", "seat": 0, "turn": 3, "pile_top": "B8", "pile": pile, "tiles_left": 4,
            "given_back": 1, "why": why})
    }

    /// Anna's second turn, with a pile of two: her first discard, `K5`, and Ben's, `B8`.
    fn with_a_pile() -> RoomView {
        after(
            dealt(0, Some("K5")),
            4_000,
            &[
                discarded(0, "K5", 1, 4),
                turn(2, 1),
                tile_taken(1, None, "chosen"),
                discarded(1, "B8", 2, 4),
                turn(3, 0),
            ],
        )
    }

    /// The same, Anna having taken that pile.
    fn with_the_pile_taken() -> RoomView {
        let taken = json!({"type": "pile_taken", "seat": 0, "turn": 3, "count": 2, "tiles": ["K5", "B8"]});
        after(with_a_pile(), 5_000, &[taken])
    }

    fn own(room: &RoomView) -> RommikubbiView {
        room.round.as_ref().unwrap().rommikubbi.clone().unwrap()
    }

    fn rack(room: &RoomView) -> Vec<sarja_rules::Face> {
        room.round.as_ref().unwrap().rack.clone().unwrap()
    }

    fn tiles(room: &RoomView) -> Vec<u16> {
        room.round.as_ref().unwrap().seats.iter().map(|s| s.tiles).collect()
    }

    fn absent(mut room: RoomView) -> RoomView {
        room.seats[0].absent_turns = 2;
        room.seats[0].short_clock = true;
        room
    }

    #[test]
    fn the_starter_has_a_tile_more_and_takes_none_in_the_first_turn() {
        let room = dealt(0, Some("K5"));
        let game = own(&room);
        assert_eq!((game.step, game.taken), (Some(TurnStep::First), Some(faces("K5"))));
        assert_eq!((game.starter_took.number, game.starter_took.stacks), (Some(5), 5));
        assert_eq!((game.pile, game.pile_top, game.given_back), (0, None, vec![0, 0]));
        assert_eq!((tiles(&room), rack(&room)), (vec![5, 4], faces("R1 R2 R3 K5 K9")));

        let other = dealt(1, None);
        assert_eq!((own(&other).step, own(&other).taken), (Some(TurnStep::First), None));
        assert_eq!((tiles(&other), rack(&other)), (vec![4, 5], faces("R1 R2 R3 K9")));
    }

    #[test]
    fn the_other_game_has_none_of_this() {
        let room = crate::view::samples::playing();
        assert_eq!((room.round.as_ref().unwrap().rommikubbi.as_ref(), tiles(&room)), (None, vec![4, 4]));
    }

    #[test]
    fn the_first_discard_begins_the_pile_and_from_then_on_something_is_taken() {
        let room = after(dealt(0, Some("K5")), 4_000, &[discarded(0, "R3", 1, 4)]);
        let game = own(&room);
        assert_eq!((game.pile, game.pile_top), (1, Some("R3".parse().unwrap())));
        assert_eq!((game.step, game.taken), (None, None));
        assert_eq!((tiles(&room), rack(&room)), (vec![4, 4], faces("R1 R2 K5 K9")));
        let room = after(room, 4_000, &[turn(2, 1)]);
        assert_eq!(own(&room).step, Some(TurnStep::ToTake));
    }

    #[test]
    fn a_tile_that_is_taken_is_seen_by_its_owner_and_counted_by_others() {
        let room = after(with_a_pile(), 5_000, &[tile_taken(0, Some("B1"), "chosen")]);
        let game = own(&room);
        assert_eq!((game.step, game.taken), (Some(TurnStep::TookTile), Some(faces("B1"))));
        assert_eq!((tiles(&room), rack(&room)), (vec![5, 4], faces("R1 R2 R3 B1 K9")));
        assert_eq!(room.round.unwrap().pool, 96);

        let other = after(dealt(0, Some("K5")), 4_000, &[discarded(0, "K5", 1, 4), turn(2, 1)]);
        let other = after(other, 5_000, &[tile_taken(1, None, "chosen")]);
        assert_eq!((own(&other).step, own(&other).taken), (Some(TurnStep::TookTile), None));
        assert_eq!((tiles(&other), rack(&other)), (vec![4, 5], faces("R1 R2 R3 K9")));
    }

    #[test]
    fn a_pile_that_is_turned_over_is_the_stock() {
        let turned = json!({"type": "pile_turned_over", "pool": 2});
        let game = after(with_a_pile(), 5_000, &[turned]);
        assert_eq!(game.round.as_ref().unwrap().pool, 2);
        assert_eq!((own(&game).pile, own(&game).pile_top), (0, None));
        assert_eq!(own(&game).step, Some(TurnStep::ToTake), "a tile of it is taken next");
    }

    #[test]
    fn a_pile_that_is_taken_is_in_the_rack_and_told_from_the_bottom_to_the_top() {
        let room = with_the_pile_taken();
        let game = own(&room);
        assert_eq!((game.step, game.taken), (Some(TurnStep::TookPile), Some(faces("K5 B8"))));
        assert_eq!((game.pile, game.pile_top), (0, None));
        assert_eq!((tiles(&room), rack(&room)), (vec![6, 4], faces("R1 R2 R3 B8 K5 K9")));
        assert_eq!(room.round.unwrap().pool, 96, "the stock stays as it is");

        let ben = json!({"type": "pile_taken", "seat": 1, "turn": 2, "count": 1});
        let room = after(dealt(0, Some("K5")), 4_000, &[discarded(0, "K5", 1, 4), turn(2, 1), ben]);
        assert_eq!((own(&room).step, own(&room).taken), (Some(TurnStep::TookPile), None));
        assert_eq!((tiles(&room), rack(&room)), (vec![4, 5], faces("R1 R2 R3 K9")));
    }

    #[test]
    fn laying_opens_and_leaves_the_turn_in_progress() {
        let table = json!([{"id": 1, "kind": "run", "tiles": ["R1", "R2", "R3"], "points": 6, "owner": 0}]);
        let laid = json!({"type": "sets_laid", "seat": 0, "turn": 3, "table": table, "from_rack": ["R3", "R1", "R2"],
            "tiles_left": 2, "opened": true, "opening_points": 51});
        let room = after(with_a_pile(), 5_000, &[tile_taken(0, Some("B1"), "time_ran_out"), laid.clone()]);
        assert_eq!((tiles(&room), rack(&room)), (vec![2, 4], faces("B1 K9")));
        assert_eq!((own(&room).step, own(&room).taken), (Some(TurnStep::TookTile), Some(faces("B1"))));
        let round = room.round.as_ref().unwrap();
        assert_eq!(round.seats.iter().map(|s| s.opened).collect::<Vec<_>>(), [true, false]);
        assert_eq!((round.table.len(), round.turn.as_ref().unwrap().turn.0), (1, 3));
        let room = after(room, 5_000, &[discarded(0, "K9", 3, 1)]);
        assert_eq!((tiles(&room), rack(&room), own(&room).pile), (vec![1, 4], faces("B1"), 3));

        let room = after(absent(with_a_pile()), 5_000, &[laid]);
        assert_eq!(room.seats[0].absent_turns, 2, "what ends the turn tells who is there");
    }

    #[test]
    fn a_pile_that_is_given_back_lies_as_before_and_is_counted() {
        let room = after(with_the_pile_taken(), 6_000, &[given_back(2, "chosen")]);
        let game = own(&room);
        assert_eq!((game.pile, game.pile_top), (2, Some("B8".parse().unwrap())));
        assert_eq!((game.step, game.taken, game.given_back), (None, None, vec![1, 0]));
        assert_eq!((tiles(&room), rack(&room)), (vec![4, 4], faces("R1 R2 R3 K9")));
    }

    #[test]
    fn anothers_pile_and_discard_leave_the_own_rack_alone() {
        let pile = json!({"type": "pile_taken", "seat": 1, "turn": 2, "count": 1});
        let back = json!({"type": "pile_given_back", "seat": 1, "turn": 2, "pile_top": "R1", "pile": 1, "tiles_left": 4,
            "given_back": 2, "why": "time_ran_out"});
        let room = after(
            dealt(0, Some("K5")),
            4_000,
            &[discarded(0, "K5", 1, 4), turn(2, 1), pile, back, turn(3, 0), discarded(1, "R2", 2, 3)],
        );
        assert_eq!((tiles(&room), rack(&room)), (vec![4, 3], faces("R1 R2 R3 K9")));
        assert_eq!(own(&room).given_back, [0, 2]);
    }

    #[test]
    fn a_step_shows_that_somebody_is_there_if_it_was_chosen() {
        let mut late = discarded(0, "K9", 3, 4);
        late["why"] = json!("time_ran_out");
        let pile = json!({"type": "pile_taken", "seat": 0, "turn": 3, "count": 2, "tiles": ["K5", "B8"]});
        for (act, expected) in [
            (tile_taken(0, Some("B1"), "chosen"), 0),
            (tile_taken(0, Some("B1"), "time_ran_out"), 2),
            (pile, 0),
            (discarded(0, "K9", 3, 4), 0),
            (late, 2),
            (given_back(2, "chosen"), 0),
            (given_back(2, "gone"), 2),
        ] {
            let room = after(absent(with_a_pile()), 5_000, std::slice::from_ref(&act));
            assert_eq!(
                (room.seats[0].absent_turns, room.seats[0].short_clock),
                (expected, expected > 0),
                "{act}"
            );
        }
    }

    #[test]
    fn the_end_of_a_deal_ends_the_turn_and_tells_how_somebody_went_out() {
        let ended = |going_out: Value| {
            let mut event = json!({"type": "round_ended", "round": 1, "deal": 1, "how": "out", "winner": 0, "points": [106, -36],
                "racks": [[], ["R1"]], "totals": [106, -36], "rounds_won": [1, 0], "secret": "3".repeat(64)});
            if going_out.is_string() {
                event["going_out"] = going_out;
            }
            after(with_the_pile_taken(), 6_000, &[event])
        };
        let room = ended(json!("new_sets_only"));
        assert_eq!((own(&room).step, own(&room).taken), (None, None));
        assert_eq!(room.r#match.unwrap().rounds[0].going_out, Some(GoingOut::NewSetsOnly));
        assert_eq!(ended(Value::Null).r#match.unwrap().rounds[0].going_out, None);
    }

    #[test]
    fn an_abandoned_match_ends_the_turn_and_so_does_who_leaves_in_it() {
        let abandoned = json!({"type": "match_abandoned", "why": "agreed"});
        let room = after(with_the_pile_taken(), 6_000, &[abandoned]);
        assert_eq!((own(&room).step, own(&room).taken), (None, None));

        let vacated = json!({"type": "seat_vacated", "seat": 0, "why": "resigned"});
        let room = after(with_the_pile_taken(), 6_000, &[vacated, given_back(2, "gone"), turn(4, 1)]);
        assert_eq!((own(&room).step, own(&room).taken), (Some(TurnStep::ToTake), None));
        assert_eq!((own(&room).pile, room.round.unwrap().rack), (2, None));
    }
}
