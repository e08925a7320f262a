//! Bounds of a message that its types alone do not keep.

use crate::{
    ClientToServer, ErrorCode, ErrorMessage, LaidSet, Practice, ScriptedAction,
    limits::{SCRIPT_ACTIONS_MAX, SCRIPTS_MAX, SET_TILES_MAX, STEP_MS_MAX, TABLE_SETS_MAX, TILES_MAX},
};

fn at_most(have: usize, most: usize, path: &str, what: &str) -> Result<(), ErrorMessage> {
    if have <= most {
        return Ok(());
    }
    let detail = format!("{have} {what}; {most} is the most");
    Err(ErrorMessage::new(ErrorCode::BadMessage)
        .at(path)
        .saying(format!("`{path}`: {detail}."))
        .with("detail", detail))
}

fn check_table(table: &[LaidSet], path: &str) -> Result<(), ErrorMessage> {
    at_most(table.len(), TABLE_SETS_MAX, path, "sets")?;
    if let Some(i) = table.iter().position(|set| set.tiles.len() > SET_TILES_MAX) {
        at_most(table[i].tiles.len(), SET_TILES_MAX, &format!("{path}[{i}].tiles"), "tiles in a set")?;
    }
    at_most(table.iter().map(|set| set.tiles.len()).sum(), TILES_MAX, path, "tiles")
}

fn check_practice(practice: &Practice) -> Result<(), ErrorMessage> {
    at_most(practice.scripts.len(), SCRIPTS_MAX, "practice.scripts", "scripts")?;
    for (i, script) in practice.scripts.iter().enumerate() {
        let path = format!("practice.scripts[{i}].actions");
        at_most(script.actions.len(), SCRIPT_ACTIONS_MAX, &path, "actions")?;
        for (j, action) in script.actions.iter().enumerate() {
            match action {
                ScriptedAction::Play(table) => check_table(table, &format!("{path}[{j}].play"))?,
                ScriptedAction::Turn(turn) => check_table(&turn.table, &format!("{path}[{j}].turn.table"))?,
                ScriptedAction::Draw | ScriptedAction::Pass | ScriptedAction::Wait => {}
            }
        }
    }
    Ok(())
}

impl ClientToServer {
    /// Checks sizes of tables and numbers.
    pub(crate) fn check(&self) -> Result<(), ErrorMessage> {
        match self {
            Self::Play(play) => check_table(&play.table, "table"),
            Self::Draft(draft) => check_table(&draft.table, "table"),
            Self::EndTurn(end) => check_table(&end.table, "table"),
            Self::Arrange(arrange) if arrange.tiles.is_empty() => {
                let error = ErrorMessage::new(ErrorCode::BadMessage).at("tiles");
                Err(error.saying("`tiles`: there are none.").with("detail", "there are none"))
            }
            Self::Arrange(arrange) => at_most(arrange.tiles.len(), TILES_MAX, "tiles", "tiles"),
            Self::CreateRoom(room) => room.practice.as_ref().map_or(Ok(()), check_practice),
            Self::StepClock(step) => at_most(step.ms as usize, STEP_MS_MAX as usize, "ms", "milliseconds"),
            _ => Ok(()),
        }
    }
}
