//! Running through lines of cases.

use std::io::{self, BufRead};

use serde_json::{Value, json};

use super::CaseError;

/// Takes each case of `input`, one a line, in order, with its id or else the number of its line; blank lines are passed
/// over.
///
/// # Errors
/// Only where reading itself fails, or what is done with a case; a line that is no case is one that cannot be read.
pub(crate) fn each_case(
    input: impl BufRead,
    mut take: impl FnMut(Value, Result<Value, CaseError>) -> io::Result<()>,
) -> io::Result<()> {
    for (number, line) in input.split(b'\n').enumerate() {
        let line = line?;
        let text = String::from_utf8_lossy(&line);
        if text.trim().is_empty() {
            continue;
        }
        let case: Result<Value, CaseError> =
            serde_json::from_str(&text).map_err(|e| CaseError::NotJson(e.to_string())).and_then(
                |v: Value| {
                    if v.is_object() { Ok(v) } else { Err(CaseError::NotJson("it is no object".into())) }
                },
            );
        let id = case.as_ref().ok().and_then(|c| c.get("id")).cloned().unwrap_or_else(|| json!(number + 1));
        take(id, case)?;
    }
    Ok(())
}

/// The line for a case that cannot be read.
pub(crate) fn error_line(id: &Value, error: &CaseError) -> Value {
    json!({ "id": id, "error": error.to_string() })
}

/// The line for an answer: its fields after the id.
pub(crate) fn with_id(id: &Value, answer: Value) -> Value {
    let mut line = json!({ "id": id });
    if let (Some(line), Value::Object(fields)) = (line.as_object_mut(), answer) {
        line.extend(fields);
    }
    line
}
