//! A room with people around it, a clock that is moved by hand, and the log that a store would keep.

use std::collections::BTreeMap;

use sarja_protocol::{
    ClientToServer, ErrorCode, LinkSecret, MatchId, Phase, PlayerId, PlayerKind, Practice, RoomCode, RoomId,
    RoomMs, RoomView, Settings,
};
use sarja_rules::{
    Seat,
    rummikub::{Finding, Oracle, Position},
};
use sarja_server::room::{
    Chance, Circumstances, Decision, Due, Event, Game, Input, LiveDraft, NewRoom, Presence, Recorded, Room,
    ViewContext,
};
use sarja_store::{
    DealNo, Epoch, LoadedRoom, LogRow, MatchRow, RoomHead, RoomRecord, RoundRow, Secret, Seq, ShuffleSecret,
};
use serde_json::{Value, json};
use uuid::Uuid;

/// The people of the tests, in the order in which they come.
pub(crate) const A: PlayerId = PlayerId(Uuid::from_u128(1));
pub(crate) const B: PlayerId = PlayerId(Uuid::from_u128(2));
pub(crate) const C: PlayerId = PlayerId(Uuid::from_u128(3));
pub(crate) const D: PlayerId = PlayerId(Uuid::from_u128(4));
pub(crate) const PEOPLE: [PlayerId; 4] = [A, B, C, D];

const NAMES: [&str; 4] = ["Aino", "Bertta", "Celia", "Daavid"];

/// Due things that are done at most before a test is taken to run for ever.
const STEPS_MAX: usize = 20_000;

pub(crate) const SECOND: u32 = 1_000;
pub(crate) const MINUTE: u32 = 60 * SECOND;

/// The name of one of [`PEOPLE`]; others are told apart by their number.
pub(crate) fn name(player: PlayerId) -> String {
    let number = player.0.as_u128();
    usize::try_from(number - 1)
        .ok()
        .and_then(|i| NAMES.get(i))
        .map_or_else(|| format!("Guest {number}"), |name| (*name).to_owned())
}

/// A room and everything around it.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) room: Room,
    pub(crate) presence: Presence,
    pub(crate) now: RoomMs,
    pub(crate) draft: Option<LiveDraft>,
    pub(crate) values: BTreeMap<Seat, [u8; 32]>,
    /// Which chance the room has.
    pub(crate) chance: u8,
    pub(crate) rows: Vec<LogRow>,
    pub(crate) secrets: Vec<Secret>,
    pub(crate) reveals: Vec<DealNo>,
    pub(crate) rounds: Vec<RoundRow>,
    pub(crate) matches: Vec<MatchRow>,
    pub(crate) shown: Vec<Recorded>,
    pub(crate) kinds: BTreeMap<PlayerId, PlayerKind>,
    decided: u32,
}

impl Table {
    /// A room that A has made with these settings.
    pub(crate) fn new(settings: &Value) -> Self {
        Self::with_chance(settings, 1)
    }

    /// The same with other tiles.
    pub(crate) fn with_chance(settings: &Value, chance: u8) -> Self {
        Self::practising(settings, chance, None).unwrap()
    }

    /// The same as a practice room.
    pub(crate) fn practising(
        settings: &Value,
        chance: u8,
        practice: Option<&Practice>,
    ) -> Result<Self, ErrorCode> {
        let settings: Settings = serde_json::from_value(settings.clone()).unwrap();
        let (room_id, code) = (RoomId(Uuid::from_u128(99)), RoomCode::from_bits(7));
        let link_secret = LinkSecret::from_bytes(&[7; 16]);
        let mut table = Self {
            room: Room::empty(room_id, code, link_secret.clone()),
            presence: Presence::default(),
            now: RoomMs(0),
            draft: None,
            values: BTreeMap::new(),
            chance,
            rows: Vec::new(),
            secrets: Vec::new(),
            reveals: Vec::new(),
            rounds: Vec::new(),
            matches: Vec::new(),
            shown: Vec::new(),
            kinds: BTreeMap::new(),
            decided: 0,
        };
        table.connect(A);
        let new = NewRoom {
            room: room_id,
            code,
            link_secret,
            host: A,
            name: name(A).try_into().unwrap(),
            kind: PlayerKind::Human,
            settings: &settings,
            practice,
        };
        let chance = table.draw_chance();
        let (room, decision) =
            Room::create(&new, &table.circumstances(&chance)).map_err(|refusal| refusal.code())?;
        table.room = room;
        table.commit(&decision);
        Ok(table)
    }

