//! Connections that are cut at random, and views that are held against the truth afterwards.

use std::{collections::BTreeMap, time::Duration};

use rand::{RngExt as _, rngs::ChaCha8Rng};
use sarja_client::{LocalView, bare::Socket};
use sarja_protocol::{Draft, RoomView, ServerToClient, Snapshot};
use sarja_rules::{FaceCounts, Ruleset};
use tokio::time::{Instant, sleep};

/// How long a connection is left alone on average.
const LEFT_ALONE: Duration = Duration::from_secs(3);

/// How long a phone sleeps at most before its connection is gone.
const SLEEPS: Duration = Duration::from_secs(2);

/// Moments of a room that are waited for until everybody has told of them.
const MOMENTS_MAX: usize = 64;

/// How a connection is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Without a word.
    Reset,
    /// With a goodbye.
    Goodbye,
    /// Right after the next command, before its answer.
    AfterSending,
    /// A second connection takes over.
    TakeOver,
    /// Nothing is read for a while, and then it is gone.
    Sleep(Duration),
}

impl Cut {
    /// How the next one is lost, and when.
    pub(super) fn next(chance: &mut ChaCha8Rng) -> (Instant, Self) {
        let share: f64 = chance.random::<f64>().max(1e-9);
        let at = Instant::now() + LEFT_ALONE.mul_f64(-share.ln());
        let cut = match chance.random_range(0..5) {
            0 => Self::Reset,
            1 => Self::Goodbye,
            2 => Self::AfterSending,
            3 => Self::TakeOver,
            _ => Self::Sleep(SLEEPS.mul_f64(chance.random())),
        };
        (at, cut)
    }

    /// Ends the connection so; gives it back where it is to be open until another one has taken its place.
    pub(super) async fn carry_out(self, socket: Socket) -> Option<Socket> {
        match self {
            Self::Reset | Self::AfterSending => socket.cut(),
            Self::Goodbye => socket.close().await,
            Self::TakeOver => return Some(socket),
            Self::Sleep(time) => {
                sleep(time).await;
                socket.cut();
            }
        }
        None
    }
}

/// A whole view that is kept up by events alone, to be held against fresh ones.
#[derive(Debug, Default)]
pub(super) struct Mirror(Option<LocalView>);

impl Mirror {
    /// Takes a message in. A snapshot of the same moment has to be equal to what was folded; gives whether that was so, where
    /// there was something to compare.
    pub(super) fn hear(&mut self, message: &ServerToClient) -> Option<Result<(), String>> {
        match (&mut self.0, message) {
            (folded, ServerToClient::Snapshot(snapshot)) => {
                let compared = folded.as_ref().and_then(|folded| compare(folded, snapshot));
                self.0 = Some(LocalView::of(snapshot, Instant::now()));
                compared
            }
            (Some(view), ServerToClient::Event(event)) => {
                // A gap is noticed elsewhere, and a snapshot asked for.
                if view.apply(event).is_err() {
                    self.0 = None;
                }
                None
            }
            (Some(view), other) => {
                view.hear(other, Instant::now());
                None
            }
            (None, _) => None,
        }
    }

    /// A draft of the player's own was sent, which the server does not repeat.
    pub(super) fn drafted(&mut self, draft: &Draft) {
        if let Some(view) = &mut self.0 {
            view.drafted(draft);
        }
    }

    /// The room as it was folded.
    pub(super) fn room(&self) -> Option<&RoomView> {
        self.0.as_ref().map(LocalView::room)
    }
}

/// Whether what was folded is what the server says; `None` if it is of another moment.
fn compare(folded: &LocalView, fresh: &Snapshot) -> Option<Result<(), String>> {
    if (folded.seq(), folded.epoch()) != (fresh.seq, fresh.epoch) {
        return None;
    }
    if *folded.room() == fresh.room {
        return Some(Ok(()));
    }
    let as_value = |room: &RoomView| serde_json::to_value(room).unwrap_or_default();
    let (ours, theirs) = (as_value(folded.room()), as_value(&fresh.room));
    let fields = theirs.as_object().into_iter().flatten();
    let differing = fields.filter(|(field, value)| ours.get(field) != Some(value));
    let named: Vec<_> = differing
        .map(|(field, value)| {
            format!("{field}: {} is {value}", ours.get(field).unwrap_or(&serde_json::Value::Null))
        })
        .collect();
    Some(Err(format!("after event {}: {}", fresh.seq, named.join("; "))))
}

/// What all players of a room know together, moment by moment.
#[derive(Debug)]
pub(super) struct Truth {
    players: usize,
    tiles: FaceCounts,
    moments: BTreeMap<u64, Vec<Seen>>,
}

/// What one player sees at a moment.
#[derive(Debug)]
struct Seen {
    seat: u8,
    rack: FaceCounts,
    table: FaceCounts,
    pool: u16,
    /// How many tiles each seat is said to have.
    counts: Vec<u16>,
}

impl Truth {
    pub(super) fn new(players: usize, ruleset: &Ruleset) -> Self {
        Self { players, tiles: ruleset.tiles.faces().collect(), moments: BTreeMap::new() }
    }

    /// A player sees this at this moment. Once all have told, gives whether they agree and no tile is lost.
    pub(super) fn tell(&mut self, seq: u64, room: &RoomView) -> Option<Result<(), String>> {
        let (seat, round) = (room.you.seat?.0, room.round.as_ref()?);
        let seen = Seen {
            seat,
            rack: round.rack.iter().flatten().copied().collect(),
            table: round.table.iter().flat_map(|set| set.tiles.iter().copied()).collect(),
            pool: round.pool,
            counts: round.seats.iter().map(|seat| seat.tiles).collect(),
        };
        let all = self.moments.entry(seq).or_default();
        all.retain(|other| other.seat != seat);
        all.push(seen);
        if all.len() < self.players {
            while self.moments.len() > MOMENTS_MAX {
                self.moments.pop_first();
            }
            return None;
        }
        let all = self.moments.remove(&seq)?;
        Some(self.agree(&all).map_err(|what| format!("after event {seq}: {what}")))
    }

