// Made from the types of crates/protocol; its tests hold it to them.

/**
 * Why a match was given up.
 */
export type AbandonWhy = "agreed" | "deserted";

/**
 * A command was done.
 */
export type Accepted = {
/**
 * The command.
 */
command_id: CommandId,
/**
 * The last event that it caused; absent if it caused none.
 */
seq?: Seq, };

/**
 * Asks what could have been played in a round that is over.
 */
export type AnalyseRound = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * The deal of the round, from `round_ended`.
 */
deal: number, };

/**
 * Something that happened in a round of a match that is over.
 */
export type ArchivedEvent = {
/**
 * When, on the room's timeline.
 */
at_ms: RoomMs,
/**
 * What.
 */
event: Event, };

/**
 * A round of a match that is over.
 */
export type ArchivedRound = {
/**
 * Its number in the match, from 1; a replayed round keeps its number.
 */
round: number,
/**
 * Its deal, numbered in the room from 1; never used again.
 */
deal: number,
/**
 * What the server bound itself to before the deal.
 */
commitment: Hex32,
/**
 * The secret behind the commitment.
 */
secret: Hex32,
/**
 * The values that players added to the shuffle, in the order of the seats.
 */
values: Array<SeatValue>,
/**
 * The tiles drawn for the starter, in order; empty if none was drawn for.
 */
starter_draws: Array<StarterTile>,
/**
 * Who started; absent if the match was abandoned before that.
 */
starter?: Seat,
/**
 * How many tiles were in the pool after the deal, or in Rommikubbi in the stock; 0 if the tiles were never dealt.
 */
pool: number,
/**
 * The rack of each seat as it was dealt; empty if the tiles were never dealt.
 */
racks: Array<Array<Face>>,
/**
 * What happened, from the shuffle on to that of the next round or the end of the match: what was played, drawn and discarded, time
 * that ran out, seats given up and taken again, pauses, ends. Nothing in it is hidden: `tiles`, and `tile` of `tile_taken`, are
 * always there.
 */
events: Array<ArchivedEvent>, };

/**
 * A seat of a match that is over.
 */
export type ArchivedSeat = {
/**
 * Which.
 */
seat: Seat,
/**
 * The name of who had it in the end.
 */
name: PlayerName,
/**
 * How well the bot plays that the server seated; absent for others.
 */
bot?: BotLevel,
/**
 * Who had it earlier in the match, the earliest first.
 */
former_names: Array<PlayerName>, };

/**
 * Asks the server to put tiles into order.
 */
export type Arrange = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * The tiles; any that the ruleset has.
 */
tiles: Array<Face>,
/**
 * As one set or as several.
 */
mode: ArrangeMode,
/**
 * With `order`: what the set is meant to be, where jokers leave it open.
 */
kind?: SetKind, };

/**
 * How tiles are arranged.
 */
export type ArrangeMode = "order" | "split";

/**
 * The tiles of an `arrange` in order.
 */
export type Arranged = {
/**
 * The command.
 */
command_id: CommandId,
/**
 * The sets, all tiles in them; absent if the tiles make no valid set, or not every tile fits.
 */
sets?: Array<ArrangedSet>, };

/**
 * A set that the server put into order for `arrange`.
 */
export type ArrangedSet = {
/**
 * Its tiles in canonical order.
 */
tiles: Array<Face>,
/**
 * What it is.
 */
kind: SetKind,
/**
 * What it is worth in an opening, in points.
 */
points: number,
/**
 * What each joker stands for.
 */
jokers: Array<JokerView>, };

/**
 * Asks to end the match as abandoned.
 */
export type AskEnd = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * `true` takes an earlier wish back.
 */
withdraw?: boolean, };

/**
 * Asks for a hint.
 */
export type AskHint = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * The turn that it is meant for.
 */
turn: TurnNumber, };

/**
 * Asks for a pause.
 */
export type AskPause = {
/**
 * The client's name for the command.
 */
command_id: CommandId, };

/**
 * Asks for another match.
 */
export type AskRematch = {
/**
 * The client's name for the command.
 */
command_id: CommandId, };

/**
 * What the last draft was when time ran out.
 */
export type AtTimeOut = "none" | "untouched" | "rearranged" | "not_legal" | "stands" | "reverted";

/**
 * What becomes of a blocked round with two lowest racks.
 */
export type BlockedTie = "void" | "replay";

/**
 * A program may come into this room with this token.
 */
export type BotInvited = {
/**
 * The command.
 */
command_id: CommandId,
/**
 * Who the program is to everybody.
 */
player_id: PlayerId,
/**
 * The program's token, for its `hello`. It is told this once and opens this room alone, until the room is closed.
 */
token: SessionToken,
/**
 * The event that tells everybody of the invitation.
 */
seq: Seq, };

/**
 * How well a bot of the server plays.
 */
export type BotLevel = "easy" | "medium" | "hard";

/**
 * Whether somebody can play.
 */
export type CanPlay = "yes" | "no" | "unknown";

/**
 * Changes the settings.
 */
export type ChangeSettings = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * All settings; what is left out gets its default, but for the password, which stays.
 */
settings: Settings, };

/**
 * A line of chat.
 */
export type ChatLine = {
/**
 * Who said it.
 */
player_id: PlayerId,
/**
 * Under which name.
 */
name: PlayerName,
/**
 * What was said.
 */
text: ChatText,
/**
 * When, on the room's timeline.
 */
at_ms: RoomMs, };

/**
 * A line of chat, 1 to 200 characters.
 */
export type ChatText = string;

/**
 * What a client is.
 */
export type ClientInfo = {
/**
 * Its name.
 */
name: Label,
/**
 * Its version.
 */
version: Label, };

/**
 * A message from a client. Every one but `hello` and `draft` is a command and has an id.
 */
export type ClientToServer = { "type": "hello" } & Hello | { "type": "draft" } & Draft | { "type": "create_room" } & CreateRoom | { "type": "join_room" } & JoinRoom | { "type": "resume_room" } & ResumeRoom | { "type": "leave_room" } & LeaveRoom | { "type": "change_settings" } & ChangeSettings | { "type": "hand_over_host" } & HandOverHost | { "type": "remove_player" } & RemovePlayer | { "type": "take_seat" } & TakeSeat | { "type": "leave_seat" } & LeaveSeat | { "type": "set_ready" } & SetReady | { "type": "remove_absent" } & RemoveAbsent | { "type": "seat_bot" } & SeatBot | { "type": "remove_bot" } & RemoveBot | { "type": "invite_bot" } & InviteBot | { "type": "start_match" } & StartMatch | { "type": "resign" } & Resign | { "type": "ask_pause" } & AskPause | { "type": "resume_play" } & ResumePlay | { "type": "ask_end" } & AskEnd | { "type": "end_match" } & EndMatch | { "type": "ask_rematch" } & AskRematch | { "type": "share_shuffle_value" } & ShareShuffleValue | { "type": "arrange" } & Arrange | { "type": "play" } & Play | { "type": "draw" } & Draw | { "type": "pass" } & Pass | { "type": "take_tile" } & TakeTile | { "type": "take_pile" } & TakePile | { "type": "end_turn" } & EndTurn | { "type": "give_pile_back" } & GivePileBack | { "type": "ask_hint" } & AskHint | { "type": "analyse_round" } & AnalyseRound | { "type": "get_state" } & GetState | { "type": "react" } & React | { "type": "say" } & Say | { "type": "step_clock" } & StepClock;

/**
 * The clock of the turn.
 */
export type Clock = {
/**
 * The turn.
 */
turn: TurnNumber,
/**
 * Whose turn it is.
 */
seat: Seat,
/**
 * Now, on the room's timeline.
 */
now_ms: RoomMs,
/**
 * When the time runs out, on the room's timeline; absent without a clock and in a pause.
 */
ends_ms?: RoomMs,
/**
 * In a pause: the milliseconds that are left.
 */
paused_left_ms?: number, };

/**
 * What a room changes of the clock.
 */
export type ClockOverrides = {
/**
 * Time for a turn in seconds, 10 to 600, or null for no clock.
 */
turn_seconds?: number | null,
/**
 * What the network is granted on top, in milliseconds, 0 to 2000.
 */
grace_ms?: number,
/**
 * What becomes of a legal draft at the end of the time.
 */
legal_draft?: LegalDraft, };

/**
 * The clock of a turn.
 */
export type ClockRule = {
/**
 * Time for a turn in seconds, 10 to 600, or null for no clock.
 */
turn_seconds: number | null,
/**
 * What the network is granted on top, in milliseconds, 0 to 2000.
 */
grace_ms: number,
/**
 * What becomes of a legal draft at the end of the time.
 */
legal_draft: LegalDraft, };

/**
 * The clock of the turn.
 */
export type ClockView = {
/**
 * When the time runs out, on the room's timeline; absent without a clock and in a pause.
 */
ends_ms?: RoomMs,
/**
 * In a pause: the milliseconds that are left.
 */
paused_left_ms?: number, };

/**
 * Why the server closes a connection. The close frame carries the code as number and the name as reason.
 *
 * New reasons may come: a code from 4000 to 4049 means resume, any other from 4050 on means not to.
 */
export type CloseReason = "bye" | "protocol_error" | "invalid_text" | "frame_too_large" | "restart" | "busy" | "too_slow" | "silent" | "room_moved" | "hello_timeout" | "taken_over" | "session_ended" | "rate_limited" | "unsupported_protocol" | "bad_frame" | "origin_refused";

/**
 * The server is about to close the connection.
 */
