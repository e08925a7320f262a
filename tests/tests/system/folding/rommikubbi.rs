//! The same for Rommikubbi, whose turns have steps.

use sarja_client::Joining;
use sarja_protocol::{BotLevel, LaidSet, Role, TurnNumber, TurnStep};
use sarja_rules::{Face, Seat};
use sarja_server::ServerLimits;
use serde_json::{Value, json};

use super::{Viewer, compare, draft, end, next_turn, play, plays_on_snapshots, start};
use crate::harness::{Engine, TestServer, name, on_every_engine, settings};

/// The time of a turn with the grace for the network.
const TURN_MS: u32 = 60_250;

/// Rules under which somebody opens soon.
fn rules() -> Value {
    json!({ "ruleset": "rommikubbi", "seats": 3, "overrides": { "opening": { "min_points": 20 },
        "match": { "rounds": 1 }, "clock": { "turn_seconds": 60 } } })
}

/// Turns of Rommikubbi take many commands: the rates would make them last for minutes.
async fn server(engine: Engine) -> TestServer {
    TestServer::start_with(engine, |config| config.limits = ServerLimits::bench()).await
}

/// Plays until somebody, or this one, has to take something.
async fn until_something_is_taken<'a>(
    viewers: &'a [Viewer],
    who: Option<&Viewer>,
) -> (TurnNumber, &'a Viewer) {
    loop {
        let (turn, mover) = next_turn(viewers).await.expect("the deal goes on");
        let is_to_take = mover.room().round.unwrap().rommikubbi.unwrap().step == Some(TurnStep::ToTake);
        let is_meant = who.is_none_or(|who| who.client.player_id() == mover.client.player_id());
        if is_to_take && is_meant {
            return (turn, mover);
        }
        play(viewers, 1).await;
    }
}

/// Shows a draft that is no turn: this tile beside the table, and another to be discarded.
async fn draft_of(mover: &Viewer, turn: TurnNumber, tile: impl Fn(&[Face]) -> Face) {
    let round = mover.room().round.unwrap();
    let taken = round.rommikubbi.unwrap().taken.unwrap();
    let table = round.table.iter().map(|set| LaidSet { id: Some(set.id), ..LaidSet::of(set.tiles.clone()) });
    let table = table.chain([LaidSet::of([tile(&taken)])]).collect();
    draft(mover, turn, table, Some(round.rack.unwrap()[0])).await;
}

async fn take_tile(viewers: &[Viewer], who: Option<&Viewer>) {
    let (turn, mover) = until_something_is_taken(viewers, who).await;
    mover.client.take_tile(turn).await.unwrap();
    compare(viewers).await;
    draft_of(mover, turn, |taken| taken[0]).await;
    compare(viewers).await;
}

/// Takes the pile, and drafts first with what lay under it, which others are not shown, then with what lay on it.
async fn take_pile<'a>(viewers: &'a [Viewer], who: Option<&Viewer>) -> (TurnNumber, &'a Viewer) {
    let (turn, mover) = until_something_is_taken(viewers, who).await;
    mover.client.take_pile(turn).await.unwrap();
    compare(viewers).await;
    // The others may see the top, and then, where another tile lay below, not what is drafted next.
    for place in [0, 1, 0] {
        draft_of(mover, turn, |taken| *taken.iter().rev().cycle().nth(place).unwrap()).await;
        compare(viewers).await;
    }
    (turn, mover)
}

async fn time_runs_out(viewers: &[Viewer]) {
    viewers[0].client.step_clock(TURN_MS).await.unwrap();
    compare(viewers).await;
}

async fn folded_views_equal_fresh_snapshots_through_all_that_happens_in_rommikubbi(engine: Engine) {
    let server = server(engine).await;
    let (anna, ben, carl) = (server.client().await, server.client().await, server.client().await);
    let viewers = [Viewer::new(anna, "Anna"), Viewer::new(ben, "Ben"), Viewer::new(carl, "Carl")];
    let [anna, ben, carl] = [&viewers[0].client, &viewers[1].client, &viewers[2].client];
    let practice = serde_json::from_value(json!({ "seed": 2, "clock": "stepped" })).unwrap();
    let room = anna.create_room(name("Anna"), settings(json!({})), Some(practice)).await.unwrap();
    ben.join(Joining::new(room.code, name("Ben"))).await.unwrap();
    carl.join(Joining { role: Role::Spectator, ..Joining::new(room.code, name("Carl")) }).await.unwrap();
    compare(&viewers).await;
    // From the one game to the other.
    anna.change_settings(settings(rules())).await.unwrap();
    compare(&viewers).await;
    anna.seat_bot(None, BotLevel::Medium).await.unwrap();
    start(&viewers, 2).await;
    play(&viewers, 3).await;

    // The pile, taken and given back, by the player and by the clock; a tile, taken and discarded by the clock.
    let (turn, mover) = take_pile(&viewers, None).await;
    mover.client.give_pile_back(turn).await.unwrap();
    compare(&viewers).await;
    take_tile(&viewers, None).await;
    time_runs_out(&viewers).await;
    take_pile(&viewers, None).await;
    time_runs_out(&viewers).await;
    until_something_is_taken(&viewers, None).await;
    time_runs_out(&viewers).await;
    play(&viewers, 4).await;

    // A pause between the steps of a turn.
    take_pile(&viewers, None).await;
    anna.ask_pause().await.unwrap();
    compare(&viewers).await;
    ben.ask_pause().await.unwrap();
    compare(&viewers).await;
    anna.resume_play().await.unwrap();
    compare(&viewers).await;
    time_runs_out(&viewers).await;

    // A seat that is given up between the steps, taken again, and left to a bot.
    take_pile(&viewers, Some(&viewers[1])).await;
    ben.resign().await.unwrap();
    compare(&viewers).await;
    ben.take_seat(None).await.unwrap();
    compare(&viewers).await;
    play(&viewers, 4).await;
    take_tile(&viewers, Some(&viewers[1])).await;
    ben.resign().await.unwrap();
    compare(&viewers).await;
    anna.seat_bot(Some(Seat(1)), BotLevel::Medium).await.unwrap();
    compare(&viewers).await;
    play(&viewers, usize::MAX).await;
    compare(&viewers).await;
    let all = [
        "tile_taken",
        "pile_taken",
        "pile_given_back",
        "sets_laid",
        "tile_discarded",
        "time_ran_out",
        "paused",
        "play_resumed",
        "seat_vacated",
        "seat_retaken",
        "bot_took_over",
        "round_ended",
        "match_ended",
    ];
    end(viewers, &all).await;
    server.stop().await;
}

async fn a_client_plays_rommikubbi_on_snapshots_alone(engine: Engine) {
    plays_on_snapshots(server(engine).await, rules()).await;
}

on_every_engine! {
    folded_views_equal_fresh_snapshots_through_all_that_happens_in_rommikubbi,
    a_client_plays_rommikubbi_on_snapshots_alone,
}
