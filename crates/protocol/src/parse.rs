//! Reading frames: strictly what clients send, tolerantly what servers send.

use serde_json::Value;

use crate::{
    ClientToServer, CommandId, Epoch, ErrorCode, ErrorMessage, Event, EventMessage, RoomMs, Seq,
    ServerToClient, limits,
    misfit::{bad_message, cut, shorten, stray, unreadable},
    quick,
};

/// Reads a text frame of a client.
///
/// # Errors
/// The error to answer with. It names the command where its id could be read, even if the rest could not, and the place
/// and value that is wrong. Bounds of the message itself are checked (sizes of tables, lengths); whether it makes sense in
/// the room is not.
pub fn parse_client_frame(frame: &str) -> Result<ClientToServer, ErrorMessage> {
    if frame.len() > limits::FRAME_BYTES_MAX as usize {
        return Err(ErrorMessage::new(ErrorCode::FrameTooLarge).with("most", limits::FRAME_BYTES_MAX));
    }
    if let Some(message) = quick::read(frame) {
        return Ok(message);
    }
    parse_carefully(frame)
}

/// Reads a frame of which nothing is known, with an answer for everything that may be wrong.
pub(crate) fn parse_carefully(frame: &str) -> Result<ClientToServer, ErrorMessage> {
    let bad_json = |detail| ErrorMessage::new(ErrorCode::BadJson).with("detail", detail);
    let frame: Value = serde_json::from_str(frame).map_err(|e| bad_json(shorten(e.to_string())))?;
    let Value::Object(mut fields) = frame else {
        return Err(bad_json("it is something else than an object".to_owned()));
    };
    let command_id = fields.get("command_id").and_then(Value::as_str).and_then(|id| CommandId::new(id).ok());
    let answer = |error: ErrorMessage| ErrorMessage { command_id: command_id.clone(), ..error };

    let kind = match fields.remove("type") {
        Some(Value::String(kind)) => kind,
        Some(other) => return Err(answer(bad_message("type", "the type is no text", Some(&other)))),
        None => return Err(answer(bad_message("type", "the field is missing", None))),
    };
    let fields = Value::Object(fields);
    // Reading consumes the fields, and a refusal shows one of them: a refused frame is rare enough to be read twice.
    match ClientToServer::read(&kind, fields.clone()) {
        Some(Ok(message)) => {
            // serde takes a list for an object, and `null` for a field that is left out; people who send them mean neither.
            let read = serde_json::to_value(&message).expect("messages are plain data with text keys");
            match stray(&fields, &read) {
                Some(error) => Err(answer(error)),
                None => message.check().map(|()| message).map_err(answer),
            }
        }
        Some(Err(error)) => Err(answer(unreadable(&error, &fields))),
        None => {
            let kind = cut(&kind);
            let message = format!("There is no message of type `{kind}`.");
            Err(answer(
                ErrorMessage::new(ErrorCode::UnknownCommand).at("type").with("type", kind).saying(message),
            ))
        }
    }
}

/// What every event message has, whatever its event.
#[derive(serde::Deserialize)]
struct Numbered {
    r#type: String,
    seq: Seq,
    epoch: Epoch,
    at_ms: RoomMs,
}

