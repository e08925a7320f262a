//! How many connections there are: in all, from each address and of each player, and how many of them have not said who
//! they are.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use sarja_protocol::PlayerId;

use crate::{rates::Network, server_limits::ServerLimits};

/// Why nobody is let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// There are as many connections as there may be.
    Server,
    /// There are as many connections as there may be that have not said who they are.
    Unidentified,
    /// This address has as many connections as it may have.
    Address,
    /// This address has as many connections as it may have that have not said who they are.
    AddressUnidentified,
    /// This player has as many connections as he may have.
    Player,
}

impl Full {
    /// What it is called in logs.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Server => "connections_max",
            Self::Unidentified => "unidentified_max",
            Self::Address => "connections_per_address_max",
            Self::AddressUnidentified => "unidentified_per_address_max",
            Self::Player => "connections_per_player_max",
        }
    }
}

/// What is counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Among {
    /// All connections.
    All,
    /// Those from an address.
    Address(Network),
    /// Those of a player.
    Player(PlayerId),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    open: usize,
    /// Those of them that have not said who they are.
    unidentified: usize,
}

#[derive(Clone, Copy, Debug)]
struct Most {
    open: usize,
    unidentified: usize,
}

/// What there is of connections; an entry for each address and player that has one.
type Counts = HashMap<Among, Count>;

/// Counts connections, and lets in as many as there may be.
#[derive(Debug)]
pub(crate) struct Gate {
    all: Most,
    address: Most,
    player: Most,
    counts: Mutex<Counts>,
}

impl Gate {
    /// A gate that lets in so many at most, and otherwise what `limits` say.
    pub(crate) fn new(connections_max: usize, limits: &ServerLimits) -> Self {
        Self {
            all: Most { open: connections_max, unidentified: limits.unidentified_max as usize },
            address: Most {
                open: limits.connections_per_address_max as usize,
                unidentified: limits.unidentified_per_address_max as usize,
            },
            // Whoever is a player has said so.
            player: Most { open: limits.connections_per_player_max as usize, unidentified: usize::MAX },
            counts: Mutex::default(),
        }
    }

