//! Where cases come from.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
};

use super::Summary;

/// Why the reading of cases stopped.
#[derive(Debug, thiserror::Error)]
pub enum CasesError {
    /// A file of cases cannot be opened.
    #[error("cannot open {}", file.display())]
    Open {
        /// The file.
        file: PathBuf,
        /// What the system says.
        #[source]
        cause: io::Error,
    },
    /// Cases cannot be read, or answers not be written.
    #[error("cannot go on with the cases of {}", file.display())]
    Run {
        /// The file, `-` for standard input.
        file: PathBuf,
        /// What the system says.
        #[source]
        cause: io::Error,
    },
}

/// The files that a subcommand was given.
pub(crate) struct CaseFiles<'a>(pub(crate) &'a [PathBuf]);

impl CaseFiles<'_> {
    /// Runs through every file in turn, standard input without any or for `-`; the summary counts them all.
    ///
    /// # Errors
    /// A file that cannot be read stops the run; a case that cannot be read does not.
    pub(crate) fn run(
        &self,
        mut answer: impl FnMut(&mut dyn BufRead) -> io::Result<Summary>,
    ) -> Result<Summary, CasesError> {
        let standard_input = [PathBuf::from("-")];
        let files = if self.0.is_empty() { &standard_input[..] } else { self.0 };
        let mut sum = Summary::default();
        for file in files {
            let mut input = open(file)?;
            let run = |cause| CasesError::Run { file: file.clone(), cause };
            sum.add(answer(&mut *input).map_err(run)?);
        }
        Ok(sum)
    }
}

fn open(file: &Path) -> Result<Box<dyn BufRead>, CasesError> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let opened = File::open(file).map_err(|cause| CasesError::Open { file: file.to_owned(), cause })?;
    Ok(Box::new(BufReader::new(opened)))
}

/// Writes how many cases were as expected and how many not.
pub(crate) fn write_count(summary: Summary, output: &mut impl Write) -> Result<(), CasesError> {
    let failed = summary.failed + summary.unreadable;
    writeln!(output, "{} passed, {failed} failed", summary.passed)
        .map_err(|cause| CasesError::Run { file: PathBuf::from("-"), cause })
}
