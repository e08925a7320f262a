//! Reading frames: strictly what clients send, tolerantly what servers send.

use serde_json::{Map, Value};

use crate::{
    ClientToServer, CommandId, Epoch, ErrorCode, ErrorMessage, Event, EventMessage, RoomMs, Seq,
    ServerToClient, limits,
};

/// How much of an offending value an error repeats, in characters.
const VALUE_SHOWN_MAX: usize = 40;

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
    let mut fields: Map<String, Value> = serde_json::from_str(frame)
        .map_err(|e| ErrorMessage::new(ErrorCode::BadJson).with("detail", e.to_string()))?;
    let command_id = fields.get("command_id").and_then(Value::as_str).and_then(|id| CommandId::new(id).ok());
    let answer = |error: ErrorMessage| ErrorMessage { command_id: command_id.clone(), ..error };

    let kind = match fields.remove("type") {
        Some(Value::String(kind)) => kind,
        Some(other) => return Err(answer(bad_message("type", "the type is no text", Some(&other)))),
        None => return Err(answer(bad_message("type", "the type is missing", None))),
    };
    let fields = Value::Object(fields);
    // Reading consumes the fields, and a refusal shows one of them: a refused frame is rare enough to be read twice.
    match ClientToServer::read(&kind, fields.clone()) {
        Some(Ok(message)) => message.check().map(|()| message).map_err(answer),
        Some(Err(error)) => Err(answer(refusal(&error, &fields))),
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

fn cut(text: &str) -> String {
    text.chars().take(VALUE_SHOWN_MAX).collect()
}

fn bad_message(path: &str, detail: &str, value: Option<&Value>) -> ErrorMessage {
    let error = ErrorMessage::new(ErrorCode::BadMessage)
        .at(path)
        .with("detail", detail)
        .saying(format!("`{path}`: {detail}."));
    match value {
        Some(value) => error.with("value", cut(&value.to_string())),
        None => error,
    }
}

/// The error for fields that serde refused.
fn refusal(error: &serde_path_to_error::Error<serde_json::Error>, fields: &Value) -> ErrorMessage {
    let path = error.path().to_string();
    let detail = error.inner().to_string();
    // serde has no kind for this, only its text; a test holds the text.
    if let Some(field) =
        detail.strip_prefix("unknown field `").and_then(|rest| rest.split_once('`')).map(|(f, _)| cut(f))
    {
        let message = format!("There is no field `{field}` here.");
        return ErrorMessage::new(ErrorCode::UnknownField).at(path).with("field", field).saying(message);
    }
    let value = error.path().iter().try_fold(fields, |value, segment| match segment {
        serde_path_to_error::Segment::Seq { index } => value.get(index),
        serde_path_to_error::Segment::Map { key } => value.get(key),
        _ => None,
    });
    match value {
        Some(value) if path != "." && !value.is_object() && !value.is_array() => {
            bad_message(&path, &detail, Some(value))
        }
        _ => bad_message(&path, &detail, None),
    }
}
