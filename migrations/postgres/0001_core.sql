-- Players, rooms with their logs, and results. Times are milliseconds, and every number is a bigint. JSON is text that the
-- store does not look into, so that a log is read back byte for byte as it was written; for a question of your own, cast
-- it: events::jsonb. Once released, a migration is never edited: write the next one.

CREATE TABLE room (
    id         uuid   NOT NULL PRIMARY KEY,
    code       text   NOT NULL,
    created_ms bigint NOT NULL,
    closed_ms  bigint
);

-- A code may be given out again once its room is closed.
CREATE UNIQUE INDEX room_open_code ON room (code) WHERE closed_ms IS NULL;

CREATE TABLE player (
    id         uuid   NOT NULL PRIMARY KEY,
    token_hash bytea  NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32), -- the token itself is never stored
    name       text   NOT NULL,
    scope_room uuid   REFERENCES room (id), -- the only room that the token opens: a program's; null: any
    created_ms bigint NOT NULL,
    seen_ms    bigint NOT NULL
);

-- Apart from `room`, because it is what every append locks: whoever takes a room over waits for the appends that are
-- under way, and those that come later find another epoch.
CREATE TABLE room_owner (
    room_id uuid   NOT NULL PRIMARY KEY REFERENCES room (id),
    owner   text   NOT NULL,
    epoch   bigint NOT NULL CHECK (epoch > 0)
);

-- One row for each command, with all its events.
CREATE TABLE room_log (
    room_id    uuid   NOT NULL REFERENCES room (id),
    first_seq  bigint NOT NULL CHECK (first_seq >= 0),
    count      bigint NOT NULL CHECK (count > 0),
    epoch      bigint NOT NULL,
    player_id  uuid   REFERENCES player (id),
    command_id text,
    body_hash  bytea  CHECK (octet_length(body_hash) = 32),
    at_ms      bigint NOT NULL, -- on the room's own timeline
    wall_ms    bigint NOT NULL,
    events     text   NOT NULL,
    PRIMARY KEY (room_id, first_seq),
    CHECK ((player_id IS NULL) = (command_id IS NULL) AND (player_id IS NULL) = (body_hash IS NULL))
);

CREATE UNIQUE INDEX room_log_command ON room_log (room_id, player_id, command_id) WHERE command_id IS NOT NULL;

-- Shuffle secrets stay out of the log, which is read for many purposes.
CREATE TABLE room_secret (
    room_id     uuid   NOT NULL REFERENCES room (id),
    deal        bigint NOT NULL,
    secret      bytea  NOT NULL CHECK (octet_length(secret) = 32),
    revealed_ms bigint,
    PRIMARY KEY (room_id, deal)
);

CREATE TABLE match_result (
    id         uuid   NOT NULL PRIMARY KEY,
    room_id    uuid   NOT NULL REFERENCES room (id),
    match_no   bigint NOT NULL,
    ruleset    text   NOT NULL,
    options    text   NOT NULL,
    state      text   NOT NULL CHECK (state IN ('finished', 'abandoned')),
    started_ms bigint NOT NULL,
    ended_ms   bigint NOT NULL,
    UNIQUE (room_id, match_no)
);

CREATE TABLE match_seat (
    match_id   uuid   NOT NULL REFERENCES match_result (id),
    seat       bigint NOT NULL,
    player_id  uuid   REFERENCES player (id),
    name       text   NOT NULL,
    bot        text, -- the level; with a player: the bot that took over the seat
    points     bigint NOT NULL,
    rounds_won bigint NOT NULL,
    place      bigint CHECK (place > 0), -- null: unranked
    PRIMARY KEY (match_id, seat)
);

CREATE INDEX match_seat_player ON match_seat (player_id) WHERE player_id IS NOT NULL;

-- Rounds are written as they end, before their match has a row.
CREATE TABLE round_result (
    room_id      uuid    NOT NULL REFERENCES room (id),
    match_no     bigint  NOT NULL,
    round_no     bigint  NOT NULL,
    deal         bigint  NOT NULL,
    how          text    NOT NULL CHECK (how IN ('out', 'blocked')),
    winner       bigint,
    points       text    NOT NULL,
    racks        text    NOT NULL,
    played_again boolean NOT NULL,
    ended_ms     bigint  NOT NULL,
    PRIMARY KEY (room_id, match_no, round_no)
);
