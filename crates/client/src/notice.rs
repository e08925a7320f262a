//! What a client hears.

use std::sync::Arc;

use sarja_protocol::{ErrorMessage, ServerToClient};

use crate::Ended;

/// Something that a client hears, from the server or of its own connection.
#[derive(Clone, Debug)]
pub enum Notice {
    /// A message of the server. The view has it already.
    Message(Arc<ServerToClient>),
    /// The connection is lost. It is being made again.
    Lost {
        /// Why.
        cause: Arc<str>,
    },
    /// The connection is there again, and the room, if there was one, is being resumed.
    Back,
    /// The player is no longer in the room: the server does not take the player back.
    RoomLost(Box<ErrorMessage>),
    /// The client has ended. Nothing comes after this.
    Ended(Ended),
}