export type Closing = {
/**
 * The code of the close frame that follows.
 */
code: number,
/**
 * Why.
 */
reason: CloseReason,
/**
 * Whether to connect again.
 */
reconnect: Reconnect,
/**
 * When, at the earliest; absent for at once.
 */
reconnect_after_ms?: number, };

/**
 * The client's own name for a command: 1 to 64 visible ASCII characters, unique for the player in the room.
 *
 * The same id with the same command is answered as the first time and done once; with another command it is refused.
 */
export type CommandId = string;

/**
 * Makes a room.
 */
export type CreateRoom = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * The name to go by in the room.
 */
name: PlayerName,
/**
 * What is played and how; every field has a default.
 */
settings?: Settings,
/**
 * Fixed chance, a clock that is stepped, scripted opponents; only on a practice server.
 */
practice?: Practice,
/**
 * The secret that the server's operator gave to those who may make rooms, where `welcome.room_creation` is `secret`.
 * A server that asks for none does not look at it.
 */
creation_secret?: CreationSecret, };

/**
 * What a server asks of those who make rooms on it, 1 to 128 characters. It is never sent back.
 */
export type CreationSecret = string;

/**
 * Why somebody is no longer in the room.
 */
export type DepartureWhy = "left" | "gone";

/**
 * A field of the rules that a room plays otherwise than printed.
 */
export type Difference = {
/**
 * Its name with a dot for each level, as `joker.release`.
 */
field: string,
/**
 * The printed value, as JSON text.
 */
printed: string,
/**
 * The value here, as JSON text.
 */
here: string, };

/**
 * Shows the server the table as it is being rearranged.
 */
export type Draft = {
/**
 * The turn that it is meant for.
 */
turn: TurnNumber,
/**
 * Its number within the turn, higher than that of every draft before.
 */
draft: DraftNumber,
/**
 * The whole table, each old set among it.
 */
table: Array<LaidSet>,
/**
 * In Rommikubbi the tile that is to be discarded. It is shown to nobody else.
 */
discard?: Face, };

/**
 * The number of a draft within its turn, chosen by the client; the highest wins.
 */
export type DraftNumber = number;

/**
 * The table as somebody else is rearranging it.
 */
export type DraftShown = {
/**
 * The turn.
 */
turn: TurnNumber,
/**
 * The draft; a lower number than one that was shown is late and to be ignored.
 */
draft: DraftNumber,
/**
 * Whose it is.
 */
seat: Seat,
/**
 * The whole table. Sets need not be valid.
 */
table: Array<ShownSet>, };

/**
 * What the server says to your draft.
 */
export type DraftVerdict = {
/**
 * The turn of the draft.
 */
turn: TurnNumber,
/**
 * The draft. A verdict on an older draft than the last may be left out.
 */
draft: DraftNumber,
/**
 * On each set, in the order in which they were sent.
 */
sets: Array<SetVerdict>,
/**
 * On the whole.
 */
play: PlayVerdict, };

/**
 * The last draft of the turn.
 */
export type DraftView = {
/**
 * The turn.
 */
turn: TurnNumber,
/**
 * Its number; go on from the next.
 */
draft: DraftNumber,
/**
 * Whose it is.
 */
seat: Seat,
/**
 * The whole table.
 */
table: Array<ShownSet>,
/**
 * In Rommikubbi the tile that is to be discarded, if the draft is yours.
 */
discard?: Face,
/**
 * What the server says to it; absent for another's draft.
 */
verdict?: OwnVerdict, };

/**
 * Whether drafts are shown to all.
 */
export type Drafts = "shown" | "hidden";

/**
 * The server is about to stop or to be restarted. Until it closes the connection the game goes on.
 */
export type Draining = {
/**
 * Milliseconds until your connection is closed, with `restart` and a time to come back.
 */
closes_in_ms: number, };

/**
 * Ends the turn by drawing.
 */
export type Draw = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * The turn that it is meant for.
 */
turn: TurnNumber, };

/**
 * Ends an open match.
 */
export type EndMatch = {
/**
 * The client's name for the command.
 */
command_id: CommandId, };

/**
 * Lays, discards, and ends the turn.
 */
export type EndTurn = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * The turn that it is meant for.
 */
turn: TurnNumber,
/**
 * The whole table after the turn, as it was where nothing is laid. It depends on no draft.
 */
table: Array<LaidSet>,
/**
 * The tile that is discarded. Without it the turn is never legal: the answer says what else is wrong.
 */
discard?: Face, };

/**
 * Which owner of the room numbered an event; it grows when the room restarts or moves.
 */
export type Epoch = number;

/**
 * What can be wrong with a message or a command.
 *
 * New codes may come within a version; a client shows the `message` of a code that it does not know.
 */
export type ErrorCode = "bad_json" | "bad_message" | "unknown_field" | "unknown_command" | "frame_too_large" | "binary_frame" | "hello_expected" | "hello_repeated" | "unsupported_protocol" | "bad_token" | "too_many_connections" | "rate_limited" | "busy" | "server_draining" | "store_unavailable" | "internal_error" | "not_in_room" | "already_in_room" | "no_such_room" | "removed_from_room" | "room_full" | "room_closed" | "name_taken" | "spectators_refused" | "scoped_token" | "creation_secret_needed" | "server_full" | "too_many_rooms" | "bad_settings" | "unknown_ruleset" | "not_host" | "not_seated" | "already_seated" | "no_seat_kept" | "seat_taken" | "no_free_seat" | "no_such_seat" | "no_such_player" | "cannot_remove_host" | "cannot_be_host" | "too_many_invited" | "token_not_repeated" | "not_ready" | "not_enough_players" | "wrong_phase" | "not_absent" | "not_your_turn" | "stale_turn" | "illegal_play" | "cannot_draw" | "cannot_pass" | "not_this_game" | "take_first" | "take_not_allowed" | "pile_empty" | "no_pile_taken" | "must_play" | "hints_off" | "not_over" | "paused" | "not_paused" | "no_pause_left" | "not_open_match" | "no_shuffle_open" | "value_repeated" | "chat_off" | "reactions_off" | "command_id_reused" | "not_practice" | "clock_not_stepped" | "bad_script";

/**
 * A message or a command was refused, and nothing changed.
 */
export type ErrorMessage = {
/**
 * The command that was refused; absent if the message had none that could be read.
 */
command_id?: CommandId,
/**
 * What is wrong; translate by this.
 */
code: ErrorCode,
/**
 * Where in the message, as `table[2].tiles[0]`; absent if it is the whole message.
 */
path?: string,
/**
 * The numbers and texts that the message names; each code has its own.
 */
params?: Record<string, unknown>,
/**
 * The same for people, in English.
 */
message: string,
/**
 * When the same may succeed; absent if waiting does not help.
 */
retry_after_ms?: number,
/**
 * With `illegal_play`: every reason.
 */
reasons?: Array<Reason>,
/**
 * `true` if the server closes the connection after this; absent otherwise.
 */
fatal?: boolean, };

/**
 * Something that happened in a room, as one viewer may see it.
 *
 * Every viewer gets every event; `rack`, `taken` and `tiles`, and `tile` of `tile_taken`, stand only in the copy of the player
 * whose they are. A client ignores events and fields that it does not know, but counts their numbers.
 */
