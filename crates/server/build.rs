//! Tells the tests whether there is a PostgreSQL.

#[path = "../../build/postgres.rs"]
mod postgres;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    postgres::tell_tests();
}
