//! The configuration as a whole.

use std::{fs, path::Path, time::Duration};

use clap::{Args as _, Command, FromArgMatches as _};
use sarja_protocol::MayCreate;
use tempfile::TempDir;

use super::{ConfigFile, Effective, Environment, Faults, ServerFlags, Source, example::Example, table};

const SECRET: &str = "blue-otter-42-lanterns";

/// A folder with a configuration file.
struct Place(TempDir);

impl Place {
    fn with(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("sarja.toml"), text).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn read(&self, variables: &[(&str, &str)], args: &str) -> Result<Effective, Faults> {
        read(variables, &format!("--config {} {args}", self.path("sarja.toml")))
    }

    /// What is wrong, a line each, without the name of the file.
    fn faults(&self, variables: &[(&str, &str)], args: &str) -> Vec<String> {
        let Faults(faults) = self.read(variables, args).unwrap_err();
        faults.iter().map(|fault| fault.to_string().replace(&self.path("sarja.toml"), "FILE")).collect()
    }
}

fn read(variables: &[(&str, &str)], args: &str) -> Result<Effective, Faults> {
    let command = ServerFlags::augment_args(Command::new("serve"));
    let matches = command.get_matches_from(["serve"].into_iter().chain(args.split_whitespace()));
    let ServerFlags(flags) = ServerFlags::from_arg_matches(&matches).unwrap();
    Effective::read(&flags, &variables.iter().copied().collect::<Environment>())
}

fn source(effective: &Effective, key: &str) -> String {
    effective.source(table::named(key).unwrap()).to_string()
}

#[test]
fn without_anything_the_defaults_are_in_effect() {
    let effective = read(&[("HOME", "/home/anna")], "").unwrap();
    assert_eq!(effective.settings.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(effective.file, ConfigFile::NotThere("/home/anna/.config/sarja/sarja.toml".into()));
    assert!(table::all().iter().all(|setting| effective.source(setting) == Source::Default));
    assert_eq!(effective.warnings, Vec::<String>::new());
}

#[test]
fn an_argument_counts_more_than_a_variable_and_a_variable_more_than_the_file() {
    let place = Place::with("listen = \"127.0.0.1:1\"\npractice = true\n\n[drain]\nbatch = 7\n");
    let variables = [("SARJA_LISTEN", "127.0.0.1:2"), ("SARJA_DRAIN_BATCH", "8"), ("SARJA_LOG", "")];
    let effective = place.read(&variables, "--listen 127.0.0.1:3").unwrap();
    let settings = &effective.settings;
    assert_eq!((settings.listen.port(), settings.drain.batch), (3, 8));
    for (key, from) in [
        ("listen", "from --listen"),
        ("drain.batch", "environment SARJA_DRAIN_BATCH"),
        ("practice", "sarja.toml, line 2"),
        ("log", "default"),
    ] {
        assert_eq!(source(&effective, key), from, "{key}");
    }
}

#[test]
fn every_fault_is_named_with_its_line_and_what_is_allowed() {
    let place = Place::with(
        "lisen = \"127.0.0.1:1\"\n\
         public_url = \"https://games.example/club\"\n\
         practice = \"yes\"\n\
         log_format = \"xml\"\n\
         origins = [\"https://a.example\", 7]\n\
         trusted_proxies = [\"10.0.0.0/8\", \"proxy\"]\n\
         drain = 5\n\
         \n\
         [limits]\n\
         commands_per_second = 0\n\
         rooms_max = -3\n\
         rooms = 1\n\
         \n\
         [limit]\n\
         commands_burst = 1\n",
    );
    let faults = place.faults(&[("SARJA_BOTS_THINK_MS_MIN", "soon")], "--log sarja=loud");
    let known = [
        "FILE line 1: there is no setting `lisen`; did you mean `listen`?",
        "FILE line 3: `practice` cannot be \"yes\": allowed is true or false",
        "FILE line 4: `log_format` cannot be \"xml\": allowed is \"text\" or \"json\"",
        "FILE line 5: `origins` cannot be this list: allowed is a list, each a web address without a path, \
         as https://club.example",
        "FILE line 7: `drain` is a table: write its settings under `[drain]`",
        "FILE line 10: `limits.commands_per_second` cannot be 0: allowed is a whole number from 1 to \
         1000000000",
        "FILE line 11: `limits.rooms_max` cannot be -3: allowed is a whole number from 1 to 1000000000",
        "FILE line 12: there is no setting `limits.rooms`; did you mean `limits.rooms_max`?",
        "FILE line 14: there is no table `[limit]`; did you mean `[limits]`?",
        "SARJA_BOTS_THINK_MS_MIN: `bots.think_ms_min` cannot be \"soon\": allowed is a whole number from 0 \
         to 60000",
        "FILE line 2: `public_url` cannot be \"https://games.example/club\": it ends with host and port, \
         and `/club` is too \
         much: a server has a host of its own",
        "FILE line 6: `trusted_proxies` cannot be [\"10.0.0.0/8\", \"proxy\"]: `proxy`: it is neither an \
         address nor a network",
        "--log: `log` cannot be \"sarja=loud\": write a level, as info, or target=level,…: error parsing \
         level filter: \
         expected one of \"off\", \"error\", \"warn\", \"info\", \"debug\", \"trace\", or a number 0-5",
    ];
    assert_eq!(faults, known);
}

#[test]
fn what_is_no_toml_is_named_with_its_lines() {
    let faults = Place::with("listen = \npractice = tru\nlog = \"info\"\n").faults(&[], "");
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].starts_with("FILE line 1: this is no TOML: "), "{faults:?}");
    assert!(faults[1].starts_with("FILE line 2: this is no TOML: "), "{faults:?}");
}

