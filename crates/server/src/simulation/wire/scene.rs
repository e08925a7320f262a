//! What all hosts and the network have in common. They run on one thread, one after the other.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    fmt::Display,
    sync::Arc,
};

use sarja_protocol::{RoomCode, RoomId};
use sarja_store::MemoryDatabase;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::{player::Player, tap::Cables};
use crate::{
    census::Observer,
    simulation::{book::Broken, trace::Trace, weather::Weather, witness::Witness},
};

/// How far a seed has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// Everything goes wrong.
    Storm,
    /// All is well: everybody comes back, and nobody begins anything.
    Calm,
    /// Everybody wants the game to go on.
    GoOn,
    /// Everybody holds what he has folded against a snapshot.
    Compare,
    /// Everybody leaves.
    Part,
    /// Programs end.
    Over,
}

/// What all have in common.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) witness: Witness,
    pub(super) weather: Arc<Weather>,
    pub(super) database: MemoryDatabase,
    pub(super) settings: Value,
    pub(super) players: Vec<Player>,
    pub(super) act: Cell<Act>,
    /// The room that everybody wants to be in.
    pub(super) code: Cell<Option<(RoomId, RoomCode)>>,
    /// The process of the server that runs, and how it is told to stop.
    pub(super) server: RefCell<Option<(Observer, CancellationToken)>>,
    /// How many processes there were.
    pub(super) started: Cell<u32>,
    pub(super) cables: Cables,
    pub(super) trace: RefCell<Trace>,
    pub(super) deeds: RefCell<BTreeMap<&'static str, u32>>,
    /// What a player found to be broken.
    pub(super) broken: RefCell<Option<Broken>>,
}

impl Scene {
    /// Something was done.
    pub(super) fn did(&self, what: &'static str, whom: impl Display) {
        *self.deeds.borrow_mut().entry(what).or_default() += 1;
        self.trace.borrow_mut().note(what, &whom);
    }

    /// A step: a command, or something that happens to the network or to a host.
    pub(super) fn step(&self) {
        self.trace.borrow_mut().step();
    }

    /// Something is not as it must be.
    pub(super) fn break_off(&self, broken: Broken) {
        self.broken.borrow_mut().get_or_insert(broken);
    }

    /// Fails if anything is broken by now.
    pub(super) fn look(&self) -> Result<(), Broken> {
        self.broken.take().map_or(Ok(()), Err)?;
        self.witness.records().look()
    }

    /// The code of the room, unless it is closed.
    pub(super) fn open_code(&self) -> Option<RoomCode> {
        let (room, code) = self.code.get()?;
        let is_closed = self.witness.records().books.get(&room).is_some_and(|book| book.room.is_closed());
        if is_closed {
            self.code.set(None);
        }
        self.code.get().map(|_| code)
    }
}
