//! The `Dockerfile` and `.dockerignore`.

use clap::Parser as _;
use sarja_cli::Cli;

use super::variable_fault;
use crate::tree::{
    arrows::{metadata, packages},
    assert_none,
    files::read,
};

/// The instructions of the last stage, each with what follows it; continued lines are joined.
fn last_stage(dockerfile: &str) -> Vec<(String, String)> {
    let lines = dockerfile.lines().filter(|line| !line.trim_start().starts_with('#'));
    let joined = lines.collect::<Vec<_>>().join("\n").replace("\\\n", " ");
    let mut stage = Vec::new();
    for line in joined.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        if name == "FROM" {
            stage.clear();
        }
        stage.push((name.to_owned(), rest.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    stage
}

/// What follows the last instruction of this name.
fn said<'a>(stage: &'a [(String, String)], name: &str) -> &'a str {
    stage.iter().rfind(|(named, _)| named == name).map_or("", |(_, rest)| rest)
}

/// The words of an instruction in the form of a JSON list, wherever it begins.
fn words(text: &str) -> Vec<String> {
    let list = text.find('[').map_or("", |at| &text[at..]);
    serde_json::from_str(list).unwrap_or_default()
}

fn environment(stage: &[(String, String)]) -> Vec<(&str, &str)> {
    stage
        .iter()
        .filter(|(name, _)| name == "ENV")
        .flat_map(|(_, rest)| rest.split(' '))
        .filter_map(|pair| pair.split_once('='))
        .collect()
}

fn faults(dockerfile: &str, rust: &str, version: &str) -> Vec<String> {
    let stage = last_stage(dockerfile);
    let mut faults = Vec::new();
    let mut check = |is_right: bool, what: &str| {
        if !is_right {
            faults.push(what.to_owned());
        }
    };
    let user = said(&stage, "USER");
    let ids: Vec<Option<u32>> = user.split(':').map(|id| id.parse().ok()).collect();
    check(
        ids.len() == 2 && ids.iter().all(|id| id.is_some_and(|id| id > 0)),
        "it runs as root, or as somebody by name",
    );
    let owner = format!("--chown={user} ");
    check(
        stage.iter().any(|(name, rest)| name == "COPY" && rest.contains(&owner) && rest.ends_with(" /data")),
        "the data does not belong to the user",
    );
    check(said(&stage, "STOPSIGNAL") == "SIGTERM", "another signal stops it");
    check(
        dockerfile.contains(&format!("FROM rust:{rust}-")),
        "it is built with another Rust than Cargo.toml names",
    );
    let label = format!("org.opencontainers.image.version=\"{version}\"");
    check(said(&stage, "LABEL").contains(&label), "its label names another version");
    let program = words(said(&stage, "ENTRYPOINT"));
    let is_copied =
        |place: &str| stage.iter().any(|(name, rest)| name == "COPY" && rest.ends_with(&format!(" {place}")));
    check(
        program.len() == 1 && program.iter().all(|place| is_copied(place)),
        "the entry point is not in the image",
    );
    let serve = [program.clone(), words(said(&stage, "CMD"))].concat();
    check(Cli::try_parse_from(&serve).is_ok(), "the command is none");
    let health = words(said(&stage, "HEALTHCHECK"));
    check(
        health.first() == program.first() && Cli::try_parse_from(&health).is_ok(),
        "the health check is no command",
    );
    let environment = environment(&stage);
    let value = |wanted: &str| environment.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value);
    check(value("SARJA_DATA_DIR") == Some(said(&stage, "VOLUME")), "the data does not lie in the volume");
    let port = value("SARJA_LISTEN").and_then(|listen| listen.strip_prefix("0.0.0.0:"));
    check(port == Some(said(&stage, "EXPOSE")), "it listens elsewhere");
    // Where the health check asks when it is not told.
    check(port == Some("8080"), "the health check asks elsewhere");
    faults.extend(environment.iter().filter_map(|(name, _)| variable_fault("Dockerfile", name)));
    faults
}

#[test]
fn the_image_is_what_it_says() {
    let metadata = metadata();
    let cli = packages(&metadata)
        .iter()
        .find(|package| package["name"] == "sarja-cli")
        .expect("the program's crate");
    let text = |name: &str| cli[name].as_str().expect("cargo tells it").to_owned();
    assert_none(&faults(&read("Dockerfile"), &text("rust_version"), &text("version")));
}

#[test]
fn nothing_that_the_build_needs_is_left_outside_of_the_image() {
    let ignored = read(".dockerignore");
    let kept: Vec<_> = ignored.lines().filter_map(|line| line.strip_prefix('!')).collect();
    assert!(ignored.lines().any(|line| line == "*"), "what is not named stays outside");
    let root = read("Cargo.toml");
    let members = root.split("members = [").nth(1).and_then(|rest| rest.split(']').next()).expect("members");
    let members = members.split('"').skip(1).step_by(2).filter_map(|member| member.split('/').next());
    let folders = members.chain(["Cargo.toml", "Cargo.lock", "build", "migrations"]);
    let missing: Vec<_> = folders.filter(|name| !kept.contains(name)).map(str::to_owned).collect();
    assert_none(&missing);
    let secret: Vec<_> = kept
        .iter()
        .filter(|name| [".env", "secrets", ".git"].contains(name))
        .map(ToString::to_string)
        .collect();
    assert_none(&secret);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults_of(change: (&str, &str)) -> usize {
        let dockerfile = read("Dockerfile");
        assert!(dockerfile.contains(change.0), "{}", change.0);
        faults(&dockerfile.replace(change.0, change.1), "1.95", "0.1.0").len()
    }

    #[test]
    fn what_is_wrong_with_an_image_is_found() {
        assert_eq!(faults_of(("USER 10001:10001", "USER root")), 2);
        assert_eq!(faults_of(("USER 10001:10001", "USER 10001:0")), 2);
        assert_eq!(faults_of(("STOPSIGNAL SIGTERM", "STOPSIGNAL SIGKILL")), 1);
        assert_eq!(faults_of(("rust:1.95-", "rust:1.90-")), 1);
        assert_eq!(faults_of(("CMD [\"serve\"]", "CMD [\"server\"]")), 1);
        assert_eq!(faults_of(("sarja\", \"health\"]", "sarja\", \"healthy\"]")), 1);
        assert_eq!(faults_of(("EXPOSE 8080", "EXPOSE 80")), 1);
        assert_eq!(faults_of(("VOLUME /data", "VOLUME /var")), 1);
        assert_eq!(faults_of(("SARJA_DATA_DIR=/data", "SARJA_DATA=/data")), 2);
        assert_eq!(faults_of(("version=\"0.1.0\"", "version=\"0.0.9\"")), 1);
    }

    #[test]
    fn the_last_stage_is_read_with_its_continued_lines() {
        let stage = last_stage("FROM a AS b\nRUN x\n# no\nFROM c\nENV A=1 \\\n  B=2\n");
        assert_eq!(stage.len(), 2);
        assert_eq!(environment(&stage), [("A", "1"), ("B", "2")]);
        assert_eq!(words("--interval=1s CMD [\"a\", \"b\"]"), ["a", "b"]);
    }
}
