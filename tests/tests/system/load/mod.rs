//! `sarja load` against the program: what it counts is so, and it notices a server that does not keep what it said.

mod kills;

use sarja_store::{DataFile, InTheWay};
use serde_json::Value;

use crate::harness::{Engine, Load, Place, Program, on_every_engine};

fn number(summary: &Value, field: &str) -> f64 {
    summary[field].as_f64().unwrap_or_else(|| panic!("`{field}` is no number: {summary}"))
}

async fn server(place: &Place, listen: &str) -> Program {
    Program::serve(place, listen, &["--limits", "bench"]).await
}

async fn rooms_play_and_every_view_is_right_whatever_is_cut(engine: Engine) {
    let place = Place::new(engine).await;
    let server = server(&place, "127.0.0.1:0").await;
    let load = Load::start(server.address, &["--rooms", "3", "--seconds", "4", "--chaos"]);
    let came = load.ended().await;
    let (summary, stderr) = (&came.summary, &came.stderr);
    assert!(came.success, "{summary} {stderr}");
    assert_eq!((&summary["rooms"], &summary["players"]), (&3.into(), &4.into()));
    for field in ["lost_acknowledged", "told_otherwise", "views_wrong", "given_up", "unproven"] {
        assert_eq!(summary[field], 0, "{field}: {summary}");
    }
    for field in ["moves", "moves_per_s", "cuts", "reconnects", "views_checked", "bytes_in", "bytes_out"] {
        assert!(number(summary, field) > 0.0, "{field}: {summary}");
    }
    let latency = &summary["latency_ms"];
    let shares = ["p50", "p95", "p99", "p999", "max"].map(|share| number(latency, share));
    assert!(shares[0] > 0.0 && shares.is_sorted(), "{latency}");
    server.kill().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seats_that_idle_and_tables_that_are_rearranged_are_counted() {
    let place = Place::new(Engine::Sqlite).await;
    let server = server(&place, "127.0.0.1:0").await;
    let args = ["--rooms", "2", "--players", "3", "--seconds", "3", "--drafts", "10", "--idle", "7"];
    let came = Load::start(server.address, &args).ended().await;
    let summary = &came.summary;
    assert!(came.success, "{summary} {}", came.stderr);
    assert_eq!((&summary["idle"], &summary["refused"]), (&7.into(), &0.into()), "{summary}");
    let (drafts, shown) = (number(summary, "drafts"), number(summary, "drafts_shown"));
    // Of a draft that is the same as the last one nobody is told, and what was on its way at the beginning and the end counts for one
    // side alone.
    assert!(drafts > 20.0 && shown > drafts, "two others see each: {summary}");
    server.kill().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rate_that_is_asked_for_is_kept() {
    let place = Place::new(Engine::Sqlite).await;
    let server = server(&place, "127.0.0.1:0").await;
    let args = ["--rooms", "4", "--players", "2", "--seconds", "5", "--rate", "20"];
    let came = Load::start(server.address, &args).ended().await;
    assert!(came.success, "{} {}", came.summary, came.stderr);
    let rate = number(&came.summary, "moves_per_s");
    assert!(rate < 24.0, "no room moves before its time: {rate}");
    server.kill().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_comes_back_without_what_it_acknowledged_is_found_out() {
    let place = Place::new(Engine::Sqlite).await;
    let first = server(&place, "127.0.0.1:0").await;
    let address = first.address;
    let mut load = Load::start(address, &["--rooms", "2", "--seconds", "600"]);
    load.until_all_moved(0, 8).await;
    let [data, backup] = ["sarja.db", "backup.db"].map(|name| DataFile::at(place.folder().join(name)));
    data.copy_to(backup.path(), InTheWay::Kept).await.unwrap();
    let then = load.acknowledged().len();
    load.until_more(then, 40).await;
    first.kill().await;
    data.restore(&backup).await.unwrap();

    let again = server(&place, &address.to_string()).await;
    let back = load.acknowledged().len();
    load.until_more(back, 8).await;
    let came = load.end().await;
    assert!(!came.success);
    let lost = number(&came.summary, "lost_acknowledged");
    assert!(lost >= 8.0, "{}", came.summary);
    again.kill().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_not_there_is_named() {
    let args = ["load", "--url", "ws://127.0.0.1:1", "--rooms", "1", "--seconds", "1"];
    let ran = crate::harness::run(&args).await;
    assert!(!ran.success);
    assert!(ran.stderr.contains("nobody could play at ws://127.0.0.1:1"), "{}", ran.stderr);
}

on_every_engine! {
    rooms_play_and_every_view_is_right_whatever_is_cut,
}
