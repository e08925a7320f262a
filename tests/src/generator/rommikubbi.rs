//! Cases of the kinds `turn` and `deal`: Rommikubbi.

mod damage;
mod deals;
mod sets;
mod turn;
mod turns;

pub(super) use deals::case as deal;
pub(super) use turns::case as turn;
