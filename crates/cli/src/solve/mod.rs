//! `sarja solve`: the best play of positions of JSON, one a line (`judge-format.md` describes them).

mod answer;
mod case;
mod check;
mod command;
mod run;
mod times;

pub use case::SolveCase;
pub use command::SolveArgs;
pub use run::solve_lines;
pub use times::Times;
