//! `sarja judge`: the referee on cases of JSON, one a line (`judge-format.md` describes them).

mod case;
mod command;
mod league;
mod matches;
mod play;
mod round;
mod run;

pub use case::{CaseError, judge_case};
pub use command::{JudgeArgs, JudgeError};
pub use run::{Report, Summary, judge_lines};
