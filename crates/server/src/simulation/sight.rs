//! Which tiles a viewer may see, and which a frame holds.

use sarja_protocol::{Drafts, Event, PlayerId, Snapshot};
use sarja_rules::{Face, FaceCounts, Seat};

use crate::room::{Game, Room};

/// What there is to be seen in a room after an event.
#[derive(Clone, Debug, Default)]
pub(super) struct Sight {
    racks: Vec<FaceCounts>,
    seats: Vec<(PlayerId, Seat)>,
    /// The table, the top of the pile, and tiles that were drawn for the starter.
    open: FaceCounts,
    starters: FaceCounts,
    /// All racks lie open: the round is over.
    revealed: bool,
    mover: Option<Seat>,
    drafts: bool,
}

impl Sight {
    /// Takes note of an event that has just been applied.
    pub(super) fn note(&mut self, room: &Room, event: &Event) {
        match event {
            Event::ShuffleCommitted { .. } => (self.revealed, self.starters) = (false, FaceCounts::EMPTY),
            Event::RoundEnded { .. } | Event::MatchAbandoned { .. } => self.revealed = true,
            Event::StarterTileDrawn { tile, .. } => self.starters.add(*tile),
            _ => {}
        }
        self.open = match room.game() {
            None => FaceCounts::EMPTY,
            Some(Game::Rummikub(round)) => round.table().iter().flat_map(|p| p.set.tiles()).collect(),
            Some(Game::Rommikubbi(deal)) => {
                deal.table().iter().flat_map(|p| p.set.tiles()).copied().chain(deal.pile_top()).collect()
            }
        };
        self.open.extend(self.starters.tiles());
        let rack = |seat| room.game().and_then(|game| game.rack(Seat(seat))).cloned();
        self.racks.clear();
        self.racks.extend((0..6).map_while(rack));
        self.seats.clear();
        self.seats.extend(room.members().iter().filter_map(|m| Some((m.player, room.seat_of(m.player)?))));
        self.mover = room.game().filter(|game| !game.is_over()).map(Game::seat);
        self.drafts = room.settings().is_some_and(|settings| settings.drafts == Drafts::Shown);
    }

    fn rack_of(&self, viewer: PlayerId) -> Option<&FaceCounts> {
        let (_, seat) = self.seats.iter().find(|(player, _)| *player == viewer)?;
        self.racks.get(seat.index())
    }

    /// Whether a frame holds no tile that this viewer may not see; those of a draft are its mover's, where drafts are shown.
    pub(super) fn allows(&self, viewer: PlayerId, frame: &str, has_draft: bool) -> Result<(), String> {
        let mut allowed = self.open.clone();
        let mut may_see = |rack: &FaceCounts| allowed.extend(rack.tiles());
        self.rack_of(viewer).into_iter().for_each(&mut may_see);
        if self.revealed {
            self.racks.iter().for_each(&mut may_see);
        }
        if has_draft && self.drafts {
            self.mover.and_then(|mover| self.racks.get(mover.index())).into_iter().for_each(&mut may_see);
        }
        match faces(frame).find(|face| allowed.of(*face) == 0) {
            None => Ok(()),
            Some(face) => Err(format!("{viewer} is shown {face}, a tile that he may not see")),
        }
    }

    /// Whether the rack of a snapshot is the viewer's, and no more than that.
    pub(super) fn has_rack(&self, viewer: PlayerId, snapshot: &Snapshot) -> Result<(), String> {
        let Some(told) = snapshot.room.round.as_ref().and_then(|round| round.rack.as_ref()) else {
            return Ok(());
        };
        let told: FaceCounts = told.iter().copied().collect();
        match self.rack_of(viewer) {
            // After a match others may have the seats.
            _ if self.revealed => Ok(()),
            Some(rack) if *rack == told => Ok(()),
            _ => Err(format!("{viewer} is shown a rack with a tile that he may not see: {told:?}")),
        }
    }
}

/// The tiles that a frame names, but for what jokers stand for, which follows from what lies beside them.
fn faces(frame: &str) -> impl Iterator<Item = Face> {
    let mut field = "";
    let mut parts = frame.split('"').skip(1);
    std::iter::from_fn(move || {
        loop {
            let (text, after) = (parts.next()?, parts.next().unwrap_or_default());
            if after.starts_with(':') {
                field = text;
            } else if field != "stands_for" && text.len() <= 3 {
                let face = text.parse().ok();
                if face.is_some() {
                    return face;
                }
            }
        }
    })
}
