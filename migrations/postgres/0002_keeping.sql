-- What the removal of unused rooms and guests needs: before a row goes, every row that names it has to be found.

-- The same uniqueness as before; with the player in front, the index also finds whether somebody is in any log.
DROP INDEX room_log_command;
CREATE UNIQUE INDEX room_log_command ON room_log (player_id, room_id, command_id) WHERE player_id IS NOT NULL;

CREATE INDEX player_scope ON player (scope_room) WHERE scope_room IS NOT NULL;
