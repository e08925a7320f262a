//! The binary `sarja`.

use std::{
    io::{self, IsTerminal as _, Write as _},
    process::ExitCode,
};

use anyhow::Context as _;
use clap::Parser as _;
use sarja_cli::{Cli, Command, db::Outcome, load::Shows};

/// Rooms and connections are many small pieces that come and go: it takes a fraction of the time of the system's own for them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(status) => status,
        // Who read the output, as `head`, has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is gone as well there is nobody left to tell; the exit status still does.
            drop(writeln!(io::stderr(), "sarja: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    let mut output = io::stdout();
    match command {
        Command::Serve(serve) => runtime()?.block_on(serve.run(&mut output))?,
        Command::Health(health) => runtime()?.block_on(health.run(&mut output))?,
        Command::Config(config) => config.run(&mut output, &mut io::stderr())?,
        Command::Db(db) => {
            let mut progress: Box<dyn io::Write> =
                if io::stderr().is_terminal() { Box::new(io::stderr()) } else { Box::new(io::sink()) };
            if runtime()?.block_on(db.run(&mut output, &mut progress))? == Outcome::Faulty {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Replay(replay) => {
            if runtime()?.block_on(replay.run(&mut output))? == Outcome::Faulty {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Bot(bot) => runtime()?.block_on(bot.run(&mut output))?,
        Command::Load(load) => {
            let mut progress = io::stderr();
            let shows = if progress.is_terminal() { Shows::OneLine } else { Shows::Lines };
            let summary = runtime()?.block_on(load.run(&mut output, &mut progress, shows))?;
            if !summary.is_clean() {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Judge(judge) => {
            let mut output = io::BufWriter::new(output.lock());
            let summary = judge.run(&mut output)?;
            output.flush()?;
            if !summary.is_clean() {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Solve(solve) => {
            if !solve.run(&mut output, &mut io::stderr())?.is_clean() {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Rulesets(rulesets) => rulesets.run(&mut output)?,
        Command::Schema(schema) => schema.run(&mut output)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    tokio::runtime::Runtime::new().context("cannot start the threads of the program")
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kinds = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).map(io::Error::kind);
    kinds.into_iter().any(|kind| kind == io::ErrorKind::BrokenPipe)
}
