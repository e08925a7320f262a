//! A load from its first connection to its last.

use std::{io::Write, sync::Arc, time::Duration};

use sarja_client::bare::{Target, Traffic};
use tokio::{
    sync::Semaphore,
    task::JoinSet,
    time::{Instant, MissedTickBehavior, interval, timeout, timeout_at},
};

use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

use super::{
    LoadArgs, LoadError, Shows,
    chaos::Truth,
    journal::Journal,
    plan::Plan,
    player::{Part, Player},
    progress::Progress,
    room::Room,
    server_use::{ServerUse, Used},
    summary::{Measured, Summary},
    world::World,
};

/// Rooms that are being made at once: the load rises, it does not jump.
const ROOMS_IN_THE_MAKING: usize = 16;

/// How long it may take until the first room is there.
const FIRST_ROOM_WITHIN: Duration = Duration::from_secs(30);

/// How long each room more may take.
const ROOM_WITHIN: Duration = Duration::from_millis(250);

/// How long all may take to go home.
const LEAVE_WITHIN: Duration = Duration::from_secs(30);

/// How often progress is told.
const TOLD_EVERY: Duration = Duration::from_secs(1);

/// Brings the load about.
pub(super) async fn run(
    args: &LoadArgs,
    progress: &mut impl Write,
    shows: Shows,
) -> Result<Summary, LoadError> {
    let plan = Plan::of(args)?;
    let journal = args.acknowledged.as_deref().map(|path| {
        Journal::create(path).map_err(|cause| LoadError::Journal { path: path.to_owned(), cause })
    });
    let traffic = Arc::new(Traffic::default());
    let unknown = |cause| LoadError::Unknown { url: args.url.to_string(), cause };
    let target = Target::find(args.url.clone(), Arc::clone(&traffic)).await.map_err(unknown)?;
    let ruleset = plan.ruleset();
    let world = Arc::new(World::new(plan, ruleset, target, journal.transpose()?));
    let mut progress = Progress::new(progress, shows);
    let _interrupted = AbortOnDropHandle::new(tokio::spawn(stop_at_ctrl_c(world.stop.clone())));
    let mut load = Load { world: Arc::clone(&world), players: JoinSet::new(), number: 0 };

    let used = || {
        let by = |pid| Used::by(pid).map_err(|cause| LoadError::Process { pid, cause });
        args.server_pid.map(by).transpose()
    };
    let first = used()?;
    let all_play = load.ramp(&mut progress).await;
    if !all_play && world.tally.rooms.get() + world.tally.idle.get() == 0 {
        let complaint = world.tally.complaint().or_else(|| world.why_unreachable());
        let why = complaint.unwrap_or_else(|| "it took too long".to_owned());
        return Err(LoadError::Unreachable { url: args.url.to_string(), why });
    }
    let from = used()?;
    let began = (Instant::now(), traffic.bytes_in(), traffic.bytes_out());
    world.tally.measure();
    load.measure(&mut progress, began.0).await;
    world.tally.stop_measuring();
    let measured = Measured {
        time: began.0.elapsed(),
        bytes_in: traffic.bytes_in() - began.1,
        bytes_out: traffic.bytes_out() - began.2,
    };
    let (moves, drafts) = (world.tally.moves(), world.tally.drafts.get());
    // A server that was killed and started again is another process by now.
    let server = first.zip(from).zip(used().ok().flatten());
    let server = server.map(|((first, from), to)| ServerUse::between(first, from, to, moves, drafts));
    load.go_home(&mut progress).await;
    if let (Some(journal), Some(path)) = (&world.journal, &args.acknowledged) {
        journal.finish().map_err(|cause| LoadError::Journal { path: path.clone(), cause })?;
    }
    Ok(Summary::of(&world, measured, server))
}

/// Ends the load as if its time were over, at whatever it is.
async fn stop_at_ctrl_c(stop: CancellationToken) {
    match tokio::signal::ctrl_c().await {
        Ok(()) => stop.cancel(),
        Err(error) => tracing::warn!(%error, "Ctrl-C will not be noticed"),
    }
}

struct Load {
    world: Arc<World>,
    players: JoinSet<()>,
    number: u32,
}

impl Load {
    /// Makes one room after the other until all play; gives whether they do.
    async fn ramp(&mut self, progress: &mut Progress<'_, impl Write>) -> bool {
        let plan = self.world.plan.clone();
        let per_room = u32::from(plan.players);
        let idle_rooms = plan.idle.div_ceil(per_room);
        let until = Instant::now() + FIRST_ROOM_WITHIN + ROOM_WITHIN * (plan.rooms + idle_rooms);
        let making = Arc::new(Semaphore::new(ROOMS_IN_THE_MAKING));
        let mut told = interval(TOLD_EVERY);
        let mut made = 0;
        let mut idle_left = plan.idle;
        while made < plan.rooms + idle_rooms {
            tokio::select! {
                _ = told.tick() => progress.ramp(&self.world),
                place = timeout_at(until, Arc::clone(&making).acquire_owned()) => {
                    let Ok(Ok(place)) = place else { return false };
                    let (part, players) = if made < plan.rooms {
                        (Part::Plays, per_room)
                    } else {
                        (Part::Idles, per_room.min(idle_left))
                    };
                    let truth = (plan.chaos && part == Part::Plays)
                        .then(|| Truth::new(usize::from(plan.players), &self.world.ruleset));
                    self.open(Room::new(players, plan.move_every(), truth, place), part);
                    idle_left -= if part == Part::Idles { players } else { 0 };
                    made += 1;
                }
                () = self.world.stop.cancelled() => return false,
            }
        }
        while self.world.tally.rooms.get() < u64::from(plan.rooms)
            || self.world.tally.idle.get() < u64::from(plan.idle)
        {
            tokio::select! {
                in_time = timeout_at(until, told.tick()) => {
                    if in_time.is_err() {
                        return false;
                    }
                    progress.ramp(&self.world);
                }
                () = self.world.stop.cancelled() => return false,
            }
        }
        true
    }

    fn open(&mut self, room: Room, part: Part) {
        let room = Arc::new(room);
        for place in 0..room.players {
            let player = Player::new(Arc::clone(&self.world), Arc::clone(&room), self.number, place, part);
            self.number += 1;
            self.players.spawn(player.run());
        }
    }

    /// Lets them play for the time that is measured, or until somebody stops it.
    async fn measure(&mut self, progress: &mut Progress<'_, impl Write>, began: Instant) {
        let until = began + self.world.plan.measured;
        let mut told = interval(TOLD_EVERY);
        told.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = tokio::time::sleep_until(until) => return,
                _ = told.tick() => progress.measured(&self.world, began.elapsed()),
                () = self.world.stop.cancelled() => return,
            }
        }
    }

    /// Everybody takes a last look and goes.
    async fn go_home(&mut self, progress: &mut Progress<'_, impl Write>) {
        self.world.stop.cancel();
        progress.end(&self.world);
        let all = async { while self.players.join_next().await.is_some() {} };
        if timeout(LEAVE_WITHIN, all).await.is_err() {
            self.world.gone.cancel();
            while self.players.join_next().await.is_some() {}
        }
    }
}
