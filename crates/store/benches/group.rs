//! What fences, answers and uniqueness cost: rows a second that 64 rooms write, each waiting for its answer, by way of the
//! store; by way of a bare group commit into the same table, which knows nothing but to write what waits; and one row a commit
//! over one connection. On both engines, on `PostgreSQL` where `SARJA_TEST_POSTGRES` names one.
//!
//! The three take turns for some seconds each, many times over, since machine and disk are another every minute: what
//! means something are the ratios of one turn, and their median. `ROUNDS` and `SECONDS` in the environment change how often
//! and how long.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on should stop where it stands")]
#![expect(clippy::cast_precision_loss, reason = "rates are shown with three digits")]
#![expect(clippy::print_stdout, reason = "its result is what it prints")]

mod yard;

#[path = "../tests/contract/schema.rs"]
mod schema;

use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Runtime;
use yard::{Engine, Way, Yard};

/// What the store has to reach: half of the bare loop, and five times what single commits give.
const FLOOR_OF_BARE: f64 = 0.5;
const FLOOR_OF_SINGLE: f64 = 5.0;

fn main() {
    let runtime = Runtime::new().unwrap();
    let has_server = std::env::var("SARJA_TEST_POSTGRES").is_ok_and(|url| !url.is_empty());
    let engines = [Some(Engine::Sqlite), has_server.then_some(Engine::Postgres)];
    for engine in engines.into_iter().flatten() {
        runtime.block_on(compare(engine));
    }
}

/// A number from the environment.
fn number(name: &str, otherwise: u32) -> u32 {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
}

async fn compare(engine: Engine) {
    let turn = Duration::from_secs(number("SECONDS", 3).into());
    let yard = Arc::new(Yard::open(engine).await);
    // Statements are prepared, and the file has its size.
    for way in Way::ALL {
        yard.rows_a_second(way, turn / 4).await;
    }
    let (mut of_bare, mut of_single) = (Vec::new(), Vec::new());
    println!("{engine:>10}  {:>9}  {:>9}  {:>9}  store/bare  store/single", "store", "bare", "single");
    for round in 0..number("ROUNDS", 9) {
        let mut rates = [0.0; 3];
        // Nobody is always the first.
        for n in 0..3 {
            let n = (n + round as usize) % 3;
            rates[n] = yard.rows_a_second(Way::ALL[n], turn).await;
        }
        let [store, bare, single] = rates;
        of_bare.push(store / bare);
        of_single.push(store / single);
        println!(
            "{:>10}  {store:>9.0}  {bare:>9.0}  {single:>9.0}  {:>10.2}  {:>12.1}",
            round + 1,
            store / bare,
            store / single
        );
    }
    let (bare, single) = (median(of_bare), median(of_single));
    println!("{:>10}  {:>31}  {bare:>10.2}  {single:>12.1}", "median", "");
    let held = |is_held: bool| if is_held { "held" } else { "NOT HELD" };
    println!(
        "{engine}: half of a bare loop {}, five times single commits {}\n",
        held(bare >= FLOOR_OF_BARE),
        held(single >= FLOOR_OF_SINGLE)
    );
    yard.close().await;
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
