//! The subcommand `sarja judge`.

use std::{io::Write, path::PathBuf};

use super::judge_lines;
use crate::cases::{CaseFiles, CasesError, Report, Summary, write_count};

/// Judges cases of plays, rounds, matches and league tables: JSON, one a line.
///
/// Prints one line of JSON for each case, in order. The exit status is 1 if a case could not be read, or with `--check`
/// if one differs from what it expects.
#[derive(Debug, clap::Args)]
pub struct JudgeArgs {
    /// Compare with what the cases expect, print only those that differ, then `N passed, N failed`.
    #[arg(long)]
    pub check: bool,
    /// Files of cases; standard input without any, or for `-`.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

impl JudgeArgs {
    /// Judges every file in turn and writes to `output`; the summary counts them all.
    ///
    /// # Errors
    /// A file that cannot be read stops the judging; a case that cannot be read does not.
    pub fn run(&self, output: &mut impl Write) -> Result<Summary, CasesError> {
        let report = if self.check { Report::Differences } else { Report::Answers };
        let summary = CaseFiles(&self.files).run(|input| judge_lines(input, output, report))?;
        if self.check {
            write_count(summary, output)?;
        }
        Ok(summary)
    }
}
