//! `sarja config`, and the configuration of a running server.

use std::{env, fs, path::PathBuf};

use sarja_cli::config::settings_table;

use crate::process::{run, sarja};

#[test]
fn the_configuration_is_a_file_that_can_be_used() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("sarja.toml");
    let file = file.to_str().unwrap();
    let shown = run(&["config", "--listen", "127.0.0.1:4711", "--data-dir", "/srv/games"], "");
    assert_eq!((shown.status, shown.stderr.as_str()), (0, ""));
    let line = shown.stdout.lines().find(|line| line.starts_with("listen")).unwrap();
    assert_eq!(
        line.split_whitespace().collect::<Vec<_>>().join(" "),
        "listen = \"127.0.0.1:4711\" # from --listen"
    );
    fs::write(file, &shown.stdout).unwrap();
    let again = run(&["config", "--config", file], "");
    assert_eq!((again.status, again.stderr.as_str()), (0, ""));
    let values = |text: &str| -> Vec<String> {
        let lines = text.lines().skip(3);
        lines
            .map(|line| line.rsplit_once("  # ").map_or(line, |(value, _)| value.trim_end()).to_owned())
            .collect()
    };
    assert_eq!(values(&again.stdout), values(&shown.stdout));
}

#[test]
fn a_wrong_configuration_is_told_whole_before_anything_starts() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("sarja.toml");
    fs::write(&file, "lisen = \"0.0.0.0:80\"\n[rooms]\ncreation = \"friends\"\n").unwrap();
    let data = dir.path().join("data");
    for command in ["config", "serve"] {
        let args = [
            command,
            "--config",
            file.to_str().unwrap(),
            "--data-dir",
            data.to_str().unwrap(),
            "--limits",
            "most",
        ];
        let ran = run(&args, "");
        assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
        let file = file.display();
        let says = format!(
            "sarja: the configuration has 3 faults:\n  \
             {file} line 1: there is no setting `lisen`; did you mean `listen`?\n  \
             {file} line 3: `rooms.creation` cannot be \"friends\": allowed is \"anyone\" or \"secret\"\n  \
             --limits: `limits.preset` cannot be \"most\": allowed is \"default\" or \"bench\"\n"
        );
        assert_eq!(ran.stderr, says);
    }
    assert!(!data.exists());
}

#[test]
fn no_secret_is_on_the_screen() {
    let secret = "blue-otter-42-lanterns";
    let mut command = sarja(&["config", "--room-creation", "secret"]);
    command.env("SARJA_CREATION_SECRET", secret).env("DATABASE_URL", "postgres://sarja:sesame@db/sarja");
    let ran = command.output().unwrap();
    let said = String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap();
    assert_eq!(ran.status.code(), Some(0), "{said}");
    assert!(said.contains("creation_secret = \"(hidden)\""), "{said}");
    assert!(said.contains("postgres://sarja:***@db/sarja"), "{said}");
    assert!(!said.contains(secret) && !said.contains("sesame"), "{said}");
}

#[test]
fn warnings_do_not_get_into_the_file() {
    let ran = run(&["config", "--public-url", "http://club.example"], "");
    assert_eq!(ran.status, 0);
    assert!(
        ran.stderr.starts_with("sarja: warning: public_url is http://club.example: without https://"),
        "{}",
        ran.stderr
    );
    assert!(!ran.stdout.contains("warning"));
}

#[test]
fn help_tells_each_option_with_its_other_names() {
    let ran = run(&["serve", "--help"], "");
    assert_eq!(ran.status, 0);
    let words = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("[file: listen] [env: SARJA_LISTEN] [default: 127.0.0.1:8080]"), "{}", ran.stdout);
    assert!(words.contains("[file: database.url] [env: DATABASE_URL]"), "{}", ran.stdout);
}

#[test]
fn the_operators_document_lists_the_settings_as_they_are() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../OPERATING.md");
    let text = fs::read_to_string(&path).unwrap();
    let (begin, end) = ("<!-- made: settings -->\n\n", "\n<!-- end: settings -->");
    let (before, rest) = text.split_once(begin).expect("the document has a place for the settings");
    let (table, after) = rest.split_once(end).expect("and it ends");
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, [before, begin, &settings_table(), end, after].concat()).unwrap();
    } else {
        assert!(table == settings_table(), "UPDATE=1 rewrites the table of settings in OPERATING.md");
    }
}
