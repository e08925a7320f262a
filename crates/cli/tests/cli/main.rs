//! The program as it is used: its processes, and its server and bots together.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it stands")]

mod config;
mod db;
mod fold;
mod health;
mod judge;
mod lists;
mod matches;
mod process;
mod replay;
mod replay_golden;
mod serve;
mod server;
mod solve;
