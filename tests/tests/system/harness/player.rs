//! Players of our own client who play a match from the lobby to its end.

use sarja_cli::bot::{Move, choose};
use sarja_client::{Client, CommandError, Joining, LocalView};
use sarja_protocol::{
    BotLevel, ErrorCode, Hex32, LaidSet, MatchState, Phase, PlayerName, RoomJoined, RoomView, Settings,
    TurnNumber,
};
use sarja_rules::{Face, MatchEnd, Seat};
use serde_json::{Value, json};

use super::TestServer;

/// After how many rounds the host ends an open match.
const OPEN_ROUNDS: usize = 2;

pub(crate) fn name(text: &str) -> PlayerName {
    PlayerName::new(text).unwrap()
}

/// Settings as JSON.
pub(crate) fn settings(fields: Value) -> Settings {
    serde_json::from_value(fields).unwrap()
}

/// Where the tiles of a room come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tiles {
    /// From the server's chance, as in earnest.
    ByChance,
    /// From a seed: the match takes as long each time.
    Seeded(u64),
}

/// People, and bots of the server, in a lobby.
pub(crate) struct Table {
    pub(crate) people: Vec<Client>,
    pub(crate) room: RoomJoined,
}

impl Table {
    /// A room with these settings and tiles, as many people, and as many bots.
    pub(crate) async fn lay(
        server: &TestServer,
        settings: Settings,
        tiles: Tiles,
        people: usize,
        bots: usize,
    ) -> Self {
        let host = server.client().await;
        let practice = match tiles {
            Tiles::ByChance => None,
            Tiles::Seeded(seed) => Some(serde_json::from_value(json!({ "seed": seed })).unwrap()),
        };
        let room = host.create_room(name("Person 1"), settings, practice).await.unwrap();
        let mut table = Self { people: vec![host], room };
        for number in 2..=people {
            let guest = server.client().await;
            table.join(&guest, &format!("Person {number}")).await;
            table.people.push(guest);
        }
        for _ in 0..bots {
            table.people[0].seat_bot(None, BotLevel::Medium).await.unwrap();
        }
        table
    }

    pub(crate) async fn join(&self, guest: &Client, by_name: &str) {
        guest.join(Joining::new(self.room.code, name(by_name))).await.unwrap();
    }
}

/// Something that is to be done now.
enum Deed {
    GetReady,
    Start,
    Share(u32),
    Move,
    EndMatch,
    Finish,
}

/// Plays until the match with this number is over, and gives the room as this player sees it then; the host starts it when all are ready.
pub(crate) async fn play_match(client: &Client, match_no: u32) -> RoomView {
    play_match_by(client, match_no, |room| choose(room).unwrap()).await
}

/// The same, by somebody with another way to choose moves.
pub(crate) async fn play_match_by(
    client: &Client,
    match_no: u32,
    chosen: impl Fn(&RoomView) -> Move,
) -> RoomView {
    let mut shared = None;
    loop {
        let next = client.until(|state| {
            let view = state.view.as_ref()?;
            due(view, match_no, shared).map(|deed| (deed, view.room().clone()))
        });
        let (deed, room) = next.await.unwrap();
        let done = match deed {
            Deed::Finish => return room,
            Deed::GetReady => client.set_ready().await,
            Deed::Start => client.start_match().await,
            Deed::EndMatch => client.end_match().await,
            Deed::Share(deal) => {
                shared = Some(deal);
                let mut value = [0; 32];
                value[..4].copy_from_slice(&deal.to_be_bytes());
                client.share_shuffle_value(deal, Hex32(value)).await
            }
            Deed::Move => {
                let turn = room.round.as_ref().and_then(|round| round.turn.as_ref()).unwrap().turn;
                chosen(&room).send(client, turn).await
            }
        };
        settle(client, done).await;
    }
}

