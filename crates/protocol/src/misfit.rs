//! What is wrong with a field of a message, told to people who have never seen our types.

use std::fmt::Write as _;

use serde_json::Value;
use serde_path_to_error::{Error, Segment};

use crate::{ErrorCode, ErrorMessage, INTEGER_MAX};

/// How much of an offending value an error repeats, in characters.
const VALUE_SHOWN_MAX: usize = 40;
/// How much an error says of a detail or a path, in characters; the longest of our own texts fit.
const DETAIL_SHOWN_MAX: usize = 240;
/// How an id looks.
const AN_ID: &str = "an id of 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12";

/// The head of a text that a stranger sent.
pub(crate) fn cut(text: &str) -> String {
    text.chars().take(VALUE_SHOWN_MAX).collect()
}

/// A text that may quote what was sent, without its middle if it is long.
pub(crate) fn shorten(text: String) -> String {
    let length = text.chars().count();
    if length <= DETAIL_SHOWN_MAX {
        return text;
    }
    let head: String = text.chars().take(DETAIL_SHOWN_MAX / 2).collect();
    let tail: String = text.chars().skip(length - DETAIL_SHOWN_MAX / 2).collect();
    format!("{head} … {tail}")
}

/// The error for a field with a value that it cannot have, or without one.
pub(crate) fn bad_message(path: &str, detail: &str, value: Option<&Value>) -> ErrorMessage {
    let (path, detail) = (shorten(path.to_owned()), shorten(detail.to_owned()));
    let error = ErrorMessage::new(ErrorCode::BadMessage)
        .at(path.as_str())
        .with("detail", detail.as_str())
        .saying(format!("`{path}`: {detail}."));
    match value {
        Some(value) if !value.is_object() && !value.is_array() => {
            error.with("value", cut(&value.to_string()))
        }
        _ => error,
    }
}

/// The error for fields that serde refused.
///
/// serde has no kinds for what is wrong, only texts; tests hold the texts.
pub(crate) fn unreadable(error: &Error<serde_json::Error>, fields: &Value) -> ErrorMessage {
    let path = error.path().to_string();
    let detail = error.inner().to_string();
    if let Some(field) = quoted(&detail, "unknown field `") {
        let field = cut(field);
        let message = format!("There is no field `{field}` here.");
        return ErrorMessage::new(ErrorCode::UnknownField)
            .at(shorten(path))
            .with("field", field)
            .saying(message);
    }
    if let Some(field) = quoted(&detail, "missing field `") {
        let path = if path == "." { field.to_owned() } else { format!("{path}.{field}") };
        return bad_message(&path, "the field is missing", None);
    }
    let value = error.path().iter().try_fold(fields, |value, segment| match segment {
        Segment::Seq { index } => value.get(index),
        Segment::Map { key } => value.get(key),
        Segment::Enum { variant } => value.get(variant),
        Segment::Unknown => None,
    });
    bad_message(&path, &in_plain_words(&detail, value), value)
}

/// The first place where something was sent that was read as something else: a list for an object, or `null` for nothing.
pub(crate) fn stray(sent: &Value, read: &Value) -> Option<ErrorMessage> {
    let mut path = String::new();
    let (value, detail) = differs(sent, Some(read), &mut path)?;
    Some(bad_message(&path, &detail, Some(value)))
}

fn differs<'a>(sent: &'a Value, read: Option<&Value>, path: &mut String) -> Option<(&'a Value, String)> {
    let here = path.len();
    match (sent, read) {
        (Value::Null, None) => Some((sent, "`null` is no value here; leave the field out".to_owned())),
        // What has its default is not always written.
        (_, None) => None,
        (Value::Object(sent), Some(Value::Object(read))) => sent.iter().find_map(|(name, value)| {
            path.truncate(here);
            let dot = if here == 0 { "" } else { "." };
            write!(path, "{dot}{name}").expect("a text takes any text");
            differs(value, read.get(name), path)
        }),
        (Value::Array(sent), Some(Value::Array(read))) => {
            sent.iter().zip(read).enumerate().find_map(|(place, (value, read))| {
                path.truncate(here);
                write!(path, "[{place}]").expect("a text takes any text");
                differs(value, Some(read), path)
            })
        }
        (sent, Some(read)) => {
            let same = std::mem::discriminant(sent) == std::mem::discriminant(read);
            (!same).then(|| (sent, needed(kind(read), Some(sent))))
        }
    }
}

/// What stands between this head and the next backtick.
fn quoted<'a>(detail: &'a str, head: &str) -> Option<&'a str> {
    Some(detail.strip_prefix(head)?.split_once('`')?.0)
}

/// serde speaks of the types of the program; a client's author does not know them.
fn in_plain_words(detail: &str, value: Option<&Value>) -> String {
    let (what, expected) = detail.rsplit_once(", expected ").unwrap_or((detail, ""));
    if what.starts_with("unknown variant") {
        needed(expected, value)
    } else if what.starts_with("invalid ") && !expected.is_empty() {
        needed(plain(expected), value)
    } else if detail.starts_with("UUID parsing failed") {
        needed(AN_ID, value)
    } else {
        detail.trim_end_matches('.').to_owned()
    }
}

