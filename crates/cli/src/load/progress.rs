//! How far the load is.

use std::{io::Write, time::Duration};

use tokio::time::Instant;

use super::{Shows, tally::per_second, world::World};

/// Between two lines in a file.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Back to the beginning of the line, and away with what is there.
const AGAIN: &str = "\r\x1b[K";

/// Tells how far the load is. That nobody can be told is no reason to stop.
pub(super) struct Progress<'a, W> {
    to: &'a mut W,
    shows: Shows,
    line_at: Instant,
    last: (Instant, u64),
}

impl<'a, W: Write> Progress<'a, W> {
    pub(super) fn new(to: &'a mut W, shows: Shows) -> Self {
        let now = Instant::now();
        Self { to, shows, line_at: now, last: (now, 0) }
    }

    /// Rooms are being made.
    pub(super) fn ramp(&mut self, world: &World) {
        let plan = &world.plan;
        let tally = &world.tally;
        let idle = if plan.idle > 0 {
            format!(", {} of {} idle", tally.idle.get(), plan.idle)
        } else {
            String::new()
        };
        self.say(&format!(
            "ramp: {} of {} rooms play{idle}{}",
            tally.rooms.get(),
            plan.rooms,
            trouble(world)
        ));
    }

    /// It is measured, since so long.
    pub(super) fn measured(&mut self, world: &World, since: Duration) {
        let (tally, now) = (&world.tally, Instant::now());
        let (then, moves_then) = std::mem::replace(&mut self.last, (now, tally.moves()));
        let rate = per_second(tally.moves().saturating_sub(moves_then), now.duration_since(then));
        let p99 = tally.latency.ms(0.99);
        let of = world.plan.measured.as_secs();
        self.say(&format!(
            "{} of {of} s: {rate:.0} moves/s, p99 {p99:.1} ms{}",
            since.as_secs(),
            trouble(world)
        ));
    }

    /// All go home.
    pub(super) fn end(&mut self, world: &World) {
        self.line_at = Instant::now();
        self.say(&format!("{} connections are closed{}", world.connected.get(), trouble(world)));
        if self.shows == Shows::OneLine {
            self.write(AGAIN);
        }
    }

    fn say(&mut self, what: &str) {
        match self.shows {
            Shows::OneLine => self.write(&format!("{AGAIN}{what}")),
            Shows::Lines if Instant::now() >= self.line_at => {
                self.line_at = Instant::now() + LINE_EVERY;
                self.write(&format!("{what}\n"));
            }
            Shows::Lines => {}
        }
    }

    fn write(&mut self, text: &str) {
        if let Err(error) = self.to.write_all(text.as_bytes()).and_then(|()| self.to.flush()) {
            tracing::trace!(%error, "nobody sees how far it is");
        }
    }
}

/// What is not as it should be, if anything is.
fn trouble(world: &World) -> String {
    let tally = &world.tally;
    let counted = [
        (tally.refusals().values().sum(), "refused"),
        (tally.reconnects.get(), "reconnects"),
        (tally.given_up.get(), "gave up"),
        (tally.lost_acknowledged.get(), "LOST"),
        (tally.views_wrong.get(), "views wrong"),
    ];
    let told = counted.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!(", {n} {what}"));
    told.collect()
}
