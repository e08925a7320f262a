//! What happens to the network and to the hosts.

use std::{ops::Range, time::Duration};

use rand::{RngExt as _, seq::IndexedRandom as _};

use super::{host, player::Player, run::Net};

/// What is to be mended, of the way between a player and the server or of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// Messages are lost, or lost in one direction, or not passed on.
    Way(usize),
    /// Messages take long.
    Slow(usize),
    /// A player's device is off.
    Device(usize),
    /// Nothing runs on the server's host.
    Server,
}

impl Net {
    /// One thing happens.
    pub(super) fn happen(&mut self) {
        self.scene.step();
        match self.chance.random_range(0..100) {
            0..16 => self.slow(),
            16..32 => self.hold(),
            32..46 => self.lose_all(),
            46..56 => self.lose_one_way(),
            56..68 => self.lose_some(),
            68..82 => self.reset(),
            82..88 => self.switch_off(),
            88..92 => self.kill(),
            92..94 => self.power_fails(),
            94..97 => self.stop(),
            _ => self.outage(),
        }
    }

    /// A player between whom and the server nothing is amiss.
    fn somebody(&mut self) -> Option<usize> {
        let is_well =
            |player: &usize| !self.troubles.iter().any(|(_, trouble)| *trouble == Trouble::Way(*player));
        let well: Vec<_> = (0..self.scene.players.len()).filter(is_well).collect();
        well.choose(&mut self.chance).copied()
    }

    /// This is mended after so many milliseconds or so.
    fn for_a_while(&mut self, trouble: Trouble, ms: Range<u64>) {
        let mended = self.sim.elapsed() + Duration::from_millis(self.chance.random_range(ms));
        self.troubles.push((mended, trouble));
    }

    /// What was said comes late, and out of order below the surface.
    fn slow(&mut self) {
        let player = self.chance.random_range(0..self.scene.players.len());
        let ms = self.chance.random_range(50..1_500);
        self.sim.set_link_max_message_latency(Player::host(player), host::NAME, Duration::from_millis(ms));
        self.scene.did("slow", format_args!("way of player {player}: up to {ms} ms"));
        self.for_a_while(Trouble::Slow(player), 500..5_000);
    }

    /// What is said waits on its way.
    fn hold(&mut self) {
        let Some(player) = self.somebody() else { return };
        self.sim.hold(Player::host(player), host::NAME);
        self.scene.did("hold", format_args!("way of player {player}"));
        self.for_a_while(Trouble::Way(player), LONG);
    }

    /// What is said is lost, both ways.
    fn lose_all(&mut self) {
        let Some(player) = self.somebody() else { return };
        self.sim.partition(Player::host(player), host::NAME);
        self.scene.did("lose all", format_args!("of player {player}"));
        self.for_a_while(Trouble::Way(player), LONG);
    }

    /// What one says is lost, and the other one is heard.
    fn lose_one_way(&mut self) {
        let Some(player) = self.somebody() else { return };
        let from_server = self.chance.random_bool(0.5);
        if from_server {
            self.sim.partition_oneway(host::NAME, Player::host(player));
        } else {
            self.sim.partition_oneway(Player::host(player), host::NAME);
        }
        let by = if from_server { "the server" } else { "the player" };
        self.scene.did("lose one way", format_args!("what {by} says, of player {player}"));
        self.for_a_while(Trouble::Way(player), LONG);
    }

    /// Some of what is said is lost, and all that was under way with it.
    fn lose_some(&mut self) {
        let Some(player) = self.somebody() else { return };
        self.sim.set_link_fail_rate(Player::host(player), host::NAME, 0.05);
        self.scene.did("lose some", format_args!("of player {player}"));
        self.for_a_while(Trouble::Way(player), LONG);
    }

    /// A connection is reset.
    fn reset(&mut self) {
        let lines = self.scene.cables.lines();
        let Some(line) = lines.choose(&mut self.chance).copied() else { return };
        self.scene.cables.cut(line);
        self.scene.did("reset", format_args!("{line:?}"));
    }

    /// A player's program ends without a word, and is started again.
    fn switch_off(&mut self) {
        let player = self.chance.random_range(0..self.scene.players.len());
        let device = Trouble::Device(player);
        if self.troubles.iter().any(|(_, trouble)| *trouble == device) {
            return;
        }
        self.sim.crash(Player::host(player));
        self.scene.did("switch off", format_args!("player {player}"));
        self.for_a_while(device, 50..3_000);
    }

    /// The server's process is killed where it stands; the system closes its connections.
    fn kill(&mut self) {
        if !self.sim.is_host_running(host::NAME) {
            return;
        }
        self.sim.crash(host::NAME);
        self.scene.did("kill", "the server");
        self.for_a_while(Trouble::Server, 50..3_000);
    }

    /// The server is gone, and nobody hears of it.
    fn power_fails(&mut self) {
        if !self.sim.is_host_running(host::NAME) {
            return;
        }
        self.cut_off();
        self.sim.crash(host::NAME);
        self.scene.did("power fails", "where the server is");
        self.for_a_while(Trouble::Server, 500..6_000);
    }

    /// The server is told to stop, and is started again when it has.
    fn stop(&mut self) {
        if !self.sim.is_host_running(host::NAME) {
            return;
        }
        let server = self.scene.server.borrow();
        let Some((_, stop)) = server.as_ref().filter(|(_, stop)| !stop.is_cancelled()) else { return };
        stop.cancel();
        self.scene.did("stop", "the server");
    }

    /// Nobody reaches the server.
    fn outage(&mut self) {
        self.cut_off();
        self.scene.did("outage", "of all ways");
    }

    fn cut_off(&mut self) {
        for player in 0..self.scene.players.len() {
            let way = Trouble::Way(player);
            self.troubles.retain(|(_, trouble)| *trouble != way);
            self.sim.partition(Player::host(player), host::NAME);
            self.for_a_while(way, LONG);
        }
    }

    /// Mends what is due, and starts a server that has ended.
    pub(super) fn mend(&mut self) {
        let now = self.sim.elapsed();
        let (due, rest) = std::mem::take(&mut self.troubles).into_iter().partition(|(at, _)| *at <= now);
        self.troubles = rest;
        let due: Vec<(Duration, Trouble)> = due;
        for (_, trouble) in due {
            self.mended(trouble);
        }
        let starts = self.troubles.iter().any(|(_, trouble)| *trouble == Trouble::Server);
        if !starts && !self.sim.is_host_running(host::NAME) {
            self.for_a_while(Trouble::Server, 50..2_000);
        }
    }

    /// Mends everything.
    pub(super) fn mend_all(&mut self) {
        for (_, trouble) in std::mem::take(&mut self.troubles) {
            self.mended(trouble);
        }
    }

    fn mended(&mut self, trouble: Trouble) {
        match trouble {
            Trouble::Way(player) => {
                self.sim.set_link_fail_rate(Player::host(player), host::NAME, 0.0);
                // What was held is passed on.
                self.sim.release(Player::host(player), host::NAME);
            }
            Trouble::Slow(player) => {
                self.sim.set_link_max_message_latency(Player::host(player), host::NAME, LATENCY_MAX);
            }
            Trouble::Device(player) => self.sim.bounce(Player::host(player)),
            Trouble::Server => self.sim.bounce(host::NAME),
        }
        self.scene.did("mended", format_args!("{trouble:?}"));
    }
}

/// How many milliseconds a way is out of order: often too short for anybody to notice, at times longer than anybody waits.
const LONG: Range<u64> = 100..6_000;

/// How long a message takes at most when all is well.
pub(super) const LATENCY_MAX: Duration = Duration::from_millis(40);
