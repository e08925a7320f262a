//! `PROTOCOL.md`: what lies between markers is made here.

use std::{fmt::Write as _, fs};

use sarja_protocol::{
    ClientToServer, CloseReason, ErrorCode, ReasonCode, Reconnect, ServerToClient, limit_table, schema,
};
use serde_json::Value;

use crate::{
    document,
    golden::golden,
    keep,
    markdown::{fields, prose, shared_type},
};

/// Types that have a table of their own elsewhere in the text.
const TOLD_ELSEWHERE: &[&str] =
    &["ClientToServer", "ServerToClient", "Event", "ErrorCode", "ReasonCode", "CloseReason", "Limits"];

fn example(files: &[(String, String)], name: &str) -> String {
    let (_, text) = files.iter().find(|(file, _)| file == name).unwrap_or_else(|| panic!("no golden {name}"));
    format!("```json\n{text}```\n\n")
}

fn messages(types: &[&str], side: &str) -> String {
    let schema = schema();
    let files = golden(side);
    let mut text = String::new();
    for kind in types {
        let message = &schema["$defs"][kind];
        writeln!(text, "#### {kind}\n\n{}\n", prose(message)).unwrap();
        let name = if *kind == "error" { "error.illegal_play" } else { kind };
        let name = if *kind == "event" { "event.turn_started" } else { name };
        text += &fields(message);
        text.push('\n');
        text += &example(&files, name);
    }
    text
}

fn events() -> String {
    let schema = schema();
    let files = golden("server");
    let mut text = String::new();
    for event in schema["$defs"]["Event"]["oneOf"].as_array().unwrap() {
        let kind = event["properties"]["type"]["const"].as_str().unwrap();
        writeln!(text, "#### {kind}\n\n{}\n", prose(event)).unwrap();
        text += &fields(event);
        text.push('\n');
        // The settings of a room are shown in the snapshot.
        if !["room_created", "settings_changed", "unknown"].contains(&kind) {
            text += &example(&files, &format!("event.{kind}"));
        }
    }
    text
}

fn types() -> String {
    let schema = schema();
    let told = |name: &str| name.starts_with(char::is_lowercase) || TOLD_ELSEWHERE.contains(&name);
    let defs = schema["$defs"].as_object().unwrap().iter().filter(|(name, _)| !told(name));
    defs.map(|(name, schema)| shared_type(name, schema)).collect()
}

fn params(params: &[(&str, &str)]) -> String {
    let words: Vec<_> = params.iter().map(|(name, what)| format!("`{name}`: {what}")).collect();
    words.join("; ")
}

fn errors() -> String {
    let mut text = "| code | cause | what to do | `params` | then |\n|---|---|---|---|---|\n".to_owned();
    for code in ErrorCode::ALL {
        let then = match (code.closes(), code.closes_at_hello()) {
            (Some(close), _) => format!("closes with {}", close.code()),
            (None, Some(close)) => format!("in answer to the first message: closes with {}", close.code()),
            (None, None) => String::new(),
        };
        let row = [code.cause(), code.remedy().to_owned(), params(code.params()), then];
        writeln!(text, "| `{}` | {} |", code.as_str(), row.join(" | ")).unwrap();
    }
    text
}

fn reasons() -> String {
    let mut text =
        "| code | meaning | `params` | English, of each `why` where there is one |\n|---|---|---|---|\n"
            .to_owned();
    for code in ReasonCode::ALL {
        let words: Vec<_> =
            code.words().iter().map(|(word, english)| format!("`{word}`: {english}")).collect();
        let english = if words.is_empty() { code.template().to_owned() } else { words.join("; ") };
        let row = [code.meaning(), params(code.params()), english];
        writeln!(text, "| `{}` | {} |", code.as_str(), row.join(" | ")).unwrap();
    }
    text
}

