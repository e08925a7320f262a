//! The subcommand `sarja bot`: a program that plays a whole match over the wire, as any other client would.

mod chance;
mod creation_secret;
mod deed;
mod entry;
mod level;
mod moves;
mod play;
mod report;
mod rommikubbi;
mod rummikub;
mod token_file;

pub use creation_secret::CreationSecretError;
pub use entry::EntryError;
pub use level::Level;
pub(crate) use moves::laid_sets;
pub use moves::{Move, choose};
pub use play::PlayError;
pub use token_file::TokenFileError;

use std::{
    io::{self, Write},
    path::PathBuf,
};

use sarja_client::{Client, ConnectError, Invitation, Options, ServerUrl};
use sarja_protocol::{PlayerKind, PlayerName, SessionToken};
use sarja_rules::Overrides;

use token_file::TokenFile;

/// Plays a match in a room: takes a seat, gets ready, plays, and prints the ranking.
///
/// With `--create` it makes the room, prints code and link on the first line, and starts when every seat is taken and
/// ready. With the token of an invitation it comes into the room that the token is for. The exit status is 0 when the match
/// ended.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("where").required(true).multiple(true).args(["room", "create", "token", "token_file"])))]
pub struct BotArgs {
    /// The server, as http://HOST:PORT. An invitation link names it too.
    #[arg(long, env = "SARJA_URL", value_name = "URL", required_unless_present = "room")]
    pub url: Option<ServerUrl>,
    /// The room: its code, or an invitation link. A token for one room names it too.
    #[arg(long, value_name = "CODE|LINK")]
    pub room: Option<Invitation>,
    /// Make the room.
    #[arg(long, conflicts_with = "room")]
    pub create: bool,
    /// The name to go by; without it `Bot`, with a number where that is taken.
    #[arg(long, value_parser = |text: &str| PlayerName::new(text))]
    pub name: Option<PlayerName>,
    /// The token of an invitation. Others on this machine may see it among the arguments; a file is safer.
    #[arg(long, value_name = "TOKEN", conflicts_with_all = ["room", "create", "token_file"], value_parser = |text: &str| SessionToken::new(text))]
    pub token: Option<SessionToken>,
    /// A file for the player's token, so that a bot that is started again is the same player; or one that holds the token of an
    /// invitation.
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// A file with the secret with which this server lets rooms be made. Without it, the variable `SARJA_CREATION_SECRET`.
    #[arg(long, value_name = "FILE", requires = "create")]
    pub creation_secret_file: Option<PathBuf>,
    /// How well it plays.
    #[arg(long, value_enum, default_value_t)]
    pub level: Level,
    /// What the values for the shuffle, and what an easy bot overlooks, are made from; without it, chance.
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    /// The ruleset of the room that is made.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["room", "token"], default_value = sarja_protocol::RULESET_DEFAULT)]
    pub ruleset: String,
    /// Fields that the room plays otherwise, as {"joker":{"release":"exact"}}.
    #[arg(long, value_name = "JSON", conflicts_with_all = ["room", "token"], value_parser = |text: &str| serde_json::from_str::<Overrides>(text))]
    pub options: Option<Overrides>,
    /// How many seats the room has; without it as many as the ruleset allows.
    #[arg(long, value_name = "N", conflicts_with_all = ["room", "token"])]
    pub players: Option<u8>,
    /// After how many rounds an open match is ended.
    #[arg(long, value_name = "N", conflicts_with_all = ["room", "token"], default_value_t = 2)]
    pub rounds: u32,
}

/// Why a bot did not play a match to its end.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// Nothing says where the server is.
    #[error("say where the server is with --url: a code alone does not")]
    NoServer,
    /// Nothing says which room it is.
    #[error("say which room it is with --room: there is no token that is for one room")]
    NoRoom,
    /// The token cannot be read or kept.
    #[error(transparent)]
    TokenFile(#[from] TokenFileError),
    /// The secret for making rooms cannot be read.
    #[error(transparent)]
    CreationSecret(#[from] CreationSecretError),
    /// There is no connection.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The bot did not come into the room, or got no seat.
    #[error(transparent)]
    Entry(#[from] EntryError),
    /// The match was not played to its end.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// What happens cannot be written.
    #[error("cannot write what happens")]
    Output(#[from] io::Error),
}

impl BotArgs {
    /// Plays, and writes to `output` what people may want to know.
    ///
    /// # Errors
    /// See [`BotError`].
    pub async fn run(self, output: &mut (impl Write + Send)) -> Result<(), BotError> {
        let named = self.room.as_ref().and_then(|invitation| invitation.server.clone());
        let url = self.url.clone().or(named).ok_or(BotError::NoServer)?;
        let file = self.token_file.clone().map(TokenFile::new);
        let mut options = Options::new(url.clone(), PlayerKind::Bot);
        options.token = match (&self.token, &file) {
            (Some(token), _) => Some(token.clone()),
            (None, Some(file)) => file.read()?,
            (None, None) => None,
        };
        if options.token.is_none() && self.room.is_none() && !self.create {
            return Err(BotError::NoRoom);
        }

        if self.create {
            options.creation_secret = creation_secret::find(self.creation_secret_file.as_deref())?;
        }

        let client = Client::connect(options).await?;
        let played = self.play(&client, &url, file.as_ref(), output).await;
        client.close().await;
        played
    }

    async fn play(
        &self,
        client: &Client,
        url: &ServerUrl,
        file: Option<&TokenFile>,
        output: &mut (impl Write + Send),
    ) -> Result<(), BotError> {
        if self.create {
            let made = entry::create(client, self).await?;
            writeln!(output, "{}", report::invitation(&link_base(client, url), &made))?;
            output.flush()?;
        } else {
            let scope = client.welcome().scope;
            let scoped = scope.map(|scope| Invitation { server: None, code: scope.code, secret: None });
            let invitation = self.room.clone().or(scoped).ok_or(BotError::NoRoom)?;
            entry::join(client, &invitation, self.name.as_ref()).await?;
        }
        // From now on the server knows it for good.
        if let (Some(file), Some(token)) = (file, client.token()) {
            file.keep(token)?;
        }
        let chance = chance::Values::new(self.seed);
        let host = self.create.then_some(deed::HostPlan { rounds: self.rounds });
        play::match_of(client, self.level, chance, host, output).await
    }
}

/// What links to the server's rooms begin with: what the server says of itself, else the address that was connected to.
fn link_base(client: &Client, url: &ServerUrl) -> String {
    client.welcome().public_url.clone().unwrap_or_else(|| url.web())
}
