//! Whether settings go together.

use std::{net::IpAddr, path::Path};

use sarja_protocol::MayCreate;
use sarja_server::PublicUrl;
use sarja_store::StoreUrl;

use super::{
    effective::{ConfigFile, Effective},
    fault::{Fault, Place, Problem},
    table,
};

/// Adds what does not go together to the faults, but for what has a fault of its own.
pub(super) fn together(effective: &Effective, faults: &mut Vec<Fault>) {
    let settings = &effective.settings;
    let broken: Vec<String> = faults.iter().filter_map(key).map(str::to_owned).collect();
    let mut conflict = |among: &[&str], text: &str| {
        let is_broken =
            |part: &&str| broken.iter().any(|key| key == part || key.starts_with(&format!("{part}.")));
        if !among.iter().any(is_broken) {
            faults.push(Fault { place: Place::Together, problem: Problem::Conflict(text.to_owned()) });
        }
    };
    match (settings.creation, &settings.creation_secret) {
        (MayCreate::Secret, None) => conflict(
            &["rooms"],
            "`rooms.creation` is \"secret\", and there is none: set `rooms.creation_secret_file` or \
             `rooms.creation_secret`",
        ),
        // Where it says `anyone` in so many words, the secret waits for another day.
        (MayCreate::Anyone, Some(_)) if !effective.is_given("rooms.creation") => conflict(
            &["rooms"],
            "there is a `rooms.creation_secret`, and `rooms.creation` is not set: set it to \"secret\", or to \
             \"anyone\" if nobody shall need it",
        ),
        _ => {}
    }
    if let Err(error) = settings.limits.check(settings.listen) {
        conflict(&["limits", "listen"], &format!("`{}` and `listen`: {error}", table::PRESET));
    }
    if settings.bot_thinks_min > settings.bot_thinks_max {
        conflict(&["bots"], "`bots.think_ms_min` is more than `bots.think_ms_max`");
    }
    if settings.drain.notice >= settings.drain.within {
        conflict(
            &["drain"],
            "`drain.notice_ms` has to be less than `drain.within_ms`: connections are closed in between",
        );
    }
    if settings.timings.heartbeat >= settings.timings.dead_after {
        conflict(
            &["timings"],
            "`timings.heartbeat_ms` has to be less than `timings.dead_after_ms`: else everybody who waits \
             seems dead",
        );
    }
}

/// The setting that a fault is of.
fn key(fault: &Fault) -> Option<&str> {
    if let Problem::BadValue { key, .. } = &fault.problem { Some(key) } else { None }
}

/// What is likely not what was meant.
pub(super) fn warnings(effective: &Effective) -> Vec<String> {
    let settings = &effective.settings;
    let mut warnings = Vec::new();
    if let Some(url) = settings.public_url.as_ref().filter(|url| !url.is_secure() && !is_of_this_machine(url))
    {
        warnings.push(format!(
            "public_url is {url}: without https:// everybody on the way can read along, and take over players"
        ));
    }
    if settings.database.as_ref().is_some_and(StoreUrl::keeps_nothing) {
        warnings.push(
            "database.url is memory: nothing is kept when the server ends, and every game ends with it"
                .to_owned(),
        );
    }
    for proxies in settings.trusted_proxies.iter().filter(|proxies| proxies.prefix_len() == 0) {
        warnings.push(format!(
            "trusted_proxies has {proxies}: whoever connects may name any address as his own, and no limit holds him"
        ));
    }
    if let ConfigFile::Read(path) = &effective.file
        && effective.file_holds_secret()
        && is_open_to_all(path)
    {
        warnings.push(format!("everybody on this machine may read {}, which holds a secret", path.display()));
    }
    warnings
}

/// Whether nothing goes over a network to get there.
fn is_of_this_machine(url: &PublicUrl) -> bool {
    let host = url.host().trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Whether everybody on the machine may read the file.
#[cfg(unix)]
fn is_open_to_all(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|file| file.permissions().mode() & 0o004 != 0)
}

/// Whether everybody on the machine may read the file: not to be told here.
#[cfg(not(unix))]
fn is_open_to_all(_: &Path) -> bool {
    false
}