export type Event = { "type": "room_created",
/**
 * By whom: the first host.
 */
host: PlayerId,
/**
 * What is played and how.
 */
settings: SettingsView, } | { "type": "player_joined",
/**
 * Who.
 */
player_id: PlayerId,
/**
 * Under which name.
 */
name: PlayerName,
/**
 * As what.
 */
role: Role,
/**
 * Whether it is a person or a program.
 */
kind: PlayerKind, } | { "type": "player_left",
/**
 * Who.
 */
player_id: PlayerId,
/**
 * Why.
 */
why: DepartureWhy, } | { "type": "player_removed",
/**
 * Who.
 */
player_id: PlayerId, } | { "type": "program_invited",
/**
 * Who the program is.
 */
player_id: PlayerId, } | { "type": "seat_taken",
/**
 * Which.
 */
seat: Seat,
/**
 * Who.
 */
player_id: PlayerId,
/**
 * That one's name.
 */
name: PlayerName, } | { "type": "seat_left",
/**
 * Which.
 */
seat: Seat, } | { "type": "bot_seated",
/**
 * Which.
 */
seat: Seat,
/**
 * Its name.
 */
name: PlayerName,
/**
 * How well it plays.
 */
level: BotLevel, } | { "type": "bot_removed",
/**
 * Which.
 */
seat: Seat, } | { "type": "ready_changed",
/**
 * Which.
 */
seat: Seat,
/**
 * Whether it is.
 */
ready: boolean, } | { "type": "host_changed",
/**
 * Who.
 */
player_id: PlayerId,
/**
 * Why.
 */
why: HostWhy, } | { "type": "settings_changed",
/**
 * What is played and how.
 */
settings: SettingsView, } | { "type": "match_started",
/**
 * Its id.
 */
match_id: MatchId,
/**
 * Its number in the room, from 1.
 */
match_no: number,
/**
 * The seats that play, in turn order, numbered anew: for each the number that it had in the lobby.
 */
seats: Array<Seat>, } | { "type": "shuffle_committed",
/**
 * The round, from 1.
 */
round: number,
/**
 * The deal, numbered in the room from 1; never used again.
 */
deal: number,
/**
 * SHA-256 over the secret and the deal; see "Fair shuffles".
 */
commitment: Hex32,
/**
 * Until when values are taken.
 */
values_until_ms: RoomMs, } | { "type": "starter_tile_drawn",
/**
 * By whom.
 */
seat: Seat,
/**
 * The tile.
 */
tile: Face, } | { "type": "starter_chosen",
/**
 * Who.
 */
seat: Seat,
/**
 * Why.
 */
why: StarterWhy, } | { "type": "dealt",
/**
 * The round.
 */
round: number,
/**
 * The deal.
 */
deal: number,
/**
 * The values that went into the shuffle, in the order of the seats.
 */
values: Array<SeatValue>,
/**
 * How many tiles each rack has; in Rommikubbi the starter's has one more.
 */
tiles_each: number,
/**
 * How many tiles are in the pool, or in Rommikubbi in the stock.
 */
pool: number,
/**
 * Your rack, if you have one.
 */
rack?: Array<Face>,
/**
 * In Rommikubbi: what is told of the one tile that the starter has more than the others.
 */
starter_took?: StarterTook,
/**
 * That tile, if it is yours; it is among your rack.
 */
taken?: Face, } | { "type": "turn_started",
/**
 * Its number.
 */
turn: TurnNumber,
/**
 * Whose it is.
 */
seat: Seat,
/**
 * How many milliseconds it has; absent without a clock.
 */
time_ms?: number,
/**
 * Whether that is the short clock of somebody absent.
 */
short_clock: boolean,
/**
 * Where the end of the round is counted down (`pool_empty` `one_more_turn`): the turns that are left, this one counted.
 */
turns_left?: number, } | { "type": "time_ran_out",
/**
 * Whose turn it was.
 */
seat: Seat,
/**
 * Which turn.
 */
turn: TurnNumber,
/**
 * What the last draft was.
 */
draft: AtTimeOut,
/**
 * Turns in a row in which this seat's time ran out, this one counted.
 */
absent_turns: number, } | { "type": "hint_taken",
/**
 * Who.
 */
seat: Seat,
/**
 * In which turn.
 */
turn: TurnNumber, } | { "type": "sets_played",
/**
 * Who.
 */
seat: Seat,
/**
 * Which turn.
 */
turn: TurnNumber,
/**
 * The whole table after the play.
 */
table: Array<SetView>,
/**
 * The tiles that came from the rack.
 */
from_rack: Array<Face>,
/**
 * How many tiles are left on the rack.
 */
tiles_left: number,
/**
 * Whether this play was the opening.
 */
opened: boolean,
/**
 * What the opening was worth, if it was one.
 */
opening_points?: number,
/**
 * Whether it was sent, or was the draft when time ran out.
 */
why: PlayWhy, } | { "type": "play_penalised",
/**
 * Whose it was.
 */
seat: Seat,
/**
 * Which turn.
 */
turn: TurnNumber,
/**
 * What was wrong with it. Codes alone: the tiles are back on a rack that nobody else may see.
 */
reasons: Array<ReasonCode>, } | { "type": "tiles_drawn",
/**
 * Who.
 */
seat: Seat,
/**
 * Which turn.
 */
turn: TurnNumber,
/**
 * How many tiles; fewer than are owed, if the pool had no more.
 */
count: number,
/**
 * How many are left in the pool.
 */
pool: number,
/**
 * Why.
 */
why: TurnEndWhy,
/**
 * The tiles, if they are yours.
 */
tiles?: Array<Face>, } | { "type": "turn_passed",
/**
 * Who.
 */
seat: Seat,
/**
 * Which turn.
 */
turn: TurnNumber,
/**
 * Why.
 */
why: TurnEndWhy, } | { "type": "tile_taken" } & TileTaken | { "type": "pile_turned_over" } & PileTurnedOver | { "type": "pile_taken" } & PileTaken | { "type": "sets_laid" } & SetsLaid | { "type": "tile_discarded" } & TileDiscarded | { "type": "pile_given_back" } & PileGivenBack | { "type": "round_ended",
/**
 * The round.
 */
round: number,
/**
 * The deal.
 */
deal: number,
/**
 * How.
 */
how: RoundHow,
/**
 * Who won; absent if nobody did.
 */
winner?: Seat,
/**
 * The points of each seat.
 */
points: Array<number>,
/**
 * The rack of each seat.
 */
racks: Array<Array<Face>>,
/**
 * Whether it is played again and does not count.
 */
replay: boolean,
/**
 * The points of each seat in the match so far.
 */
totals: Array<number>,
/**
 * The rounds that each seat has won so far.
 */
rounds_won: Array<number>,
/**
 * The secret behind the commitment.
 */
secret: Hex32,
/**
 * In how many turns each seat took a hint; absent if nobody did.
 */
hints?: Array<number>,
/**
 * In Rommikubbi, if somebody went out: how.
 */
going_out?: GoingOut, } | { "type": "next_round_awaited",
/**
 * When it starts at the latest.
 */
starts_ms: RoomMs, } | { "type": "match_ended",
/**
 * The places, the first first, each with the seats that share it.
 */
ranking: Array<Array<Seat>>,
/**
 * The points of each seat.
 */
totals: Array<number>,
/**
 * The rounds that each seat won.
 */
rounds_won: Array<number>, } | { "type": "match_abandoned",
/**
 * Why.
 */
why: AbandonWhy,
/**
 * The racks of the open round, if one was on.
 */
racks?: Array<Array<Face>>,
/**
 * The secret of its shuffle, if one was on.
 */
secret?: Hex32, } | { "type": "end_announced",
/**
 * By whom.
 */
by: PlayerId, } | { "type": "seat_vacated",
/**
 * Which.
 */
seat: Seat,
/**
 * Why.
 */
why: VacateWhy, } | { "type": "seat_retaken",
/**
 * Which.
 */
seat: Seat,
/**
 * Who.
 */
player_id: PlayerId, } | { "type": "bot_took_over",
/**
 * Which.
 */
seat: Seat,
/**
 * Its name; that of who had the seat is added to `former_names`.
 */
name: PlayerName,
/**
 * How well it plays.
 */
level: BotLevel, } | { "type": "pause_asked",
/**
 * Who.
 */
seat: Seat, } | { "type": "paused",
/**
 * When it ends by itself.
 */
until_ms: RoomMs,
/**
 * Pauses that are left in this match.
 */
pauses_left: number,
/**
 * Why.
 */
why: PauseWhy, } | { "type": "play_resumed",
/**
 * The turn, if one was on.
 */
turn?: TurnNumber,
/**
 * How many milliseconds it has left; absent without a clock.
 */
time_ms?: number, } | { "type": "end_asked",
/**
 * Who.
 */
seat: Seat,
/**
 * Whether it was taken back.
 */
withdrawn: boolean, } | { "type": "rematch_asked",
/**
 * Who.
 */
seat: Seat, } | { "type": "rematch_opened",
/**
 * Until when the seats of those who do not come are kept.
 */
seats_kept_until_ms: RoomMs, } | { "type": "chat_said",
/**
 * Who.
 */
player_id: PlayerId,
/**
 * Under which name.
 */
name: PlayerName,
/**
 * What.
 */
text: ChatText, } | { "type": "clock_restarted",
/**
 * The turn.
 */
turn: TurnNumber,
/**
 * How many milliseconds it has; absent without a clock.
 */
time_ms?: number,
/**
 * Why.
 */
why: RestartWhy, } | { "type": "room_closed",
/**
 * Why.
 */
why: RoomClosedWhy, } | { "type": "unknown" };

/**
 * Something happened in the room.
 */
export type EventMessage = {
/**
 * Its number: one more than that of the event before. You get every number, if need be without what you may not see.
 */
seq: Seq,
/**
 * Which owner of the room numbered it.
 */
epoch: Epoch,
/**
 * When it happened, on the room's timeline.
 */
at_ms: RoomMs,
/**
 * What happened.
 */
event: Event, };

/**
 * A tile's face: colour R, B, K or O and number 1-13, or J for a joker.
 */
export type Face = string;

/**
 * Which of the games a ruleset belongs to.
 */
export type Family = "rummikub" | "rommikubbi";

/**
 * Asks for everything that one may see.
 */
export type GetState = {
/**
 * The client's name for the command.
 */
command_id: CommandId, };

/**
 * Gives back the pile that was taken.
 */
export type GivePileBack = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * The turn that it is meant for.
 */
turn: TurnNumber, };

/**
 * How somebody went out in Rommikubbi.
 */
export type GoingOut = "new_sets_only" | "otherwise";

/**
 * Makes another player the host.
 */
export type HandOverHost = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * The new host, somebody in the room.
 */
player_id: PlayerId, };

/**
 * The server lives.
 */
export type Heartbeat = {
/**
 * Now, on the room's timeline; absent outside a room, like the others.
 */
now_ms?: RoomMs,
/**
 * The last event of the room. If yours is lower and stays so, ask with `get_state`.
 */
seq?: Seq,
/**
 * Its epoch.
 */
epoch?: Epoch, };

/**
 * The room stands still, because nothing can be saved in it.
 */
export type Held = {
/**
 * Why.
 */
why: HoldWhy,
/**
 * Where the room's timeline stands until it is released. It may be some seconds before what you were told last: the time
 * in which nothing could be saved is given back.
 */
now_ms: RoomMs, };

/**
 * That a room stands still, because nothing can be saved in it. It is no pause: nobody asked for it, it is no event, and it ends
 * by itself.
 */
export type HeldView = {
/**
 * Why it does.
 */
why: HoldWhy, };

/**
 * Opens the connection.
 */
