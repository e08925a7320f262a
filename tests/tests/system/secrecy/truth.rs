//! What there is to be seen in a room at each event: the fold of its log with the secrets of the store.

use std::collections::{BTreeMap, BTreeSet};

use sarja_protocol::{LinkSecret, PlayerId, RoomCode, RoomId, RoomMs};
use sarja_rules::{
    Face, FaceCounts, Seat,
    rommikubbi::{Deal, DealEvent, Taken},
    rummikub,
};
use sarja_server::room::{Event, Game, Room};
use sarja_store::LoadedRoom;

/// Tiles in ascending order, as faces.
pub(crate) type Tiles = Vec<String>;

/// The room after an event.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moment {
    pub(crate) racks: Vec<Tiles>,
    pub(crate) table: Tiles,
    pub(crate) starter_draws: Tiles,
    /// Which seat each player has, or had when the match ended.
    pub(crate) seats: BTreeMap<PlayerId, Seat>,
    /// Whether the racks of the round lie open, as they do when it is over.
    pub(crate) revealed: bool,
    pub(crate) drafts_shown: bool,
    /// Whose turn it is.
    pub(crate) mover: Option<Seat>,
    /// The tiles that the event itself moved from the pool.
    pub(crate) drawn: Option<(Seat, Tiles)>,
    /// The discards of Rommikubbi, from the bottom to the top.
    pub(crate) pile: Tiles,
    /// The last event that changed that pile.
    pub(crate) pile_since: u64,
    /// What the player whose turn it is has taken; a pile from the bottom to the top.
    pub(crate) taken: Tiles,
    /// What lay below the top of a pile that was taken in this turn.
    pub(crate) below: Tiles,
    /// The deal in progress, or the last one.
    pub(crate) deal: u32,
    /// The deals whose secret is out.
    pub(crate) secrets_out: BTreeSet<u32>,
    /// The deals whose players' values are out.
    pub(crate) values_out: BTreeSet<u32>,
}

/// The whole truth of a room.
#[derive(Debug)]
pub(crate) struct Truth {
    /// By the number of the event, the first being 1.
    moments: Vec<Moment>,
    /// The secrets of the deals, in hexadecimal digits.
    pub(crate) secrets: BTreeMap<u32, String>,
}

impl Truth {
    pub(crate) fn of(loaded: LoadedRoom) -> Self {
        let code: RoomCode = loaded.room.code.as_str().parse().unwrap();
        let mut room = Room::empty(RoomId(loaded.room.id.0), code, LinkSecret::from_bytes(&[0; 16]));
        let mut secrets = BTreeMap::new();
        for secret in loaded.secrets {
            if secret.deal.0 > 0 {
                secrets.insert(secret.deal.0, sarja_protocol::Hex32(*secret.secret.expose()).to_string());
            }
            room.learn_secret(secret.deal.0, secret.secret);
        }
        let mut moments: Vec<Moment> = Vec::new();
        for row in &loaded.rows {
            let events: Vec<Event> = serde_json::from_str(&row.events).unwrap();
            for event in &events {
                room.apply(RoomMs(row.at_ms.unsigned_abs()), event);
                let before = moments.last().cloned().unwrap_or_default();
                moments.push(moment(&room, event, before, moments.len() as u64 + 1));
            }
        }
        Self { moments, secrets }
    }

    /// The room after the event with this number.
    pub(crate) fn at(&self, seq: u64) -> &Moment {
        &self.moments[usize::try_from(seq).unwrap() - 1]
    }
}

