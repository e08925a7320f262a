//! A client as PROTOCOL.md describes one: it resumes, folds events, and sends again what had no answer.

use std::time::Duration;

use sarja_client::LocalView;
use sarja_protocol::{
    ClientToServer, CommandId, DraftNumber, Epoch, ErrorCode, Event, Hello, PlayerId, ResumeRoom, RoomId,
    RoomView, Seq, ServerToClient, SessionToken, Snapshot,
};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{
    book::Broken,
    pipe::{Down, Pipe},
    wishes::Part,
    witness::{LineId, Witness, may_be_tried_again},
};

/// How far a client has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// It has no connection.
    Away,
    /// It has said hello.
    Greeting,
    /// It is in no room.
    Outside,
    /// It has asked for its room by this command.
    Resuming(CommandId),
    /// It is in its room.
    Inside,
}

/// A command without an answer.
#[derive(Debug)]
struct Flight {
    id: CommandId,
    message: ClientToServer,
    is_sent: bool,
    not_before: Instant,
}

/// Somebody's program.
#[derive(Debug)]
pub(super) struct Client {
    pub(super) number: u8,
    /// At which table it wants to be, and as what.
    pub(super) table: usize,
    pub(super) part: Part,
    pub(super) stage: Stage,
    pub(super) player: Option<PlayerId>,
    pub(super) room: Option<RoomId>,
    pub(super) view: Option<LocalView>,
    pub(super) line: Option<(LineId, Pipe)>,
    pub(super) resume_at: Instant,
    /// How often a fold was held against a fresh snapshot.
    pub(super) compared: u32,
    token: Option<SessionToken>,
    witness: Witness,
    flights: Vec<Flight>,
    commands: u32,
    /// It became another view by an event: a snapshot follows, and is the truth.
    is_another: bool,
    /// The last draft that was sent, until its verdict comes.
    drafted: Option<DraftNumber>,
}

impl Client {
    pub(super) fn new(number: u8, table: usize, part: Part, witness: Witness) -> Self {
        Self {
            number,
            table,
            part,
            stage: Stage::Away,
            player: None,
            room: None,
            view: None,
            line: None,
            resume_at: Instant::now(),
            compared: 0,
            token: None,
            witness,
            flights: Vec::new(),
            commands: 0,
            is_another: false,
            drafted: None,
        }
    }

    /// Begins on a new connection.
    pub(super) fn connect(&mut self, line: LineId, pipe: Pipe) {
        self.line = Some((line, pipe));
        self.stage = Stage::Greeting;
        self.flights.iter_mut().for_each(|flight| flight.is_sent = false);
        let hello = Hello {
            protocol: sarja_protocol::SPOKEN,
            token: self.token.clone(),
            kind: sarja_protocol::PlayerKind::Human,
            client: None,
        };
        self.send(&hello.into());
    }

    /// Its connection is gone.
    pub(super) fn disconnected(&mut self) {
        (self.line, self.stage) = (None, Stage::Away);
    }

    fn send(&self, message: &ClientToServer) {
        let Some((line, pipe)) = &self.line else { return };
        self.witness.sent(*line, message);
        pipe.send(&serde_json::to_string(message).expect("messages are plain data"));
    }

    fn fresh_id(&mut self) -> CommandId {
        self.commands += 1;
        format!("c{}-{}", self.number, self.commands).parse().expect("visible characters")
    }

    /// How many commands have no answer.
    pub(super) const fn in_flight(&self) -> usize {
        self.flights.len()
    }

    /// A number that this client has never given.
    pub(super) const fn count(&self) -> u32 {
        self.commands
    }

    /// Sends a command, or a draft.
    pub(super) fn ask(&mut self, mut wish: Value) {
        if wish["type"] == "draft" {
            return self.draft(wish);
        }
        let id = self.fresh_id();
        wish["command_id"] = json!(id);
        let message: ClientToServer = serde_json::from_value(wish).expect("a wish is a message");
        self.send(&message);
        self.flights.push(Flight { id, message, is_sent: true, not_before: Instant::now() });
    }