export type Hello = {
/**
 * The versions of the protocol that the client speaks.
 */
protocol: VersionRange,
/**
 * The token of an earlier `welcome`. Without it a new player is made, or a browser's cookie tells the player.
 */
token?: SessionToken,
/**
 * What the client is, for the server's log.
 */
client?: ClientInfo,
/**
 * Whether a person plays or a program; programs are welcome and are shown as such to everybody. Who has the token of
 * an invitation is a program, whatever stands here.
 */
kind?: PlayerKind, };

/**
 * 32 bytes, written as 64 lower-case hexadecimal digits: a commitment, the secret of a deal, a player's value.
 */
export type Hex32 = string;

/**
 * A hint for your turn.
 */
export type Hint = {
/**
 * The command.
 */
command_id: CommandId,
/**
 * The turn that it is for.
 */
turn: TurnNumber,
/**
 * Whether you can play.
 */
can_play: CanPlay,
/**
 * The best play that was found; only where the room's `hints` are `play`, and there is one.
 */
play?: HintedPlay, };

/**
 * A play that the server found for you.
 */
export type HintedPlay = {
/**
 * The whole table after it, as `play` takes it. Sets that stay as they are have their ids.
 */
table: Array<ShownSet>,
/**
 * How many tiles it plays from the rack.
 */
tiles: number,
/**
 * Whether it is proven that no play has more tiles.
 */
exact: boolean, };

/**
 * What hints players may ask for in their turns. Whoever takes one is seen to: `hint_taken`.
 */
export type Hints = "none" | "whether" | "play";

/**
 * What you have of the room did not survive there.
 */
export type HistoryRewound = {
/**
 * The command, if one was the occasion.
 */
command_id?: CommandId,
/**
 * The last event that the room has.
 */
seq: Seq,
/**
 * Its epoch.
 */
epoch: Epoch, };

/**
 * Why a room stands still.
 */
export type HoldWhy = "store_unavailable" | "not_saved" | "other";

/**
 * Why there is another host.
 */
export type HostWhy = "handed_over" | "left" | "gone";

/**
 * What becomes of an illegal table sent as a finished play.
 */
export type IllegalPlay = "refuse" | "penalty";

/**
 * Invites a program into this room.
 */
export type InviteBot = {
/**
 * The client's name for the command.
 */
command_id: CommandId, };

/**
 * Comes into a room.
 */
export type JoinRoom = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * The code of the room; lower case, spaces and hyphens do not matter.
 */
code: RoomCode,
/**
 * The name to go by; no two people in a room have the same. Who was in the room before keeps the old name.
 */
name: PlayerName,
/**
 * The secret of an invitation link; it stands for the password.
 */
secret?: LinkSecret,
/**
 * The password, if the room has one.
 */
password?: RoomPassword,
/**
 * What to come as. A player takes the first free seat of a lobby, and watches where there is none or a match is on.
 */
role?: Role, };

/**
 * What a room changes of the rules for jokers.
 */
export type JokerOverrides = {
/**
 * What has to replace a retrieved joker.
 */
release?: Release,
/**
 * Where a retrieved joker may be laid.
 */
reuse?: Reuse,
/**
 * How many rack tiles must lie beside a retrieved joker, 0 to 2.
 */
rack_tiles_beside?: number,
/**
 * Whether sets with jokers may be taken apart.
 */
sets?: JokerSets,
/**
 * The most jokers in a set, 1 to 3, or null.
 */
per_set?: number | null,
/**
 * What a joker costs on a rack, in points, 0 to 100.
 */
rack_points?: number, };

/**
 * The rules for jokers.
 */
export type JokerRule = {
/**
 * What has to replace a retrieved joker.
 */
release: Release,
/**
 * Where a retrieved joker may be laid.
 */
reuse: Reuse,
/**
 * How many rack tiles of this play must lie beside a retrieved joker, 0 to 2.
 */
rack_tiles_beside: number,
/**
 * Whether sets with jokers may be taken apart.
 */
sets: JokerSets,
/**
 * The most jokers in a set, 1 to 3, or null for no limit.
 */
per_set: number | null,
/**
 * What a joker costs on a rack at the end of a round, in points, 0 to 100.
 */
rack_points: number, };

/**
 * Whether sets with jokers may be taken apart.
 */
export type JokerSets = "open" | "locked";

/**
 * What a joker in a set stands for.
 */
export type JokerView = {
/**
 * Its place among the tiles of the set, from 0.
 */
place: number,
/**
 * The faces that it may stand for: one in a run; in a group one for each colour that the group lacks.
 */
stands_for: Array<Face>, };

/**
 * A name or version that a program gives itself, 1 to 40 characters.
 */
export type Label = string;

/**
 * A set as a client lays it, in a draft or a play.
 */
export type LaidSet = {
/**
 * Its tiles in the order in which they lie, at most 26. The order never makes a set illegal; it tells what a joker stands for.
 */
tiles: Array<Face>,
/**
 * What the set is meant to be, where jokers leave it open; without it the server takes the reading that is best for the play.
 */
kind?: SetKind,
/**
 * The set of the table that this one continues, so that it keeps its id. Which set that is changes no verdict, but in
 * Rommikubbi, where a set only grows.
 */
id?: SetId, };

/**
 * Goes out of the room for good.
 */
export type LeaveRoom = {
/**
 * The client's name for the command.
 */
command_id: CommandId, };

/**
 * Gives the seat back.
 */
export type LeaveSeat = {
/**
 * The client's name for the command.
 */
command_id: CommandId, };

/**
 * What becomes of a legal draft when time runs out.
 */
export type LegalDraft = "stands" | "reverts";

/**
 * The limits of this server, as `welcome` tells them.
 */
export type Limits = {
/**
 * Bytes of a frame from a client. A table of 160 tiles takes about 2 KiB; the rest is room for house rules.
 */
frame_bytes_max: number,
/**
 * Bytes of the first frame, `hello`: before it nothing is known about the sender.
 */
hello_bytes_max: number,
/**
 * Milliseconds from the connection to `hello`; an idle connection costs memory.
 */
hello_within_ms: number,
/**
 * Commands a second in the long run. A player acts a few times a minute.
 */
commands_per_second: number,
/**
 * Commands at once, before the rate counts.
 */
commands_burst: number,
/**
 * Drafts a second; fast enough that watchers see tiles glide.
 */
drafts_per_second: number,
/**
 * Drafts at once, before the rate counts: what had gathered while a connection hung.
 */
drafts_burst: number,
/**
 * Lines of chat a minute.
 */
chat_per_minute: number,
/**
 * Reactions a minute.
 */
reactions_per_minute: number,
/**
 * Tries to join by code a minute: codes must not be found by trying.
 */
joins_per_minute: number,
/**
 * Rooms made a minute by one player.
 */
rooms_per_minute: number,
/**
 * Open rooms that one player is the host of.
 */
rooms_per_player_max: number,
/**
 * Spectators of a room.
 */
spectators_max: number,
/**
 * Programs that a room has invited and not removed: one for each seat of the largest ruleset, and in a smaller room no
 * more than it has seats.
 */
invited_max: number,
/**
 * Characters of a player's name; it has to fit the top of a phone.
 */
name_length_max: number,
/**
 * Characters of a line of chat.
 */
chat_length_max: number,
/**
 * Characters of a room's password.
 */
password_length_max: number,
/**
 * Characters of the secret that `create_room` may need.
 */
creation_secret_length_max: number,
/**
 * Characters of a program's name or version in `hello`.
 */
label_length_max: number,
/**
 * Characters of a command id: a UUID and some room.
 */
command_id_length_max: number,
/**
 * Lines of chat that a snapshot repeats.
 */
chat_kept_max: number,
/**
 * Sets of a table that is sent. The largest ruleset has 160 tiles, and a set in the making may be one tile.
 */
table_sets_max: number,
/**
 * Tiles of a set that is sent: two whole runs, more than any valid set has.
 */
set_tiles_max: number,
/**
 * Tiles of a table, or of an `arrange`: all tiles of the largest ruleset, so that no rack outgrows it.
 */
tiles_max: number,
/**
 * Milliseconds between two heartbeats of the server.
 */
heartbeat_ms: number,
/**
 * Milliseconds without a sign of life (a pong or a frame) after which a connection is closed.
 */
dead_after_ms: number,
/**
 * Milliseconds that sending one frame may take before the connection is closed.
 */
send_within_ms: number,
/**
 * Messages that wait for a slow client before its connection is closed.
 */
queue_messages_max: number,
/**
 * Bytes that wait for a slow client before its connection is closed.
 */
queue_bytes_max: number,
/**
 * Milliseconds in which players may add their value to a shuffle; the table waits for it.
 */
shuffle_values_within_ms: number,
/**
 * Milliseconds after which the next round begins, ready or not.
 */
next_round_within_ms: number,
/**
 * Milliseconds of a turn of a player who let the time run out twice in a row, until that player acts.
 */
short_clock_ms: number,
/**
 * Milliseconds that a pause lasts at most.
 */
pause_within_ms: number,
/**
 * Pauses in a match.
 */
pauses_per_match_max: number,
/**
 * Scripted opponents of a practice room: one for each seat of the largest ruleset.
 */
scripts_max: number,
/**
 * Actions of a scripted opponent.
 */
script_actions_max: number,
/**
 * Milliseconds of one step of a practice room's clock: a day, which outlasts every timer of a room.
 */
step_ms_max: number, };

/**
 * The secret part of an invitation: 128 random bits as 22 characters of base64url. It stands for the password.
 */
export type LinkSecret = string;

