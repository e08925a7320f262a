//! A native client of Sarja's server: it connects, keeps the connection, and knows the room.
//!
//! [`Client::connect`] makes a connection from [`Options`]. Commands are methods that wait for their answer; a lost
//! connection is made again, the room resumed, and commands without an answer sent again under the same id. What is known
//! of the room is a [`LocalView`]: the last snapshot with every event folded over it. [`Client::until`] waits for a change
//! in it, [`Client::listen`] gives everything that comes. [`bare`] has sockets without all that; [`Dial`] is for connections
//! other than TCP.

mod address;
mod backoff;
pub mod bare;
mod client;
mod commands;
mod course;
mod desk;
mod error;
mod ids;
mod link;
mod notice;
mod options;
mod pace;
mod state;
#[cfg(test)]
mod tests;
mod view;
mod wire;

pub use address::{AddressError, Invitation, ServerUrl};
pub use backoff::Backoff;
pub use client::Client;
pub use commands::Joining;
pub use error::{CommandError, ConnectError, Ended};
pub use notice::Notice;
pub use options::{Options, Reconnecting};
pub use pace::Pace;
pub use state::{LinkState, State};
pub use view::{Folded, Gap, Known, LocalView, fold};
pub use wire::Dial;
