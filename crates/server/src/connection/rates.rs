//! How much a connection, an address or a player may send.

use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    num::NonZeroU32,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use governor::{
    DefaultDirectRateLimiter, DefaultKeyedRateLimiter, NotUntil, Quota, RateLimiter,
    clock::{Clock as _, DefaultClock, Reference},
};
use sarja_protocol::{ClientToServer, PlayerId, limits};
use tokio::time::Instant;

use crate::limits::{GUESTS_BURST, GUESTS_PER_MINUTE, LOOKUPS_IN_VAIN_PER_MINUTE, RATE_KEYS_MAX};

/// Too much: what is refused may be sent again after this time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wait(pub(crate) Duration);

impl Wait {
    /// The time in milliseconds, at least 1.
    pub(crate) fn ms(self) -> u32 {
        u32::try_from(self.0.as_millis()).unwrap_or(u32::MAX).saturating_add(1)
    }
}

impl<P: Reference> From<NotUntil<P>> for Wait
where
    DefaultClock: governor::clock::Clock<Instant = P>,
{
    fn from(until: NotUntil<P>) -> Self {
        Self(until.wait_time_from(DefaultClock::default().now()))
    }
}

fn count(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).expect("every rate is a constant above 0")
}

fn per_minute(n: u32) -> DefaultDirectRateLimiter {
    RateLimiter::direct(Quota::per_minute(count(n)))
}

/// What one connection may send.
#[derive(Debug)]
pub(crate) struct ConnectionRates {
    commands: DefaultDirectRateLimiter,
    drafts: DefaultDirectRateLimiter,
    chat: DefaultDirectRateLimiter,
    reactions: DefaultDirectRateLimiter,
    joins: DefaultDirectRateLimiter,
}

impl ConnectionRates {
    pub(crate) fn new() -> Self {
        let per_second = |n, burst| Quota::per_second(count(n)).allow_burst(count(burst));
        Self {
            commands: RateLimiter::direct(per_second(limits::COMMANDS_PER_SECOND, limits::COMMANDS_BURST)),
            drafts: RateLimiter::direct(per_second(limits::DRAFTS_PER_SECOND, limits::DRAFTS_BURST)),
            chat: per_minute(limits::CHAT_PER_MINUTE),
            reactions: per_minute(limits::REACTIONS_PER_MINUTE),
            joins: per_minute(limits::JOINS_PER_MINUTE),
        }
    }

    /// Counts a frame that is no draft, readable or not.
    pub(crate) fn frame(&self) -> Result<(), Wait> {
        Ok(self.commands.check()?)
    }

    /// Counts what has a rate of its own beside that of all commands.
    pub(crate) fn command(&self, command: &ClientToServer) -> Result<(), Wait> {
        match command {
            ClientToServer::Say(_) => Ok(self.chat.check()?),
            ClientToServer::React(_) => Ok(self.reactions.check()?),
            ClientToServer::JoinRoom(_) => Ok(self.joins.check()?),
            _ => Ok(()),
        }
    }

    /// Counts a draft.
    pub(crate) fn draft(&self) -> Result<(), Wait> {
        Ok(self.drafts.check()?)
    }
}

/// A rate for each of many.
#[derive(Debug)]
struct Keyed<K: Clone + Eq + Hash>(DefaultKeyedRateLimiter<K>);

impl<K: Clone + Eq + Hash> Keyed<K> {
    fn new(quota: Quota) -> Self {
        Self(RateLimiter::keyed(quota))
    }

    fn check(&self, key: &K) -> Result<(), Wait> {
        if self.0.len() > RATE_KEYS_MAX {
            self.0.retain_recent();
        }
        Ok(self.0.check_key(key)?)
    }
}

/// Who tried codes in vain: beyond the limit nothing is looked up for that address for the rest of the minute, so that
/// guessing tells nothing, while those who know their codes come in as they like.
#[derive(Debug, Default)]
struct Lookups(Mutex<HashMap<IpAddr, InVain>>);

