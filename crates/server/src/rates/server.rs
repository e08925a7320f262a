//! What addresses and players may do on the whole server, over all their connections.

use sarja_protocol::{ClientToServer, PlayerId};

use super::{
    bucket::{Bucket, Wait, a_minute, a_minute_after, a_second, count},
    keyed::Keyed,
    lookups::Lookups,
    network::Network,
};
use crate::{limits::MISBEHAVIOUR_COST, server_limits::ServerLimits};

/// A rate for each player and one for each address.
#[derive(Debug)]
struct PerSender {
    players: Keyed<PlayerId>,
    addresses: Keyed<Network>,
}

impl PerSender {
    /// The player's first: one who is over his own rate uses up nothing of his neighbours'.
    fn take(&self, player: PlayerId, from: Network) -> Result<(), Wait> {
        self.players.take(&player)?;
        self.addresses.take(&from)
    }
}

/// Whether somebody is in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whereabouts {
    InARoom,
    Outside,
}

/// What addresses and players may do on the whole server, over all their connections.
#[derive(Debug)]
pub(crate) struct ServerRates {
    commands: PerSender,
    assured: Keyed<PlayerId>,
    chat: PerSender,
    rooms: PerSender,
    all_rooms: Bucket,
    guests: Keyed<Network>,
    connects: Keyed<Network>,
    all_connects: Bucket,
    requests: Keyed<Network>,
    lookups_from: Lookups<Network>,
    lookups_of: Lookups<PlayerId>,
    /// Apart from the codes: who mistypes one keeps nobody from the other.
    secrets_from: Lookups<Network>,
    secrets_of: Lookups<PlayerId>,
}

impl ServerRates {
    pub(crate) fn new(limits: &ServerLimits) -> Self {
        let commands_of = a_second(limits.player_commands_per_second, limits.player_commands_burst);
        let assured = a_second(limits.assured_commands_per_second, limits.assured_commands_burst);
        let commands_from = a_second(limits.address_commands_per_second, limits.address_commands_burst);
        let guests = a_minute_after(limits.guests_per_minute, limits.guests_burst);
        let connects = a_minute_after(limits.connects_per_minute, limits.connects_burst);
        let all_connects = a_second(limits.server_connects_per_second, limits.server_connects_burst);
        let requests = a_minute_after(limits.requests_per_minute, limits.requests_burst);
        let from = || Lookups::new("lookups_in_vain_per_minute", count(limits.lookups_in_vain_per_minute));
        let of = || {
            Lookups::new("player_lookups_in_vain_per_minute", count(limits.player_lookups_in_vain_per_minute))
        };
        Self {
            commands: PerSender {
                players: Keyed::new("player_commands_per_second", commands_of),
                addresses: Keyed::new("address_commands_per_second", commands_from),
            },
            assured: Keyed::new("assured_commands_per_second", assured),
            chat: PerSender {
                players: Keyed::new("player_chat_per_minute", a_minute(limits.player_chat_per_minute)),
                addresses: Keyed::new("address_chat_per_minute", a_minute(limits.address_chat_per_minute)),
            },
            rooms: PerSender {
                players: Keyed::new("rooms_per_minute", a_minute(limits.rooms_per_minute)),
                addresses: Keyed::new("address_rooms_per_minute", a_minute(limits.address_rooms_per_minute)),
            },
            all_rooms: Bucket::new("server_rooms_per_minute", a_minute(limits.server_rooms_per_minute)),
            guests: Keyed::new("guests_per_minute", guests),
            connects: Keyed::new("connects_per_minute", connects),
            all_connects: Bucket::new("server_connects_per_second", all_connects),
            requests: Keyed::new("requests_per_minute", requests),
            lookups_from: from(),
            lookups_of: of(),
            secrets_from: from(),
            secrets_of: of(),
        }
    }

    /// Counts a new connection.
    pub(crate) fn connect(&self, from: Network) -> Result<(), Wait> {
        self.connects.take(&from)
    }

    /// Counts a connection that is about to be accepted, from wherever.
    pub(crate) fn accept(&self) -> Result<(), Wait> {
        self.all_connects.take()
    }

    /// Counts a connection that was closed for what it sent as if it were many: its address has to wait longer until it may
    /// connect again, and other connections from there go on.
    pub(crate) fn misbehaved(&self, from: Network) {
        for _ in 0..MISBEHAVIOUR_COST {
            if self.connects.take(&from).is_err() {
                return;
            }
        }
    }

    /// Counts a request over HTTP.
    pub(crate) fn request(&self, from: Network) -> Result<(), Wait> {
        self.requests.take(&from)
    }

    /// Counts a frame that is no draft, readable or not. A player in a room has some that use up nothing of his address.
    pub(crate) fn frame(
        &self,
        player: PlayerId,
        whereabouts: Whereabouts,
        from: Network,
    ) -> Result<(), Wait> {
        self.commands.players.take(&player)?;
        match whereabouts {
            Whereabouts::InARoom if self.assured.take(&player).is_ok() => Ok(()),
            Whereabouts::InARoom | Whereabouts::Outside => self.commands.addresses.take(&from),
        }
    }

