//! The law that a viewer learns nothing of tiles that he may not see.
//!
//! A game is played; then it is dealt again with every tile in another place that the viewer has not seen, neither on the
//! own rack nor laid by anybody, and the same events happen. Whatever the viewer is shown has to be the same.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use proptest::{
    prelude::*,
    test_runner::{Config, RngSeed, TestRunner},
};
use sarja_protocol::{
    ClientToServer, LinkSecret, MatchId, Phase, PlayerId, PlayerKind, RoomCode, RoomId, RoomMs, Settings,
};
use sarja_rules::{
    Face, Family, Seat, derive_seed,
    rommikubbi::{DealAction, DealEvent, TurnStep},
    rummikub::{self, SeenPosition, choose_simply},
    tile_order,
};
use sarja_solver::{Skill, choose_in_deal};
use sarja_store::ShuffleSecret;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    Chance, Circumstances, Due, Event, Game, Input, Move, NewRoom, Presence, Room, Shown, Sight, ViewContext,
    family::Meaning, show,
};

const PLAYERS: [PlayerId; 3] =
    [PlayerId(Uuid::from_u128(1)), PlayerId(Uuid::from_u128(2)), PlayerId(Uuid::from_u128(3))];
const SPECTATOR: PlayerId = PlayerId(Uuid::from_u128(4));

/// A game as it was played, and what its viewers were shown.
struct Played {
    room: Room,
    chance: Chance,
    now: RoomMs,
    presence: Presence,
    events: Vec<Event>,
}

impl Played {
    /// Three people play so many turns as simple players do, and somebody watches.
    fn new(settings: &Value, secret: u8, turns: usize) -> Self {
        let settings: Settings = serde_json::from_value(settings.clone()).unwrap();
        let chance =
            Chance { secret: ShuffleSecret::new([secret; 32]), match_id: MatchId(Uuid::from_u128(5)) };
        let mut presence = Presence::default();
        PLAYERS.into_iter().chain([SPECTATOR]).for_each(|player| presence.arrive(player));
        let mut played = Self { room: empty(), chance, now: RoomMs(0), presence, events: Vec::new() };
        let new = NewRoom {
            room: played.room.id(),
            code: played.room.code(),
            link_secret: played.room.link_secret().clone(),
            host: PLAYERS[0],
            name: "Player 0".to_owned().try_into().unwrap(),
            kind: PlayerKind::Human,
            settings: &settings,
            practice: None,
        };
        let values = BTreeMap::new();
        let (_, decision) = Room::create(&new, &played.circumstances(&values)).unwrap();
        played.commit(&decision.events);
        for (number, player) in (1..).zip(PLAYERS.into_iter().skip(1).chain([SPECTATOR])) {
            let role = if player == SPECTATOR { "spectator" } else { "player" };
            let name = format!("Player {number}");
            played.ask(player, json!({"type": "join_room", "code": new.code, "name": name, "role": role}));
        }
        for player in PLAYERS {
            played.ask(player, json!({"type": "set_ready", "ready": true}));
        }
        played.ask(PLAYERS[0], json!({"type": "start_match"}));
        played.now = played.now.plus(2_000);
        played.input(Input::Due(Due::ShuffleValues { deal: 1 }));
        (0..turns).for_each(|_| played.move_simply());
        played
    }

    fn circumstances<'a>(&'a self, shuffle_values: &'a BTreeMap<Seat, [u8; 32]>) -> Circumstances<'a> {
        Circumstances {
            now_ms: self.now,
            wall_ms: 0,
            presence: &self.presence,
            draft: None,
            shuffle_values,
            chance: &self.chance,
            oracle: &rummikub::RackSearch,
        }
    }

    fn ask(&mut self, player: PlayerId, mut command: Value) {
        command["command_id"] = json!("c");
        let command: ClientToServer = serde_json::from_value(command).unwrap();
        self.input(Input::Command { player, command: &command, kind: PlayerKind::Human });
    }

    fn input(&mut self, input: Input<'_>) {
        let values = BTreeMap::new();
        let decision = self.room.decide(input, &self.circumstances(&values)).unwrap();
        for secret in decision.secrets {
            self.room.learn_secret(secret.deal.0, secret.secret);
        }
        self.commit(&decision.events);
    }

    fn commit(&mut self, events: &[Event]) {
        for event in events {
            self.room.apply(RoomMs(0), event);
            self.events.push(event.clone());
        }
    }

