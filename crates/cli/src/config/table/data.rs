//! The database, and how long it keeps things.

use sarja_store::Days;

use crate::config::{
    setting::{Access, Setting},
    value::{Kind, NEVER, Refused, Value},
};

pub(super) fn all() -> Vec<Setting> {
    vec![
        Setting::new(
            "database.url",
            Kind::Secret("postgres://USER@HOST/DATABASE, sqlite:///FILE or memory:"),
            "The database, where it is not `sarja.db` in the data folder. `memory:` keeps nothing when the \
             server ends. Others on the machine may see the arguments of programs: \
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
            "Days after which closed rooms in which nothing was played are removed. What was played is kept \
             for ever.",
            field!(|s, v| s.retention.unplayed_rooms = days(v)?, |s| kept(s.retention.unplayed_rooms)),
        ),
        Setting::new(
            "retention.idle_guests_days",
            Kind::NumberOrNever(1, u16::MAX.into()),
            "Days without a visit after which guests are forgotten who are in no room and in no match. \
             Browsers keep them for 400.",
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
