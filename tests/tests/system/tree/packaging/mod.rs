//! How Sarja is installed: the image, the services beside it, the unit of systemd. No engine runs them here, so what can be
//! known without one is held: they are what their formats allow, and say of the program what is true.

mod compose;
mod dockerfile;
mod unit;

use std::time::Duration;

/// A time as compose files and units write it: `40s`, `2m`.
fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = text.split_at(text.find(|character: char| !character.is_ascii_digit())?);
    let seconds = match unit {
        "s" => 1,
        "m" => 60,
        _ => return None,
    };
    Some(Duration::from_secs(number.parse::<u64>().ok()? * seconds))
}

/// Whether a server that is asked to stop has time for it before it is killed.
fn stop_fault(place: &str, allowed: Option<&str>) -> Option<String> {
    let needed = sarja_server::Drain::default().within;
    let allowed = allowed.and_then(duration);
    let suffices = allowed.is_some_and(|allowed| allowed > needed);
    (!suffices).then(|| format!("{place}: {allowed:?} to stop, and the server takes up to {needed:?}"))
}

/// What is said of a variable that the server does not know.
fn variable_fault(place: &str, name: &str) -> Option<String> {
    let is_known = sarja_cli::config::settings_table().contains(&format!("`{name}`"));
    (!is_known).then(|| format!("{place}: `sarja serve` does not know the variable {name}"))
}

#[test]
fn times_are_read() {
    assert_eq!(duration("40s"), Some(Duration::from_secs(40)));
    assert_eq!(duration("2m"), Some(Duration::from_mins(2)));
    assert_eq!(duration("40"), None);
    assert!(stop_fault("x", Some("5s")).is_some() && stop_fault("x", Some("10m")).is_none());
    assert!(stop_fault("x", None).is_some());
}
