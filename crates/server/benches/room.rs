//! What a room costs without sockets and store: a move with everything that is written and sent of it, a snapshot, the
//! verdict on a draft, and a whole match.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on should stop where it stands")]

use std::collections::BTreeMap;

use divan::{Bencher, black_box, counter::ItemsCount};
use sarja_protocol::{
    ClientToServer, LaidSet, LinkSecret, MatchId, Phase, PlayerId, PlayerKind, RoomCode, RoomId, RoomMs,
    Settings,
};
use sarja_rules::{
    Seat, Viewer,
    rummikub::{self, Action, RackSearch, SeenPosition, choose_simply},
};
use sarja_server::room::{
    Chance, Circumstances, Decision, Due, Event, Input, LiveDraft, NewRoom, Presence, Room, Shown,
    ViewContext,
};
use sarja_store::ShuffleSecret;
use serde_json::{Value, json};
use uuid::Uuid;

const PLAYERS: [PlayerId; 4] = [
    PlayerId(Uuid::from_u128(1)),
    PlayerId(Uuid::from_u128(2)),
    PlayerId(Uuid::from_u128(3)),
    PlayerId(Uuid::from_u128(4)),
];

fn main() {
    divan::main();
}

/// A room with four simple players in a match.
#[derive(Clone)]
struct Game {
    room: Room,
    presence: Presence,
    now: RoomMs,
    chance: u8,
    moves: usize,
}

impl Game {
    fn start(chance: u8) -> Self {
        let overrides = json!({"clock": {"turn_seconds": null}, "match": {"rounds": 4}});
        let settings: Settings = serde_json::from_value(json!({"overrides": overrides})).unwrap();
        let (id, code) = (RoomId(Uuid::from_u128(9)), RoomCode::from_bits(7));
        let link_secret = LinkSecret::from_bytes(&[7; 16]);
        let room = Room::empty(id, code, link_secret.clone());
        let mut presence = Presence::default();
        for player in PLAYERS {
            presence.arrive(player);
        }
        let mut game = Self { room, presence, now: RoomMs(0), chance, moves: 0 };
        let new = NewRoom {
            room: id,
            code,
            link_secret,
            host: PLAYERS[0],
            name: "Player 0".to_owned().try_into().unwrap(),
            kind: PlayerKind::Human,
            settings: &settings,
            practice: None,
        };
        let (_, decision) = game.with_circumstances(|at| Room::create(&new, at).unwrap());
        game.apply(&decision);
        for (number, player) in (1..).zip(&PLAYERS[1..]) {
            game.ask(*player, json!({"type": "join_room", "code": code, "name": format!("Player {number}")}));
        }
        game.get_ready();
        game.ask(PLAYERS[0], json!({"type": "start_match"}));
        game.pass_time();
        game
    }

    /// A table of more than fifty tiles, and a play of the player who moves.
    fn full_table() -> (Self, ClientToServer) {
        for chance in 0..=u8::MAX {
            let mut game = Self::start(chance);
            while game.room.phase() == Phase::Playing {
                let laid: usize = game.round().table().iter().map(|p| p.set.tiles().len()).sum();
                let command = game.choice();
                if laid > 50 && matches!(command, ClientToServer::Play(_)) {
                    return (game, command);
                }
                game.move_on();
            }
        }
        unreachable!("simple players lay more than fifty tiles in some of 256 rounds")
    }

    fn round(&self) -> &rummikub::Round {
        self.room.round().unwrap()
    }

    fn to_move(&self) -> PlayerId {
        PLAYERS.into_iter().find(|&p| self.room.seat_of(p) == Some(self.round().seat())).unwrap()
    }

    fn choice(&self) -> ClientToServer {
        let game = self.round();
        let view = game.view(Viewer::Player(game.seat()));
        let action = choose_simply(SeenPosition {
            ruleset: game.ruleset(),
            table: &view.table,
            rack: &view.rack.unwrap().iter().collect(),
            opened: view.players[game.seat().index()].opened,
            pool: view.pool,
        });
        let turn = game.turn();
        command(match action {
            Action::Play(table) => {
                let laid = table.sets.iter().zip(&table.ids).map(|(set, id)| LaidSet {
                    tiles: set.tiles.clone(),
                    kind: set.kind.map(Into::into),
                    id: id.map(Into::into),
                });
                json!({"type": "play", "turn": turn, "table": laid.collect::<Vec<_>>()})
            }
            Action::Draw => json!({"type": "draw", "turn": turn}),
            _ => json!({"type": "pass", "turn": turn}),
        })
    }

