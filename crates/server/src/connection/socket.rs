//! What a connection speaks over.

use futures_util::{Sink, Stream};
use tokio_tungstenite::tungstenite::{Error, Message};

/// A WebSocket: axum's, or whatever else takes and gives its messages.
pub(crate) trait Socket:
    Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Send + Unpin
{
}

impl<S> Socket for S where
    S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Send + Unpin
{
}
