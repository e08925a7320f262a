//! What people want: mostly to play, now and then something else, at times what cannot be.

use rand::{RngExt as _, rngs::ChaCha8Rng};
use sarja_protocol::{LaidSet, MatchState, Phase, RoomView, SeatState};
use sarja_rules::{
    Seat, Table, Viewer,
    rommikubbi::DealAction,
    rummikub::{Action, SeenPosition, choose_simply},
};
use sarja_solver::{Skill, choose_in_deal};
use serde_json::{Value, json};

use crate::room::{Game, Room};

/// How people are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mood {
    /// They do whatever one can do, and what one cannot.
    Any,
    /// They want the game to go on.
    Eager,
}

/// What people have come for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// They make the room and want a seat.
    Hosts,
    /// They want a seat.
    Plays,
    /// They only watch.
    Watches,
}

/// What somebody wants who sees this, if anything; `room` is as it is stored, from which a play is chosen that is legal now.
pub(super) fn wish(
    view: &RoomView,
    room: &Room,
    number: u32,
    mood: Mood,
    part: Part,
    chance: &mut ChaCha8Rng,
) -> Option<Value> {
    let luck = if mood == Mood::Eager { 50 } else { chance.random_range(0..100) };
    match luck {
        0..3 => return Some(json!({"type": "get_state"})),
        3..4 => return Some(json!({"type": "react", "reaction": "laugh"})),
        4..5 => return Some(json!({"type": "arrange", "mode": "split", "tiles": ["R1", "R2", "R3", "J"]})),
        _ => {}
    }
    let mine = view.you.seat.and_then(|seat| view.seats.iter().find(|s| s.seat == seat));
    let is_host = view.host == view.you.player_id;
    match view.phase {
        Phase::Lobby => match luck {
            5..14 => Some(say(view, number)),
            14..16 if mine.is_some() => Some(json!({"type": "leave_seat"})),
            16..17 => Some(json!({"type": "leave_room"})),
            17..22 if is_host => Some(json!({"type": "seat_bot", "level": "easy"})),
            _ if is_host && is_alone(view) => Some(json!({"type": "seat_bot", "level": "easy"})),
            _ => match mine {
                None if part != Part::Watches && has_free_seat(view) => Some(json!({"type": "take_seat"})),
                None => is_host.then(|| json!({"type": "start_match"})),
                Some(mine) if !mine.ready => Some(json!({"type": "set_ready", "ready": true})),
                Some(_) => is_host.then(|| json!({"type": "start_match"})),
            },
        },
        Phase::Shuffling => {
            let deal = view.round.as_ref()?.deal;
            let value = format!("{number:064x}");
            mine.map(|_| json!({"type": "share_shuffle_value", "deal": deal, "value": value}))
        }
        Phase::Playing => playing(view, room, luck, chance),
        Phase::BetweenRounds => match (luck, mine) {
            (5..30, _) => Some(say(view, number)),
            (_, Some(mine)) if !mine.ready => Some(json!({"type": "set_ready", "ready": true})),
            _ => None,
        },
        Phase::MatchOver => match luck {
            5..30 => Some(say(view, number)),
            _ => Some(json!({"type": "ask_rematch"})),
        },
        Phase::Closed => None,
    }
}

/// What somebody wants who is about to go: the end of the match, a last word if he has one, and then to leave.
pub(super) fn parting(view: &RoomView, words: impl FnOnce() -> Option<String>) -> Value {
    let runs = view.r#match.as_ref().is_some_and(|played| played.state == MatchState::Playing);
    if runs && view.you.seat.is_some() {
        return json!({"type": "ask_end"});
    }
    match if runs { None } else { words() } {
        Some(text) => json!({"type": "say", "text": text}),
        None => json!({"type": "leave_room"}),
    }
}

fn has_free_seat(view: &RoomView) -> bool {
    view.seats.iter().any(|seat| seat.state == SeatState::Free)
}

