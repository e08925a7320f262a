//! A room that sleeps: nobody is there, and nothing is in memory but this. Everything else is in its log.

use sarja_protocol::{PlayerId, RoomMs};
use tokio::time::{Duration, Instant};

use super::{
    handle::{Pulse, ToRoom},
    rebuild::Rebuilt,
    run::RoomActor,
    timeline::Timeline,
};
use crate::{limits::SOON, room::Presence};

/// What a room's log does not have, and what can be asked of it while it sleeps: a few hundred bytes.
#[derive(Debug)]
pub(crate) struct Asleep {
    /// How far it was, under which epoch, and what time it is there: the clock goes on.
    pub(crate) pulse: Pulse,
    /// When it has to be woken; `None` if nothing will happen by itself.
    pub(crate) due: Option<Instant>,
    /// How long the store had been away in all when it fell asleep.
    lost: Duration,
    /// Since when those are away who are in it.
    away: Box<[(PlayerId, RoomMs)]>,
}

impl Asleep {
    /// Who is connected, which is nobody, and since when.
    pub(super) fn presence(&self) -> Presence {
        let mut presence = Presence::default();
        self.away.iter().for_each(|&(player, since)| presence.expect(player, since));
        presence
    }

    /// Since when those are away who are in it.
    pub(super) fn away(&self) -> impl Iterator<Item = (PlayerId, RoomMs)> {
        self.away.iter().copied()
    }

    /// Its clock, which went on but for the time in which the store was away. That has been so long by now.
    pub(super) fn timeline(&self, lost: Duration) -> Timeline {
        self.pulse.timeline.without(lost.saturating_sub(self.lost))
    }

    /// Whether this is the room that fell asleep: what its log gives is neither less nor more.
    pub(crate) fn fits(&self, rebuilt: &Rebuilt) -> bool {
        rebuilt.room.seq() == self.pulse.seq && !rebuilt.room.is_closed()
    }
}

impl RoomActor {
    /// Whether nothing would be lost by leaving memory, and nothing is going to happen soon.
    fn may_sleep(&self, now: Instant) -> bool {
        let soon = now.max(self.sleepy_at) + SOON;
        self.ended.is_none()
            && self.viewers.is_empty()
            && self.draft.is_none()
            && self.shuffle_values.is_empty()
            && self.bot.is_none()
            && self.due_not_before.is_none()
            && self.awaited.is_none()
            && !self.is_held()
            && self.next_wake().is_none_or(|due| due > soon)
    }

    /// When it leaves memory unless somebody comes; `None` if something keeps it there.
    pub(super) fn sleeps_at(&self) -> Option<Instant> {
        self.may_sleep(Instant::now()).then_some(self.sleepy_at)
    }

    /// Leaves memory. From here on nothing comes in; what had come before that is handed on.
    pub(super) fn fall_asleep(&mut self) -> (Asleep, Vec<ToRoom>) {
        (self.what_is_kept(), self.shut())
    }

    /// What has to be kept of it.
    pub(super) fn what_is_kept(&self) -> Asleep {
        let away = self.room.members().iter().filter_map(|member| {
            let since = self.presence.away_since(member.player)?;
            Some((member.player, since))
        });
        let (pulse, due, lost) = (self.pulse_now(), self.next_wake(), self.hold.lost());
        Asleep { pulse, due, lost, away: away.collect() }
    }
}
