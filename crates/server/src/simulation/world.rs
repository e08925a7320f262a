//! A world: processes on one database, clients, and the network between them. One seed decides everything that happens.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
    time::Duration,
};

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng, seq::IndexedRandom as _};
use sarja_protocol::{RoomCode, RoomId};
use sarja_store::MemoryDatabase;
use serde_json::{Value, json};
use tokio::{
    task::yield_now,
    time::{Instant, sleep},
};

use super::{
    book::Broken,
    client::{Client, Stage},
    network::Line,
    process::Process,
    trace::Trace,
    weather::Weather,
    wishes::{Mood, Part, wish},
    witness::{LineId, Witness},
};
use crate::metrics::Metrics;

/// A room that there is to be, and who wants to be in it.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) settings: Value,
    pub(super) code: Option<(RoomId, RoomCode)>,
}

/// Everything that there is.
#[derive(Debug)]
pub(super) struct World {
    pub(super) chance: ChaCha8Rng,
    pub(super) witness: Witness,
    pub(super) weather: Arc<Weather>,
    pub(super) clients: Vec<Client>,
    pub(super) trace: Trace,
    /// How often what was done to it.
    pub(super) deeds: BTreeMap<&'static str, u32>,
    pub(super) database: MemoryDatabase,
    pub(super) metrics: Arc<Metrics>,
    pub(super) tables: Vec<Table>,
    pub(super) lines: BTreeMap<LineId, Line>,
    pub(super) processes: BTreeMap<u32, Process>,
    pub(super) started: u32,
    /// Nobody of a table comes back before this.
    pub(super) away_until: Vec<Instant>,
}

/// Nobody reads them, and to make them takes longer than a step.
static METRICS: OnceLock<Arc<Metrics>> = OnceLock::new();

/// What all worlds count in.
pub(super) fn metrics() -> Arc<Metrics> {
    Arc::clone(METRICS.get_or_init(Metrics::new))
}

/// What may be played, with short clocks.
pub(super) fn settings(chance: &mut ChaCha8Rng) -> Value {
    let choices = [
        json!({"overrides": {"match": {"rounds": 2}, "opening": {"min_points": 0}, "clock": {"turn_seconds": 10}}, "hints": "play"}),
        json!({"overrides": {"rack": 20, "match": {"rounds": 1}, "opening": {"min_points": 0}, "clock": {"turn_seconds": 10}}, "drafts": "hidden"}),
        json!({"overrides": {"match": {"open": true}, "opening": {"min_points": 10}, "clock": {"turn_seconds": 10}}}),
        json!({"ruleset": "rommikubbi", "overrides": {"match": {"rounds": 1}, "opening": {"min_points": 0}, "clock": {"turn_seconds": 10}}}),
        json!({"ruleset": "rommikubbi", "overrides": {"match": {"target": 50}, "opening": {"min_points": 20}, "clock": {"turn_seconds": 10}}, "drafts": "hidden"}),
    ];
    choices.choose(chance).cloned().unwrap_or_default()
}

impl World {
    /// With one process, and nobody connected.
    pub(super) async fn new(seed: u64, trace: Trace) -> Self {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let weather = Arc::new(Weather::of(chance.random()));
        let database = MemoryDatabase::with_faults(Arc::clone(&weather) as _);
        let witness = Witness::new(database.clone(), trace.is_talkative());
        let (tables, clients_each) =
            *[(1, 4), (2, 3), (2, 3), (2, 4), (3, 3)].choose(&mut chance).expect("some");
        let clients = (0..tables * clients_each).map(|number| {
            let (table, place) = (number / clients_each, number % clients_each);
            let part = match place {
                0 => Part::Hosts,
                _ if place + 1 == clients_each => Part::Watches,
                _ => Part::Plays,
            };
            Client::new(number as u8, table, part, witness.clone())
        });
        let tables: Vec<_> =
            (0..tables).map(|_| Table { settings: settings(&mut chance), code: None }).collect();
        let mut world = Self {
            chance,
            clients: clients.collect(),
            witness,
            weather,
            trace,
            deeds: BTreeMap::new(),
            database,
            metrics: metrics(),
            lines: BTreeMap::new(),
            processes: BTreeMap::new(),
            started: 0,
            away_until: vec![Instant::now(); tables.len()],
            tables,
        };
        while world.processes.is_empty() {
            world.start_process().await;
        }
        world
    }

    pub(super) fn did(&mut self, what: &'static str, whom: impl std::fmt::Display) {
        *self.deeds.entry(what).or_default() += 1;
        self.trace.note(what, &whom);
    }

    /// One thing happens, and then others go on for a while; fails if something is broken by now.
    pub(super) async fn step(&mut self) -> Result<(), Broken> {
        while !self.happen().await? {}
        self.breathe().await;
        self.witness.records().look()
    }