    fn move_simply(&mut self) {
        if self.room.phase() != Phase::Playing {
            return;
        }
        let game = self.room.game().unwrap();
        let (seat, turn, ruleset) = (game.seat(), game.turn(), game.ruleset());
        let action: Move = match game.sight(seat) {
            Sight::Rummikub(view) => choose_simply(SeenPosition {
                ruleset,
                table: &view.table,
                rack: &view.rack.unwrap().iter().collect(),
                opened: view.players[seat.index()].opened,
                pool: view.pool,
            })
            .into(),
            // A pile is taken now and then for nothing, and given back.
            Sight::Rommikubbi(view)
                if turn.0.is_multiple_of(5) && view.step == TurnStep::ToTake && view.pile > 0 =>
            {
                DealAction::TakePile.into()
            }
            Sight::Rommikubbi(view) => choose_in_deal(ruleset, &view, seat, Skill::Medium, 0).unwrap().into(),
        };
        let events = game.decide(seat, turn, &action, &rummikub::RackSearch).unwrap();
        self.commit(&events);
    }

    /// The tiles in the order in which they were dealt.
    fn order(&self) -> Vec<Face> {
        let seed = derive_seed(self.chance.secret.expose(), &self.chance.match_id.to_string(), 1, &[]);
        tile_order(&seed, self.room.settings().unwrap().rules.tiles)
    }

    /// The places in that order whose tiles this seat has not seen by the end.
    fn hidden_from(&self, viewer: Option<Seat>) -> Vec<usize> {
        match self.room.settings().unwrap().rules.family {
            Family::Rummikub => self.hidden_in_a_round(viewer),
            Family::Rommikubbi => self.hidden_in_a_deal(viewer),
        }
    }

    /// In Rommikubbi every place is somewhere: in a hand, in the stock, in the pile, or laid.
    fn hidden_in_a_deal(&self, viewer: Option<Seat>) -> Vec<usize> {
        let order = self.order();
        let starter = self.room.r#match.as_ref().unwrap().current.as_ref().unwrap().starter.unwrap();
        // The last tile is the starter's; its number, which is told, is how many stacks of seven are counted off.
        let last = order.len() - 1;
        let first = 7 * order[last].number().map_or(1, |number| usize::from(number.get()));
        let mut round = (0..last).map(|at| (first + at) % last);
        let mut hands: Vec<Vec<usize>> = vec![Vec::new(); PLAYERS.len()];
        for stack in 0..2 * PLAYERS.len() {
            hands[(starter.index() + stack) % PLAYERS.len()].extend(round.by_ref().take(7));
        }
        hands[starter.index()].push(last);
        let mut stock: VecDeque<usize> = round.collect();
        let (mut pile, mut taken): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut seen: BTreeSet<usize> = viewer.iter().flat_map(|seat| hands[seat.index()].clone()).collect();
        // Its number is told; its colour is not, but the law exchanges whole tiles.
        seen.insert(last);
        let from = |hand: &mut Vec<usize>, tile: Face| {
            let at = hand.iter().rposition(|&place| order[place] == tile).expect("what is played was held");
            hand.remove(at)
        };
        for event in &self.events {
            let Event::Rommikubbi(game) = event else { continue };
            match &game.event {
                DealEvent::StockTaken { seat, .. } => {
                    hands[seat.index()].push(stock.pop_front().expect("what is taken was there"));
                }
                DealEvent::PileTurnedOver { .. } => stock = pile.drain(..).collect(),
                DealEvent::PileTaken { seat, .. } => {
                    taken = std::mem::take(&mut pile);
                    hands[seat.index()].extend(&taken);
                }
                DealEvent::PileGivenBack { seat, .. } => {
                    hands[seat.index()].retain(|place| !taken.contains(place));
                    pile = std::mem::take(&mut taken);
                }
                DealEvent::SetsLaid { seat, from_hand, .. } => {
                    for &tile in from_hand {
                        seen.insert(from(&mut hands[seat.index()], tile));
                    }
                }
                DealEvent::TileDiscarded { seat, tile, .. } => {
                    let place = from(&mut hands[seat.index()], *tile);
                    seen.insert(place);
                    pile.push(place);
                }
                _ => {}
            }
            seen.extend(viewer.iter().flat_map(|seat| &hands[seat.index()]));
        }
        (0..order.len()).filter(|at| !seen.contains(at)).collect()
    }

