//! A position to be solved.

use serde::Deserialize;
use serde_json::Value;

use sarja_rules::{
    Face, FaceCounts, Family, Overrides, Ruleset, TableSet,
    rummikub::{Opened, Position},
};
use sarja_solver::Objective;

use crate::cases::{CaseError, CaseSet, read, ruleset, table};

/// A position, and what is sought in it.
#[derive(Clone, Debug)]
pub struct SolveCase {
    ruleset: Ruleset,
    table: Vec<TableSet>,
    rack: FaceCounts,
    opened: Opened,
    /// What is to be as much as can be.
    pub objective: Objective,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    ruleset: String,
    #[serde(default)]
    options: Overrides,
    table: Vec<CaseSet>,
    rack: Vec<Face>,
    opened: bool,
    #[serde(default)]
    objective: Sought,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Sought {
    #[default]
    Tiles,
    Points,
}

impl SolveCase {
    /// Reads a case of the kind `solve`.
    ///
    /// # Errors
    /// [`CaseError`] names the field that cannot be read.
    pub fn read(case: &Value) -> Result<Self, CaseError> {
        if case.get("kind").is_some_and(|kind| kind != "solve") {
            return Err(CaseError::at("kind", "is not `solve`"));
        }
        let written: Written = read(case)?;
        let ruleset = ruleset(&written.ruleset, &written.options)?;
        if ruleset.family != Family::Rummikub {
            let why = format!("`{}` is not solved: its table is not rearranged", ruleset.name);
            return Err(CaseError::at("ruleset", why));
        }
        Ok(Self {
            table: table(&written.table, ruleset.tiles.numbers, "table")?,
            rack: written.rack.iter().collect(),
            opened: if written.opened { Opened::Yes } else { Opened::No },
            objective: match written.objective {
                Sought::Tiles => Objective::Tiles,
                Sought::Points => Objective::Points,
            },
            ruleset,
        })
    }

    /// What a play of it is judged on.
    pub fn position(&self) -> Position<'_> {
        Position { ruleset: &self.ruleset, table: &self.table, rack: &self.rack, opened: self.opened }
    }
}
