//! The client against a server made of frames, in memory and on a clock that jumps.

mod commands;
mod peer;
mod reconnecting;
mod rooms;
