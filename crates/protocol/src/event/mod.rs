//! What happened in a room: numbered without gaps, in the past tense, never refused.

mod rommikubbi;
mod why;

pub use rommikubbi::{PileGivenBack, PileTaken, PileTurnedOver, SetsLaid, TileDiscarded, TileTaken};
pub use why::{
    AbandonWhy, AtTimeOut, DepartureWhy, HostWhy, PauseWhy, PlayWhy, RestartWhy, RoomClosedWhy, StarterWhy,
    StepWhy, TurnEndWhy, VacateWhy,
};

use sarja_rules::{Face, Points, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    BotLevel, ChatText, GoingOut, Hex32, MatchId, PlayerId, PlayerKind, PlayerName, ReasonCode, Role, RoomMs,
    RoundHow, SeatValue, SetView, SettingsView, StarterTook, TurnNumber,
};

/// Something that happened in a room, as one viewer may see it.
///
/// Every viewer gets every event; `rack`, `taken` and `tiles`, and `tile` of `tile_taken`, stand only in the copy of the player
/// whose they are. A client ignores events and fields that it does not know, but counts their numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[ts(export_to = "sarja.ts", optional_fields)]
pub enum Event {
    /// The room was made.
    RoomCreated {
        /// By whom: the first host.
        host: PlayerId,
        /// What is played and how.
        settings: Box<SettingsView>,
    },
    /// Somebody came into the room, to watch at first: taking a seat is told by an event of its own.
    PlayerJoined {
        /// Who.
        player_id: PlayerId,
        /// Under which name.
        name: PlayerName,
        /// As what.
        role: Role,
        /// Whether it is a person or a program.
        #[serde(default)]
        kind: PlayerKind,
    },
    /// Somebody went out of the room for good. A seat of theirs is dealt with by an event of its own, before this.
    PlayerLeft {
        /// Who.
        player_id: PlayerId,
        /// Why.
        why: DepartureWhy,
    },
    /// The host removed somebody, who cannot come back, or took the invitation of a program back.
    PlayerRemoved {
        /// Who.
        player_id: PlayerId,
    },
    /// The host invited a program, which may come into this room and no other.
    ProgramInvited {
        /// Who the program is.
        player_id: PlayerId,
    },
    /// Somebody took a free seat in the lobby, and is a player now.
    SeatTaken {
        /// Which.
        seat: Seat,
        /// Who.
        player_id: PlayerId,
        /// That one's name.
        name: PlayerName,
    },
    /// A seat became free in the lobby. Who had it watches now, if still here.
    SeatLeft {
        /// Which.
        seat: Seat,
    },
    /// A bot of the server was put on a free seat.
    BotSeated {
        /// Which.
        seat: Seat,
        /// Its name.
        name: PlayerName,
        /// How well it plays.
        level: BotLevel,
    },
    /// A bot of the server was taken off its seat, which is free now.
    BotRemoved {
        /// Which.
        seat: Seat,
    },
    /// A seat is ready, or no longer. All seats but those of the server's bots become unready when a match starts, when a round starts, and when settings change.
    ReadyChanged {
        /// Which.
        seat: Seat,
        /// Whether it is.
        ready: bool,
    },
    /// Another player is the host.
    HostChanged {
        /// Who.
        player_id: PlayerId,
        /// Why.
        why: HostWhy,
    },
    /// The settings changed. If there are fewer seats now, free ones are gone, the last first, and the others are numbered anew.
    SettingsChanged {
        /// What is played and how.
        settings: Box<SettingsView>,
    },
    /// A match started. Free seats are gone, and the others keep their order and have new numbers, from 0.
    MatchStarted {
        /// Its id.
        match_id: MatchId,
        /// Its number in the room, from 1.
        match_no: u32,
        /// The seats that play, in turn order, numbered anew: for each the number that it had in the lobby.
        seats: Vec<Seat>,
    },
    /// The server bound itself to a shuffle, and takes values from the players for a moment. The table of the last round is cleared.
    ShuffleCommitted {
        /// The round, from 1.
        round: u32,
        /// The deal, numbered in the room from 1; never used again.
        deal: u32,
        /// SHA-256 over the secret and the deal; see "Fair shuffles".
        commitment: Hex32,
        /// Until when values are taken.
        values_until_ms: RoomMs,
    },
    /// A tile was drawn for the starter; it goes back before the deal.
    StarterTileDrawn {
        /// By whom.
        seat: Seat,
        /// The tile.
        tile: Face,
    },
    /// It is known who starts.
    StarterChosen {
        /// Who.
        seat: Seat,
        /// Why.
        why: StarterWhy,
    },
    /// The tiles were dealt.
    Dealt {
        /// The round.
        round: u32,
        /// The deal.
        deal: u32,
        /// The values that went into the shuffle, in the order of the seats.
        values: Vec<SeatValue>,
        /// How many tiles each rack has; in Rommikubbi the starter's has one more.
        tiles_each: u16,
        /// How many tiles are in the pool, or in Rommikubbi in the stock.
        pool: u16,
        /// Your rack, if you have one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rack: Option<Vec<Face>>,
        /// In Rommikubbi: what is told of the one tile that the starter has more than the others.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        starter_took: Option<StarterTook>,
        /// That tile, if it is yours; it is among your rack.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        taken: Option<Face>,
    },
    /// A turn started.
    TurnStarted {
        /// Its number.
        turn: TurnNumber,
        /// Whose it is.
        seat: Seat,
        /// How many milliseconds it has; absent without a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_ms: Option<u32>,
        /// Whether that is the short clock of somebody absent.
        #[serde(default)]
        short_clock: bool,
        /// Where the end of the round is counted down (`pool_empty` `one_more_turn`): the turns that are left, this one counted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turns_left: Option<u8>,
    },
    /// The time of a turn ran out. What became of it is told by the next events.
    TimeRanOut {
        /// Whose turn it was.
        seat: Seat,
        /// Which turn.
        turn: TurnNumber,
        /// What the last draft was.
        draft: AtTimeOut,
        /// Turns in a row in which this seat's time ran out, this one counted.
        absent_turns: u16,
    },
    /// Somebody took a hint in the own turn, the first in this turn. What it said is told to nobody else.
    HintTaken {
        /// Who.
        seat: Seat,
        /// In which turn.
        turn: TurnNumber,
    },
    /// A player's table was accepted, and the turn is over.
    SetsPlayed {
        /// Who.
        seat: Seat,
        /// Which turn.
        turn: TurnNumber,
        /// The whole table after the play.
        table: Vec<SetView>,
        /// The tiles that came from the rack.
        from_rack: Vec<Face>,
        /// How many tiles are left on the rack.
        tiles_left: u16,
        /// Whether this play was the opening.
        #[serde(default)]
        opened: bool,
        /// What the opening was worth, if it was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opening_points: Option<u16>,
        /// Whether it was sent, or was the draft when time ran out.
        why: PlayWhy,
    },
    /// An illegal table cost tiles, where the ruleset says so. The tiles are told by the next event.
    PlayPenalised {
        /// Whose it was.
        seat: Seat,
        /// Which turn.
        turn: TurnNumber,
        /// What was wrong with it. Codes alone: the tiles are back on a rack that nobody else may see.
        reasons: Vec<ReasonCode>,
    },
    /// A player drew, and the turn is over.
    TilesDrawn {
        /// Who.
        seat: Seat,
        /// Which turn.
        turn: TurnNumber,
        /// How many tiles; fewer than are owed, if the pool had no more.
        count: u16,
        /// How many are left in the pool.
        pool: u16,
        /// Why.
        why: TurnEndWhy,
        /// The tiles, if they are yours.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tiles: Option<Vec<Face>>,
    },
    /// A player passed, because the pool is empty, and the turn is over.
    TurnPassed {
        /// Who.
        seat: Seat,
        /// Which turn.
        turn: TurnNumber,
        /// Why.
        why: TurnEndWhy,
    },
    /// Rommikubbi: a player took a tile from the stock. The turn goes on, unless the next event ends it.
    TileTaken(TileTaken),
    /// Rommikubbi: the stock was empty, and the pile was turned over and is the stock now.
    PileTurnedOver(PileTurnedOver),
    /// Rommikubbi: a player took the whole pile, and the turn goes on.
    PileTaken(PileTaken),
    /// Rommikubbi: a player laid tiles. The discard is told by the next event.
    SetsLaid(SetsLaid),
    /// Rommikubbi: a player discarded, and the turn is over.
    TileDiscarded(TileDiscarded),
    /// Rommikubbi: a player gave back the pile that was taken, which costs 100 points. It lies as before, and so does the table; the
    /// turn is over.
    PileGivenBack(PileGivenBack),
    /// A round ended, and all racks are shown.
    RoundEnded {
        /// The round.
        round: u32,
        /// The deal.
        deal: u32,
        /// How.
        how: RoundHow,
        /// Who won; absent if nobody did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
        /// The points of each seat.
        points: Vec<Points>,
        /// The rack of each seat.
        racks: Vec<Vec<Face>>,
        /// Whether it is played again and does not count.
        #[serde(default)]
        replay: bool,
        /// The points of each seat in the match so far.
        totals: Vec<Points>,
        /// The rounds that each seat has won so far.
        rounds_won: Vec<u32>,
        /// The secret behind the commitment.
        secret: Hex32,
        /// In how many turns each seat took a hint; absent if nobody did.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(as = "Option<Vec<u16>>")]
        hints: Vec<u16>,
        /// In Rommikubbi, if somebody went out: how.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        going_out: Option<GoingOut>,
    },
    /// The next round waits for people to be ready.
    NextRoundAwaited {
        /// When it starts at the latest.
        starts_ms: RoomMs,
    },
    /// The match ended and is ranked.
    MatchEnded {
        /// The places, the first first, each with the seats that share it.
        ranking: Vec<Vec<Seat>>,
        /// The points of each seat.
        totals: Vec<Points>,
        /// The rounds that each seat won.
        rounds_won: Vec<u32>,
    },
    /// The match was given up. Finished rounds stay, the open one counts nothing, nothing is ranked.
    MatchAbandoned {
        /// Why.
        why: AbandonWhy,
        /// The racks of the open round, if one was on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        racks: Option<Vec<Vec<Face>>>,
        /// The secret of its shuffle, if one was on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<Hex32>,
    },
    /// An open match ends after the round in progress.
    EndAnnounced {
        /// By whom.
        by: PlayerId,
    },
    /// A seat was given up in mid-match. Its turns are drawn, or passed, at once; in Rommikubbi it discards the tile that it draws.
    SeatVacated {
        /// Which.
        seat: Seat,
        /// Why.
        why: VacateWhy,
    },
    /// A player took the own seat again.
    SeatRetaken {
        /// Which.
        seat: Seat,
        /// Who.
        player_id: PlayerId,
    },
    /// A bot of the server took over a vacated seat with its rack and points.
    BotTookOver {
        /// Which.
        seat: Seat,
        /// Its name; that of who had the seat is added to `former_names`.
        name: PlayerName,
        /// How well it plays.
        level: BotLevel,
    },
    /// Somebody asked for a pause.
    PauseAsked {
        /// Who.
        seat: Seat,
    },
    /// The pause began. The clock keeps what is left.
    Paused {
        /// When it ends by itself.
        until_ms: RoomMs,
        /// Pauses that are left in this match.
        pauses_left: u32,
        /// Why.
        why: PauseWhy,
    },
    /// The pause ended, and the turn goes on.
    PlayResumed {
        /// The turn, if one was on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<TurnNumber>,
        /// How many milliseconds it has left; absent without a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_ms: Option<u32>,
    },
    /// Somebody asked to end the match, or took that back.
    EndAsked {
        /// Who.
        seat: Seat,
        /// Whether it was taken back.
        #[serde(default)]
        withdrawn: bool,
    },
    /// Somebody asked for another match.
    RematchAsked {
        /// Who.
        seat: Seat,
    },
    /// The room is a lobby again, with the seats of the last match.
    RematchOpened {
        /// Until when the seats of those who do not come are kept.
        seats_kept_until_ms: RoomMs,
    },
    /// Somebody wrote a line of chat.
    ChatSaid {
        /// Who.
        player_id: PlayerId,
        /// Under which name.
        name: PlayerName,
        /// What.
        text: ChatText,
    },
    /// The turn in progress got its full time again.
    ClockRestarted {
        /// The turn.
        turn: TurnNumber,
        /// How many milliseconds it has; absent without a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_ms: Option<u32>,
        /// Why.
        why: RestartWhy,
    },
    /// The room was closed. It is the last event.
    RoomClosed {
        /// Why.
        why: RoomClosedWhy,
    },
    /// Something that means nothing to a client: what only the server needs, or an event of a later version. Its number counts
    /// all the same.
    #[serde(other)]
    Unknown,
}
