//! How long the solving took.

use std::{fmt, time::Duration};

/// The times of many positions.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<Duration>);

impl Times {
    /// Takes note of one.
    pub fn add(&mut self, took: Duration) {
        self.0.push(took);
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The least time within which this share of the positions, in thousandths, was solved.
    fn within(&self, thousandths: usize) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let place = (sorted.len() * thousandths).div_ceil(1000).max(1) - 1;
        sorted.get(place).copied().unwrap_or_default()
    }
}

/// `3 positions: median 84 µs, p99 120 µs, max 120 µs`.
impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = |thousandths| self.within(thousandths).as_micros();
        let (median, p99, max) = (micros(500), micros(990), micros(1000));
        write!(f, "{} positions: median {median} µs, p99 {p99} µs, max {max} µs", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_and_p99_are_times_that_were_taken() {
        let mut times = Times::default();
        for micros in (1..=200).rev() {
            times.add(Duration::from_micros(micros));
        }
        assert_eq!(times.to_string(), "200 positions: median 100 µs, p99 198 µs, max 200 µs");
        let mut single = Times::default();
        single.add(Duration::from_micros(7));
        assert_eq!(single.to_string(), "1 positions: median 7 µs, p99 7 µs, max 7 µs");
    }
}
