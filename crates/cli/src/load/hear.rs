//! What a player of the load hears.

use std::time::Duration;

use sarja_protocol::{ServerToClient, parse_server_frame};
use tokio::time::Instant;

use super::{
    deeds::Purpose,
    frame::Frame,
    journal::Noted,
    known::{Known, Meant, OwnMove},
    player::{Leaving, Part, Player, Stopped},
    room::Way,
};

impl Player {
    /// Takes a frame in.
    ///
    /// # Errors
    /// The player cannot go on.
    pub(super) fn hear(&mut self, text: &str) -> Result<(), Stopped> {
        let tally = &self.world.tally;
        if tally.is_measuring() {
            tally.frames_in.one();
        }
        let frame = Frame::read(text)
            .map_err(|error| Stopped::GivenUp(format!("a message cannot be read: {error}")))?;
        match frame.r#type {
            "event" => self.event(frame)?,
            "accepted" => self.accepted(&frame),
            "error" => self.refused(&frame)?,
            "heartbeat" => {
                let promised = frame.epoch.zip(frame.seq);
                let known = self.known.as_ref().map(|known| (known.epoch, known.seq));
                // What the heartbeat overtook comes at once; whatever is missing then is missing.
                self.looks |= self.entering.is_none() && promised > known && self.flight.is_none();
            }
            "draft_shown" if tally.is_measuring() => {
                tally.drafts_shown.one();
                tally.draft_bytes_shown.add(text.len() as u64);
            }
            "snapshot" | "room_joined" | "resumed" | "closing" => self.whole(text)?,
            _ => {}
        }
        self.mirror_hears(text)
    }

    fn event(&mut self, frame: Frame<'_>) -> Result<(), Stopped> {
        let world = std::sync::Arc::clone(&self.world);
        let (Some(seq), Some(epoch), Some(event)) = (frame.seq, frame.epoch, frame.event) else {
            return Err(Stopped::GivenUp("an event has no number, or is none".to_owned()));
        };
        let Some(known) = &mut self.known else { return Ok(()) };
        if seq <= known.seq || epoch < known.epoch {
            return Ok(());
        }
        if seq != known.seq + 1 {
            // A snapshot answers, and is newer than all of this.
            self.looks |= self.flight.as_ref().is_none_or(|flight| flight.purpose != Purpose::Look);
            return Ok(());
        }
        (known.seq, known.epoch) = (seq, epoch);
        self.room.hear(seq, &event, &world.tally);
        let meant = known.fold(event).map_err(|misfit| Stopped::GivenUp(format!("event {seq}: {misfit}")))?;
        match meant {
            Meant::OwnMove(own) => self.moved(own),
            Meant::TurnBegan if self.place == 0 && self.room.goes_on() => world.tally.rooms.one(),
            Meant::TimeOut if self.place == 0 => world.tally.time_outs.one(),
            Meant::RoundEnd if self.place == 0 && world.tally.is_measuring() => world.tally.rounds.one(),
            Meant::RoomClosed if self.leaving == Leaving::NotYet => {
                return Err(Stopped::GivenUp("the room was closed".to_owned()));
            }
            _ => {}
        }
        world.tally.lost_acknowledged.add(self.proof.told_up_to(seq));
        Ok(())
    }

    /// An own move was told.
    fn moved(&mut self, own: OwnMove) {
        let tally = &self.world.tally;
        self.proof.happened(own.turn());
        // One that time made was not sent.
        let Some((_, sent)) = self.moving.take_if(|(turn, _)| *turn == own.turn()) else { return };
        if !tally.is_measuring() {
            return;
        }
        tally.latency.add(sent.elapsed());
        match own {
            OwnMove::Play(_) => tally.plays.one(),
            OwnMove::Draw(_) => tally.draws.one(),
            OwnMove::Pass(_) => tally.passes.one(),
        }
    }

    fn accepted(&mut self, frame: &Frame<'_>) {
        let Some(flight) = self.flight.take_if(|flight| frame.command_id == Some(flight.id.as_str())) else {
            return;
        };
        self.caused = frame.seq.unwrap_or_default();
        match flight.purpose {
            Purpose::Move(turn) => {
                let Some(seq) = frame.seq else { return };
                let known = self.known.as_ref().map_or(0, |known| known.seq);
                let lost = self.proof.acknowledged(turn, seq) + self.proof.told_up_to(known);
                self.world.tally.lost_acknowledged.add(lost);
                if let (Some(journal), Some(known), Some(player)) =
                    (&self.world.journal, &self.known, self.id)
                {
                    journal.note(&Noted { room: known.room, player, command_id: &flight.id, seq, turn });
                }
            }
            Purpose::Leave => self.leaving = Leaving::Done,
            Purpose::Enter | Purpose::Deed(_) | Purpose::Look | Purpose::LookLast => {}
        }
    }

    fn refused(&mut self, frame: &Frame<'_>) -> Result<(), Stopped> {
        let code = frame.error_code().unwrap_or_default();
        self.world.tally.refused(code);
        let Some(id) = frame.command_id else { return Ok(()) };
        let flights = [&mut self.entering, &mut self.flight];
        let Some(slot) = flights.into_iter().find(|f| f.as_ref().is_some_and(|f| f.id.as_str() == id)) else {
            return Ok(());
        };
        if let (Some(flight), Some(wait_ms)) = (slot.as_mut(), frame.retry_after_ms) {
            flight.again(Instant::now() + Duration::from_millis(wait_ms.into()));
            return Ok(());
        }
        match slot.take().map(|flight| flight.purpose) {
            // Others have gone home, and the room with them.
            Some(Purpose::Enter) if self.leaving != Leaving::NotYet => self.leaving = Leaving::Done,
            Some(Purpose::Enter) => {
                return Err(Stopped::GivenUp(format!("the room did not let it in: {code}")));
            }
            Some(Purpose::Move(turn)) => {
                self.moving = None;
                // Twice in a turn: then what is known is not so.
                self.looks |= self.refused == Some(turn);
                self.refused = Some(turn);
            }
            Some(Purpose::Deed(_)) => self.looks = true,
            Some(Purpose::Leave | Purpose::LookLast) => self.leaving = Leaving::Done,
            Some(Purpose::Look) | None => {}
        }
        Ok(())
    }

    /// Messages that come rarely, and are read whole.
    fn whole(&mut self, text: &str) -> Result<(), Stopped> {
        let message = parse_server_frame(text)
            .map_err(|error| Stopped::GivenUp(format!("a message cannot be read: {error}")))?;
        match message {
            ServerToClient::RoomJoined(joined) => {
                self.room.made(Way { code: joined.code, secret: joined.link_secret });
            }
            ServerToClient::Snapshot(snapshot) => {
                let resumed = self.entering.is_some() && self.known.is_some();
                let known = Known::of(&snapshot);
                let lost = self.proof.told_all(known.seq, known.turn.map(|turn| turn.turn));
                self.world.tally.lost_acknowledged.add(lost);
                self.caused = 0;
                self.known = Some(known);
                if resumed {
                    self.world.tally.resumed_by_snapshot.one();
                }
                if self.entering.take().is_some() {
                    self.back();
                }
                let answered = self.flight.take_if(|flight| snapshot.command_id.as_ref() == Some(&flight.id));
                if answered.is_some_and(|flight| flight.purpose == Purpose::LookLast) {
                    self.leaving = Leaving::Seen;
                    self.room.looked();
                }
            }
            ServerToClient::Resumed(_) => {
                self.entering = None;
                self.back();
            }
            ServerToClient::Closing(closing) => self.closing = Some(closing),
            _ => {}
        }
        Ok(())
    }

    /// The room is known, again or for the first time.
    fn back(&mut self) {
        if let Some(lost_at) = self.lost_at.take() {
            self.world.tally.away.add(lost_at.elapsed());
            self.world.returns.back(Instant::now());
            self.looks |= self.mirror.is_some();
        } else if self.part == Part::Idles {
            self.world.tally.idle.one();
            if self.place + 1 == self.room.players {
                self.room.goes_on();
            }
        }
    }

    fn mirror_hears(&mut self, text: &str) -> Result<(), Stopped> {
        let Some(mirror) = &mut self.mirror else { return Ok(()) };
        let message = parse_server_frame(text)
            .map_err(|error| Stopped::GivenUp(format!("a message cannot be read: {error}")))?;
        let tally = &self.world.tally;
        if let Some(compared) = mirror.hear(&message) {
            tally.views_checked.one();
            if let Err(differs) = compared {
                tally.views_wrong.one();
                tally.complain(format!(
                    "what player {} folded is not what the server says: {differs}",
                    self.number
                ));
            }
        }
        let Some((truth, room)) = self.room.truth.as_ref().zip(mirror.room()) else { return Ok(()) };
        let begins = matches!(&message, ServerToClient::Event(event) if matches!(event.event, sarja_protocol::Event::TurnStarted { .. }));
        let Some(seq) = self.known.as_ref().map(|known| known.seq).filter(|_| begins) else { return Ok(()) };
        if let Some(agreed) = super::tally::lock(truth).tell(seq, room) {
            tally.views_checked.one();
            if let Err(differs) = agreed {
                tally.views_wrong.one();
                tally.complain(differs);
            }
        }
        Ok(())
    }
}