    async fn happen(&mut self) -> Result<bool, Broken> {
        if self.processes.is_empty() && self.chance.random_bool(0.2) {
            return Ok(self.start_process().await);
        }
        if self.processes.len() > 1 && self.chance.random_bool(0.02) {
            return Ok(self.kill());
        }
        Ok(match self.chance.random_range(0..1_000) {
            0..280 => self.deliver_down()?,
            280..560 => self.deliver_up(),
            560..900 => {
                let who = self.somebody();
                self.act(who, Mood::Any)
            }
            900..930 => self.wait(10..100).await,
            930..950 => self.wait(300..3_000).await,
            950..953 => self.wait(8_000..25_000).await,
            953..961 => self.cut(),
            961..971 => self.notice(),
            971..973 => self.stall(),
            973..975 => self.second_tab(),
            975..976 => self.kill(),
            976..978 => self.start_process().await,
            978..979 => self.stop().await,
            979..981 => self.desert(),
            _ => self.deliver_all_down()?,
        })
    }

    /// Anybody, or whoever has something to do.
    fn somebody(&mut self) -> usize {
        let busy = |client: &Client| match client.stage {
            Stage::Greeting | Stage::Resuming(_) => false,
            Stage::Away | Stage::Outside => true,
            Stage::Inside => {
                client.in_flight() == 0 && client.view.as_ref().is_some_and(|v| v.own_turn().is_some())
            }
        };
        if self.chance.random_bool(0.5) {
            let busy: Vec<_> = (0..self.clients.len()).filter(|at| busy(&self.clients[*at])).collect();
            if let Some(at) = busy.choose(&mut self.chance) {
                return *at;
            }
        }
        self.chance.random_range(0..self.clients.len())
    }

    /// Others go on, in one order or another.
    pub(super) async fn breathe(&mut self) {
        for _ in 0..self.chance.random_range(0..8) {
            yield_now().await;
        }
        let ms = self.chance.random_range(0..10);
        if ms > 4 {
            sleep(Duration::from_millis(ms)).await;
        }
    }

    async fn wait(&mut self, ms: std::ops::Range<u64>) -> bool {
        let ms = self.chance.random_range(ms);
        self.did("wait", format_args!("{ms} ms"));
        sleep(Duration::from_millis(ms)).await;
        true
    }

    /// A client does what it has to: it connects, comes in, and sends again what had no answer. Tells whether it did.
    pub(super) fn tend(&mut self, at: usize) -> bool {
        let stage = self.clients[at].stage.clone();
        match stage {
            Stage::Away => return self.connect(at),
            Stage::Greeting | Stage::Resuming(_) => return false,
            Stage::Outside | Stage::Inside => {}
        }
        if self.clients[at].send_again() {
            self.did("send again", format_args!("client {at}"));
            return true;
        }
        stage == Stage::Outside && self.come_in(at)
    }

    /// A client does something; tells whether it did.
    pub(super) fn act(&mut self, at: usize, mood: Mood) -> bool {
        if self.tend(at) {
            return true;
        }
        if self.clients[at].stage != Stage::Inside {
            return false;
        }
        if self.clients[at].in_flight() >= 3 {
            return false;
        }
        let client = &self.clients[at];
        let records = self.witness.records();
        let view = client.view.as_ref();
        let room = client.room.and_then(|room| records.books.get(&room)).map(|book| &book.room);
        let (Some(view), Some(room)) = (view, room) else { return false };
        let wish = wish(view.room(), room, client.count(), mood, client.part, &mut self.chance);
        drop(records);
        let Some(wish) = wish else { return false };
        self.ask(at, wish);
        true
    }

    pub(super) fn ask(&mut self, at: usize, wish: Value) {
        self.did("ask", format_args!("client {at}: {wish}"));
        self.clients[at].ask(wish);
    }

    /// Whoever is in no room makes one, joins it, or comes back.
    fn come_in(&mut self, at: usize) -> bool {
        let client = &mut self.clients[at];
        let table = &mut self.tables[client.table];
        if client.room.is_some() {
            if client.resume_at > Instant::now() {
                return false;
            }
            client.resume();
            self.did("resume", format_args!("client {at}"));
            return true;
        }
        if client.in_flight() > 0 {
            return false;
        }
        let records = self.witness.records();
        let is_closed = |room| records.books.get(&room).is_some_and(|book| book.room.is_closed());
        table.code.take_if(|(room, _)| is_closed(*room));
        drop(records);
        let name = format!("Client {at}");
        let wish = match table.code {
            Some((_, code)) => {
                let role = if client.part == Part::Watches { "spectator" } else { "player" };
                json!({"type": "join_room", "code": code, "name": name, "role": role})
            }
            None if client.part == Part::Hosts => {
                json!({"type": "create_room", "name": name, "settings": table.settings})
            }
            None => return false,
        };
        self.ask(at, wish);
        true
    }
}