    fn draft(&mut self, mut wish: Value) {
        let Some(view) = &mut self.view else { return };
        let number = view.room().draft.as_ref().map_or(DraftNumber(1), |draft| draft.draft.next());
        wish["draft"] = json!(number);
        let message = serde_json::from_value(wish).expect("a wish is a message");
        let ClientToServer::Draft(draft) = &message else { return };
        view.drafted(draft);
        self.drafted = Some(number);
        self.send(&message);
    }

    /// Sends the first command again that has no answer and was not sent on this connection; tells whether there is one.
    pub(super) fn send_again(&mut self) -> bool {
        let (inside, now) = (self.stage == Stage::Inside, Instant::now());
        let opens =
            |m: &ClientToServer| matches!(m, ClientToServer::CreateRoom(_) | ClientToServer::JoinRoom(_));
        let waits = |f: &&mut Flight| !f.is_sent && f.not_before <= now && (inside || opens(&f.message));
        let Some(flight) = self.flights.iter_mut().find(waits) else { return false };
        flight.is_sent = true;
        let message = flight.message.clone();
        self.send(&message);
        true
    }

    /// Asks for its room.
    pub(super) fn resume(&mut self) {
        let Some(room_id) = self.room else { return };
        let command_id = self.fresh_id();
        let (last_seq, epoch) =
            self.view.as_ref().map_or((Seq(0), Epoch(0)), |view| (view.seq(), view.epoch()));
        self.stage = Stage::Resuming(command_id.clone());
        self.send(&ResumeRoom { command_id, room_id, last_seq, epoch }.into());
    }

    /// Is in no room any more, and sends nothing to it again.
    fn leave(&mut self) {
        (self.room, self.view, self.drafted) = (None, None, None);
        self.flights.clear();
        if self.line.is_some() {
            self.stage = Stage::Outside;
        }
    }

    /// Takes in what arrives.
    pub(super) fn hear(&mut self, down: Down) -> Result<(), Broken> {
        match down {
            Down::Ping => {
                if let Some((_, pipe)) = &self.line {
                    pipe.pong();
                }
                Ok(())
            }
            Down::Close => {
                if let Some((_, pipe)) = &self.line {
                    pipe.notice();
                }
                self.disconnected();
                Ok(())
            }
            Down::Said(message) => {
                self.listen(&message).map_err(|broken| format!("client {}: {broken}", self.number))
            }
        }
    }

    fn listen(&mut self, message: &ServerToClient) -> Result<(), Broken> {
        match message {
            ServerToClient::Welcome(welcome) => {
                if welcome.token.is_some() {
                    self.token.clone_from(&welcome.token);
                }
                if self.player.replace(welcome.player_id).is_some_and(|before| before != welcome.player_id) {
                    return Err("a token is another player's".to_owned());
                }
                self.stage = Stage::Outside;
                self.resume_at = Instant::now();
            }
            ServerToClient::RoomJoined(joined) => {
                self.room = Some(joined.room_id);
                self.answered(&joined.command_id);
            }
            ServerToClient::Snapshot(snapshot) => self.snapshot(snapshot)?,
            ServerToClient::Resumed(resumed) => {
                if self.stage != Stage::Resuming(resumed.command_id.clone()) || self.view.is_none() {
                    return Err("resumed what was not asked for".to_owned());
                }
                self.stage = Stage::Inside;
                self.hear_live(message);
            }
            ServerToClient::Event(event) => {
                let Some(view) = &mut self.view else { return Ok(()) };
                let you = view.room().you.clone();
                view.apply(event).map_err(|gap| gap.to_string())?;
                self.is_another |= view.room().you != you;
                let me = self.player;
                let out = match event.event {
                    Event::RoomClosed { .. } => true,
                    Event::PlayerRemoved { player_id } | Event::PlayerLeft { player_id, .. } => {
                        Some(player_id) == me
                    }
                    _ => false,
                };
                if out {
                    self.leave();
                }
            }
            ServerToClient::HistoryRewound(_) => self.view = None,
            ServerToClient::Error(error) if error.code == ErrorCode::BadToken => {
                // Who was in no room yet is not stored, and forgotten with the process.
                if self.room.is_some() {
                    return Err("the token of somebody who is in a room is not known".to_owned());
                }
                (self.token, self.player) = (None, None);
                self.flights.clear();
            }
            ServerToClient::Error(error) => self.refused(error),
            ServerToClient::DraftVerdict(verdict) => {
                self.drafted.take_if(|number| *number <= verdict.draft);
                self.hear_live(message);
            }
            ServerToClient::Accepted(accepted) => self.answered(&accepted.command_id),
            ServerToClient::Arranged(arranged) => self.answered(&arranged.command_id),
            ServerToClient::Hint(hint) => self.answered(&hint.command_id),
            other => self.hear_live(other),
        }
        Ok(())
    }

