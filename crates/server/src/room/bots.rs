//! The bots of a room: whose turn it is for them, and what they may see.

use sarja_protocol::{BotLevel, ScriptedAction, TurnNumber};
use sarja_rules::{Ruleset, Seat};

use super::{
    Room,
    family::{Move, Sight},
    seats::Holder,
};

/// A bot whose turn it is.
#[derive(Clone, Debug)]
pub struct BotTurn<'a> {
    /// Its seat.
    pub seat: Seat,
    /// The turn.
    pub turn: TurnNumber,
    /// How it finds its action.
    pub brain: Brain<'a>,
    /// The rules.
    pub ruleset: &'a Ruleset,
    /// What its seat sees, and nothing else.
    pub sight: Sight,
    /// The move that goes where it knows no better.
    pub rest: Move,
}

/// How a bot finds its action.
#[derive(Clone, Copy, Debug)]
pub enum Brain<'a> {
    /// By playing so well.
    Level(BotLevel),
    /// By its script; `None` once it has come to the end.
    Script(Option<&'a ScriptedAction>),
}

impl Room {
    /// The bot whose turn it is; `None` while the game is paused or it is somebody else's turn.
    pub fn bot_to_move(&self) -> Option<BotTurn<'_>> {
        let (_, game) = self.playing()?;
        if self.running()?.pause.is_some() {
            return None;
        }
        let seat = game.seat();
        let slot = self.seats.get(seat)?;
        let Holder::Bot { level, script, .. } = &slot.holder else { return None };
        let brain = match script.and_then(|i| self.practice.as_ref()?.scripts.get(i)) {
            Some(script) => Brain::Script(script.actions.get(slot.turns.saturating_sub(1))),
            None => Brain::Level(*level),
        };
        Some(BotTurn {
            seat,
            turn: game.turn().into(),
            brain,
            ruleset: game.ruleset(),
            sight: game.sight(seat),
            rest: game.rest(),
        })
    }
}
