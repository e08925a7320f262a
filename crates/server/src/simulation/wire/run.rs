//! A seed from its beginning to its end, over a network.

use std::{cell::Cell, collections::BTreeMap, rc::Rc, sync::Arc, time::Duration};

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};
use sarja_client::{LocalView, State};
use sarja_protocol::RoomId;
use sarja_store::MemoryDatabase;
use turmoil::{Builder, Sim};

use super::{
    host,
    player::{self, Player},
    scene::{Act, Scene},
    storm::{LATENCY_MAX, Trouble},
    tap::Cables,
};
use crate::simulation::{
    book::Broken,
    outside::{self, Outside},
    run::{Failure, Report, STEPS, Telling, may_play, report_of},
    trace::Trace,
    weather::Weather,
    wishes::Part,
    witness::Witness,
    world::settings,
};

/// So long a host runs before the next one does.
const TICK: Duration = Duration::from_millis(20);

/// How often everybody may do something until all must be well.
const ROUNDS_MAX: u32 = 400;

/// A network with everything on it.
pub(super) struct Net {
    pub(super) sim: Sim<'static>,
    pub(super) scene: Rc<Scene>,
    pub(super) chance: ChaCha8Rng,
    /// What is amiss, and when it is mended.
    pub(super) troubles: Vec<(Duration, Trouble)>,
}

/// Runs a seed.
pub(super) fn run(seed: u64, telling: Telling) -> Result<Report, Box<Failure>> {
    let _outside = Outside::of_network(seed);
    let mut net = Net::new(seed, telling);
    match net.live() {
        Ok(()) => Ok(net.report()),
        Err(broken) => {
            let trace = net.scene.trace.borrow().last();
            Err(Box::new(Failure { seed, broken, trace, tests: "simulation::wire" }))
        }
    }
}

impl Net {
    fn new(seed: u64, telling: Telling) -> Self {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let weather = Arc::new(Weather::of_network(chance.random()));
        let database = MemoryDatabase::with_faults(Arc::clone(&weather) as _);
        let players = chance.random_range(3..=4);
        let part = |number| match number {
            0 => Part::Hosts,
            _ if number + 1 == players => Part::Watches,
            _ => Part::Plays,
        };
        let trace = Trace::new(telling == Telling::Everything);
        let scene = Rc::new(Scene {
            witness: Witness::new(database.clone(), trace.is_talkative()),
            weather,
            database,
            settings: settings(&mut chance),
            players: (0..players).map(|number| Player::new(number, part(number), chance.random())).collect(),
            act: Cell::new(Act::Storm),
            code: Cell::default(),
            server: None.into(),
            started: Cell::default(),
            cables: Cables::default(),
            trace: trace.into(),
            deeds: BTreeMap::new().into(),
            broken: None.into(),
        });
        let mut sim = Builder::new()
            .rng_seed(chance.random())
            .simulation_duration(Duration::from_hours(24))
            .tick_duration(TICK)
            .max_message_latency(LATENCY_MAX)
            .enable_random_order()
            .build();
        let of_host = Rc::clone(&scene);
        sim.host(host::NAME, move || host::serve(Rc::clone(&of_host)));
        for number in 0..players {
            let of_player = Rc::clone(&scene);
            sim.host(Player::host(number), move || player::play(Rc::clone(&of_player), number));
        }
        Self { sim, scene, chance, troubles: Vec::new() }
    }

    fn report(&self) -> Report {
        let scene = &self.scene;
        let compared = scene.players.iter().map(|player| player.compared.get()).sum();
        let records = scene.witness.records();
        report_of(&records, &scene.deeds.borrow(), compared, scene.trace.borrow().hash())
    }

    /// So many milliseconds pass; fails if something is broken by then.
    fn pass(&mut self, ms: u64) -> Result<(), Broken> {
        let until = self.sim.elapsed() + Duration::from_millis(ms);
        while self.sim.elapsed() < until {
            self.sim.step().map_err(|error| format!("a host fails: {error}"))?;
            outside::network_is_at(self.sim.elapsed());
        }
        self.scene.look()
    }

