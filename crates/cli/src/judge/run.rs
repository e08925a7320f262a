//! Running through lines of cases.

use std::io::{self, BufRead, Write};

use serde_json::Value;

use super::judge_case;
use crate::cases::{Report, Summary, each_case, error_line, with_id};

/// Judges the cases of `input`, one a line, and writes one line of JSON for each, in order; blank lines are passed over.
///
/// # Errors
/// Only where reading or writing itself fails; a case that cannot be read gets its own line.
pub fn judge_lines(input: impl BufRead, output: &mut impl Write, report: Report) -> io::Result<Summary> {
    let mut summary = Summary::default();
    each_case(input, |id, case| {
        let verdict = case.and_then(|c| judge_case(&c).map(|v| (c, v)));
        match verdict {
            Err(error) => {
                summary.unreadable += 1;
                writeln!(output, "{}", error_line(&id, &error))?;
            }
            Ok((_, verdict)) if report == Report::Answers => {
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
        Ok(())
    })?;
    Ok(summary)
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
