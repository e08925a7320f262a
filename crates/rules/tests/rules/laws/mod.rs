//! Laws that hold whatever is played.

pub(crate) mod arbitrary;
mod combining;
mod greedy;
mod judging;
mod rounds;
mod views;
mod walk;