/// Reads a text frame of a server, tolerantly: a message that is not known becomes [`ServerToClient::Unknown`], an event
/// that is not known, or has a field whose value is not, becomes [`Event::Unknown`] with its number.
///
/// # Errors
/// The frame is no JSON, or a message that is known has a value that cannot be read.
pub fn parse_server_frame(frame: &str) -> Result<ServerToClient, serde_json::Error> {
    let error = match serde_json::from_str(frame) {
        Ok(message) => return Ok(message),
        Err(error) => error,
    };
    match serde_json::from_str::<Numbered>(frame) {
        Ok(Numbered { r#type, seq, epoch, at_ms }) if r#type == "event" => {
            Ok(EventMessage { seq, epoch, at_ms, event: Event::Unknown }.into())
        }
        _ => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Play, ServerToClient, TurnNumber};

    fn refused(frame: &str) -> ErrorMessage {
        parse_client_frame(frame).expect_err(frame)
    }

    #[test]
    fn a_play_is_read() {
        let frame = r#"{"type":"play","command_id":"c1","turn":7,"table":[{"tiles":["R10","B10","J"],"kind":"group"}]}"#;
        match parse_client_frame(frame) {
            Ok(ClientToServer::Play(Play { turn: TurnNumber(7), table, .. })) => {
                assert_eq!(table[0].tiles.len(), 3);
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_code_that_names_no_tile_is_refused_with_place_and_value() {
        let error = refused(r#"{"type":"play","command_id":"c1","turn":7,"table":[{"tiles":["R10","X9"]}]}"#);
        assert_eq!(error.code, ErrorCode::BadMessage);
        assert_eq!(error.path.as_deref(), Some("table[0].tiles[1]"));
        assert_eq!(error.params["value"], "\"X9\"");
        assert_eq!(error.command_id, Some(CommandId::new("c1").unwrap()));
        assert!(error.message.contains("X9"), "{}", error.message);
    }

    #[test]
    fn an_unknown_field_is_named_wherever_it_stands() {
        for (frame, path) in [
            (r#"{"type":"draw","command_id":"c1","turn":7,"face":1}"#, "face"),
            (r#"{"type":"draft","turn":7,"draft":1,"table":[{"tiles":[],"face":1}]}"#, "table[0].face"),
            (
                r#"{"type":"create_room","command_id":"c1","name":"A","settings":{"overrides":{"clock":{"face":9}}}}"#,
                "settings.overrides.clock.face",
            ),
        ] {
            let error = refused(frame);
            assert_eq!(error.code, ErrorCode::UnknownField, "{frame}");
            assert_eq!(error.params["field"], "face", "{frame}");
            assert_eq!(error.path.as_deref(), Some(path), "{frame}");
        }
    }

    #[test]
    fn an_unknown_type_still_answers_the_command() {
        let error = refused(r#"{"type":"cheat","command_id":"c9"}"#);
        assert_eq!((error.code, error.command_id.unwrap().as_str()), (ErrorCode::UnknownCommand, "c9"));
        assert_eq!(error.params["type"], "cheat");
    }

    #[test]
    fn garbage_is_refused_by_name() {
        for (frame, code) in [
            ("", ErrorCode::BadJson),
            ("hello", ErrorCode::BadJson),
            ("[]", ErrorCode::BadJson),
            ("null", ErrorCode::BadJson),
            (r#"{"type":"draw","command_id":"c1","turn":7"#, ErrorCode::BadJson),
            ("{}", ErrorCode::BadMessage),
            (r#"{"type":7}"#, ErrorCode::BadMessage),
            (r#"{"type":"draw","turn":7}"#, ErrorCode::BadMessage),
            (r#"{"type":"draw","command_id":"","turn":7}"#, ErrorCode::BadMessage),
            (r#"{"type":"draw","command_id":"c1","turn":-1}"#, ErrorCode::BadMessage),
            (r#"{"type":"draw","command_id":"c1","turn":1.5}"#, ErrorCode::BadMessage),
            (r#"{"type":"draw","command_id":"c1","turn":4294967296}"#, ErrorCode::BadMessage),
            (r#"{"type":"draw","command_id":"c1","turn":"7"}"#, ErrorCode::BadMessage),
            (r#"{"type":"say","command_id":"c1","text":"a\u0000b"}"#, ErrorCode::BadMessage),
            (r#"{"type":"take_seat","command_id":"c1","seat":256}"#, ErrorCode::BadMessage),
            (r#"{"type":"arrange","command_id":"c1","tiles":[],"mode":"order"}"#, ErrorCode::BadMessage),
            (r#"{"type":"step_clock","command_id":"c1","ms":86400001}"#, ErrorCode::BadMessage),
        ] {
            assert_eq!(refused(frame).code, code, "{frame}");
        }
        let deep = "[".repeat(8000);
        assert_eq!(refused(&format!(r#"{{"type":"draw","command_id":{deep}"#)).code, ErrorCode::BadJson);
        assert_eq!(refused(&" ".repeat(limits::FRAME_BYTES_MAX as usize + 1)).code, ErrorCode::FrameTooLarge);
    }

    #[test]
    fn tables_beyond_all_tiles_are_refused() {
        let set = |tiles: usize| format!(r#"{{"tiles":[{}]}}"#, vec![r#""R1""#; tiles].join(","));
        for (head, tail, at) in [
            (r#"{"type":"draft","turn":1,"draft":1,"table":"#, "}", "table"),
            (r#"{"type":"play","command_id":"c1","turn":1,"table":"#, "}", "table"),
            (r#"{"type":"end_turn","command_id":"c1","turn":1,"discard":"R2","table":"#, "}", "table"),
            (
                r#"{"type":"create_room","command_id":"c1","name":"A","practice":{"scripts":[{"seat":1,"actions":[{"play":"#,
                "}]}]}}",
                "practice.scripts[0].actions[0].play",
            ),
            (
                r#"{"type":"create_room","command_id":"c1","name":"A","practice":{"scripts":[{"seat":1,"actions":["draw",{"turn":{"take":"tile","discard":"R2","table":"#,
                "}}]}]}}",
                "practice.scripts[0].actions[1].turn.table",
            ),
        ] {
            let table = |sets: &[String]| format!("{head}[{}]{tail}", sets.join(","));
            let path = |sets: &[String]| refused(&table(sets)).path.unwrap_or_default().to_string();
            assert!(parse_client_frame(&table(&vec![set(1); 160])).is_ok(), "{head}");
            assert_eq!(path(&vec![set(1); 161]), at);
            assert_eq!(path(&[set(26), set(27)]), format!("{at}[1].tiles"));
            assert_eq!(path(&vec![set(26); 7]), at);
        }
    }

    #[test]
    fn an_arrange_of_nearly_all_tiles_fits() {
        let tiles = vec![r#""O13""#; limits::TILES_MAX].join(",");
        let frame = format!(r#"{{"type":"arrange","command_id":"c1","tiles":[{tiles}],"mode":"split"}}"#);
        assert!(parse_client_frame(&frame).is_ok());
    }

    #[test]
    fn an_error_repeats_no_more_than_the_head_of_a_value() {
        let error = refused(&format!(r#"{{"type":"say","command_id":"c1","text":"{}"}}"#, "x".repeat(9000)));
        assert_eq!(error.path.as_deref(), Some("text"));
        assert!(serde_json::to_string(&error).unwrap().len() < 500, "{error:?}");
    }

    #[test]
    fn what_a_later_server_sends_is_read_as_unknown() {
        assert_eq!(parse_server_frame(r#"{"type":"fanfare","volume":11}"#).unwrap(), ServerToClient::Unknown);
        for event in [r#"{"type":"sneezed","seat":1}"#, r#"{"type":"match_abandoned","why":"earthquake"}"#] {
            let frame = format!(r#"{{"type":"event","seq":9,"epoch":1,"at_ms":5,"event":{event}}}"#);
            match parse_server_frame(&frame).unwrap() {
                ServerToClient::Event(message) => {
                    assert_eq!((message.seq, message.event), (Seq(9), Event::Unknown));
                }
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn fields_of_a_later_server_are_ignored() {
        let frame = r#"{"type":"accepted","command_id":"c1","seq":4,"mood":"good"}"#;
        assert!(matches!(parse_server_frame(frame), Ok(ServerToClient::Accepted(_))));
    }
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;

    const FRAMES: [&str; 5] = [
        r#"{"type":"draw","command_id":"c1","turn":7}"#,
        r#"{"type":"pass","command_id":"c1","turn":7}"#,
        r#"{"type":"play","command_id":"c1","turn":7,"table":[{"tiles":["R1","R2","J"],"id":4,"kind":"run"},{"tiles":["K1"]}]}"#,
        r#"{"type":"draft","turn":7,"draft":2,"table":[{"tiles":["R1","R2","J"],"id":4,"kind":"run"}],"discard":"K1"}"#,
        r#"{"type":"draft","turn":7,"draft":2,"table":[]}"#,
    ];

    /// What may be put into a frame anywhere.
    const PIECES: [&str; 16] = [
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "\"",
        "null",
        " ",
        "0",
        "-1",
        "1.5",
        "\"turn\":7,",
        "[\"R1\"],",
        "{\"tiles\":[]},",
        "\\u0031",
    ];

    proptest! {
        #[test]
        fn whatever_is_read_quickly_is_read_the_same_carefully(
            which in 0..FRAMES.len(),
            edits in prop::collection::vec((any::<prop::sample::Index>(), 0..3_usize, 0..=PIECES.len()), 0..4),
        ) {
            let mut frame = FRAMES[which].to_owned();
            for (place, away, piece) in edits {
                let at = place.index(frame.len() + 1);
                let to = (at + away).min(frame.len());
                frame.replace_range(at..to, PIECES.get(piece).unwrap_or(&""));
            }
            if let Some(quickly) = quick::read(&frame) {
                prop_assert_eq!(Ok(quickly), parse_carefully(&frame));
            }
        }
    }

    #[test]
    fn frames_as_they_come_are_read_quickly_and_the_same_carefully() {
        for frame in FRAMES {
            assert_eq!(Ok(quick::read(frame).expect(frame)), parse_carefully(frame));
        }
    }
}
