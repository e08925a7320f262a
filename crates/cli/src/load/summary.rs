//! What came of a load.

use std::{collections::BTreeMap, fmt, time::Duration};

use serde::Serialize;

use super::{
    server_use::ServerUse,
    tally::{Times, per_second},
    world::World,
};

/// What was measured of the whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub(super) time: Duration,
    pub(super) bytes_in: u64,
    pub(super) bytes_out: u64,
}

/// What came of a load. Counts of moves, bytes, frames and drafts are of the time that was measured; all others of the whole load.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Rooms that played.
    pub rooms: u64,
    /// Players in each.
    pub players: u8,
    /// Connections that held a seat and did nothing.
    pub idle: u64,
    /// How long it was measured.
    pub seconds: f64,
    /// Moves that were sent and told.
    pub moves: u64,
    /// Moves a second.
    pub moves_per_s: f64,
    /// How many of them laid tiles, drew and passed.
    pub plays: u64,
    /// See `plays`.
    pub draws: u64,
    /// See `plays`.
    pub passes: u64,
    /// Rounds that ended.
    pub rounds: u64,
    /// Turns that ran out of time.
    pub time_outs: u64,
    /// From sending a move to hearing the own event.
    pub latency_ms: Latency,
    /// Commands that were refused, also those that were done when sent again.
    pub refused: u64,
    /// The same by code.
    pub refused_by_code: BTreeMap<String, u64>,
    /// Connections that were lost and made again, those that the load cut itself among them.
    pub reconnects: u64,
    /// Connections that the load cut itself.
    pub cuts: u64,
    /// How often a snapshot came in place of missed events.
    pub resumed_by_snapshot: u64,
    /// From losing a connection to knowing the room again.
    pub away_ms: Latency,
    /// How players came back after all of them were gone.
    pub returned: Returned,
    /// Moves that were acknowledged and are not there.
    pub lost_acknowledged: u64,
    /// Moves that were acknowledged at the end and of which nothing more was heard, because the server was away.
    pub unproven: u64,
    /// Events that were told otherwise before.
    pub told_otherwise: u64,
    /// Views that were held against the truth.
    pub views_checked: u64,
    /// Those of them that were wrong.
    pub views_wrong: u64,
    /// Players who could not go on.
    pub given_up: u64,
    /// Drafts that were sent.
    pub drafts: u64,
    /// Drafts a second.
    pub drafts_per_s: f64,
    /// Drafts of others that were shown.
    pub drafts_shown: u64,
    /// Bytes of the messages that showed them.
    pub draft_bytes_shown: u64,
    /// Messages from the server.
    pub frames_in: u64,
    /// Bytes from the server, in all connections.
    pub bytes_in: u64,
    /// Bytes to the server.
    pub bytes_out: u64,
    /// What the server used, if its process is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<ServerUse>,
    /// The first thing that was not as it should be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complaint: Option<String>,
}

/// Times in milliseconds: within which the share of them lies that the name tells.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Latency {
    /// How many there are.
    pub samples: u64,
    /// Half of them.
    pub p50: f64,
    /// 95 in 100.
    pub p95: f64,
    /// 99 in 100.
    pub p99: f64,
    /// 999 in 1,000.
    pub p999: f64,
    /// All.
    pub max: f64,
}

/// How players came back after all of them were gone, in milliseconds after the first one knew its room again.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Returned {
    /// How many did.
    pub players: u64,
    /// Half of them.
    pub p50_ms: f64,
    /// 95 in 100.
    pub p95_ms: f64,
    /// All.
    pub max_ms: f64,
}

impl Latency {
    fn of(times: &Times) -> Self {
        Self {
            samples: times.len(),
            p50: times.ms(0.5),
            p95: times.ms(0.95),
            p99: times.ms(0.99),
            p999: times.ms(0.999),
            max: times.max_ms(),
        }
    }
}