    /// A room with the first `people` seated.
    pub(crate) fn seated(settings: &Value, people: usize) -> Self {
        let mut table = Self::new(settings);
        table.seat(people);
        table
    }

    /// A match that the first `people` play, in its first turn.
    pub(crate) fn playing(settings: &Value, people: usize) -> Self {
        let mut table = Self::seated(settings, people);
        table.start();
        table
    }

    /// Seats the first so many, who come by the invitation link.
    pub(crate) fn seat(&mut self, people: usize) {
        let link = self.room.link_secret().clone();
        for player in PEOPLE.into_iter().take(people).skip(1) {
            self.join_as(player, &json!({"secret": link}));
        }
    }

    /// Everybody gets ready, the host starts, and the tiles are dealt.
    pub(crate) fn start(&mut self) {
        for player in self.room.members().iter().map(|m| m.player).collect::<Vec<_>>() {
            if self.room.seat_of(player).is_some() {
                self.ask(player, json!({"type": "set_ready", "ready": true}));
            }
        }
        self.ask(self.room.host(), json!({"type": "start_match"}));
        self.advance(2 * SECOND);
        assert_eq!(self.room.phase(), Phase::Playing);
    }

    pub(crate) fn connect(&mut self, player: PlayerId) {
        self.presence.arrive(player);
    }

    pub(crate) fn disconnect(&mut self, player: PlayerId) {
        self.presence.depart(player, self.now);
    }

    /// Comes in with the code, on a connection.
    pub(crate) fn join(&mut self, player: PlayerId) -> Vec<Event> {
        self.join_as(player, &json!({}))
    }

    pub(crate) fn join_as(&mut self, player: PlayerId, fields: &Value) -> Vec<Event> {
        let before = self.room.seq();
        let result = self.try_join(player, fields);
        result.unwrap_or_else(|code| panic!("{} may not join: {code:?} at {before}", name(player)))
    }

    pub(crate) fn try_join(&mut self, player: PlayerId, fields: &Value) -> Result<Vec<Event>, ErrorCode> {
        self.connect(player);
        let mut join = json!({"type": "join_room", "code": self.room.code(), "name": name(player)});
        join.as_object_mut().unwrap().append(&mut fields.as_object().unwrap().clone());
        let result = self.send(player, join);
        if result.is_err() && self.room.member(player).is_none() {
            self.presence.forget(player);
        }
        result
    }

    /// A command that is accepted: what happened.
    pub(crate) fn ask(&mut self, player: PlayerId, command: Value) -> Vec<Event> {
        let text = command.to_string();
        self.send(player, command).unwrap_or_else(|code| panic!("{}: {text}: {code:?}", name(player)))
    }

    /// A command that is refused: why. Nothing has changed.
    pub(crate) fn refused(&mut self, player: PlayerId, command: Value) -> ErrorCode {
        let text = command.to_string();
        match self.send(player, command) {
            Ok(events) => panic!("{}: {text} was accepted: {events:?}", name(player)),
            Err(code) => code,
        }
    }

    /// A command as JSON, its id added.
    pub(crate) fn send(&mut self, player: PlayerId, mut command: Value) -> Result<Vec<Event>, ErrorCode> {
        if command["type"] != "draft" {
            command["command_id"] = json!(format!("c{}", self.decided));
        }
        let command: ClientToServer = serde_json::from_value(command).unwrap();
        self.command(player, &command)
    }

