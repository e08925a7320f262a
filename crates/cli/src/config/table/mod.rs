//! All settings in one place: what a file, the environment, the command line, `--help`, `sarja config` and
//! the README know of them.

/// How a field is set and shown.
macro_rules! field {
    (|$settings:ident, $value:ident| $set:expr, |$shown:ident| $get:expr $(,)?) => {
        crate::config::setting::Access::Field {
            set: |$settings, $value| {
                $set;
                Ok(())
            },
            get: |$shown| $get,
        }
    };
}

/// The same for a time in milliseconds.
macro_rules! ms {
    ($($field:ident).+) => {
        field!(|s, v| s.$($field).+ = std::time::Duration::from_millis(v.number()?), |s| super::ms(s.$($field).+))
    };
}

mod data;
mod limits;
mod metrics;
mod network;
mod program;
mod rooms;
mod times;

pub(in crate::config) use limits::PRESET;

use std::{sync::LazyLock, time::Duration};

use super::{setting::Setting, value::Value};

/// A day in milliseconds, more than any time here has to be.
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

static SETTINGS: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    [network::all(), program::all(), data::all(), rooms::all(), times::all(), metrics::all(), limits::all()]
        .concat()
});

/// All settings, in the order in which they are shown.
pub(in crate::config) fn all() -> &'static [Setting] {
    &SETTINGS
}

/// The setting of this name.
pub(in crate::config) fn named(key: &str) -> Option<&'static Setting> {
    all().iter().find(|setting| setting.key == key)
}

/// The setting that names a file with the value of this one.
pub(in crate::config) fn file_of(setting: &Setting) -> Option<&'static Setting> {
    all().iter().find(|file| file.access.is_file_of(&setting.key))
}

/// What stands above the settings of a table; nothing where its name says enough.
pub(in crate::config) fn about_table(table: &str) -> &'static str {
    match table {
        "timings" => "Times of a connection. `welcome` tells them to clients.",
        "limits" => {
            "How much others may do. `welcome` tells clients what concerns them. Each has a variable too: \
             for \
             `rooms_max` it is SARJA_LIMITS_ROOMS_MAX."
        }
        "drain" => "How a stopping server lets its players go: told first, then closed a batch at a time.",
        _ => "",
    }
}

fn ms(time: Duration) -> Value {
    Value::Number(u64::try_from(time.as_millis()).unwrap_or(DAY_MS))
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
