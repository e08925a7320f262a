//! What has to be true of every frame at the moment in which it leaves a process.

use std::hash::Hash as _;

use sarja_protocol::{
    CommandId, Epoch, ErrorMessage, EventMessage, PlayerId, RoomId, Seq, ServerToClient, Snapshot,
    SnapshotWhy,
};

use super::{
    book::Broken,
    witness::{Line, LineId, Records, may_be_tried_again},
};

impl Records {
    /// Holds a frame against what is committed.
    pub(super) fn told(&mut self, line: LineId, frame: &str, message: &ServerToClient) -> Result<(), Broken> {
        frame.hash(&mut self.hash);
        let what = match message {
            ServerToClient::Closing(closing) => closing.reason.as_str(),
            ServerToClient::Error(error) => error.code.as_str(),
            other => other.type_name(),
        };
        *self.told.entry(what).or_default() += 1;
        if self.talkative {
            println!("      {line:?} is told {frame}");
        }
        match message {
            ServerToClient::Welcome(welcome) => self.lines[line.0].player = Some(welcome.player_id),
            ServerToClient::RoomJoined(joined) => {
                if self.lines[line.0].room.replace(joined.room_id) != Some(joined.room_id) {
                    self.lines[line.0].last = None;
                }
                let player = self.lines[line.0].player.ok_or("somebody came in before he was greeted")?;
                if !self.book(joined.room_id)?.people.contains(&player) {
                    return Err("somebody is let in whose coming is not committed".to_owned());
                }
            }
            _ => {}
        }
        let Line { player: Some(player), room: Some(room), .. } = self.lines[line.0] else { return Ok(()) };
        match message {
            ServerToClient::Event(event) => self.event(line, player, room, event, frame),
            ServerToClient::Snapshot(snapshot) => self.snapshot(line, player, room, snapshot, frame),
            ServerToClient::Resumed(resumed) => {
                // The client said which event it knows; those after it follow.
                self.lines[line.0].last = Some((Seq(resumed.from_seq.0 - 1), Epoch(0)));
                Ok(())
            }
            ServerToClient::Accepted(accepted) => match accepted.seq {
                Some(seq) => self.acknowledged(player, room, &accepted.command_id, seq),
                None => Ok(()),
            },
            ServerToClient::Error(error) => self.refused(line, player, room, error),
            ServerToClient::HistoryRewound(_) if !self.were_two => {
                Err("history is rewound though the room had one owner at a time".to_owned())
            }
            ServerToClient::Heartbeat(beat) => {
                let known = self.book(room)?.room.seq();
                match beat.seq.filter(|seq| *seq > known) {
                    Some(seq) => Err(format!("a heartbeat names event {seq}, which is not committed")),
                    None => Ok(()),
                }
            }
            ServerToClient::DraftShown(_) => {
                let last = self.lines[line.0].last;
                let book = self.book(room)?;
                match last.and_then(|(seq, _)| book.entry(seq)) {
                    Some(entry) => entry.sight.allows(player, frame, true),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    fn event(
        &mut self,
        line: LineId,
        player: PlayerId,
        room: RoomId,
        message: &EventMessage,
        frame: &str,
    ) -> Result<(), Broken> {
        let (seq, epoch) = (message.seq, message.epoch);
        let last = self.lines[line.0].last;
        let entry = self.book(room)?.entry(seq);
        let entry = entry.ok_or_else(|| format!("event {seq} is told before it is committed"))?;
        if *entry.shown.to(player) != message.event || (entry.at_ms, entry.epoch) != (message.at_ms, epoch) {
            return Err(format!("event {seq} is not told as it is committed: {entry:?}"));
        }
        entry.sight.allows(player, frame, false)?;
        match last {
            Some((before, _)) if seq != before.next() => {
                return Err(format!("event {seq} is told after {before}"));
            }
            Some((_, before)) if epoch < before => {
                return Err(format!("epoch {epoch} is told after {before}"));
            }
            None => return Err(format!("event {seq} is told before a snapshot")),
            Some(_) => {}
        }
        self.lines[line.0].last = Some((seq, epoch));
        Ok(())
    }

    fn snapshot(
        &mut self,
        line: LineId,
        player: PlayerId,
        room: RoomId,
        snapshot: &Snapshot,
        frame: &str,
    ) -> Result<(), Broken> {
        let (seq, epoch) = (snapshot.seq, snapshot.epoch);
        let entry = self.book(room)?.entry(seq);
        let entry = entry.ok_or_else(|| format!("a snapshot shows event {seq}, which is not committed"))?;
        entry.sight.has_rack(player, snapshot)?;
        entry.sight.allows(player, frame, snapshot.room.draft.is_some())?;
        if let Some((before, last_epoch)) = self.lines[line.0].last
            && snapshot.why != SnapshotWhy::Rewound
            && (seq < before || epoch < last_epoch)
        {
            return Err(format!("a snapshot of {seq} in epoch {epoch} comes after {before} in {last_epoch}"));
        }
        self.lines[line.0].last = Some((seq, epoch));
        Ok(())
    }

    fn acknowledged(
        &mut self,
        player: PlayerId,
        room: RoomId,
        command: &CommandId,
        seq: Seq,
    ) -> Result<(), Broken> {
        self.acknowledged += 1;
        match self.book(room)?.done(player, command) {
            Some(done) if done == seq => Ok(()),
            Some(done) => {
                Err(format!("command {command} is acknowledged with {seq} and was done with {done}"))
            }
            None => Err(format!("command {command} is acknowledged before it is committed")),
        }
    }

    fn refused(
        &mut self,
        line: LineId,
        player: PlayerId,
        room: RoomId,
        error: &ErrorMessage,
    ) -> Result<(), Broken> {
        let Some(id) = error.command_id.clone().filter(|_| !may_be_tried_again(error.code)) else {
            return Ok(());
        };
        let key = (player, id);
        if matches!(self.commands.get(&key), None | Some(&"leave_room" | &"join_room" | &"resume_room")) {
            return Ok(());
        }
        let told = self.lines[line.0].last;
        let book = self.book(room)?;
        if told.is_none_or(|(_, epoch)| epoch < book.epoch) {
            // Its room is another's by now, who may have done what this one knows nothing of.
            return Ok(());
        }
        self.refusals.insert((line, key.1), (room, player, error.code));
        Ok(())
    }

    /// What can be said only when all is over: what was refused is not in the log.
    pub(super) fn check_refusals(&self) -> Result<(), Broken> {
        for (command, room, player, code) in &self.refused {
            let Some(book) = self.books.get(room) else { continue };
            if let Some(seq) = book.done(*player, command) {
                // What a hint said is in no log: whoever did not hear it asks anew, and may come too late for the turn.
                let is_hint = book
                    .entry(seq)
                    .is_some_and(|e| matches!(e.shown.public, sarja_protocol::Event::HintTaken { .. }));
                if is_hint && *code == sarja_protocol::ErrorCode::StaleTurn {
                    continue;
                }
                return Err(format!(
                    "command {command} of {player} was refused with `{}` and is event {seq}",
                    code.as_str()
                ));
            }
        }
        Ok(())
    }
}