    pub(crate) fn command(
        &mut self,
        player: PlayerId,
        command: &ClientToServer,
    ) -> Result<Vec<Event>, ErrorCode> {
        let kind = self.kinds.get(&player).copied().unwrap_or_default();
        let decision = self.decide(Input::Command { player, command, kind })?;
        if let ClientToServer::Draft(draft) = command {
            let seat = self.room.seat_of(player).unwrap();
            let (turn, number, table) = (draft.turn, draft.draft, draft.table.clone());
            let discard = draft.discard;
            self.draft = Some(LiveDraft { turn, draft: number, seat, table, discard });
        }
        Ok(self.commit(&decision))
    }

    pub(crate) fn decide(&mut self, input: Input<'_>) -> Result<Decision, ErrorCode> {
        let chance = self.draw_chance();
        self.room.decide(input, &self.circumstances(&chance)).map_err(|refusal| refusal.code())
    }

    /// Writes the events down, applies them, and folds the log to see that it gives the same room.
    pub(crate) fn commit(&mut self, decision: &Decision) -> Vec<Event> {
        for secret in &decision.secrets {
            self.room.learn_secret(secret.deal.0, secret.secret.clone());
            let (deal, secret) = (secret.deal, secret.secret.clone());
            self.secrets.push(Secret { deal, secret, revealed_ms: None });
        }
        if let Some((seat, value)) = decision.shuffle_value {
            self.values.insert(seat, value);
        }
        self.reveals.extend(&decision.reveals);
        self.rounds.extend(decision.rounds.iter().cloned());
        self.matches.extend(decision.matches.iter().cloned());
        if decision.events.is_empty() {
            return Vec::new();
        }
        self.rows.push(LogRow {
            first_seq: Seq(self.room.seq().next().0),
            count: decision.events.len() as u32,
            epoch: Epoch(1),
            command: None,
            at_ms: i64::try_from(self.now.0).unwrap(),
            wall_ms: 0,
            events: serde_json::to_string(&decision.events).unwrap(),
        });
        for event in &decision.events {
            let shown = self.room.apply(self.now, event);
            self.shown.push(Recorded { seq: self.room.seq(), at_ms: self.now, shown });
            if matches!(event, Event::Dealt { .. }) {
                self.values.clear();
            }
        }
        let turn = self.room.game().map(Game::turn);
        self.draft.take_if(|draft| Some(draft.turn.into()) != turn);
        decision.events.clone()
    }

    /// The log, folded, is the room that there is.
    pub(crate) fn check_log(&self) {
        let (room, shown) = self.rebuilt();
        assert_eq!(format!("{room:?}"), format!("{:?}", self.room));
        assert_eq!(shown, self.shown);
        for member in self.room.members() {
            assert_eq!(self.view_of(&room, member.player), self.view_of(&self.room, member.player));
        }
        assert_eq!(self.audit(&self.record()), [""; 0], "what is recorded is what the log says");
    }

    /// Everything that a store would hold of the room.
    pub(crate) fn record(&self) -> RoomRecord {
        let room = RoomHead {
            id: self.room.id().0.into(),
            code: self.room.code().as_str().into(),
            owner: "boot".into(),
            epoch: Epoch(1),
            created_ms: 0,
            closed_ms: None,
        };
        RoomRecord {
            loaded: LoadedRoom { room, rows: self.rows.clone(), secrets: self.secrets.clone() },
            rounds: self.rounds.clone(),
            matches: self.matches.clone(),
        }
    }

    /// What is wrong with a record of this room.
    pub(crate) fn audit(&self, record: &RoomRecord) -> Vec<String> {
        let (id, code, link) = (self.room.id(), self.room.code(), self.room.link_secret().clone());
        Room::audit(id, code, link, record).iter().map(ToString::to_string).collect()
    }