    fn agree(&self, all: &[Seen]) -> Result<(), String> {
        let Some(first) = all.first() else { return Ok(()) };
        let mut known = first.table.clone();
        for seen in all {
            known = known.tiles().chain(seen.rack.tiles()).collect();
            if seen.table != first.table || seen.pool != first.pool || seen.counts != first.counts {
                return Err(format!("seats {} and {} see two tables", first.seat, seen.seat));
            }
            let told = first.counts.get(usize::from(seen.seat)).copied().map(usize::from);
            if told != Some(seen.rack.total()) {
                return Err(format!(
                    "seat {} has {} tiles and is said to have {told:?}",
                    seen.seat,
                    seen.rack.total()
                ));
            }
        }
        if !known.is_subset_of(&self.tiles) {
            return Err("there are tiles that the game does not have".to_owned());
        }
        let total = known.total() + usize::from(first.pool);
        if total != self.tiles.total() {
            return Err(format!("there are {total} tiles of {}", self.tiles.total()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use sarja_protocol::{EventMessage, RoundView, parse_server_frame};
    use serde_json::{Value, json};

    use super::*;

    /// A snapshot of two players in a round, as the protocol shows it.
    fn snapshot(change: impl FnOnce(&mut Value)) -> ServerToClient {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../protocol/golden/v1/server/snapshot.json");
        let mut golden: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        change(&mut golden);
        parse_server_frame(&golden.to_string()).unwrap()
    }

    fn room(seat: u8, rack: &[&str], table: &[&str], pool: u16, counts: [u16; 2]) -> RoomView {
        let ServerToClient::Snapshot(snapshot) = snapshot(|golden| {
            let room = &mut golden["room"];
            room["you"]["seat"] = seat.into();
            let round = &mut room["round"];
            round["rack"] = json!(rack);
            round["pool"] = pool.into();
            round["table"] = json!([{ "id": 1, "kind": "run", "tiles": table, "points": 6 }]);
            round["seats"] =
                (0..2).map(|n| json!({ "seat": n, "tiles": counts[n], "opened": true })).collect();
        }) else {
            panic!("the golden snapshot is one");
        };
        snapshot.room
    }

    fn told(seen: &[RoomView; 2]) -> Result<(), String> {
        let mut truth = Truth::new(2, &Ruleset::named("classic-2600").unwrap());
        assert_eq!(truth.tell(9, &seen[0]), None);
        truth.tell(9, &seen[1]).expect("both have told")
    }

    #[test]
    fn what_all_see_together_is_all_tiles() {
        let table = ["R1", "R2", "R3"];
        let right = || [room(0, &["B1"], &table, 101, [1, 1]), room(1, &["J"], &table, 101, [1, 1])];
        assert_eq!(told(&right()), Ok(()));

        let wrong = |change: &dyn Fn(&mut [RoomView; 2])| {
            let mut seen = right();
            change(&mut seen);
            told(&seen).unwrap_err()
        };
        let all = |seen: &mut [RoomView; 2], change: fn(&mut RoundView)| {
            for room in seen {
                change(room.round.as_mut().unwrap());
            }
        };
        let lost = wrong(&|seen| all(seen, |round| round.pool = 100));
        assert!(lost.contains("105 tiles of 106"), "{lost}");
        let two = wrong(&|seen| seen[0].round.as_mut().unwrap().pool = 100);
        assert!(two.contains("two tables"), "{two}");
        let count = wrong(&|seen| all(seen, |round| round.seats[1].tiles = 2));
        assert!(count.contains("seat 1 has 1 tiles"), "{count}");
        let twice = wrong(&|seen| {
            seen[0].round.as_mut().unwrap().rack = Some(vec!["R1".parse().unwrap(); 2]);
            all(seen, |round| (round.seats[0].tiles, round.pool) = (2, 100));
        });
        assert!(twice.contains("does not have"), "{twice}");
    }

    #[test]
    fn a_fold_that_differs_from_a_fresh_snapshot_is_noticed_and_named() {
        let mut mirror = Mirror::default();
        assert_eq!(mirror.hear(&snapshot(|_| {})), None);
        assert_eq!(mirror.hear(&snapshot(|_| {})), Some(Ok(())));
        let differs = mirror.hear(&snapshot(|golden| golden["room"]["round"]["pool"] = 1.into()));
        assert!(differs.clone().is_some_and(|differs| differs.unwrap_err().contains("round")));
        assert_eq!(mirror.hear(&snapshot(|golden| golden["seq"] = 999.into())), None, "another moment");
    }

    #[test]
    fn a_gap_leaves_nothing_to_compare() {
        let mut mirror = Mirror::default();
        mirror.hear(&snapshot(|_| {}));
        let ServerToClient::Snapshot(fresh) = snapshot(|_| {}) else { panic!("it is one") };
        let event = sarja_protocol::Event::Unknown;
        let seq = sarja_protocol::Seq(fresh.seq.0 + 2);
        let late = EventMessage { seq, epoch: fresh.epoch, at_ms: fresh.now_ms, event };
        assert_eq!(mirror.hear(&late.into()), None);
        assert!(mirror.room().is_none());
    }
}
