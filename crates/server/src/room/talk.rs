//! Chat and reactions (rooms.md 15).

use sarja_protocol::{ChatText, ErrorCode, Phase, PlayerId, Reaction, Switch};

use super::{Event, Refusal, making::Making};

impl Making<'_> {
    pub(super) fn say(&mut self, player: PlayerId, text: &ChatText) -> Result<(), Refusal> {
        let open = matches!(self.room.phase(), Phase::Lobby | Phase::BetweenRounds | Phase::MatchOver);
        if !open || self.room.settings.as_ref().is_none_or(|s| s.chat == Switch::Off) {
            return Err(Refusal::new(ErrorCode::ChatOff));
        }
        let name = self.room.member(player).map(|m| m.name.clone());
        let name = name.ok_or_else(|| Refusal::new(ErrorCode::NotInRoom))?;
        self.push(Event::ChatSaid { player, name, text: text.clone() });
        Ok(())
    }

    pub(super) fn react(&mut self, player: PlayerId, reaction: Reaction) -> Result<(), Refusal> {
        if self.room.settings.as_ref().is_none_or(|s| s.reactions == Switch::Off) {
            return Err(Refusal::new(ErrorCode::ReactionsOff));
        }
        self.done.reaction = Some((player, reaction));
        Ok(())
    }
}
