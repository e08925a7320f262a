//! All settings in one place: what a file, the environment, the command line, `--help`, `sarja config` and the README know of them.

use std::{net::IpAddr, sync::LazyLock, time::Duration};

use ipnet::IpNet;
use sarja_protocol::{CreationSecret, MayCreate};
use sarja_server::{CreationKey, PracticeRooms, ServerLimits};
use sarja_store::Days;

use super::{
    setting::{Access, Setting},
    value::{Kind, NEVER, Refused, Value},
};
use crate::serve::LogFormat;

/// A day in milliseconds, more than any time here has to be.
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// The largest limit: more than any machine does.
const LIMIT_MAX: u64 = 1_000_000_000;

static SETTINGS: LazyLock<Vec<Setting>> =
    LazyLock::new(|| [network(), program(), data(), rooms(), operation(), limits()].concat());

/// All settings, in the order in which they are shown.
pub(super) fn all() -> &'static [Setting] {
    &SETTINGS
}

/// The setting of this name.
pub(super) fn named(key: &str) -> Option<&'static Setting> {
    all().iter().find(|setting| setting.key == key)
}

/// The setting that names a file with the value of this one.
pub(super) fn file_of(setting: &Setting) -> Option<&'static Setting> {
    all().iter().find(|file| file.access.is_file_of(&setting.key))
}

/// What stands above the settings of a table; nothing where its name says enough.
pub(super) fn about_table(table: &str) -> &'static str {
    match table {
        "timings" => "Times of a connection. `welcome` tells them to clients.",
        "limits" => {
            "How much others may do. `welcome` tells clients what concerns them. Each has a variable too: for \
             `rooms_max` it is SARJA_LIMITS_ROOMS_MAX."
        }
        "drain" => "How a stopping server lets its players go: told first, then closed a batch at a time.",
        _ => "",
    }
}

macro_rules! field {
    (|$settings:ident, $value:ident| $set:expr, |$shown:ident| $get:expr $(,)?) => {
        Access::Field {
            set: |$settings, $value| {
                $set;
                Ok(())
            },
            get: |$shown| $get,
        }
    };
}

macro_rules! ms {
    ($($field:ident).+) => {
        field!(|s, v| s.$($field).+ = Duration::from_millis(v.number()?), |s| ms(s.$($field).+))
    };
}

fn ms(time: Duration) -> Value {
    Value::Number(u64::try_from(time.as_millis()).unwrap_or(DAY_MS))
}

fn each<T>(value: &Value, read: impl Fn(&str) -> Result<T, Refused>) -> Result<Vec<T>, Refused> {
    let named =
        |text: &String| read(text).map_err(|Refused(why)| Refused(why.map(|why| format!("`{text}`: {why}"))));
    value.list()?.iter().map(named).collect()
}

fn list<T: ToString>(values: &[T]) -> Value {
    Value::List(values.iter().map(T::to_string).collect())
}

fn network() -> Vec<Setting> {
    vec![
        Setting::new(
            "listen",
            Kind::Text("an address and a port, as 0.0.0.0:8080"),
            "Where to listen. 0.0.0.0:8080 also serves other machines; port 0 takes any free port.",
            field!(|s, v| s.listen = v.read()?, |s| Value::text(s.listen)),
        )
        .flag("listen", "ADDR:PORT"),
        Setting::new(
            "public_url",
            Kind::Text("a web address without a path, as https://games.example"),
            "The address under which people reach the server. Invitation links begin with it, web pages of it may connect, and \
             with https:// cookies are for encrypted connections only.",
            field!(|s, v| s.public_url = Some(v.read_or_say()?), |s| Value::optional(s.public_url.as_ref())),
        )
        .flag("public-url", "URL")
        .example("https://games.example"),
        Setting::new(
            "origins",
            Kind::List("a web address without a path, as https://club.example"),
            "Web pages of other hosts that may connect. In the environment, with commas between them.",
            field!(
                |s, v| s.origins = each(v, |text| text.parse().map_err(Refused::because))?,
                |s| list(&s.origins),
            ),
        )
        .flag("origin", "URL"),
        Setting::new(
            "trusted_proxies",
            Kind::List("an address or a network, as 127.0.0.1 or 10.0.0.0/8"),
            "Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed. Nobody's are, unless named here, not even those \
             of this machine.",
            field!(|s, v| s.trusted_proxies = each(v, network_of)?, |s| list(&s.trusted_proxies)),
        )
        .flag("trusted-proxy", "ADDRESS|NETWORK"),
    ]
}

