//! What happens between clients and processes: frames arrive, connections begin and break, somebody does not read.

use std::time::Duration;

use rand::{RngExt as _, seq::IndexedRandom as _};
use sarja_protocol::ServerToClient;
use serde_json::json;
use tokio::time::Instant;

use super::{
    book::Broken,
    client::{Client, Stage},
    pipe::{Down, Pipe},
    witness::LineId,
    world::World,
};

/// A connection.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) client: usize,
    pub(super) pipe: Pipe,
    pub(super) process: u32,
    /// The client is gone, and the process does not know.
    pub(super) is_lost: bool,
    /// The client reads nothing before this.
    pub(super) reads_from: Instant,
}

/// More than the queue of a connection holds.
const REACTIONS: usize = 80;

impl World {
    pub(super) fn pick(&mut self, which: impl Fn(&Line) -> bool) -> Option<LineId> {
        let found: Vec<_> = self.lines.iter().filter(|(_, line)| which(line)).map(|(id, _)| *id).collect();
        found.choose(&mut self.chance).copied()
    }

    pub(super) fn deliver_up(&mut self) -> bool {
        let Some(id) = self.pick(|line| line.pipe.rising() > 0) else { return false };
        let line = &self.lines[&id];
        let (client, pipe) = (line.client, line.pipe.clone());
        let most = pipe.rising();
        let count = if self.chance.random_bool(0.7) { most } else { 1 };
        (0..count).for_each(|_| pipe.deliver_up());
        self.did("deliver up", format_args!("{count} of client {client}"));
        true
    }

    pub(super) fn deliver_down(&mut self) -> Result<bool, Broken> {
        let now = Instant::now();
        let Some(id) = self.pick(|line| !line.is_lost && line.reads_from <= now && line.pipe.is_falling())
        else {
            return Ok(false);
        };
        let count = if self.chance.random_bool(0.9) { usize::MAX } else { 1 };
        self.arrive(id, count)?;
        Ok(true)
    }

    pub(super) fn deliver_all_down(&mut self) -> Result<bool, Broken> {
        let ids: Vec<_> =
            self.lines.iter().filter(|(_, l)| !l.is_lost && l.pipe.is_falling()).map(|(id, _)| *id).collect();
        let any = !ids.is_empty();
        ids.into_iter().try_for_each(|id| self.arrive(id, usize::MAX))?;
        Ok(any)
    }

    pub(super) fn deliver_all_up(&mut self) {
        for line in self.lines.values() {
            (0..line.pipe.rising()).for_each(|_| line.pipe.deliver_up());
        }
    }

    /// So many messages arrive at the client of a connection.
    pub(super) fn arrive(&mut self, id: LineId, count: usize) -> Result<(), Broken> {
        let Some(line) = self.lines.get(&id) else { return Ok(()) };
        let (at, pipe) = (line.client, line.pipe.clone());
        for n in 0..count {
            if n > 0 && !pipe.is_falling() {
                break;
            }
            let Some(down) = pipe.deliver_down() else { break };
            let is_current = self.clients[at].line.as_ref().is_some_and(|(current, _)| *current == id);
            let is_end = matches!(down, Down::Close);
            if n == 0 {
                self.did("deliver down", format_args!("to client {at}"));
            }
            if let Down::Said(message) = &down
                && self.trace.is_talkative()
            {
                self.trace.note("", &format_args!("client {at} hears {}", message.type_name()));
            }
            if is_current {
                self.hear(at, down)?;
            }
            if is_end {
                pipe.notice();
                self.lines.remove(&id);
                break;
            }
        }
        Ok(())
    }

    pub(super) fn hear(&mut self, at: usize, down: Down) -> Result<(), Broken> {
        let joined = match &down {
            Down::Said(message) => match &**message {
                ServerToClient::RoomJoined(joined) => Some((joined.room_id, joined.code)),
                _ => None,
            },
            _ => None,
        };
        if joined.is_some() {
            let table = self.clients[at].table;
            self.tables[table].code = joined;
        }
        self.clients[at].hear(down)
    }

