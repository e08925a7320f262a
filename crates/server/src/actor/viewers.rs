//! The connections that watch a room.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use sarja_protocol::{CloseReason, Closing, PlayerId};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::ring::Told;
use crate::connection::Outbox;

/// The number of a connection, counted on this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ConnectionId(pub(crate) u64);

/// Whether a connection is still in a room: the room says so, the connection looks.
#[derive(Clone, Debug)]
pub(crate) struct Membership(Arc<AtomicBool>);

impl Membership {
    pub(crate) fn begun() -> Self {
        Self(Arc::new(AtomicBool::new(true)))
    }

    /// Whether the connection is in the room.
    pub(crate) fn lasts(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    fn end(&self) {
        self.0.store(false, Ordering::Release);
    }
}

/// A connection that watches a room as a player of it.
#[derive(Debug)]
pub(crate) struct Viewer {
    /// Which connection.
    pub(crate) connection: ConnectionId,
    /// As whom it watches.
    pub(crate) player: PlayerId,
    /// Where to send.
    pub(crate) outbox: Outbox,
    /// Whether it is in the room.
    pub(crate) membership: Membership,
}

/// All connections of a room, at most one for each player.
///
/// If a room ends without saying why, by a panic or because it is owned elsewhere, its connections are closed and may
/// come back.
#[derive(Debug, Default)]
pub(crate) struct Viewers(Vec<Viewer>);

impl Viewers {
    /// Adds a connection. One that its player had before is told that it was taken over.
    pub(crate) fn attach(&mut self, viewer: Viewer) {
        if let Some(old) = self.remove(|v| v.player == viewer.player && v.connection != viewer.connection) {
            tracing::info!(player = %old.player, "connection taken over");
            old.outbox.close(CloseReason::TakenOver);
        }
        self.0.retain(|v| v.connection != viewer.connection);
        self.0.push(viewer);
    }

    /// Takes this connection out of the room; tells whose it was. `None` for one that was taken over.
    pub(crate) fn detach(&mut self, connection: ConnectionId) -> Option<PlayerId> {
        self.remove(|v| v.connection == connection).map(|v| v.player)
    }

    /// Takes the connection of a player out of the room. It may join another.
    pub(crate) fn release(&mut self, player: PlayerId) {
        self.remove(|v| v.player == player);
    }

    fn remove(&mut self, which: impl FnMut(&Viewer) -> bool) -> Option<Viewer> {
        let removed = self.0.iter().position(which).map(|at| self.0.swap_remove(at))?;
        removed.membership.end();
        Some(removed)
    }

    /// The connection with this number.
    pub(crate) fn get(&self, connection: ConnectionId) -> Option<&Viewer> {
        self.0.iter().find(|v| v.connection == connection)
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Viewer> {
        self.0.iter()
    }

    /// Whether nobody is there.
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sends the same to all.
    pub(crate) fn tell(&self, text: &Utf8Bytes) {
        self.0.iter().for_each(|v| v.outbox.text(text.clone()));
    }

    /// Sends the same to all but one player.
    pub(crate) fn tell_others(&self, player: PlayerId, text: &Utf8Bytes) {
        self.0.iter().filter(|v| v.player != player).for_each(|v| v.outbox.text(text.clone()));
    }

    /// Sends to each its own views of these events, together.
    pub(crate) fn tell_events(&self, events: &[Told]) {
        for viewer in &self.0 {
            viewer.outbox.burst(events.iter().map(|told| told.to(viewer.player).clone()).collect());
        }
    }

    /// Closes all connections, each in its own way.
    pub(crate) fn close(&mut self, closing: impl Fn() -> Closing) {
        for viewer in self.0.drain(..) {
            viewer.membership.end();
            viewer.outbox.close_with(closing());
        }
    }

    /// Lets all connections go: they stay open, outside the room.
    pub(crate) fn release_all(&mut self) {
        self.0.drain(..).for_each(|viewer| viewer.membership.end());
    }
}

/// The viewers of a room that one player watches.
#[cfg(test)]
pub(crate) fn viewers_of(player: PlayerId, outbox: Outbox) -> Viewers {
    let membership = Membership::begun();
    Viewers(vec![Viewer { connection: ConnectionId(0), player, outbox, membership }])
}

impl Drop for Viewers {
    fn drop(&mut self) {
        self.close(|| Closing::new(CloseReason::RoomMoved));
    }
}