/// What the server refuses because the room has moved on is no fault: what is true now is looked at again.
async fn settle<T>(client: &Client, done: Result<T, CommandError>) {
    let Err(error) = done else { return };
    let has_moved_on = matches!(
        error.code(),
        Some(
            ErrorCode::WrongPhase
                | ErrorCode::NotYourTurn
                | ErrorCode::StaleTurn
                | ErrorCode::Paused
                | ErrorCode::NotReady
                | ErrorCode::NoShuffleOpen
        )
    );
    assert!(has_moved_on, "{error:?}");
    client.get_state().await.unwrap();
}

fn due(view: &LocalView, match_no: u32, shared: Option<u32>) -> Option<Deed> {
    let room = view.room();
    let played = room.r#match.as_ref().filter(|m| m.match_no == match_no);
    if played.is_some_and(|m| m.state != MatchState::Playing) {
        return Some(Deed::Finish);
    }
    let own: Seat = room.you.seat?;
    let is_ready = room.seats.iter().any(|s| s.seat == own && s.ready);
    let is_host = room.host == room.you.player_id;
    if let Some(played) = played.filter(|_| is_host && room.settings.rules.r#match == MatchEnd::Open) {
        let running = usize::from(matches!(room.phase, Phase::Shuffling | Phase::Playing));
        let rounds = played.rounds.iter().filter(|round| !round.replay).count();
        if !played.ending_after_round && rounds + running >= OPEN_ROUNDS {
            return Some(Deed::EndMatch);
        }
    }
    match room.phase {
        Phase::Lobby if !is_ready => Some(Deed::GetReady),
        Phase::Lobby if is_host && room.seats.iter().all(|s| s.ready) => Some(Deed::Start),
        Phase::BetweenRounds if room.next_round_ms.is_some() && !is_ready => Some(Deed::GetReady),
        Phase::Shuffling => {
            let round = room.round.as_ref()?;
            let is_open = round.shuffle.until_ms.is_some() && shared != Some(round.deal);
            is_open.then_some(Deed::Share(round.deal))
        }
        // Between a discard and the next turn nothing is to be done.
        Phase::Playing => view.own_turn().filter(|_| has_step(room)).map(|_| Deed::Move),
        _ => None,
    }
}

/// Whether the turn in progress waits for its player: a turn of Rommikubbi has steps, and none when it was ended.
pub(crate) fn has_step(room: &RoomView) -> bool {
    room.round.as_ref().is_some_and(|round| round.rommikubbi.as_ref().is_none_or(|own| own.step.is_some()))
}

/// A move as a command on the wire: its type, and its fields with this turn.
pub(crate) fn command(chosen: Move, turn: &Value) -> (&'static str, Value) {
    let mut fields = json!({ "turn": turn });
    let kind = match chosen {
        Move::Play(table) => {
            fields["table"] = json!(table);
            "play"
        }
        Move::Draw => "draw",
        Move::Pass => "pass",
        Move::TakeTile => "take_tile",
        Move::TakePile => "take_pile",
        Move::EndTurn { table, discard } => {
            fields["table"] = json!(table);
            fields["discard"] = json!(discard);
            "end_turn"
        }
        Move::GivePileBack => "give_pile_back",
    };
    (kind, fields)
}

/// Shows a draft and waits for its verdict.
pub(crate) async fn draft_and_wait(
    client: &Client,
    turn: TurnNumber,
    table: Vec<LaidSet>,
    discard: Option<Face>,
) {
    let tiles: Vec<_> = table.iter().map(|set| set.tiles.clone()).collect();
    client.draft(turn, table, discard).await.unwrap();
    let is_judged = |room: &RoomView| {
        room.draft.as_ref().is_some_and(|draft| {
            draft.verdict.is_some()
                && draft.discard == discard
                && draft.table.iter().map(|set| &set.tiles).eq(&tiles)
        })
    };
    client.until(|state| is_judged(state.view.as_ref()?.room()).then_some(())).await.unwrap();
}
