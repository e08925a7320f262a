//! Bots: players that see what their seat sees, and decide what to do with it.
//!
//! [`choose`] is a function of the view, the skill and a number that stands for chance: there is no clock and no memory, and
//! what it costs is bounded by a limit of nodes. What it chooses is legal.

mod chance;
mod easy;
mod hard;
mod medium;
mod openness;
mod seen;

pub(crate) use chance::Chance;
pub use seen::Seen;

use sarja_rules::rummikub::Action;

use crate::{Answer, NodeLimit, can_play};

/// How many positions one of a bot's searches may look at: one or two milliseconds of work.
const LIMIT: NodeLimit = NodeLimit(1_000);

/// How well a bot plays; what it says of each is of Rummikub, and of Rommikubbi where that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Skill {
    /// It lays sets of its rack and adds tiles to the ends of others. It rearranges nothing and overlooks some of its tiles.
    /// In Rommikubbi it adds to its own sets only, and takes the pile for an obvious set.
    Easy,
    /// It plays whenever it can, and as many tiles as it can. In Rommikubbi: what is worth most.
    Medium,
    /// It holds tiles back and weighs when to lay them. In Rommikubbi it also swaps jokers, and weighs what
    /// the tiles that it keeps may still make.
    Hard,
}

/// What a bot does in its turn: a legal play, or it draws, or it passes where nothing is left to draw.
///
/// The same view, skill and chance give the same action.
pub fn choose(seen: &Seen<'_>, skill: Skill, chance: u64) -> Action {
    let play = match skill {
        Skill::Easy => easy::play(seen, &mut Chance::new(chance)),
        Skill::Medium => medium::play(seen),
        Skill::Hard => hard::play(seen),
    };
    let play = play.or_else(|| {
        // Who must play may not rest where there is a play, however hard it is to find.
        let must = seen.ruleset.must_play.then(|| can_play(seen.with_rack(&seen.rack), NodeLimit::default()));
        match must {
            Some(Answer::Yes(play)) => Some(play.table),
            _ => None,
        }
    });
    match play {
        Some(table) => Action::Play(table.into()),
        None if seen.pool > 0 => Action::Draw,
        None => Action::Pass,
    }
}
