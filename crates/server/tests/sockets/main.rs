//! The server over real sockets: what strangers send, lost connections, restarts.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it stands")]

mod analyses;
mod caps;
mod client;
mod clocks;
mod creation;
#[expect(dead_code, reason = "the tests of the store use more of it")]
#[path = "../../../store/tests/contract/cutting_proxy.rs"]
mod cutting_proxy;
mod damage;
mod drafts;
mod draining;
mod entering;
mod findings;
mod floods;
mod frames;
mod given;
mod hello;
mod hints;
mod http;
mod keeping;
mod limits;
#[expect(dead_code, reason = "the tests of the store use more of it")]
#[path = "../../../store/tests/contract/meddling.rs"]
mod meddling;
mod pages;
mod play;
mod programs;
mod proxies;
mod replays;
mod requests;
mod restart;
mod resuming;
mod rommikubbi;
#[path = "../../../store/tests/contract/schema.rs"]
mod schema;
mod sleeping;
mod slow_readers;
mod unknown;
mod violations;
