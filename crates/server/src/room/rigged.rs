//! A room of people who play Rommikubbi with tiles that a test has put in order, and what everybody is shown of it.

use std::collections::BTreeMap;

use sarja_protocol::{
    ClientToServer, DraftNumber, ErrorMessage, Event as Wire, LaidSet, LinkSecret, MatchId, PlayerId,
    PlayerKind, RoomCode, RoomId, RoomMs, RoomView, Settings,
};
use sarja_rules::{Face, FaceCounts, Seat, rommikubbi::Deal, rummikub};
use sarja_store::ShuffleSecret;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    Chance, Circumstances, Due, Event, Game, Input, LiveDraft, NewRoom, Presence, Room, Shown, ViewContext,
};

/// The two who play, and one who watches.
pub(super) const AINO: PlayerId = PlayerId(Uuid::from_u128(1));
pub(super) const BERTTA: PlayerId = PlayerId(Uuid::from_u128(2));
pub(super) const CELIA: PlayerId = PlayerId(Uuid::from_u128(3));

/// A deal between two whose tiles are known. Seat 0 is Aino's, and starts.
pub(super) struct Rigged {
    pub(super) room: Room,
    pub(super) now: RoomMs,
    pub(super) draft: Option<LiveDraft>,
    shown_draft: Option<LiveDraft>,
    /// What everybody was shown since the last look.
    pub(super) shown: Vec<Shown>,
    presence: Presence,
    commands: u32,
    order: Vec<Face>,
    log: Vec<(RoomMs, Event)>,
}

impl Rigged {
    /// The tiles of the starter, the fifteenth last, those of the other one, and the first of the stock. The others follow.
    pub(super) fn new(starter: &str, other: &str, stock: &str) -> Self {
        Self::with(&json!({}), starter, other, stock)
    }

    /// The same in a room with these settings beside the ruleset.
    pub(super) fn with(settings: &Value, starter: &str, other: &str, stock: &str) -> Self {
        let mut wanted = json!({"ruleset": "rommikubbi", "seats": 2});
        wanted.as_object_mut().unwrap().append(&mut settings.as_object().unwrap().clone());
        let settings: Settings = serde_json::from_value(wanted).unwrap();
        let mut rigged = Self {
            room: Room::empty(
                RoomId(Uuid::from_u128(9)),
                RoomCode::from_bits(7),
                LinkSecret::from_bytes(&[7; 16]),
            ),
            now: RoomMs(0),
            draft: None,
            shown_draft: None,
            shown: Vec::new(),
            presence: Presence::default(),
            commands: 0,
            order: order(&faces(starter), &faces(other), &faces(stock)),
            log: Vec::new(),
        };
        for player in [AINO, BERTTA, CELIA] {
            rigged.presence.arrive(player);
        }
        let new = NewRoom {
            room: rigged.room.id(),
            code: rigged.room.code(),
            link_secret: rigged.room.link_secret().clone(),
            host: AINO,
            name: "Aino".to_owned().try_into().unwrap(),
            kind: PlayerKind::Human,
            settings: &settings,
            practice: None,
        };
        let (values, chance) = (BTreeMap::new(), chance());
        let (_, decision) = Room::create(&new, &rigged.circumstances(&values, &chance)).unwrap();
        rigged.commit(&decision.events);
        rigged.ask(BERTTA, json!({"type": "join_room", "code": new.code, "name": "Bertta"}));
        rigged
            .ask(CELIA, json!({"type": "join_room", "code": new.code, "name": "Celia", "role": "spectator"}));
        for player in [AINO, BERTTA] {
            rigged.ask(player, json!({"type": "set_ready", "ready": true}));
        }
        rigged.ask(AINO, json!({"type": "start_match"}));
        rigged.advance(2_000);
        rigged.shown.clear();
        rigged
    }

