//! What cases have in common, and how it is read.

use serde::de::DeserializeOwned;
use serde_json::Value;

use sarja_rules::{LaidSet, Overrides, Ruleset, TableSet};

/// A case that cannot be answered because it cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// The line is no JSON, or no object.
    #[error("the line is no JSON object: {0}")]
    NotJson(String),
    /// A field is missing, has the wrong type, or holds something that does not exist.
    #[error("{path}: {what}")]
    Field {
        /// Where in the case.
        path: String,
        /// What is wrong there.
        what: String,
    },
}

impl CaseError {
    /// A fault at this place.
    pub(crate) fn at(path: impl Into<String>, what: impl Into<String>) -> Self {
        Self::Field { path: path.into(), what: what.into() }
    }
}

/// Reads a case into its type; fields that explain it to people (`id`, `why`, `expect`) are left out.
pub(crate) fn read<T: DeserializeOwned>(case: &Value) -> Result<T, CaseError> {
    let mut fields = case.clone();
    if let Some(object) = fields.as_object_mut() {
        for explaining in ["id", "why", "expect", "kind"] {
            object.remove(explaining);
        }
    }
    serde_path_to_error::deserialize(fields).map_err(|e| {
        let path = e.path().to_string();
        CaseError::at(path, e.into_inner().to_string())
    })
}

/// The ruleset of a case with its overrides.
pub(crate) fn ruleset(name: &str, options: &Overrides) -> Result<Ruleset, CaseError> {
    let printed = Ruleset::named(name).ok_or_else(|| {
        CaseError::at("ruleset", format!("`{name}` is no ruleset; `sarja rulesets` lists them"))
    })?;
    options.apply(&printed).map_err(|e| CaseError::at("options", e.to_string()))
}

/// The sets of a table before a play; `path` is where the case has it.
pub(crate) fn table(sets: &[CaseSet], numbers: u8, path: &str) -> Result<Vec<TableSet>, CaseError> {
    sets.iter()
        .enumerate()
        .map(|(i, set)| {
            TableSet::read(&set.laid(), numbers)
                .ok_or_else(|| CaseError::at(format!("{path}[{i}]"), "is no set"))
        })
        .collect()
}

/// A set as cases write it: a list of faces, or an object that may declare the kind.
#[derive(Debug, serde::Deserialize)]
#[serde(untagged)]
pub(crate) enum CaseSet {
    Faces(Vec<sarja_rules::Face>),
    Declared(LaidSet),
}

impl CaseSet {
    pub(crate) fn laid(&self) -> LaidSet {
        match self {
            Self::Faces(tiles) => LaidSet::new(tiles.clone()),
            Self::Declared(set) => set.clone(),
        }
    }
}