fn moment(room: &Room, event: &Event, before: Moment, seq: u64) -> Moment {
    let mut now = Moment { drawn: None, ..before };
    match event {
        Event::ShuffleCommitted { deal, .. } => {
            now.deal = *deal;
            now.starter_draws.clear();
            now.pile.clear();
            now.revealed = false;
        }
        Event::Dealt { deal, .. } => {
            now.values_out.insert(*deal);
        }
        Event::StarterTileDrawn { tile, .. } => now.starter_draws.push(tile.to_string()),
        Event::MatchAbandoned { .. } => now.reveal(),
        Event::Rummikub(game) if matches!(game.event, rummikub::Event::RoundEnded { .. }) => now.reveal(),
        Event::Rommikubbi(game) => now.note_pile(&game.event, seq),
        _ => {}
    }
    let racks = racks(room);
    let drawer = match event {
        Event::Rummikub(game) => match game.event {
            rummikub::Event::TilesDrawn { seat, .. } => Some(seat),
            _ => None,
        },
        Event::Rommikubbi(game) => match game.event {
            DealEvent::StockTaken { seat, .. } => Some(seat),
            _ => None,
        },
        _ => None,
    };
    now.drawn = drawer.map(|seat| (seat, minus(&racks[seat.index()], &now.racks[seat.index()]).unwrap()));
    now.racks = racks;
    now.table = table(room);
    now.mover = room.game().filter(|game| !game.is_over()).map(Game::seat);
    now.note_taken(room.deal());
    now.drafts_shown =
        room.settings().is_some_and(|settings| settings.drafts == sarja_protocol::Drafts::Shown);
    now.seats = room.members().iter().filter_map(|m| Some((m.player, room.seat_of(m.player)?))).collect();
    now.starter_draws.sort();
    now
}

fn racks(room: &Room) -> Vec<Tiles> {
    let seats = room.game().map_or(0, |game| match game {
        Game::Rummikub(round) => round.players().len(),
        Game::Rommikubbi(deal) => deal.players().len(),
    });
    let rack =
        |seat| room.game().and_then(|game| game.rack(Seat(seat))).unwrap_or(&FaceCounts::EMPTY).to_vec();
    (0..seats as u8).map(|seat| faces(rack(seat))).collect()
}

fn table(room: &Room) -> Tiles {
    match room.game() {
        None => Tiles::new(),
        Some(Game::Rummikub(round)) => faces(round.table().iter().flat_map(|set| set.set.tiles())),
        Some(Game::Rommikubbi(deal)) => faces(deal.table().iter().flat_map(|set| set.set.tiles())),
    }
}

impl Moment {
    fn reveal(&mut self) {
        self.revealed = true;
        self.secrets_out.insert(self.deal);
    }

    /// The pile after an event: what lies below its top is told by no view, only by what was discarded.
    fn note_pile(&mut self, event: &DealEvent, seq: u64) {
        match event {
            DealEvent::TileDiscarded { tile, .. } => self.pile.push(tile.to_string()),
            DealEvent::PileTaken { .. } | DealEvent::PileTurnedOver { .. } => self.pile.clear(),
            DealEvent::PileGivenBack { .. } => self.pile.clone_from(&self.taken),
            DealEvent::DealEnded { .. } => return self.reveal(),
            _ => return,
        }
        self.pile_since = seq;
    }

    fn note_taken(&mut self, deal: Option<&Deal>) {
        let Some(deal) = deal else { return };
        assert_eq!(deal.pile_top().map(|face| face.to_string()).as_ref(), self.pile.last());
        assert_eq!(deal.pile(), self.pile.len());
        let in_order = |tiles: &[Face]| tiles.iter().map(Face::to_string).collect();
        (self.taken, self.below) = match deal.taken() {
            Taken::Nothing => (Tiles::new(), Tiles::new()),
            Taken::Fifteenth(face) | Taken::Stock(face) => (vec![face.to_string()], Tiles::new()),
            Taken::Pile(tiles) => (in_order(tiles), in_order(&tiles[..tiles.len() - 1])),
        };
    }
}

fn faces<T: std::borrow::Borrow<Face>>(tiles: impl IntoIterator<Item = T>) -> Tiles {
    let mut faces: Tiles = tiles.into_iter().map(|face| face.borrow().to_string()).collect();
    faces.sort();
    faces
}

/// What is left of tiles when others are taken away; `None` if those are not among them.
pub(crate) fn minus(tiles: &[String], less: &[String]) -> Option<Tiles> {
    let mut left = tiles.to_vec();
    for tile in less {
        let at = left.iter().position(|other| other == tile)?;
        left.remove(at);
    }
    Some(left)
}
