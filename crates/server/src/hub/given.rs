//! What tests begin with: a hub on a file of its own, and somebody who makes rooms.

use std::{sync::Arc, time::Duration};

use sarja_protocol::{ClientToServer, CreateRoom, PlayerId, PlayerKind, PlayerName, RoomId, Settings};
use sarja_store::{Owner, Store, StoreUrl};
use tempfile::TempDir;
use tokio::{sync::oneshot, time::Instant};
use tokio_util::sync::CancellationToken;

use super::{Hub, Wish};
use crate::{
    actor::{ConnectionId, Enter, Outcome, RoomActor, RoomHandle, RoomServices, ToRoom, body_hash},
    config::PracticeRooms,
    connection::{Outbox, OutboxReader, outbox},
    drain::{Drain, Draining},
    idle_rooms::IdleRooms,
    metrics::Metrics,
    server_limits::ServerLimits,
    session::Sessions,
    store_watch::StoreWatch,
    thinking::Thinking,
};

pub(crate) struct Place {
    pub(crate) hub: Hub,
    pub(crate) store: Store,
    pub(crate) player: PlayerId,
    pub(crate) stop: CancellationToken,
    _folder: TempDir,
}

impl Place {
    pub(crate) async fn new() -> Self {
        Self::with(IdleRooms::default()).await
    }

    pub(crate) async fn with(idle_rooms: IdleRooms) -> Self {
        let folder = TempDir::new().unwrap();
        let store = Store::open(&StoreUrl::sqlite(folder.path().join("sarja.db")).unwrap()).await.unwrap();
        let player = stored_player(&store).await;
        let stop = CancellationToken::new();
        let metrics = Metrics::new();
        let services = RoomServices {
            store: store.clone(),
            store_watch: StoreWatch::new(),
            owner: Owner::from("test"),
            bot_thinks: Duration::ZERO..=Duration::ZERO,
            idle_rooms,
            draining: Draining::new(Drain::default()),
            stop: stop.clone(),
            thinking: Thinking::new(Arc::clone(&metrics)),
            metrics,
        };
        let rooms = (&ServerLimits::default()).into();
        let hub = Hub::new(services, PracticeRooms::Refused, rooms);
        Self { hub, store, player, stop, _folder: folder }
    }

    pub(crate) async fn another_player(&self) -> PlayerId {
        stored_player(&self.store).await
    }

    fn wish(id: &str) -> CreateRoom {
        CreateRoom {
            command_id: id.parse().unwrap(),
            name: PlayerName::new("Aino").unwrap(),
            settings: Settings::default(),
            practice: None,
            creation_secret: None,
        }
    }

    /// A room that runs.
    pub(crate) async fn room(&self, id: &str) -> RoomHandle {
        let command = Self::wish(id);
        let hash = body_hash(&command.clone().into());
        let wish = Wish { player: self.player, kind: PlayerKind::Human, command: &command, hash };
        self.hub.create(wish).await.unwrap()
    }

    /// A room whose task does not run: the test is the task.
    pub(crate) async fn in_hand(&self) -> (RoomHandle, RoomActor) {
        self.in_hand_of(Self::wish("make")).await
    }

    /// The same, of a room that this command makes.
    pub(crate) async fn actor_of(&self, command: CreateRoom) -> RoomActor {
        self.in_hand_of(command).await.1
    }

    async fn in_hand_of(&self, command: CreateRoom) -> (RoomHandle, RoomActor) {
        let hash = body_hash(&command.clone().into());
        let wish = Wish { player: self.player, kind: PlayerKind::Human, command: &command, hash };
        self.hub.try_make(wish).await.unwrap().expect("no code is taken")
    }

    /// The same room as the next server has it, when this one has stopped.
    pub(crate) async fn on_the_next_server(&self, actor: &mut RoomActor) -> RoomActor {
        let Outcome::Stopped(left) = actor.stop().await else { panic!("it goes on") };
        let room = RoomId(left.room.0);
        assert_eq!(self.store.hand_over(vec![left]).await.unwrap(), 1);
        self.read(room).await
    }

    /// A room as the next server reads it.
    pub(crate) async fn read(&self, room: RoomId) -> RoomActor {
        self.hub.taken(room).await.unwrap().expect("it is open").1
    }

    /// Comes into the room as its maker.
    pub(crate) async fn enter(&self, room: &RoomHandle, id: &str) -> (Outbox, OutboxReader) {
        let (outbox, reader) = outbox(Metrics::new());
        let (entered, answer) = oneshot::channel();
        let enter = entering(1, self.player, Self::wish(id), &outbox, entered);
        room.try_send(ToRoom::Enter(Box::new(enter))).unwrap();
        answer.await.unwrap().expect("its maker may come in");
        (outbox, reader)
    }

    /// Lets the maker into a room whose task is the test.
    pub(crate) async fn enter_here(&self, actor: &mut RoomActor) -> (Outbox, OutboxReader) {
        come_in(actor, 1, self.player, Self::wish("make")).await
    }
}

/// Lets somebody into a room whose task is the test.
pub(crate) async fn come_in(
    actor: &mut RoomActor,
    connection: u64,
    player: PlayerId,
    command: impl Into<ClientToServer>,
) -> (Outbox, OutboxReader) {
    let (outbox, reader) = outbox(Metrics::new());
    let (entered, mut answer) = oneshot::channel();
    actor.handle(ToRoom::Enter(Box::new(entering(connection, player, command, &outbox, entered)))).await;
    answer.try_recv().unwrap().expect("may come in");
    (outbox, reader)
}

fn entering(
    connection: u64,
    player: PlayerId,
    command: impl Into<ClientToServer>,
    outbox: &Outbox,
    entered: oneshot::Sender<Option<crate::actor::Membership>>,
) -> Enter {
    let (command, outbox) = (command.into(), outbox.clone());
    let (connection, received) = (ConnectionId(connection), Instant::now());
    Enter { connection, player, kind: PlayerKind::Human, command, received, outbox, entered }
}

async fn stored_player(store: &Store) -> PlayerId {
    let sessions = Sessions::new(store.clone());
    let (guest, newcomer) = sessions.guest();
    sessions.store(newcomer).await.unwrap();
    guest.player
}
