//! The documents in `protocol/` are current: each is made here from the types, and compared.
//!
//! `UPDATE=1` rewrites them instead.

mod asyncapi;
mod golden;
mod kept;
mod markdown;
mod protocol_text;
mod schemas;
mod typescript;

use kept::{document, keep};
