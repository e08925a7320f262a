//! What a server is started with.

use std::{net::SocketAddr, ops::RangeInclusive, time::Duration};

use ipnet::IpNet;
use sarja_protocol::{Limits, MayCreate, limits};
use sarja_store::{Retention, StoreUrl};

use crate::{
    creation_key::CreationKey, drain::Drain, idle_rooms::IdleRooms, limits::HEADER_WITHIN,
    public_url::PublicUrl, server_limits::ServerLimits,
};

/// Whether practice rooms may be made, with fixed seeds, stepped clocks and scripted opponents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PracticeRooms {
    /// They may not: chance is chance, and clocks run.
    #[default]
    Refused,
    /// They may, beside others.
    Allowed,
}

/// Who may make rooms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RoomCreation {
    /// Everybody.
    #[default]
    Anyone,
    /// Whoever sends the operator's secret.
    Secret(CreationKey),
}

impl RoomCreation {
    /// The same as `welcome` tells it.
    pub(crate) const fn told(&self) -> MayCreate {
        match self {
            Self::Anyone => MayCreate::Anyone,
            Self::Secret(_) => MayCreate::Secret,
        }
    }
}

/// The times of a connection. The defaults are what `welcome` promises; tests make them shorter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timings {
    /// From the connection, or the last answer, to the end of a request's header.
    pub header_within: Duration,
    /// From the connection to `hello`.
    pub hello_within: Duration,
    /// Between two heartbeats.
    pub heartbeat: Duration,
    /// Without a sign of life until the connection is closed.
    pub dead_after: Duration,
    /// For sending what waits.
    pub send_within: Duration,
}

impl Default for Timings {
    fn default() -> Self {
        let ms = |ms: u32| Duration::from_millis(ms.into());
        Self {
            header_within: HEADER_WITHIN,
            hello_within: ms(limits::HELLO_WITHIN_MS),
            heartbeat: ms(limits::HEARTBEAT_MS),
            dead_after: ms(limits::DEAD_AFTER_MS),
            send_within: ms(limits::SEND_WITHIN_MS),
        }
    }
}

impl Timings {
    /// The limits as `welcome` tells them.
    pub(crate) fn told(&self) -> Limits {
        let ms = |time: Duration| u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
        let mut told = Limits::default();
        told.hello_within_ms = ms(self.hello_within);
        told.heartbeat_ms = ms(self.heartbeat);
        told.dead_after_ms = ms(self.dead_after);
        told.send_within_ms = ms(self.send_within);
        told
    }
}

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 lets the system choose one.
    pub listen: SocketAddr,
    /// Where it keeps everything.
    pub store: StoreUrl,
    /// Whether practice rooms may be made.
    pub practice: PracticeRooms,
    /// Who may make rooms.
    pub room_creation: RoomCreation,
    /// How long a bot of the server takes for its turn, so that people can follow it.
    pub bot_thinks: RangeInclusive<Duration>,
    /// Where people find it, if that is known: its web pages are those that may connect, and links begin with it.
    pub public_url: Option<PublicUrl>,
    /// Web pages of other hosts that may connect, as `https://example.org`.
    pub origins: Vec<PublicUrl>,
    /// Proxies whose word is taken for who a client is: `X-Forwarded-For` and `X-Forwarded-Proto` count from these addresses
    /// alone. None, unless they are named: not even loopback.
    pub trusted_proxies: Vec<IpNet>,
    /// How much strangers, players and addresses may do.
    pub limits: ServerLimits,
    /// The times of a connection.
    pub timings: Timings,
    /// Where `/metrics` is served beside [`listen`](Self::listen), where only this machine may read it: to whoever can reach it
    /// there. `/healthz` and `/readyz` are there too, and nothing else.
    pub metrics_listen: Option<SocketAddr>,
    /// How long is kept what nobody needs.
    pub retention: Retention,
    /// When rooms that nobody is connected to leave memory.
    pub idle_rooms: IdleRooms,
    /// How it lets its players go when it stops.
    pub drain: Drain,
}

impl Config {
    /// A server that listens there, keeps its data there, and does the rest as usual.
    pub fn new(listen: SocketAddr, store: StoreUrl) -> Self {
        Self {
            listen,
            store,
            practice: PracticeRooms::default(),
            room_creation: RoomCreation::default(),
            bot_thinks: Duration::from_millis(800)..=Duration::from_millis(2_500),
            public_url: None,
            origins: Vec::new(),
            trusted_proxies: Vec::new(),
            limits: ServerLimits::default(),
            timings: Timings::default(),
            metrics_listen: None,
            retention: Retention::default(),
            idle_rooms: IdleRooms::default(),
            drain: Drain::default(),
        }
    }
}
