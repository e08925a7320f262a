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
//! - **Opening**: the sets that count are as many as the hand can have made. `opening_points` are the most over all
//!   readings (§3, "the most that sets are worth together"), also over those that would not open for want of a run.
//! - **A swapped joker beside a joker on top of the pile**: each has to be laid, so that one joker cannot be both.
//! - **Two runs of one worth** (a joker as the 10 or as the 1 after the 13, out of order) are left open by the text; the
//!   lower one is taken, and the generator lays no such set on the old table.
//! - **A wrong take** is judged with the tiles that it would have brought and without them.

mod deal;
#[cfg(test)]
mod decisions;
mod old_sets;
mod opening;
pub(crate) mod reading;
mod turn;

pub(super) use deal::judge as judge_deal;
pub(super) use turn::judge as judge_turn;
