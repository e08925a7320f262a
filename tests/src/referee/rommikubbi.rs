//! Rommikubbi (rules.md §8): its sets, its turns and the score of its deals.
//!
//! Where the text leaves room, this is what was taken:
//!
//! - **Sets of the old table** as in the Rummikub family: the order tells where a run begins, not that the set is a run.
//!   Values are those of laying, for a deal too: what a set scores does not decide how it is read.
//! - **A set that was added to** keeps every tile and every joker in its place, or has the tile there that the joker stood
//!   for. So a set has as many added tiles as it has grown by.
//! - **Interchangeable tiles** (§1). A joker of a new set may be any joker that the turn has laid; it is a hand tile as
//!   long as the hand has laid so many. The top of the pile lies in a new set if some tile equal to it may be that one: a
//!   joker only if the hand and the pile have laid a joker at all.
//! - **Opening**: the sets that count are as many as the hand can have made. `opening_points` are the most over the
//!   readings that open; if none does, over all readings.
//! - **A wrong take** is judged with the tiles that it would have brought and without them.

mod deal;
mod old_sets;
mod opening;
pub(crate) mod reading;
mod turn;

pub(super) use deal::judge as judge_deal;
pub(super) use turn::judge as judge_turn;
