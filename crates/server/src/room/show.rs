//! What each viewer is shown of an event: built up from what he may see, never cut down from what he may not.

use sarja_protocol::{AtTimeOut, Event as Wire, Hex32, PlayerId};
use sarja_rules::{Face, FaceCounts, Points, Seat, TurnNumber};

use super::{
    Event, Room,
    family::{Ending, Game, GameView, ShownEvent},
    seats::SeatSlot,
    state::TurnClock,
};

/// An event as its viewers see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// For everybody who has no view of his own.
    pub public: Wire,
    /// For those who may see more.
    pub private: Vec<(PlayerId, Wire)>,
}

impl Shown {
    /// The event as this viewer sees it.
    pub fn to(&self, viewer: PlayerId) -> &Wire {
        self.private.iter().find(|(player, _)| *player == viewer).map_or(&self.public, |(_, event)| event)
    }
}

impl From<Wire> for Shown {
    fn from(public: Wire) -> Self {
        Self { public, private: Vec::new() }
    }
}

/// The views of an event that has just been applied; `uncovered` are the tiles that came to a rack by it.
pub(super) fn event(room: &Room, event: &Event, uncovered: Option<&[Face]>) -> Shown {
    if let Some(ShownEvent { public, private }) = event.shown_of_game(room, uncovered) {
        let own =
            private.and_then(|(seat, view)| Some((room.seats.get(seat).and_then(SeatSlot::player)?, view)));
        return Shown { public, private: own.into_iter().collect() };
    }
    match event {
        Event::Dealt { round, deal, values } => dealt(room, *round, *deal, values),
        other => room_event(room, other).into(),
    }
}

fn dealt(room: &Room, round: u32, deal: u32, values: &[sarja_protocol::SeatValue]) -> Shown {
    let game = room.game();
    let view = |seen: GameView| Wire::Dealt {
        round,
        deal,
        values: values.to_vec(),
        tiles_each: game.map_or(0, |g| u16::from(g.ruleset().rack)),
        pool: seen.pool as u16,
        rack: seen.rack,
        starter_took: seen.rommikubbi.as_ref().map(|r| r.starter_took),
        taken: seen.rommikubbi.and_then(|r| r.taken?.first().copied()),
    };
    let seen_by = |viewer| game.map(|g| g.view(viewer)).unwrap_or_default();
    let private = room
        .seats
        .players()
        .map(|(seat, player)| (player, view(seen_by(sarja_rules::Viewer::Player(seat)))))
        .collect();
    Shown { public: view(seen_by(sarja_rules::Viewer::Spectator)), private }
}

/// A turn that has just begun.
pub(super) fn turn_started(room: &Room, turn: TurnNumber, seat: Seat) -> Wire {
    let current = room.r#match.as_ref().and_then(|m| m.current.as_ref());
    Wire::TurnStarted {
        turn: turn.into(),
        seat,
        time_ms: current.and_then(|c| time_ms(c.clock)),
        short_clock: room.has_short_clock(seat),
        turns_left: room.game().and_then(|g| g.view(sarja_rules::Viewer::Spectator).turns_left),
    }
}

/// A turn whose time has just run out.
pub(super) fn time_ran_out(room: &Room, turn: TurnNumber, seat: Seat, draft: AtTimeOut) -> Wire {
    let absent_turns = room.seats.get(seat).map_or(0, |s| s.timeouts);
    Wire::TimeRanOut { seat, turn: turn.into(), draft, absent_turns }
}

/// How many tiles a seat has.
pub(super) fn tiles_left(room: &Room, seat: Seat) -> u16 {
    room.game().and_then(|g| g.rack(seat)).map_or(0, FaceCounts::total) as u16
}

/// A round that has just ended.
pub(super) fn round_ended(room: &Room, ending: Ending, racks: &[Vec<Face>]) -> Wire {
    let (totals, rounds_won) = totals(room);
    let current = room.r#match.as_ref().and_then(|m| m.current.as_ref());
    let deal = current.map_or(0, |c| c.deal);
    Wire::RoundEnded {
        round: current.map_or(0, |c| c.round),
        deal,
        how: ending.how,
        winner: ending.winner,
        points: ending.points,
        racks: racks.to_vec(),
        replay: ending.replay,
        totals,
        rounds_won,
        secret: secret(room, deal).unwrap_or(Hex32([0; 32])),
        hints: current.map(|c| c.hints.clone()).unwrap_or_default(),
        going_out: ending.going_out,
    }
}

/// The totals and the rounds won so far.
pub(super) fn totals(room: &Room) -> (Vec<Points>, Vec<u32>) {
    room.standings()
        .map(|s| (s.totals, s.rounds_won.into_iter().map(u32::from).collect()))
        .unwrap_or_default()
}

/// The secret of a deal. Only for events and views that reveal it.
pub(super) fn secret(room: &Room, deal: u32) -> Option<Hex32> {
    room.secrets.get(&deal).map(|s| Hex32(*s.expose()))
}

/// How long the turn is that has this clock.
pub(super) const fn time_ms(clock: TurnClock) -> Option<u32> {
    match clock {
        TurnClock::Running { time_ms, .. } | TurnClock::Held { time_ms, .. } => Some(time_ms),
        TurnClock::None => None,
    }
}

