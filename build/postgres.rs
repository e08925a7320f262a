//! For build scripts of crates with tests on PostgreSQL: says whether there is one to test on.

use std::env;

/// Sets `no_postgres` where no test can reach a PostgreSQL, so that each of these tests is listed as ignored, with
/// the reason. Under `CI=true` none is left out: there they fail and say what they need.
pub(crate) fn tell_tests() {
    println!("cargo::rustc-check-cfg=cfg(no_postgres)");
    println!("cargo::rerun-if-env-changed=SARJA_TEST_POSTGRES");
    println!("cargo::rerun-if-env-changed=CI");
    let is_named = env::var_os("SARJA_TEST_POSTGRES").is_some_and(|url| !url.is_empty());
    let is_ci = env::var_os("CI").is_some_and(|ci| ci == "true");
    if !is_named && !is_ci {
        println!("cargo::rustc-cfg=no_postgres");
    }
}