/// Whether there are too few seats for a match, and everybody who might take one has.
fn is_alone(view: &RoomView) -> bool {
    let taken = view.seats.iter().filter(|seat| seat.state == SeatState::Seated).count();
    taken < 2 && view.people.len() > 2
}

fn say(view: &RoomView, number: u32) -> Value {
    json!({"type": "say", "text": format!("{} says {number}", view.you.player_id)})
}

fn playing(view: &RoomView, room: &Room, luck: u32, chance: &mut ChaCha8Rng) -> Option<Value> {
    let turn = view.round.as_ref()?.turn.as_ref()?;
    // Also a seat that was given up.
    let mine = view.seats.iter().find(|s| s.player_id == Some(view.you.player_id));
    let away = mine.is_none_or(|mine| mine.state == SeatState::Vacated);
    match luck {
        5..6 => return Some(json!({"type": "ask_pause"})),
        6..7 if !away => return Some(json!({"type": "resign"})),
        7..8 => return Some(json!({"type": "leave_room"})),
        8..9 => return Some(json!({"type": "ask_end", "withdraw": chance.random_bool(0.3)})),
        9..12 => return Some(json!({"type": "draw", "turn": turn.turn})),
        12..13 => {
            return Some(json!({"type": "play", "turn": turn.turn, "table": [{"tiles": ["R1", "R2", "J"]}]}));
        }
        13..14 => return Some(json!({"type": "ask_hint", "turn": turn.turn})),
        _ => {}
    }
    if away {
        return mine.map(|_| json!({"type": "take_seat"}));
    }
    if view.pause.is_some() {
        return Some(json!({"type": "resume_play"}));
    }
    let game = room.game().filter(|game| !game.is_over())?;
    let is_now =
        view.you.seat == Some(game.seat()) && turn.seat == game.seat() && turn.turn == game.turn().into();
    if !is_now {
        return None;
    }
    let play = legal(game, game.seat(), chance)?;
    let shows = (20..35).contains(&luck) && play.get("table").is_some();
    Some(if shows { draft(&play) } else { play })
}

fn draft(play: &Value) -> Value {
    let mut draft = json!({"type": "draft", "turn": play["turn"], "draft": 0, "table": play["table"]});
    if let Some(discard) = play.get("discard") {
        draft["discard"] = discard.clone();
    }
    draft
}

/// A move that the rules allow at this moment.
fn legal(game: &Game, seat: Seat, chance: &mut ChaCha8Rng) -> Option<Value> {
    let turn = game.turn();
    match game {
        Game::Rummikub(round) => {
            let view = round.view(Viewer::Player(seat));
            let action = choose_simply(SeenPosition {
                ruleset: round.ruleset(),
                table: &view.table,
                rack: &view.rack.as_ref()?.iter().collect(),
                opened: view.players.get(seat.index())?.opened,
                pool: view.pool,
            });
            Some(match action {
                Action::Play(table) => json!({"type": "play", "turn": turn, "table": laid(&table)}),
                Action::Draw => json!({"type": "draw", "turn": turn}),
                _ => json!({"type": "pass", "turn": turn}),
            })
        }
        Game::Rommikubbi(deal) => {
            let view = deal.view(Viewer::Player(seat));
            let action = choose_in_deal(deal.ruleset(), &view, seat, Skill::Easy, chance.random())?;
            Some(match action {
                DealAction::TakeStock => json!({"type": "take_tile", "turn": turn}),
                DealAction::TakePile => json!({"type": "take_pile", "turn": turn}),
                DealAction::EndTurn(end) => {
                    json!({"type": "end_turn", "turn": turn, "table": laid(&end.table), "discard": end.discard})
                }
                _ => json!({"type": "give_pile_back", "turn": turn}),
            })
        }
    }
}

fn laid(table: &Table) -> Vec<LaidSet> {
    let ids = table.ids.iter().copied().chain(std::iter::repeat(None));
    let sets = table.sets.iter().zip(ids).map(|(set, id)| LaidSet {
        tiles: set.tiles.clone(),
        kind: set.kind.map(Into::into),
        id: id.map(Into::into),
    });
    sets.collect()
}
