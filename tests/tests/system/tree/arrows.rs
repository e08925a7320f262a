//! Which crate may stand on which.

use std::process::Command;

use serde_json::Value;

use super::assert_none;
use super::files::root;

/// Each crate and the ones of ours that it may use. A crate that is not listed here may not exist.
const ARROWS: [(&str, &[&str]); 8] = [
    ("sarja-rules", &[]),
    ("sarja-solver", &["sarja-rules"]),
    ("sarja-protocol", &["sarja-rules"]),
    // The store writes down what it is given and knows nothing of the game.
    ("sarja-store", &[]),
    ("sarja-client", &["sarja-rules", "sarja-protocol"]),
    ("sarja-server", &["sarja-rules", "sarja-solver", "sarja-protocol", "sarja-store"]),
    (
        "sarja-cli",
        &["sarja-rules", "sarja-solver", "sarja-protocol", "sarja-store", "sarja-client", "sarja-server"],
    ),
    ("sarja-tests", &[]),
];

/// Libraries that reach out of the process, and the only crates of ours that may use them.
const OUTSIDE: [(&str, &[&str]); 4] = [
    ("sqlx", &["sarja-store"]),
    ("axum", &["sarja-server"]),
    // The server's sockets are axum's; it only tells their errors apart.
    ("tokio-tungstenite", &["sarja-client", "sarja-server"]),
    ("clap", &["sarja-cli"]),
];

/// What `rules` is built of when no feature is on. None of it knows time, files or the network.
const UNDER_RULES: [&str; 3] = ["chacha20", "sha2", "thiserror"];

/// The whole workspace as `cargo metadata` tells it, without what lies outside.
pub(crate) fn metadata() -> Value {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs where its tests run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo writes JSON")
}

/// The packages of the workspace.
pub(crate) fn packages(metadata: &Value) -> &Vec<Value> {
    metadata["packages"].as_array().expect("a list of packages")
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Only what a crate is made of counts: its tests may use what they like.
fn uses(package: &Value) -> impl Iterator<Item = &Value> {
    let dependencies = package["dependencies"].as_array().expect("a list of dependencies");
    dependencies.iter().filter(|dependency| text(&dependency["kind"]) != "dev")
}

fn faults(metadata: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    for package in packages(metadata) {
        let name = text(&package["name"]);
        let Some((_, allowed)) = ARROWS.iter().find(|(known, _)| *known == name) else {
            faults.push(format!("{name} is not among the crates whose arrows are known"));
            continue;
        };
        for used in uses(package).map(|dependency| text(&dependency["name"])) {
            if used.starts_with("sarja-") && !allowed.contains(&used) {
                faults.push(format!("{name} may not use {used}"));
            }
            let outside = OUTSIDE.iter().find(|(library, _)| *library == used);
            if outside.is_some_and(|(_, users)| !users.contains(&name)) {
                faults.push(format!("{name} may not use {used}"));
            }
        }
        if name == "sarja-rules" {
            let always = uses(package).filter(|dependency| dependency["optional"] != true);
            for used in always.map(|dependency| text(&dependency["name"])) {
                if !UNDER_RULES.contains(&used) {
                    faults.push(format!("the rules may not need {used}"));
                }
            }
        }
    }
    faults
}

#[test]
fn arrows_between_the_crates_run_one_way() {
    assert_none(&faults(&metadata()));
}

#[test]
fn rules_are_without_std() {
    let lib = super::files::read("crates/rules/src/lib.rs");
    let code = super::rust_source::code_only(&lib);
    // `schema` is there for generated documents; `.ci/run` builds the crate as games use it.
    let is_bare =
        code.contains("#![no_std]") || lib.contains("#![cfg_attr(not(feature = \"schema\"), no_std)]");
    assert!(is_bare, "crates/rules/src/lib.rs must be no_std");
    assert!(super::files::read(".ci/run").contains("--package sarja-rules --lib"));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn faults_of(name: &str, dependency: &Value) -> usize {
        faults(&json!({ "packages": [{ "name": name, "dependencies": [dependency] }] })).len()
    }

    #[test]
    fn arrow_the_wrong_way_is_found() {
        assert_eq!(faults_of("sarja-store", &json!({ "name": "sarja-rules", "kind": null })), 1);
        assert_eq!(faults_of("sarja-client", &json!({ "name": "sarja-server", "kind": null })), 1);
        assert_eq!(faults_of("sarja-client", &json!({ "name": "sarja-server", "kind": "build" })), 1);
        assert_eq!(faults_of("sarja-client", &json!({ "name": "sarja-server", "kind": "dev" })), 0);
        assert_eq!(faults_of("sarja-client", &json!({ "name": "sarja-rules", "kind": null })), 0);
    }

    #[test]
    fn library_in_the_wrong_crate_is_found() {
        assert_eq!(faults_of("sarja-server", &json!({ "name": "sqlx", "kind": null })), 1);
        assert_eq!(faults_of("sarja-rules", &json!({ "name": "rand", "kind": null, "optional": false })), 1);
        assert_eq!(faults_of("sarja-rules", &json!({ "name": "serde", "kind": null, "optional": true })), 0);
    }

    #[test]
    fn crate_without_a_place_is_found() {
        assert_eq!(faults_of("sarja-utils", &json!({ "name": "serde", "kind": null })), 1);
    }
}
