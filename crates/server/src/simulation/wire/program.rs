//! A program that plays: the native client, and somebody who wants things of it.

use std::{rc::Rc, time::Duration};

use rand::RngExt as _;
use sarja_client::{Client, CommandError, Ended, LinkState, LocalView};
use sarja_protocol::{ClientToServer, CommandId, Phase, ServerToClient};
use serde_json::{Value, json};
use tokio::{task::JoinSet, time::sleep};

use super::{
    player::Player,
    scene::{Act, Scene},
};
use crate::simulation::{
    client::compare,
    wishes::{Mood, Part, parting, wish},
};

/// Commands that may be without an answer at once.
const AT_ONCE: usize = 3;

/// A program that runs.
pub(super) struct Program {
    scene: Rc<Scene>,
    me: usize,
    client: Rc<Client>,
    /// Each waits for an answer.
    asking: JoinSet<()>,
}

impl Program {
    pub(super) fn new(scene: Rc<Scene>, me: usize, client: Client) -> Self {
        Self { scene, me, client: Rc::new(client), asking: JoinSet::new() }
    }

    fn player(&self) -> &Player {
        &self.scene.players[self.me]
    }

    /// Plays until all is over, or the client has ended.
    pub(super) async fn run(mut self) {
        loop {
            let ms = self.player().chance.borrow_mut().random_range(10..70);
            sleep(Duration::from_millis(ms)).await;
            while self.asking.try_join_next().is_some() {}
            self.player().in_flight.set(self.asking.len());
            if let LinkState::Ended(ended) = &self.client.state().borrow().link {
                return self.ended(ended);
            }
            if self.scene.act.get() == Act::Over {
                break;
            }
            if self.asking.len() < AT_ONCE
                && let Some(wish) = self.wish()
            {
                self.ask(wish);
            }
        }
        self.asking.shutdown().await;
        if let Ok(client) = Rc::try_unwrap(self.client) {
            client.close().await;
        }
    }

    fn ended(&self, ended: &Ended) {
        self.scene.did("program ends", format_args!("of player {}: {ended}", self.me));
        if let Ended::Refused(error) = ended
            && let Err(broken) = self.player().refused(error)
        {
            self.scene.break_off(broken);
        }
    }

    /// What the player wants now, if anything.
    fn wish(&self) -> Option<Value> {
        let (player, act) = (self.player(), self.scene.act.get());
        let state = self.client.state();
        let state = state.borrow();
        let Some(view) = state.view.as_ref().map(LocalView::room) else { return self.come_in() };
        if view.phase == Phase::Closed {
            return self.come_in();
        }
        match act {
            Act::Storm | Act::GoOn => {
                let mood = if act == Act::Storm { Mood::Any } else { Mood::Eager };
                let records = self.scene.witness.records();
                let room = &records.books.get(&view.room_id)?.room;
                let mut chance = player.chance.borrow_mut();
                wish(view, room, player.commands.get(), mood, player.part, &mut chance)
            }
            Act::Part if self.asking.is_empty() => {
                let number = player.number;
                let words =
                    || (!player.has_talked.replace(true)).then(|| format!("goodbye from player {number}"));
                Some(parting(view, words))
            }
            Act::Compare if self.asking.is_empty() && player.compared.get() == 0 => {
                Some(json!({"type": "get_state"}))
            }
            Act::Calm | Act::Compare | Act::Part | Act::Over => None,
        }
    }

    /// Whoever is in no room makes one, or joins it.
    fn come_in(&self) -> Option<Value> {
        let player = self.player();
        if !self.asking.is_empty() || matches!(self.scene.act.get(), Act::Part | Act::Over) {
            return None;
        }
        let name = format!("Player {}", player.number);
        match self.scene.open_code() {
            Some(code) => {
                let role = if player.part == Part::Watches { "spectator" } else { "player" };
                Some(json!({"type": "join_room", "code": code, "name": name, "role": role}))
            }
            None if player.part == Part::Hosts => {
                Some(json!({"type": "create_room", "name": name, "settings": self.scene.settings}))
            }
            None => None,
        }
    }

    fn ask(&mut self, mut wish: Value) {
        let player = self.player();
        player.commands.set(player.commands.get() + 1);
        self.scene.step();
        self.scene.did("ask", format_args!("player {}: {wish}", player.number));
        let (scene, me, client) = (Rc::clone(&self.scene), self.me, Rc::clone(&self.client));
        if wish["type"] == "draft" {
            let ClientToServer::Draft(draft) = message(wish) else { return };
            self.asking.spawn_local(async move {
                // A client that has ended says so elsewhere.
                client.draft(draft.turn, draft.table, draft.discard).await.ok();
            });
            return;
        }
        let before = client.state().borrow().view.clone();
        self.asking.spawn_local(async move {
            let (kind, mut own_id) = (wish["type"].clone(), None);
            let make = |id: CommandId| {
                wish["command_id"] = json!(id);
                own_id = Some(id);
                message(wish)
            };
            let answer = client.command(make).await;
            let player = &scene.players[me];
            match answer.as_deref() {
                Ok(ServerToClient::RoomJoined(joined)) => {
                    scene.code.set(Some((joined.room_id, joined.code)));
                    player.room.set(Some(joined.room_id));
                }
                Ok(ServerToClient::Snapshot(_)) => held_against(&scene, player, before.as_ref(), &client),
                Ok(_) if kind == "leave_room" => player.room.set(None),
                Err(CommandError::Refused(_)) => {
                    if let Some(id) = &own_id {
                        scene.witness.heard_somewhere(id);
                    }
                }
                Ok(_) | Err(_) => {}
            }
            let what = answer.map_or_else(|error| error.to_string(), |answer| answer.type_name().to_owned());
            scene.trace.borrow_mut().note("", &format_args!("player {me} hears {what}"));
        });
    }
}

/// What was folded is what the snapshot says that has just come, if nothing happened in between.
fn held_against(scene: &Scene, player: &Player, folded: Option<&LocalView>, client: &Client) {
    let state = client.state();
    let state = state.borrow();
    let (Some(folded), Some(fresh)) = (folded, &state.view) else { return };
    // While others play, drafts and clocks change without a number.
    if scene.act.get() != Act::Compare || (folded.seq(), folded.epoch()) != (fresh.seq(), fresh.epoch()) {
        return;
    }
    match compare(folded.room(), fresh.room(), true) {
        Ok(()) => player.compared.set(player.compared.get() + 1),
        Err(broken) => scene.break_off(format!("player {}: {broken}", player.number)),
    }
}

fn message(wish: Value) -> ClientToServer {
    serde_json::from_value(wish).expect("a wish is a message")
}
