//! Somebody with a device: what is kept there when the program that runs on it ends.

use std::{
    cell::{Cell, RefCell},
    io,
    rc::Rc,
    time::Duration,
};

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};
use sarja_client::{Client, ConnectError, Dial, LinkState, Options, ServerUrl, State};
use sarja_protocol::{ErrorCode, ErrorMessage, PlayerKind, RoomId, SessionToken};
use tokio::{sync::watch, time::sleep};
use turmoil::net::TcpStream;

use super::{
    host,
    program::Program,
    scene::{Act, Scene},
};
use crate::simulation::wishes::Part;

/// Somebody.
#[derive(Debug)]
pub(super) struct Player {
    pub(super) number: usize,
    pub(super) part: Part,
    pub(super) chance: RefCell<ChaCha8Rng>,
    /// What is written down: who he is, and in which room.
    token: RefCell<Option<SessionToken>>,
    pub(super) room: Cell<Option<RoomId>>,
    /// What the program knows that runs.
    known: RefCell<Option<watch::Receiver<State>>>,
    /// Commands of it that have no answer.
    pub(super) in_flight: Cell<usize>,
    /// How many commands there were.
    pub(super) commands: Cell<u32>,
    /// How often a fold was held against a fresh snapshot.
    pub(super) compared: Cell<u32>,
    pub(super) has_talked: Cell<bool>,
}

impl Player {
    pub(super) fn new(number: usize, part: Part, seed: u64) -> Self {
        Self {
            number,
            part,
            chance: RefCell::new(ChaCha8Rng::seed_from_u64(seed)),
            token: RefCell::default(),
            room: Cell::default(),
            known: RefCell::default(),
            in_flight: Cell::default(),
            commands: Cell::default(),
            compared: Cell::default(),
            has_talked: Cell::default(),
        }
    }

    /// What his host is called.
    pub(super) fn host(number: usize) -> String {
        format!("player-{number}")
    }

    /// Looks at what the program knows, if one runs.
    pub(super) fn look<T>(&self, look: impl FnOnce(&State) -> T) -> Option<T> {
        let known = self.known.borrow();
        known.as_ref().map(|known| look(&known.borrow()))
    }

    /// Whether he is in a room, has a connection, and waits for nothing.
    pub(super) fn is_settled(&self) -> bool {
        let is_in = |state: &State| state.link == LinkState::Up && state.view.is_some();
        self.in_flight.get() == 0 && self.look(is_in) == Some(true)
    }

    /// The server does not know his token.
    pub(super) fn refused(&self, error: &ErrorMessage) -> Result<(), String> {
        // Who was in no room yet is not stored, and forgotten with the process.
        if error.code == ErrorCode::BadToken && self.room.get().is_some() {
            return Err(format!("the token of player {}, who is in a room, is not known", self.number));
        }
        self.token.replace(None);
        Ok(())
    }
}

/// Connects over the network.
struct Network;

impl Dial for Network {
    type Stream = TcpStream;

    async fn dial(&mut self, url: &ServerUrl) -> io::Result<TcpStream> {
        TcpStream::connect((url.host(), url.port())).await
    }
}

/// Starts one program after the other, until all is over.
pub(super) async fn play(scene: Rc<Scene>, me: usize) -> turmoil::Result {
    let player = &scene.players[me];
    player.in_flight.set(0);
    while scene.act.get() != Act::Over {
        if let Some(client) = connect(&scene, player).await {
            player.known.replace(Some(client.state()));
            Program::new(Rc::clone(&scene), me, client).run().await;
            player.in_flight.set(0);
        }
        let ms = player.chance.borrow_mut().random_range(50..1_000);
        sleep(Duration::from_millis(ms)).await;
    }
    Ok(())
}

async fn connect(scene: &Scene, player: &Player) -> Option<Client> {
    let url = format!("{}:{}", host::NAME, host::PORT).parse().expect("it is an address");
    let options = Options {
        token: player.token.borrow().clone(),
        connect_within: Duration::from_secs(3),
        silent_after: Duration::from_secs(5),
        ..Options::new(url, PlayerKind::Human)
    };
    let seed = player.chance.borrow_mut().random();
    match Client::connect_over(Network, options, seed).await {
        Ok(client) => {
            scene.did("connect", format_args!("player {} as {}", player.number, client.player_id()));
            player.token.replace(client.token().cloned());
            Some(client)
        }
        Err(ConnectError::Refused(error)) => {
            if error.retry_after_ms.is_none()
                && let Err(broken) = player.refused(&error)
            {
                scene.break_off(broken);
            }
            None
        }
        Err(error) => {
            scene.did("no connection", format_args!("of player {}: {error}", player.number));
            None
        }
    }
}
