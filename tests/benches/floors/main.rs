//! What a server does, beside what a bare one does on the same machine in the same run: `cargo bench -p sarja-tests --bench floors`.
//!
//! Server and load are two processes, each on a core of its own. After `--` may stand the parts to be measured: `moves`, `persisted`,
//! `idle`, `drafts`, `return`; and `--seconds S`, how long each load is measured.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on should stop where it stands")]
#![expect(clippy::print_stdout, reason = "a benchmark prints what it measures")]
#![expect(clippy::cast_possible_truncation, reason = "tiles and seats are few")]

mod bare;
mod bare_room;
mod parts;
mod process;

use parts::Stage;

/// What can be measured.
const PARTS: [&str; 5] = ["moves", "persisted", "idle", "drafts", "return"];

/// How long each load is measured, unless asked otherwise.
const SECONDS: u32 = 20;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    if args == [process::BARE] {
        runtime.block_on(bare::serve());
    } else {
        runtime.block_on(measure(args));
    }
}

async fn measure(args: Vec<String>) {
    let mut seconds = SECONDS;
    let mut wanted = Vec::new();
    let mut args = args.into_iter();
    while let Some(arg) = args.next() {
        if arg == "--seconds" {
            seconds = args.next().expect("--seconds has a number").parse().unwrap();
        } else {
            wanted.push(arg);
        }
    }
    let unknown: Vec<_> = wanted.iter().filter(|wanted| !PARTS.contains(&wanted.as_str())).collect();
    assert!(unknown.is_empty(), "{unknown:?} is none of {PARTS:?}");
    let stage = Stage::build(seconds);
    for part in
        PARTS.into_iter().filter(|part| wanted.is_empty() || wanted.iter().any(|wanted| wanted == part))
    {
        match part {
            "moves" => stage.moves().await,
            "persisted" => stage.persisted().await,
            "idle" => stage.idle().await,
            "drafts" => stage.drafts().await,
            _ => stage.back_at_once().await,
        }
    }
}
