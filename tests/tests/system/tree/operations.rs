//! What operators are given in `ops/` fits to what the server exports.

use super::files::{read, root};

#[test]
fn the_list_of_metrics_is_what_a_server_exports() {
    let current = sarja_server::metrics_document();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(root().join("ops/METRICS.md"), &current).unwrap();
    }
    assert!(read("ops/METRICS.md") == current, "ops/METRICS.md is not current: run this test with UPDATE=1");
}
