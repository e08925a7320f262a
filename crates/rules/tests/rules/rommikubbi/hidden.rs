//! No viewer sees anything of tiles that are hidden from him, over the whole course of a deal.
//!
//! A deal is played; then it is dealt again with other tiles wherever the viewer has not seen the tile: neither in the own
//! hand nor laid nor discarded by anybody. The same events happen, and whatever the viewer sees has to be the same.

use std::cell::Cell;

use sarja_rules::{
    Face, Seat, Viewer,
    rommikubbi::{DealEvent, DealView, Uncovered},
};

use super::{
    places::{Places, changed},
    played::{Played, in_all_deals},
};

/// What the viewer sees after each event, and what came to the own hand by it.
fn seen_by(
    viewer: Viewer,
    played: &Played,
    order: &[Face],
    events: &[&DealEvent],
) -> Vec<(DealView, Option<Uncovered>)> {
    let mut deal = played.dealt(order);
    let own = |uncovered: &Uncovered| viewer == Viewer::Player(uncovered.seat);
    let mut seen = vec![(deal.view(viewer), None)];
    for event in events {
        let uncovered = deal.apply(event).filter(own);
        seen.push((deal.view(viewer), uncovered));
    }
    seen
}

#[test]
fn what_a_viewer_sees_never_depends_on_tiles_that_are_hidden_from_him() {
    let (last_changed, others_changed) = (Cell::new(0), Cell::new(0));
    in_all_deals(24, |played| {
        // At its end all hands are shown; until then nothing of them is.
        let all: Vec<&DealEvent> =
            played.events().take_while(|event| !matches!(event, DealEvent::DealEnded { .. })).collect();
        let viewers = (0..played.players).map(|seat| Viewer::Player(Seat(seat))).chain([Viewer::Spectator]);
        // The shorter the part that is looked at, the more is hidden at its end.
        for (viewer, part) in viewers.flat_map(|viewer| [1, 2, 3, 6].map(|part| (viewer, part))) {
            let events = &all[..all.len() * part / 6];
            let hidden =
                Places::new(&played.order, played.players, played.starter).hidden_from(viewer, events);
            if hidden.len() < 4 {
                continue;
            }
            let other = changed(&played.order, &hidden, 1 + part * 7 % (hidden.len() - 2));
            assert_ne!(other, played.order);
            let (first, second) = (played.dealt(&played.order), played.dealt(&other));
            let differ = first.players().iter().zip(second.players()).any(|(a, b)| a.hand() != b.hand());
            others_changed.set(others_changed.get() + u32::from(differ));
            last_changed.set(last_changed.get() + u32::from(other[105] != played.order[105]));
            let seen = seen_by(viewer, played, &played.order, events);
            assert_eq!(seen, seen_by(viewer, played, &other, events), "{viewer:?}");
        }
    });
    assert!(others_changed.get() > 100 && last_changed.get() > 20, "{others_changed:?} {last_changed:?}");
}
