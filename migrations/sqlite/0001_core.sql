-- Players, rooms with their logs, and results. Ids are 16-byte uuids, times are milliseconds, JSON is text that
-- the store does not look into. Once released, a migration is never edited: write the next one.

CREATE TABLE player (
    id         BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    token_hash BLOB    NOT NULL UNIQUE CHECK (length(token_hash) = 32), -- the token itself is never stored
    name       TEXT    NOT NULL,
    scope_room BLOB    REFERENCES room (id), -- the only room that the token opens: a program's; null: any
    created_ms INTEGER NOT NULL,
    seen_ms    INTEGER NOT NULL
) STRICT;

CREATE TABLE room (
    id         BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    code       TEXT    NOT NULL,
    created_ms INTEGER NOT NULL,
    closed_ms  INTEGER
) STRICT;

-- A code may be given out again once its room is closed.
CREATE UNIQUE INDEX room_open_code ON room (code) WHERE closed_ms IS NULL;

-- Apart from `room`, so that an append touches nothing but the ownership that it is fenced by.
CREATE TABLE room_owner (
    room_id BLOB    NOT NULL PRIMARY KEY REFERENCES room (id),
    owner   TEXT    NOT NULL,
    epoch   INTEGER NOT NULL CHECK (epoch > 0)
) STRICT;

-- One row for each command, with all its events.
CREATE TABLE room_log (
    room_id    BLOB    NOT NULL REFERENCES room (id),
    first_seq  INTEGER NOT NULL CHECK (first_seq >= 0),
    count      INTEGER NOT NULL CHECK (count > 0),
    epoch      INTEGER NOT NULL,
    player_id  BLOB    REFERENCES player (id),
    command_id TEXT,
    body_hash  BLOB    CHECK (length(body_hash) = 32),
    at_ms      INTEGER NOT NULL, -- on the room's own timeline
    wall_ms    INTEGER NOT NULL,
    events     TEXT    NOT NULL,
    PRIMARY KEY (room_id, first_seq),
    CHECK ((player_id IS NULL) = (command_id IS NULL) AND (player_id IS NULL) = (body_hash IS NULL))
) STRICT;

CREATE UNIQUE INDEX room_log_command ON room_log (room_id, player_id, command_id) WHERE command_id IS NOT NULL;

-- Shuffle secrets stay out of the log, which is read for many purposes.
CREATE TABLE room_secret (
    room_id     BLOB    NOT NULL REFERENCES room (id),
    deal        INTEGER NOT NULL,
    secret      BLOB    NOT NULL CHECK (length(secret) = 32),
    revealed_ms INTEGER,
    PRIMARY KEY (room_id, deal)
) STRICT, WITHOUT ROWID;

CREATE TABLE match_result (
    id         BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    room_id    BLOB    NOT NULL REFERENCES room (id),
    match_no   INTEGER NOT NULL,
    ruleset    TEXT    NOT NULL,
    options    TEXT    NOT NULL,
    state      TEXT    NOT NULL CHECK (state IN ('finished', 'abandoned')),
    started_ms INTEGER NOT NULL,
    ended_ms   INTEGER NOT NULL,
    UNIQUE (room_id, match_no)
) STRICT;

CREATE TABLE match_seat (
    match_id   BLOB    NOT NULL REFERENCES match_result (id),
    seat       INTEGER NOT NULL,
    player_id  BLOB    REFERENCES player (id),
    name       TEXT    NOT NULL,
    bot        TEXT,    -- the level; with a player: the bot that took over the seat
    points     INTEGER NOT NULL,
    rounds_won INTEGER NOT NULL,
    place      INTEGER CHECK (place > 0), -- null: unranked
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX match_seat_player ON match_seat (player_id) WHERE player_id IS NOT NULL;

-- Rounds are written as they end, before their match has a row.
CREATE TABLE round_result (
    room_id      BLOB    NOT NULL REFERENCES room (id),
    match_no     INTEGER NOT NULL,
    round_no     INTEGER NOT NULL,
    deal         INTEGER NOT NULL,
    how          TEXT    NOT NULL CHECK (how IN ('out', 'blocked')),
    winner       INTEGER,
    points       TEXT    NOT NULL,
    racks        TEXT    NOT NULL,
    played_again INTEGER NOT NULL CHECK (played_again IN (0, 1)),
    ended_ms     INTEGER NOT NULL,
    PRIMARY KEY (room_id, match_no, round_no)
) STRICT;
