//! What the whole-system tests share: a second referee, cases for both referees, and the comparison of verdicts.
//!
//! The production judge and [`referee`] were written from the same text and know nothing of each other. [`generator`]
//! makes cases out of seeds, [`referee::judge`] says what is expected, and [`compare`] tells where a verdict differs.
//! [`oracle`] finds the best play of a small position by trying them all, and asks that referee alone.

mod comparison;
pub mod generator;
pub mod oracle;
pub mod referee;

pub use comparison::compare;
