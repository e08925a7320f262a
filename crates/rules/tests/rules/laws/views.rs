//! What a viewer sees never depends on a tile that he may not see.

use proptest::prelude::*;
use sarja_rules::{
    Face, Seat, TurnNumber, Viewer,
    rummikub::{Event, Round},
};

use super::{
    arbitrary::config,
    walk::{Walk, apply, walk},
};

/// Where the tiles of a deal went, by their places in its order.
struct Places {
    racks: Vec<Vec<usize>>,
    pool: Vec<usize>,
}

impl Places {
    fn of(walk: &Walk) -> Self {
        let size = usize::from(walk.ruleset.rack);
        let dealt = size * usize::from(walk.players);
        let racks = (0..dealt).collect::<Vec<_>>().chunks(size).map(<[usize]>::to_vec).collect();
        Self { racks, pool: (dealt..walk.order.len()).collect() }
    }

    fn follow(&mut self, event: &Event, order: &[Face]) {
        match event {
            Event::TilesDrawn { seat, count, .. } => {
                let drawn = self.pool.drain(..usize::from(*count));
                self.racks[seat.index()].extend(drawn);
            }
            Event::SetsPlayed { seat, from_rack, .. } => {
                for face in from_rack {
                    let rack = &mut self.racks[seat.index()];
                    let at = rack.iter().position(|&p| order[p] == *face).unwrap();
                    rack.remove(at);
                }
            }
            _ => {}
        }
    }

    /// The places whose tiles this viewer does not know.
    fn hidden_from(&self, viewer: Viewer) -> Vec<usize> {
        let own = |seat: usize| matches!(viewer, Viewer::Player(Seat(s)) if usize::from(s) == seat);
        let racks = self.racks.iter().enumerate().filter(|(seat, _)| !own(*seat)).flat_map(|(_, r)| r);
        racks.chain(&self.pool).copied().collect()
    }
}

/// The same deal with the tiles of these places turned round among them.
fn exchanged(order: &[Face], places: &[usize], by: usize) -> Vec<Face> {
    let mut other = order.to_vec();
    for (i, &place) in places.iter().enumerate() {
        other[place] = order[places[(i + by) % places.len()]];
    }
    other
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn a_view_never_depends_on_hidden_tiles(walk in walk(120), by in 1..100usize) {
        let mut places = Places::of(&walk);
        let mut log: Vec<Event> = Vec::new();
        let mut state = walk.deal();
        walk.go(|round, events| {
            if round.end().is_none() {
                log.extend(events.iter().cloned());
                for event in events {
                    places.follow(event, &walk.order);
                }
                state = round.clone();
            }
        });
        let seats = (0..walk.players).map(|s| Viewer::Player(Seat(s)));
        for viewer in seats.chain([Viewer::Spectator]) {
            let hidden = places.hidden_from(viewer);
            let order = exchanged(&walk.order, &hidden, by);
            let mut other =
                Round::deal(&walk.ruleset, walk.players, Seat(0), TurnNumber(0), &order).unwrap();
            apply(&mut other, &log);
            prop_assert_eq!(other.view(viewer), state.view(viewer));
        }
    }

    #[test]
    fn a_view_shows_the_own_rack_and_no_other(walk in walk(120)) {
        walk.go(|round, _| {
            for seat in 0..walk.players {
                let view = round.view(Viewer::Player(Seat(seat)));
                assert_eq!(view.rack, Some(round.player(Seat(seat)).unwrap().rack().to_vec()));
            }
            let spectator = round.view(Viewer::Spectator);
            assert_eq!(spectator.rack, None);
            for (shown, player) in spectator.players.iter().zip(round.players()) {
                assert_eq!(shown.tiles, player.rack().total());
            }
        });
    }
}

#[test]
fn exchanging_hidden_tiles_changes_the_round_and_no_view() {
    let walk = Walk {
        ruleset: sarja_rules::Ruleset::default(),
        players: 2,
        order: sarja_rules::Ruleset::default().tiles.faces().collect(),
        steps: Vec::new(),
    };
    let viewer = Viewer::Player(Seat(0));
    let order = exchanged(&walk.order, &Places::of(&walk).hidden_from(viewer), 5);
    let other = Walk { order, ..walk.clone() }.deal();
    assert_ne!(other, walk.deal());
    assert_eq!(other.view(viewer), walk.deal().view(viewer));
    assert_ne!(other.view(Viewer::Player(Seat(1))), walk.deal().view(Viewer::Player(Seat(1))));
}
