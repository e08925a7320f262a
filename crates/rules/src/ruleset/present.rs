//! Fields that may be left out, where `null` means something else than absence.

use serde::{Deserialize, Deserializer};

/// Reads a field that is there; with `#[serde(default)]` an absent one is `None`.
///
/// Without it serde reads `null` as absent: `Option<T>` then refuses `null`, and `Option<Option<T>>` tells it from absence.
pub(super) fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
