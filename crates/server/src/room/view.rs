//! A room as one of its members may see it, and what the server says to drafts.

use sarja_protocol::{
    ClockView, DraftView, MatchView, OwnVerdict, PauseView, Person, PlayerId, Role, RoomView, RoundSeatView,
    RoundView, SeatState, SeatView, ShownSet, ShuffleView, TurnView, Votes, You,
};
use sarja_rules::{Seat, Viewer};

use super::{
    LiveDraft, Presence, Room,
    family::Game,
    limits,
    seats::Holder,
    show,
    state::{CurrentRound, Match, TurnClock},
};

/// What a view depends on beside the room's own state.
#[derive(Clone, Copy, Debug)]
pub struct ViewContext<'a> {
    /// Who is connected.
    pub presence: &'a Presence,
    /// The last draft of the turn, for whose it is.
    pub draft: Option<&'a LiveDraft>,
    /// The last that others were shown.
    pub shown: Option<&'a LiveDraft>,
}

impl Room {
    /// The room as this member sees it; `None` for strangers.
    pub fn view(&self, viewer: PlayerId, context: ViewContext<'_>) -> Option<RoomView> {
        self.member(viewer)?;
        let seat = self.seats.of(viewer);
        let settings = self.settings.as_ref()?;
        let m = self.r#match.as_ref();
        let current = m.and_then(|m| m.current.as_ref());
        Some(RoomView {
            room_id: self.id,
            code: self.code,
            settings: settings.view(),
            phase: self.phase(),
            host: self.host,
            you: You { player_id: viewer, role: role(seat), seat },
            people: self.members.iter().map(|m| self.person(m, context.presence)).collect(),
            invited: self.invited.clone(),
            seats: self.seats.iter().map(|(s, _)| self.seat_view(s, context.presence)).collect(),
            r#match: m.map(|m| self.match_view(m)),
            round: current.map(|c| self.round_view(c, seat)),
            clock: self.clock_view(),
            pause: self
                .running()
                .and_then(|m| m.pause)
                .map(|p| PauseView { until_ms: p.until_ms, why: p.why }),
            // Whether anything can be saved is known to the room's task.
            held: None,
            draft: self.draft_view(context, seat),
            votes: m.map(votes).unwrap_or_default(),
            next_round_ms: m.and_then(|m| m.next_round_ms),
            chat: self.chat.iter().cloned().collect(),
        })
    }

    fn person(&self, member: &super::Member, presence: &Presence) -> Person {
        Person {
            player_id: member.player,
            name: member.name.clone(),
            role: role(self.seats.of(member.player)),
            kind: member.kind,
            connected: presence.is_connected(member.player),
        }
    }

    fn seat_view(&self, seat: Seat, presence: &Presence) -> SeatView {
        let slot = self.seats.get(seat);
        let (state, player_id, bot) = match slot.map(|s| &s.holder) {
            None | Some(Holder::Free) => (SeatState::Free, None, None),
            Some(Holder::Player { player, .. }) => (SeatState::Seated, Some(*player), None),
            Some(Holder::Bot { level, .. }) => (SeatState::Seated, None, Some(*level)),
            Some(Holder::Vacated { player, .. }) => (SeatState::Vacated, Some(*player), None),
            Some(Holder::Removed { player, .. }) => (SeatState::Removed, Some(*player), None),
        };
        let connected = bot.is_some()
            || (state == SeatState::Seated && player_id.is_some_and(|p| presence.is_connected(p)));
        SeatView {
            seat,
            state,
            player_id,
            name: self.seat_name(seat),
            bot,
            ready: slot.is_some_and(|s| s.ready),
            connected,
            absent_turns: slot.map_or(0, |s| s.timeouts),
            short_clock: self.has_short_clock(seat),
            former_names: slot.map(|s| s.former.clone()).unwrap_or_default(),
        }
    }

    fn match_view(&self, m: &Match) -> MatchView {
        let (totals, rounds_won) = show::totals(self);
        let ended = m.state == sarja_protocol::MatchState::Ended;
        MatchView {
            match_id: m.id,
            match_no: m.no,
            state: m.state,
            rounds: m.rounds.clone(),
            totals,
            rounds_won,
            ranking: self.standings().filter(|_| ended).map(|s| s.ranking),
            pauses_left: limits::PAUSES_MAX.saturating_sub(m.pauses_used),
            ending_after_round: m.ending_after_round,
        }
    }

