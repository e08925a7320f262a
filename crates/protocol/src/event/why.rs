//! Why something happened.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

macro_rules! why {
    ($($(#[doc = $doc:literal])+ $name:ident { $($(#[doc = $vdoc:literal])+ $variant:ident,)+ })+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
        #[serde(rename_all = "snake_case")]
        #[ts(export_to = "sarja.ts")]
        pub enum $name {
            $($(#[doc = $vdoc])+ $variant,)+
        }
    )+};
}

why! {
    /// Why somebody is no longer in the room.
    DepartureWhy {
        /// That one left.
        Left,
        /// That one had no seat and was not connected for 60 seconds.
        Gone,
    }
    /// Why there is another host.
    HostWhy {
        /// The host handed it over.
        HandedOver,
        /// The host left.
        Left,
        /// The host was not connected for 60 seconds.
        Gone,
    }
    /// Why a player starts.
    StarterWhy {
        /// The highest tile was drawn.
        Drawn,
        /// It is one seat on from the last starter.
        Rotated,
        /// The round is a replay, and its starter stays.
        Replayed,
    }
    /// What the last draft was when time ran out.
    AtTimeOut {
        /// There was none, or it was the old table as it lay; in Rommikubbi, without a discard.
        None,
        /// Not legal, but every old set lies tile for tile.
        Untouched,
        /// Not legal, and an old set is not as it was.
        Rearranged,
        /// No complete legal turn of Rommikubbi.
        NotLegal,
        /// A legal play, or a legal turn of Rommikubbi, which stands.
        Stands,
        /// A legal one, which the ruleset takes back.
        Reverted,
    }
    /// Why a table was played.
    PlayWhy {
        /// The player sent it.
        Played,
        /// It was a legal draft when time ran out.
        TimeRanOut,
    }
    /// Why a player drew or passed.
    TurnEndWhy {
        /// The player chose to.
        Chosen,
        /// Time ran out, and no old set had been touched.
        TimeRanOut,
        /// Time ran out, and an old set had been touched.
        Rearranged,
        /// An illegal table was played, where the ruleset makes that cost tiles.
        IllegalPlay,
        /// The seat is vacated.
        Gone,
    }
    /// Why a tile was taken or discarded, or a pile given back.
    StepWhy {
        /// The player did it.
        Chosen,
        /// Time ran out.
        TimeRanOut,
        /// The seat is vacated.
        Gone,
    }
    /// Why a seat was given up.
    VacateWhy {
        /// The player left the room.
        Left,
        /// The player resigned.
        Resigned,
        /// The host removed the absent player, who cannot take it again.
        Removed,
    }
    /// Why a match was given up.
    AbandonWhy {
        /// All seated people asked for it.
        Agreed,
        /// No seated person was connected for too long.
        Deserted,
    }
    /// Why a turn got its full time again.
    RestartWhy {
        /// The server was restarted.
        ServerRestarted,
        /// Another node took over the room.
        TakenOver,
        /// A player who had been absent acts again.
        PlayerActed,
    }
    /// Why a game is paused.
    PauseWhy {
        /// All connected people asked for it.
        Agreed,
        /// Nobody is left to play with: it goes on when a seat is taken again or given to a bot.
        Alone,
    }
    /// Why a room was closed.
    RoomClosedWhy {
        /// Nobody acted for long enough after the match.
        Finished,
        /// Nobody acted for long enough in the lobby.
        Idle,
        /// Everybody left.
        Empty,
        /// Who runs the server closed it.
        Operator,
    }
}
