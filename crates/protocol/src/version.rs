//! Versions of the protocol.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The versions that this library speaks.
pub const SPOKEN: VersionRange = VersionRange { min: 1, max: 1 };

/// Versions from the lowest to the highest, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct VersionRange {
    /// The lowest.
    pub min: u32,
    /// The highest.
    pub max: u32,
}

impl VersionRange {
    /// The highest version that both speak; `None` if there is none.
    pub fn pick(self, other: Self) -> Option<u32> {
        let highest = self.max.min(other.max);
        (self.min <= highest && other.min <= highest).then_some(highest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_common_version_is_picked() {
        let range = |min, max| VersionRange { min, max };
        assert_eq!(range(1, 3).pick(range(2, 5)), Some(3));
        assert_eq!(range(2, 5).pick(range(1, 3)), Some(3));
        assert_eq!(range(1, 1).pick(range(1, 9)), Some(1));
        for none in [(2, 5), (0, 0), (3, 1)] {
            assert_eq!(range(1, 1).pick(range(none.0, none.1)), None, "{none:?}");
        }
    }
}
