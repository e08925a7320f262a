//! The comparison of a verdict with what is expected.

use serde_json::Value;

/// Compares a verdict with an `expect` object of the same case.
///
/// An illegal play may have several faults, and a judge need not name all of them: the verdict's `reasons` are to be
/// some of the expected ones, and at least one. Every other expected field is to be equal in the verdict. Fields that
/// the verdict has beyond those are not looked at.
///
/// # Errors
///
/// The first difference, in words.
pub fn compare(expected: &Value, verdict: &Value) -> Result<(), String> {
    let Some(fields) = expected.as_object() else {
        return Err(format!("the expectation is no object: {expected}"));
    };
    if fields.contains_key("error") {
        return match verdict.get("error") {
            Some(_) => Ok(()),
            None => Err(format!("the case cannot be read ({expected}), yet the verdict is {verdict}")),
        };
    }
    if let Some(error) = verdict.get("error") {
        return Err(format!("the verdict is an error: {error}, expected {expected}"));
    }
    for (name, value) in fields {
        let given = verdict.get(name).unwrap_or(&Value::Null);
        if name == "reasons" {
            compare_reasons(value, given)?;
        } else if given != value {
            return Err(format!("`{name}` is {given}, expected {value}"));
        }
    }
    Ok(())
}

fn compare_reasons(expected: &Value, given: &Value) -> Result<(), String> {
    let (Some(expected), Some(given)) = (expected.as_array(), given.as_array()) else {
        return Err(format!("`reasons` is {given}, expected {expected}"));
    };
    if let Some(stranger) = given.iter().find(|reason| !expected.contains(reason)) {
        return Err(format!("the verdict names {stranger}, which is none of {expected:?}"));
    }
    if given.is_empty() && !expected.is_empty() {
        return Err(format!("the verdict names no reason, expected some of {expected:?}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::compare;
    use serde_json::json;

    #[test]
    fn some_of_the_expected_reasons_are_enough() {
        let expected = json!({"legal": false, "reasons": ["not_a_set", "too_many_jokers"]});
        assert_eq!(compare(&expected, &json!({"legal": false, "reasons": ["not_a_set"]})), Ok(()));
    }

    #[test]
    fn a_reason_from_elsewhere_or_none_at_all_differs() {
        let expected = json!({"legal": false, "reasons": ["not_a_set"]});
        for reasons in [json!([]), json!(["set_too_short"]), json!(["not_a_set", "set_too_short"])] {
            assert!(compare(&expected, &json!({"legal": false, "reasons": reasons})).is_err());
        }
    }

    #[test]
    fn other_fields_are_to_be_equal() {
        let expected = json!({"legal": true, "reasons": [], "opening_points": 30});
        assert_eq!(compare(&expected, &expected), Ok(()));
        assert!(compare(&expected, &json!({"legal": true, "reasons": []})).is_err());
        assert!(compare(&json!({"points": [1, -1]}), &json!({"points": [-1, 1]})).is_err());
    }

    #[test]
    fn an_error_is_only_equal_to_an_error() {
        assert_eq!(compare(&json!({"error": "a"}), &json!({"error": "b"})), Ok(()));
        assert!(compare(&json!({"error": "a"}), &json!({"legal": true, "reasons": []})).is_err());
        assert!(compare(&json!({"legal": true, "reasons": []}), &json!({"error": "b"})).is_err());
    }
}
