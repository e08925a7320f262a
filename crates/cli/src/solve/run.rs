//! Running through lines of positions.

use std::{
    io::{self, BufRead, Write},
    time::{Duration, Instant},
};

use sarja_solver::{NodeLimit, Solution, Solver};
use serde_json::Value;

use super::{Times, answer, case::SolveCase, check};
use crate::cases::{CaseError, Report, Summary, each_case, error_line, with_id};

/// Solves the positions of `input`, one a line, and writes one line of JSON for each, in order; blank lines are passed
/// over. `times` takes note of how long each took.
///
/// # Errors
/// Only where reading or writing itself fails; a position that cannot be read gets its own line.
pub fn solve_lines(
    input: impl BufRead,
    output: &mut impl Write,
    report: Report,
    limit: NodeLimit,
    times: &mut Times,
) -> io::Result<Summary> {
    let mut summary = Summary::default();
    let mut solver = Solver::default();
    each_case(input, |id, case| {
        let read = case
            .and_then(|case| Ok::<(Value, SolveCase), CaseError>((case.clone(), SolveCase::read(&case)?)));
        let (written, case) = match read {
            Ok(read) => read,
            Err(error) => {
                summary.unreadable += 1;
                return writeln!(output, "{}", error_line(&id, &error));
            }
        };
        let (solution, took) = timed(&mut solver, &case, limit);
        times.add(took);
        let mut line = with_id(&id, answer::written(&solution, took));
        if report == Report::Answers {
            summary.passed += 1;
            writeln!(output, "{line}")?;
            // The next position may take long, and whoever feeds one after the other waits for this answer.
            return output.flush();
        }
        let faults = check::faults(&case, written.get("expect"), &solution);
        if faults.is_empty() {
            summary.passed += 1;
            return Ok(());
        }
        summary.failed += 1;
        if let Some(line) = line.as_object_mut() {
            line.extend(faults);
        }
        writeln!(output, "{line}")
    })?;
    Ok(summary)
}

#[expect(clippy::disallowed_methods, reason = "how long it took is what is asked; nothing waits for it")]
fn timed(solver: &mut Solver, case: &SolveCase, limit: NodeLimit) -> (Solution, Duration) {
    let began = Instant::now();
    let solution = solver.solve(case.position(), case.objective, limit);
    (solution, began.elapsed())
}
