//! Cases of JSON, one a line, as `sarja judge` and `sarja solve` read them (`judge-format.md` describes them).
//!
//! A case that cannot be read gets a line that says what is wrong and where; the others are answered all the same.

mod case;
mod files;
mod lines;
mod summary;

pub use case::CaseError;
pub(crate) use case::{CaseSet, read, ruleset, table};
pub use files::CasesError;
pub(crate) use files::{CaseFiles, write_count};
pub(crate) use lines::{each_case, error_line, with_id};
pub use summary::{Report, Summary};