#[derive(Debug)]
struct InVain {
    since: Instant,
    times: u32,
}

const MINUTE: Duration = Duration::from_mins(1);

impl Lookups {
    fn may_try(&self, from: IpAddr) -> Result<(), Wait> {
        let now = Instant::now();
        match self.lock().get(&from) {
            Some(tried) if tried.times >= LOOKUPS_IN_VAIN_PER_MINUTE && now < tried.since + MINUTE => {
                Err(Wait(tried.since + MINUTE - now))
            }
            _ => Ok(()),
        }
    }

    fn failed(&self, from: IpAddr) {
        let now = Instant::now();
        let mut tried = self.lock();
        if tried.len() >= RATE_KEYS_MAX {
            tried.retain(|_, tried| now < tried.since + MINUTE);
        }
        let entry = tried.entry(from).or_insert(InVain { since: now, times: 0 });
        if now >= entry.since + MINUTE {
            *entry = InVain { since: now, times: 0 };
        }
        entry.times += 1;
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, InVain>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What addresses and players may do on the whole server, over all their connections.
#[derive(Debug)]
pub(crate) struct ServerRates {
    lookups: Lookups,
    guests: Keyed<IpAddr>,
    rooms: Keyed<PlayerId>,
}

impl ServerRates {
    pub(crate) fn new() -> Self {
        let per_minute = |n| Quota::per_minute(count(n));
        Self {
            lookups: Lookups::default(),
            guests: Keyed::new(per_minute(GUESTS_PER_MINUTE).allow_burst(count(GUESTS_BURST))),
            rooms: Keyed::new(per_minute(limits::ROOMS_PER_MINUTE)),
        }
    }

    /// Whether this address may try a code or a room id.
    pub(crate) fn may_look_up(&self, from: IpAddr) -> Result<(), Wait> {
        self.lookups.may_try(network(from))
    }

    /// Counts a code or room id that led to no room.
    pub(crate) fn looked_up_in_vain(&self, from: IpAddr) {
        self.lookups.failed(network(from));
    }

    /// Counts a new guest.
    pub(crate) fn guest(&self, from: IpAddr) -> Result<(), Wait> {
        self.guests.check(&network(from))
    }

    /// Counts a new room.
    pub(crate) fn room(&self, player: PlayerId) -> Result<(), Wait> {
        self.rooms.check(&player)
    }
}

/// The address that counts: one household has a whole /64 of IPv6.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((u128::from(v6) >> 64 << 64).into()),
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_a_burst_and_then_a_rate() {
        let rates = ConnectionRates::new();
        for _ in 0..limits::COMMANDS_BURST {
            assert_eq!(rates.frame(), Ok(()));
        }
        let Wait(wait) = rates.frame().unwrap_err();
        assert!(wait <= Duration::from_secs(1) / limits::COMMANDS_PER_SECOND, "{wait:?}");
    }

    #[test]
    fn drafts_do_not_use_up_commands() {
        let rates = ConnectionRates::new();
        while rates.draft().is_ok() {}
        assert_eq!(rates.frame(), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn guessing_codes_ends_for_the_rest_of_the_minute() {
        let rates = ServerRates::new();
        let (guesser, other) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        for _ in 0..LOOKUPS_IN_VAIN_PER_MINUTE {
            assert_eq!(rates.may_look_up(guesser), Ok(()));
            rates.looked_up_in_vain(guesser);
        }
        assert_eq!(rates.may_look_up(guesser), Err(Wait(MINUTE)));
        assert_eq!(rates.may_look_up(other), Ok(()));
        tokio::time::advance(MINUTE).await;
        assert_eq!(rates.may_look_up(guesser), Ok(()));
    }

    #[test]
    fn a_household_of_ipv6_is_one_address() {
        let network = |text: &str| super::network(text.parse().unwrap());
        assert_eq!(network("2001:db8:1:2:3::4"), network("2001:db8:1:2:ffff::1"));
        assert_ne!(network("2001:db8:1:2::4"), network("2001:db8:1:3::4"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
    }
}
