//! A room's own timeline: milliseconds since it was made, by the monotonic clock.

use std::time::Duration;

use sarja_protocol::RoomMs;
use tokio::time::Instant;

/// Tells what time it is in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Timeline {
    /// Time passes.
    Running {
        /// A moment of the room.
        base: RoomMs,
        /// When that was, or is to be: until then time stands still.
        since: Instant,
    },
    /// Time stands still at an instant, and will go on from there.
    Held {
        /// A moment of the room.
        base: RoomMs,
        /// When that was.
        since: Instant,
        /// Where it stands.
        at: Instant,
    },
    /// Time stands still but for steps: a practice room.
    Stepped {
        /// Now.
        now: RoomMs,
    },
}

impl Timeline {
    /// A timeline that goes on from this moment now.
    pub(crate) fn running_from(base: RoomMs) -> Self {
        Self::Running { base, since: Instant::now() }
    }

    /// A timeline on which it is this moment until that instant, and which goes on from then.
    pub(crate) const fn standing_at(base: RoomMs, until: Instant) -> Self {
        Self::Running { base, since: until }
    }

    /// What time it is.
    pub(crate) fn now(&self) -> RoomMs {
        self.at(Instant::now())
    }

    /// What time it was at that instant. On a stepped clock every instant is now.
    pub(crate) fn at(&self, instant: Instant) -> RoomMs {
        match *self {
            Self::Running { base, since } => later(base, instant.saturating_duration_since(since)),
            Self::Held { base, since, at } => later(base, instant.min(at).saturating_duration_since(since)),
            Self::Stepped { now } => now,
        }
    }

    /// The instant of a moment to come; a moment that is past is now. `None` on a clock that is stepped or stands still, where none
    /// comes by itself.
    pub(crate) fn instant(&self, moment: RoomMs) -> Option<Instant> {
        match *self {
            Self::Running { base, since } => Some(since + Duration::from_millis(moment.since(base))),
            Self::Held { .. } | Self::Stepped { .. } => None,
        }
    }

    /// Lets time stand still where it was at that instant, but not before this moment, which has been. A stepped clock stands
    /// anyway, and one that stands already stays where it is.
    pub(crate) fn hold(&mut self, at: Instant, not_before: RoomMs) {
        if let Self::Running { base, since } = *self {
            let at = at.max(since + Duration::from_millis(not_before.since(base)));
            *self = Self::Held { base, since, at };
        }
    }

    /// Lets time go on where it stood, or from this moment if that is later.
    pub(crate) fn go_on(&mut self, not_before: RoomMs) {
        if let Self::Held { .. } = self {
            *self = Self::running_from(self.now().max(not_before));
        }
    }

    /// The same, as if it had stood still for so long since it was looked at last.
    pub(crate) fn without(self, lost: Duration) -> Self {
        match self {
            Self::Running { base, since } => Self::Running { base, since: since + lost },
            other => other,
        }
    }

    /// Steps to a moment; a running clock, and one that is past it, stays as it is.
    pub(crate) fn step_to(&mut self, moment: RoomMs) {
        if let Self::Stepped { now } = self {
            *now = moment.max(*now);
        }
    }

    /// Whether time stands still and will go on.
    pub(crate) const fn is_held(&self) -> bool {
        matches!(self, Self::Held { .. })
    }

    /// Whether the clock is moved by steps.
    pub(crate) const fn is_stepped(&self) -> bool {
        matches!(self, Self::Stepped { .. })
    }
}

fn later(moment: RoomMs, by: Duration) -> RoomMs {
    RoomMs(moment.0.saturating_add(u64::try_from(by.as_millis()).unwrap_or(u64::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_running_timeline_goes_on_from_its_base() {
        let timeline = Timeline::running_from(RoomMs(500));
        tokio::time::advance(Duration::from_millis(40)).await;
        assert_eq!(timeline.now(), RoomMs(540));
        assert_eq!(timeline.instant(RoomMs(540)), Some(Instant::now()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_standing_timeline_goes_on_when_its_instant_has_come() {
        let until = Instant::now() + Duration::from_secs(5);
        let timeline = Timeline::standing_at(RoomMs(500), until);
        assert_eq!(timeline.instant(RoomMs(500)), Some(until));
        tokio::time::advance(Duration::from_millis(4_999)).await;
        assert_eq!(timeline.now(), RoomMs(500));
        tokio::time::advance(Duration::from_millis(41)).await;
        assert_eq!(timeline.now(), RoomMs(540));
    }

    #[tokio::test(start_paused = true)]
    async fn a_timeline_that_is_held_goes_on_where_it_stood() {
        let mut timeline = Timeline::running_from(RoomMs(500));
        let read = Instant::now();
        tokio::time::advance(Duration::from_millis(40)).await;
        timeline.hold(Instant::now(), RoomMs(500));
        tokio::time::advance(Duration::from_secs(9)).await;
        assert_eq!((timeline.at(read), timeline.now()), (RoomMs(500), RoomMs(540)));
        assert_eq!(timeline.instant(RoomMs(541)), None);
        timeline.go_on(RoomMs(500));
        assert_eq!((timeline.at(read), timeline.now()), (RoomMs(540), RoomMs(540)));
        tokio::time::advance(Duration::from_millis(10)).await;
        assert_eq!(timeline.now(), RoomMs(550));
    }

    #[tokio::test(start_paused = true)]
    async fn a_timeline_is_held_in_the_past_but_not_before_what_has_been() {
        let mut timeline = Timeline::running_from(RoomMs(500));
        let began = Instant::now();
        tokio::time::advance(Duration::from_millis(400)).await;
        timeline.hold(began, RoomMs(620));
        assert_eq!(timeline.now(), RoomMs(620));
    }

    #[tokio::test(start_paused = true)]
    async fn a_stepped_timeline_moves_by_steps_alone_and_never_back() {
        let mut timeline = Timeline::Stepped { now: RoomMs(7) };
        tokio::time::advance(Duration::from_secs(9)).await;
        assert_eq!(timeline.now(), RoomMs(7));
        timeline.step_to(RoomMs(20));
        timeline.step_to(RoomMs(10));
        assert_eq!(timeline.now(), RoomMs(20));
        assert_eq!(timeline.instant(RoomMs(30)), None);
    }
}
