//! A room that believes everything.

use sarja_protocol::{
    Epoch, Event, EventMessage, LaidSet, PlayWhy, PlayerId, RoomMs, Seq, SetId, SetKind, SetView, TurnEndWhy,
    TurnNumber,
};
use sarja_rules::{Face, FaceCounts, Ruleset, Seat};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::bare::{Said, Wire, tell};

const SEATS: u8 = 4;

const RACK: usize = 14;

/// A room that believes everything.
pub(crate) struct BareRoom {
    id: Uuid,
    wires: Vec<Wire>,
    ready: usize,
    values: usize,
    seq: u64,
    turn: u32,
    passes: u8,
    pool: Vec<Face>,
    racks: Vec<FaceCounts>,
    table: Vec<SetView>,
    sets: u32,
    deal: u32,
}

impl BareRoom {
    pub(crate) fn new() -> Self {
        Self {
            id: Uuid::new_v4(),
            wires: Vec::new(),
            ready: 0,
            values: 0,
            seq: 1,
            turn: 0,
            passes: 0,
            pool: Vec::new(),
            racks: Vec::new(),
            table: Vec::new(),
            sets: 0,
            deal: 0,
        }
    }

    /// Takes a player in.
    pub(crate) fn enter(&mut self, said: &Said, code: &str, wire: &Wire) -> u8 {
        let seat = self.wires.len() as u8;
        self.wires.push(wire.clone());
        tell(
            wire,
            &json!({
                "type": "room_joined", "command_id": said.command_id, "room_id": self.id, "code": code, "role": "player",
                "seat": seat
            }),
        );
        tell(wire, &self.snapshot(None, seat));
        seat
    }

