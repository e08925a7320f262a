//! Reads the messages out of what goes by on a connection.

use std::io::Cursor;

use tokio_tungstenite::tungstenite::protocol::frame::{
    FrameHeader,
    coding::{Data, OpCode},
};

/// One direction of a connection: a head of HTTP, then frames.
#[derive(Debug, Default)]
pub(super) struct Texts {
    /// What went by and is not read yet.
    bytes: Vec<u8>,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Head,
    Frames,
    /// It is no WebSocket.
    Other,
}

impl Texts {
    /// Takes what goes by; gives the messages that are whole by now.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Vec<String> {
        self.bytes.extend_from_slice(bytes);
        if self.stage == Stage::Head {
            self.head();
        }
        let mut texts = Vec::new();
        match self.stage {
            Stage::Head => {}
            Stage::Frames => {
                while let Some((opcode, payload)) = self.frame() {
                    // Nobody here sends a message in parts.
                    if opcode == OpCode::Data(Data::Text) {
                        texts.push(String::from_utf8(payload).expect("a text is one"));
                    }
                }
            }
            Stage::Other => self.bytes.clear(),
        }
        texts
    }

    fn head(&mut self) {
        const END: &[u8] = b"\r\n\r\n";
        let Some(end) = self.bytes.windows(END.len()).position(|bytes| bytes == END) else { return };
        let upgrades = self.bytes.starts_with(b"GET /ws ") || self.bytes.starts_with(b"HTTP/1.1 101 ");
        self.bytes.drain(..end + END.len());
        self.stage = if upgrades { Stage::Frames } else { Stage::Other };
    }

    /// The next frame, if it is there.
    fn frame(&mut self) -> Option<(OpCode, Vec<u8>)> {
        let mut cursor = Cursor::new(&self.bytes);
        let (header, length) = FrameHeader::parse(&mut cursor).expect("both ends keep to the protocol")?;
        let begin = usize::try_from(cursor.position()).ok()?;
        let end = begin + usize::try_from(length).ok()?;
        let mut payload = self.bytes.get(begin..end)?.to_vec();
        self.bytes.drain(..end);
        if let Some(mask) = header.mask {
            payload.iter_mut().zip(mask.iter().cycle()).for_each(|(byte, mask)| *byte ^= mask);
        }
        Some((header.opcode, payload))
    }
}
