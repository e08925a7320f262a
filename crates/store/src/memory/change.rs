//! Changes of a database in memory.

use super::{Tables, WriteCall, Writing};
use crate::WriteError;

/// Something to write. What the other engines write in a transaction is checked here before the first of it is written.
pub(crate) trait Change: Send + 'static {
    /// What the caller gets once it is made.
    type Done: Send + 'static;
    /// What the caller gets otherwise.
    type Error: From<WriteError> + Send + 'static;

    /// What this is, for whoever decides what becomes of it.
    fn call(&self) -> WriteCall;

    /// Makes it, whole or not at all.
    fn make(self, tables: &mut Tables) -> Result<Self::Done, Self::Error>;
}

/// A change that changes nothing.
pub(super) struct Probe;

impl Change for Probe {
    type Done = ();
    type Error = WriteError;

    fn call(&self) -> WriteCall {
        WriteCall { what: Writing::Nothing, room: None }
    }

    fn make(self, _: &mut Tables) -> Result<(), WriteError> {
        Ok(())
    }
}
