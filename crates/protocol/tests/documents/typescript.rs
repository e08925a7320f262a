//! The TypeScript types.

use std::{fs, path::Path};

use sarja_protocol::{ClientToServer, MatchArchive, ServerToClient, without_sources};
use ts_rs::{Config, TS};

use crate::keep;

#[test]
fn typescript_types_are_current() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typescript");
    // ts-rs adds to a file that is there: types that are gone would stay in it.
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    let config = Config::new().with_out_dir(&folder).with_large_int("number");
    ClientToServer::export_all(&config).unwrap();
    ServerToClient::export_all(&config).unwrap();
    MatchArchive::export_all(&config).unwrap();
    let types = fs::read_to_string(folder.join("sarja.ts")).unwrap();
    assert!(!types.contains("bigint"), "a JavaScript client reads every number with JSON.parse");
    assert!(!types.contains("import "), "the file is to stand alone");
    // The first line names the generator; trailing blanks are its habit.
    let types = without_sources(&types);
    let lines = types.lines().skip(1).map(str::trim_end).collect::<Vec<_>>().join("\n");
    keep(
        "sarja.ts",
        &format!("// Made from the types of crates/protocol; its tests hold it to them.\n{lines}\n"),
    );
}
