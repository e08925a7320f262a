//! Sets: as a player lays them, and as the referee reads them (rules.md §1).

mod fault;
mod laid;
mod laid_table;
mod reading;
mod table;

pub(crate) use fault::{GROUP_TILES_MAX, SET_TILES_MIN, why_not_a_set};
pub use fault::{NotASet, SetFault};
pub use laid::{Kind, LaidSet};
pub use laid_table::Table;
pub(crate) use reading::is_group;
pub use reading::{Reading, Readings};
pub(crate) use table::lacking;
pub use table::{JokerStand, SetId, TableSet};
