//! The command line.

use clap::{Parser, Subcommand};

use crate::{
    bot::BotArgs, config::ConfigArgs, db::DbArgs, health::HealthArgs, judge::JudgeArgs, load::LoadArgs,
    replay::ReplayArgs, rulesets::RulesetsArgs, schema::SchemaArgs, serve::ServeArgs, solve::SolveArgs,
};

/// Sarja: a game server for Rummikub.
#[derive(Debug, Parser)]
#[command(name = "sarja", version, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What the program does.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run the game server.
    ///
    /// Without arguments it serves this machine alone. Ctrl-C or SIGTERM stops it; running games go on when it starts again.
    /// Each setting is also one of a configuration file, which has more of them: see `sarja config`.
    Serve(ServeArgs),
    /// Ask a running server whether it can take players.
    ///
    /// Prints its answer; the exit status is 0 if it is ready, and 1 if not or if it cannot be reached.
    Health(HealthArgs),
    /// Show the configuration that `sarja serve` would have.
    ///
    /// It is written as a configuration file that says where each value came from; secrets are hidden. The exit status is 1
    /// where something is wrong, and every fault is named: so it is a check before a restart. It takes the arguments of
    /// `sarja serve`.
    Config(Box<ConfigArgs>),
    /// Back the data up, put a backup back, check either.
    Db(DbArgs),
    /// Write a match that is over to a file, or verify the deals of one.
    Replay(ReplayArgs),
    /// Play a match as a bot.
    ///
    /// The bot takes a seat, gets ready, plays, and prints the ranking. With --create it makes the room, prints code and link
    /// on the first line, and starts when every seat is taken and ready. With the token of an invitation it comes into the
    /// room that the token is for. The exit status is 0 when the match ended.
    Bot(Box<BotArgs>),
    /// Play in many rooms at once, to see what a server can do and whether it keeps what it said.
    ///
    /// Meant for a server on the same machine that was started with --limits bench. Tells moves a second, how long they took, and
    /// what was lost; with --chaos it cuts connections. The exit status is 1 if something acknowledged was lost, told in two ways,
    /// or shown wrongly, or a player could not go on.
    Load(Box<LoadArgs>),
    /// Judge cases of plays, rounds, matches and league tables.
    ///
    /// Cases are JSON, one a line; each gets a line of JSON, in order. The exit status is 1 if a case could not be read, or
    /// with --check if one differs from what it expects.
    Judge(JudgeArgs),
    /// Find the best play of positions.
    ///
    /// Positions are JSON, one a line; each gets a line of JSON, in order: how many tiles can be played, what they are worth,
    /// whether that is proven, and the table after it. Standard error tells how long it took. The exit status is 1 if a
    /// position could not be read, or with --check if an answer differs from what its position expects or is no legal play.
    Solve(SolveArgs),
    /// List the rulesets.
    Rulesets(RulesetsArgs),
    /// Print the schema of the protocol.
    Schema(SchemaArgs),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_contradicts_itself_nowhere() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_bot_needs_a_room_or_makes_one() {
        let parses = |args: &str| Cli::try_parse_from(args.split(' ')).is_ok();
        assert!(parses("sarja bot --url localhost:8080 --room ABCD2345"));
        assert!(parses("sarja bot --room http://localhost:8080/r/ABCD2345"));
        assert!(parses("sarja bot --url localhost:8080 --create --ruleset sabra-no --players 2 --rounds 1"));
        let token = "Qm8vT1xYc4Nz6RbLw0HsKj2GdPfUe7AoXi5ZyBt9V3M";
        assert!(parses(&format!("sarja bot --url localhost:8080 --token {token}")));
        assert!(parses("sarja bot --url localhost:8080 --token-file token"));
        assert!(!parses(&format!("sarja bot --url localhost:8080 --token {token} --create")));
        assert!(!parses(&format!("sarja bot --url localhost:8080 --token {token} --room ABCD2345")));
        assert!(!parses("sarja bot --url localhost:8080 --token secret"));
        assert!(!parses("sarja bot --url localhost:8080"));
        assert!(!parses("sarja bot --create"));
        assert!(!parses("sarja bot --url localhost:8080 --room ABCD2345 --create"));
        assert!(!parses("sarja bot --url localhost:8080 --room ABCD2345 --players 2"));
        assert!(!parses("sarja bot --url https://localhost --room ABCD2345"));
    }
}