    /// The room as a restarted server makes it from its log.
    pub(crate) fn rebuilt(&self) -> (Room, Vec<Recorded>) {
        let (id, code, link) = (self.room.id(), self.room.code(), self.room.link_secret().clone());
        Room::rebuild(id, code, link, &self.rows, self.secrets.clone()).unwrap()
    }

    /// Time passes, and everything that becomes due is done in order: what happened.
    pub(crate) fn advance(&mut self, ms: u32) -> Vec<Event> {
        let happened = self.pass(ms);
        self.check_log();
        happened
    }

    /// The same without looking at the log.
    pub(crate) fn pass(&mut self, ms: u32) -> Vec<Event> {
        let until = self.now.plus(ms);
        let mut happened = Vec::new();
        for _ in 0..STEPS_MAX {
            match self.room.next_due(&self.presence) {
                Some((at, due)) if at <= until => {
                    self.now = self.now.max(at);
                    let events = self.due(due);
                    assert!(!events.is_empty(), "{due:?} at {at} changes nothing and stays due");
                    happened.extend(events);
                }
                _ => {
                    self.now = until;
                    return happened;
                }
            }
        }
        panic!("what is due never ends");
    }

    pub(crate) fn due(&mut self, due: Due) -> Vec<Event> {
        let decision = self.decide(Input::Due(due)).unwrap();
        self.commit(&decision)
    }

    /// The server restarts: the room is made from its log, nobody is connected, drafts and values are gone.
    pub(crate) fn restart(&mut self) -> Vec<Event> {
        self.room = self.rebuilt().0;
        self.presence = Presence::default();
        self.room.members().iter().for_each(|m| self.presence.expect(m.player, self.now));
        (self.draft, self.values) = (None, BTreeMap::new());
        let decision = self.decide(Input::Restarted).unwrap();
        self.commit(&decision)
    }

    pub(crate) fn view(&self, viewer: PlayerId) -> RoomView {
        self.view_of(&self.room, viewer).unwrap()
    }

    fn view_of(&self, room: &Room, viewer: PlayerId) -> Option<RoomView> {
        let draft = self.draft.as_ref();
        room.view(viewer, ViewContext { presence: &self.presence, draft, shown: draft })
    }

    fn draw_chance(&mut self) -> Chance {
        self.decided += 1;
        let mut secret = [self.chance; 32];
        secret[..4].copy_from_slice(&self.decided.to_le_bytes());
        let match_id = MatchId(Uuid::from_u128(u128::from(self.decided)));
        Chance { secret: ShuffleSecret::new(secret), match_id }
    }

    fn circumstances<'a>(&'a self, chance: &'a Chance) -> Circumstances<'a> {
        Circumstances {
            now_ms: self.now,
            wall_ms: 1_700_000_000_000 + i64::try_from(self.now.0).unwrap(),
            presence: &self.presence,
            draft: self.draft.as_ref(),
            shuffle_values: &self.values,
            chance,
            oracle: &Solver,
        }
    }
}

/// Finds out at once, on this thread, what a server finds out elsewhere.
#[derive(Debug)]
struct Solver;

impl Oracle for Solver {
    fn can_play(&self, position: Position<'_>) -> Finding {
        match sarja_solver::can_play(position, sarja_solver::NodeLimit(200_000)) {
            sarja_solver::Answer::Yes(_) => Finding::Play,
            sarja_solver::Answer::No => Finding::NoPlay,
            sarja_solver::Answer::Unknown => Finding::Unproven,
        }
    }
}

/// What kinds of events these are, as the log names them.
pub(crate) fn kinds(events: &[Event]) -> Vec<String> {
    let kind = |event: &Event| {
        let value = serde_json::to_value(event).unwrap();
        let inner = &value["event"]["type"];
        inner.as_str().or(value["type"].as_str()).unwrap().to_owned()
    };
    events.iter().map(kind).collect()
}

/// Whether an event of this kind is among them.
pub(crate) fn has(events: &[Event], kind: &str) -> bool {
    kinds(events).iter().any(|k| k == kind)
}