    /// Time passes until something is so; fails if that does not come to be.
    fn until(&mut self, what: &str, is_so: impl Fn(&mut Self) -> bool) -> Result<(), Broken> {
        for _ in 0..ROUNDS_MAX {
            if is_so(self) {
                return Ok(());
            }
            self.pass(300)?;
            self.mend();
        }
        let players = self.scene.players.iter();
        let stuck: Vec<_> =
            players.map(|p| (p.number, p.in_flight.get(), p.look(|s| s.link.clone()))).collect();
        Err(format!("{what} though everything is well: {stuck:?}"))
    }

    fn live(&mut self) -> Result<(), Broken> {
        while self.scene.trace.borrow().steps() < STEPS {
            let ms = self.chance.random_range(200..2_000);
            self.pass(ms)?;
            self.mend();
            self.happen();
        }
        self.act(Act::Calm);
        self.scene.weather.calm_down();
        self.mend_all();
        // What is still on its way to the store arrives, or is fenced; what nobody knows to be gone is found to be.
        self.pass(12_000)?;
        self.until("not all are back", |net| net.scene.players.iter().all(Player::is_settled))?;

        self.act(Act::GoOn);
        let before = self.moves();
        self.until("a room does not go on", move |net| {
            let now = net.moves();
            before.iter().all(|(room, moves)| now.get(room).is_none_or(|now| now > moves))
        })?;

        self.act(Act::Compare);
        self.until("somebody does not get to know all that happened", |net| {
            let players = &net.scene.players;
            players
                .iter()
                .all(|player| player.compared.get() > 0 || player.look(|s| s.view.is_none()) == Some(true))
        })?;

        self.act(Act::Part);
        self.until("not all can leave", |net| {
            let is_out = |player: &Player| player.look(|state| state.view.is_none()) == Some(true);
            net.scene.players.iter().all(|player| is_out(player) && player.in_flight.get() == 0)
        })?;
        self.act(Act::Over);
        self.end()
    }

    fn act(&mut self, act: Act) {
        self.scene.act.set(act);
        self.scene.trace.borrow_mut().note("now", &format_args!("{act:?}"));
    }

    /// How many moves were made in each room in which somebody plays or may.
    fn moves(&self) -> BTreeMap<RoomId, u32> {
        let records = self.scene.witness.records();
        let room = |player: &Player| {
            let may = |state: &State| {
                let view = state.view.as_ref().map(LocalView::room);
                view.filter(|view| may_play(view)).map(|view| view.room_id)
            };
            player.look(may).flatten()
        };
        let rooms = self.scene.players.iter().filter_map(room);
        rooms.filter_map(|room| Some((room, records.books.get(&room)?.moves))).collect()
    }

    /// Programs end, no connection is left, and the server stops when it is told to.
    fn end(&mut self) -> Result<(), Broken> {
        self.until("a program does not end", |net| {
            (0..net.scene.players.len()).all(|number| !net.sim.is_host_running(Player::host(number)))
        })?;
        self.until("a connection is left", |net| {
            let server = net.scene.server.borrow();
            server.as_ref().is_some_and(|(observer, _)| observer.census().connections == 0)
        })?;
        if let Some((_, stop)) = &*self.scene.server.borrow() {
            stop.cancel();
        }
        let asked = self.sim.elapsed();
        while self.sim.is_host_running(host::NAME) {
            self.pass(100)?;
            if self.sim.elapsed() > asked + STOPS_WITHIN {
                return Err("the server does not stop though nobody is there".to_owned());
            }
        }
        self.scene.look()?;
        self.scene.witness.records().check_refusals()
    }
}

/// How long a server may take to stop that has nobody to let go.
const STOPS_WITHIN: Duration = Duration::from_secs(10);
