//! What operators are given in `ops/` fits to what the server exports: its list of metrics, the dashboard, the alerts.

use std::collections::BTreeSet;

use serde_json::Value;

use super::assert_none;
use super::files::{read, root};

const DASHBOARD: &str = "ops/grafana/sarja.json";
const ALERTS: &str = "ops/prometheus/alerts.yml";

/// What Prometheus adds to the name of a histogram.
const PARTS: [&str; 3] = ["_bucket", "_sum", "_count"];

/// The names of all metrics, each with whether it is a histogram, by the list.
fn exported(document: &str) -> BTreeSet<String> {
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `sarja_"));
    rows.flat_map(|row| {
        let name = format!("sarja_{}", row.split('`').next().unwrap());
        let is_histogram = row.contains("| histogram |");
        let parts = PARTS.map(|part| format!("{name}{part}"));
        if is_histogram { parts.to_vec() } else { vec![name] }
    })
    .collect()
}

/// The metrics that an expression names.
fn named(expression: &str) -> BTreeSet<String> {
    let words = expression.split(|character: char| !character.is_ascii_alphanumeric() && character != '_');
    words.filter(|word| word.starts_with("sarja_")).map(str::to_owned).collect()
}

fn unknown(place: &str, text: &str, exported: &BTreeSet<String>) -> Vec<String> {
    named(text).difference(exported).map(|name| format!("{place}: no server exports {name}")).collect()
}

fn panels(dashboard: &Value) -> Vec<&Value> {
    dashboard["panels"].as_array().unwrap().iter().collect()
}

fn expressions(dashboard: &Value) -> String {
    let targets =
        panels(dashboard).into_iter().flat_map(|panel| panel["targets"].as_array().into_iter().flatten());
    let marks = dashboard["annotations"]["list"].as_array().unwrap().iter();
    let all: Vec<_> = targets.chain(marks).map(|target| target["expr"].as_str().unwrap()).collect();
    all.join("\n")
}

#[test]
fn the_list_of_metrics_is_what_a_server_exports() {
    let current = sarja_server::metrics_document();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(root().join("ops/METRICS.md"), &current).unwrap();
    }
    assert!(read("ops/METRICS.md") == current, "ops/METRICS.md is not current: run this test with UPDATE=1");
}

#[test]
fn the_dashboard_and_the_alerts_name_metrics_that_there_are() {
    let exported = exported(&sarja_server::metrics_document());
    let dashboard: Value = serde_json::from_str(&read(DASHBOARD)).unwrap();
    let shown = expressions(&dashboard);
    let alerts = read(ALERTS);
    let mut faults = unknown(DASHBOARD, &shown, &exported);
    let conditions: String = alerts.lines().filter(|line| line.contains("expr:")).collect();
    faults.extend(unknown(ALERTS, &conditions, &exported));
    assert_none(&faults);
    assert!(named(&shown).len() > 40 && named(&conditions).len() > 12, "few are looked at");
}

#[test]
fn the_dashboard_shows_nearly_all_that_a_server_tells() {
    // A series of numbers that nobody looks at is not worth its place.
    let not_shown = ["sarja_draining", "sarja_errors_total"];
    let dashboard: Value = serde_json::from_str(&read(DASHBOARD)).unwrap();
    let shown = named(&expressions(&dashboard));
    let document = sarja_server::metrics_document();
    let rows =
        document.lines().filter_map(|line| line.strip_prefix("| `")).filter_map(|row| row.split('`').next());
    let missing = rows.filter(|name| !not_shown.contains(name)).filter(|name| {
        !shown.contains(*name) && !PARTS.iter().any(|part| shown.contains(&format!("{name}{part}")))
    });
    assert_none(&missing.map(|name| format!("{DASHBOARD}: {name} is not shown")).collect::<Vec<_>>());
}

#[test]
fn panels_are_apart_and_say_what_they_show() {
    let dashboard: Value = serde_json::from_str(&read(DASHBOARD)).unwrap();
    assert_eq!(dashboard["uid"], "sarja");
    let (mut faults, mut ids, mut taken) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for panel in panels(&dashboard) {
        let title = panel["title"].as_str().unwrap();
        let place = |name: &str| panel["gridPos"][name].as_u64().unwrap();
        if !ids.insert(panel["id"].as_u64().unwrap()) {
            faults.push(format!("{title}: its id is another's"));
        }
        for x in place("x")..place("x") + place("w") {
            for y in place("y")..place("y") + place("h") {
                if x >= 24 || !taken.insert((x, y)) {
                    faults.push(format!("{title}: lies on another, or beyond the edge, at {x}, {y}"));
                }
            }
        }
        if panel["type"] == "row" {
            continue;
        }
        if panel["datasource"]["uid"] != "${datasource}" {
            faults.push(format!("{title}: its data come from a place of somebody's own"));
        }
        if panel["description"].as_str().is_none_or(str::is_empty) {
            faults.push(format!("{title}: says nothing of what it shows"));
        }
        if panel["type"] != "table" && panel["fieldConfig"]["defaults"]["unit"].as_str().is_none() {
            faults.push(format!("{title}: has no unit"));
        }
    }
    assert_none(&faults);
}

/// What is missing in the alerts of a file of rules.
fn alert_faults(text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for alert in text.split("      - alert: ").skip(1) {
        let name = alert.lines().next().unwrap_or_default();
        for part in ["expr:", "severity:", "summary:", "description:", "runbook:"] {
            if alert.matches(part).count() != 1 {
                faults.push(format!("{name}: not one {part}"));
            }
        }
        if !["severity: warning", "severity: critical"].iter().any(|severity| alert.contains(severity)) {
            faults.push(format!("{name}: is neither a warning nor critical"));
        }
    }
    faults
}

#[test]
fn every_alert_says_what_it_means_and_what_to_do() {
    let alerts = read(ALERTS);
    assert!(alerts.matches("- alert: ").count() >= 15);
    assert_none(&alert_faults(&alerts));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_metric_that_nobody_exports_is_found() {
        let exported = exported("| `sarja_a_seconds` | histogram |  | A. |\n| `sarja_b` | gauge |  | B. |\n");
        assert_eq!(
            unknown("x", "rate(sarja_a_seconds_bucket[5m]) + sarja_b{x=\"sarja\"}", &exported),
            [""; 0]
        );
        assert_eq!(unknown("x", "sarja_a_seconds + sarja_c", &exported).len(), 2);
    }

    #[test]
    fn an_alert_without_a_runbook_is_found() {
        let alert = "      - alert: A\n        expr: 'up'\n          severity: warning\n          summary: \"s\"\n          description: \"d\"\n";
        assert_eq!(alert_faults(alert), ["A: not one runbook:"]);
    }
}
