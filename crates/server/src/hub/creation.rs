//! Making rooms.

use std::collections::BTreeMap;

use sarja_protocol::{
    CreateRoom, Epoch, ErrorCode, ErrorMessage, PlayerId, PlayerKind, PracticeSeed, RoomId, RoomMs, Seq,
};
use sarja_rules::rummikub;
use sarja_store::{BodyHash, CommandRef, CreateRoomError, NewSecret};

use super::{Hub, creations::Creation};
use crate::{
    actor::{Rebuilt, RoomActor, RoomHandle, Start, entry, link_secret},
    chance::{self, Source},
    config::PracticeRooms,
    limits::{CODE_TRIES_MAX, SERVER_FULL_RETRY_MS, STORE_RETRY_MS},
    room::{Circumstances, Decision, NewRoom, Presence, Room},
    wall,
};

/// A wish for a room.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish<'a> {
    /// Who makes it.
    pub(crate) player: PlayerId,
    /// A person or a program.
    pub(crate) kind: PlayerKind,
    /// The command.
    pub(crate) command: &'a CreateRoom,
    /// The hash of its body.
    pub(crate) hash: BodyHash,
}

impl Hub {
    /// Makes a room, or finds the one that the same command has made before.
    pub(crate) async fn create(&self, wish: Wish<'_>) -> Result<RoomHandle, ErrorMessage> {
        let share = self.0.creations.share((wish.player, wish.command.command_id.clone()));
        let made = *share.slot.get_or_try_init(|| self.find_or_make(wish)).await?;
        if made.hash != wish.hash {
            return Err(ErrorMessage::new(ErrorCode::CommandIdReused));
        }
        match self.by_id(made.room).await {
            Ok(Some(handle)) => Ok(handle),
            Ok(None) => Err(ErrorMessage::new(ErrorCode::RoomClosed)),
            Err(error) => {
                tracing::error!(room = %made.room, %error, "not found again");
                Err(ErrorMessage::new(ErrorCode::StoreUnavailable).retry_after(STORE_RETRY_MS))
            }
        }
    }

    async fn find_or_make(&self, wish: Wish<'_>) -> Result<Creation, ErrorMessage> {
        let command = sarja_store::CommandId::from(wish.command.command_id.as_str());
        match self.0.store.created_by(wish.player.0.into(), &command).await {
            Ok(Some(made)) => Ok(Creation { hash: made.body_hash, room: RoomId(made.room.0) }),
            Ok(None) => self.make(wish).await,
            Err(error) => {
                tracing::warn!(%error, "it is not known whether the room was made before");
                Err(ErrorMessage::new(ErrorCode::StoreUnavailable).retry_after(STORE_RETRY_MS))
            }
        }
    }

    async fn make(&self, wish: Wish<'_>) -> Result<Creation, ErrorMessage> {
        if wish.command.practice.is_some() && self.0.practice == PracticeRooms::Refused {
            return Err(ErrorMessage::new(ErrorCode::NotPractice).at("practice"));
        }
        let most = self.0.rooms;
        if self.0.registry.hosted_by(wish.player) >= most.per_player as usize {
            return Err(ErrorMessage::new(ErrorCode::TooManyRooms).with("most", most.per_player));
        }
        if self.0.registry.open() >= most.in_all as usize {
            tracing::warn!(most = most.in_all, "as many rooms as there may be");
            let error = ErrorMessage::new(ErrorCode::ServerFull).with("most", most.in_all);
            return Err(error.retry_after(SERVER_FULL_RETRY_MS));
        }
        for _ in 0..CODE_TRIES_MAX {
            if let Some((handle, actor)) = self.try_make(wish).await? {
                let room = handle.id();
                tracing::info!(%room, player = %wish.player, "room made");
                self.0.services.metrics.rooms.made.increment(1);
                self.0.registry.made(handle.clone(), wish.player);
                self.run(&handle, Box::new(actor).run());
                return Ok(Creation { hash: wish.hash, room });
            }
        }
        tracing::error!("no free room code was found");
        Err(ErrorMessage::new(ErrorCode::Busy).retry_after(STORE_RETRY_MS))
    }

    /// A room in the store, and its task before it runs; `None` if the code that was drawn is taken.
    pub(super) async fn try_make(
        &self,
        wish: Wish<'_>,
    ) -> Result<Option<(RoomHandle, RoomActor)>, ErrorMessage> {
        let (link_secret, stored_link) = link_secret(chance::secret());
        let practice = wish.command.practice.as_ref();
        let new = NewRoom {
            room: RoomId(chance::id()),
            code: chance::room_code(),
            link_secret,
            host: wish.player,
            name: wish.command.name.clone(),
            kind: wish.kind,
            settings: &wish.command.settings,
            practice,
        };
        let (room, decision) = decide(&new, practice.and_then(|practice| practice.seed))?;
        let store = &self.0.store;
        let epoch = match store.create_room(self.stored(&new, wish, &decision, stored_link)).await {
            Ok(created) => Epoch(created.epoch.0),
            Err(CreateRoomError::CodeTaken(_) | CreateRoomError::RoomExists(_)) => return Ok(None),
            Err(CreateRoomError::Write(error)) => {
                tracing::warn!(%error, "room not made");
                return Err(ErrorMessage::new(ErrorCode::StoreUnavailable).retry_after(STORE_RETRY_MS));
            }
        };
        let rebuilt = Rebuilt::made(room, &decision.events, epoch);
        Ok(Some(RoomActor::new(rebuilt, Start::Owned(epoch), self.0.services.clone())))
    }

    fn stored(
        &self,
        new: &NewRoom<'_>,
        wish: Wish<'_>,
        decision: &Decision,
        link: NewSecret,
    ) -> sarja_store::NewRoom {
        let command = CommandRef {
            player: wish.player.0.into(),
            id: wish.command.command_id.as_str().into(),
            body_hash: wish.hash,
        };
        let mut first = entry(decision, Seq(1), RoomMs(0), Some(command));
        first.secrets.push(link);
        sarja_store::NewRoom {
            id: new.room.0.into(),
            code: new.code.as_str().into(),
            owner: self.0.services.owner.clone(),
            now_ms: wall::now_ms(),
            first,
        }
    }
}

/// What the room says to being made so.
fn decide(new: &NewRoom<'_>, seed: Option<PracticeSeed>) -> Result<(Room, Decision), ErrorMessage> {
    let circumstances = Circumstances {
        now_ms: RoomMs(0),
        wall_ms: wall::now_ms(),
        presence: &Presence::default(),
        draft: None,
        shuffle_values: &BTreeMap::new(),
        chance: &seed.map_or(Source::System, Source::Seed).draw(1),
        oracle: &rummikub::RackSearch,
    };
    Room::create(new, &circumstances).map_err(|refusal| refusal.to_error())
}
