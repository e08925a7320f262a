//! What there is to be seen in a room at each event: the fold of its log with the secrets of the store.

use std::collections::{BTreeMap, BTreeSet};

use sarja_protocol::{LinkSecret, PlayerId, RoomCode, RoomId, RoomMs};
use sarja_rules::{Face, Seat, rummikub};
use sarja_server::room::{Event, Room};
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
                moments.push(moment(&room, event, before));
            }
        }
        Self { moments, secrets }
    }

    /// The room after the event with this number.
    pub(crate) fn at(&self, seq: u64) -> &Moment {
        &self.moments[usize::try_from(seq).unwrap() - 1]
    }
}

fn moment(room: &Room, event: &Event, before: Moment) -> Moment {
    let mut now = Moment { drawn: None, ..before };
    match event {
        Event::ShuffleCommitted { deal, .. } => {
            now.deal = *deal;
            now.starter_draws.clear();
            now.revealed = false;
        }
        Event::Dealt { deal, .. } => {
            now.values_out.insert(*deal);
        }
        Event::StarterTileDrawn { tile, .. } => now.starter_draws.push(tile.to_string()),
        Event::MatchAbandoned { .. } => now.reveal(),
        Event::Rummikub(game) if matches!(game.event, rummikub::Event::RoundEnded { .. }) => now.reveal(),
        _ => {}
    }
    let racks: Vec<Tiles> = room.round().map_or_else(Vec::new, |round| {
        round.players().iter().map(|player| faces(player.rack().tiles())).collect()
    });
    if let Event::Rummikub(game) = event
        && let rummikub::Event::TilesDrawn { seat, .. } = &game.event
    {
        now.drawn = Some((*seat, minus(&racks[seat.index()], &now.racks[seat.index()]).unwrap()));
    }
    now.racks = racks;
    let round = room.round();
    now.table =
        round.map_or_else(Vec::new, |round| faces(round.table().iter().flat_map(|set| set.set.tiles())));
    now.mover = round.filter(|round| round.end().is_none()).map(rummikub::Round::seat);
    now.drafts_shown =
        room.settings().is_some_and(|settings| settings.drafts == sarja_protocol::Drafts::Shown);
    now.seats = room.members().iter().filter_map(|m| Some((m.player, room.seat_of(m.player)?))).collect();
    now.starter_draws.sort();
    now
}

impl Moment {
    fn reveal(&mut self) {
        self.revealed = true;
        self.secrets_out.insert(self.deal);
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
