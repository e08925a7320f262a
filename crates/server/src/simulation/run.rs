//! A seed from its beginning to its end.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    time::Duration,
};

use sarja_client::LocalView;
use sarja_protocol::{Phase, RoomId, RoomView};
use serde_json::json;
use tokio::{runtime::Builder, time::sleep};

use super::{
    book::Broken,
    client::{Client, Stage},
    outside::Outside,
    process::Process,
    trace::Trace,
    wishes::Mood,
    wishes::parting,
    witness::Records,
    world::World,
};
use crate::census::Census;

/// What came of a seed in which nothing was broken.
#[derive(Debug)]
pub(super) struct Report {
    /// Of everything that was sent and written.
    pub(super) hash: u64,
    /// What happened, and how often.
    pub(super) reached: BTreeMap<&'static str, u32>,
}

/// A seed in which something is broken.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) seed: u64,
    pub(super) broken: Broken,
    pub(super) trace: String,
    /// Which tests show it.
    pub(super) tests: &'static str,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, broken, trace, tests } = self;
        write!(
            f,
            "seed {seed}: {broken}\n\nThe last steps:{trace}\n\nSARJA_SEED={seed} cargo test -p sarja-server {tests} -- --nocapture\nshows all of them."
        )
    }
}

impl Failure {
    /// What is broken.
    pub(super) fn broken(&self) -> &str {
        &self.broken
    }
}

/// Whether a run prints what happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Telling {
    /// Only when something is broken.
    Quiet,
    /// All of it.
    Everything,
}

/// So many steps, until the weather is fair again.
pub(super) const STEPS: u32 = 500;

/// How often everybody may do something until all must be well.
const ROUNDS_MAX: u32 = 400;

/// Runs a seed.
pub(super) fn run(seed: u64, telling: Telling) -> Result<Report, Box<Failure>> {
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime");
    runtime.block_on(async {
        let _outside = Outside::of(seed);
        let trace = Trace::new(telling == Telling::Everything);
        let mut world = World::new(seed, trace).await;
        match live(&mut world).await {
            Ok(()) => Ok(report(&world)),
            Err(broken) => {
                Err(Box::new(Failure { seed, broken, trace: world.trace.last(), tests: "simulation" }))
            }
        }
    })
}

fn report(world: &World) -> Report {
    let compared = world.clients.iter().map(|client| client.compared).sum();
    report_of(&world.witness.records(), &world.deeds, compared, world.trace.hash())
}

/// What was done, told and written; folds were held against so many snapshots.
pub(super) fn report_of(
    records: &Records,
    deeds: &BTreeMap<&'static str, u32>,
    compared: u32,
    trace: u64,
) -> Report {
    let mut reached = deeds.clone();
    for (what, count) in records.books.values().flat_map(|book| &book.kinds).chain(&records.told) {
        *reached.entry(what).or_default() += count;
    }
    let more = [
        ("acknowledged", records.acknowledged),
        ("moves", records.books.values().map(|book| book.moves).sum()),
        ("folds compared", compared),
    ];
    reached.extend(more);
    Report { hash: records.hash() ^ trace.rotate_left(1), reached }
}

async fn live(world: &mut World) -> Result<(), Broken> {
    for _ in 0..STEPS {
        world.trace.step();
        world.step().await?;
    }
    world.trace.note("the storm is over", &"");
    world.weather.calm_down();
    world.mend();
    settle(world).await?;
    go_on(world).await?;
    compare(world).await?;
    // Nobody does anything, and times run out.
    for _ in 0..3 {
        round(world, 4_000).await?;
    }
    depart(world).await?;
    world.witness.records().check_refusals()
}

/// One process is left, everybody is in his room, and every command has its answer.
async fn settle(world: &mut World) -> Result<(), Broken> {
    // What is still on its way to the store arrives, or is fenced.
    sleep(Duration::from_secs(30)).await;
    while world.processes.len() > 1 {
        world.kill();
    }
    while world.processes.is_empty() {
        world.start_process().await;
    }
    world.mend();
    for _ in 0..ROUNDS_MAX {
        if is_settled(world) {
            return Ok(());
        }
        for at in 0..world.clients.len() {
            world.tend(at);
        }
        round(world, 300).await?;
    }
    let stuck: Vec<_> = world.clients.iter().map(|c| (c.number, c.stage.clone(), c.in_flight())).collect();
    Err(format!("not all are back though everything is well: {stuck:?}"))
}