/// What stands in no table and is not of the network.
fn program() -> Vec<Setting> {
    vec![
        Setting::new(
            "data_dir",
            Kind::Path,
            "The folder for the data, on a local disk. Without it `sarja` in the user's data folder.",
            field!(
                |s, v| s.data_dir = Some(v.to_path()?),
                |s| s.data_dir.clone().or_else(|| crate::serve::default_data_dir().ok()).map_or(Value::Unset, |dir| Value::path(&dir)),
            ),
        )
        .flag("data-dir", "DIR")
        .example("/var/lib/sarja"),
        Setting::new(
            "practice",
            Kind::Switch,
            "Also take practice rooms: fixed seeds, clocks that are stepped, scripted opponents. Not for playing in earnest.",
            field!(
                |s, v| s.practice = if v.switch()? { PracticeRooms::Allowed } else { PracticeRooms::Refused },
                |s| Value::Switch(s.practice == PracticeRooms::Allowed),
            ),
        )
        .flag("practice", "true|false"),
        Setting::new(
            "log",
            Kind::Text("a level, as info, or target=level,…"),
            "What is logged to standard error: a level, or target=level,…",
            field!(|s, v| s.log = v.read_or_say()?, |s| Value::text(&s.log)),
        )
        .flag("log", "FILTER"),
        Setting::new(
            "log_format",
            Kind::Choice(&["text", "json"]),
            "How it is logged: a line for people, or an object of JSON a line.",
            field!(
                |s, v| s.log_format = if v.str()? == "json" { LogFormat::Json } else { LogFormat::Text },
                |s| Value::text(if s.log_format == LogFormat::Json { "json" } else { "text" }),
            ),
        )
        .flag("log-format", "FORMAT"),
    ]
}

/// A network, or the one address that is meant.
fn network_of(text: &str) -> Result<IpNet, Refused> {
    let alone = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse().or_else(|_| alone()).map_err(|_| Refused::because("it is neither an address nor a network"))
}

fn data() -> Vec<Setting> {
    vec![
        Setting::new(
            "database.url",
            Kind::Secret("postgres://USER@HOST/DATABASE or sqlite:///FILE"),
            "The database, where it is not `sarja.db` in the data folder. Others on the machine may see the arguments of programs: \
             a password is better in a file or in the environment.",
            field!(|s, v| s.database = Some(v.read_or_say()?), |s| Value::optional(s.database.as_ref())),
        )
        .flag("database", "URL")
        .variable_named("DATABASE_URL")
        .example("postgres://sarja@localhost/sarja"),
        Setting::new(
            "database.url_file",
            Kind::Path,
            "A file that holds this URL, so that its password is seen nowhere else.",
            Access::FileOf("database.url"),
        )
        .variable_named("DATABASE_URL_FILE")
        .example("/run/secrets/sarja_database_url"),
        Setting::new(
            "retention.unplayed_rooms_days",
            Kind::NumberOrNever(1, u16::MAX.into()),
            "Days after which closed rooms in which nothing was played are removed. What was played is kept for ever.",
            field!(|s, v| s.retention.unplayed_rooms = days(v)?, |s| kept(s.retention.unplayed_rooms)),
        ),
        Setting::new(
            "retention.idle_guests_days",
            Kind::NumberOrNever(1, u16::MAX.into()),
            "Days without a visit after which guests are forgotten who are in no room and in no match. Browsers keep them for 400.",
            field!(|s, v| s.retention.idle_guests = days(v)?, |s| kept(s.retention.idle_guests)),
        ),
    ]
}

/// So many days; `None` for `never`.
fn days(value: &Value) -> Result<Option<Days>, Refused> {
    if value.str().is_ok_and(|word| word == NEVER) {
        return Ok(None);
    }
    Days::new(value.number()?).map(Some).ok_or(Refused(None))
}

fn kept(days: Option<Days>) -> Value {
    days.map_or_else(|| Value::text(NEVER), |days| Value::Number(days.get().into()))
}

fn rooms() -> Vec<Setting> {
    vec![
        Setting::new(
            "rooms.creation",
            Kind::Choice(&["anyone", "secret"]),
            "Who may make rooms: anyone, or whoever knows a secret. Everybody may come into rooms who was invited.",
            field!(
                |s, v| s.creation = if v.str()? == "secret" { MayCreate::Secret } else { MayCreate::Anyone },
                |s| Value::text(if s.creation == MayCreate::Secret { "secret" } else { "anyone" }),
            ),
        )
        .flag("room-creation", "WHO"),
        Setting::new(
            "rooms.creation_secret",
            Kind::Secret("a text of 16 to 128 characters, without control characters"),
            "The secret for making rooms, at least 16 characters. `openssl rand -base64 24` makes one.",
            field!(
                |s, v| {
                    let secret = v.str().and_then(|text| CreationSecret::new(text).map_err(Refused::because))?;
                    CreationKey::new(&secret).map_err(Refused::because)?;
                    s.creation_secret = Some(secret);
                },
                |s| s.creation_secret.as_ref().map_or(Value::Unset, |_| Value::Hidden),
            ),
        )
        .variable_named("SARJA_CREATION_SECRET")
        .example("change-me: at least 16 characters"),
        Setting::new(
            "rooms.creation_secret_file",
            Kind::Path,
            "A file that holds the secret for making rooms.",
            Access::FileOf("rooms.creation_secret"),
        )
        .flag("creation-secret-file", "FILE")
        .variable_named("SARJA_CREATION_SECRET_FILE")
        .example("/run/secrets/sarja_creation_secret"),
        Setting::new(
            "rooms.idle_after_ms",
            Kind::Number(1, DAY_MS),
            "Milliseconds without anybody there after which a room leaves memory. It comes back when somebody does.",
            ms!(idle_rooms.after),
        ),
        Setting::new(
            "bots.think_ms_min",
            Kind::Number(0, 60_000),
            "Milliseconds that a bot of the server takes for its turn at least, so that people can follow it.",
            ms!(bot_thinks_min),
        ),
        Setting::new("bots.think_ms_max", Kind::Number(0, 60_000), "Milliseconds that a bot of the server takes for its turn at most.", ms!(bot_thinks_max)),
    ]
}

