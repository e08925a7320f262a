//! What is the Rummikub family's own in a room: a common table that everybody rearranges.

use sarja_protocol::{
    Arrange, ArrangeMode, ArrangedSet, ErrorCode, Event as Wire, LaidSet, PlayVerdict, PrimaryAction, Reason,
    RoundHow, SetId, SetVerdict, SetView,
};
use sarja_rules::{
    Face, FaceCounts, RoundEnd, RoundScore, Ruleset, Table, TableSet, Viewer,
    rummikub::{
        Action, DrawCause, Event as Happened, Opened, PassCause, PlayCause, Reason as RulesReason, Refusal,
        Round, judge_play, split_into_sets,
    },
};

use super::{Ending, Event, GameView, Meaning, Room, SeatInGame, ShownEvent, Unplayed};
use crate::room::{LiveDraft, show};

/// The whole table of a draft.
pub(super) fn table(draft: &LiveDraft) -> Table {
    LaidSet::table(draft.table.clone())
}

/// The move that goes unless whoever can play must.
pub(super) fn rest(round: &Round) -> Action {
    if round.pool() > 0 { Action::Draw } else { Action::Pass }
}

/// The events that the room does not tell by events of its own.
pub(super) fn of_the_game(events: Vec<Happened>) -> Vec<Event> {
    let is_told =
        |event: &Happened| matches!(event, Happened::PlayerLeft { .. } | Happened::PlayerReturned { .. });
    events.into_iter().filter(|event| !is_told(event)).map(Event::from).collect()
}

pub(super) fn refuse(round: &Round, refusal: Refusal) -> Unplayed {
    match refusal {
        Refusal::RoundOver | Refusal::StaleTurn { .. } => Unplayed::Stale,
        Refusal::NotYourTurn { seat } => Unplayed::NotYourTurn(seat),
        Refusal::MustPlay => Unplayed::Not(ErrorCode::MustPlay),
        Refusal::PoolEmpty => Unplayed::Not(ErrorCode::CannotDraw),
        Refusal::PoolNotEmpty { .. } => Unplayed::Not(ErrorCode::CannotPass),
        Refusal::IllegalPlay(verdict) => {
            let old = ids(round);
            Unplayed::Illegal(verdict.reasons.iter().map(|r| Reason::from_rules(r, &old)).collect())
        }
    }
}

fn ids(round: &Round) -> Vec<SetId> {
    round.table().iter().map(|placed| placed.id.into()).collect()
}

pub(super) fn meaning(event: &Happened) -> Meaning {
    match event {
        Happened::TurnStarted { turn, seat, .. } => Meaning::TurnStarted(*turn, *seat),
        Happened::TimeRanOut { seat, .. } => Meaning::TimeRanOut(*seat),
        Happened::SetsPlayed { seat, cause: PlayCause::Played, .. }
        | Happened::TurnPassed { seat, cause: PassCause::Chosen | PassCause::IllegalPlay, .. }
        | Happened::TilesDrawn { seat, cause: DrawCause::Chosen | DrawCause::IllegalPlay, .. } => {
            Meaning::Acted(*seat)
        }
        Happened::RoundEnded { end, score, .. } => Meaning::Ended(ending(*end, score)),
        _ => Meaning::Nothing,
    }
}

fn ending(end: RoundEnd, score: &RoundScore) -> Ending {
    Ending {
        how: RoundHow::from(end),
        winner: score.winner,
        points: score.points.clone(),
        replay: score.replay,
        going_out: None,
    }
}

pub(super) fn view(round: &Round, viewer: Viewer) -> GameView {
    let view = round.view(viewer);
    GameView {
        table: view.table.iter().map(SetView::from).collect(),
        pool: view.pool,
        seats: view
            .players
            .iter()
            .map(|player| SeatInGame { tiles: player.tiles, opened: player.opened == Opened::Yes })
            .collect(),
        rack: view.rack,
        turns_left: view.turns_left,
        rommikubbi: None,
    }
}

pub(super) fn shown(room: &Room, event: &Happened, drawn: Option<&[Face]>) -> ShownEvent {
    let Happened::TilesDrawn { turn, seat, count, cause } = event else {
        return public(room, event).into();
    };
    let view = |tiles| Wire::TilesDrawn {
        seat: *seat,
        turn: (*turn).into(),
        count: u16::from(*count),
        pool: room.game().map_or(0, |game| game.pool() as u16),
        why: (*cause).into(),
        tiles,
    };
    let private = drawn.map(|tiles| (*seat, view(Some(tiles.to_vec()))));
    ShownEvent { public: view(None), private }
}