/**
 * A match that is over, with nothing hidden: a replay is made of it, and the proof that its deals were fair.
 *
 * There is none of a match that goes on: it tells all racks, and the secrets of the shuffles.
 */
export type MatchArchive = {
/**
 * The version of this form: 1.
 */
archive: number,
/**
 * The match. Its id went into every shuffle.
 */
match_id: MatchId,
/**
 * Its number in its room, from 1.
 */
match_no: number,
/**
 * What it was played by.
 */
settings: SettingsView,
/**
 * When it began: milliseconds since 1970 by the server's clock.
 */
started_unix_ms: number,
/**
 * When it ended: milliseconds since 1970 by the server's clock.
 */
ended_unix_ms: number,
/**
 * How it ended: `ended` or `abandoned`.
 */
state: MatchState,
/**
 * The seats that played, in turn order.
 */
seats: Array<ArchivedSeat>,
/**
 * The points of each seat.
 */
totals: Array<number>,
/**
 * The rounds that each seat won.
 */
rounds_won: Array<number>,
/**
 * The places, the first first, each with the seats that share it; absent if it was abandoned.
 */
ranking?: Array<Array<Seat>>,
/**
 * Its rounds in the order in which they were played, replayed ones among them; of one that was abandoned the last may have
 * no end.
 */
rounds: Array<ArchivedRound>, };

/**
 * When a match ends.
 */
export type MatchEnd = { cycles: number } | { target: number } | { rounds: number } | { open: true };

/**
 * A match played in a room.
 */
export type MatchId = string;

/**
 * Whether a match is on.
 */
export type MatchState = "playing" | "ended" | "abandoned";

/**
 * A match so far.
 */
export type MatchView = {
/**
 * Its id, under which its result is kept.
 */
match_id: MatchId,
/**
 * Its number in the room, from 1.
 */
match_no: number,
/**
 * Whether it is on.
 */
state: MatchState,
/**
 * The rounds that ended, replayed ones among them.
 */
rounds: Array<RoundSummary>,
/**
 * The points of each seat so far.
 */
totals: Array<number>,
/**
 * The rounds that each seat won so far.
 */
rounds_won: Array<number>,
/**
 * The places, the first first, each with the seats that share it; only when the match is over.
 */
ranking?: Array<Array<Seat>>,
/**
 * How many pauses are left.
 */
pauses_left: number,
/**
 * Whether it ends after the round in progress.
 */
ending_after_round: boolean, };

/**
 * Who may make rooms on a server.
 */
export type MayCreate = "anyone" | "secret";

/**
 * What a room changes of the opening.
 */
export type OpeningOverrides = {
/**
 * The least worth of the opening, in points, 0 to 100.
 */
min_points?: number,
/**
 * Whether the table may be used in the same turn.
 */
table_use?: TableUse, };

/**
 * What the opening asks for.
 */
export type OpeningRule = {
/**
 * The least worth of the opening, in points, 0 to 100.
 */
min_points: number,
/**
 * Whether the table may be used in the same turn.
 */
table_use: TableUse, };

/**
 * Fields of a ruleset that a room sets otherwise; what is left out stays as printed.
 *
 * `family`, `tiles`, `seats` and the name belong to the ruleset and have no place here. Where null is a
 * value, it is not the same as leaving the field out.
 */
export type Overrides = {
/**
 * Tiles dealt to each rack, 7 to 20; in Rommikubbi only 14.
 */
rack?: number,
/**
 * The opening.
 */
opening?: OpeningOverrides,
/**
 * The jokers.
 */
joker?: JokerOverrides,
/**
 * The clock.
 */
clock?: ClockOverrides,
/**
 * What a failed turn costs.
 */
penalty?: PenaltyOverrides,
/**
 * What becomes of an illegal play.
 */
illegal_play?: IllegalPlay,
/**
 * Whether a player who can play must.
 */
must_play?: boolean,
/**
 * What happens when the pool is empty.
 */
pool_empty?: PoolEmpty,
/**
 * How a round is scored.
 */
scoring?: Scoring,
/**
 * What a loser scores who never opened, 0 to 500 each, or null.
 */
unopened?: UnopenedRule | null,
/**
 * What becomes of a blocked round with two lowest racks.
 */
blocked_tie?: BlockedTie,
/**
 * Who starts a round.
 */
starter?: Starter,
/**
 * When the match ends; replaces the printed end as a whole.
 */
match?: MatchEnd,
/**
 * What ranks the players where the rounds are fixed.
 */
ranking?: Ranking, };

/**
 * What the server says to your draft.
 */
export type OwnVerdict = {
/**
 * On each set, in the order of the table.
 */
sets: Array<SetVerdict>,
/**
 * On the whole.
 */
play: PlayVerdict, };

/**
 * Ends the turn without drawing.
 */
export type Pass = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * The turn that it is meant for.
 */
turn: TurnNumber, };

/**
 * A password that is set, or taken away by an empty text.
 */
export type PasswordChange = string;

/**
 * A pause.
 */
export type PauseView = {
/**
 * When it ends by itself, on the room's timeline.
 */
until_ms: RoomMs,
/**
 * Why it is.
 */
why: PauseWhy, };

/**
 * Why a game is paused.
 */
export type PauseWhy = "agreed" | "alone";

/**
 * What a room changes of the penalties.
 */
export type PenaltyOverrides = {
/**
 * Tiles drawn if no old set was touched, 0 to 7.
 */
timeout?: number,
/**
 * Tiles drawn if an old set was touched, 0 to 7.
 */
rearranging?: number, };

/**
 * How many tiles a failed turn costs.
 */
export type PenaltyRule = {
/**
 * Tiles drawn if no old set was touched, 0 to 7.
 */
timeout: number,
/**
 * Tiles drawn if an old set was touched, 0 to 7.
 */
rearranging: number, };

/**
 * Somebody in the room, seated or watching.
 */
export type Person = {
/**
 * The public id.
 */
player_id: PlayerId,
/**
 * The name in this room.
 */
name: PlayerName,
/**
 * What that one is.
 */
role: Role,
/**
 * Whether it is a person or a program.
 */
kind: PlayerKind,
/**
 * Whether connected.
 */
connected: boolean, };

/**
 * What goes on in a room.
 */
export type Phase = "lobby" | "shuffling" | "playing" | "between_rounds" | "match_over" | "closed";

/**
 * The pile that was taken was given back.
 */
export type PileGivenBack = {
/**
 * Who gave it back.
 */
seat: Seat,
/**
 * Which turn.
 */
turn: TurnNumber,
/**
 * Its top.
 */
pile_top: Face,
/**
 * How many tiles it has, in their old order.
 */
pile: number,
/**
 * How many tiles are left on the rack.
 */
tiles_left: number,
/**
 * How many piles this seat has given back in this round, this one counted; each costs 100 points.
 */
given_back: number,
/**
 * Why.
 */
why: StepWhy, };

/**
 * The pile was taken.
 */
export type PileTaken = {
/**
 * Who took it.
 */
seat: Seat,
/**
 * Which turn.
 */
turn: TurnNumber,
/**
 * How many tiles it had; there is no pile now.
 */
count: number,
/**
 * The tiles from the bottom to the top, if they are yours.
 */
tiles?: Array<Face>, };

/**
 * The pile was turned over.
 */
export type PileTurnedOver = {
/**
 * How many tiles the stock has now; the pile has none.
 */
pool: number, };

/**
 * Ends the turn with this table.
 */
export type Play = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * The turn that it is meant for.
 */
turn: TurnNumber,
/**
 * The whole table after the play. It depends on no draft.
 */
table: Array<LaidSet>, };

/**
 * What the server says to a draft as a whole.
 */
export type PlayVerdict = {
/**
 * Whether the table could be played as it is; in Rommikubbi whether the turn could end with it.
 */
legal: boolean,
/**
 * Why not; empty if it is legal. Reasons of single sets are repeated here.
 */
reasons: Array<Reason>,
/**
 * The points of the opening so far; absent once the player has opened.
 */
opening_points?: number,
/**
 * The points that the opening needs; absent once the player has opened.
 */
opening_needed?: number,
/**
 * How many tiles of the rack lie on the table.
 */
rack_tiles_played: number,
/**
 * What the main button may do.
 */
primary: PrimaryAction, };

/**
 * Why a table was played.
 */
export type PlayWhy = "played" | "time_ran_out";

/**
 * A player, as everybody may know it. It opens nothing: a seat opens only to the session token.
 */
export type PlayerId = string;

/**
 * Who is at the other end.
 */
export type PlayerKind = "human" | "bot";

/**
 * The name that a player goes by in a room, 1 to 24 characters.
 */
export type PlayerName = string;

/**
 * What happens when the pool is empty.
 */
export type PoolEmpty = "play_on" | "one_more_turn" | "end_at_once";

/**
 * How a practice room differs from others.
 */
export type Practice = {
/**
 * What all chance of the room is made from; without it chance is chance.
 */
seed?: PracticeSeed,
/**
 * Whether the clock runs by itself.
 */
clock?: PracticeClock,
/**
 * Opponents that do what is written. They sit on their seats from the start and are ready.
 */
scripts?: Array<Script>, };

/**
 * The clock of a practice room.
 */
export type PracticeClock = "running" | "stepped";

/**
 * What a practice room makes its chance from; the same seed gives the same tiles.
 */
export type PracticeSeed = number;

/**
 * Who is connected.
 */
export type Presence = {
/**
 * Everybody in the room.
 */
people: Array<PresentPerson>, };

/**
 * Whether somebody is connected.
 */
