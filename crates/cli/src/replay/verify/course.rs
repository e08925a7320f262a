//! The course of a round: what was drawn, and what the secret says at its end.

use std::collections::VecDeque;

use sarja_protocol::{ArchivedRound, Event, RoundPosition};
use sarja_rules::Face;

use super::{
    report::{Faults, Place},
    shuffle::words,
};

/// Rebuilds the positions of a round, and compares what was drawn with what was left after the deal, the next tile first. Gives
/// the positions; none if they cannot be rebuilt.
pub(super) fn verify(
    round: &ArchivedRound,
    left: Option<VecDeque<Face>>,
    faults: &mut Faults,
) -> Vec<RoundPosition> {
    verify_secret(round, faults);
    let positions = round.positions().unwrap_or_else(|error| {
        faults.say(Place::Event(error.event), format!("{}: {}", error.kind, error.problem));
        Vec::new()
    });
    if let Some(left) = left {
        draws(round, left, &positions, faults);
    }
    positions
}

fn verify_secret(round: &ArchivedRound, faults: &mut Faults) {
    for (index, archived) in round.events.iter().enumerate() {
        let told = match &archived.event {
            Event::RoundEnded { secret, .. } | Event::MatchAbandoned { secret: Some(secret), .. } => secret,
            Event::Unknown => {
                faults.say(Place::Event(index), "it is not known to this version".to_owned());
                continue;
            }
            _ => continue,
        };
        if *told != round.secret {
            faults.note(Place::Event(index), "the secret", round.secret, told);
        }
    }
}

/// Compares every drawn tile with the next one of the deal's order.
fn draws(round: &ArchivedRound, mut left: VecDeque<Face>, positions: &[RoundPosition], faults: &mut Faults) {
    for (index, archived) in round.events.iter().enumerate() {
        let found = match &archived.event {
            Event::TilesDrawn { tiles: Some(tiles), .. } => tiles.clone(),
            Event::TileTaken(taken) => taken.tile.into_iter().collect(),
            Event::PileTurnedOver(_) => {
                // The tile that was discarded first is drawn first.
                left = pile_before(positions, index).into();
                continue;
            }
            _ => continue,
        };
        let expected: Vec<Face> = left.drain(..found.len().min(left.len())).collect();
        if expected != found {
            faults.note(Place::Event(index), "the tiles drawn", words(&expected), words(&found));
        }
    }
}

/// The pile before an event.
fn pile_before(positions: &[RoundPosition], event: usize) -> Vec<Face> {
    let before = positions.iter().rev().find(|position| position.after.is_none_or(|after| after < event));
    before.map(|position| position.pile.clone()).unwrap_or_default()
}