    fn round_view(&self, current: &CurrentRound, seat: Option<Seat>) -> RoundView {
        // After the match another may have the seat that was played from, or the seats may have moved up.
        let own = seat.and_then(|seat| self.seats.get(seat)?.played_as);
        let viewer = own.map_or(Viewer::Spectator, Viewer::Player);
        let game = current.game.as_ref().map(|g| g.view(viewer)).unwrap_or_default();
        #[cfg(test)]
        let game = super::planted::with_hidden_tile(game, viewer, current);
        let turn = current.game.as_ref().filter(|g| !g.is_over() && !current.revealed).map(|g| TurnView {
            turn: g.turn().into(),
            seat: g.seat(),
            started_ms: current.turn_started_ms,
            time_ms: show::time_ms(current.clock),
        });
        let rommikubbi = game.rommikubbi.map(|mut own| {
            if turn.is_none() {
                (own.step, own.taken) = (None, None);
            }
            own
        });
        RoundView {
            round: current.round,
            deal: current.deal,
            commitment: current.commitment,
            shuffle: ShuffleView {
                until_ms: current.game.is_none().then_some(current.values_until_ms),
                values: current.values.clone(),
            },
            starter_draws: current.draws.clone(),
            starter: current.starter,
            table: game.table,
            pool: game.pool as u16,
            seats: (0u8..)
                .map(Seat)
                .zip(&game.seats)
                .map(|(seat, p)| RoundSeatView {
                    seat,
                    tiles: p.tiles as u16,
                    opened: p.opened,
                    hints: current.hints.get(seat.index()).copied().unwrap_or_default(),
                })
                .collect(),
            revealed_racks: current.game.as_ref().filter(|_| current.revealed).map(Game::racks),
            rack: game.rack,
            secret: show::secret(self, current.deal).filter(|_| current.revealed),
            turns_left: game.turns_left.filter(|_| turn.is_some()),
            turn,
            rommikubbi,
        }
    }

    /// The clock of the turn in progress; `None` if it is nobody's turn.
    pub fn clock_view(&self) -> Option<ClockView> {
        let (current, _) = self.playing()?;
        Some(match current.clock {
            TurnClock::Running { ends_ms, .. } => ClockView { ends_ms: Some(ends_ms), paused_left_ms: None },
            TurnClock::Held { left_ms, .. } => ClockView { ends_ms: None, paused_left_ms: Some(left_ms) },
            TurnClock::None => ClockView { ends_ms: None, paused_left_ms: None },
        })
    }

    /// The draft that this seat may see: the own with its verdict, or another's that was shown.
    fn draft_view(&self, context: ViewContext<'_>, seat: Option<Seat>) -> Option<DraftView> {
        let (_, game) = self.playing()?;
        let mine = context.draft.filter(|draft| seat == Some(draft.seat) && draft.seat == game.seat());
        let (own, draft) = match mine {
            Some(draft) => (true, draft),
            None => (false, context.shown.filter(|draft| self.shows(draft))?),
        };
        if draft.turn != game.turn().into() {
            return None;
        }
        let verdict = self.verdict(draft).filter(|_| own);
        Some(DraftView {
            turn: draft.turn,
            draft: draft.draft,
            seat: draft.seat,
            table: draft.table.iter().cloned().map(ShownSet::from).collect(),
            discard: draft.discard.filter(|_| own),
            verdict: verdict.map(|(sets, play)| OwnVerdict { sets, play }),
        })
    }

    /// Whether others may be shown this draft: the room shows drafts, and it is made of the table and of tiles that the
    /// player holds. Whoever sends other tiles shows nobody anything.
    pub fn shows(&self, draft: &LiveDraft) -> bool {
        let shown = self.settings.as_ref().is_some_and(|s| s.drafts == sarja_protocol::Drafts::Shown);
        self.playing().is_some_and(|(_, game)| shown && game.may_show(draft))
    }

    /// Now and until when, for a `clock` message; `None` if it is nobody's turn.
    pub fn clock_message(&self, now_ms: sarja_protocol::RoomMs) -> Option<sarja_protocol::Clock> {
        let (_, game) = self.playing()?;
        let clock = self.clock_view()?;
        Some(sarja_protocol::Clock {
            turn: game.turn().into(),
            seat: game.seat(),
            now_ms,
            ends_ms: clock.ends_ms,
            paused_left_ms: clock.paused_left_ms,
        })
    }
}

const fn role(seat: Option<Seat>) -> Role {
    if seat.is_some() { Role::Player } else { Role::Spectator }
}

fn votes(m: &Match) -> Votes {
    let list = |asked: &std::collections::BTreeSet<Seat>| asked.iter().copied().collect();
    Votes { pause: list(&m.asked.pause), end: list(&m.asked.end), rematch: list(&m.asked.rematch) }
}
