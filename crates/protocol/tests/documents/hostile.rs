//! Messages that a careless or hostile client sends.

use std::fmt::Write as _;

use proptest::prelude::*;
use sarja_protocol::{CommandId, ErrorCode, limits::FRAME_BYTES_MAX, parse_client_frame, parse_server_frame};
use serde_json::{Value, json};

use crate::golden::golden;

/// Values that fit hardly any field.
fn misfits() -> Vec<Value> {
    let deep = (0..100).fold(json!([]), |inner, _| json!([inner]));
    let values = [Value::Null, json!(true), json!(-1), json!(1.5), json!(1e300), json!(""), json!({}), deep];
    values
        .into_iter()
        .chain([json!("\u{0}"), json!("x".repeat(5000)), json!({"x": [{}]}), json!([null])])
        .collect()
}

#[test]
fn a_command_with_one_wrong_field_is_answered_by_its_id_and_the_field() {
    let mut refused = 0;
    for (name, text) in golden("client") {
        let message: Value = serde_json::from_str(&text).unwrap();
        for field in message.as_object().unwrap().keys() {
            for misfit in misfits() {
                let mut mangled = message.clone();
                mangled[field] = misfit;
                let Err(error) = parse_client_frame(&mangled.to_string()) else { continue };
                refused += 1;
                let about = format!("{name}: {field}: {error:?}");
                let path = error.path.as_deref().unwrap_or_default();
                assert!(path.starts_with(field.as_str()) || field == "type", "{about}");
                if field != "command_id" {
                    let id = message["command_id"].as_str();
                    assert_eq!(error.command_id.as_ref().map(CommandId::as_str), id, "{about}");
                }
                assert!(!error.fatal, "{about}");
                assert!(serde_json::to_string(&error).unwrap().len() < 1000, "{about}");
            }
        }
    }
    assert!(refused > 500, "{refused}");
}

#[test]
fn a_command_without_a_needed_field_is_refused_and_says_which() {
    let defs = sarja_protocol::schema()["$defs"].clone();
    for (name, text) in golden("client") {
        let message: Value = serde_json::from_str(&text).unwrap();
        for field in defs[message["type"].as_str().unwrap()]["required"].as_array().unwrap() {
            let field = field.as_str().unwrap();
            let mut mangled = message.clone();
            mangled.as_object_mut().unwrap().remove(field);
            let error = parse_client_frame(&mangled.to_string()).expect_err(&name);
            assert_eq!(error.code, ErrorCode::BadMessage, "{name}: {field}");
            assert_eq!(error.path.as_deref(), Some(field), "{name}");
        }
    }
}

#[test]
fn every_field_that_a_message_does_not_have_is_refused() {
    for (name, text) in golden("client") {
        let mut message: Value = serde_json::from_str(&text).unwrap();
        message["player_id_of_another"] = json!("5f0c8a52-93c4-4f6e-8d5b-0e6f1b7d9a01");
        let error = parse_client_frame(&message.to_string()).expect_err(&name);
        assert_eq!(error.code, ErrorCode::UnknownField, "{name}");
        assert_eq!(error.params["field"], "player_id_of_another", "{name}");
    }
}

#[test]
fn an_error_does_not_repeat_a_long_name_of_a_field() {
    let long = "x".repeat(5000);
    let frame =
        json!({"type": "create_room", "command_id": "c1", "name": "A", "settings": {&long: {&long: 1}}});
    let error = parse_client_frame(&frame.to_string()).unwrap_err();
    assert_eq!(error.code, ErrorCode::UnknownField);
    assert!(serde_json::to_string(&error).unwrap().len() < 1000);
}

#[test]
fn golden_messages_of_a_client_are_far_below_the_limit() {
    for (name, text) in golden("client") {
        assert!(text.len() * 8 < FRAME_BYTES_MAX as usize, "{name}");
    }
}

/// Every place in a message below this one, as a JSON pointer with what stands there.
fn places(at: &str, value: &Value, found: &mut Vec<(String, Value)>) {
    found.push((at.to_owned(), value.clone()));
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, v)| places(&format!("{at}/{name}"), v, found));
        }
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(i, v)| places(&format!("{at}/{i}"), v, found));
        }
        _ => {}
    }
}

