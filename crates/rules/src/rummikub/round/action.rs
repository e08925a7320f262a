//! What a seat, or its clock, asks of a round.

use crate::Table;

/// What is asked of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The whole table as it should be at the end of the turn.
    Play(Table),
    /// Draw a tile; the turn is over.
    Draw,
    /// Pass, where the pool is empty.
    Pass,
    /// Time has run out; this is the last draft that the server has, if any.
    RunOutOfTime(Option<Table>),
}
