//! What an operator may tune: how much strangers, players and addresses may do. What nobody has to tune is in `limits`.

use std::net::SocketAddr;

use sarja_protocol::Limits;

/// What a server's limits are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// People play.
    #[default]
    Play,
    /// A machine is measured: nothing is refused for coming too fast.
    Bench,
}

/// One limit, for tables and for `--help`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitRow {
    /// Its name, as in the configuration file.
    pub name: &'static str,
    /// Its value.
    pub value: u32,
    /// What is counted.
    pub unit: &'static str,
    /// What it is and why it is so.
    pub doc: String,
}

/// Why a limit cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// No limit has this name.
    #[error("there is no limit `{0}`")]
    Unknown(String),
    /// With 0 nothing would be served at all.
    #[error("the limit `{0}` is 0, and has to be at least 1")]
    Zero(&'static str),
    /// The limits are lifted for a benchmark, and others could connect.
    #[error("the limits for benchmarks are for loopback only, not for {0}")]
    BenchBeyondLoopback(SocketAddr),
}

macro_rules! server_limits {
    ($($(#[doc = $doc:literal])+ $field:ident: $unit:literal = $play:expr, bench $bench:expr;)+) => {
        /// The limits of a server that an operator may tune. Each is at least 1.
        ///
        /// "Per address" counts a whole /64 of IPv6 as one address, as a household has one.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct ServerLimits {
            $($(#[doc = $doc])+ pub $field: u32,)+
            pub(crate) purpose: Purpose,
        }

        impl Default for ServerLimits {
            fn default() -> Self {
                Self { $($field: $play,)+ purpose: Purpose::Play }
            }
        }

        impl ServerLimits {
            /// The name of each limit, in the order of the table.
            pub const NAMES: &[&'static str] = &[$(stringify!($field)),+];

            /// Limits with which a benchmark measures the machine and not them. A server takes them on loopback only.
            pub fn bench() -> Self {
                Self { $($field: $bench,)+ purpose: Purpose::Bench }
            }

            /// Each limit with its value, unit and meaning.
            pub fn table(&self) -> Vec<LimitRow> {
                vec![$(LimitRow {
                    name: stringify!($field),
                    value: self.$field,
                    unit: $unit,
                    doc: [$($doc),+].concat().trim().to_owned(),
                }),+]
            }

            /// Sets the limit of this name.
            ///
            /// # Errors
            /// [`LimitError::Unknown`], or [`LimitError::Zero`].
            pub fn set(&mut self, name: &str, value: u32) -> Result<(), LimitError> {
                match name {
                    $(stringify!($field) if value == 0 => Err(LimitError::Zero(stringify!($field))),)+
                    $(stringify!($field) => {
                        self.$field = value;
                        Ok(())
                    })+
                    _ => Err(LimitError::Unknown(name.to_owned())),
                }
            }
        }
    };
}

/// More than any machine does: as good as no rate.
const LIFTED: u32 = 1_000_000;

server_limits! {
    /// Connections at once. Each takes about 16 KiB when idle.
    connections_max: "connections" = 20_000, bench LIFTED;
    /// Connections at once from one address: a school or a club night is one address.
    connections_per_address_max: "connections" = 512, bench LIFTED;
    /// Connections at once that have not said `hello`, so that whoever says nothing leaves room for those who play.
    unidentified_max: "connections" = 2_000, bench LIFTED;
    /// The same from one address. Browsers keep up to six connections for pages.
    unidentified_per_address_max: "connections" = 128, bench LIFTED;
    /// New connections a minute from one address in the long run. One that is closed for flooding counts as eleven: it should not
    /// be back at once.
    connects_per_minute: "connections a minute" = 600, bench LIFTED;
    /// New connections at once from one address: all of a club come back after a restart.
    connects_burst: "connections" = 512, bench LIFTED;
    /// New connections a second in the long run, from wherever. More wait to be accepted: those who connect again as often as
    /// the machine can are in the way of those who play, even if each is turned away.
    server_connects_per_second: "connections a second" = 1_000, bench LIFTED;
    /// The same at once, before the rate counts.
    server_connects_burst: "connections" = 2_000, bench LIFTED;
    /// Requests a minute over plain HTTP from one address in the long run, WebSockets to be among them.
    requests_per_minute: "requests a minute" = 1_200, bench LIFTED;
    /// The same at once, before the rate counts: the pages of a whole club.
    requests_burst: "requests" = 600, bench LIFTED;
    /// Connections at once of one player: some devices, or a bot in several rooms.
    connections_per_player_max: "connections" = 32, bench LIFTED;
    /// Bytes a second that are read from one connection in the long run. Ten drafts of a full table take 30 KiB. What comes
    /// faster waits in the sender's own buffers.
    read_bytes_per_second: "bytes a second" = 64 * 1024, bench 1_000_000_000;
    /// Bytes at once from one connection, before the rate counts.
    read_bytes_burst: "bytes" = 128 * 1024, bench 1_000_000_000;
    /// Pings, unasked pongs and empty frames a second from one connection in the long run.
    control_frames_per_second: "frames a second" = 2, bench LIFTED;
    /// The same at once, before the rate counts.
    control_frames_burst: "frames" = 30, bench LIFTED;
    /// Commands a second from one connection in the long run. A player acts a few times a minute.
    commands_per_second: "commands a second" = 5, bench LIFTED;
    /// Commands at once from one connection, before the rate counts.
    commands_burst: "commands" = 20, bench LIFTED;
    /// Drafts a second from one connection; fast enough that watchers see tiles glide.
    drafts_per_second: "drafts a second" = 10, bench LIFTED;
    /// Drafts at once from one connection, before the rate counts.
    drafts_burst: "drafts" = 20, bench LIFTED;
    /// Lines of chat a minute from one connection.
    chat_per_minute: "lines a minute" = 20, bench LIFTED;
    /// Reactions a minute from one connection.
    reactions_per_minute: "reactions a minute" = 20, bench LIFTED;
    /// Tries to join by code a minute from one connection.
    joins_per_minute: "tries a minute" = 10, bench LIFTED;
    /// Commands a second of one player over all connections.
    player_commands_per_second: "commands a second" = 10, bench LIFTED;
    /// The same at once, before the rate counts.
    player_commands_burst: "commands" = 40, bench LIFTED;
    /// Commands a second that each player in a room may send, whatever others at his address do: one neighbour who floods must
    /// not keep him from his turn. As many as one connection may send.
    assured_commands_per_second: "commands a second" = 5, bench LIFTED;
    /// The same at once, before the rate counts.
    assured_commands_burst: "commands" = 20, bench LIFTED;
    /// Commands a second from one address over all connections, beyond those that are assured: a hundred players of a club act once every second.
    address_commands_per_second: "commands a second" = 100, bench LIFTED;
    /// The same at once, before the rate counts.
    address_commands_burst: "commands" = 400, bench LIFTED;
    /// Lines of chat and reactions a minute of one player over all connections.
    player_chat_per_minute: "lines a minute" = 40, bench LIFTED;
    /// Lines of chat and reactions a minute from one address over all connections.
    address_chat_per_minute: "lines a minute" = 600, bench LIFTED;
    /// Rooms made a minute by one player.
    rooms_per_minute: "rooms a minute" = 6, bench LIFTED;
    /// Rooms made a minute from one address.
    address_rooms_per_minute: "rooms a minute" = 60, bench LIFTED;
    /// Rooms made a minute on the whole server: each is a row on the disk that stays.
    server_rooms_per_minute: "rooms a minute" = 600, bench LIFTED;
    /// Open rooms that one player is the host of.
    rooms_per_player_max: "rooms" = 8, bench LIFTED;
    /// Open rooms on the whole server.
    rooms_max: "rooms" = 20_000, bench LIFTED;
    /// Codes, room ids and passwords a minute that one address may try in vain: codes must not be found by trying. Those
    /// that are right cost nothing, and whoever comes back to a room is not asked. Wrong secrets for making rooms are
    /// counted apart, by the same number.
    lookups_in_vain_per_minute: "tries a minute" = 10, bench LIFTED;
    /// The same of one player, from wherever.
    player_lookups_in_vain_per_minute: "tries a minute" = 10, bench LIFTED;
    /// New guests a minute from one address in the long run; a school behind one address is one address.
    guests_per_minute: "guests a minute" = 120, bench LIFTED;
    /// New guests at once from one address, before the rate counts.
    guests_burst: "guests" = 300, bench LIFTED;
}

impl ServerLimits {
    /// Whether these are [`bench`](Self::bench)'s, however they were changed since.
    pub fn is_bench(&self) -> bool {
        self.purpose == Purpose::Bench
    }

    /// What of these the wire tells.
    pub(crate) fn tell(&self, told: &mut Limits) {
        told.commands_per_second = self.commands_per_second;
        told.commands_burst = self.commands_burst;
        told.drafts_per_second = self.drafts_per_second;
        told.drafts_burst = self.drafts_burst;
        told.chat_per_minute = self.chat_per_minute;
        told.reactions_per_minute = self.reactions_per_minute;
        told.joins_per_minute = self.joins_per_minute;
        told.rooms_per_minute = self.rooms_per_minute;
        told.rooms_per_player_max = self.rooms_per_player_max;
    }

    /// Whether a server that listens there may have these limits.
    ///
    /// # Errors
    /// [`LimitError::Zero`], or [`LimitError::BenchBeyondLoopback`].
    pub fn check(&self, listen: SocketAddr) -> Result<(), LimitError> {
        if let Some(row) = self.table().iter().find(|row| row.value == 0) {
            return Err(LimitError::Zero(row.name));
        }
        if self.is_bench() && !listen.ip().is_loopback() {
            return Err(LimitError::BenchBeyondLoopback(listen));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_that_the_protocol_promises() {
        let (ours, told) = (ServerLimits::default(), Limits::default());
        let told = serde_json::to_value(told).unwrap();
        let shared: Vec<_> =
            ours.table().into_iter().filter(|row| told.get(row.name).is_some()).map(|row| row.name).collect();
        assert_eq!(shared.len(), 9, "{shared:?}");
        for row in ours.table() {
            if let Some(promised) = told.get(row.name) {
                assert_eq!(*promised, row.value, "{}", row.name);
            }
        }
        let mut told = Limits::default();
        ServerLimits::bench().tell(&mut told);
        let told = serde_json::to_value(told).unwrap();
        assert!(shared.iter().all(|name| told[name] == LIFTED), "{told}");
    }

    #[test]
    fn limits_are_set_by_name_and_never_to_0() {
        let mut limits = ServerLimits::default();
        for (at, name) in (2..).zip(ServerLimits::NAMES) {
            limits.set(name, at).unwrap();
        }
        let values: Vec<u32> = limits.table().iter().map(|row| row.value).collect();
        assert_eq!(values, (2..2 + u32::try_from(values.len()).unwrap()).collect::<Vec<_>>());
        assert_eq!(limits.set("rooms_max", 0), Err(LimitError::Zero("rooms_max")));
        assert_eq!(limits.set("moves_max", 1), Err(LimitError::Unknown("moves_max".to_owned())));
        limits.guests_burst = 0;
        assert_eq!(limits.check("127.0.0.1:0".parse().unwrap()), Err(LimitError::Zero("guests_burst")));
    }

    #[test]
    fn limits_for_benchmarks_are_for_loopback() {
        let mut limits = ServerLimits::bench();
        limits.rooms_max = 7;
        let everywhere = "0.0.0.0:8080".parse().unwrap();
        assert_eq!(limits.check("[::1]:8080".parse().unwrap()), Ok(()));
        assert_eq!(limits.check(everywhere), Err(LimitError::BenchBeyondLoopback(everywhere)));
        assert_eq!(ServerLimits::default().check(everywhere), Ok(()));
    }
}
