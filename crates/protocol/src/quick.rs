//! Reading the frames that come most, moves and drafts, straight into their types.
//!
//! What is read here is what the careful way reads, which has an answer for everything that is wrong: whatever looks unusual is
//! left to that.

use sarja_rules::Face;
use serde::{Deserialize, de::IgnoredAny};

use crate::{ClientToServer, CommandId, Draft, DraftNumber, Draw, LaidSet, Pass, Play, TurnNumber};

#[derive(Deserialize)]
struct Head<'a> {
    r#type: &'a str,
}

macro_rules! quick {
    ($($type:literal => $message:ident as $read:ident { $($field:ident: $kind:ty $(= $default:ident)?),+ })+) => {
        $(
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct $read {
                #[serde(rename = "type")]
                _type: IgnoredAny,
                $($(#[serde($default)])? $field: $kind,)+
            }

            impl From<$read> for ClientToServer {
                fn from(read: $read) -> Self {
                    $message { $($field: read.$field),+ }.into()
                }
            }
        )+

        /// The message, if it is one of those that come most and has nothing unusual about it.
        pub(crate) fn read(frame: &str) -> Option<ClientToServer> {
            if !is_plain(frame) {
                return None;
            }
            let message: ClientToServer = match serde_json::from_str::<Head<'_>>(frame).ok()?.r#type {
                $($type => serde_json::from_str::<$read>(frame).ok()?.into(),)+
                _ => return None,
            };
            message.check().ok()?;
            Some(message)
        }
    };
}

quick! {
    "draw" => Draw as ReadDraw { command_id: CommandId, turn: TurnNumber }
    "pass" => Pass as ReadPass { command_id: CommandId, turn: TurnNumber }
    "play" => Play as ReadPlay { command_id: CommandId, turn: TurnNumber, table: Vec<LaidSet> }
    "draft" => Draft as ReadDraft {
        turn: TurnNumber, draft: DraftNumber, table: Vec<LaidSet>, discard: Option<Face> = default
    }
}

/// Whether the frame is an object in which every list is the value of a field, and there is neither `null` nor anything escaped. serde takes
/// a list for an object and `null` for a field that is left out; in a frame like this neither can be.
fn is_plain(frame: &str) -> bool {
    let mut before = b' ';
    for byte in frame.bytes() {
        match byte {
            b'[' if before != b':' => return false,
            b'\\' => return false,
            b' ' | b'\n' | b'\r' | b'\t' => continue,
            _ => {}
        }
        before = byte;
    }
    !frame.contains("null")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_drafts_are_read_quickly() {
        for frame in [
            r#"{"type":"draw","command_id":"c1","turn":7}"#,
            r#"{ "turn": 7, "type": "pass", "command_id": "c1" }"#,
            r#"{"type":"play","command_id":"c1","turn":7,"table":[{"tiles":["R1","R2","J"],"id":4},{"tiles":[],"kind":"run"}]}"#,
            r#"{"type":"draft","turn":7,"draft":2,"table":[],"discard":"K1"}"#,
        ] {
            assert!(read(frame).is_some(), "{frame}");
        }
    }

    #[test]
    fn whatever_is_unusual_is_left_to_the_careful_way() {
        for frame in [
            "",
            "[]",
            r#"["draw","c1",7]"#,
            r#"{"type":"draw","command_id":"c1"}"#,
            r#"{"type":"draw","command_id":"c1","turn":7,"more":1}"#,
            r#"{"type":"draw","type":"draw","command_id":"c1","turn":7}"#,
            r#"{"type":"draw","command_id":"c\u0031","turn":7}"#,
            r#"{"type":"draw","command_id":"null","turn":7}"#,
            r#"{"type":"play","command_id":"c1","turn":7,"table":[[["R1","R2","R3"]]]}"#,
            r#"{"type":"play","command_id":"c1","turn":7,"table":[{"tiles":["R1"],"id":null}]}"#,
            r#"{"type":"play","command_id":"c1","turn":7,"table":[{"tiles":["R1"]}, ["R2"]]}"#,
            r#"{"type":"draft","turn":7,"draft":2,"table":[],"discard":null}"#,
            r#"{"type":"get_state","command_id":"c1"}"#,
        ] {
            assert!(read(frame).is_none(), "{frame}");
        }
    }
}
