//! What the clock brings: each time of the rules, and what comes of it.

use sarja_protocol::{
    AbandonWhy, DepartureWhy, PauseWhy, Phase, PlayerId, RoomClosedWhy, RoomMs, TurnNumber,
};
use sarja_rules::Seat;

use super::{Event, Presence, Room, limits, making::Making, state::TurnClock};
#[cfg(test)]
use crate::simulation::planted::{self, Planted};

/// Something that happens when its time has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due {
    /// The time of this turn runs out. A late one of another turn does nothing.
    TurnClock(TurnNumber),
    /// The shuffle of this deal waits no longer for values.
    ShuffleValues {
        /// The deal.
        deal: u32,
    },
    /// The next round begins without everybody being ready.
    NextRound,
    /// The pause ends by itself.
    PauseEnd,
    /// The host was away for too long.
    HostGone,
    /// Somebody without a seat was away for too long.
    Gone(PlayerId),
    /// No seated person was connected for too long.
    Deserted,
    /// The seats of those who did not come to the rematch become free.
    SeatsKept,
    /// Nobody did anything for too long.
    Close,
}

impl Room {
    /// The earliest thing that happens by itself, and when; `None` if nothing does.
    pub fn next_due(&self, presence: &Presence) -> Option<(RoomMs, Due)> {
        if self.closed {
            return None;
        }
        let running = self.running();
        let shuffle = running.and_then(|m| m.current.as_ref()).filter(|c| c.game.is_none());
        let dues = [
            self.turn_due(presence),
            shuffle.map(|c| (c.values_until_ms, Due::ShuffleValues { deal: c.deal })),
            // Without a person at the table nobody waits for a round.
            running
                .and_then(|m| m.next_round_ms)
                .filter(|_| self.seats.players().next().is_some())
                .map(|at| (at, Due::NextRound)),
            self.pause_due(presence),
            self.host_due(presence),
            self.gone_due(presence),
            self.deserted_due(presence),
            self.seats_kept_until_ms
                .filter(|_| self.lobby && !self.seats_not_come(presence).is_empty())
                .map(|at| (at, Due::SeatsKept)),
            self.close_due(),
        ];
        dues.into_iter().flatten().min()
    }

    /// When the turn in progress runs out, with what the network is granted on top.
    fn turn_due(&self, presence: &Presence) -> Option<(RoomMs, Due)> {
        let (current, game) = self.playing()?;
        if self.running()?.pause.is_some() {
            return None;
        }
        let due = Due::TurnClock(game.turn().into());
        let grace_ms = u32::from(game.ruleset().clock.grace_ms);
        match current.clock {
            TurnClock::Running { ends_ms, .. } => Some((ends_ms.plus(grace_ms), due)),
            TurnClock::Held { .. } => None,
            // Without a clock only the absent run out of time.
            TurnClock::None => {
                let away = presence.away_since(self.seats.get(game.seat())?.player()?)?;
                let granted = if self.has_short_clock(game.seat()) {
                    limits::SHORT_CLOCK_MS
                } else {
                    limits::AWAY_TURN_MS
                };
                Some((away.max(current.counts_from_ms).plus(granted), due))
            }
        }
    }

    fn pause_due(&self, presence: &Presence) -> Option<(RoomMs, Due)> {
        let pause = self.running()?.pause?;
        // Who waits alone waits for as long as it takes, but somebody has to be there.
        let is_waiting = || self.people().iter().any(|&(_, player)| presence.is_connected(player));
        (pause.why == PauseWhy::Agreed || is_waiting()).then_some((pause.until_ms, Due::PauseEnd))
    }

    fn host_due(&self, presence: &Presence) -> Option<(RoomMs, Due)> {
        let away = presence.away_since(self.host)?;
        let at = away.plus(limits::HOST_AWAY_MS);
        self.next_host(presence).map(|_| (at, Due::HostGone))
    }

