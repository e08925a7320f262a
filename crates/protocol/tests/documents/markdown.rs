//! What is generated of `PROTOCOL.md`: tables of fields from the schema, and tables of codes from their own.

use std::fmt::Write as _;

use serde_json::Value;

/// The description of a schema, for a table.
pub(crate) fn prose(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().replace('|', "\\|")
}

/// What may stand in a field.
pub(crate) fn type_text(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        let heading = match name {
            "Event" => "events".to_owned(),
            "ErrorCode" => "errors".to_owned(),
            "ReasonCode" => "reasons".to_owned(),
            "CloseReason" => "close-codes".to_owned(),
            name => name.to_lowercase(),
        };
        return format!("[{name}](#{heading})");
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let some: Vec<_> = choices.iter().filter(|c| c["type"] != "null").map(type_text).collect();
        return some.join(" or ");
    }
    if let Some(constant) = schema.get("const") {
        return format!("`{constant}`");
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => {
            kinds.iter().filter_map(Value::as_str).find(|&kind| kind != "null").unwrap_or("any")
        }
        kind => kind.as_str().unwrap_or("any"),
    };
    match kind {
        "array" if schema["prefixItems"].is_array() || schema["items"].is_null() => "list".to_owned(),
        "array" => format!("list of {}", type_text(&schema["items"])),
        kind => kind.to_owned(),
    }
}

/// Whether something can be `null` that is there.
fn can_be_null(schema: &Value) -> bool {
    let is_null = |kinds: &Value| {
        kinds.as_array().is_some_and(|kinds| kinds.iter().any(|k| k == "null" || k["type"] == "null"))
    };
    is_null(&schema["type"]) || is_null(&schema["anyOf"])
}

/// The bounds without the maximum that 16 or 32 bits have, which means nothing to who only reads the number.
fn bounds_to_read(schema: &Value) -> String {
    let mut schema = schema.clone();
    if schema["maximum"] == u32::MAX || schema["maximum"] == u16::MAX {
        schema.as_object_mut().unwrap().remove("maximum");
    }
    bounds(&schema)
}

/// The bounds of a value, where it has some beyond its type.
fn bounds(schema: &Value) -> String {
    let range = |least: &str, most: &str, what: &str| match (schema[least].as_u64(), schema[most].as_u64()) {
        (Some(a), Some(b)) if a == b => Some(format!("{a} {what}.")),
        (Some(a), Some(b)) if a > 0 => Some(format!("{a} to {b} {what}.")),
        (_, Some(b)) => Some(format!("At most {b} {what}.")),
        (Some(a), None) if a > 0 => Some(format!("At least {a} {what}.")),
        _ => None,
    };
    // 255 is the type's own bound, and nothing that anybody decided.
    let decided = schema["format"] != "uint8" || schema["maximum"] != 255;
    let parts = [
        range("minItems", "maxItems", "entries"),
        range("minLength", "maxLength", "characters"),
        range("minimum", "maximum", "").filter(|_| decided).map(|text| text.replace(" .", ".")),
        schema["pattern"].as_str().map(|pattern| format!("Pattern `{}`.", pattern.replace('|', "\\|"))),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Whether a field is always there, as the table says it.
fn presence(object: &Value, name: &str, field: &Value) -> String {
    let needed = object["required"].as_array().is_some_and(|names| names.iter().any(|n| n == name));
    let strict = object["additionalProperties"] == false;
    match field.get("default") {
        _ if needed => "yes".to_owned(),
        // The server always sends it; the default is for reading an older server.
        Some(_) if !strict => "yes".to_owned(),
        Some(default) if default.is_object() || default.is_array() => "no".to_owned(),
        Some(default) => format!("no: `{default}`"),
        None => "no".to_owned(),
    }
}

/// The fields of an object: those that are needed first, in their order, then the others by name.
pub(crate) fn fields(object: &Value) -> String {
    let Some(properties) = object["properties"].as_object() else { return String::new() };
    let needed: Vec<&str> =
        object["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let others = properties.keys().map(String::as_str).filter(|name| !needed.contains(name));
    let rows: Vec<_> = needed.iter().copied().chain(others).filter(|&name| name != "type").collect();
    if rows.is_empty() {
        return "No other fields than `type`.\n".to_owned();
    }
    let mut text = "| field | type | there | meaning |\n|---|---|---|---|\n".to_owned();
    for name in rows {
        let field = &properties[name];
        let bounds =
            if object["additionalProperties"] == false { bounds(field) } else { bounds_to_read(field) };
        let meaning = [prose(field), bounds].join(" ");
        let or_null = if needed.contains(&name) && can_be_null(field) { " or `null`" } else { "" };
        let kind = type_text(field) + or_null;
        writeln!(text, "| `{name}` | {kind} | {} | {} |", presence(object, name, field), meaning.trim())
            .unwrap();
    }
    text
}

/// One entry of a type that is one of several.
fn choice(schema: &Value) -> String {
    let (what, bounds) = match schema["properties"].as_object().and_then(|p| p.iter().next()) {
        Some((name, inner)) => (format!("`{{\"{name}\": …}}` ({})", type_text(inner)), bounds(inner)),
        None => (type_text(schema), String::new()),
    };
    format!("- {what}: {}\n", [prose(schema), bounds].join(" ").trim())
}

/// A shared type with its heading.
pub(crate) fn shared_type(name: &str, schema: &Value) -> String {
    let mut text = format!("#### {name}\n\n");
    let about = [prose(schema), bounds(schema)].join(" ");
    let kind = schema["type"].as_str().filter(|&kind| kind != "object");
    let about = kind.map_or_else(|| about.clone(), |kind| format!("*{kind}* {about}"));
    text += about.trim();
    text += "\n\n";
    if let Some(choices) = schema["oneOf"].as_array() {
        text.extend(choices.iter().map(choice));
        text.push('\n');
    } else if let Some(words) = schema["enum"].as_array() {
        let words: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
        writeln!(text, "{}\n", words.join(", ")).unwrap();
    } else if schema["properties"].is_object() {
        text += &fields(schema);
        text.push('\n');
    }
    text
}
