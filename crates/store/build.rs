//! Rebuilds the crate when a migration is added: the macro that embeds them cannot see new files by itself. Tells the tests
//! whether there is a PostgreSQL.

#[path = "../../build/postgres.rs"]
mod postgres;

fn main() {
    println!("cargo::rerun-if-changed=../../migrations/sqlite");
    println!("cargo::rerun-if-changed=../../migrations/postgres");
    postgres::tell_tests();
}
