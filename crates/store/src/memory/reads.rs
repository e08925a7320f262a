//! The reads of a store in memory, each as a call that may go wrong. They have the names of those in `reads`.

use uuid::Uuid;

use super::{Memory, ReadCall, Reading, Tables};
use crate::reads::KeptNoLonger;
use crate::{
    CommandId, Counts, Creation, LoadedRoom, LogRow, MatchId, MatchNo, Player, PlayerId, ReadError,
    RecordedMatch, RoomCode, RoomHead, RoomId, RoomRecord, RoundRow, Seq, TokenHash,
};

const fn of(what: Reading) -> ReadCall {
    ReadCall { what, room: None }
}

const fn of_room(what: Reading, room: RoomId) -> ReadCall {
    ReadCall { what, room: Some(room) }
}

impl Memory {
    pub(crate) async fn player_by_token(&self, token: &TokenHash) -> Result<Option<Player>, ReadError> {
        self.read(of(Reading::Player), |tables| tables.player_by_token(token)).await
    }

    pub(crate) async fn open_rooms(&self) -> Result<Vec<RoomHead>, ReadError> {
        self.read(of(Reading::OpenRooms), Tables::open_rooms).await
    }

    pub(crate) async fn open_room_by_code(&self, code: &RoomCode) -> Result<Option<RoomHead>, ReadError> {
        self.read(of(Reading::RoomByCode), |tables| tables.open_room_by_code(code)).await
    }

    pub(crate) async fn load_room(&self, room: RoomId) -> Result<Option<LoadedRoom>, ReadError> {
        self.read(of_room(Reading::Room, room), |tables| tables.loaded(room)).await
    }

    pub(crate) async fn committed(
        &self,
        room: RoomId,
        player: PlayerId,
        command: &CommandId,
    ) -> Result<Option<LogRow>, ReadError> {
        let call = of_room(Reading::Command, room);
        self.read(call, |tables| tables.by_command(room, player, command).cloned()).await
    }

    pub(crate) async fn created_by(
        &self,
        player: PlayerId,
        command: &CommandId,
    ) -> Result<Option<Creation>, ReadError> {
        self.read(of(Reading::Command), |tables| tables.created_by(player, command)).await
    }

    pub(crate) async fn log_after(&self, room: RoomId, seq: Seq) -> Result<Vec<LogRow>, ReadError> {
        self.read(of_room(Reading::Log, room), |tables| tables.log_after(room, seq)).await
    }

    pub(crate) async fn match_by_id(&self, id: MatchId) -> Result<Option<RecordedMatch>, ReadError> {
        self.read(of(Reading::Results), |tables| tables.match_by_id(id)).await
    }

    pub(crate) async fn match_by_code(
        &self,
        code: &RoomCode,
        match_no: Option<MatchNo>,
    ) -> Result<Option<RecordedMatch>, ReadError> {
        self.read(of(Reading::Results), |tables| tables.match_by_code(code, match_no)).await
    }

    pub(crate) async fn match_by_room(
        &self,
        room: RoomId,
        match_no: MatchNo,
    ) -> Result<Option<RecordedMatch>, ReadError> {
        self.read(of_room(Reading::Results, room), |tables| tables.match_by_room(room, match_no)).await
    }

    pub(crate) async fn matches_of_player(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Result<Vec<RecordedMatch>, ReadError> {
        self.read(of(Reading::Results), |tables| tables.matches_of_player(player, limit)).await
    }

    pub(crate) async fn rounds(&self, room: RoomId, match_no: MatchNo) -> Result<Vec<RoundRow>, ReadError> {
        self.read(of_room(Reading::Results, room), |tables| tables.rounds(room, match_no)).await
    }

    pub(crate) async fn counts(&self) -> Result<Counts, ReadError> {
        self.read(of(Reading::Archive), Tables::counts).await
    }

    pub(crate) async fn room_ids(&self, after: Option<RoomId>, limit: u32) -> Result<Vec<RoomId>, ReadError> {
        self.read(of(Reading::Archive), |tables| tables.room_ids(after, limit)).await
    }

    pub(crate) async fn room_record(&self, room: RoomId) -> Result<Option<RoomRecord>, ReadError> {
        self.read(of_room(Reading::Archive, room), |tables| tables.record(room)).await
    }

    pub(crate) async fn kept_no_longer(
        &self,
        what: KeptNoLonger,
        after: Uuid,
        before_ms: i64,
        limit: u32,
    ) -> Result<Vec<Uuid>, ReadError> {
        let find = |tables: &Tables| tables.kept_no_longer(what, after, before_ms, limit);
        self.read(of(Reading::Archive), find).await
    }
}
