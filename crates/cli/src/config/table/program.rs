//! What is of the program as a whole.

use sarja_server::PracticeRooms;

use crate::{
    config::{
        setting::Setting,
        value::{Kind, Value},
    },
    serve::LogFormat,
};

pub(super) fn all() -> Vec<Setting> {
    vec![
        Setting::new(
            "data_dir",
            Kind::Path,
            "The folder for the data, on a local disk. Without it `sarja` in the user's data folder.",
            field!(|s, v| s.data_dir = Some(v.to_path()?), |s| s
                .data_folder()
                .map_or(Value::Unset, |dir| Value::path(&dir)),),
        )
        .flag("data-dir", "DIR")
        .example("/var/lib/sarja"),
        Setting::new(
            "practice",
            Kind::Switch,
            "Also take practice rooms: fixed seeds, clocks that are stepped, scripted opponents. Not for \
             playing in earnest.",
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