#[test]
fn a_file_that_is_named_has_to_be_there() {
    let Faults(faults) = read(&[("SARJA_CONFIG", "/no/such/file")], "").unwrap_err();
    assert_eq!(
        faults[0].to_string(),
        "/no/such/file: it cannot be read: No such file or directory (os error 2)"
    );
}

#[test]
fn what_counts_less_has_to_be_right_too() {
    let place = Place::with("listen = \"here\"\n");
    let faults = place.faults(&[], "--listen 127.0.0.1:3");
    assert_eq!(
        faults,
        ["FILE line 1: `listen` cannot be \"here\": allowed is an address and a port, as 0.0.0.0:8080"]
    );
}

#[test]
fn what_is_printed_means_the_same_when_it_is_read() {
    let place = Place::with(
        "[rooms]\ncreation_secret_file = \"secret\"\n\n[limits]\npreset = \"bench\"\nrooms_max = 9\n",
    );
    fs::write(place.path("secret"), format!("{SECRET}\n")).unwrap();
    let variables =
        [("DATABASE_URL", "sqlite:///srv/my%20games.db"), ("SARJA_RETENTION_IDLE_GUESTS_DAYS", "never")];
    let args = "--origin https://a.example --origin http://b.example:81 --trusted-proxy ::1 --room-creation \
     secret \
                --public-url https://c.example --practice --log warn,sarja=debug --log-format json";
    let effective = place.read(&variables, args).unwrap();
    assert_eq!(effective.settings.creation_secret.as_ref().unwrap().as_str(), SECRET);
    let printed = effective.to_string();
    assert!(!printed.contains(SECRET), "{printed}");

    let again = Place::with(&printed).read(&[], "").unwrap();
    for setting in table::all() {
        assert!(again.shown(setting) == effective.shown(setting), "{setting:?}: {printed}");
    }
    assert_eq!(again.settings.creation_secret, effective.settings.creation_secret);
    assert_eq!(source(&effective, "limits.commands_burst"), "from limits.preset");
    assert_eq!(source(&effective, "rooms.creation_secret_file"), "sarja.toml, line 2");
}

