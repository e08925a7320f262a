//! What is Rommikubbi's own in a room: a turn in steps, a pile of which the top is seen, sets that have owners.

use sarja_protocol::{
    Arrange, ArrangeMode, ArrangedSet, ErrorCode, Event as Wire, LaidSet, PileGivenBack, PileTaken,
    PileTurnedOver, PlayVerdict, PrimaryAction, Reason, RommikubbiView, RoundHow, SetId, SetVerdict, SetView,
    SetsLaid, TileDiscarded, TileTaken,
};
use sarja_rules::{
    Face, FaceCounts, Points, Seat, Viewer,
    rommikubbi::{
        Deal, DealAction, DealEvent, DealPlayer, DealRefusal, Finish, Laying, OwnedSet, Taken, TurnCause,
        TurnReason, split_into_sets,
    },
};

use super::{Ending, Event, GameView, Meaning, Room, SeatInGame, ShownEvent, Unplayed};
use crate::room::{LiveDraft, show};

/// The end of the turn that a draft shows.
pub(super) fn laying(draft: &LiveDraft) -> Laying {
    Laying { table: LaidSet::table(draft.table.clone()), discard: draft.discard }
}

/// The move that always goes: a tile is taken and discarded again, or the pile given back.
pub(super) fn rest(deal: &Deal) -> DealAction {
    match deal.taken() {
        Taken::Nothing => DealAction::TakeStock,
        Taken::Fifteenth(face) | Taken::Stock(face) => {
            let sets = deal.table().iter().map(|placed| placed.set.to_laid()).collect();
            let ids = deal.table().iter().map(|placed| Some(placed.id)).collect();
            DealAction::EndTurn(Laying { table: sarja_rules::Table { sets, ids }, discard: Some(*face) })
        }
        Taken::Pile(_) => DealAction::GiveBack,
    }
}

/// The events that the room does not tell by events of its own.
pub(super) fn of_the_game(events: Vec<DealEvent>) -> Vec<Event> {
    let is_told =
        |event: &DealEvent| matches!(event, DealEvent::PlayerLeft { .. } | DealEvent::PlayerReturned { .. });
    events.into_iter().filter(|event| !is_told(event)).map(Event::from).collect()
}

pub(super) fn refuse(deal: &Deal, refusal: DealRefusal) -> Unplayed {
    match refusal {
        DealRefusal::DealOver | DealRefusal::StaleTurn { .. } => Unplayed::Stale,
        DealRefusal::NotYourTurn { seat } => Unplayed::NotYourTurn(seat),
        DealRefusal::TakeNotAllowed => Unplayed::Not(ErrorCode::TakeNotAllowed),
        DealRefusal::TakeFirst => Unplayed::Not(ErrorCode::TakeFirst),
        DealRefusal::PileEmpty => Unplayed::Not(ErrorCode::PileEmpty),
        DealRefusal::NoPileToGiveBack => Unplayed::Not(ErrorCode::NoPileTaken),
        DealRefusal::IllegalTurn(judged) => Unplayed::Illegal(Reason::of_turn(&judged, &ids(deal))),
    }
}

fn ids(deal: &Deal) -> Vec<SetId> {
    deal.table().iter().map(|placed| placed.id.into()).collect()
}

pub(super) fn meaning(event: &DealEvent) -> Meaning {
    match event {
        DealEvent::TurnStarted { turn, seat } => Meaning::TurnStarted(*turn, *seat),
        DealEvent::TimeRanOut { seat, .. } => Meaning::TimeRanOut(*seat),
        DealEvent::StockTaken { seat, cause: TurnCause::Chosen, .. }
        | DealEvent::PileTaken { seat, .. }
        | DealEvent::TileDiscarded { seat, cause: TurnCause::Chosen, .. }
        | DealEvent::PileGivenBack { seat, cause: TurnCause::Chosen, .. } => Meaning::Acted(*seat),
        DealEvent::DealEnded { finish, points, .. } => Meaning::Ended(ending(*finish, points)),
        _ => Meaning::Nothing,
    }
}

fn ending(finish: Option<Finish>, points: &[Points]) -> Ending {
    Ending {
        how: if finish.is_some() { RoundHow::Out } else { RoundHow::Blocked },
        winner: finish.map(|finish| finish.seat),
        points: points.to_vec(),
        replay: false,
        going_out: finish.map(|finish| finish.how.into()),
    }
}

pub(super) fn view(deal: &Deal, viewer: Viewer) -> GameView {
    let view = deal.view(viewer);
    let rommikubbi = RommikubbiView {
        starter_took: view.told.into(),
        pile: view.pile as u16,
        pile_top: view.pile_top,
        step: view.end.is_none().then_some(view.step.into()),
        taken: view.taken,
        given_back: view.players.iter().map(|player| player.given_back).collect(),
    };
    GameView {
        table: view.table.iter().map(SetView::from).collect(),
        pool: view.stock,
        seats: view
            .players
            .iter()
            .map(|player| SeatInGame { tiles: player.tiles, opened: player.opened })
            .collect(),
        rack: view.hand,
        turns_left: None,
        rommikubbi: Some(rommikubbi),
    }
}

