//! Reading archives, also those of a later program: tolerantly, but never of a version that is not known.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{ARCHIVE_VERSION, MatchArchive};
use crate::Event;

/// Why a text is no archive that can be read.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It is of a version that is not known.
    #[error("it is an archive of version {found}; versions 1 to {ARCHIVE_VERSION} are known")]
    Version {
        /// Its version.
        found: u64,
    },
    /// It is no archive.
    #[error("it is no archive of a match: {0}")]
    Unreadable(#[from] serde_json::Error),
}

/// What an archive of any version begins with.
#[derive(Deserialize)]
struct Versioned {
    archive: u64,
}

impl MatchArchive {
    /// Reads an archive. Fields that are not known are left out; an event that is not known, or that has a field whose value is not,
    /// becomes [`Event::Unknown`].
    ///
    /// # Errors
    /// [`ArchiveError`]: a higher version is named, whatever else stands in it.
    pub fn read(text: &str) -> Result<Self, ArchiveError> {
        let Versioned { archive: found } = serde_json::from_str(text)?;
        if found == 0 || found > u64::from(ARCHIVE_VERSION) {
            return Err(ArchiveError::Version { found });
        }
        Ok(serde_json::from_str(text)?)
    }

    /// The archive as one line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("archives are plain data with text keys")
    }
}

/// An event of this program or of a later one.
pub(super) fn event<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Event, D::Error> {
    let value = Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or(Event::Unknown))
}