export type PresentPerson = {
/**
 * Who.
 */
player_id: PlayerId,
/**
 * Whether connected.
 */
connected: boolean, };

/**
 * What the main button of a client may do.
 */
export type PrimaryAction = "draw" | "pass" | "play" | "take" | "discard" | "end_turn" | "not_valid" | "wait";

/**
 * What ranks the players of a match with a fixed number of rounds.
 */
export type Ranking = "wins" | "points";

/**
 * Shows a quick reaction.
 */
export type React = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * Which one.
 */
reaction: Reaction, };

/**
 * Somebody's quick reaction.
 */
export type Reacted = {
/**
 * Who.
 */
player_id: PlayerId,
/**
 * Where that one sits, if anywhere.
 */
seat?: Seat,
/**
 * Which one.
 */
reaction: Reaction, };

/**
 * The six quick reactions.
 */
export type Reaction = "thumbs_up" | "clap" | "laugh" | "surprised" | "thinking" | "hurry";

/**
 * A reason why a set or a play is not legal.
 */
export type Reason = {
/**
 * What is wrong; translate by this.
 */
code: ReasonCode,
/**
 * Which set, as its place in the table that was sent, from 0; absent if it is the whole play.
 */
set?: number,
/**
 * Which tile, as its place in that set as it was sent, from 0; absent if it is the whole set.
 */
tile?: number,
/**
 * The numbers and faces that the text names; each code has its own.
 */
params?: Record<string, unknown>,
/**
 * The same for people, in English.
 */
text: string, };

/**
 * What can be wrong with a set, a play or a turn.
 *
 * New codes may come with new rulesets; a client shows the `text` of a code that it does not know.
 */
export type ReasonCode = "tile_taken_from_table" | "tile_not_in_rack" | "no_rack_tile_played" | "set_too_short" | "not_a_set" | "too_many_jokers" | "opening_too_low" | "opening_uses_table" | "joker_not_replaced" | "joker_not_in_new_set" | "joker_not_in_other_set" | "joker_needs_rack_tiles_beside" | "take_not_allowed" | "pile_top_not_in_new_set" | "set_rearranged" | "opening_first" | "opening_needs_run" | "discard_missing" | "no_tile_left_to_discard" | "joker_set_broken";

/**
 * Whether a client should connect again after a close.
 */
export type Reconnect = "resume" | "on_request" | "never";

/**
 * What has to replace a retrieved joker.
 */
export type Release = "any" | "exact" | "exact_rack";

/**
 * The room goes on.
 */
export type Released = {
/**
 * Now, on the room's timeline, which goes on from here.
 */
now_ms: RoomMs, };

/**
 * Removes an absent seat from the match.
 */
export type RemoveAbsent = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * The seat.
 */
seat: Seat, };

/**
 * Takes a bot off its seat.
 */
export type RemoveBot = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * The seat.
 */
seat: Seat, };

/**
 * Removes a player for good.
 */
export type RemovePlayer = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * Who is removed: not the host. For a program that was invited and did not come, this takes the invitation back.
 */
player_id: PlayerId, };

/**
 * Gives up the seat.
 */
export type Resign = {
/**
 * The client's name for the command.
 */
command_id: CommandId, };

/**
 * Why a turn got its full time again.
 */
export type RestartWhy = "server_restarted" | "taken_over" | "player_acted";

/**
 * Ends a pause.
 */
export type ResumePlay = {
/**
 * The client's name for the command.
 */
command_id: CommandId, };

/**
 * Comes back into a room.
 */
export type ResumeRoom = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * The room, from `room_joined`.
 */
room_id: RoomId,
/**
 * The number of the last event that the client has, or of its last snapshot.
 */
last_seq: Seq,
/**
 * The epoch of that event or snapshot.
 */
epoch: Epoch, };

/**
 * You are in the room again.
 */
export type Resumed = {
/**
 * The command.
 */
command_id: CommandId,
/**
 * The first missed event: one after `last_seq`.
 */
from_seq: Seq,
/**
 * The last missed event; less than `from_seq` if none was missed.
 */
to_seq: Seq, };

/**
 * Where a retrieved joker may be laid.
 */
export type Reuse = "new_set" | "other_set" | "anywhere";

/**
 * What somebody is in a room.
 */
export type Role = "player" | "spectator";

/**
 * What only a round of Rommikubbi has, as you may see it. Its stock is the `pool` of the round.
 */
export type RommikubbiView = {
/**
 * What is told of the one tile that the starter was dealt more than the others.
 */
starter_took: StarterTook,
/**
 * How many tiles the pile has.
 */
pile: number,
/**
 * Its top; absent without a pile. What lies below is shown to nobody.
 */
pile_top?: Face,
/**
 * How far the turn in progress is; absent where there is none.
 */
step?: TurnStep,
/**
 * What you have taken in your turn in progress, the pile from the bottom to the top; in the first turn of the round the tile
 * that you were dealt more. It is on your rack.
 */
taken?: Array<Face>,
/**
 * How many piles each seat has taken and given back in this round.
 */
given_back: Array<number>, };

/**
 * Why a room was closed.
 */
export type RoomClosedWhy = "finished" | "idle" | "empty" | "operator";

/**
 * The code of a room: 8 of 32 symbols, none of which looks like another (no 0, 1, I, O).
 *
 * Reading it folds lower case and drops spaces and hyphens, since people read it aloud and type it. About 10^12 codes.
 */
export type RoomCode = string;

/**
 * A room, as its members know it. It admits nobody: the code does.
 */
export type RoomId = string;

/**
 * You are in the room.
 */
export type RoomJoined = {
/**
 * The command.
 */
command_id: CommandId,
/**
 * The room, for `resume_room`.
 */
room_id: RoomId,
/**
 * Its code, to tell others.
 */
code: RoomCode,
/**
 * The secret for an invitation link, `http://HOST:PORT/r/CODE#SECRET`.
 */
link_secret?: LinkSecret,
/**
 * What you are there.
 */
role: Role,
/**
 * Your seat, if you have one.
 */
seat?: Seat, };

/**
 * A moment on the room's own timeline, in milliseconds since the room was made. No wall clock is meant.
 */
export type RoomMs = number;

/**
 * The password of a room, 1 to 64 characters. It is never sent back.
 */
export type RoomPassword = string;

/**
 * A room as you may see it. A client may live on this alone.
 */
export type RoomView = {
/**
 * The room, for `resume_room`.
 */
room_id: RoomId,
/**
 * Its code, to tell others.
 */
code: RoomCode,
/**
 * What it is played by.
 */
settings: SettingsView,
/**
 * What goes on.
 */
phase: Phase,
/**
 * The host.
 */
host: PlayerId,
/**
 * Yourself.
 */
you: You,
/**
 * Everybody in the room.
 */
people: Array<Person>,
/**
 * The programs that were invited and not removed, whether they have come or not.
 */
invited?: Array<PlayerId>,
/**
 * The seats, in turn order. In a match only those that play.
 */
seats: Array<SeatView>,
/**
 * The match, if one was started; the last one, when it is over.
 */
match?: MatchView,
/**
 * The round, from the announcement of its shuffle until the next one.
 */
round?: RoundView,
/**
 * The clock; absent if it is nobody's turn.
 */
clock?: ClockView,
/**
 * The pause, if the game is paused.
 */
pause?: PauseView,
/**
 * Why the room stands still, if it does.
 */
held?: HeldView,
/**
 * The last draft of the turn: yours, or the shown one of another.
 */
draft?: DraftView,
/**
 * Who asked for what.
 */
votes: Votes,
/**
 * When the next round begins at the latest, on the room's timeline; between rounds only.
 */
next_round_ms?: RoomMs,
/**
 * The last 50 lines of chat, the latest last.
 */
chat: Array<ChatLine>, };

/**
 * What was played in each turn of a round, and what could have been.
 */
export type RoundAnalysis = {
/**
 * The command.
 */
command_id: CommandId,
/**
 * The deal of the round.
 */
deal: number,
/**
 * Its turns, in order.
 */
turns: Array<TurnAnalysis>, };

/**
 * How a round ended.
 */
export type RoundHow = "out" | "blocked";

/**
 * A seat in a round.
 */
export type RoundSeatView = {
/**
 * Which.
 */
seat: Seat,
/**
 * How many tiles its rack holds.
 */
tiles: number,
/**
 * Whether it has opened.
 */
opened: boolean,
/**
 * In how many turns it took a hint; absent if in none.
 */
hints?: number, };

/**
 * A round that ended.
 */
export type RoundSummary = {
/**
 * Its number in the match, from 1; a replayed round keeps its number.
 */
round: number,
/**
 * Its deal, numbered in the room from 1; never used again.
 */
deal: number,
/**
 * How it ended.
 */
how: RoundHow,
/**
 * Who won it; absent if nobody did.
 */
winner?: Seat,
/**
 * The points of each seat.
 */
points: Array<number>,
/**
 * Whether it is played again and does not count.
 */
replay: boolean,
/**
 * In how many turns each seat took a hint; absent if nobody did.
 */
hints?: Array<number>,
/**
 * In Rommikubbi, if somebody went out: how.
 */
going_out?: GoingOut, };

/**
 * A round as you may see it.
 */
