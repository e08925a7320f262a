//! What a player of the load reads in a frame: no more than it acts on, because tens of thousands come in a second.

use sarja_rules::Face;
use serde::Deserialize;
use serde_json::value::RawValue;

/// A frame of the server, the fields that a player of the load looks at. All text is borrowed from the frame: neither the types
/// nor the ids that this program chooses have anything in them that JSON escapes.
#[derive(Debug, Deserialize)]
pub(super) struct Frame<'a> {
    /// The type of the message.
    pub(super) r#type: &'a str,
    /// The command that it answers.
    #[serde(default)]
    pub(super) command_id: Option<&'a str>,
    /// The number of an event, of the last event of a command that was done, or of the last one that there is.
    #[serde(default)]
    pub(super) seq: Option<u64>,
    /// The epoch of an event.
    #[serde(default)]
    pub(super) epoch: Option<u64>,
    /// What happened.
    #[serde(default, borrow)]
    pub(super) event: Option<Happened<'a>>,
    /// The code of an error.
    #[serde(default)]
    pub(super) code: Option<serde_json::Value>,
    /// When a command may be sent again.
    #[serde(default)]
    pub(super) retry_after_ms: Option<u32>,
}

/// An event, the fields that a player of the load looks at.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Happened<'a> {
    pub(super) r#type: &'a str,
    pub(super) seat: Option<u8>,
    pub(super) turn: Option<u32>,
    pub(super) deal: Option<u32>,
    pub(super) ready: Option<bool>,
    pub(super) pool: Option<u16>,
    /// The own tiles of a deal.
    pub(super) rack: Option<Vec<Face>>,
    /// The own tiles of a draw.
    pub(super) tiles: Option<Vec<Face>>,
    #[serde(borrow)]
    pub(super) from_rack: Option<&'a RawValue>,
    /// The table after a play, which is read when it is played upon.
    #[serde(borrow)]
    pub(super) table: Option<&'a RawValue>,
}

impl<'a> Frame<'a> {
    /// Reads a frame.
    ///
    /// # Errors
    /// It is no message of this protocol.
    pub(super) fn read(text: &'a str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The code of an error, where it is one that has a name.
    pub(super) fn error_code(&self) -> Option<&str> {
        self.code.as_ref().and_then(serde_json::Value::as_str)
    }
}

#[cfg(test)]
mod tests {
    use sarja_protocol::{ServerToClient, parse_server_frame};

    use super::*;

    /// Every message that the protocol has an example of.
    fn golden() -> impl Iterator<Item = String> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../protocol/golden/v1/server");
        let entries = std::fs::read_dir(folder).unwrap();
        let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.into_iter().map(|path| std::fs::read_to_string(path).unwrap())
    }

    #[test]
    fn every_message_of_the_protocol_can_be_read() {
        let mut events = 0;
        for text in golden() {
            let frame = Frame::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            let message = parse_server_frame(&text).unwrap();
            assert_eq!(frame.r#type, message.type_name());
            if let ServerToClient::Event(event) = message {
                events += 1;
                assert_eq!((frame.seq, frame.epoch), (Some(event.seq.0), Some(event.epoch.0)));
                let happened = frame.event.unwrap();
                let whole = serde_json::to_value(&event.event).unwrap();
                assert_eq!(whole["type"], happened.r#type);
                assert_eq!(whole["turn"].as_u64(), happened.turn.map(u64::from), "{text}");
                assert_eq!(whole["seat"].as_u64(), happened.seat.map(u64::from), "{text}");
            }
        }
        assert!(events > 30, "{events}");
    }
}