#[test]
fn what_is_printed_fits_a_terminal() {
    let place = Place::with("data_dir = \"data\"\n");
    let effective = place.read(&[("DATABASE_URL", "postgres://sarja:sesame@db.example/sarja")], "").unwrap();
    let printed = effective.to_string();
    assert!(!printed.contains("sesame"), "{printed}");
    for line in printed.lines().filter(|line| !line.contains(&place.path(""))) {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

#[test]
fn the_example_has_every_setting_and_means_nothing_as_it_is() {
    let effective = Place::with(&Example.to_string()).read(&[], "").unwrap();
    assert!(table::all().iter().all(|setting| effective.source(setting) == Source::Default));
    for line in Example.to_string().lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

#[test]
fn the_example_can_be_used_but_for_the_secrets_that_it_cannot_know() {
    let uncommented = |line: &str| match line.strip_prefix('#') {
        Some(setting) if !setting.starts_with(' ') => setting.to_owned(),
        _ => line.to_owned(),
    };
    let text = Example.to_string().lines().map(uncommented).collect::<Vec<_>>().join("\n");
    let faults = Place::with(&text).faults(&[], "");
    let of_secrets = |fault: &String| {
        fault.contains("_file`") || fault.contains("`rooms.creation_secret` cannot be this: it is left over")
    };
    assert!(faults.iter().all(of_secrets), "{faults:#?}");
    assert_eq!(faults.len(), 5, "{faults:#?}");
}

#[test]
fn a_secret_is_named_where_it_is_needed_and_never_shown() {
    let secret = |variables: &[(&str, &str)], args: &str| read(variables, args).map(|e| e.settings.creation);
    assert_eq!(secret(&[("SARJA_CREATION_SECRET", SECRET)], "--room-creation secret"), Ok(MayCreate::Secret));
    let faults = |variables: &[(&str, &str)], args: &str| read(variables, args).unwrap_err().to_string();
    assert!(
        faults(&[], "--room-creation secret").contains("`rooms.creation` is \"secret\", and there is none")
    );
    let said = faults(&[("SARJA_CREATION_SECRET", SECRET)], "");
    assert!(
        said.starts_with("there is a `rooms.creation_secret`, and `rooms.creation` is not set"),
        "{said}"
    );
    // A secret may lie ready.
    assert_eq!(secret(&[("SARJA_CREATION_SECRET", SECRET)], "--room-creation anyone"), Ok(MayCreate::Anyone));
    for (weak, why) in [
        ("sesame", "it has 6 characters; at least 16 are needed"),
        ("change-me-change-me", "it is left over from an example"),
        ("(hidden)", "it is left over from an example"),
        ("aaaaaaaaaaaaaaaaaaaaaaa", "only 1 different characters"),
    ] {
        let said = faults(&[("SARJA_CREATION_SECRET", weak)], "--room-creation secret");
        assert!(
            said.starts_with("SARJA_CREATION_SECRET: `rooms.creation_secret` cannot be this: "),
            "{said}"
        );
        assert!(
            said.contains(why) && (weak == "(hidden)" || !said.contains(weak) || why.contains(weak)),
            "{said}"
        );
    }
    let said = faults(&[("DATABASE_URL", "mysql://u:sesame@h/d")], "");
    assert!(said.starts_with("DATABASE_URL: ") && !said.contains("sesame"), "{said}");
}

#[test]
fn of_a_secret_and_a_file_with_it_the_stronger_counts_and_two_alike_are_refused() {
    let place = Place::with(&format!("[rooms]\ncreation = \"secret\"\ncreation_secret = \"{SECRET}\"\n"));
    fs::write(place.path("other"), "green-heron-17-candles").unwrap();
    let effective = place.read(&[("SARJA_CREATION_SECRET_FILE", &place.path("other"))], "").unwrap();
    assert_eq!(effective.settings.creation_secret.unwrap().as_str(), "green-heron-17-candles");

    let text = format!(
        "[rooms]\ncreation = \"secret\"\ncreation_secret = \"{SECRET}\"\ncreation_secret_file = \"other\"\n"
    );
    fs::write(place.path("sarja.toml"), text).unwrap();
    let faults = place.faults(&[], "");
    assert_eq!(
        faults,
        ["FILE line 4: `rooms.creation_secret` and `rooms.creation_secret_file` are both set: leave one out"]
    );
    let faults = place.faults(&[("SARJA_CREATION_SECRET_FILE", "/no/such/file")], "");
    assert!(faults.iter().any(|fault| {
        fault.starts_with("SARJA_CREATION_SECRET_FILE: `rooms.creation_secret_file` cannot be")
    }));
}

#[test]
fn what_does_not_go_together_is_refused() {
    for (text, says) in [
        ("listen = \"0.0.0.0:1\"\n[limits]\npreset = \"bench\"", "loopback"),
        ("[bots]\nthink_ms_min = 9000", "`bots.think_ms_min` is more than `bots.think_ms_max`"),
        ("[drain]\nwithin_ms = 10", "`drain.notice_ms` has to be less"),
        ("[timings]\nheartbeat_ms = 60000", "`timings.heartbeat_ms` has to be less"),
    ] {
        let faults = Place::with(text).faults(&[], "");
        assert!(faults.len() == 1 && faults[0].contains(says), "{faults:?}");
    }
}

#[test]
fn what_is_likely_not_meant_is_a_warning() {
    let variables = [("SARJA_LISTN", "x"), ("SARJA_URL", "x")];
    let warnings = |args: &str| read(&variables, args).unwrap().warnings;
    let stranger = "the variable SARJA_LISTN is none of sarja's; did you mean SARJA_LISTEN?";
    let clear = warnings("--public-url http://club.example");
    assert!(clear.len() == 2 && clear[0] == stranger, "{clear:?}");
    assert!(clear[1].starts_with("public_url is http://club.example: without https://"), "{clear:?}");
    for quiet in ["https://club.example", "http://localhost:8080", "http://[::1]:8080"] {
        assert_eq!(warnings(&format!("--public-url {quiet}")), [stranger], "{quiet}");
    }
    assert_eq!(warnings("--trusted-proxy 10.0.0.0/8"), [stranger]);
    let everybody = warnings("--trusted-proxy ::/0");
    assert!(everybody.len() == 2 && everybody[1].starts_with("trusted_proxies has ::/0:"), "{everybody:?}");
}

#[test]
fn the_data_folder_of_the_user_is_not_named_where_the_data_is_elsewhere() {
    let printed = read(&[("DATABASE_URL", "sqlite:///a.db")], "").unwrap().to_string();
    assert!(printed.contains("# data_dir is not set"), "{printed}");
}

#[test]
fn paths_of_a_file_count_from_its_folder() {
    let place = Place::with("data_dir = \"data\"");
    let there = Path::new(&place.path("")).join("data");
    assert_eq!(place.read(&[], "").unwrap().settings.data_dir, Some(there));
    assert_eq!(place.read(&[], "--data-dir data").unwrap().settings.data_dir, Some("data".into()));
}

#[test]
fn every_field_of_the_server_can_be_set() {
    let text = "listen = \"127.0.0.1:1\"\npublic_url = \"https://a.example\"\norigins = \
     [\"https://b.example\"]\n\
                trusted_proxies = [\"127.0.0.1\"]\npractice = true\n\
                [retention]\nunplayed_rooms_days = 1\nidle_guests_days = \"never\"\n\
                [rooms]\ncreation = \"secret\"\ncreation_secret = \"blue-otter-42-lanterns\"\nidle_after_ms \
                = 1\n\
                [bots]\nthink_ms_min = 1\nthink_ms_max = 2\n\
                [drain]\nnotice_ms = 1\nbatch = 1\nstep_ms = 1\nwithin_ms = 2\n\
                [timings]\nheader_within_ms = 1\nhello_within_ms = 1\nheartbeat_ms = 1\ndead_after_ms = 2\nsend_within_ms = 1\n\
                [metrics]\nlisten = \"127.0.0.1:2\"\n[limits]\nrooms_max = 1\n";
    let effective = Place::with(text).read(&[], "--data-dir /d").unwrap();
    let place = effective.settings.data_place().unwrap();
    assert_eq!(place.store.to_string(), "sqlite:///d/sarja.db");
    let config = effective.settings.into_config(place.store.clone());
    // Without `..`: a new field has to come here, and into the table of settings.
    let sarja_server::Config {
        listen,
        store,
        practice,
        room_creation,
        bot_thinks,
        public_url,
        origins,
        trusted_proxies,
        limits,
        timings,
        metrics_listen,
        retention,
        idle_rooms,
        drain,
    } = config;
    let ms = Duration::from_millis;
    assert_eq!((listen.port(), store), (1, place.store));
    assert_eq!(practice, sarja_server::PracticeRooms::Allowed);
    assert!(matches!(room_creation, sarja_server::RoomCreation::Secret(_)));
    assert_eq!(bot_thinks, ms(1)..=ms(2));
    assert_eq!(public_url.unwrap().to_string(), "https://a.example");
    assert_eq!((origins[0].to_string().as_str(), origins.len()), ("https://b.example", 1));
    assert_eq!(trusted_proxies, ["127.0.0.1/32".parse().unwrap()]);
    assert_eq!(limits.rooms_max, 1);
    assert_eq!(metrics_listen, Some("127.0.0.1:2".parse().unwrap()));
    let one = ms(1);
    assert_eq!(
        timings,
        sarja_server::Timings {
            header_within: one,
            hello_within: one,
            heartbeat: one,
            dead_after: ms(2),
            send_within: one
        }
    );
    assert_eq!(
        (retention.unplayed_rooms.map(sarja_store::Days::get), retention.idle_guests),
        (Some(1), None)
    );
    assert_eq!(idle_rooms, sarja_server::IdleRooms { after: one });
    assert_eq!(drain, sarja_server::Drain { notice: one, batch: 1, step: one, within: ms(2) });
}

#[cfg(unix)]
#[test]
fn a_secret_in_a_file_that_everybody_may_read_is_a_warning() {
    use std::os::unix::fs::PermissionsExt as _;
    let warned = |text: &str, mode: u32| {
        let place = Place::with(text);
        fs::write(place.path("url"), "postgres://sarja:sesame@db/sarja").unwrap();
        fs::set_permissions(place.path("sarja.toml"), fs::Permissions::from_mode(mode)).unwrap();
        place.read(&[], "").unwrap().warnings.iter().any(|warning| warning.starts_with("everybody"))
    };
    let secret = format!("[rooms]\ncreation = \"secret\"\ncreation_secret = \"{SECRET}\"");
    let password = "[database]\nurl = \"postgres://sarja:sesame@db/sarja\"";
    assert!(warned(&secret, 0o644) && warned(password, 0o604));
    assert!(!warned(&secret, 0o640) && !warned(password, 0o600));
    assert!(!warned("[database]\nurl = \"postgres://sarja@db/sarja\"", 0o644));
    assert!(!warned("[database]\nurl_file = \"url\"", 0o644));
}
