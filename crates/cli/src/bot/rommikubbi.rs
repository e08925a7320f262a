//! What the bot does next in its turn of Rommikubbi: a bot of the solver, fed with what the wire tells.

use sarja_protocol::{LaidSet, RommikubbiView, RoomView, RoundSeatView, SetView, TurnStep};
use sarja_rules::{
    Number,
    rommikubbi::{self, DealAction, DealPlayerView, DealView, OwnedSet, PlacedOwnedSet, Told},
};

use super::{
    Level,
    moves::{Move, laid_sets, standing},
};

/// What a bot does next in the viewer's own turn; `None` for who has no rack.
pub(super) fn think(room: &RoomView, level: Level, chance: u64) -> Option<Move> {
    let (view, own) = (seen(room)?, room.you.seat?);
    match sarja_solver::choose_in_deal(&room.settings.rules, &view, own, level.into(), chance)? {
        DealAction::TakeStock => Some(Move::TakeTile),
        DealAction::TakePile => Some(Move::TakePile),
        DealAction::EndTurn(laying) => {
            Some(Move::EndTurn { table: laid_sets(laying.table), discard: laying.discard })
        }
        DealAction::GiveBack => Some(Move::GivePileBack),
        DealAction::RunOutOfTime(_) => None,
    }
}

/// What brings the turn to its end without laying anything: a tile is taken and discarded, a pile given back.
pub(super) fn give_up(room: &RoomView) -> Move {
    let round = room.round.as_ref();
    let game = round.and_then(|round| round.rommikubbi.as_ref());
    match game.and_then(|game| game.step) {
        Some(TurnStep::First | TurnStep::TookTile) => {
            let taken = game.and_then(|game| game.taken.as_ref()?.first().copied());
            let table = round.map(|round| round.table.iter().map(as_it_lies).collect());
            Move::EndTurn { table: table.unwrap_or_default(), discard: taken }
        }
        Some(TurnStep::TookPile) => Move::GivePileBack,
        Some(TurnStep::ToTake) | None => Move::TakeTile,
    }
}

fn as_it_lies(set: &SetView) -> LaidSet {
    LaidSet { tiles: set.tiles.clone(), kind: Some(set.kind), id: Some(set.id) }
}

/// The deal as the rules know it, from what the wire tells; `None` for who has no rack, or where it is not Rommikubbi.
fn seen(room: &RoomView) -> Option<DealView> {
    let round = room.round.as_ref()?;
    let game = round.rommikubbi.as_ref()?;
    let turn = round.turn.as_ref()?;
    let player = |seat: &RoundSeatView| DealPlayerView {
        tiles: seat.tiles.into(),
        opened: seat.opened,
        given_back: game.given_back.get(seat.seat.index()).copied().unwrap_or(0),
        standing: standing(room, seat.seat),
    };
    Some(DealView {
        table: round.table.iter().map(placed).collect::<Option<_>>()?,
        stock: round.pool.into(),
        pile: game.pile.into(),
        pile_top: game.pile_top,
        told: told(game),
        players: round.seats.iter().map(player).collect(),
        hand: Some(round.rack.clone()?),
        taken: game.taken.clone(),
        step: step(game.step?),
        turn: turn.turn.into(),
        seat: turn.seat,
        end: None,
        hands: None,
    })
}

/// A set of the table with its owner; `None` for one that this game does not have.
fn placed(set: &SetView) -> Option<PlacedOwnedSet> {
    let laid = sarja_rules::LaidSet::declared(set.tiles.as_slice(), set.kind.into());
    Some(PlacedOwnedSet { id: set.id.into(), set: OwnedSet::read(set.owner?, &laid)? })
}

fn told(game: &RommikubbiView) -> Told {
    game.starter_took.number.and_then(Number::new).map_or(Told::Joker, Told::Number)
}

const fn step(step: TurnStep) -> rommikubbi::TurnStep {
    match step {
        TurnStep::First => rommikubbi::TurnStep::First,
        TurnStep::ToTake => rommikubbi::TurnStep::ToTake,
        TurnStep::TookTile => rommikubbi::TurnStep::TookStock,
        TurnStep::TookPile => rommikubbi::TurnStep::TookPile,
    }
}

#[cfg(test)]
mod tests {
    use sarja_rules::{Face, Ruleset};
    use serde_json::{Value, json};

    use super::*;

    const ANNA: &str = "00000000-0000-4000-8000-00000000000a";

    fn faces(text: &str) -> Vec<Face> {
        text.split_whitespace().map(|face| face.parse().unwrap()).collect()
    }

