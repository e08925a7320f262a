//! `sarja judge`: the referee on cases of JSON, one a line (`judge-format.md` describes them).

mod command;
mod deal;
mod league;
mod matches;
mod play;
mod round;
mod run;
mod turn;
mod verdict;

pub use command::JudgeArgs;
pub use run::judge_lines;
pub use verdict::judge_case;
