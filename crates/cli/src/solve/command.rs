//! The subcommand `sarja solve`.

use std::{io::Write, path::PathBuf};

use sarja_solver::NodeLimit;

use super::{Times, solve_lines};
use crate::cases::{CaseFiles, CasesError, Report, Summary, write_count};

/// Finds the best play of positions: JSON, one a line.
///
/// Prints one line of JSON for each position, in order, and the times on standard error. The exit status is 1 if a position
/// could not be read, or with `--check` if an answer differs from what its position expects or is no legal play.
#[derive(Debug, clap::Args)]
pub struct SolveArgs {
    /// Compare with what the positions expect and judge every play; print only what is wrong, then `N passed, N failed`.
    #[arg(long)]
    pub check: bool,
    /// How many steps of a search are taken for one position; an answer that is not proven by then says `"exact": false`.
    #[arg(long, value_name = "NUMBER", default_value_t = NodeLimit::default().0)]
    pub nodes_max: u64,
    /// Files of positions; standard input without any, or for `-`.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

impl SolveArgs {
    /// Solves every file in turn and writes answers to `output` and times to `aside`; the summary counts all positions.
    ///
    /// # Errors
    /// A file that cannot be read stops the run; a position that cannot be read does not.
    pub fn run(&self, output: &mut impl Write, aside: &mut impl Write) -> Result<Summary, CasesError> {
        let report = if self.check { Report::Differences } else { Report::Answers };
        let limit = NodeLimit(self.nodes_max);
        let mut times = Times::default();
        let summary =
            CaseFiles(&self.files).run(|input| solve_lines(input, output, report, limit, &mut times))?;
        if self.check {
            write_count(summary, output)?;
        }
        if !times.is_empty() {
            // Whoever closed standard error does not want to know.
            drop(writeln!(aside, "{times}"));
        }
        Ok(summary)
    }
}