    /// Does what is said.
    pub(crate) fn command(&mut self, said: &Said, seat: u8) {
        if said.r#type == "get_state" {
            let snapshot = self.snapshot(said.command_id.as_deref(), seat);
            return self.tell(seat, &snapshot);
        }
        match said.r#type.as_str() {
            "set_ready" => {
                self.ready += 1;
                self.show(|_| Event::ReadyChanged { seat: Seat(seat), ready: true });
            }
            "start_match" => self.deal(),
            "share_shuffle_value" => {
                self.values += 1;
                if self.values == usize::from(SEATS) {
                    self.hand_out();
                }
            }
            "draw" => self.draw(seat),
            "pass" => self.pass(seat),
            "play" => self.play(seat, said.table.as_deref().unwrap_or_default()),
            _ => {}
        }
        // Whoever is told up to which event it was done asks for nothing more before that has come.
        self.tell(seat, &json!({ "type": "accepted", "command_id": said.command_id, "seq": self.seq }));
    }

    fn draw(&mut self, seat: u8) {
        let tile = self.pool.pop();
        self.racks[usize::from(seat)].extend(tile);
        self.passes = 0;
        let (turn, pool) = (TurnNumber(self.turn), self.pool.len() as u16);
        self.show(|viewer| Event::TilesDrawn {
            seat: Seat(seat),
            turn,
            count: 1,
            pool,
            why: TurnEndWhy::Chosen,
            tiles: (viewer == seat).then(|| tile.into_iter().collect()),
        });
        self.next();
    }

    fn pass(&mut self, seat: u8) {
        self.passes += 1;
        let turn = TurnNumber(self.turn);
        self.show(|_| Event::TurnPassed { seat: Seat(seat), turn, why: TurnEndWhy::Chosen });
        if self.passes == SEATS { self.deal() } else { self.next() }
    }

    fn play(&mut self, seat: u8, laid: &[LaidSet]) {
        self.passes = 0;
        let before: FaceCounts = self.table.iter().flat_map(|set| set.tiles.iter().copied()).collect();
        let after: FaceCounts = laid.iter().flat_map(|set| set.tiles.iter().copied()).collect();
        let from_rack = after.minus(&before);
        let rack = &mut self.racks[usize::from(seat)];
        *rack = rack.minus(&from_rack);
        let tiles_left = rack.total() as u16;
        self.table = laid
            .iter()
            .map(|set| {
                self.sets += 1;
                SetView {
                    id: set.id.unwrap_or(SetId(self.sets)),
                    kind: set.kind.unwrap_or_else(|| kind(&set.tiles)),
                    tiles: set.tiles.clone(),
                    points: 0,
                    jokers: Vec::new(),
                    owner: None,
                }
            })
            .collect();
        let (turn, table, from_rack) = (TurnNumber(self.turn), self.table.clone(), from_rack.to_vec());
        self.show(|_| Event::SetsPlayed {
            seat: Seat(seat),
            turn,
            table: table.clone(),
            from_rack: from_rack.clone(),
            tiles_left,
            opened: false,
            opening_points: None,
            why: PlayWhy::Played,
        });
        if tiles_left == 0 { self.deal() } else { self.next() }
    }

    fn next(&mut self) {
        self.turn += 1;
        let (turn, seat) = (TurnNumber(self.turn), Seat((self.turn % u32::from(SEATS)) as u8));
        self.show(|_| Event::TurnStarted {
            turn,
            seat,
            time_ms: Some(60_000),
            short_clock: false,
            turns_left: None,
        });
    }

    /// Asks for the values of a new shuffle, which nobody looks at.
    fn deal(&mut self) {
        self.deal += 1;
        self.values = 0;
        let (round, deal) = (self.deal, self.deal);
        let commitment = sarja_protocol::Hex32([7; 32]);
        self.show(|_| Event::ShuffleCommitted { round, deal, commitment, values_until_ms: RoomMs(2_000) });
    }

    fn hand_out(&mut self) {
        let tiles = Ruleset::named("classic-2600").unwrap().tiles;
        self.pool = tiles.faces().collect();
        let mut chance = u64::from(self.deal) << 20 | self.id.as_u128() as u64;
        for at in (1..self.pool.len()).rev() {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            self.pool.swap(at, (chance >> 33) as usize % (at + 1));
        }
        self.racks =
            (0..SEATS).map(|_| self.pool.split_off(self.pool.len() - RACK).into_iter().collect()).collect();
        self.table.clear();
        let (round, deal, pool, racks) = (self.deal, self.deal, self.pool.len() as u16, self.racks.clone());
        self.show(|viewer| Event::Dealt {
            round,
            deal,
            values: Vec::new(),
            tiles_each: RACK as u16,
            pool,
            rack: Some(racks[usize::from(viewer)].to_vec()),
            starter_took: None,
            taken: None,
        });
        self.next();
    }

    /// Makes a view for each player and sends it.
    fn show(&mut self, view: impl Fn(u8) -> Event) {
        self.seq += 1;
        for (viewer, wire) in (0..).zip(&self.wires) {
            let (seq, epoch, at_ms) = (Seq(self.seq), Epoch(1), RoomMs(self.seq));
            let message =
                sarja_protocol::ServerToClient::from(EventMessage { seq, epoch, at_ms, event: view(viewer) });
            // Whoever has gone hears nothing.
            drop(wire.try_send(serde_json::to_string(&message).unwrap().into()));
        }
    }

    fn tell(&self, seat: u8, message: &Value) {
        tell(&self.wires[usize::from(seat)], message);
    }

    /// A lobby, whatever is played: players look at nothing else of it than their seat and the number.
    fn snapshot(&self, command_id: Option<&str>, seat: u8) -> Value {
        const GOLDEN: &str = include_str!("../../../protocol/golden/v1/server/snapshot.json");
        let mut snapshot: Value = serde_json::from_str(GOLDEN).unwrap();
        let room = snapshot["room"].as_object_mut().unwrap();
        for of_a_match in ["match", "round", "clock", "draft"] {
            room.remove(of_a_match);
        }
        room["phase"] = "lobby".into();
        room["room_id"] = json!(self.id);
        room["you"]["player_id"] = json!(PlayerId(Uuid::from_u128(u128::from(seat) + 1)));
        room["you"]["seat"] = seat.into();
        (snapshot["seq"], snapshot["epoch"]) = (self.seq.into(), 1.into());
        snapshot["command_id"] = json!(command_id);
        snapshot
    }
}

fn kind(tiles: &[Face]) -> SetKind {
    let mut numbers = tiles.iter().filter_map(|tile| tile.number());
    let first = numbers.next();
    if numbers.all(|number| Some(number) == first) { SetKind::Group } else { SetKind::Run }
}
