//! What came of many cases.

/// What is printed of the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// Each.
    Answers,
    /// Each is compared with what its case expects; those that differ are printed.
    Differences,
}

/// How many cases there were of each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Cases answered, and as expected where that was checked.
    pub passed: usize,
    /// Cases whose answer differs from what they expect.
    pub failed: usize,
    /// Cases that could not be read.
    pub unreadable: usize,
}

impl Summary {
    /// Whether every case was answered, and as expected where that was checked.
    pub const fn is_clean(&self) -> bool {
        self.failed == 0 && self.unreadable == 0
    }

    pub(super) fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.unreadable += other.unreadable;
    }
}