    pub(super) fn connect(&mut self, at: usize) -> bool {
        if self.away_until[self.clients[at].table] > Instant::now() {
            return false;
        }
        let ids: Vec<_> = self.processes.keys().copied().collect();
        let Some(process) = ids.choose(&mut self.chance).copied() else { return false };
        let id = self.witness.line();
        let window = if self.chance.random_bool(0.2) { 2 } else { 64 };
        let (pipe, socket) = Pipe::new(window, id, self.witness.clone());
        self.processes[&process].accept(socket, at as u8 + 1);
        self.clients[at].connect(id, pipe.clone());
        let line = Line { client: at, pipe, process, is_lost: false, reads_from: Instant::now() };
        self.lines.insert(id, line);
        self.did("connect", format_args!("client {at} to process {process} by {id:?}"));
        true
    }

    /// A connection breaks; its process does not know yet.
    pub(super) fn cut(&mut self) -> bool {
        let Some(id) = self.pick(|line| !line.is_lost) else { return false };
        self.lose(id);
        true
    }

    pub(super) fn lose(&mut self, id: LineId) {
        let Some(line) = self.lines.get_mut(&id) else { return };
        line.is_lost = true;
        line.pipe.cut();
        let client = &mut self.clients[line.client];
        if client.line.as_ref().is_some_and(|(current, _)| *current == id) {
            client.disconnected();
        }
        let at = line.client;
        self.did("cut", format_args!("client {at}"));
    }

    pub(super) fn notice(&mut self) -> bool {
        let Some(id) = self.pick(|line| line.is_lost) else { return false };
        if let Some(line) = self.lines.remove(&id) {
            line.pipe.notice();
            self.did("notice", format_args!("client {} is gone", line.client));
        }
        true
    }

    /// A client reads nothing for a while.
    pub(super) fn stall(&mut self) -> bool {
        let Some(id) = self.pick(|line| !line.is_lost) else { return false };
        let ms = self.chance.random_range(1_000..60_000);
        if let Some(line) = self.lines.get_mut(&id) {
            line.reads_from = Instant::now() + Duration::from_millis(ms);
        }
        self.did("stall", format_args!("{id:?} for {ms} ms"));
        let table = self.lines.get(&id).map(|line| self.clients[line.client].table);
        let busy = |client: &Client| Some(client.table) == table && client.stage == Stage::Inside;
        if let Some(at) = self.clients.iter().position(busy).filter(|_| self.chance.random_bool(0.3)) {
            for _ in 0..REACTIONS {
                self.clients[at].ask(json!({"type": "react", "reaction": "laugh"}));
            }
            self.did("react a lot", format_args!("client {at}"));
        }
        true
    }

    /// Everybody at a table is gone at once.
    pub(super) fn desert(&mut self) -> bool {
        let table = self.chance.random_range(0..self.tables.len());
        let lines = self.lines.iter().filter(|(_, line)| self.clients[line.client].table == table);
        let lines: Vec<_> = lines.map(|(id, _)| *id).collect();
        for id in lines {
            self.lose(id);
        }
        while self.notice() {}
        self.away_until[table] = Instant::now() + Duration::from_secs(self.chance.random_range(2..20));
        self.did("desert", format_args!("table {table}"));
        true
    }

    /// Somebody opens a second tab: the first stays as it is.
    pub(super) fn second_tab(&mut self) -> bool {
        let at = self.chance.random_range(0..self.clients.len());
        if self.clients[at].stage != Stage::Inside {
            return false;
        }
        self.did("second tab", format_args!("client {at}"));
        self.connect(at)
    }

    /// What was lost is known everywhere, and everybody reads.
    pub(super) fn mend(&mut self) {
        while self.notice() {}
        let now = Instant::now();
        self.lines.values_mut().for_each(|line| line.reads_from = now);
    }

    /// All clients close their connections.
    pub(super) fn hang_up(&mut self) {
        self.clients.iter_mut().for_each(Client::disconnected);
        for line in std::mem::take(&mut self.lines).values() {
            line.pipe.notice();
        }
    }
}
