//! What `Cargo.lock` may name.

use super::assert_none;
use super::files::read;

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// At most one version of each: two WebSocket or TLS libraries are two sets of faults.
const ONCE: [&str; 4] = ["tungstenite", "tokio-tungstenite", "rustls", "axum"];

/// C libraries and second implementations of what rustls with ring does.
const NEVER: [&str; 6] =
    ["openssl", "openssl-sys", "native-tls", "aws-lc-rs", "aws-lc-sys", "aws-lc-fips-sys"];

fn faults(lock: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut seen = Vec::new();
    for package in lock.split("[[package]]").skip(1) {
        let field = |key: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""))?;
            line.strip_suffix('"')
        };
        let name = field("name").unwrap_or_default();
        match field("source") {
            None if name.starts_with("sarja-") => {}
            None => faults.push(format!("{name} comes from a folder")),
            Some(REGISTRY) => {}
            Some(source) => faults.push(format!("{name} comes from {source}")),
        }
        if NEVER.contains(&name) {
            faults.push(format!("{name} may not be used"));
        }
        if ONCE.contains(&name) && seen.contains(&name) {
            faults.push(format!("there is more than one {name}"));
        }
        seen.push(name);
    }
    if seen.is_empty() {
        faults.push("no package is named".into());
    }
    faults
}

#[test]
fn lock_file_names_the_public_registry_and_one_of_each() {
    assert_none(&faults(&read("Cargo.lock")));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, source: &str) -> String {
        format!("[[package]]\nname = \"{name}\"\nversion = \"1.0.0\"\n{source}\n")
    }

    fn public(name: &str) -> String {
        package(name, &format!("source = \"{REGISTRY}\""))
    }

    #[test]
    fn other_sources_are_found() {
        assert_eq!(faults(&package("serde", "source = \"git+https://host.example/serde\"")).len(), 1);
        assert_eq!(faults(&package("serde", "source = \"sparse+https://mirror.example/\"")).len(), 1);
        assert_eq!(faults(&package("serde", "")).len(), 1);
        assert_eq!(faults(&package("sarja-rules", "")), Vec::<String>::new());
    }

    #[test]
    fn second_copies_and_unwanted_libraries_are_found() {
        assert_eq!(faults(&(public("rustls") + &public("rustls"))).len(), 1);
        assert_eq!(faults(&(public("syn") + &public("syn"))).len(), 0);
        assert_eq!(faults(&public("openssl-sys")).len(), 1);
    }

    #[test]
    fn empty_lock_file_is_no_proof() {
        assert_eq!(faults("").len(), 1);
    }
}
