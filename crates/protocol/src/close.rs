//! Why a connection is closed, and whether to come back.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Whether a client should connect again after a close.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum Reconnect {
    /// Yes, with growing delays, and resume the room.
    Resume,
    /// Only when the person asks for it.
    OnRequest,
    /// No: the same would happen again.
    Never,
}

macro_rules! close_reasons {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal, $code:literal, $reconnect:ident;)+) => {
        /// Why the server closes a connection. The close frame carries the code as number and the name as reason.
        ///
        /// New reasons may come: a code from 4000 to 4049 means resume, any other from 4050 on means not to.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
        #[serde(rename_all = "snake_case")]
        #[ts(export_to = "sarja.ts")]
        pub enum CloseReason {
            $($(#[doc = $doc])+ $variant,)+
            /// A reason that this version of the library does not know.
            #[serde(other)]
            #[schemars(skip)]
            #[ts(skip)]
            Unknown,
        }

        impl CloseReason {
            /// Every reason, by code.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Its name on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ Self::Unknown => "unknown" }
            }

            /// The code of the WebSocket close frame.
            pub const fn code(self) -> u16 {
                match self { $(Self::$variant => $code,)+ Self::Unknown => 1005 }
            }

            /// Whether to connect again.
            pub const fn reconnect(self) -> Reconnect {
                match self { $(Self::$variant => Reconnect::$reconnect,)+ Self::Unknown => Reconnect::Resume }
            }

            /// What happened, in a sentence.
            pub fn meaning(self) -> String {
                match self { $(Self::$variant => [$($doc),+].concat().trim().to_owned(),)+ Self::Unknown => String::new() }
            }
        }
    };
}

close_reasons! {
    /// The client closed, and the server agrees.
    Bye = "bye", 1000, OnRequest;
    /// A frame broke the WebSocket protocol (RFC 6455): not masked, a reserved bit or opcode, a bad fragment or control frame.
    ProtocolError = "protocol_error", 1002, OnRequest;
    /// A text frame, or the reason of a close frame, was no UTF-8.
    InvalidText = "invalid_text", 1007, OnRequest;
    /// A frame was larger than the limit.
    FrameTooLarge = "frame_too_large", 1009, OnRequest;
    /// The server stops for a restart or an update; `reconnect_after_ms` says when to come back. Rooms go on.
    Restart = "restart", 1012, Resume;
    /// The server has no room for another connection now.
    Busy = "busy", 1013, Resume;
    /// The client read too slowly, and its queue was full.
    TooSlow = "too_slow", 4000, Resume;
    /// Nothing came from the client for too long, not even a pong.
    Silent = "silent", 4001, Resume;
    /// The room moved to another node, or is being rebuilt from its log.
    RoomMoved = "room_moved", 4002, Resume;
    /// No `hello` came in time.
    HelloTimeout = "hello_timeout", 4050, OnRequest;
    /// Another connection of the same player took over.
    TakenOver = "taken_over", 4051, OnRequest;
    /// The session was ended: logged out, or its token is not known.
    SessionEnded = "session_ended", 4052, OnRequest;
    /// The client sent too much in spite of `rate_limited`.
    RateLimited = "rate_limited", 4053, OnRequest;
    /// The server speaks no version that the client offered.
    UnsupportedProtocol = "unsupported_protocol", 4054, Never;
    /// A first message that is no `hello`, or a binary frame, or many frames in a row that could not be read.
    BadFrame = "bad_frame", 4055, Never;
    /// The connection may not be made from this web page.
    OriginRefused = "origin_refused", 4056, Never;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes_are_unique_and_on_the_wire_as_said() {
        for (i, reason) in CloseReason::ALL.iter().enumerate() {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.as_str());
            assert!(CloseReason::ALL[..i].iter().all(|r| r.code() < reason.code()), "{reason:?}");
        }
    }

    #[test]
    fn own_codes_tell_by_their_range_whether_to_resume() {
        for reason in CloseReason::ALL.iter().filter(|r| r.code() >= 4000) {
            assert_eq!(reason.reconnect() == Reconnect::Resume, reason.code() < 4050, "{reason:?}");
        }
    }
}