fn room_event(room: &Room, event: &Event) -> Wire {
    match event.clone() {
        Event::RoomCreated { host, settings, .. } => {
            Wire::RoomCreated { host, settings: Box::new(settings.view()) }
        }
        Event::PlayerJoined { player, name, kind } => {
            Wire::PlayerJoined { player_id: player, name, role: sarja_protocol::Role::Spectator, kind }
        }
        Event::PlayerLeft { player, why } => Wire::PlayerLeft { player_id: player, why },
        Event::PlayerRemoved { player } => Wire::PlayerRemoved { player_id: player },
        Event::ProgramInvited { player } => Wire::ProgramInvited { player_id: player },
        Event::SeatTaken { seat, player, name } => Wire::SeatTaken { seat, player_id: player, name },
        Event::SeatLeft { seat } | Event::SeatFreed { seat } => Wire::SeatLeft { seat },
        Event::BotSeated { seat, name, level, .. } => Wire::BotSeated { seat, name, level },
        Event::BotRemoved { seat } => Wire::BotRemoved { seat },
        Event::ReadyChanged { seat, ready } => Wire::ReadyChanged { seat, ready },
        Event::HostChanged { player, why } => Wire::HostChanged { player_id: player, why },
        Event::SettingsChanged { settings } => Wire::SettingsChanged { settings: Box::new(settings.view()) },
        Event::MatchStarted { match_id, match_no, seats, .. } => {
            Wire::MatchStarted { match_id, match_no, seats }
        }
        Event::ShuffleCommitted { round, deal, commitment, values_until_ms } => {
            Wire::ShuffleCommitted { round, deal, commitment, values_until_ms }
        }
        Event::StarterTileDrawn { seat, tile } => Wire::StarterTileDrawn { seat, tile },
        Event::StarterChosen { seat, why } => Wire::StarterChosen { seat, why },
        Event::HintTaken { seat, turn } => Wire::HintTaken { seat, turn },
        Event::NextRoundAwaited { starts_ms } => Wire::NextRoundAwaited { starts_ms },
        Event::MatchEnded => match_ended(room),
        Event::MatchAbandoned { why } => match_abandoned(room, why),
        Event::EndAnnounced { by } => Wire::EndAnnounced { by },
        Event::SeatVacated { seat, why } => Wire::SeatVacated { seat, why },
        Event::SeatRetaken { seat, player } => Wire::SeatRetaken { seat, player_id: player },
        Event::BotTookOver { seat, name, level } => Wire::BotTookOver { seat, name, level },
        Event::PauseAsked { seat } => Wire::PauseAsked { seat },
        Event::Paused { until_ms, why } => {
            let used = room.r#match.as_ref().map_or(0, |m| m.pauses_used);
            Wire::Paused { until_ms, pauses_left: super::limits::PAUSES_MAX.saturating_sub(used), why }
        }
        Event::PlayResumed => {
            let (turn, time_ms) = turn_left(room);
            Wire::PlayResumed { turn, time_ms }
        }
        Event::EndAsked { seat, withdrawn } => Wire::EndAsked { seat, withdrawn },
        Event::RematchAsked { seat } => Wire::RematchAsked { seat },
        Event::RematchOpened { seats_kept_until_ms } => Wire::RematchOpened { seats_kept_until_ms },
        Event::ChatSaid { player, name, text } => Wire::ChatSaid { player_id: player, name, text },
        Event::ClockRestarted { why } => {
            let (turn, time_ms) = turn_left(room);
            turn.map_or(Wire::Unknown, |turn| Wire::ClockRestarted { turn, time_ms, why })
        }
        Event::RoomClosed { why } => Wire::RoomClosed { why },
        // Shown by functions of their own.
        Event::Rummikub(_) | Event::Rommikubbi(_) | Event::Dealt { .. } => Wire::Unknown,
    }
}

/// The turn in progress and what its clock has left at the moment it was set going.
fn turn_left(room: &Room) -> (Option<sarja_protocol::TurnNumber>, Option<u32>) {
    let Some((current, game)) = room.playing() else { return (None, None) };
    let left = match current.clock {
        TurnClock::Running { ends_ms, .. } => {
            Some(u32::try_from(ends_ms.since(room.last_event_ms)).unwrap_or(u32::MAX))
        }
        TurnClock::Held { left_ms, .. } => Some(left_ms),
        TurnClock::None => None,
    };
    (Some(game.turn().into()), left)
}

fn match_ended(room: &Room) -> Wire {
    let (totals, rounds_won) = totals(room);
    let ranking: Vec<Vec<Seat>> = room.standings().map(|s| s.ranking).unwrap_or_default();
    Wire::MatchEnded { ranking, totals, rounds_won }
}

fn match_abandoned(room: &Room, why: sarja_protocol::AbandonWhy) -> Wire {
    let current = room.r#match.as_ref().and_then(|m| m.current.as_ref());
    // Finished rounds were shown when they ended; only an open one is still hidden.
    let open = current.filter(|c| c.game.as_ref().is_none_or(|g| !g.is_over()));
    let game = open.and_then(|c| c.game.as_ref());
    Wire::MatchAbandoned {
        why,
        racks: game.map(Game::racks),
        secret: open.and_then(|c| secret(room, c.deal)),
    }
}