    /// Who has no seat keeps the name in the room for a minute.
    fn gone_due(&self, presence: &Presence) -> Option<(RoomMs, Due)> {
        self.members
            .iter()
            .filter(|m| self.seats.of(m.player).is_none())
            .filter_map(|m| {
                Some((presence.away_since(m.player)?.plus(limits::HOST_AWAY_MS), Due::Gone(m.player)))
            })
            .min()
    }

    fn deserted_due(&self, presence: &Presence) -> Option<(RoomMs, Due)> {
        // Seats that were given up count with those who are away: the last one to go sets the time.
        let mut last = self.running()?.vacated_ms;
        // Where there are only programs that were invited, nobody is there whom they play for.
        let people = if self.has_only_invited() { Vec::new() } else { self.people() };
        for (_, player) in people {
            last = last.max(presence.away_since(player)?);
        }
        Some((last.plus(limits::DESERTED_MS), Due::Deserted))
    }

    /// The seats whose players had not come to the rematch when the time for it was over. Who came and went away again
    /// since keeps the seat, as in any lobby.
    fn seats_not_come(&self, presence: &Presence) -> Vec<Seat> {
        let Some(until) = self.seats_kept_until_ms else { return Vec::new() };
        let late = |player| presence.away_since(player).is_some_and(|since| since < until);
        self.seats.players().filter(|&(_, player)| late(player)).map(|(seat, _)| seat).collect()
    }

    fn close_due(&self) -> Option<(RoomMs, Due)> {
        let at = match self.phase() {
            Phase::Lobby => self.last_act_ms.plus(limits::LOBBY_CLOSES_MS),
            Phase::MatchOver => {
                // A match may end without anybody's act, and those who come to see how it ended have the time as well.
                let ended = self.r#match.as_ref().and_then(|m| m.ended_ms).unwrap_or_default();
                self.last_act_ms.max(ended).plus(limits::FINISHED_CLOSES_MS)
            }
            _ => return None,
        };
        Some((at, Due::Close))
    }
}

impl Making<'_> {
    /// What comes of it, if it is due still; things that are over by now do nothing.
    pub(super) fn due(&mut self, due: Due) {
        let is_due = self
            .room
            .next_due(self.at.presence)
            .is_some_and(|(at, first)| at <= self.at.now_ms && first == due);
        #[cfg(test)]
        let is_due = is_due || planted::is(Planted::TimerTwice);
        if !is_due {
            return;
        }
        match due {
            Due::TurnClock(turn) => self.run_out_of_time(turn),
            Due::ShuffleValues { .. } => {
                let values = self.at.shuffle_values;
                self.deal(values);
            }
            Due::NextRound => self.next_round(),
            Due::PauseEnd => match self.room.running().and_then(|m| m.pause).map(|p| p.why) {
                Some(PauseWhy::Alone) => self.wait_alone(),
                _ => self.push(Event::PlayResumed),
            },
            Due::HostGone => self.replace_absent_host(),
            Due::Gone(player) => {
                self.depart(player, DepartureWhy::Gone);
            }
            Due::Deserted => self.abandon(AbandonWhy::Deserted),
            Due::SeatsKept => self.free_seats_of_absent(),
            Due::Close => {
                let lobby = self.room.phase() == Phase::Lobby;
                let why = if lobby { RoomClosedWhy::Idle } else { RoomClosedWhy::Finished };
                self.push(Event::RoomClosed { why });
            }
        }
    }

    fn run_out_of_time(&mut self, turn: TurnNumber) {
        let Some((_, game)) = self.room.playing() else { return };
        let draft = self.at.draft.filter(|d| d.turn == turn && d.seat == game.seat());
        let events = game.run_out_of_time(draft, self.at.oracle);
        self.push_game(events);
    }

    fn free_seats_of_absent(&mut self) {
        for seat in self.room.seats_not_come(self.at.presence) {
            self.push(Event::SeatFreed { seat });
        }
    }
}