/// What only the taker is shown: what was taken.
pub(super) fn shown(room: &Room, event: &DealEvent, taken: Option<&[Face]>) -> ShownEvent {
    let pool = room.game().map_or(0, |game| game.pool() as u16);
    match event {
        DealEvent::StockTaken { turn, seat, cause } => {
            let view = |tile| {
                let taken = TileTaken { seat: *seat, turn: (*turn).into(), pool, why: (*cause).into(), tile };
                Wire::TileTaken(taken)
            };
            let tile = taken.and_then(|tiles| tiles.first().copied());
            ShownEvent { public: view(None), private: tile.map(|tile| (*seat, view(Some(tile)))) }
        }
        DealEvent::PileTaken { turn, seat, tiles } => {
            let view = |own| {
                let (turn, count) = ((*turn).into(), u16::from(*tiles));
                Wire::PileTaken(PileTaken { seat: *seat, turn, count, tiles: own })
            };
            let private = taken.map(|tiles| (*seat, view(Some(tiles.to_vec()))));
            ShownEvent { public: view(None), private }
        }
        other => public(room, other, pool).into(),
    }
}

fn public(room: &Room, event: &DealEvent, pool: u16) -> Wire {
    let deal = room.deal();
    let pile = deal.map_or(0, |deal| deal.pile() as u16);
    match event {
        DealEvent::TurnStarted { turn, seat } => show::turn_started(room, *turn, *seat),
        DealEvent::TimeRanOut { turn, seat, draft } => {
            show::time_ran_out(room, *turn, *seat, (*draft).into())
        }
        DealEvent::PileTurnedOver { .. } => Wire::PileTurnedOver(PileTurnedOver { pool }),
        DealEvent::SetsLaid { turn, seat, table, from_hand, opening_points } => Wire::SetsLaid(SetsLaid {
            seat: *seat,
            turn: (*turn).into(),
            table: table.iter().map(SetView::from).collect(),
            from_rack: from_hand.clone(),
            tiles_left: show::tiles_left(room, *seat),
            opened: opening_points.is_some(),
            opening_points: *opening_points,
        }),
        DealEvent::TileDiscarded { turn, seat, tile, cause } => Wire::TileDiscarded(TileDiscarded {
            seat: *seat,
            turn: (*turn).into(),
            tile: *tile,
            pile,
            tiles_left: show::tiles_left(room, *seat),
            why: (*cause).into(),
        }),
        DealEvent::PileGivenBack { turn, seat, cause } => {
            let Some(pile_top) = deal.and_then(Deal::pile_top) else { return Wire::Unknown };
            Wire::PileGivenBack(PileGivenBack {
                seat: *seat,
                turn: (*turn).into(),
                pile_top,
                pile,
                tiles_left: show::tiles_left(room, *seat),
                given_back: deal.and_then(|deal| deal.player(*seat)).map_or(0, DealPlayer::given_back),
                why: (*cause).into(),
            })
        }
        DealEvent::DealEnded { finish, points, hands } => {
            show::round_ended(room, ending(*finish, points), hands)
        }
        // The room's own events tell of these, and of what was taken above.
        DealEvent::StockTaken { .. }
        | DealEvent::PileTaken { .. }
        | DealEvent::PlayerLeft { .. }
        | DealEvent::PlayerReturned { .. } => Wire::Unknown,
    }
}

/// What the referee says to a draft: on each set, and on the whole.
pub(super) fn verdict(deal: &Deal, draft: &LiveDraft) -> (Vec<SetVerdict>, PlayVerdict) {
    let judged = deal.judge(&laying(draft));
    let old = ids(deal);
    let verdict = &judged.verdict;
    let unopened = deal.player(draft.seat).is_some_and(|player| !player.opened());
    let is_discard_missing = verdict.reasons.iter().all(|reason| *reason == TurnReason::DiscardMissing);
    let reasons = Reason::of_turn(&judged, &old);
    let primary = if deal.seat() != draft.seat {
        PrimaryAction::Wait
    } else if *deal.taken() == Taken::Nothing {
        PrimaryAction::Take
    } else if verdict.is_legal() {
        PrimaryAction::EndTurn
    } else if is_discard_missing {
        PrimaryAction::Discard
    } else {
        PrimaryAction::NotValid
    };
    let play = PlayVerdict {
        legal: verdict.is_legal(),
        reasons,
        opening_points: unopened.then_some(verdict.opening_points),
        opening_needed: unopened.then_some(deal.ruleset().opening.min_points),
        rack_tiles_played: verdict.laid.total() as u16,
        primary,
    };
    (SetVerdict::of_turn(&judged, &draft.table, &old), play)
}

/// The tiles of a hand that others may see in a draft: those of a taken pile that lie below its top may not be seen before they are
/// played, for the pile may be given back.
pub(super) fn shown_in_drafts(deal: &Deal, seat: Seat) -> FaceCounts {
    let hand = deal.player(seat).map_or(FaceCounts::EMPTY, |player| player.hand().clone());
    match deal.taken() {
        Taken::Pile(tiles) if deal.seat() == seat => {
            let below = tiles.split_last().map_or(&[][..], |(_, below)| below);
            hand.minus(&below.iter().collect())
        }
        _ => hand,
    }
}

/// Puts tiles into valid order, or splits them into valid sets; `None` where that cannot be done.
pub(in crate::room) fn arrange(wanted: &Arrange) -> Option<Vec<ArrangedSet>> {
    match wanted.mode {
        ArrangeMode::Order => {
            let laid =
                sarja_rules::LaidSet { tiles: wanted.tiles.clone(), kind: wanted.kind.map(Into::into) };
            Some(vec![ArrangedSet::from(&OwnedSet::read(Seat(0), &laid)?)])
        }
        ArrangeMode::Split => {
            let tiles: FaceCounts = wanted.tiles.iter().collect();
            Some(split_into_sets(Seat(0), &tiles)?.iter().map(ArrangedSet::from).collect())
        }
    }
}
