//! `sarja solve`.

use serde_json::{Value, json};

use crate::process::{Ran, run};

fn position(id: &str, rack: &[&str]) -> Value {
    json!({"id": id, "ruleset": "classic-2600", "table": [["R1", "R2", "R3"]], "rack": rack, "opened": true,
        "objective": "tiles"})
}

fn solved(args: &[&str], lines: &[Value]) -> Ran {
    let input: Vec<String> = lines.iter().map(ToString::to_string).collect();
    run(&[&["solve"], args].concat(), &(input.join("\n") + "\n"))
}

fn lines(ran: &Ran) -> Vec<Value> {
    ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_position_gets_its_best_play_in_order() {
    let ran = solved(&[], &[position("a", &["R4", "K9"]), position("b", &["K9"])]);
    let lines = lines(&ran);
    assert_eq!((ran.status, lines.len()), (0, 2));
    assert_eq!(
        (&lines[0]["id"], &lines[0]["tiles"], &lines[0]["points"], &lines[0]["exact"], &lines[0]["after"]),
        (&json!("a"), &json!(1), &json!(4), &json!(true), &json!({"table": [["R1", "R2", "R3", "R4"]]}))
    );
    assert!(lines[0]["micros"].is_u64());
    assert_eq!(
        (&lines[1]["id"], &lines[1]["tiles"], &lines[1]["points"], lines[1].get("after")),
        (&json!("b"), &json!(0), &json!(0), None)
    );
    assert!(ran.stderr.starts_with("2 positions: median ") && ran.stderr.contains(" p99 "), "{}", ran.stderr);
}

#[test]
fn a_position_that_cannot_be_read_names_its_fault_and_the_others_are_solved() {
    let mut bad_tile = position("bad", &["R4"]);
    bad_tile["rack"][0] = json!("X9");
    let mut no_set = position("no-set", &["R4"]);
    no_set["table"] = json!([["R1", "R2", "R3"], ["K1", "K3"]]);
    let mut other_game = position("other", &["R4"]);
    other_game["ruleset"] = json!("rommikubbi");
    let ran = solved(&[], &[json!(7), bad_tile, no_set, other_game, position("good", &["R4"])]);
    let lines = lines(&ran);
    assert_eq!((ran.status, lines.len()), (1, 5));
    let names = |line: usize, words: &[&str]| {
        let error = lines[line]["error"].as_str().unwrap();
        assert!(words.iter().all(|word| error.contains(word)), "{error}");
    };
    assert_eq!(lines[0]["id"], 1);
    names(1, &["rack[0]", "X9"]);
    names(2, &["table[1]", "no set"]);
    names(3, &["ruleset", "rommikubbi"]);
    assert_eq!((&lines[4]["id"], &lines[4]["tiles"]), (&json!("good"), &json!(1)));
}

#[test]
fn checking_prints_what_differs_and_counts() {
    let expecting = |id: &str, expect: Value| {
        let mut case = position(id, &["R4", "K9"]);
        case["expect"] = expect;
        case
    };
    let good = expecting("good", json!({"tiles": 1, "points": 4}));
    let ran = solved(&["--check"], &[good.clone(), position("silent", &["R4"])]);
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "2 passed, 0 failed\n"));

    let bad = expecting("bad", json!({"tiles": 2}));
    let ran = solved(&["--check"], &[good, bad, json!("no position")]);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!((ran.status, lines.len(), lines[2]), (1, 3, "1 passed, 2 failed"));
    let differs: Value = serde_json::from_str(lines[0]).unwrap();
    assert_eq!((&differs["id"], &differs["expected"]), (&json!("bad"), &json!({"tiles": 2})));
}

#[test]
fn what_is_not_proven_says_so() {
    let rack = ["R4", "R5", "R6", "R7", "B7", "K7", "O7", "B8", "B9", "J"];
    let ran = solved(&["--nodes-max", "0"], &[position("hurried", &rack)]);
    let line = &lines(&ran)[0];
    assert_eq!((ran.status, &line["exact"]), (0, &json!(false)));
    assert!(line["tiles"].as_u64() <= line["tiles_max"].as_u64() && line["tiles_max"].as_u64() <= Some(10));
}