fn operation() -> Vec<Setting> {
    vec![
        Setting::new(
            "drain.notice_ms",
            Kind::Number(0, 600_000),
            "Milliseconds from the request to stop until the first connections are closed. Players are told; new rooms are refused.",
            ms!(drain.notice),
        ),
        Setting::new(
            "drain.batch",
            Kind::Number(1, 1_000_000),
            "Connections that are closed together, so that thousands do not come back at once.",
            field!(|s, v| s.drain.batch = v.number()?, |s| Value::Number(
                u64::try_from(s.drain.batch).unwrap_or(u64::MAX)
            ),),
        ),
        Setting::new(
            "drain.step_ms",
            Kind::Number(0, 60_000),
            "Milliseconds between two batches.",
            ms!(drain.step),
        ),
        Setting::new(
            "drain.within_ms",
            Kind::Number(1, 600_000),
            "Milliseconds from the request to stop until the program ends, whatever hangs. Keep it below the time after which the \
             system kills it: 90 s with systemd, 10 s with Docker, unless they are told otherwise.",
            ms!(drain.within),
        ),
        Setting::new(
            "timings.hello_within_ms",
            Kind::Number(1, 600_000),
            "Milliseconds from a connection to its first message.",
            ms!(timings.hello_within),
        ),
        Setting::new(
            "timings.heartbeat_ms",
            Kind::Number(1, 600_000),
            "Milliseconds between two heartbeats of the server. Proxies must not cut connections that are silent for so long.",
            ms!(timings.heartbeat),
        ),
        Setting::new(
            "timings.dead_after_ms",
            Kind::Number(1, 600_000),
            "Milliseconds without a sign of life after which a connection is closed.",
            ms!(timings.dead_after),
        ),
        Setting::new(
            "timings.send_within_ms",
            Kind::Number(1, 600_000),
            "Milliseconds that sending one message may take before the connection is closed.",
            ms!(timings.send_within),
        ),
    ]
}

/// The setting that all limits follow.
pub(super) const PRESET: &str = "limits.preset";

fn limits() -> Vec<Setting> {
    let preset = Setting::new(
        PRESET,
        Kind::Choice(&["default", "bench"]),
        "What limits begin with: those for playing, or with `bench` next to none, to measure a machine; that is taken on loopback \
         only. Single limits may be set on top.",
        field!(
            |s, v| s.limits =
                if v.str()? == "bench" { ServerLimits::bench() } else { ServerLimits::default() },
            |s| Value::text(if s.limits.is_bench() { "bench" } else { "default" }),
        ),
    );
    let mut all = vec![preset.flag("limits", "PRESET").variable_named("SARJA_LIMITS")];
    all.extend(ServerLimits::default().table().into_iter().map(|row| {
        let key = format!("limits.{}", row.name);
        Setting::new(key, Kind::Number(1, LIMIT_MAX), row.doc, Access::Limit(row.name))
    }));
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::config::ServerSettings;

    #[test]
    fn no_two_settings_have_a_name_in_common() {
        let flags = all().iter().filter_map(|setting| setting.flag).map(|(name, _)| name.to_owned());
        for names in [
            all().iter().map(|setting| setting.key.clone()).collect::<Vec<_>>(),
            all().iter().map(Setting::variable).collect(),
            flags.collect(),
        ] {
            assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
        }
    }

    #[test]
    fn every_default_is_a_value_that_may_be_set() {
        let mut settings = ServerSettings::default();
        for setting in all() {
            let default = setting.get(&ServerSettings::default());
            if default != Value::Unset {
                assert_eq!(setting.set(&mut settings, &default), Ok(()), "{}", setting.key);
                assert!(setting.get(&settings) == default, "{}", setting.key);
            }
        }
    }

    #[test]
    fn tables_stand_together() {
        let mut tables: Vec<_> = all().iter().map(Setting::table).collect();
        tables.dedup();
        assert_eq!(tables.iter().collect::<BTreeSet<_>>().len(), tables.len(), "{tables:?}");
        assert_eq!(tables[0], "", "what is in no table stands first in a file");
    }
}
