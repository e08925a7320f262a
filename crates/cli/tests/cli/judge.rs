//! `sarja judge`.

use serde_json::{Value, json};

use crate::process::{Ran, run};

fn good(id: &str, legal: bool) -> Value {
    json!({"id": id, "ruleset": "classic-2600", "before": {"table": [["B6", "J", "B8"]], "rack": ["B7", "R10", "R11"], "opened": true},
        "after": {"table": [["B6", "B7", "B8"], ["R10", "R11", "J"]]}, "expect": {"legal": legal, "reasons": []}})
}

fn judged(args: &[&str], lines: &[String]) -> Ran {
    run(&[&["judge"], args].concat(), &(lines.join("\n") + "\n"))
}

#[test]
fn every_case_gets_a_line_in_order() {
    let ran = judged(&[], &[good("a", true).to_string(), String::new(), good("b", true).to_string()]);
    let lines: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines,
        [json!({"id": "a", "legal": true, "reasons": []}), json!({"id": "b", "legal": true, "reasons": []})]
    );
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
}

#[test]
fn a_case_that_cannot_be_read_names_its_fault_and_the_others_are_judged() {
    let mut bad = good("bad", true);
    bad["before"]["rack"][1] = json!("X9");
    let ran = judged(&[], &["{".to_owned(), bad.to_string(), good("a", true).to_string()]);
    let lines: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(ran.status, 1);
    assert_eq!(
        (&lines[0]["id"], &lines[1]["id"], &lines[2]["legal"]),
        (&json!(1), &json!("bad"), &json!(true))
    );
    let error = lines[1]["error"].as_str().unwrap();
    assert!(error.contains("before.rack[1]") && error.contains("X9"), "{error}");
}

#[test]
fn checking_prints_what_differs_and_counts() {
    let ran = judged(&["--check"], &[good("a", true).to_string(), good("b", true).to_string()]);
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "2 passed, 0 failed\n"));

    let ran =
        judged(&["--check"], &[good("a", true).to_string(), good("b", false).to_string(), "7".to_owned()]);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!((ran.status, lines.len(), lines[2]), (1, 3, "1 passed, 2 failed"));
    let differs: Value = serde_json::from_str(lines[0]).unwrap();
    assert_eq!(differs["id"], "b");
}

#[test]
fn files_are_judged_together() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str, text: String| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (one, two) = (file("one", good("a", true).to_string()), file("two", good("b", true).to_string()));
    let ran = judged(&["--check", &one, "-", &two], &[good("c", true).to_string()]);
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "3 passed, 0 failed\n"));
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let ran = judged(&["no-such-file"], &[]);
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.starts_with("sarja: cannot open no-such-file: "), "{}", ran.stderr);
}
