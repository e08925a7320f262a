//! The AsyncAPI document.

use sarja_protocol::asyncapi;
use serde_json::Value;

use crate::keep;

#[test]
fn asyncapi_document_is_current() {
    let text = serde_json::to_string_pretty(&asyncapi()).unwrap();
    keep("asyncapi.json", &(text + "\n"));
}

/// Every `$ref` in a document.
fn refs<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(object) => {
            found.extend(object.get("$ref").and_then(Value::as_str));
            object.values().for_each(|value| refs(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| refs(value, found)),
        _ => {}
    }
}

#[test]
fn every_reference_of_the_documents_leads_somewhere() {
    for document in [asyncapi(), sarja_protocol::schema()] {
        let mut found = Vec::new();
        refs(&document, &mut found);
        assert!(found.len() > 100);
        for target in found {
            assert!(document.pointer(target.trim_start_matches('#')).is_some(), "{target}");
        }
    }
}