impl Summary {
    pub(super) fn of(world: &World, measured: Measured, server: Option<ServerUse>) -> Self {
        let (plan, tally) = (&world.plan, &world.tally);
        let refused_by_code = tally.refusals();
        let (players_back, [p50_ms, p95_ms, max_ms]) = world.returns.told();
        Self {
            rooms: tally.rooms.get(),
            players: plan.players,
            idle: tally.idle.get(),
            seconds: measured.time.as_secs_f64(),
            moves: tally.moves(),
            moves_per_s: per_second(tally.moves(), measured.time),
            plays: tally.plays.get(),
            draws: tally.draws.get(),
            passes: tally.passes.get(),
            rounds: tally.rounds.get(),
            time_outs: tally.time_outs.get(),
            latency_ms: Latency::of(&tally.latency),
            refused: refused_by_code.values().sum(),
            refused_by_code,
            reconnects: tally.reconnects.get(),
            cuts: tally.cuts.get(),
            resumed_by_snapshot: tally.resumed_by_snapshot.get(),
            away_ms: Latency::of(&tally.away),
            returned: Returned { players: players_back, p50_ms, p95_ms, max_ms },
            lost_acknowledged: tally.lost_acknowledged.get(),
            unproven: tally.unproven.get(),
            told_otherwise: tally.told_otherwise.get(),
            views_checked: tally.views_checked.get(),
            views_wrong: tally.views_wrong.get(),
            given_up: tally.given_up.get(),
            drafts: tally.drafts.get(),
            drafts_per_s: per_second(tally.drafts.get(), measured.time),
            drafts_shown: tally.drafts_shown.get(),
            draft_bytes_shown: tally.draft_bytes_shown.get(),
            frames_in: tally.frames_in.get(),
            bytes_in: measured.bytes_in,
            bytes_out: measured.bytes_out,
            server,
            complaint: tally.complaint(),
        }
    }

    /// Whether the server kept what it said.
    pub const fn is_clean(&self) -> bool {
        self.lost_acknowledged == 0 && self.told_otherwise == 0 && self.views_wrong == 0 && self.given_up == 0
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} rooms of {}, {} idle seats, {:.1} s",
            self.rooms, self.players, self.idle, self.seconds
        )?;
        writeln!(
            f,
            "moves         {} ({:.0} a second): {} plays, {} draws, {} passes; {} rounds, {} time-outs",
            self.moves, self.moves_per_s, self.plays, self.draws, self.passes, self.rounds, self.time_outs
        )?;
        let Latency { p50, p95, p99, p999, max, .. } = self.latency_ms;
        writeln!(
            f,
            "latency       p50 {p50:.2} ms, p95 {p95:.2}, p99 {p99:.2}, p99.9 {p999:.2}, longest {max:.2}"
        )?;
        let codes: Vec<_> = self.refused_by_code.iter().map(|(code, n)| format!("{n} {code}")).collect();
        writeln!(f, "refused       {}{}", self.refused, in_brackets(&codes.join(", ")))?;
        writeln!(
            f,
            "connections   {} made again, {} of them cut by the load; away p50 {:.0} ms, p95 {:.0}, longest {:.0}; {} got a snapshot",
            self.reconnects,
            self.cuts,
            self.away_ms.p50,
            self.away_ms.p95,
            self.away_ms.max,
            self.resumed_by_snapshot
        )?;
        if self.returned.players > 0 {
            let Returned { players, p50_ms, p95_ms, max_ms } = self.returned;
            writeln!(
                f,
                "all back      {players} after the first one: p50 {p50_ms:.0} ms, p95 {p95_ms:.0}, longest {max_ms:.0}"
            )?;
        }
        if self.drafts > 0 {
            writeln!(
                f,
                "drafts        {} ({:.0} a second), shown {} times in {} bytes each",
                self.drafts,
                self.drafts_per_s,
                self.drafts_shown,
                self.draft_bytes_shown.checked_div(self.drafts_shown).unwrap_or_default()
            )?;
        }
        writeln!(
            f,
            "bytes         {} in, {} out, {} messages in",
            self.bytes_in, self.bytes_out, self.frames_in
        )?;
        if let Some(server) = self.server {
            writeln!(
                f,
                "the server    {:.1} s of processor, {:.4} s for 1,000 moves; {} KiB of memory, {} before",
                server.processor_s,
                server.processor_s_per_1000_moves,
                server.memory_kib,
                server.memory_before_kib
            )?;
        }
        if let Some(server) = self.server {
            writeln!(
                f,
                "the server    {:.1} s of processor, {:.4} s for 1,000 moves; {} KiB of memory, {} before",
                server.processor_s,
                server.processor_s_per_1000_moves,
                server.memory_kib,
                server.memory_before_kib
            )?;
        }
        writeln!(
            f,
            "kept          {} acknowledged moves lost, {} unproven, {} events told in two ways, {} of {} views wrong, {} players gave up",
            self.lost_acknowledged,
            self.unproven,
            self.told_otherwise,
            self.views_wrong,
            self.views_checked,
            self.given_up
        )?;
        self.complaint.as_ref().map_or(Ok(()), |complaint| writeln!(f, "first fault   {complaint}"))
    }
}

fn in_brackets(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(" ({text})") }
}
