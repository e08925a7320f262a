//! Faults that are planted in the real code, one at a time, to see that the simulation finds them.

use std::cell::Cell;

/// Something that must never be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Planted {
    /// An event is told before it is committed.
    ToldBeforeCommit,
    /// A snapshot holds a tile of somebody else's rack.
    HiddenTile,
    /// The timer of a turn fires once more when the turn is over.
    TimerTwice,
    /// A command is done twice.
    DoneTwice,
}

thread_local! {
    static PLANTED: Cell<Option<Planted>> = const { Cell::new(None) };
}

/// Plants a fault on this thread, or takes it away.
pub(crate) fn plant(fault: Option<Planted>) {
    PLANTED.set(fault);
}

/// Whether this fault is planted on this thread.
pub(crate) fn is(fault: Planted) -> bool {
    PLANTED.get() == Some(fault)
}
