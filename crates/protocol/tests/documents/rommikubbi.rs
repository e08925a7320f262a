//! The golden messages of Rommikubbi are those of one game, and true to its rules.

use sarja_protocol::{
    DraftVerdict, Event, LaidSet, Reason, RoomView, ServerToClient, SetId, SetVerdict, SetView,
    parse_server_frame,
};
use sarja_rules::{
    Face, FaceCounts, Ruleset, Seat,
    rommikubbi::{
        FinalHand, Finish, GoingOut, JudgedLaying, OwnedSet, PlacedOwnedSet, Take, Turn, TurnPosition,
        judge_turn, score_deal,
    },
};

use crate::golden::golden;

fn message(name: &str) -> ServerToClient {
    let (_, text) = golden("server").into_iter().find(|(file, _)| file == name).unwrap();
    parse_server_frame(&text).unwrap()
}

fn room(name: &str) -> RoomView {
    match message(name) {
        ServerToClient::Snapshot(snapshot) => snapshot.room,
        other => panic!("{name}: {other:?}"),
    }
}

fn verdict(name: &str) -> DraftVerdict {
    match message(name) {
        ServerToClient::DraftVerdict(verdict) => *verdict,
        other => panic!("{name}: {other:?}"),
    }
}

fn rules() -> Ruleset {
    Ruleset::named("rommikubbi").unwrap()
}

fn faces(text: &str) -> Vec<Face> {
    text.split(' ').map(|face| face.parse().unwrap()).collect()
}

/// A set of the table with its owner.
fn owned(set: &SetView) -> OwnedSet {
    let laid = sarja_rules::LaidSet::declared(set.tiles.clone(), set.kind.into());
    OwnedSet::read(set.owner.unwrap(), &laid).unwrap()
}

/// What the referee says of the turn of the golden snapshot, in which the pile was taken, if it ends so.
fn judged(sent: &[LaidSet], discard: Option<Face>) -> (Vec<SetVerdict>, Vec<Reason>, u16, usize) {
    let round = room("snapshot.rommikubbi").round.unwrap();
    let taken = round.rommikubbi.unwrap().taken.unwrap();
    let table: Vec<OwnedSet> = round.table.iter().map(owned).collect();
    let ids: Vec<SetId> = round.table.iter().map(|set| set.id).collect();
    let rack: FaceCounts = round.rack.unwrap().into_iter().collect();
    let position = TurnPosition {
        ruleset: &rules(),
        table: &table,
        hand: &rack.minus(&taken.iter().collect()),
        seat: Seat(0),
        opened: false,
        first_turn: false,
        take: Take::Pile(&taken),
    };
    let laid = LaidSet::table(sent.to_vec()).sets;
    let verdict = judge_turn(position, Turn { table: &laid, discard });
    let (points, played) = (verdict.opening_points, verdict.laid.total());
    let judged = JudgedLaying { verdict, places: (0..sent.len()).map(Some).collect() };
    (SetVerdict::of_turn(&judged, sent, &ids), Reason::of_turn(&judged, &ids), points, played)
}

#[test]
fn the_golden_verdicts_are_those_of_the_referee() {
    let draft = room("snapshot.rommikubbi").draft.unwrap();
    let own = draft.verdict.unwrap();
    let sent: Vec<LaidSet> = draft.table.into_iter().map(LaidSet::from).collect();
    let ended = verdict("draft_verdict.end_turn");
    assert_eq!((&own.sets, &own.play), (&ended.sets, &ended.play));
    for (golden, discard) in [(ended, draft.discard), (verdict("draft_verdict.discard"), None)] {
        let (sets, reasons, points, played) = judged(&sent, discard);
        assert_eq!((golden.sets, &golden.play.reasons), (sets, &reasons));
        assert_eq!(golden.play.legal, reasons.is_empty());
        assert_eq!(golden.play.opening_points, Some(points));
        assert_eq!(usize::from(golden.play.rack_tiles_played), played);
    }
}

#[test]
fn the_golden_refusal_of_a_turn_has_the_reasons_of_the_referee() {
    let laid = |tiles: &str, id: Option<u32>| LaidSet { id: id.map(SetId), ..LaidSet::of(faces(tiles)) };
    let sent = [
        laid("R10 R11 R12 R13", Some(1)),
        laid("B6 O6", Some(2)),
        laid("R4 B4 O4", None),
        laid("K5 K6", None),
    ];
    let (_, reasons, ..) = judged(&sent, None);
    match message("error.illegal_play.rommikubbi") {
        ServerToClient::Error(error) => assert_eq!(error.reasons, reasons),
        other => panic!("{other:?}"),
    }
}

#[test]
fn golden_tables_show_the_sets_as_they_lie_and_score() {
    let mut shown = 0;
    for (name, text) in golden("server") {
        let table = match parse_server_frame(&text).unwrap() {
            ServerToClient::Snapshot(snapshot) => {
                snapshot.room.round.map(|round| round.table).unwrap_or_default()
            }
            ServerToClient::Event(message) => match message.event {
                Event::SetsLaid(laid) => laid.table,
                _ => continue,
            },
            _ => continue,
        };
        for set in table.iter().filter(|set| set.owner.is_some()) {
            let placed = PlacedOwnedSet { id: sarja_rules::SetId(set.id.0), set: owned(set) };
            assert_eq!(&SetView::from(&placed), set, "{name}");
            shown += 1;
        }
    }
    assert!(shown > 10, "{shown}");
}

#[test]
fn every_tile_is_somewhere_in_the_golden_rooms() {
    let names = golden("server").into_iter().map(|(name, _)| name);
    let rooms: Vec<String> = names.filter(|name| name.starts_with("snapshot.rommikubbi")).collect();
    assert!(rooms.len() > 3, "{rooms:?}");
    for name in rooms {
        let round = room(&name).round.unwrap();
        let table: usize = round.table.iter().map(|set| set.tiles.len()).sum();
        let racks: u16 = round.seats.iter().map(|seat| seat.tiles).sum();
        let pile = round.rommikubbi.unwrap().pile;
        assert_eq!(table + usize::from(racks + pile + round.pool), rules().tiles.total(), "{name}");
    }
}

#[test]
fn the_golden_round_is_scored_by_the_rules() {
    let round = room("snapshot.rommikubbi.between_rounds").round.unwrap();
    let racks = round.revealed_racks.unwrap();
    let hand = |rack: &Vec<Face>| FinalHand { hand: rack.iter().collect(), opened: true, given_back: 0 };
    let hands: Vec<FinalHand> = racks.iter().map(hand).collect();
    let table: Vec<OwnedSet> = round.table.iter().map(owned).collect();
    let finish = Finish { seat: Seat(0), how: GoingOut::NewSetsOnly };
    match message("event.round_ended.going_out") {
        ServerToClient::Event(message) => match message.event {
            Event::RoundEnded { points, racks: shown, .. } => {
                assert_eq!(points, score_deal(&rules(), &table, &hands, Some(finish)));
                assert_eq!(shown, racks);
            }
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}