    fn hidden_in_a_round(&self, viewer: Option<Seat>) -> Vec<usize> {
        let order = self.order();
        let rack = usize::from(self.room.settings().unwrap().rules.rack);
        let mut next = PLAYERS.len() * rack;
        let mut owners: Vec<Option<Seat>> =
            (0..order.len()).map(|place| (place < next).then(|| Seat((place / rack) as u8))).collect();
        let mut laid = vec![false; order.len()];
        for event in &self.events {
            let Event::Rummikub(game) = event else { continue };
            match &game.event {
                rummikub::Event::TilesDrawn { seat, count, .. } => {
                    owners[next..next + usize::from(*count)].fill(Some(*seat));
                    next += usize::from(*count);
                }
                rummikub::Event::SetsPlayed { seat, from_rack, .. } => {
                    for tile in from_rack {
                        let held = |&at: &usize| !laid[at] && owners[at] == Some(*seat) && order[at] == *tile;
                        let place = (0..order.len()).find(held).expect("what is laid was held");
                        laid[place] = true;
                    }
                }
                _ => {}
            }
        }
        let is_seen = |at: usize| laid[at] || (owners[at].is_some() && owners[at] == viewer);
        (0..order.len()).filter(|&at| !is_seen(at)).collect()
    }

    /// What the viewer is shown of each event and of the room after it, if the tiles had been dealt in this order.
    fn shown_to(&self, viewer: PlayerId, order: &[Face]) -> Vec<(sarja_protocol::Event, Option<Value>)> {
        let mut room = empty();
        room.learn_secret(1, self.chance.secret.clone());
        let shown = self.events.iter().map(|event| {
            let mut shown: Shown = room.apply(RoomMs(0), event);
            if matches!(event, Event::Dealt { .. }) {
                deal_again(&mut room, order);
                shown = show::event(&room, event, None);
            }
            let view = room.view(viewer, ViewContext { presence: &self.presence, draft: None, shown: None });
            (shown.to(viewer).clone(), view.map(|view| serde_json::to_value(view).unwrap()))
        });
        shown.collect()
    }
}

fn empty() -> Room {
    Room::empty(RoomId(Uuid::from_u128(9)), RoomCode::from_bits(7), LinkSecret::from_bytes(&[7; 16]))
}

fn deal_again(room: &mut Room, order: &[Face]) {
    let rules = room.settings().unwrap().rules.clone();
    let last_turn = room.last_turn;
    room.change_round(|round| {
        let players = PLAYERS.len() as u8;
        round.game = Game::deal(&rules, players, round.starter.unwrap(), last_turn, order);
    });
}

#[test]
fn nothing_that_a_viewer_is_shown_depends_on_tiles_that_the_viewer_may_not_see() {
    let settings = prop::sample::select(vec![
        json!({}),
        json!({"ruleset": "federation"}),
        json!({"overrides": {"opening": {"min_points": 0}, "rack": 20}}),
        json!({"ruleset": "rommikubbi"}),
        json!({"ruleset": "rommikubbi", "overrides": {"opening": {"min_points": 0}}}),
        json!({"ruleset": "rommikubbi", "overrides": {"opening": {"min_points": 20}}, "drafts": "hidden"}),
    ]);
    let viewers = prop::sample::select(vec![PLAYERS[0], PLAYERS[1], PLAYERS[2], SPECTATOR]);
    let config =
        Config { cases: 48, failure_persistence: None, rng_seed: RngSeed::Fixed(106), ..Config::default() };
    let cases = (settings, any::<u8>(), 0usize..170, viewers, 1usize..100);
    let law = |(settings, secret, turns, viewer, shift): (Value, u8, usize, PlayerId, usize)| {
        let mut played = Played::new(&settings, secret, turns);
        if played.room.phase() != Phase::Playing {
            // At the end of the round everything is shown: what was hidden before it has to be hidden from its events.
            played.events.truncate(before_the_end(&played.events));
        }
        let (order, seat) = (played.order(), played.room.seat_of(viewer));
        let hidden = played.hidden_from(seat);
        let mut other = order.clone();
        for (at, &place) in hidden.iter().enumerate() {
            other[place] = order[hidden[(at + shift) % hidden.len()]];
        }
        prop_assert_ne!(&order, &other);
        prop_assert_eq!(played.shown_to(viewer, &order), played.shown_to(viewer, &other));
        Ok(())
    };
    TestRunner::new(config).run(&cases, law).unwrap();
}

/// How many events there are before the last move of the round.
fn before_the_end(events: &[Event]) -> usize {
    let is_turn = |event: &Event| matches!(event.meaning(), Some(Meaning::TurnStarted(..)));
    events.iter().rposition(is_turn).map_or(0, |last| last + 1)
}
