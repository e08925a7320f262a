//! How long is kept what nobody needs any more. What was played is kept for ever.

use std::fmt;
use std::num::NonZeroU16;

/// Milliseconds of a day.
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// A number of days, from 1 to 65,535.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Days(NonZeroU16);

impl Days {
    /// So many days; `None` for no day at all, which would remove what was only just there.
    pub const fn new(days: u16) -> Option<Self> {
        match NonZeroU16::new(days) {
            Some(days) => Some(Self(days)),
            None => None,
        }
    }

    /// The number.
    pub const fn get(self) -> u16 {
        self.0.get()
    }

    /// The moment so long before this one, in milliseconds.
    pub fn before(self, now_ms: i64) -> i64 {
        now_ms.saturating_sub(i64::from(self.get()) * DAY_MS)
    }
}

impl fmt::Display for Days {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// How long is kept what nobody needs; `None` keeps it for ever.
///
/// Rooms in which a round was dealt, their logs, their results and everybody who was in them are kept whatever this says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Rooms in which no round was dealt, from their end. Their logs, secrets and invited programs go with them.
    pub unplayed_rooms: Option<Days>,
    /// Guests who were in no room that is still there, from when they were last seen. Shorter than the 400 days that
    /// browsers keep a cookie, it makes strangers of people who come back.
    pub idle_guests: Option<Days>,
}

impl Retention {
    /// Keeps everything.
    pub const FOR_EVER: Self = Self { unplayed_rooms: None, idle_guests: None };
}

impl Default for Retention {
    fn default() -> Self {
        Self { unplayed_rooms: Days::new(30), idle_guests: Days::new(400) }
    }
}

/// What was removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Rooms in which nothing was played.
    pub rooms: u64,
    /// Guests who were in no room.
    pub guests: u64,
}

impl Pruned {
    /// Whether there was nothing to remove.
    pub const fn is_nothing(&self) -> bool {
        self.rooms == 0 && self.guests == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_day_is_no_number_of_days() {
        assert_eq!(Days::new(0), None);
        assert_eq!(Days::new(30).map(Days::get), Some(30));
    }

    #[test]
    fn a_day_has_86_400_seconds() {
        assert_eq!(Days::new(1).map(|day| day.before(86_400_500)), Some(500));
    }
}
