//! The seats of a room and who has them.

use sarja_protocol::{BotLevel, PlayerId, PlayerName, Seq};
use sarja_rules::Seat;

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Holder {
    /// Nobody.
    Free,
    /// A player, a person or a program, connected or not.
    Player { player: PlayerId, since: Seq },
    /// A bot of the server.
    Bot { name: PlayerName, level: BotLevel, script: Option<usize> },
    /// Nobody in mid-match: who had it may come back.
    Vacated { player: PlayerId, name: PlayerName },
    /// Nobody in mid-match: who had it was removed.
    Removed { player: PlayerId, name: PlayerName },
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeatSlot {
    pub(super) holder: Holder,
    pub(super) ready: bool,
    /// Turns in a row in which the time ran out.
    pub(super) timeouts: u16,
    /// Turns that it has had in this match: a script's place.
    pub(super) turns: usize,
    /// Who had it earlier in this match.
    pub(super) former: Vec<PlayerName>,
    /// The player who had it when a bot took over: results name both.
    pub(super) taken_over_from: Option<PlayerId>,
    /// Its number in the last match, if who has it played there.
    pub(super) played_as: Option<Seat>,
}

impl SeatSlot {
    pub(super) const fn free() -> Self {
        Self {
            holder: Holder::Free,
            ready: false,
            timeouts: 0,
            turns: 0,
            former: Vec::new(),
            taken_over_from: None,
            played_as: None,
        }
    }

    /// The player who has it now.
    pub(super) const fn player(&self) -> Option<PlayerId> {
        match self.holder {
            Holder::Player { player, .. } => Some(player),
            _ => None,
        }
    }

    pub(super) const fn is_free(&self) -> bool {
        matches!(self.holder, Holder::Free)
    }

    pub(super) const fn is_bot(&self) -> bool {
        matches!(self.holder, Holder::Bot { .. })
    }

    /// Whether somebody plays from it, connected or not.
    pub(super) const fn is_active(&self) -> bool {
        matches!(self.holder, Holder::Player { .. } | Holder::Bot { .. })
    }

    /// Whether nobody plays from it, in mid-match.
    pub(super) const fn is_vacant(&self) -> bool {
        matches!(self.holder, Holder::Vacated { .. } | Holder::Removed { .. })
    }
}

/// The seats of a room, in turn order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Seats(Vec<SeatSlot>);

impl Seats {
    pub(super) fn get(&self, seat: Seat) -> Option<&SeatSlot> {
        self.0.get(seat.index())
    }

    pub(super) fn get_mut(&mut self, seat: Seat) -> Option<&mut SeatSlot> {
        self.0.get_mut(seat.index())
    }

    /// Each seat with its number.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &SeatSlot)> {
        self.0.iter().enumerate().map(|(seat, slot)| (Seat(seat as u8), slot))
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut SeatSlot> {
        self.0.iter_mut()
    }

    pub(super) fn len(&self) -> u8 {
        self.0.len() as u8
    }

    /// The seat that this player has.
    pub(super) fn of(&self, player: PlayerId) -> Option<Seat> {
        self.iter().find(|(_, s)| s.player() == Some(player)).map(|(seat, _)| seat)
    }

    /// The seat that this player gave up and may take again.
    pub(super) fn given_up_by(&self, who: PlayerId) -> Option<Seat> {
        self.iter()
            .find(|(_, s)| matches!(s.holder, Holder::Vacated { player, .. } if player == who))
            .map(|(seat, _)| seat)
    }

    pub(super) fn first_free(&self) -> Option<Seat> {
        self.iter().find(|(_, s)| s.is_free()).map(|(seat, _)| seat)
    }

    /// The seats from which players play, with the players.
    pub(super) fn players(&self) -> impl Iterator<Item = (Seat, PlayerId)> {
        self.iter().filter_map(|(seat, s)| s.player().map(|p| (seat, p)))
    }

    pub(super) fn taken(&self) -> u8 {
        self.0.iter().filter(|s| !s.is_free()).count() as u8
    }

    /// Adds free seats, or takes free ones away from the end and then from before, until there are so many.
    pub(super) fn resize(&mut self, seats: u8) {
        while self.len() < seats {
            self.0.push(SeatSlot::free());
        }
        while self.len() > seats {
            let Some(at) = self.0.iter().rposition(SeatSlot::is_free) else { return };
            self.0.remove(at);
        }
    }

    /// Keeps these seats only, in this order.
    pub(super) fn keep(&mut self, order: &[Seat]) {
        self.0 = order.iter().filter_map(|&s| self.get(s).cloned()).collect();
    }
}