    fn move_on(&mut self) {
        let (player, command) = (self.to_move(), self.choice());
        let decision = self.decide(player, &command);
        self.apply(&decision);
        self.moves += 1;
    }

    fn get_ready(&mut self) {
        for player in PLAYERS {
            self.ask(player, json!({"type": "set_ready", "ready": true}));
        }
    }

    fn ask(&mut self, player: PlayerId, asked: Value) {
        let decision = self.decide(player, &command(asked));
        self.apply(&decision);
    }

    fn decide(&self, player: PlayerId, command: &ClientToServer) -> Decision {
        let input = Input::Command { player, command, kind: PlayerKind::Human };
        self.with_circumstances(|at| self.room.decide(input, at).unwrap())
    }

    /// The deal does not wait any longer for values.
    fn pass_time(&mut self) {
        while let Some((at, due @ Due::ShuffleValues { .. })) = self.room.next_due(&self.presence) {
            self.now = at;
            let decision = self.with_circumstances(|at| self.room.decide(Input::Due(due), at).unwrap());
            self.apply(&decision);
        }
    }

    fn with_circumstances<T>(&self, with: impl FnOnce(&Circumstances<'_>) -> T) -> T {
        let secret = ShuffleSecret::new([self.chance; 32]);
        with(&Circumstances {
            now_ms: self.now,
            wall_ms: 0,
            presence: &self.presence,
            draft: None,
            shuffle_values: &BTreeMap::<Seat, [u8; 32]>::new(),
            chance: &Chance { secret, match_id: MatchId(Uuid::from_u128(5)) },
            oracle: &RackSearch,
        })
    }

    fn apply(&mut self, decision: &Decision) -> Vec<Shown> {
        for secret in &decision.secrets {
            self.room.learn_secret(secret.deal.0, secret.secret.clone());
        }
        decision.events.iter().map(|event: &Event| self.room.apply(self.now, event)).collect()
    }
}

fn command(mut asked: Value) -> ClientToServer {
    asked["command_id"] = json!("c");
    serde_json::from_value(asked).unwrap()
}

/// Decides on a play, writes its log row, applies it, and encodes each distinct view of each event.
#[divan::bench]
fn a_play_with_all_that_is_written_and_sent(bencher: Bencher<'_, '_>) {
    let (game, play) = Game::full_table();
    let player = game.to_move();
    bencher.with_inputs(|| game.clone()).bench_local_refs(|game| {
        let decision = game.decide(player, black_box(&play));
        let row = serde_json::to_string(&decision.events).unwrap();
        let sent = game.apply(&decision).into_iter().flat_map(|shown| {
            let private = shown.private.into_iter().map(|(_, event)| event);
            [shown.public].into_iter().chain(private).map(|event| serde_json::to_string(&event).unwrap())
        });
        (row, sent.collect::<Vec<_>>())
    });
}

/// The snapshots of all four players.
#[divan::bench]
fn four_snapshots(bencher: Bencher<'_, '_>) {
    let (game, _) = Game::full_table();
    let context = ViewContext { presence: &game.presence, draft: None, shown: None };
    bencher.bench_local(|| {
        PLAYERS.map(|player| serde_json::to_string(&game.room.view(player, context).unwrap()).unwrap())
    });
}

/// The verdict on a draft.
#[divan::bench]
fn a_verdict_on_a_draft(bencher: Bencher<'_, '_>) {
    let (game, play) = Game::full_table();
    let ClientToServer::Play(play) = play else { unreachable!("a play was asked for") };
    let draft = LiveDraft {
        turn: play.turn,
        draft: sarja_protocol::DraftNumber(1),
        seat: game.round().seat(),
        table: play.table,
        discard: None,
    };
    bencher.bench_local(|| game.room.verdict(black_box(&draft)).unwrap());
}

/// A match of four rounds, moves chosen by the simple player; the items are moves.
#[divan::bench(sample_count = 10)]
fn a_whole_match(bencher: Bencher<'_, '_>) {
    bencher
        .with_inputs(|| Game::start(1))
        .input_counter(|game| ItemsCount::new(play_match(game.clone())))
        .bench_local_values(play_match);
}

fn play_match(mut game: Game) -> usize {
    loop {
        match game.room.phase() {
            Phase::Playing => game.move_on(),
            Phase::MatchOver => return game.moves,
            _ => {
                game.chance = game.chance.wrapping_add(1);
                game.get_ready();
                game.pass_time();
            }
        }
    }
}
