//! How much may be sent: by one connection, one player, one address, and everybody together.
//!
//! Each rate is a bucket (`bucket`) that fills steadily up to a burst. Where there is one for each of many (`keyed`), what
//! is remembered is bounded, and stays cheap when somebody comes from many addresses.

mod bucket;
mod connection;
mod keyed;
mod lookups;
mod network;
mod patience;
mod server;

pub(crate) use bucket::Wait;
pub(crate) use connection::ConnectionRates;
pub(crate) use network::Network;
pub(crate) use patience::{Patience, growing_pause};
pub(crate) use server::{ServerRates, Whereabouts};
