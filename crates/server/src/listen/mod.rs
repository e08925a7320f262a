//! From a socket to a request: who is let in, and how long he may take.
//!
//! `accept` takes connections from a `listener`; `gate` counts them, in all and for each address, and `turned_away` is what those get that are
//! too many; `reserve` has places for who watches over a full server. `outage` is what is done when the system gives no
//! connections. `socket` bounds how fast a connection is read and how long it may be stuck. What comes through is served by
//! hyper with the router of `http`, and as a WebSocket by `connection`.

mod accept;
mod bind;
mod gate;
mod listener;
mod open_files;
mod outage;
mod reserve;
mod socket;
mod turned_away;

pub(crate) use accept::{Door, accept};
pub(crate) use bind::bind;
pub(crate) use gate::{Admission, Gate, PlayerAdmission};
pub(crate) use listener::Listener;
pub(crate) use open_files::connections_that_fit;
pub(crate) use reserve::{Admitted, Reserve};
pub(crate) use socket::Meter;
