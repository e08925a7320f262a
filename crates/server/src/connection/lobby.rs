//! How a connection comes into a room.

use std::sync::Arc;

use sarja_protocol::{ClientToServer, CommandId, CreateRoom, ErrorCode, ErrorMessage, PlayerId};
use sarja_store::BodyHash;
use tokio::{sync::oneshot, time::Instant};

use super::{hello::Who, reader::Reader, socket::Socket};
use crate::{
    actor::{Enter, Membership, RoomHandle, ToRoom, body_hash},
    config::RoomCreation,
    hub::{RoomError, Wish},
    journal::Topic,
    limits::{BUSY_RETRY_MS, STORE_RETRY_MS},
    metrics::{Measured, Outcome},
};

/// The room that a connection is in.
pub(super) struct Link {
    pub(super) room: RoomHandle,
    /// Whether it still is.
    membership: Membership,
    /// The command that brought it in: sent again it is answered, not refused.
    by: (CommandId, BodyHash),
}

impl Link {
    /// Whether the connection is in the room, and the room is there.
    pub(super) fn lasts(&self) -> bool {
        self.membership.lasts() && self.room.runs()
    }
}

/// What a room said to somebody who wants to come in.
enum Knocked {
    LetIn,
    /// It has told the client why.
    Refused,
}

impl<S: Socket> Reader<S> {
    /// The room that the connection is in.
    pub(super) fn link(&mut self) -> Option<&Link> {
        self.link.take_if(|link| !link.lasts());
        self.link.as_ref()
    }

    /// Makes, joins or resumes a room.
    pub(super) async fn enter(&mut self, command: ClientToServer, received: Instant, who: Who) {
        let Some(id) = command.command_id().cloned() else { return };
        let measured = Measured::of(&command);
        let by = (id.clone(), body_hash(&command));
        let found = match self.link() {
            Some(link) if link.by == by => Ok(link.room.clone()),
            Some(link) if link.by.0 == by.0 => Err(ErrorMessage::new(ErrorCode::CommandIdReused)),
            Some(_) => Err(ErrorMessage::new(ErrorCode::AlreadyInRoom)),
            None => self.find(&command, by.1, who).await,
        };
        let entered = match found {
            Ok(room) => self.knock(room, command, received, who, by).await,
            Err(error) => Err(error),
        };
        let outcome = match entered {
            Ok(Knocked::LetIn) => Outcome::Accepted,
            Ok(Knocked::Refused) => Outcome::Refused,
            Err(error) => self.refused(error.to_command(id)),
        };
        self.services.metrics.commands.answered(measured, outcome, received.elapsed());
    }

    async fn find(
        &mut self,
        command: &ClientToServer,
        hash: BodyHash,
        who: Who,
    ) -> Result<RoomHandle, ErrorMessage> {
        let services = Arc::clone(&self.services);
        let (player, from) = (who.player, self.origin.network());
        if let ClientToServer::CreateRoom(create) = command {
            if who.scope.is_some() {
                return Err(ErrorMessage::new(ErrorCode::ScopedToken));
            }
            if services.draining.is_on() {
                let error = ErrorMessage::new(ErrorCode::ServerDraining);
                return Err(error.retry_after(services.draining.retry_after_ms()));
            }
            self.may_create(create, player)?;
            services.rates.room(player, from).map_err(|wait| self.too_many(wait))?;
            self.store_newcomer().await?;
            return services.hub.create(Wish { player, kind: who.kind, command: create, hash }).await;
        }
        if !self.comes_back(command) {
            services.rates.may_look_up(player, from).map_err(|wait| self.too_many(wait))?;
        }
        let found = match (command, who.scope) {
            // By its id: once the room is closed another may have its code.
            (ClientToServer::JoinRoom(join), Some(scope)) if join.code == scope.code => {
                services.hub.by_id(scope.room_id).await
            }
            (ClientToServer::JoinRoom(join), None) => services.hub.by_code(join.code).await,
            (ClientToServer::ResumeRoom(resume), scope)
                if scope.is_none_or(|scope| scope.room_id == resume.room_id) =>
            {
                services.hub.by_id(resume.room_id).await
            }
            _ => Ok(None),
        };
        match found {
            Ok(Some(room)) => {
                self.store_newcomer().await?;
                Ok(room)
            }
            Ok(None) => {
                services.rates.looked_up_in_vain(player, from);
                Err(ErrorMessage::new(ErrorCode::NoSuchRoom))
            }
            Err(error) => Err(unavailable(&error)),
        }
    }