    fn circumstances<'a>(
        &'a self,
        shuffle_values: &'a BTreeMap<Seat, [u8; 32]>,
        chance: &'a Chance,
    ) -> Circumstances<'a> {
        Circumstances {
            now_ms: self.now,
            wall_ms: 0,
            presence: &self.presence,
            draft: self.draft.as_ref(),
            shuffle_values,
            chance,
            oracle: &rummikub::RackSearch,
        }
    }

    /// Asks for something, a command of the turn in progress if it names none: what happened, or why it is refused, which
    /// changes nothing.
    pub(super) fn try_ask(
        &mut self,
        player: PlayerId,
        mut command: Value,
    ) -> Result<Vec<Event>, ErrorMessage> {
        self.commands += 1;
        let is_draft = command["type"] == "draft";
        if is_draft {
            command["draft"] = json!(self.commands);
        } else {
            command["command_id"] = json!(format!("c{}", self.commands));
        }
        let of_a_turn =
            ["take_tile", "take_pile", "end_turn", "give_pile_back", "draft", "draw", "play", "pass"];
        if of_a_turn.contains(&command["type"].as_str().unwrap()) && command.get("turn").is_none() {
            command["turn"] = json!(self.deal().turn());
        }
        let command: ClientToServer = serde_json::from_value(command).unwrap();
        let before = format!("{:?}", self.room);
        let input = Input::Command { player, command: &command, kind: PlayerKind::Human };
        let done = self.input(input);
        if done.is_err() {
            assert_eq!(format!("{:?}", self.room), before);
        }
        let events = done?;
        if let ClientToServer::Draft(draft) = command {
            let seat = self.room.seat_of(player).unwrap();
            let number = DraftNumber(self.commands);
            self.draft = Some(LiveDraft {
                turn: draft.turn,
                draft: number,
                seat,
                table: draft.table,
                discard: draft.discard,
            });
            if let Some(draft) = self.draft.as_ref().filter(|draft| self.room.shows(draft)) {
                self.shown_draft = Some(draft.clone());
            }
        }
        Ok(events)
    }

    pub(super) fn ask(&mut self, player: PlayerId, command: Value) -> Vec<Event> {
        let text = command.to_string();
        self.try_ask(player, command).unwrap_or_else(|error| panic!("{text}: {error:?}"))
    }

    /// A command that is refused: its code, and the codes of the reasons.
    pub(super) fn refused(&mut self, player: PlayerId, command: Value) -> (&'static str, Vec<&'static str>) {
        let text = command.to_string();
        match self.try_ask(player, command) {
            Ok(events) => panic!("{text}: {events:?}"),
            Err(error) => {
                (error.code.as_str(), error.reasons.iter().map(|reason| reason.code.as_str()).collect())
            }
        }
    }

    fn input(&mut self, input: Input<'_>) -> Result<Vec<Event>, ErrorMessage> {
        let (values, chance) = (BTreeMap::new(), chance());
        let decided = self.room.decide(input, &self.circumstances(&values, &chance));
        let decision = decided.map_err(|refusal| refusal.to_error())?;
        for secret in decision.secrets {
            self.room.learn_secret(secret.deal.0, secret.secret);
        }
        self.commit(&decision.events);
        Ok(decision.events)
    }

    fn commit(&mut self, events: &[Event]) {
        for event in events {
            self.log.push((self.now, event.clone()));
            let shown = apply(&mut self.room, self.now, event, &self.order);
            self.shown.push(shown);
        }
        let turn = self.room.game().filter(|game| !game.is_over()).map(|game| game.turn().into());
        for draft in [&mut self.draft, &mut self.shown_draft] {
            draft.take_if(|draft| Some(draft.turn) != turn);
        }
    }

    /// Time passes, and what becomes due is done: what happened.
    pub(super) fn advance(&mut self, ms: u32) -> Vec<Event> {
        let until = self.now.plus(ms);
        let mut happened = Vec::new();
        while let Some((at, due)) = self.room.next_due(&self.presence).filter(|(at, _)| *at <= until) {
            self.now = self.now.max(at);
            happened.extend(self.due(due));
        }
        self.now = until;
        happened
    }

    fn due(&mut self, due: Due) -> Vec<Event> {
        self.input(Input::Due(due)).unwrap()
    }

    pub(super) fn deal(&self) -> &Deal {
        self.room.deal().unwrap()
    }

    pub(super) fn view(&self, player: PlayerId) -> RoomView {
        let (draft, shown) = (self.draft.as_ref(), self.shown_draft.as_ref());
        let context = ViewContext { presence: &self.presence, draft, shown };
        self.room.view(player, context).unwrap()
    }

    /// The public events since the last look, as the wire has them.
    pub(super) fn look(&mut self) -> Vec<Wire> {
        self.shown.drain(..).map(|shown| shown.public).collect()
    }

    /// Their types.
    pub(super) fn look_at_types(&mut self) -> Vec<String> {
        let types = |event: &Wire| serde_json::to_value(event).unwrap()["type"].as_str().unwrap().to_owned();
        self.look().iter().map(types).collect()
    }

    /// The table with these sets in place of what lies there, or beside it where there are more.
    pub(super) fn table(&self, sets: &[&str]) -> Vec<LaidSet> {
        let ids =
            self.deal().table().iter().map(|placed| Some(placed.id.into())).chain(std::iter::repeat(None));
        sets.iter().zip(ids).map(|(set, id)| LaidSet { id, ..LaidSet::of(faces(set)) }).collect()
    }

    /// Whoever's turn it is takes a tile and discards it again.
    pub(super) fn rest(&mut self) -> Vec<Event> {
        let player = if self.deal().seat() == Seat(0) { AINO } else { BERTTA };
        let mut events = self.ask(player, json!({"type": "take_tile"}));
        if self.room.playing().is_some() {
            let tile = self.view(player).round.unwrap().rommikubbi.unwrap().taken.unwrap()[0];
            let table = self.lying();
            events.extend(self.ask(player, json!({"type": "end_turn", "table": table, "discard": tile})));
        }
        events
    }

    /// The table as it lies.
    pub(super) fn lying(&self) -> Vec<LaidSet> {
        let placed = self.deal().table().iter();
        placed
            .map(|placed| LaidSet {
                tiles: placed.set.tiles().to_vec(),
                kind: Some(placed.set.kind().into()),
                id: Some(placed.id.into()),
            })
            .collect()
    }

    /// The log, folded over the same tiles, gives the same room.
    pub(super) fn check_log(&self) {
        let mut again = Room::empty(self.room.id(), self.room.code(), self.room.link_secret().clone());
        for (deal, secret) in &self.room.secrets {
            again.learn_secret(*deal, secret.clone());
        }
        let text =
            serde_json::to_string(&self.log.iter().map(|(_, event)| event).collect::<Vec<_>>()).unwrap();
        let events: Vec<Event> = serde_json::from_str(&text).unwrap();
        for ((at, _), event) in self.log.iter().zip(&events) {
            apply(&mut again, *at, event, &self.order);
        }
        assert_eq!(format!("{again:?}"), format!("{:?}", self.room));
    }
}

