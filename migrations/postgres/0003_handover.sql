-- What the log of a room does not have, left by a server that stopped as planned for the one that comes next. It is read
-- once, and gone with that. It holds drafts, and so tiles of racks: it is as secret as the secrets of shuffles.

CREATE TABLE room_handover (
    room_id  uuid   NOT NULL PRIMARY KEY REFERENCES room (id),
    epoch    bigint NOT NULL, -- of who left it
    next_seq bigint NOT NULL, -- what the log went on with
    state    text   NOT NULL
);
