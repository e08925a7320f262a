//! The documents in `protocol/` are current: each is made here from the types, and compared.
//!
//! `UPDATE=1` rewrites them instead. The golden messages are written by hand: they are the wire, and serve as seed for
//! what hostile clients send.

#![expect(
    clippy::unwrap_used,
    reason = "a document that cannot be read fails its test, which is what is wanted"
)]

mod asyncapi;
mod golden;
mod hostile;
mod kept;
mod markdown;
mod protocol_text;
mod rommikubbi;
mod schemas;
mod typescript;

use kept::{document, keep};