fn is_settled(world: &World) -> bool {
    world.clients.iter().all(|client| client.stage == Stage::Inside && client.in_flight() == 0)
}

/// Everything that is under way arrives, and some time passes.
async fn round(world: &mut World, ms: u64) -> Result<(), Broken> {
    world.deliver_all_up();
    sleep(Duration::from_millis(ms)).await;
    world.deliver_all_down()?;
    world.witness.records().look()
}

/// What everybody has folded is what a fresh snapshot says, and that is what the log says.
async fn compare(world: &mut World) -> Result<(), Broken> {
    for at in 0..world.clients.len() {
        if world.clients[at].stage == Stage::Inside {
            world.ask(at, json!({"type": "get_state"}));
        }
    }
    for _ in 0..ROUNDS_MAX {
        for at in 0..world.clients.len() {
            world.tend(at);
        }
        round(world, 20).await?;
        if world.clients.iter().all(|client| client.in_flight() == 0 && has_read_all(world, client)) {
            return Ok(());
        }
    }
    Err("somebody does not get to know all that happened though everything is well".to_owned())
}

/// Whether a client knows everything that is committed in its room; games go on meanwhile.
fn has_read_all(world: &World, client: &Client) -> bool {
    let records = world.witness.records();
    let book = client.room.and_then(|room| records.books.get(&room));
    book.is_some_and(|book| client.view.as_ref().is_some_and(|view| view.seq() == book.room.seq()))
}

/// A move is made in every room in which somebody plays or may, in a new match if need be. Where only the seats of those who
/// left are played, it waits for them until the match is abandoned.
async fn go_on(world: &mut World) -> Result<(), Broken> {
    let marks = |world: &World| -> BTreeMap<RoomId, u32> {
        let records = world.witness.records();
        let may = |client: &&Client| client.view.as_ref().map(LocalView::room).is_some_and(may_play);
        let clients = world.clients.iter().filter(may);
        let rooms = clients.filter_map(|client| records.books.get_key_value(&client.room?));
        rooms.map(|(room, book)| (*room, book.moves)).collect()
    };
    let before = marks(world);
    for _ in 0..ROUNDS_MAX {
        let now = marks(world);
        let stuck = before.iter().filter(|(room, moves)| {
            let Some(moves_now) = now.get(room) else { return false };
            *moves_now == **moves
        });
        if stuck.count() == 0 {
            return Ok(());
        }
        for at in 0..world.clients.len() {
            world.act(at, Mood::Eager);
        }
        round(world, 500).await?;
    }
    Err("a room does not go on though everything is well".to_owned())
}

/// Whether somebody may play, now or in a new match.
pub(super) fn may_play(room: &RoomView) -> bool {
    let has_seat = room.seats.iter().any(|seat| seat.player_id == Some(room.you.player_id));
    has_seat || room.phase != Phase::Playing
}

/// Everybody agrees to end and leaves, and nothing is left.
async fn depart(world: &mut World) -> Result<(), Broken> {
    let mut talked = BTreeSet::new();
    for _ in 0..ROUNDS_MAX {
        if world.clients.iter().all(|client| client.room.is_none()) {
            break;
        }
        for at in 0..world.clients.len() {
            if world.clients[at].room.is_none() {
                continue;
            }
            world.tend(at);
            let client = &world.clients[at];
            if client.stage != Stage::Inside || client.in_flight() > 0 {
                continue;
            }
            let Some(view) = client.view.as_ref() else { continue };
            let words = || talked.insert(at).then(|| format!("goodbye from client {at}"));
            let wish = parting(view.room(), words);
            world.ask(at, wish);
        }
        round(world, 300).await?;
    }
    world.hang_up();
    // Rooms in which only bots are left, or nobody who was asked, close when their time has come.
    sleep(Duration::from_hours(3)).await;
    world.witness.records().look()?;
    let open: Vec<_> = {
        let records = world.witness.records();
        records.books.values().filter(|book| !book.room.is_closed()).map(|book| book.room.id()).collect()
    };
    if !open.is_empty() {
        return Err(format!("rooms are open that everybody has left: {open:?}"));
    }
    let left = world.processes.values().map(Process::census).find(|left| *left != Census::default());
    match left {
        Some(left) => Err(format!("something is left: {left:?}")),
        None => world.end().await,
    }
}
