//! The JSON Schema of all messages.

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings, json_schema};
use serde_json::{Value, json};

use crate::{ClientToServer, MatchArchive, ServerToClient};

/// The schema of a message with its type among its fields, under the message's doc text.
pub(crate) fn tagged<T: JsonSchema>(
    kind: &'static str,
    doc: &[&str],
    generator: &mut SchemaGenerator,
) -> (&'static str, String, Schema) {
    let mut schema = T::json_schema(generator);
    let doc = doc.concat().trim().to_owned();
    schema.insert("description".to_owned(), doc.clone().into());
    let object = schema.ensure_object();
    let fields = object.remove("properties").unwrap_or_else(|| json!({}));
    let mut properties =
        serde_json::Map::from_iter([("type".to_owned(), json!({"type": "string", "const": kind}))]);
    properties.extend(fields.as_object().cloned().unwrap_or_default());
    object.insert("properties".to_owned(), Value::Object(properties));
    let mut required = vec![json!("type")];
    required.extend(object.get("required").and_then(Value::as_array).cloned().unwrap_or_default());
    object.insert("required".to_owned(), Value::Array(required));
    (kind, doc, schema)
}

/// The schema of a message that is one of these; each becomes a definition named after its type.
pub(crate) fn one_of(
    description: &str,
    schemas: Vec<(&'static str, String, Schema)>,
    generator: &mut SchemaGenerator,
) -> Schema {
    let path = generator.settings().definitions_path.clone();
    let refs: Vec<_> = schemas
        .into_iter()
        .map(|(kind, _, schema)| {
            generator.definitions_mut().insert(kind.to_owned(), schema.to_value());
            json!({"$ref": format!("#{path}/{kind}")})
        })
        .collect();
    json_schema!({"description": description, "oneOf": refs})
}

/// Types in which a field that can be `null` is always there: the rules of a room, which only the server sends.
const TOLD_IN_FULL: &[&str] = &["Ruleset", "ClockRule", "JokerRule"];

/// The types of all messages, with `null` only where it is a value.
pub(crate) fn definitions(generator: &mut SchemaGenerator) -> serde_json::Map<String, Value> {
    let mut definitions = generator.take_definitions(true);
    for (name, definition) in &mut definitions {
        if TOLD_IN_FULL.contains(&name.as_str()) {
            require_nullable(definition);
        }
        // In what a room plays otherwise, null is a value, and not the same as leaving the field out.
        if !name.ends_with("Overrides") {
            forbid_null(definition);
        }
    }
    definitions
}

/// Takes `null` away from fields that may be left out, here and below: they are left out, and nothing else.
fn forbid_null(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            let required = object.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
            if let Some(properties) = object.get_mut("properties").and_then(Value::as_object_mut) {
                for (name, field) in properties.iter_mut() {
                    if !required.iter().any(|needed| needed == name) {
                        never_null(field);
                    }
                }
            }
            object.values_mut().for_each(forbid_null);
        }
        Value::Array(values) => values.iter_mut().for_each(forbid_null),
        _ => {}
    }
}

fn never_null(field: &mut Value) {
    let Some(field) = field.as_object_mut() else { return };
    if let Some(kinds) = field.get_mut("type").and_then(Value::as_array_mut) {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            field.insert("type".to_owned(), kind);
        }
    }
    if let Some(choices) = field.get_mut("anyOf").and_then(Value::as_array_mut) {
        choices.retain(|choice| choice["type"] != "null");
        if let [Value::Object(choice)] = choices.as_slice() {
            let choice = choice.clone();
            field.remove("anyOf");
            field.extend(choice);
        }
    }
}

/// Requires the fields of an object that can be `null`; by itself the generator takes `null` and absence for one.
fn require_nullable(object: &mut Value) {
    let can_be_null = |field: &Value| {
        field["type"].as_array().is_some_and(|kinds| kinds.contains(&json!("null")))
            || field["anyOf"].as_array().is_some_and(|choices| choices.contains(&json!({"type": "null"})))
    };
    let nullable: Vec<Value> = object["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(_, field)| can_be_null(field))
        .map(|(name, _)| name.as_str().into())
        .collect();
    if let Some(required) = object["required"].as_array_mut() {
        required.extend(nullable.into_iter().filter(|name| !required.contains(name)).collect::<Vec<_>>());
    }
}

/// The JSON Schema (2020-12) of all messages both ways, as `sarja schema` prints it.
///
/// The root is a message of either side; `$defs` holds `ClientToServer`, `ServerToClient` each message by its type, and
/// `MatchArchive`.
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let refs = [generator.subschema_for::<ClientToServer>(), generator.subschema_for::<ServerToClient>()];
    // No message, but what HTTP answers: it stands among the definitions alone.
    generator.subschema_for::<MatchArchive>();
    let definitions = definitions(&mut generator);
    for_strangers(json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Sarja protocol, version 1",
        "description": "Every message of PROTOCOL.md. Clients must ignore what they do not know in messages of the server.",
        "oneOf": refs,
        "$defs": definitions,
    }))
}

/// A doc comment as somebody needs it who has only the protocol: without the references to our own papers.
pub fn without_sources(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = [" (rules.md", " (rooms.md"].iter().filter_map(|paper| rest.find(paper)).min() {
        out += &rest[..start];
        rest = rest[start..].split_once(')').map_or("", |(_, after)| after);
    }
    out + rest
}

/// The schema with every description for those who have nothing else.
pub(crate) fn for_strangers(mut schema: Value) -> Value {
    match &mut schema {
        Value::Object(object) => {
            if object.get("format").is_some_and(|format| format == "uint32") {
                object.entry("maximum").or_insert_with(|| u32::MAX.into());
            }
            for (key, value) in object.iter_mut() {
                *value = match value.take() {
                    Value::String(text) if key == "description" => {
                        without_sources(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into()
                    }
                    value => for_strangers(value),
                };
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| *value = for_strangers(value.take())),
        _ => {}
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_without_a_value_is_told_as_null() {
        let schema = schema();
        for (name, field) in
            [("Ruleset", "unopened"), ("ClockRule", "turn_seconds"), ("JokerRule", "per_set")]
        {
            let required = schema["$defs"][name]["required"].as_array().unwrap();
            assert!(required.contains(&json!(field)), "{name}: {required:?}");
        }
    }

    #[test]
    fn numbers_of_32_bits_have_their_maximum() {
        let turn = &schema()["$defs"]["TurnNumber"];
        assert_eq!((&turn["minimum"], &turn["maximum"]), (&json!(0), &json!(u32::MAX)));
    }

    #[test]
    fn references_to_papers_that_a_stranger_lacks_are_left_out() {
        assert_eq!(
            without_sources("A set (rules.md §1). Its place (rooms.md 3), and more."),
            "A set. Its place, and more."
        );
        let text = schema().to_string();
        for unknown in [".md §", "`None`", "`Option`", "referee case"] {
            assert!(!text.contains(unknown), "{unknown}");
        }
    }
}
