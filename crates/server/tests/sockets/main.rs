//! The server over real sockets: what strangers send, lost connections, restarts.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it stands")]

mod caps;
mod client;
mod clocks;
mod creation;
mod damage;
mod drafts;
mod draining;
mod entering;
mod floods;
mod frames;
mod given;
mod hello;
mod http;
mod limits;
mod pages;
mod play;
mod programs;
mod proxies;
mod requests;
mod restart;
mod resuming;
mod sleeping;
mod violations;