/// The same place as an error tells it.
fn path(pointer: &str) -> String {
    let mut path = String::new();
    for part in pointer.split('/').skip(1) {
        if part.parse::<usize>().is_ok() {
            write!(path, "[{part}]").unwrap();
        } else {
            path += if path.is_empty() { "" } else { "." };
            path += part;
        }
    }
    path
}

#[test]
fn a_list_is_never_taken_for_an_object() {
    let mut tried = 0;
    for (name, text) in golden("client") {
        let message: Value = serde_json::from_str(&text).unwrap();
        let mut all = Vec::new();
        places("", &message, &mut all);
        for (at, value) in all.iter().filter(|(at, value)| !at.is_empty() && value.is_object()) {
            let mut mangled = message.clone();
            let values: Vec<_> = value.as_object().unwrap().values().cloned().collect();
            *mangled.pointer_mut(at).unwrap() = values.into();
            let error = parse_client_frame(&mangled.to_string()).expect_err(&format!("{name}: {at}"));
            assert_eq!(error.code, ErrorCode::BadMessage, "{name}: {at}: {error:?}");
            assert!(
                error.path.as_deref().is_some_and(|p| p.starts_with(&path(at))),
                "{name}: {at}: {error:?}"
            );
            tried += 1;
        }
    }
    assert!(tried > 15, "{tried}");
}

#[test]
fn null_is_never_taken_for_a_field_that_is_left_out() {
    // In the rules of a room it is a value of some fields.
    let is_value = |at: &str| {
        ["/settings/overrides/clock/turn_seconds", "/settings/overrides/joker/per_set"].contains(&at)
    };
    for (name, text) in golden("client") {
        let message: Value = serde_json::from_str(&text).unwrap();
        let mut all = Vec::new();
        places("", &message, &mut all);
        let kind = message["type"].as_str().unwrap();
        // Fields that golden messages leave out count too.
        let fields = sarja_protocol::schema()["$defs"][kind]["properties"].as_object().unwrap().clone();
        let left_out = fields.keys().map(|field| format!("/{field}"));
        let places =
            all.into_iter().map(|(at, _)| at).chain(left_out).filter(|at| !at.is_empty() && !is_value(at));
        for at in places {
            let mut mangled = message.clone();
            match mangled.pointer_mut(&at) {
                Some(place) => *place = Value::Null,
                None => mangled[&at[1..]] = Value::Null,
            }
            let error = parse_client_frame(&mangled.to_string()).expect_err(&format!("{name}: {at}"));
            assert_eq!(
                (error.code, error.path.as_deref()),
                (ErrorCode::BadMessage, Some(&*path(&at))),
                "{name}"
            );
        }
    }
}

#[test]
fn no_fault_is_told_in_the_words_of_the_programming_language() {
    let foreign = [
        "u8",
        "u16",
        "u32",
        "u64",
        "i16",
        "i32",
        "struct",
        "enum",
        "variant",
        "sequence",
        "map",
        "tuple",
        "unit",
        "UUID",
        "Option",
        "None",
        "Some",
        "floating",
        "integer",
        "boolean",
        "string",
        "serde",
        "::",
        "invalid type",
    ];
    for (name, text) in golden("client") {
        let message: Value = serde_json::from_str(&text).unwrap();
        let mut all = Vec::new();
        places("", &message, &mut all);
        for (at, _) in all.iter().filter(|(at, _)| !at.is_empty()) {
            for misfit in misfits() {
                let mut mangled = message.clone();
                *mangled.pointer_mut(at).unwrap() = misfit;
                let Err(error) = parse_client_frame(&mangled.to_string()) else { continue };
                let detail = error.params.get("detail").and_then(Value::as_str).unwrap_or_default();
                for word in foreign {
                    assert!(!detail.contains(word), "{name}: {at}: {detail}");
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn no_text_upsets_the_parser(text in any::<String>()) {
        prop_assert!(parse_client_frame(&text).is_err());
        prop_assert!(parse_server_frame(&text).is_err());
    }

    #[test]
    fn no_object_upsets_the_parser(kind in "[a-z_]{0,12}", field in "[a-z_]{0,12}", value in any::<i64>()) {
        let frame = json!({"type": kind, field: value}).to_string();
        prop_assert!(parse_client_frame(&frame).is_err());
    }
}
