//! The JSON Schema.

use crate::keep;

#[test]
fn json_schema_is_current() {
    let text = serde_json::to_string_pretty(&sarja_protocol::schema()).unwrap();
    keep("schema/sarja.schema.json", &(text + "\n"));
}
