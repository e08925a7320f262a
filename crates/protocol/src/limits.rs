//! Every limit of the wire, with its reason, in one place.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

macro_rules! limits {
    ($($(#[doc = $doc:literal])+ $constant:ident, $field:ident: $ty:ty = $value:expr;)+) => {
        $($(#[doc = $doc])+ pub const $constant: $ty = $value;)+

        /// The limits of this server, as `welcome` tells them.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
        #[ts(export_to = "sarja.ts")]
        #[serde(default)]
        #[non_exhaustive]
        pub struct Limits {
            $($(#[doc = $doc])+ pub $field: $ty,)+
        }

        impl Default for Limits {
            fn default() -> Self {
                Self { $($field: $constant,)+ }
            }
        }

        /// Each limit: its name in `welcome.limits`, its value, and what it is with the reason.
        pub fn limit_table() -> Vec<(&'static str, u64, String)> {
            vec![$((stringify!($field), u64::from($constant as u32), [$($doc),+].concat().trim().to_owned()),)+]
        }
    };
}

limits! {
    /// Bytes of a frame from a client. A table of 160 tiles takes about 2 KiB; the rest is room for house rules.
    FRAME_BYTES_MAX, frame_bytes_max: u32 = 16 * 1024;
    /// Bytes of the first frame, `hello`: before it nothing is known about the sender.
    HELLO_BYTES_MAX, hello_bytes_max: u32 = 1024;
    /// Milliseconds from the connection to `hello`; an idle connection costs memory.
    HELLO_WITHIN_MS, hello_within_ms: u32 = 5_000;
    /// Commands a second in the long run. A player acts a few times a minute.
    COMMANDS_PER_SECOND, commands_per_second: u32 = 5;
    /// Commands at once, before the rate counts.
    COMMANDS_BURST, commands_burst: u32 = 20;
    /// Drafts a second; fast enough that watchers see tiles glide.
    DRAFTS_PER_SECOND, drafts_per_second: u32 = 10;
    /// Drafts at once, before the rate counts: what had gathered while a connection hung.
    DRAFTS_BURST, drafts_burst: u32 = 20;
    /// Lines of chat a minute.
    CHAT_PER_MINUTE, chat_per_minute: u32 = 20;
    /// Reactions a minute.
    REACTIONS_PER_MINUTE, reactions_per_minute: u32 = 20;
    /// Tries to join by code a minute: codes must not be found by trying.
    JOINS_PER_MINUTE, joins_per_minute: u32 = 10;
    /// Rooms made a minute by one player.
    ROOMS_PER_MINUTE, rooms_per_minute: u32 = 6;
    /// Open rooms that one player is the host of.
    ROOMS_PER_PLAYER_MAX, rooms_per_player_max: u32 = 8;
    /// Spectators of a room.
    SPECTATORS_MAX, spectators_max: u32 = 50;
    /// Programs that a room has invited and not removed: one for each seat of the largest ruleset, and in a smaller room no
    /// more than it has seats.
    INVITED_MAX, invited_max: u32 = 6;
    /// Characters of a player's name; it has to fit the top of a phone.
    NAME_LENGTH_MAX, name_length_max: usize = 24;
    /// Characters of a line of chat.
    CHAT_LENGTH_MAX, chat_length_max: usize = 200;
    /// Characters of a room's password.
    PASSWORD_LENGTH_MAX, password_length_max: usize = 64;
    /// Characters of the secret that `create_room` may need.
    CREATION_SECRET_LENGTH_MAX, creation_secret_length_max: usize = 128;
    /// Characters of a program's name or version in `hello`.
    LABEL_LENGTH_MAX, label_length_max: usize = 40;
    /// Characters of a command id: a UUID and some room.
    COMMAND_ID_LENGTH_MAX, command_id_length_max: usize = 64;
    /// Lines of chat that a snapshot repeats.
    CHAT_KEPT_MAX, chat_kept_max: usize = 50;
    /// Sets of a table that is sent. The largest ruleset has 160 tiles, and a set in the making may be one tile.
    TABLE_SETS_MAX, table_sets_max: usize = 160;
    /// Tiles of a set that is sent: two whole runs, more than any valid set has.
    SET_TILES_MAX, set_tiles_max: usize = 26;
    /// Tiles of a table, or of an `arrange`: all tiles of the largest ruleset, so that no rack outgrows it.
    TILES_MAX, tiles_max: usize = 160;
    /// Milliseconds between two heartbeats of the server.
    HEARTBEAT_MS, heartbeat_ms: u32 = 15_000;
    /// Milliseconds without a sign of life (a pong or a frame) after which a connection is closed.
    DEAD_AFTER_MS, dead_after_ms: u32 = 30_000;
    /// Milliseconds that sending one frame may take before the connection is closed.
    SEND_WITHIN_MS, send_within_ms: u32 = 10_000;
    /// Messages that wait for a slow client before its connection is closed.
    QUEUE_MESSAGES_MAX, queue_messages_max: u32 = 64;
    /// Bytes that wait for a slow client before its connection is closed.
    QUEUE_BYTES_MAX, queue_bytes_max: u32 = 256 * 1024;
    /// Milliseconds in which players may add their value to a shuffle; the table waits for it.
    SHUFFLE_VALUES_WITHIN_MS, shuffle_values_within_ms: u32 = 2_000;
    /// Milliseconds after which the next round begins, ready or not.
    NEXT_ROUND_WITHIN_MS, next_round_within_ms: u32 = 20_000;
    /// Milliseconds of a turn of a player who let the time run out twice in a row, until that player acts.
    SHORT_CLOCK_MS, short_clock_ms: u32 = 10_000;
    /// Milliseconds that a pause lasts at most.
    PAUSE_WITHIN_MS, pause_within_ms: u32 = 30 * 60_000;
    /// Pauses in a match.
    PAUSES_PER_MATCH_MAX, pauses_per_match_max: u32 = 2;
    /// Scripted opponents of a practice room: one for each seat of the largest ruleset.
    SCRIPTS_MAX, scripts_max: usize = 6;
    /// Actions of a scripted opponent.
    SCRIPT_ACTIONS_MAX, script_actions_max: usize = 100;
    /// Milliseconds of one step of a practice room's clock: a day, which outlasts every timer of a room.
    STEP_MS_MAX, step_ms_max: u32 = 86_400_000;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rack_of_nearly_all_tiles_fits_into_a_frame() {
        // `"O13",` for each tile, and each tile as a set of its own.
        let longest = TILES_MAX * r#"{"kind":"group","id":4294967295,"tiles":["O13"]},"#.len() + 1024;
        assert!(longest <= FRAME_BYTES_MAX as usize, "{longest}");
    }

    #[test]
    fn the_table_lists_every_limit_that_welcome_tells() {
        let told = serde_json::to_value(Limits::default()).unwrap();
        let told = told.as_object().unwrap();
        assert_eq!(limit_table().len(), told.len());
        for (name, value, _) in limit_table() {
            assert_eq!(told[name], value, "{name}");
        }
    }
}