    /// Stores the player, if he is not: what happens in a room refers to him.
    async fn store_newcomer(&mut self) -> Result<(), ErrorMessage> {
        if let Some(newcomer) = self.newcomer {
            self.services.sessions.store(newcomer).await.map_err(|error| {
                tracing::warn!(%error, "a player is not stored");
                ErrorMessage::new(ErrorCode::StoreUnavailable).retry_after(STORE_RETRY_MS)
            })?;
            self.newcomer = None;
        }
        Ok(())
    }

    /// Whether this is somebody who comes back to a room that there is. Ids of rooms are not found by trying, and whoever sits
    /// at a table must not be kept from it by others at the same address who mistype codes, or do it on purpose.
    fn comes_back(&self, command: &ClientToServer) -> bool {
        matches!(command, ClientToServer::ResumeRoom(resume) if self.services.hub.knows(resume.room_id))
    }

    /// Whether the command has the secret that the server asks for. Wrong ones count like wrong codes: secrets must not be
    /// found by trying.
    fn may_create(&self, command: &CreateRoom, player: PlayerId) -> Result<(), ErrorMessage> {
        let RoomCreation::Secret(key) = &self.services.room_creation else { return Ok(()) };
        let needed = || ErrorMessage::new(ErrorCode::CreationSecretNeeded).at("creation_secret");
        let secret = command.creation_secret.as_ref().ok_or_else(needed)?;
        let from = self.origin.network();
        self.services.rates.may_try_secret(player, from).map_err(|wait| self.too_many(wait))?;
        if key.is_opened_by(secret) {
            return Ok(());
        }
        if self.services.journal.may_say(Topic::BadSecret, self.origin.address) {
            tracing::info!(address = %self.origin.address, %player, "wrong secret for making rooms");
        }
        self.services.rates.tried_secret_in_vain(player, from);
        Err(needed())
    }

    /// Asks the room to let the connection in, and waits for its word.
    async fn knock(
        &mut self,
        room: RoomHandle,
        command: ClientToServer,
        received: Instant,
        who: Who,
        by: (CommandId, BodyHash),
    ) -> Result<Knocked, ErrorMessage> {
        let (entered, answer) = oneshot::channel();
        let enter = Enter {
            connection: self.id,
            player: who.player,
            kind: who.kind,
            command,
            received,
            outbox: self.outbox.clone(),
            entered,
        };
        let sent = self.services.hub.send(room, ToRoom::Enter(Box::new(enter))).await;
        let Some(room) = sent.map_err(|error| unavailable(&error))? else {
            return Err(ErrorMessage::new(ErrorCode::RoomClosed));
        };
        match Self::within(answer).await {
            Some(Ok(Some(membership))) => {
                self.link = Some(Link { room, membership, by });
                Ok(Knocked::LetIn)
            }
            // The room has told why. Passwords must not be found by trying either.
            Some(Ok(None)) => {
                self.services.rates.looked_up_in_vain(who.player, self.origin.network());
                Ok(Knocked::Refused)
            }
            // The room ended, or did not come to it: whatever comes of it later is taken back.
            Some(Err(_)) | None => {
                room.gone(self.id).await;
                Err(ErrorMessage::new(ErrorCode::Busy).retry_after(BUSY_RETRY_MS))
            }
        }
    }
}

fn unavailable(error: &RoomError) -> ErrorMessage {
    if !matches!(error, RoomError::Busy | RoomError::HeldBack(_)) {
        tracing::error!(%error, "a room cannot be had");
    }
    match error {
        RoomError::Read(_) | RoomError::Write(_) => {
            ErrorMessage::new(ErrorCode::StoreUnavailable).retry_after(STORE_RETRY_MS)
        }
        RoomError::HeldBack(wait) => {
            let ms = u32::try_from(wait.as_millis()).unwrap_or(u32::MAX).saturating_add(1);
            ErrorMessage::new(ErrorCode::StoreUnavailable).retry_after(ms)
        }
        RoomError::Busy => ErrorMessage::new(ErrorCode::Busy).retry_after(BUSY_RETRY_MS),
        RoomError::Unreadable(_) | RoomError::Panicked | RoomError::SetAside => {
            ErrorMessage::new(ErrorCode::InternalError)
        }
    }
}