    fn hear_live(&mut self, message: &ServerToClient) {
        if let Some(view) = &mut self.view {
            view.hear(message, Instant::now());
        }
    }

    fn answered(&mut self, command: &CommandId) {
        let Some(at) = self.flights.iter().position(|flight| flight.id == *command) else { return };
        let flight = self.flights.remove(at);
        if matches!(flight.message, ClientToServer::LeaveRoom(_)) {
            self.leave();
        }
    }

    fn snapshot(&mut self, snapshot: &Snapshot) -> Result<(), Broken> {
        if let Some(view) = &self.view
            && self.stage == Stage::Inside
            && !self.is_another
            && (view.seq(), view.epoch()) == (snapshot.seq, snapshot.epoch)
        {
            compare(view.room(), &snapshot.room, self.drafted.is_none())?;
            self.compared += 1;
        }
        if let Some(id) = &snapshot.command_id {
            self.answered(id);
        }
        self.room = Some(snapshot.room.room_id);
        self.view = Some(LocalView::of(snapshot, Instant::now()));
        (self.stage, self.is_another) = (Stage::Inside, false);
        Ok(())
    }

    fn refused(&mut self, error: &sarja_protocol::ErrorMessage) {
        let Some(id) = &error.command_id else { return };
        let wait = Duration::from_millis(error.retry_after_ms.unwrap_or(500).into());
        let again = may_be_tried_again(error.code) && error.code != ErrorCode::RoomClosed;
        if self.stage == Stage::Resuming(id.clone()) {
            if again {
                (self.stage, self.resume_at) = (Stage::Outside, Instant::now() + wait);
            } else {
                self.leave();
            }
            return;
        }
        let Some(at) = self.flights.iter().position(|flight| flight.id == *id) else { return };
        let leaves = matches!(self.flights[at].message, ClientToServer::LeaveRoom(_));
        if again && !(leaves && error.code == ErrorCode::NotInRoom) {
            (self.flights[at].is_sent, self.flights[at].not_before) = (false, Instant::now() + wait);
        } else {
            self.flights.remove(at);
            if let Some((line, _)) = &self.line {
                self.witness.heard_refusal(*line, id);
            }
        }
    }
}

/// Whether what was folded is what is fresh, with the draft unless one is on its way.
pub(super) fn compare(folded: &RoomView, fresh: &RoomView, with_draft: bool) -> Result<(), Broken> {
    if folded == fresh {
        return Ok(());
    }
    let (folded, fresh) = (json!(folded), json!(fresh));
    let fields = fresh.as_object().into_iter().chain(folded.as_object()).flatten().map(|(field, _)| field);
    for field in fields.filter(|field| with_draft || *field != "draft") {
        if folded[field] != fresh[field] {
            return Err(format!(
                "a fold differs from a fresh snapshot in `{field}`: {}\n    and not {}",
                folded[field], fresh[field]
            ));
        }
    }
    Ok(())
}