    /// How many connections one player may have.
    pub(crate) fn player_max(&self) -> usize {
        self.player.open
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a connection in that comes from there itself.
    pub(crate) fn admit(self: &Arc<Self>, from: Network) -> Result<Admission, Full> {
        let server = self.place(Among::All)?;
        let address = self.place(Among::Address(from))?;
        Ok(Admission { server: Arc::new(server), address: Some(Arc::new(address)) })
    }

    /// Lets a connection of a proxy in: for whom it speaks is known when a request comes.
    pub(crate) fn admit_proxy(self: &Arc<Self>) -> Result<Admission, Full> {
        Ok(Admission { server: Arc::new(self.place(Among::All)?), address: None })
    }

    /// The same admission, for a request that a proxy passes on for this address.
    pub(crate) fn admit_for(
        self: &Arc<Self>,
        proxy: &Admission,
        address: Network,
    ) -> Result<Admission, Full> {
        let place = self.place(Among::Address(address))?;
        Ok(Admission { server: Arc::clone(&proxy.server), address: Some(Arc::new(place)) })
    }

    /// Counts a connection as this player's.
    pub(crate) fn admit_player(self: &Arc<Self>, player: PlayerId) -> Result<PlayerAdmission, Full> {
        let place = self.place(Among::Player(player))?;
        Ok(PlayerAdmission { _place: place })
    }

    fn place(self: &Arc<Self>, among: Among) -> Result<Place, Full> {
        let (most, full, full_of_unidentified) = match among {
            Among::All => (self.all, Full::Server, Full::Unidentified),
            Among::Address(_) => (self.address, Full::Address, Full::AddressUnidentified),
            Among::Player(_) => (self.player, Full::Player, Full::Player),
        };
        let mut counts = self.lock();
        // Nobody is refused who has none: an entry made here is one that stays.
        let count = counts.entry(among).or_default();
        if count.open >= most.open {
            return Err(full);
        }
        if count.unidentified >= most.unidentified {
            return Err(full_of_unidentified);
        }
        count.open += 1;
        count.unidentified += 1;
        Ok(Place { gate: Arc::clone(self), among, identified: AtomicBool::new(false) })
    }

    /// How many connections there are, how many of them have not said who they are, and how many addresses and players
    /// have some.
    #[cfg(test)]
    fn counted(&self) -> (usize, usize, usize) {
        let counts = self.lock();
        let all = counts.get(&Among::All).copied().unwrap_or_default();
        (all.open, all.unidentified, counts.keys().filter(|among| **among != Among::All).count())
    }
}

/// A place among those that are counted, until it is dropped.
#[derive(Debug)]
struct Place {
    gate: Arc<Gate>,
    among: Among,
    identified: AtomicBool,
}

impl Place {
    fn identified(&self) {
        if !self.identified.swap(true, Ordering::Relaxed) {
            self.gate.lock().entry(self.among).or_default().unidentified -= 1;
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.gate.lock();
        let count = counts.entry(self.among).or_default();
        count.open -= 1;
        count.unidentified -= usize::from(!self.identified.load(Ordering::Relaxed));
        if count.open == 0 {
            counts.remove(&self.among);
        }
    }
}

/// A connection that counts as a player's until this is dropped.
#[derive(Debug)]
pub(crate) struct PlayerAdmission {
    _place: Place,
}

/// A connection that was let in. It counts until the last clone is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Admission {
    server: Arc<Place>,
    /// Absent as long as only a proxy is known.
    address: Option<Arc<Place>>,
}

impl Admission {
    /// The connection has said who it is.
    pub(crate) fn identified(&self) {
        self.server.identified();
        if let Some(place) = &self.address {
            place.identified();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn gate() -> Arc<Gate> {
        let limits = ServerLimits {
            unidentified_max: 4,
            connections_per_address_max: 3,
            unidentified_per_address_max: 2,
            ..ServerLimits::default()
        };
        Arc::new(Gate::new(6, &limits))
    }

    fn network(last: u8) -> Network {
        IpAddr::from([192, 0, 2, last]).into()
    }

    #[test]
    fn an_address_has_so_many_connections_and_others_have_theirs() {
        let gate = gate();
        let one = gate.admit(network(1)).unwrap();
        let two = gate.admit(network(1)).unwrap();
        assert_eq!(gate.admit(network(1)).unwrap_err(), Full::AddressUnidentified);
        one.identified();
        one.identified();
        let _three = gate.admit(network(1)).unwrap();
        two.identified();
        assert_eq!(gate.admit(network(1)).unwrap_err(), Full::Address);
        gate.admit(network(2)).unwrap();
        drop(two);
        gate.admit(network(1)).unwrap();
    }

    #[test]
    fn the_server_has_so_many_connections_from_wherever() {
        let gate = gate();
        let mut open: Vec<_> = (0..4).map(|last| gate.admit(network(last)).unwrap()).collect();
        assert_eq!(gate.admit(network(9)).unwrap_err(), Full::Unidentified);
        open.iter().for_each(Admission::identified);
        open.extend((4..6).map(|last| gate.admit(network(last)).unwrap()));
        assert_eq!(gate.admit(network(9)).unwrap_err(), Full::Server);
        assert_eq!(gate.counted(), (6, 2, 6));
        drop(open);
        assert_eq!(gate.counted(), (0, 0, 0), "who is gone is forgotten");
    }

    #[test]
    fn a_player_has_so_many_connections() {
        let gate = Arc::new(Gate::new(
            6,
            &ServerLimits { connections_per_player_max: 2, ..ServerLimits::default() },
        ));
        let [one, two] = [1, 2].map(|n| PlayerId(uuid::Uuid::from_u128(n)));
        let held = [gate.admit_player(one).unwrap(), gate.admit_player(one).unwrap()];
        assert_eq!(gate.admit_player(one).unwrap_err(), Full::Player);
        gate.admit_player(two).unwrap();
        drop(held);
        gate.admit_player(one).unwrap();
        assert_eq!(gate.counted(), (0, 0, 0));
    }

    #[test]
    fn what_a_proxy_passes_on_counts_for_whom_it_speaks() {
        let gate = gate();
        let proxy = gate.admit_proxy().unwrap();
        let one = gate.admit_for(&proxy, network(1)).unwrap();
        let _two = gate.admit_for(&proxy, network(1)).unwrap();
        assert_eq!(gate.admit_for(&proxy, network(1)).unwrap_err(), Full::AddressUnidentified);
        let _other = gate.admit_for(&proxy, network(2)).unwrap();
        assert_eq!(gate.counted(), (1, 1, 2), "the proxy's own connection is one");
        drop(proxy);
        one.identified();
        assert_eq!(gate.counted(), (1, 0, 2), "the request keeps it");
    }
}
