//! Jokers that lie on the table (rules.md §4).

mod fields;
mod kept;
mod matching;
mod retrieved;
