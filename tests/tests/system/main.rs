//! Whole-system tests: `referees` judge the same cases; `tree` checks the tree itself, what no compiler and no lint looks at.

mod referees;
mod tree;
