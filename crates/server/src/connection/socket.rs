//! What a connection speaks over.

use axum::extract::ws::Message;
use futures_util::{Sink, Stream};

/// A WebSocket: axum's, or whatever else takes and gives its messages.
pub(crate) trait Socket:
    Stream<Item = Result<Message, axum::Error>> + Sink<Message, Error = axum::Error> + Send + Unpin
{
}

impl<S> Socket for S where
    S: Stream<Item = Result<Message, axum::Error>> + Sink<Message, Error = axum::Error> + Send + Unpin
{
}