fn closes() -> String {
    let mut text = "| code | name | meaning | connect again |\n|---|---|---|---|\n".to_owned();
    for reason in CloseReason::ALL {
        let again = match reason.reconnect() {
            Reconnect::Resume => "yes, and resume",
            Reconnect::OnRequest => "when the person asks for it",
            Reconnect::Never => "no",
        };
        writeln!(text, "| {} | `{}` | {} | {again} |", reason.code(), reason.as_str(), reason.meaning())
            .unwrap();
    }
    text
}

fn limits() -> String {
    let mut text = "| `welcome.limits` | value | what and why |\n|---|---|---|\n".to_owned();
    for (name, value, why) in limit_table() {
        writeln!(text, "| `{name}` | {value} | {why} |").unwrap();
    }
    text
}

/// The text with the part between the markers of this name replaced.
fn fill(text: &str, name: &str, part: &str) -> String {
    let (start, end) = (format!("<!-- made: {name} -->\n"), format!("<!-- end: {name} -->\n"));
    let (before, rest) = text.split_once(&start).unwrap_or_else(|| panic!("no marker {name}"));
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("no end of {name}"));
    format!("{before}{start}\n{}\n\n{end}{after}", part.trim_end())
}

#[test]
fn protocol_text_is_current() {
    let mut text = fs::read_to_string(document("PROTOCOL.md")).unwrap();
    for (name, part) in [
        ("client messages", messages(ClientToServer::TYPES, "client")),
        ("server messages", messages(ServerToClient::TYPES, "server")),
        ("events", events()),
        ("types", types()),
        ("errors", errors()),
        ("reasons", reasons()),
        ("close codes", closes()),
        ("limits", limits()),
    ] {
        text = fill(&text, name, &part);
    }
    keep("PROTOCOL.md", &text);
}

#[test]
fn links_inside_the_protocol_text_lead_to_a_heading() {
    let text = fs::read_to_string(document("PROTOCOL.md")).unwrap();
    let anchor = |line: &str| -> String {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|&c| c.is_alphanumeric() || " -_".contains(c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    let anchors: Vec<_> = text.lines().filter(|line| line.starts_with('#')).map(anchor).collect();
    for link in text.split("](#").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
        assert!(anchors.iter().any(|a| a == link), "#{link}");
    }
}

#[test]
fn every_event_that_comes_after_a_snapshot_is_in_the_table_of_folding() {
    let text = fs::read_to_string(document("PROTOCOL.md")).unwrap();
    let (_, folding) = text.split_once("### Folding events").unwrap();
    let (folding, _) = folding.split_once("\n## ").unwrap();
    let rows = folding.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let told: Vec<&str> = rows.flat_map(|events| events.split([',', ' ', '`'])).collect();
    for event in schema()["$defs"]["Event"]["oneOf"].as_array().unwrap() {
        let kind = event["properties"]["type"]["const"].as_str().unwrap();
        assert!(told.contains(&kind) || ["room_created", "unknown"].contains(&kind), "{kind}");
    }
}

#[test]
fn every_message_of_the_annotated_session_is_one_of_the_protocol() {
    let text = fs::read_to_string(document("PROTOCOL.md")).unwrap();
    let blocks =
        text.split("```session\n").skip(1).filter_map(|rest| rest.split_once("```")).map(|(block, _)| block);
    let mut lines = 0;
    for line in blocks.flat_map(str::lines).filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let (direction, message) = line.split_at(2);
        let value: Value = serde_json::from_str(message).unwrap_or_else(|e| panic!("{e}: {line}"));
        match direction {
            "> " => assert_eq!(sarja_protocol::parse_client_frame(message).err(), None, "{line}"),
            // What the session leaves out of a server's message is not compared; its type and what it shows are.
            "< " => assert!(ServerToClient::TYPES.contains(&value["type"].as_str().unwrap()), "{line}"),
            other => panic!("`{other}` is no direction: {line}"),
        }
        lines += 1;
    }
    assert!(lines > 30, "{lines} lines");
}
