//! Rooms, and the bots in them.

use sarja_protocol::{CreationSecret, MayCreate};
use sarja_server::CreationKey;

use super::DAY_MS;
use crate::config::{
    setting::{Access, Setting},
    value::{Kind, Refused, Value},
};

pub(super) fn all() -> Vec<Setting> {
    vec![
        Setting::new(
            "rooms.creation",
            Kind::Choice(&["anyone", "secret"]),
            "Who may make rooms: anyone, or whoever knows a secret. Everybody may come into rooms who was \
             invited.",
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
                    let secret =
                        v.str().and_then(|text| CreationSecret::new(text).map_err(Refused::because))?;
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
            "Milliseconds without anybody there after which a room leaves memory. It comes back when \
             somebody does.",
            ms!(idle_rooms.after),
        ),
        Setting::new(
            "bots.think_ms_min",
            Kind::Number(0, 60_000),
            "Milliseconds that a bot of the server takes for its turn at least, so that people can follow \
             it.",
            ms!(bot_thinks_min),
        ),
        Setting::new(
            "bots.think_ms_max",
            Kind::Number(0, 60_000),
            "Milliseconds that a bot of the server \
         takes for its turn at most.",
            ms!(bot_thinks_max),
        ),
    ]
}
