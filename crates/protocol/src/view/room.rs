//! A room as a viewer may see it.

use sarja_rules::{Face, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    ChatText, DraftNumber, MatchView, PauseWhy, Person, PlayVerdict, PlayerId, PlayerName, RoomCode, RoomId,
    RoomMs, RoundView, SeatView, SetVerdict, SettingsView, ShownSet, TurnNumber, You,
};

/// A room as you may see it. A client may live on this alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct RoomView {
    /// The room, for `resume_room`.
    pub room_id: RoomId,
    /// Its code, to tell others.
    pub code: RoomCode,
    /// What it is played by.
    pub settings: SettingsView,
    /// What goes on.
    pub phase: Phase,
    /// The host.
    pub host: PlayerId,
    /// Yourself.
    pub you: You,
    /// Everybody in the room.
    pub people: Vec<Person>,
    /// The programs that were invited and not removed, whether they have come or not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<PlayerId>>")]
    pub invited: Vec<PlayerId>,
    /// The seats, in turn order. In a match only those that play.
    pub seats: Vec<SeatView>,
    /// The match, if one was started; the last one, when it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#match: Option<MatchView>,
    /// The round, from the announcement of its shuffle until the next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<RoundView>,
    /// The clock; absent if it is nobody's turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// The pause, if the game is paused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pause: Option<PauseView>,
    /// Why the room stands still, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<HeldView>,
    /// The last draft of the turn: yours, or the shown one of another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draft: Option<DraftView>,
    /// Who asked for what.
    pub votes: Votes,
    /// When the next round begins at the latest, on the room's timeline; between rounds only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_round_ms: Option<RoomMs>,
    /// The last 50 lines of chat, the latest last.
    #[serde(default)]
    pub chat: Vec<ChatLine>,
}

/// What goes on in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum Phase {
    /// People come, take seats and get ready.
    Lobby,
    /// A shuffle waits for values, or the starter is drawn.
    Shuffling,
    /// It is somebody's turn.
    Playing,
    /// A round ended, and the next waits for people to be ready.
    BetweenRounds,
    /// A match ended; a rematch may be asked for.
    MatchOver,
    /// The room is closed.
    Closed,
}

/// The clock of the turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct ClockView {
    /// When the time runs out, on the room's timeline; absent without a clock and in a pause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_ms: Option<RoomMs>,
    /// In a pause: the milliseconds that are left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused_left_ms: Option<u32>,
}

/// A pause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct PauseView {
    /// When it ends by itself, on the room's timeline.
    pub until_ms: RoomMs,
    /// Why it is.
    pub why: PauseWhy,
}

/// That a room stands still, because nothing can be saved in it. It is no pause: nobody asked for it, it is no event, and it ends
/// by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct HeldView {
    /// Why it does.
    pub why: HoldWhy,
}

/// Why a room stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum HoldWhy {
    /// The server cannot save anything now: all its rooms wait.
    StoreUnavailable,
    /// This room cannot be saved now, or it is not known yet whether its last move was.
    NotSaved,
    /// For another reason.
    #[serde(other)]
    Other,
}

/// The last draft of the turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct DraftView {
    /// The turn.
    pub turn: TurnNumber,
    /// Its number; go on from the next.
    pub draft: DraftNumber,
    /// Whose it is.
    pub seat: Seat,
    /// The whole table.
    pub table: Vec<ShownSet>,
    /// In Rommikubbi the tile that is to be discarded, if the draft is yours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard: Option<Face>,
    /// What the server says to it; absent for another's draft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<OwnVerdict>,
}

/// What the server says to your draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct OwnVerdict {
    /// On each set, in the order of the table.
    pub sets: Vec<SetVerdict>,
    /// On the whole.
    pub play: PlayVerdict,
}

/// Who asked for what; each list in the order of the seats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(default)]
#[ts(export_to = "sarja.ts")]
pub struct Votes {
    /// A pause.
    pub pause: Vec<Seat>,
    /// The end of the match.
    pub end: Vec<Seat>,
    /// Another match.
    pub rematch: Vec<Seat>,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct ChatLine {
    /// Who said it.
    pub player_id: PlayerId,
    /// Under which name.
    pub name: PlayerName,
    /// What was said.
    pub text: ChatText,
    /// When, on the room's timeline.
    pub at_ms: RoomMs,
}
