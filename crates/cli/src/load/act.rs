//! What a player of the load sends.

use std::time::Duration;

use rand::RngExt as _;
use sarja_client::bare::Socket;
use sarja_protocol::{ClientToServer, Draft, DraftNumber, LaidSet, TurnNumber};
use sarja_rules::Face;
use tokio::time::Instant;

use super::{
    chaos::Cut,
    deeds::{self, Flight, Purpose},
    known::{Deed, Due},
    player::{Leaving, Over, Part, Player},
};

/// How often it is looked whether all others of a room have taken their last look: who goes first closes the room for them.
const LOOKED_EVERY: Duration = Duration::from_millis(20);

impl Player {
    /// What asks for the room on a new connection; `None` if the load is over first.
    pub(super) async fn enter(&mut self) -> Option<Flight> {
        if let Some(known) = &self.known {
            let id = self.ids.next();
            return Some(Flight::new(id.clone(), &deeds::resume(id, known), Purpose::Enter));
        }
        if let Some(mut again) = self.entering.take() {
            // Whether it was done is not known: sent again under its id it is done once.
            again.again(Instant::now());
            return Some(again);
        }
        let name = self.name();
        let message = if self.place == 0 {
            deeds::create(self.ids.next(), name, self.world.plan.settings())
        } else {
            let way = tokio::select! {
                way = self.room.way() => way?,
                () = self.world.stop.cancelled() => return None,
            };
            deeds::join(self.ids.next(), name, way)
        };
        let id = message.command_id()?.clone();
        Some(Flight::new(id, &message, Purpose::Enter))
    }

    /// Sends what can be sent now, and tells when to look again.
    ///
    /// # Errors
    /// The connection is over.
    pub(super) async fn step(&mut self, socket: &mut Socket) -> Result<Option<Instant>, Over> {
        let now = Instant::now();
        let stays = self.leaving == Leaving::NotYet;
        let cut = self.cut.filter(|(_, cut)| *cut != Cut::AfterSending && stays);
        if let Some((at, cut)) = cut
            && at <= now
        {
            return Err(Over::Cut(cut));
        }
        let cut_at = cut.map(|(at, _)| at);
        if self.entering.is_none() && self.flight.is_none() {
            match self.next_flight(now) {
                Ok(flight) => self.flight = Some(flight),
                Err(wait) => {
                    let draft_at = self.draft(socket, now, wait).await?;
                    return Ok([wait, draft_at, cut_at].into_iter().flatten().min());
                }
            }
        }
        let pace = self.pace.next_at();
        let Some(flight) = self.entering.as_mut().or(self.flight.as_mut()) else { return Ok(cut_at) };
        if flight.sent {
            return Ok(cut_at);
        }
        let at = flight.not_before.max(pace);
        if at > now {
            return Ok(Some(cut_at.map_or(at, |cut_at| at.min(cut_at))));
        }
        flight.sent = true;
        let (text, purpose) = (flight.text.clone(), flight.purpose);
        self.pace.spend(now);
        if let Purpose::Move(turn) = purpose
            && self.moving.is_none_or(|(moving, _)| moving != turn)
        {
            self.moving = Some((turn, now));
        }
        socket.send(text).await.map_err(|_| Over::Lost)?;
        match self.cut {
            Some((at, cut @ Cut::AfterSending)) if at <= now && self.leaving == Leaving::NotYet => {
                Err(Over::Cut(cut))
            }
            _ => Ok(cut_at),
        }
    }

    /// The next command, or when to look again for one.
    fn next_flight(&mut self, now: Instant) -> Result<Flight, Option<Instant>> {
        let flight = |id, message: ClientToServer, purpose| Ok(Flight::new(id, &message, purpose));
        let id = self.ids.next();
        match self.leaving {
            Leaving::NotYet => {}
            Leaving::Soon => return flight(id.clone(), deeds::look(id), Purpose::LookLast),
            Leaving::Seen if !self.room.all_looked() => return Err(Some(now + LOOKED_EVERY)),
            Leaving::Seen => return flight(id.clone(), deeds::leave(id), Purpose::Leave),
            Leaving::Done => return Err(None),
        }
        if self.looks {
            self.looks = false;
            return flight(id.clone(), deeds::look(id), Purpose::Look);
        }
        let host = (self.place == 0).then_some(self.room.players);
        let caused = self.caused;
        let plays = self.part == Part::Plays;
        let Some(known) = self.known.as_mut().filter(|known| plays && known.seq >= caused) else {
            return Err(None);
        };
        match known.due(host, self.shared) {
            None => Err(None),
            Some(Due::Deed(deed)) => {
                if let Deed::ShareValue(deal) = deed {
                    self.shared = Some(deal);
                }
                flight(id.clone(), deeds::deed(id, deed, &mut self.chance), Purpose::Deed(deed))
            }
            Some(Due::Move(turn)) => {
                if let Some(slot) = self.room.slot().filter(|slot| *slot > now) {
                    return Err(Some(slot));
                }
                let simple =
                    if self.refused == Some(turn) { None } else { known.choose(&self.world.ruleset).ok() };
                let action = simple.unwrap_or_else(|| known.give_up());
                self.room.moved(now);
                flight(id.clone(), deeds::make_move(id, turn, action), Purpose::Move(turn))
            }
        }
    }

    /// Shows a draft where it is time for one, while the own turn waits for its move, and tells when the next one is due.
    async fn draft(
        &mut self,
        socket: &mut Socket,
        now: Instant,
        moves_at: Option<Instant>,
    ) -> Result<Option<Instant>, Over> {
        let Some(every) = self.world.plan.draft_every() else { return Ok(None) };
        let Some(known) = self.known.as_mut().filter(|_| moves_at.is_some()) else { return Ok(None) };
        let Some(turn) = known.turn.filter(|turn| Some(turn.seat) == known.seat) else { return Ok(None) };
        if self.draft_at > now {
            return Ok(Some(self.draft_at));
        }
        let number = if self.drafted.0 == turn.turn { self.drafted.1 + 1 } else { 1 };
        self.drafted = (turn.turn, number);
        let rack: Vec<Face> = known.rack().tiles().collect();
        let Ok(sets) = known.sets() else { return Ok(None) };
        let mut table: Vec<LaidSet> = sets
            .iter()
            .map(|set| LaidSet {
                id: Some(set.id),
                kind: Some(set.kind),
                ..LaidSet::of(set.tiles.iter().copied())
            })
            .collect();
        if !rack.is_empty() {
            let some = self.chance.random_range(0..rack.len());
            table.push(LaidSet::of(rack.into_iter().skip(some).take(3)));
        }
        let draft = Draft { turn: TurnNumber(turn.turn), draft: DraftNumber(number), table, discard: None };
        if let Some(mirror) = &mut self.mirror {
            mirror.drafted(&draft);
        }
        let text = serde_json::to_string(&ClientToServer::from(draft));
        socket.send(text.expect("messages are plain data with text keys")).await.map_err(|_| Over::Lost)?;
        if self.world.tally.is_measuring() {
            self.world.tally.drafts.one();
        }
        // Drafts that could not be sent in time are not made up for.
        self.draft_at = (self.draft_at + every).max(now);
        Ok(Some(self.draft_at))
    }
}