    /// Counts what has a rate of its own beside that of all commands.
    pub(crate) fn command(
        &self,
        command: &ClientToServer,
        player: PlayerId,
        from: Network,
    ) -> Result<(), Wait> {
        match command {
            ClientToServer::Say(_) | ClientToServer::React(_) => self.chat.take(player, from),
            _ => Ok(()),
        }
    }

    /// Whether this player may try a code or a room id from there.
    pub(crate) fn may_look_up(&self, player: PlayerId, from: Network) -> Result<(), Wait> {
        self.lookups_of.may_try(&player)?;
        self.lookups_from.may_try(&from)
    }

    /// Counts a code, room id or password that opened no room.
    pub(crate) fn looked_up_in_vain(&self, player: PlayerId, from: Network) {
        self.lookups_of.failed(player);
        self.lookups_from.failed(from);
    }

    /// Whether this player may try a secret for making rooms from there.
    pub(crate) fn may_try_secret(&self, player: PlayerId, from: Network) -> Result<(), Wait> {
        self.secrets_of.may_try(&player)?;
        self.secrets_from.may_try(&from)
    }

    /// Counts a secret that was wrong.
    pub(crate) fn tried_secret_in_vain(&self, player: PlayerId, from: Network) {
        self.secrets_of.failed(player);
        self.secrets_from.failed(from);
    }

    /// Counts a new guest.
    pub(crate) fn guest(&self, from: Network) -> Result<(), Wait> {
        self.guests.take(&from)
    }

    /// Counts a new room.
    pub(crate) fn room(&self, player: PlayerId, from: Network) -> Result<(), Wait> {
        self.rooms.take(player, from)?;
        self.all_rooms.take()
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn player(n: u128) -> PlayerId {
        PlayerId(uuid::Uuid::from_u128(n))
    }

    fn network(text: &str) -> Network {
        text.parse::<IpAddr>().unwrap().into()
    }

    #[tokio::test(start_paused = true)]
    async fn a_player_with_many_connections_has_one_rate() {
        let limits = ServerLimits { player_commands_burst: 3, ..ServerLimits::default() };
        let rates = ServerRates::new(&limits);
        for at in 0..3 {
            rates.frame(player(1), Whereabouts::Outside, network(&format!("192.0.2.{at}"))).unwrap();
        }
        assert!(rates.frame(player(1), Whereabouts::Outside, network("192.0.2.9")).is_err());
        assert_eq!(rates.frame(player(2), Whereabouts::Outside, network("192.0.2.9")), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_with_many_players_has_one_rate_and_others_have_theirs() {
        let limits = ServerLimits {
            address_rooms_per_minute: 3,
            server_rooms_per_minute: 5,
            rooms_per_minute: 1,
            ..ServerLimits::default()
        };
        let rates = ServerRates::new(&limits);
        let (here, there) = (network("2001:db8::1"), network("2001:db8:0:1::1"));
        assert_eq!(rates.room(player(1), here), Ok(()));
        assert!(rates.room(player(1), here).is_err(), "one a minute is enough for one player");
        assert_eq!(rates.room(player(2), here), Ok(()));
        assert_eq!(rates.room(player(3), here), Ok(()));
        assert!(rates.room(player(4), here).is_err());
        assert_eq!(rates.room(player(5), there), Ok(()));
        assert_eq!(rates.room(player(6), there), Ok(()));
        assert!(rates.room(player(7), network("192.0.2.1")).is_err(), "five a minute are enough for all");
    }

    #[tokio::test(start_paused = true)]
    async fn who_is_closed_for_flooding_has_to_wait_longer_than_others() {
        let limits = ServerLimits { connects_burst: 30, ..ServerLimits::default() };
        let rates = ServerRates::new(&limits);
        let (flooder, other) = (network("192.0.2.1"), network("192.0.2.2"));
        let mut connected = 0;
        while rates.connect(flooder).is_ok() {
            connected += 1;
            rates.misbehaved(flooder);
        }
        assert_eq!(connected, 3, "each costs eleven of thirty");
        assert_eq!(rates.connect(other), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn guesses_count_for_the_player_wherever_he_comes_from() {
        let rates = ServerRates::new(&ServerLimits::default());
        for at in 0..10 {
            let from = network(&format!("192.0.2.{at}"));
            assert_eq!(rates.may_look_up(player(1), from), Ok(()));
            rates.looked_up_in_vain(player(1), from);
        }
        assert!(rates.may_look_up(player(1), network("192.0.2.99")).is_err());
        assert_eq!(rates.may_look_up(player(2), network("192.0.2.1")), Ok(()));
        assert_eq!(rates.may_try_secret(player(1), network("192.0.2.1")), Ok(()), "codes are no secrets");
    }
}
