//! Whole-system tests. `tree` checks the tree itself: what no compiler and no lint looks at.

mod tree;