/// Applies an event; a deal is dealt from the order of the test.
fn apply(room: &mut Room, at: RoomMs, event: &Event, order: &[Face]) -> Shown {
    let shown = room.apply(at, event);
    if !matches!(event, Event::Dealt { .. }) {
        return shown;
    }
    let rules = room.settings().unwrap().rules.clone();
    let last_turn = room.last_turn;
    room.change_round(|round| {
        round.starter = Some(Seat(0));
        round.game = Game::deal(&rules, 2, Seat(0), last_turn, order);
    });
    super::show::event(room, event, None)
}

fn chance() -> Chance {
    Chance { secret: ShuffleSecret::new([3; 32]), match_id: MatchId(Uuid::from_u128(5)) }
}

pub(super) fn faces(text: &str) -> Vec<Face> {
    text.split_whitespace().map(|face| face.parse().unwrap()).collect()
}

/// The order in which these tiles are dealt to two, and then drawn.
fn order(starter: &[Face], other: &[Face], stock: &[Face]) -> Vec<Face> {
    assert_eq!((starter.len(), other.len()), (15, 14));
    let rules = sarja_rules::Ruleset::named("rommikubbi").unwrap();
    let named: FaceCounts = starter.iter().chain(other).chain(stock).collect();
    let all: FaceCounts = rules.tiles.faces().collect();
    assert!(named.is_subset_of(&all), "{:?}", named.minus(&all).to_vec());
    // Two stacks of seven each in turn, then the stock.
    let mut dealt = [&starter[..7], &other[..7], &starter[7..14], &other[7..], stock].concat();
    dealt.extend(all.minus(&named).tiles());
    let fifteenth = starter[14];
    dealt.rotate_right(7 * fifteenth.number().map_or(1, |number| usize::from(number.get())));
    dealt.push(fifteenth);
    dealt
}
