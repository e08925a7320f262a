//! `sarja rulesets` and `sarja schema`.

use std::{io::Read as _, process::Stdio};

use serde_json::Value;

use crate::process::{run, sarja};

fn json_of(args: &[&str]) -> Value {
    let ran = run(args, "");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{args:?}");
    serde_json::from_str(&ran.stdout).unwrap()
}

#[test]
fn rulesets_are_json_that_rooms_and_cases_take() {
    let all = json_of(&["rulesets", "--json"]);
    let all = all.as_array().unwrap();
    assert_eq!((all.len(), &all[0]["name"]), (8, &Value::from("classic-2600")));
    for ruleset in all {
        let read: sarja_rules::Ruleset = serde_json::from_value(ruleset.clone()).unwrap();
        assert_eq!(Some(&read), sarja_rules::Ruleset::named(&read.name).as_ref());
    }
    assert_eq!(json_of(&["rulesets", "--json", "sabra-no"]).as_array().unwrap().len(), 1);
}

#[test]
fn rulesets_are_a_table_for_people() {
    let ran = run(&["rulesets", "travel-2017", "federation"], "");
    assert_eq!(ran.status, 0);
    for line in
        ["name                     travel-2017  federation", "joker.rack_points        30           100"]
    {
        assert!(ran.stdout.lines().any(|l| l == line), "{}", ran.stdout);
    }
}

#[test]
fn an_unknown_ruleset_is_an_error() {
    let ran = run(&["rulesets", "chess"], "");
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.starts_with("sarja: there is no ruleset `chess`"), "{}", ran.stderr);
}

#[test]
fn the_schema_names_every_message_and_the_reasons_have_english() {
    let schema = json_of(&["schema"]);
    for kind in sarja_protocol::ClientToServer::TYPES.iter().chain(sarja_protocol::ServerToClient::TYPES) {
        assert!(schema["$defs"][kind].is_object(), "{kind}");
    }
    let reasons = json_of(&["schema", "--reasons"]);
    let too_low = reasons.as_array().unwrap().iter().find(|r| r["code"] == "opening_too_low").unwrap();
    assert_eq!(too_low["english"], "{why}");
    assert!(too_low["why"]["points"].as_str().unwrap().contains("{need}"));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let mut child = sarja(&["schema"]).stdin(Stdio::null()).spawn().unwrap();
    let mut first = [0; 1];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), ended.stderr), (Some(0), Vec::new()));
}
