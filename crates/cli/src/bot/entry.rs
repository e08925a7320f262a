//! Coming into the room.

use sarja_client::{Client, CommandError, Invitation, Joining};
use sarja_protocol::{ErrorCode, ErrorMessage, PlayerName, Role, RoomJoined, Settings, TextError};

use super::{BotArgs, creation_secret::VARIABLE};

/// How many names are tried where none was asked for.
const NAMES_MAX: u32 = 20;

/// Why a bot did not come into its room.
#[derive(Debug, thiserror::Error)]
pub enum EntryError {
    /// The room could not be made.
    #[error("the room was not made: {}", told(.0))]
    NotMade(CommandError),
    /// The room did not let it in.
    #[error("the room did not let the bot in: {}", told(.0))]
    NotJoined(CommandError),
    /// A name of the bot's own making is none.
    #[error(transparent)]
    Name(#[from] TextError),
}

/// What the server said, with the place that it means.
fn told(error: &CommandError) -> String {
    let place = |e: &ErrorMessage| e.path.as_ref().map_or_else(String::new, |path| format!(" (at `{path}`)"));
    match error {
        CommandError::Refused(e) if e.code == ErrorCode::CreationSecretNeeded => {
            format!("{} Give it with --creation-secret-file, or in {VARIABLE}.", e.message)
        }
        CommandError::Refused(e) if !e.message.contains('`') => format!("{}{}", e.message, place(e)),
        other => other.to_string(),
    }
}

/// Makes the room that the arguments describe.
pub(super) async fn create(client: &Client, args: &BotArgs) -> Result<RoomJoined, EntryError> {
    let name = args.name.clone().map_or_else(|| numbered(1), Ok)?;
    let settings = Settings {
        ruleset: args.ruleset.clone(),
        overrides: args.options.clone().unwrap_or_default(),
        seats: args.players,
        ..Settings::default()
    };
    client.create_room(name, settings, None).await.map_err(EntryError::NotMade)
}

/// Comes into the room as a player.
pub(super) async fn join(
    client: &Client,
    invitation: &Invitation,
    name: Option<&PlayerName>,
) -> Result<(), EntryError> {
    let mut tried = 1;
    loop {
        let tried_name = name.cloned().map_or_else(|| numbered(tried), Ok)?;
        let joining = Joining {
            code: invitation.code,
            name: tried_name,
            secret: invitation.secret.clone(),
            password: None,
            role: Role::Player,
        };
        match client.join(joining).await {
            Ok(_) => return Ok(()),
            Err(error) => {
                let taken = error.code() == Some(ErrorCode::NameTaken);
                if !taken || name.is_some() || tried == NAMES_MAX {
                    return Err(EntryError::NotJoined(error));
                }
                tried += 1;
            }
        }
    }
}

fn numbered(number: u32) -> Result<PlayerName, TextError> {
    if number == 1 { PlayerName::new("Bot") } else { PlayerName::new(&format!("Bot {number}")) }
}