fn public(room: &Room, event: &Happened) -> Wire {
    match event {
        Happened::TurnStarted { turn, seat, .. } => show::turn_started(room, *turn, *seat),
        Happened::TimeRanOut { turn, seat, draft } => show::time_ran_out(room, *turn, *seat, (*draft).into()),
        Happened::SetsPlayed { turn, seat, table, from_rack, opening_points, cause } => Wire::SetsPlayed {
            seat: *seat,
            turn: (*turn).into(),
            table: table.iter().map(SetView::from).collect(),
            from_rack: from_rack.clone(),
            tiles_left: show::tiles_left(room, *seat),
            opened: opening_points.is_some(),
            opening_points: *opening_points,
            why: (*cause).into(),
        },
        Happened::PlayPenalised { turn, seat, faults } => Wire::PlayPenalised {
            seat: *seat,
            turn: (*turn).into(),
            reasons: faults.iter().map(|&code| code.into()).collect(),
        },
        Happened::TurnPassed { turn, seat, cause } => {
            Wire::TurnPassed { seat: *seat, turn: (*turn).into(), why: (*cause).into() }
        }
        Happened::RoundEnded { end, score, racks } => show::round_ended(room, ending(*end, score), racks),
        // The room's own events tell of these, and of drawn tiles above.
        Happened::TilesDrawn { .. } | Happened::PlayerLeft { .. } | Happened::PlayerReturned { .. } => {
            Wire::Unknown
        }
    }
}

/// What the referee says to a draft: on each set, and on the whole.
pub(super) fn verdict(round: &Round, draft: &LiveDraft) -> Option<(Vec<SetVerdict>, PlayVerdict)> {
    let sets = round.sets();
    let position = round.position(draft.seat, &sets)?;
    let verdict = judge_play(position, &table(draft).sets);
    let each = verdict
        .sets
        .iter()
        .zip(&draft.table)
        .enumerate()
        .map(|(i, (v, laid))| SetVerdict::new(v, i, laid))
        .collect();
    let unopened = position.opened == Opened::No;
    let only_nothing_played = verdict
        .reasons
        .iter()
        .all(|r| matches!(r, RulesReason::NoRackTilePlayed | RulesReason::OpeningTooLow { .. }));
    let primary = if round.seat() != draft.seat {
        PrimaryAction::Wait
    } else if verdict.is_legal() {
        PrimaryAction::Play
    } else if !verdict.from_rack.is_empty() || !only_nothing_played {
        PrimaryAction::NotValid
    } else if round.pool() > 0 {
        PrimaryAction::Draw
    } else {
        PrimaryAction::Pass
    };
    let old = ids(round);
    let play = PlayVerdict {
        legal: verdict.is_legal(),
        reasons: verdict.reasons.iter().map(|r| Reason::from_rules(r, &old)).collect(),
        opening_points: unopened.then_some(verdict.opening_points),
        opening_needed: unopened.then_some(position.ruleset.opening.min_points),
        rack_tiles_played: verdict.from_rack.total() as u16,
        primary,
    };
    Some((each, play))
}

/// Puts tiles into valid order, or splits them into valid sets; `None` where that cannot be done.
pub(in crate::room) fn arrange(rules: &Ruleset, wanted: &Arrange) -> Option<Vec<ArrangedSet>> {
    match wanted.mode {
        ArrangeMode::Order => {
            let laid =
                sarja_rules::LaidSet { tiles: wanted.tiles.clone(), kind: wanted.kind.map(Into::into) };
            let few = rules.joker.per_set.is_none_or(|most| laid.jokers() <= usize::from(most));
            let set = TableSet::read(&laid, rules.tiles.numbers).filter(|_| few)?;
            Some(vec![ArrangedSet::from(&set)])
        }
        ArrangeMode::Split => {
            let tiles: FaceCounts = wanted.tiles.iter().collect();
            Some(split_into_sets(rules, &tiles)?.iter().map(ArrangedSet::from).collect())
        }
    }
}