export type RoundView = {
/**
 * Its number in the match, from 1.
 */
round: number,
/**
 * Its deal, numbered in the room from 1; never used again.
 */
deal: number,
/**
 * What the server bound itself to before the deal.
 */
commitment: Hex32,
/**
 * The values of the shuffle.
 */
shuffle: ShuffleView,
/**
 * The tiles drawn for the starter, in order; empty if none were.
 */
starter_draws: Array<StarterTile>,
/**
 * Who starts; absent until that is known.
 */
starter?: Seat,
/**
 * The table at the start of the turn, drafts not in it.
 */
table: Array<SetView>,
/**
 * How many tiles there are to be drawn, in the pool, or in Rommikubbi in the stock; 0 before the deal.
 */
pool: number,
/**
 * Each seat.
 */
seats: Array<RoundSeatView>,
/**
 * Your rack, sorted by face; absent for those who have none.
 */
rack?: Array<Face>,
/**
 * The racks of all seats at the end; only when the round or the match is over.
 */
revealed_racks?: Array<Array<Face>>,
/**
 * The secret behind the commitment; only when the round or the match is over.
 */
secret?: Hex32,
/**
 * The turn; absent before the first and after the last.
 */
turn?: TurnView,
/**
 * Where the end of the round is counted down (`pool_empty` `one_more_turn`): the turns that are left, this one counted.
 */
turns_left?: number,
/**
 * What only Rommikubbi has, once the tiles are dealt; absent in other games.
 */
rommikubbi?: RommikubbiView, };

/**
 * All that a game is played by: data, no code.
 */
export type Ruleset = {
/**
 * Its name, as `classic-2600`; the name of the printed ruleset also where fields are overridden.
 */
name: string,
/**
 * Which of the games it belongs to.
 */
family: Family,
/**
 * Which tiles it is played with.
 */
tiles: TileSupply,
/**
 * The least and the most players.
 */
seats: [number, number],
/**
 * How many tiles are dealt to each rack, 7 to 20.
 */
rack: number,
/**
 * The opening.
 */
opening: OpeningRule,
/**
 * The jokers.
 */
joker: JokerRule,
/**
 * The clock.
 */
clock: ClockRule,
/**
 * What a failed turn costs.
 */
penalty: PenaltyRule,
/**
 * What becomes of an illegal play.
 */
illegal_play: IllegalPlay,
/**
 * Whether a player who can play must.
 */
must_play: boolean,
/**
 * What happens when the pool is empty.
 */
pool_empty: PoolEmpty,
/**
 * How a round is scored.
 */
scoring: Scoring,
/**
 * What a loser scores who never opened, or null for the rack like any other.
 */
unopened: UnopenedRule | null,
/**
 * What becomes of a blocked round with two lowest racks.
 */
blocked_tie: BlockedTie,
/**
 * Who starts a round.
 */
starter: Starter,
/**
 * When the match ends.
 */
match: MatchEnd,
/**
 * What ranks the players where the rounds are fixed.
 */
ranking: Ranking, };

/**
 * Writes a line of chat.
 */
export type Say = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * What is said.
 */
text: ChatText, };

/**
 * How a round is scored.
 */
export type Scoring = "zero_sum" | "losers_pay";

/**
 * An opponent that does what is written.
 */
export type Script = {
/**
 * Its seat.
 */
seat: Seat,
/**
 * What it does, one action for each of its turns. After the last, and where an action is refused or is of the other game, it
 * draws or passes; in Rommikubbi it takes a tile and discards it, or gives the pile back.
 */
actions: Array<ScriptedAction>, };

/**
 * What a scripted opponent does in a turn.
 */
export type ScriptedAction = { "play": Array<LaidSet> } | "draw" | "pass" | { "turn": ScriptedTurn } | "wait";

/**
 * What a scripted opponent takes at the beginning of a turn of Rommikubbi.
 */
export type ScriptedTake = "tile" | "pile";

/**
 * A turn of Rommikubbi as a scripted opponent plays it.
 */
export type ScriptedTurn = {
/**
 * What it takes; in the first turn of a round it takes nothing, whatever stands here.
 */
take: ScriptedTake,
/**
 * The whole table after the turn.
 */
table: Array<LaidSet>,
/**
 * The tile that it discards.
 */
discard: Face, };

/**
 * A place at the table, counted from 0 in turn order.
 */
export type Seat = number;

/**
 * Puts a bot on a seat.
 */
export type SeatBot = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * Which seat; without it the first free or vacated one.
 */
seat?: Seat,
/**
 * How well it plays.
 */
level?: BotLevel, };

/**
 * Whether somebody has a seat.
 */
export type SeatState = "free" | "seated" | "vacated" | "removed";

/**
 * A value that a player added to a shuffle.
 */
export type SeatValue = {
/**
 * Whose.
 */
seat: Seat,
/**
 * The 32 bytes.
 */
value: Hex32, };

/**
 * A seat.
 */
export type SeatView = {
/**
 * Which.
 */
seat: Seat,
/**
 * Whether somebody has it.
 */
state: SeatState,
/**
 * Who has it, or had it before it was vacated; absent if it is free or a bot's.
 */
player_id?: PlayerId,
/**
 * The name of who has it, or had it; absent if it is free.
 */
name?: PlayerName,
/**
 * How well the bot plays that the server seated; absent for others.
 */
bot?: BotLevel,
/**
 * Whether ready for the match or the next round.
 */
ready: boolean,
/**
 * Whether connected; `true` for a bot of the server.
 */
connected: boolean,
/**
 * Turns in a row in which the time ran out. It is 0 again once the seat acts.
 */
absent_turns: number,
/**
 * Whether it plays with the short clock.
 */
short_clock: boolean,
/**
 * Who had it earlier in this match, the earliest first.
 */
former_names: Array<PlayerName>, };

/**
 * The number of an event in its room, from 1 without gaps; 0 before the first.
 */
export type Seq = number;

/**
 * What the server is.
 */
export type ServerInfo = {
/**
 * Its name.
 */
name: string,
/**
 * Its version.
 */
version: string, };

/**
 * A message from the server. A client ignores types and fields that it does not know.
 */
export type ServerToClient = { "type": "welcome" } & Welcome | { "type": "accepted" } & Accepted | { "type": "error" } & ErrorMessage | { "type": "room_joined" } & RoomJoined | { "type": "resumed" } & Resumed | { "type": "history_rewound" } & HistoryRewound | { "type": "snapshot" } & Snapshot | { "type": "event" } & EventMessage | { "type": "draft_verdict" } & DraftVerdict | { "type": "arranged" } & Arranged | { "type": "hint" } & Hint | { "type": "round_analysis" } & RoundAnalysis | { "type": "bot_invited" } & BotInvited | { "type": "draft_shown" } & DraftShown | { "type": "presence" } & Presence | { "type": "clock" } & Clock | { "type": "held" } & Held | { "type": "released" } & Released | { "type": "reacted" } & Reacted | { "type": "heartbeat" } & Heartbeat | { "type": "draining" } & Draining | { "type": "closing" } & Closing;

/**
 * What makes a connection the player's: 256 random bits as 43 characters of base64url. Keep it like a password.
 */
export type SessionToken = string;

/**
 * The name of a set on the table, which stays as long as the set does.
 */
export type SetId = number;

/**
 * What a set is.
 */
export type SetKind = "run" | "group";

/**
 * Says that one is ready, or not.
 */
export type SetReady = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * Whether one is.
 */
ready: boolean, };

/**
 * What the server says to one set of a draft.
 */
export type SetVerdict = {
/**
 * Whether the set is valid by itself. A play of valid sets alone may still be illegal.
 */
valid: boolean,
/**
 * Why it is not valid; empty if it is.
 */
reasons: Array<Reason>,
/**
 * What it is; absent if it is neither run nor group.
 */
kind?: SetKind,
/**
 * What it is worth in an opening, in points; 0 if it is neither run nor group.
 */
points: number,
/**
 * Its tiles in canonical order; as they were sent if it is neither run nor group.
 */
tiles: Array<Face>,
/**
 * What each joker stands for, by its place in `tiles`; empty if it is neither run nor group.
 */
jokers: Array<JokerView>, };

/**
 * A set on the table.
 */
export type SetView = {
/**
 * Its name, which stays as long as the set does.
 */
id: SetId,
/**
 * What it is.
 */
kind: SetKind,
/**
 * Its tiles in canonical order: a run upwards, a group by colour, each joker where it stands.
 */
tiles: Array<Face>,
/**
 * What it is worth, in points; a joker counts as the tile it stands for. In Rommikubbi what it scores for its owner: no
 * tile more than 10.
 */
points: number,
/**
 * What each joker stands for; empty without jokers.
 */
jokers: Array<JokerView>,
/**
 * In Rommikubbi the seat that laid it first, for which it scores.
 */
owner?: Seat, };

/**
 * Tiles were laid.
 */
export type SetsLaid = {
/**
 * Who laid them.
 */
seat: Seat,
/**
 * Which turn.
 */
turn: TurnNumber,
/**
 * The whole table after it.
 */
table: Array<SetView>,
/**
 * The tiles that came from the rack.
 */
from_rack: Array<Face>,
/**
 * How many tiles are left on the rack; one of them is discarded next.
 */
tiles_left: number,
/**
 * Whether this was the opening.
 */
opened: boolean,
/**
 * What the opening was worth, if it was one.
 */
opening_points?: number, };

/**
 * What the maker of a room, or its host, asks for. Every field may be left out.
 */
