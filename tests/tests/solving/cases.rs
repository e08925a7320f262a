//! The positions of `tests/cases/`, as `sarja solve --check` sees them.

use std::{fs, io::Cursor, path::Path};

use sarja_cli::{
    cases::Report,
    solve::{Times, solve_lines},
};
use sarja_solver::NodeLimit;

#[test]
fn sample_positions_are_solved_as_expected() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/positions.jsonl");
    let cases = fs::read(&path).expect("the cases lie in the tree");
    let (mut output, mut times) = (Vec::new(), Times::default());
    let input = Cursor::new(&cases);
    let summary = solve_lines(input, &mut output, Report::Differences, NodeLimit::default(), &mut times)
        .expect("both sides are in memory");
    let lines = cases.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).count();
    let wrong = String::from_utf8_lossy(&output);
    assert_eq!((summary.passed, summary.failed, summary.unreadable), (lines, 0, 0), "{wrong}");
    assert!(lines > 200, "{} holds few positions", path.display());
}
