//! Running through lines of cases.

use std::io::{self, BufRead, Write};

use serde_json::{Value, json};

use super::case::{CaseError, judge_case};

/// What `sarja judge` does with the verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// Prints each.
    Verdicts,
    /// Compares each with what the case expects, and prints those that differ.
    Differences,
}

/// How many cases there were of each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Cases judged, and as expected where that was checked.
    pub passed: usize,
    /// Cases whose verdict differs from what they expect.
    pub failed: usize,
    /// Cases that could not be read.
    pub unreadable: usize,
}

impl Summary {
    /// Whether every case was judged, and as expected where that was checked.
    pub const fn is_clean(&self) -> bool {
        self.failed == 0 && self.unreadable == 0
    }
}

/// Judges the cases of `input`, one a line, and writes one line of JSON for each, in order; blank lines are passed over.
///
/// # Errors
/// Only where reading or writing itself fails; a case that cannot be read gets its own line.
pub fn judge_lines(input: impl BufRead, output: &mut impl Write, report: Report) -> io::Result<Summary> {
    let mut summary = Summary::default();
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
        let verdict = case.and_then(|c| judge_case(&c).map(|v| (c, v)));
        match verdict {
            Err(error) => {
                summary.unreadable += 1;
                writeln!(output, "{}", json!({ "id": id, "error": error.to_string() }))?;
            }
            Ok((_, verdict)) if report == Report::Verdicts => {
                summary.passed += 1;
                writeln!(output, "{}", with_id(&id, verdict))?;
            }
            Ok((case, verdict)) => match difference(case.get("expect"), &verdict) {
                None => summary.passed += 1,
                Some(expected) => {
                    summary.failed += 1;
                    let mut line = with_id(&id, verdict);
                    line["expected"] = expected;
                    writeln!(output, "{line}")?;
                }
            },
        }
    }
    Ok(summary)
}

fn with_id(id: &Value, verdict: Value) -> Value {
    let mut line = json!({ "id": id });
    if let (Some(line), Value::Object(fields)) = (line.as_object_mut(), verdict) {
        line.extend(fields);
    }
    line
}

/// What was expected where the verdict differs; a case without `expect` expects nothing.
///
/// Of an illegal play every expected reason may be named, but not all need be: one at least, and none besides.
fn difference(expect: Option<&Value>, verdict: &Value) -> Option<Value> {
    let expect = expect?;
    let fields = expect.as_object()?;
    let differs = fields.iter().any(|(name, wanted)| {
        let got = verdict.get(name).unwrap_or(&Value::Null);
        match (name.as_str(), wanted.as_array(), got.as_array()) {
            ("reasons", Some(wanted), Some(got)) => {
                got.iter().any(|r| !wanted.contains(r)) || (got.is_empty() != wanted.is_empty())
            }
            _ => wanted != got,
        }
    });
    differs.then(|| expect.clone())
}
