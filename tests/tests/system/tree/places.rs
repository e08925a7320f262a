//! No file may name the machine it was written on, or somebody's host.

use super::assert_none;
use super::files::{TextFile, text_files};

/// Folders that exist on one machine only.
const FOLDERS: [&str; 5] = ["home", "root", "work", "tmp", "Users"];

/// The folder of somebody who is made up, where an example needs one.
const EXAMPLE: &str = "/home/anna";

/// Where public documents lie that files may point to.
const PUBLIC: [&str; 8] = [
    "github.com",
    "json-schema.org",
    "keepachangelog.com",
    "semver.org",
    "sqlite.org",
    "www.apache.org",
    "www.postgresql.org",
    "www.rust-lang.org",
];

/// The networks that are for documents (RFC 5737, RFC 3849).
const DOCUMENTED: [&str; 4] = ["192.0.2.", "198.51.100.", "203.0.113.", "[2001:db8:"];

fn faults(file: &TextFile) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(file.text.lines()) {
        for folder in FOLDERS.map(|name| format!("/{name}/")) {
            if line.replace(EXAMPLE, "").contains(&folder) {
                faults.push(format!("{}:{number}: names {folder}", file.path));
            }
        }
        for host in hosts(line).filter(|host| !is_harmless(host)) {
            faults.push(format!("{}:{number}: names the host {host}", file.path));
        }
    }
    faults
}

/// The hosts of the addresses in a line, without names and ports.
fn hosts(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("://").map(|(at, mark)| {
        let rest = &line[at + mark.len()..];
        let is_part = |character: char| character.is_ascii_alphanumeric() || "-._@:[]".contains(character);
        let authority = &rest[..rest.find(|character| !is_part(character)).unwrap_or(rest.len())];
        let host = authority.rsplit('@').next().unwrap_or(authority);
        let port = host.rfind(':').filter(|_| !host.ends_with(']'));
        host[..port.unwrap_or(host.len())].trim_end_matches('.')
    })
}

/// Names without a dot are local or stand for one; the rest must be reserved for examples, or public documents.
fn is_harmless(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    let host = host.as_str();
    let is_example =
        |domain: &str| host == domain || host.strip_suffix(domain).is_some_and(|sub| sub.ends_with('.'));
    !host.contains('.')
        || ["127.0.0.1", "0.0.0.0"].contains(&host)
        || DOCUMENTED.iter().any(|network| host.starts_with(network))
        || ["example", "example.com", "example.net", "example.org", "invalid", "localhost"]
            .into_iter()
            .any(is_example)
        || PUBLIC.contains(&host)
}

#[test]
fn no_file_names_a_machine_or_a_strange_host() {
    let files = text_files();
    assert_none(&files.iter().flat_map(faults).collect::<Vec<_>>());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults_of(text: &str) -> usize {
        faults(&TextFile::new("README.md", text)).len()
    }

    #[test]
    fn folders_of_a_machine_are_found() {
        assert_eq!(faults_of(&format!("see /{}/bert/sarja", "home")), 1);
        assert_eq!(faults_of("see homework/or/home, and ~/.local/share"), 0);
    }

    #[test]
    fn strange_hosts_are_found() {
        assert_eq!(faults_of(&format!("http{}mirror.corp.internal/simple", "://")), 1);
        assert_eq!(faults_of(&format!("ws{}10.0.0.7:8080", "://")), 1);
        assert_eq!(faults_of(&format!("https{}myexample.org", "://")), 1);
    }

    #[test]
    fn examples_are_left_alone() {
        assert_eq!(
            faults_of("ws://games.example/ws http://localhost:8080 http://[::1]:8080/ https://example.org."),
            0
        );
        assert_eq!(faults_of("http://192.0.2.7:80 https://[2001:db8::1]:8443 HTTPS://Sarja.Example"), 0);
        assert_eq!(
            faults_of("http://user@host:1 postgres://{name}@db/sarja https://json-schema.org/draft"),
            0
        );
    }
}
