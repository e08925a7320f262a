//! The unit of systemd.

use clap::Parser as _;
use sarja_cli::Cli;

use super::{stop_fault, variable_fault};
use crate::tree::{assert_none, files::read};

/// What the service must not be without.
const CONFINED: [&str; 8] = [
    "DynamicUser=yes",
    "NoNewPrivileges=yes",
    "ProtectSystem=strict",
    "ProtectHome=yes",
    "PrivateTmp=yes",
    "CapabilityBoundingSet=",
    "SystemCallFilter=@system-service",
    "StateDirectoryMode=0700",
];

/// The values of a key, also of lines that only wait for their mark to be taken away.
fn values<'a>(unit: &'a str, key: &str) -> Vec<&'a str> {
    let lines = unit.lines().map(|line| line.strip_prefix('#').unwrap_or(line));
    lines.filter_map(|line| line.strip_prefix(key)?.strip_prefix('=')).collect()
}

fn faults(unit: &str) -> Vec<String> {
    let mut faults: Vec<_> = CONFINED
        .iter()
        .filter(|wanted| !unit.lines().any(|line| line == **wanted))
        .map(|wanted| format!("it is without {wanted}"))
        .collect();
    faults.extend(stop_fault("the unit", values(unit, "TimeoutStopSec").first().copied()));
    let credentials: Vec<_> =
        values(unit, "LoadCredential").iter().filter_map(|value| value.split(':').next()).collect();
    for (name, value) in values(unit, "Environment").iter().filter_map(|pair| pair.split_once('=')) {
        faults.extend(variable_fault("the unit", name));
        if let Some(credential) = value.strip_prefix("%d/")
            && !credentials.contains(&credential)
        {
            faults.push(format!("the credential {credential} is not loaded"));
        }
        if name == "SARJA_DATA_DIR" && value != format!("%S/{}", values(unit, "StateDirectory").join("")) {
            faults.push("the data does not lie in the folder that systemd makes".into());
        }
    }
    match values(unit, "ExecStart")[..] {
        [command] if Cli::try_parse_from(command.split(' ')).is_ok() => {}
        _ => faults.push("it starts no server".into()),
    }
    faults
}

#[test]
fn the_unit_starts_a_confined_server() {
    assert_none(&faults(&read("ops/systemd/sarja.service")));
}

#[test]
fn what_is_wrong_with_a_unit_is_found() {
    let faults_of = |line: &str, other: &str| {
        let unit = read("ops/systemd/sarja.service");
        assert!(unit.contains(line), "{line}");
        faults(&unit.replace(line, other)).len()
    };
    assert_eq!(faults_of("NoNewPrivileges=yes", "NoNewPrivileges=no"), 1);
    assert_eq!(faults_of("TimeoutStopSec=40s", "TimeoutStopSec=20s"), 1);
    assert_eq!(faults_of("sarja serve --config", "sarja serve --conf"), 1);
    assert_eq!(faults_of("=%S/sarja", "=%S/other"), 1);
    assert_eq!(faults_of("SARJA_CREATION_SECRET_FILE", "SARJA_SECRET"), 1);
    assert_eq!(faults_of("LoadCredential=creation_secret", "LoadCredential=secret"), 1);
}
