//! One message or more of each kind, as it stands on the wire.

use std::{collections::BTreeSet, fs};

use sarja_protocol::{
    ClientToServer, ErrorCode, Event, ServerToClient, limit_table, parse_client_frame, parse_server_frame,
};
use serde_json::Value;

use crate::document;

/// The golden messages of a side, as file name and text, in the order of the names.
pub(crate) fn golden(side: &str) -> Vec<(String, String)> {
    let folder = document("golden/v1").join(side);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            (path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn validator(side: &str) -> jsonschema::Validator {
    let mut schema = sarja_protocol::schema();
    let object = schema.as_object_mut().unwrap();
    object.remove("oneOf");
    object.insert("$ref".to_owned(), format!("#/$defs/{side}").into());
    jsonschema::draft202012::new(&schema).unwrap()
}

fn check_against_schema(validator: &jsonschema::Validator, name: &str, message: &Value) {
    let errors: Vec<_> =
        validator.iter_errors(message).map(|e| format!("{}: {e}", e.instance_path)).collect();
    assert!(errors.is_empty(), "{name}: {errors:?}");
}

/// The types in golden messages, of the field at this pointer.
fn told(files: &[(String, String)], pointer: &str) -> BTreeSet<String> {
    let at = |(_, text): &(String, String)| {
        value(text).pointer(pointer).and_then(Value::as_str).map(str::to_owned)
    };
    files.iter().filter_map(at).collect()
}

fn set<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    names.into_iter().map(str::to_owned).collect()
}

#[test]
fn client_messages_survive_the_round_trip_and_fit_the_schema() {
    let validator = validator("ClientToServer");
    for (name, text) in golden("client") {
        let message = parse_client_frame(&text).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        assert_eq!(serde_json::to_value(&message).unwrap(), value(&text), "{name}");
        assert!(name.split('.').next() == Some(message.type_name()), "{name}");
        check_against_schema(&validator, &name, &value(&text));
    }
}

#[test]
fn server_messages_survive_the_round_trip_and_fit_the_schema() {
    let validator = validator("ServerToClient");
    for (name, text) in golden("server") {
        let message = parse_server_frame(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(serde_json::to_value(&message).unwrap(), value(&text), "{name}");
        assert!(name.split('.').next() == Some(message.type_name()), "{name}");
        check_against_schema(&validator, &name, &value(&text));
    }
}

#[test]
fn every_message_event_and_error_has_a_golden_message() {
    assert_eq!(told(&golden("client"), "/type"), set(ClientToServer::TYPES.iter().copied()));
    let server = golden("server");
    assert_eq!(told(&server, "/type"), set(ServerToClient::TYPES.iter().copied()));
    let events = schemars::schema_for!(Event);
    let events = events.as_value()["oneOf"].as_array().unwrap().clone();
    let names = events.iter().map(|event| event["properties"]["type"]["const"].as_str().unwrap());
    assert_eq!(told(&server, "/event/type"), set(names));
    let errors: Vec<_> = server.iter().filter(|(name, _)| name.starts_with("error.")).cloned().collect();
    assert_eq!(told(&errors, "/code"), set(ErrorCode::ALL.iter().map(|code| code.as_str())));
}

#[test]
fn golden_errors_have_the_parameters_of_the_table_and_no_others() {
    for code in ErrorCode::ALL {
        let name = format!("golden/v1/server/error.{}.json", code.as_str());
        let message = value(&fs::read_to_string(document(&name)).unwrap());
        let params = message["params"].as_object().cloned().unwrap_or_default();
        let given: BTreeSet<_> = params.keys().cloned().collect();
        assert_eq!(given, set(code.params().iter().map(|&(param, _)| param)), "{name}");
        assert_eq!(message["fatal"].as_bool().unwrap_or_default(), code.closes().is_some(), "{name}");
        assert!(
            code.params().iter().any(|&(param, _)| param == "detail")
                || !params.is_empty()
                || message["message"] == code.cause(),
            "{name}"
        );
    }
}

#[test]
fn the_golden_welcome_tells_the_limits_as_they_are() {
    let welcome = value(&fs::read_to_string(document("golden/v1/server/welcome.json")).unwrap());
    for (name, limit, _) in limit_table() {
        assert_eq!(welcome["limits"][name], limit, "{name}");
    }
}

#[test]
fn the_schema_refuses_what_the_parser_refuses() {
    let validator = validator("ClientToServer");
    for text in [
        r#"{"type":"play","command_id":"c1","turn":7,"table":[{"tiles":["X9"]}]}"#,
        r#"{"type":"draw","command_id":"c1","turn":7,"face":1}"#,
        r#"{"type":"draw","command_id":"","turn":7}"#,
        r#"{"type":"cheat","command_id":"c1"}"#,
        r#"{"type":"say","command_id":"c1","text":""}"#,
        r#"{"type":"set_ready","command_id":"c1"}"#,
        r#"{"type":"take_seat","command_id":"c1","seat":null}"#,
        r#"{"type":"seat_bot","command_id":"c1","level":null}"#,
        r#"{"type":"play","command_id":"c1","turn":7,"table":[{"tiles":["R1"],"kind":null}]}"#,
        r#"{"type":"play","command_id":"c1","turn":4294967296,"table":[]}"#,
        r#"{"type":"hello","protocol":[1,1]}"#,
        r#"{"type":"take_tile","command_id":"c1","turn":7,"tile":"R1"}"#,
        r#"{"type":"take_pile","command_id":"c1"}"#,
        r#"{"type":"give_pile_back","turn":7}"#,
        r#"{"type":"end_turn","command_id":"c1","turn":7,"discard":"R2"}"#,
        r#"{"type":"end_turn","command_id":"c1","turn":7,"table":[],"discard":null}"#,
        r#"{"type":"draft","turn":7,"draft":1,"table":[],"discard":["R2"]}"#,
    ] {
        assert!(parse_client_frame(text).is_err(), "{text}");
        assert!(!validator.is_valid(&value(text)), "{text}");
    }
}
