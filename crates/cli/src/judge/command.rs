//! The subcommand `sarja judge`.

use std::{
    fs::File,
    io::{self, BufReader, Write},
    path::PathBuf,
};

use super::{Report, Summary, judge_lines};

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

/// Why the judging stopped.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// A file of cases cannot be opened.
    #[error("cannot open {}", file.display())]
    Open {
        /// The file.
        file: PathBuf,
        /// What the system says.
        #[source]
        cause: io::Error,
    },
    /// Cases cannot be read, or verdicts not be written.
    #[error("cannot go on with the cases of {}", file.display())]
    Run {
        /// The file, `-` for standard input.
        file: PathBuf,
        /// What the system says.
        #[source]
        cause: io::Error,
    },
}

impl JudgeArgs {
    /// Judges every file in turn and writes to `output`; the summary counts them all.
    ///
    /// # Errors
    /// A file that cannot be read stops the judging; a case that cannot be read does not.
    pub fn run(&self, output: &mut impl Write) -> Result<Summary, JudgeError> {
        let report = if self.check { Report::Differences } else { Report::Verdicts };
        let mut sum = Summary::default();
        let standard_input = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &standard_input[..] } else { &self.files };
        for file in files {
            let run = |cause| JudgeError::Run { file: file.clone(), cause };
            let summary = if file.as_os_str() == "-" {
                judge_lines(io::stdin().lock(), output, report).map_err(run)?
            } else {
                let open = |cause| JudgeError::Open { file: file.clone(), cause };
                judge_lines(BufReader::new(File::open(file).map_err(open)?), output, report).map_err(run)?
            };
            sum.passed += summary.passed;
            sum.failed += summary.failed;
            sum.unreadable += summary.unreadable;
        }
        if self.check {
            let failed = sum.failed + sum.unreadable;
            let run = |cause| JudgeError::Run { file: PathBuf::from("-"), cause };
            writeln!(output, "{} passed, {failed} failed", sum.passed).map_err(run)?;
        }
        Ok(sum)
    }
}
