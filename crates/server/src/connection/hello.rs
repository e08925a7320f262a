//! The first message: the version, and who it is.

use sarja_protocol::{
    ClientToServer, CloseReason, ErrorCode, ErrorMessage, Hello, PlayerId, PlayerKind, SPOKEN, ServerInfo,
    SessionToken, TokenScope, Welcome, limits::HELLO_BYTES_MAX, parse_client_frame,
};

use super::{Origin, Services};
use crate::{
    config::PracticeRooms,
    journal::Topic,
    limits::STORE_RETRY_MS,
    listen::PlayerAdmission,
    session::{Holder, Newcomer},
};

/// Who a connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Who {
    pub(super) player: PlayerId,
    pub(super) kind: PlayerKind,
    /// The only room that its token opens.
    pub(super) scope: Option<TokenScope>,
}

/// What becomes of a first message that opens a connection.
pub(super) struct Answer {
    pub(super) who: Who,
    /// If the player is not stored yet.
    pub(super) newcomer: Option<Newcomer>,
    /// Its place among the connections of its player.
    pub(super) admission: PlayerAdmission,
    pub(super) welcome: Welcome,
}

/// Why the first message opens nothing: the error to send, and how to close.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) error: Box<ErrorMessage>,
    pub(super) close: CloseReason,
}

impl From<ErrorMessage> for Refused {
    fn from(error: ErrorMessage) -> Self {
        // Whatever is wrong with a first message, there is no connection without it.
        let close = error.code.closes_at_hello().unwrap_or(CloseReason::BadFrame);
        Self { error: Box::new(ErrorMessage { fatal: true, ..error }), close }
    }
}

/// Reads the first message.
pub(super) fn read(frame: &str) -> Result<Hello, Refused> {
    if frame.len() > HELLO_BYTES_MAX as usize {
        return Err(ErrorMessage::new(ErrorCode::FrameTooLarge).with("most", HELLO_BYTES_MAX).into());
    }
    match parse_client_frame(frame) {
        Ok(ClientToServer::Hello(hello)) => Ok(hello),
        // What does not look like a token is as unknown as any other: the client does the same about both.
        Err(error) if is_of_a_token(&error) => Err(ErrorMessage::new(ErrorCode::BadToken).into()),
        Err(error) => Err(error.into()),
        Ok(other) => {
            let error = ErrorMessage::new(ErrorCode::HelloExpected);
            let id = other.command_id().cloned();
            Err(ErrorMessage { command_id: id, ..error }.into())
        }
    }
}

/// Whether a text was sent as token that is none.
fn is_of_a_token(error: &ErrorMessage) -> bool {
    let is_text =
        || error.params.get("value").and_then(|value| value.as_str()).is_some_and(|v| v.starts_with('"'));
    error.code == ErrorCode::BadMessage && error.path.as_deref() == Some("token") && is_text()
}

/// Answers the first message: picks the version, and finds or makes the player.
pub(super) async fn answer(hello: &Hello, origin: &Origin, services: &Services) -> Result<Answer, Refused> {
    let Some(protocol) = SPOKEN.pick(hello.protocol) else {
        let error = ErrorMessage::new(ErrorCode::UnsupportedProtocol);
        return Err(error.with("min", SPOKEN.min).with("max", SPOKEN.max).into());
    };
    let (Holder { player, scope, newcomer }, token) = identify(hello, origin, services).await?;
    let admission = services.gate.admit_player(player).map_err(|full| {
        services.journal.limit(Topic::Limit, full.as_str(), origin.address);
        ErrorMessage::new(ErrorCode::TooManyConnections).with("most", services.gate.player_max())
    })?;
    origin.admission.identified();
    // Who was invited as a program is one, whatever it says.
    let kind = if scope.is_some() { PlayerKind::Bot } else { hello.kind };
    let mut limits = services.timings.told();
    services.limits.tell(&mut limits);
    let welcome = Welcome {
        protocol,
        player_id: player,
        token,
        scope,
        server: ServerInfo { name: "sarja".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
        heartbeat_ms: limits.heartbeat_ms,
        limits,
        practice: services.hub.practice() == PracticeRooms::Allowed,
        room_creation: services.room_creation.told(),
        public_url: services.public_url.as_ref().map(ToString::to_string),
    };
    Ok(Answer { who: Who { player, kind, scope }, newcomer, admission, welcome })
}

/// By the token of the message; else by the browser's cookie; else as a new guest, whose token is told.
async fn identify(
    hello: &Hello,
    origin: &Origin,
    services: &Services,
) -> Result<(Holder, Option<SessionToken>), Refused> {
    if let Some(token) = &hello.token {
        return match services.sessions.holder(token).await {
            Ok(Some(holder)) => Ok((holder, None)),
            Ok(None) => {
                if services.journal.may_say(Topic::BadSession, origin.address) {
                    tracing::info!(address = %origin.address, "unknown session token");
                }
                Err(ErrorMessage::new(ErrorCode::BadToken).into())
            }
            Err(error) => Err(unavailable(&error)),
        };
    }
    if let Some(token) = &origin.cookie
        && let Some(holder) = services.sessions.holder(token).await.map_err(|error| unavailable(&error))?
    {
        return Ok((holder, None));
    }
    if let Err(wait) = services.rates.guest(origin.network()) {
        services.journal.limit(Topic::Limit, wait.limit, origin.address);
        return Err(ErrorMessage::new(ErrorCode::RateLimited).retry_after(wait.ms()).into());
    }
    let (guest, newcomer) = services.sessions.guest();
    Ok((Holder { player: guest.player, scope: None, newcomer: Some(newcomer) }, Some(guest.token)))
}

/// Nobody can be let in without the store: to come back later is right.
fn unavailable(error: &dyn std::fmt::Display) -> Refused {
    tracing::warn!(%error, "nobody can be identified");
    ErrorMessage::new(ErrorCode::StoreUnavailable).retry_after(STORE_RETRY_MS).into()
}
