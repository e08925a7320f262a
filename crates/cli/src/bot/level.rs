//! How well the bot plays.

use sarja_solver::Skill;

/// How well the bot plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Level {
    /// Lays sets of its rack and adds tiles to the ends of others; rearranges nothing and overlooks some of its tiles.
    Easy,
    /// Plays whenever it can, and as many tiles as it can.
    #[default]
    Medium,
    /// Holds tiles back and weighs when to lay them.
    Hard,
}

impl From<Level> for Skill {
    fn from(level: Level) -> Self {
        match level {
            Level::Easy => Self::Easy,
            Level::Medium => Self::Medium,
            Level::Hard => Self::Hard,
        }
    }
}