fn needed(what: &str, instead: Option<&Value>) -> String {
    match instead {
        Some(Value::Number(number)) => format!("{what} is needed, not {number}"),
        Some(Value::Bool(value)) => format!("{what} is needed, not `{value}`"),
        // The text itself stands in `value`.
        Some(Value::String(_)) | None => format!("{what} is needed"),
        Some(other) => format!("{what} is needed, not {}", kind(other)),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "`null`",
        Value::Bool(_) => "`true` or `false`",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn plain(expected: &str) -> &str {
    const WHOLE: &[(&str, &str)] = &[
        ("u8", "a whole number from 0 to 255"),
        ("u16", "a whole number from 0 to 65535"),
        ("u32", "a whole number from 0 to 4294967295"),
        ("u64", WHOLE_MAX),
        ("i16", "a whole number from -32768 to 32767"),
        ("i32", "a whole number from -2147483648 to 2147483647"),
        ("a boolean", "`true` or `false`"),
        ("a string", "a text"),
        ("a sequence", "a list"),
        ("a map", "an object"),
        ("string or map", "one of the words of the field"),
        ("map with a single key", "an object with one field"),
        ("unit", "the word alone"),
        ("newtype variant", "an object with one field"),
    ];
    let is = |name: &str| expected == name || expected.strip_prefix(name).is_some_and(|r| r.starts_with(' '));
    match WHOLE.iter().find(|(name, _)| is(name)) {
        Some((_, words)) => words,
        None if expected.contains("UUID") => AN_ID,
        None if is("struct") => "an object",
        None if is("enum") || is("variant") => "one of the words of the field",
        None => expected,
    }
}

/// The range of the largest numbers on the wire.
const WHOLE_MAX: &str = "a whole number from 0 to 9007199254740991";
const _: () = assert!(INTEGER_MAX == 9_007_199_254_740_991, "the text says so");

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{ErrorCode, parse_client_frame};

    fn told(frame: &serde_json::Value) -> (String, String) {
        let error = parse_client_frame(&frame.to_string()).expect_err(&frame.to_string());
        assert_eq!(error.code, ErrorCode::BadMessage, "{error:?}");
        (
            error.path.unwrap_or_default().into(),
            error.params["detail"].as_str().unwrap_or_default().to_owned(),
        )
    }

    #[test]
    fn a_fault_is_told_in_plain_words() {
        let draft = |number| json!({"type": "draft", "turn": 1, "draft": number, "table": []});
        let an_object = "an object is needed, not a list";
        for (frame, path, detail) in [
            (
                draft(json!(4_294_967_296_u64)),
                "draft",
                "a whole number from 0 to 4294967295 is needed, not 4294967296",
            ),
            (draft(json!(1.0)), "draft", "a whole number from 0 to 4294967295 is needed, not 1.0"),
            (draft(json!([1])), "draft", "a whole number from 0 to 4294967295 is needed, not a list"),
            (
                json!({"type": "draft", "turn": 1, "draft": 1, "table": {}}),
                "table",
                "a list is needed, not an object",
            ),
            (
                json!({"type": "draft", "turn": 1, "draft": 1, "table": [[["R1"]]]}),
                "table[0]",
                "an object is needed, not a list",
            ),
            (json!({"type": "hello", "protocol": [1, 1]}), "protocol", an_object),
            (json!({"type": "hello", "protocol": 1}), "protocol", "an object is needed, not 1"),
            (
                json!({"type": "set_ready", "command_id": "a", "ready": "yes"}),
                "ready",
                "`true` or `false` is needed",
            ),
            (
                json!({"type": "react", "command_id": "a", "reaction": 7}),
                "reaction",
                "one of the words of the field is needed, not 7",
            ),
            (
                json!({"type": "arrange", "command_id": "a", "tiles": ["R1"], "mode": "mix"}),
                "mode",
                "`order` or `split` is needed",
            ),
            (
                json!({"type": "hand_over_host", "command_id": "a", "player_id": "zoe"}),
                "player_id",
                "an id of 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12 is needed",
            ),
        ] {
            assert_eq!(told(&frame), (path.to_owned(), detail.to_owned()), "{frame}");
        }
    }

    #[test]
    fn a_missing_field_is_named_wherever_it_stands() {
        for (frame, path) in [
            (json!({"command_id": "a"}), "type"),
            (json!({"type": "get_state"}), "command_id"),
            (json!({"type": "hello"}), "protocol"),
            (json!({"type": "draft", "turn": 1, "draft": 1}), "table"),
            (json!({"type": "draft", "turn": 1, "draft": 1, "table": [{"id": 1}]}), "table[0].tiles"),
            (
                json!({"type": "create_room", "command_id": "a", "name": "A", "practice": {"scripts": [{"actions": []}]}}),
                "practice.scripts[0].seat",
            ),
        ] {
            assert_eq!(told(&frame), (path.to_owned(), "the field is missing".to_owned()), "{frame}");
        }
    }

    #[test]
    fn null_is_a_value_in_the_rules_of_a_room_and_nowhere_else() {
        let room =
            |settings| json!({"type": "create_room", "command_id": "a", "name": "A", "settings": settings});
        let no_clock = room(json!({"overrides": {"clock": {"turn_seconds": null}}}));
        assert!(parse_client_frame(&no_clock.to_string()).is_ok());
        let nothing = "`null` is no value here; leave the field out";
        assert_eq!(
            told(&room(json!({"password": null}))),
            ("settings.password".to_owned(), nothing.to_owned())
        );
        let hello = json!({"type": "hello", "protocol": {"min": 1, "max": 1}, "token": null});
        assert_eq!(told(&hello), ("token".to_owned(), nothing.to_owned()));
        assert_eq!(told(&room(json!({"overrides": {"opening": null}}))).1, "an object is needed, not `null`");
    }
}