    /// Anna's turn at this step, with what she has taken already in her rack; a run of hers and a group of Ben's lie there.
    fn room(step: &str, taken: Option<&str>, rack: &str) -> RoomView {
        let mut room = json!({
            "room_id": ANNA, "code": "ABCD2345", "phase": "playing", "host": ANNA, "votes": {},
            "settings": {"rules": Ruleset::named("rommikubbi").unwrap(), "seats": 2, "drafts": "shown", "spectators": "allowed",
                "chat": "on", "reactions": "on", "has_password": false},
            "you": {"player_id": ANNA, "role": "player", "seat": 0}, "people": [],
            "seats": [{"seat": 0, "state": "seated", "ready": true, "connected": true},
                {"seat": 1, "state": "vacated", "ready": false, "connected": false}],
            "round": {"round": 1, "deal": 3, "commitment": "0".repeat(64), "shuffle": {}, "pool": 70, "rack": faces(rack),
                "table": [
                    {"id": 4, "kind": "run", "tiles": ["K11", "J", "K13", "K1"], "points": 40, "owner": 0},
                    {"id": 2, "kind": "group", "tiles": ["R5", "B5", "K5"], "points": 15, "owner": 1}],
                "seats": [{"seat": 0, "tiles": faces(rack).len(), "opened": true}, {"seat": 1, "tiles": 9, "opened": true}],
                "turn": {"turn": 9, "seat": 0, "started_ms": 0},
                "rommikubbi": {"starter_took": {"number": 7, "stacks": 7}, "pile": 3, "pile_top": "R9", "step": step,
                    "given_back": [0, 1]}},
        });
        if let Some(taken) = taken {
            room["round"]["rommikubbi"]["taken"] = json!(faces(taken));
        }
        serde_json::from_value(room).unwrap()
    }

    fn table() -> Value {
        json!([{"tiles": ["K11", "J", "K13", "K1"], "kind": "run", "id": 4},
            {"tiles": ["R5", "B5", "K5"], "kind": "group", "id": 2}])
    }

    #[test]
    fn the_deal_is_seen_as_the_wire_tells_it() {
        let view = seen(&room("took_tile", Some("R3"), "R1 R3 K8")).unwrap();
        let set = &view.table[0];
        assert_eq!((set.id.0, set.set.owner().0, set.set.score()), (4, 0, 40));
        assert_eq!(set.set.tiles(), faces("K11 J K13 K1"));
        assert_eq!((view.stock, view.pile, view.pile_top), (70, 3, Some(faces("R9")[0])));
        assert_eq!((view.step, view.taken), (rommikubbi::TurnStep::TookStock, Some(faces("R3"))));
        assert_eq!((view.turn.0, view.seat.0, view.told.stacks()), (9, 0, 7));
        let player =
            |tiles, given_back, standing| DealPlayerView { tiles, opened: true, given_back, standing };
        assert_eq!(
            view.players,
            [player(3, 0, sarja_rules::Standing::Playing), player(9, 1, sarja_rules::Standing::Left)]
        );
    }

    #[test]
    fn something_is_taken_before_the_turn_is_ended() {
        let first = think(&room("to_take", None, "R1 B4 K8"), Level::Medium, 0);
        assert_eq!(first, Some(Move::TakeTile), "nothing makes a set with the top of the pile");
        let then = think(&room("took_tile", Some("O12"), "R1 B4 K8 O12"), Level::Medium, 0);
        let Some(Move::EndTurn { table: laid, discard: Some(discard) }) = then else { panic!("{then:?}") };
        assert!(faces("R1 B4 K8 O12").contains(&discard));
        assert_eq!(json!(laid), table(), "no tile fits");
    }

    #[test]
    fn who_gives_up_takes_a_tile_and_discards_it_or_gives_the_pile_back() {
        assert_eq!(give_up(&room("to_take", None, "R1 K8")), Move::TakeTile);
        for step in ["first", "took_tile"] {
            let ended = give_up(&room(step, Some("K8"), "R1 K8 O2"));
            let Move::EndTurn { table: laid, discard } = ended else { panic!("{ended:?}") };
            assert_eq!((json!(laid), discard), (table(), Some(faces("K8")[0])));
        }
        assert_eq!(give_up(&room("took_pile", Some("K8 R9"), "R1 K8 R9")), Move::GivePileBack);
    }

    #[test]
    fn who_watches_sees_no_deal_to_play() {
        let mut room = room("to_take", None, "R1");
        room.round.as_mut().unwrap().rack = None;
        assert_eq!(think(&room, Level::Medium, 0), None);
    }
}
