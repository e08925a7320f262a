//! A few places for programs on this machine that ask how the server is, when it is full: who watches over it must not
//! take it for dead, and start it again under everybody's hands.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::gate::{Admission, Full};
use crate::limits::WATCHERS_MAX;

/// The places that are kept.
#[derive(Debug)]
pub(crate) struct Reserve(Arc<Semaphore>);

impl Reserve {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Semaphore::new(WATCHERS_MAX)))
    }

    /// A place for somebody who is too many; `None` if all are taken.
    pub(super) fn admit(&self, full: Full) -> Option<Admitted> {
        let place = Arc::clone(&self.0).try_acquire_owned().ok()?;
        Some(Admitted::ToWatch(Watching { full, _place: Arc::new(place) }))
    }
}

/// A connection that is too many for anything else. It takes its place until the last clone is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Watching {
    /// Why it is.
    pub(crate) full: Full,
    _place: Arc<OwnedSemaphorePermit>,
}

/// What a connection was let in for.
#[derive(Clone, Debug)]
pub(crate) enum Admitted {
    /// For everything.
    Fully(Admission),
    /// To be told how the server is, once, and nothing else.
    ToWatch(Watching),
}