export type Settings = {
/**
 * The name of the printed ruleset.
 */
ruleset?: string,
/**
 * The fields of the ruleset that this room plays otherwise.
 */
overrides?: Overrides,
/**
 * How many seats there are; without it as many as the ruleset allows.
 */
seats?: number,
/**
 * Whether drafts are shown to all.
 */
drafts?: Drafts,
/**
 * Whether others may watch.
 */
spectators?: Spectators,
/**
 * Whether there is chat, in the lobby and between rounds.
 */
chat?: Switch,
/**
 * Whether there are quick reactions.
 */
reactions?: Switch,
/**
 * What hints players may ask for; in Rommikubbi there are none.
 */
hints?: Hints,
/**
 * A password that who comes by code has to give; without it the code is enough. In `change_settings` the old password
 * stays if this is left out, and an empty text removes it.
 */
password?: PasswordChange, };

/**
 * The settings of a room as its members see them.
 */
export type SettingsView = {
/**
 * The rules in full, overrides applied. `null` inside them is a value: none.
 */
rules: Ruleset,
/**
 * The fields in which they differ from the printed ruleset of that name.
 */
differences: Array<Difference>,
/**
 * How many seats there are.
 */
seats: number,
/**
 * Whether drafts are shown to all.
 */
drafts: Drafts,
/**
 * Whether others may watch.
 */
spectators: Spectators,
/**
 * Whether there is chat.
 */
chat: Switch,
/**
 * Whether there are quick reactions.
 */
reactions: Switch,
/**
 * What hints players may ask for.
 */
hints: Hints,
/**
 * Whether who comes by code has to give a password.
 */
has_password: boolean, };

/**
 * Adds a value to the shuffle.
 */
export type ShareShuffleValue = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * The deal, from `shuffle_committed`.
 */
deal: number,
/**
 * 32 random bytes of the client's own.
 */
value: Hex32, };

/**
 * A set of somebody's draft, as it is shown: it may be no valid set.
 */
export type ShownSet = {
/**
 * Its tiles in the order in which they lie.
 */
tiles: Array<Face>,
/**
 * What the set is meant to be, if that was said.
 */
kind?: SetKind,
/**
 * The set of the table that this one continues.
 */
id?: SetId, };

/**
 * The values that go into a shuffle.
 */
export type ShuffleView = {
/**
 * Until when values are taken; absent once the tiles are dealt.
 */
until_ms?: RoomMs,
/**
 * The values used, in the order of the seats; empty until the tiles are dealt, so that nobody can wait for the others'.
 */
values: Array<SeatValue>, };

/**
 * Everything that you may see of the room.
 */
export type Snapshot = {
/**
 * The command that it answers, if one asked for it.
 */
command_id?: CommandId,
/**
 * Why it comes.
 */
why: SnapshotWhy,
/**
 * The last event that is in it; the next event has the next number.
 */
seq: Seq,
/**
 * The epoch of the room.
 */
epoch: Epoch,
/**
 * Now, on the room's timeline.
 */
now_ms: RoomMs,
/**
 * The room.
 */
room: RoomView, };

/**
 * Why a snapshot comes.
 */
export type SnapshotWhy = "joined" | "asked" | "resumed" | "stale" | "role_changed" | "rewound" | "other";

/**
 * Whether others than the seated may watch.
 */
export type Spectators = "allowed" | "refused";

/**
 * Starts the match.
 */
export type StartMatch = {
/**
 * The client's name for the command.
 */
command_id: CommandId, };

/**
 * Who starts a round.
 */
export type Starter = "draw" | "rotate";

/**
 * A tile drawn for the starter.
 */
export type StarterTile = {
/**
 * Who drew it.
 */
seat: Seat,
/**
 * The tile.
 */
tile: Face, };

/**
 * What is told of the tile that the starter is dealt more: its number, not its colour.
 */
export type StarterTook = {
/**
 * Its number, 1 to 13; absent for a joker.
 */
number?: number,
/**
 * How many stacks were counted off before the first that was dealt: the number, and 1 for a joker.
 */
stacks: number, };

/**
 * Why a player starts.
 */
export type StarterWhy = "drawn" | "rotated" | "replayed";

/**
 * Moves the clock of a practice room.
 */
export type StepClock = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * By how many milliseconds.
 */
ms: number, };

/**
 * Why a tile was taken or discarded, or a pile given back.
 */
export type StepWhy = "chosen" | "time_ran_out" | "gone";

/**
 * Something that the host turns on or off.
 */
export type Switch = "on" | "off";

/**
 * Whether the table may be used in the turn of the opening.
 */
export type TableUse = "next_turn" | "same_turn";

/**
 * Takes the whole pile.
 */
export type TakePile = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * The turn that it is meant for.
 */
turn: TurnNumber, };

/**
 * Takes a seat.
 */
export type TakeSeat = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * Which seat; without it the first free one, or in a match the own one.
 */
seat?: Seat, };

/**
 * Takes a tile from the stock.
 */
export type TakeTile = {
/**
 * The client's name for the command.
 */
command_id: CommandId,
/**
 * The turn that it is meant for.
 */
turn: TurnNumber, };

/**
 * A tile was discarded.
 */
export type TileDiscarded = {
/**
 * Who discarded it.
 */
seat: Seat,
/**
 * Which turn.
 */
turn: TurnNumber,
/**
 * The tile, which is the top of the pile now.
 */
tile: Face,
/**
 * How many tiles the pile has now.
 */
pile: number,
/**
 * How many tiles are left on the rack.
 */
tiles_left: number,
/**
 * Why.
 */
why: StepWhy, };

/**
 * Which tiles a game is played with.
 */
export type TileSupply = {
/**
 * The highest number; tiles bear 1 to this. At most 13.
 */
numbers: number,
/**
 * How many there are of each face.
 */
copies: number,
/**
 * How many jokers there are.
 */
jokers: number, };

/**
 * A tile was taken from the stock.
 */
export type TileTaken = {
/**
 * Who took it.
 */
seat: Seat,
/**
 * Which turn.
 */
turn: TurnNumber,
/**
 * How many tiles are left in the stock.
 */
pool: number,
/**
 * Why.
 */
why: StepWhy,
/**
 * The tile, if it is yours.
 */
tile?: Face, };

/**
 * The only room that a token opens.
 */
export type TokenScope = {
/**
 * The room, for `resume_room`.
 */
room_id: RoomId,
/**
 * Its code, for `join_room`.
 */
code: RoomCode, };

/**
 * What was played in a turn, and what could have been.
 */
export type TurnAnalysis = {
/**
 * The turn.
 */
turn: TurnNumber,
/**
 * Whose it was.
 */
seat: Seat,
/**
 * How many tiles were played from the rack; 0 where the turn was drawn or passed.
 */
played: number,
/**
 * The most tiles that could have been played, as far as was found.
 */
possible: number,
/**
 * Whether it is proven that no more could have been played.
 */
exact: boolean,
/**
 * Whether the player had not opened, could have, and did not.
 */
missed_opening: boolean, };

/**
 * Why a player drew or passed.
 */
export type TurnEndWhy = "chosen" | "time_ran_out" | "rearranged" | "illegal_play" | "gone";

/**
 * The number of a turn, counted within the *room*: it is never used again, not in another round or match either.
 */
export type TurnNumber = number;

/**
 * How far a turn of Rommikubbi is.
 */
export type TurnStep = "first" | "to_take" | "took_tile" | "took_pile";

/**
 * A turn.
 */
export type TurnView = {
/**
 * Its number, for `play`, `draw`, `pass` and `draft`.
 */
turn: TurnNumber,
/**
 * Whose it is.
 */
seat: Seat,
/**
 * When it started, on the room's timeline.
 */
started_ms: RoomMs,
/**
 * How many milliseconds it has; absent without a clock.
 */
time_ms?: number, };

/**
 * What a loser scores who never opened.
 */
export type UnopenedRule = {
/**
 * Points if the rack held no opening at the start of the own last turn, 0 to 500.
 */
could_not: number,
/**
 * Points if it did, 0 to 500.
 */
could: number, };

/**
 * Why a seat was given up.
 */
export type VacateWhy = "left" | "resigned" | "removed";

/**
 * Versions from the lowest to the highest, both included.
 */
export type VersionRange = {
/**
 * The lowest.
 */
min: number,
/**
 * The highest.
 */
max: number, };

/**
 * Who asked for what; each list in the order of the seats.
 */
export type Votes = {
/**
 * A pause.
 */
pause: Array<Seat>,
/**
 * The end of the match.
 */
end: Array<Seat>,
/**
 * Another match.
 */
rematch: Array<Seat>, };

/**
 * The answer to `hello`.
 */
export type Welcome = {
/**
 * The version that is spoken from now on.
 */
protocol: number,
/**
 * Who you are to others.
 */
player_id: PlayerId,
/**
 * Your token, only when it is new: keep it, it is never told again, and it alone opens your seat.
 */
token?: SessionToken,
/**
 * The only room that your token opens, if you were invited as a program.
 */
scope?: TokenScope,
/**
 * What the server is.
 */
server: ServerInfo,
/**
 * What it takes.
 */
limits: Limits,
/**
 * Milliseconds between two heartbeats.
 */
heartbeat_ms: number,
/**
 * Whether it is a practice server, which takes `practice` and `step_clock`.
 */
practice: boolean,
/**
 * Who may make rooms.
 */
room_creation?: MayCreate,
/**
 * The address under which people reach the server, as `https://games.example`, without a slash at its end: invitation
 * links begin with it. Absent if the operator named none; then the address that you connected to is the best there is.
 */
public_url?: string, };

/**
 * The viewer.
 */
export type You = {
/**
 * Your public id.
 */
player_id: PlayerId,
/**
 * What you are.
 */
role: Role,
/**
 * Your seat, if you have one.
 */
seat?: Seat, };
