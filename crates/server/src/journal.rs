//! What is logged about strangers: at a bounded rate, so that a flood fills no disk, and without losing count.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::{
    limits::LOG_LINES_PER_SECOND_MAX,
    metrics::{Limit, Metrics},
    rates::Network,
};

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Topic {
    /// Somebody said who he is.
    Connected,
    /// A connection was closed.
    Closed,
    /// Somebody was not let in, because there are too many.
    TurnedAway,
    /// A request that could not be read or was not answered.
    BadRequest,
    /// A session that nobody has.
    BadSession,
    /// A secret for making rooms that is not the server's.
    BadSecret,
    /// A web page of somebody else wanted to connect.
    ForeignPage,
    /// A limit was reached.
    Limit,
}

impl Topic {
    /// Lines a second for one address. Who comes and goes is worth more than one.
    const fn lines_per_second(self) -> u32 {
        match self {
            Self::Connected | Self::Closed => 20,
            _ => 1,
        }
    }

    const fn as_str(self) -> &'static str {
        match self {
            Self::Connected => "connected",
            Self::Closed => "closed",
            Self::TurnedAway => "turned away",
            Self::BadRequest => "request not served",
            Self::BadSession => "unknown session",
            Self::BadSecret => "wrong secret for making rooms",
            Self::ForeignPage => "foreign page",
            Self::Limit => "limit reached",
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Said {
    lines: u32,
    /// What was not said.
    more: u64,
}

/// What was said within this second.
#[derive(Debug, Default)]
struct Second {
    lines: u32,
    said: HashMap<(Topic, Network), Said>,
    /// What was not said about addresses for which there was no line any more.
    elsewhere: u64,
}

/// Decides which lines are written. At the end of each second it says how many were not.
#[derive(Debug)]
pub(crate) struct Journal {
    second: Mutex<Second>,
    metrics: Arc<Metrics>,
}

impl Journal {
    /// A journal that counts the limits that are reached, said or not.
    pub(crate) fn new(metrics: Arc<Metrics>) -> Self {
        Self { second: Mutex::default(), metrics }
    }

    fn lock(&self) -> MutexGuard<'_, Second> {
        self.second.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a line may be written about this now. If not, it is counted.
    pub(crate) fn may_say(&self, topic: Topic, address: IpAddr) -> bool {
        let mut second = self.lock();
        let key = (topic, Network::from(address));
        let is_full = second.lines >= LOG_LINES_PER_SECOND_MAX;
        if is_full && !second.said.contains_key(&key) {
            second.elsewhere += 1;
            return false;
        }
        let said = second.said.entry(key).or_default();
        if is_full || said.lines >= topic.lines_per_second() {
            said.more += 1;
            return false;
        }
        said.lines += 1;
        second.lines += 1;
        true
    }

    /// A limit was reached from there.
    pub(crate) fn limit(&self, topic: Topic, limit: &'static str, address: IpAddr) {
        self.metrics.connections.limit(Limit::named(limit));
        if self.may_say(topic, address) {
            tracing::warn!(%address, limit, "{}", topic.as_str());
        }
    }

    /// Says what was not said, and begins another second.
    fn turn_over(&self) {
        let Second { said, elsewhere, .. } = std::mem::take(&mut *self.lock());
        for ((topic, address), Said { more, .. }) in said {
            if more > 0 {
                tracing::warn!(%address, more, "more of the same: {}", topic.as_str());
            }
        }
        if elsewhere > 0 {
            tracing::warn!(more = elsewhere, "more from other addresses");
        }
    }

    /// Keeps the seconds until the server stops.
    pub(crate) async fn keep(&self, stop: &CancellationToken) {
        let mut second = interval(Duration::from_secs(1));
        second.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while stop.run_until_cancelled(second.tick()).await.is_some() {
            self.turn_over();
        }
        self.turn_over();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(n: u32) -> IpAddr {
        IpAddr::V4(n.into())
    }

    #[test]
    fn a_flood_from_one_address_is_one_line_a_second_and_a_count() {
        let journal = Journal::new(Metrics::new());
        assert!(journal.may_say(Topic::Limit, address(1)));
        for _ in 0..1_000 {
            assert!(!journal.may_say(Topic::Limit, address(1)));
        }
        assert!(journal.may_say(Topic::Limit, address(2)), "others are told of");
        assert!(journal.may_say(Topic::BadSession, address(1)), "and other things");
        assert_eq!(journal.lock().said[&(Topic::Limit, Network::from(address(1)))].more, 1_000);
        journal.turn_over();
        assert!(journal.may_say(Topic::Limit, address(1)));
    }

    #[test]
    fn a_flood_from_many_addresses_is_bounded_and_counted_too() {
        let journal = Journal::new(Metrics::new());
        let lines = (0..100_000).filter(|n| journal.may_say(Topic::Closed, address(*n))).count();
        assert_eq!(lines, LOG_LINES_PER_SECOND_MAX as usize);
        let second = journal.lock();
        assert_eq!(second.said.len(), lines);
        assert_eq!(second.elsewhere, 100_000 - lines as u64);
    }
}
