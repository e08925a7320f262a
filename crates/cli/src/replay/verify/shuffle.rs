//! The deal of a round: what it was committed to, who started, what each seat got.

use std::collections::VecDeque;

use sarja_protocol::{ArchivedRound, Hex32, MatchArchive};
use sarja_rules::{
    Face, FaceCounts, Family, NextStarter, Ruleset, Seat, Seed, TurnNumber, commitment, derive_seed,
    draw_starter, next_starter,
    rommikubbi::{Deal, DealEvent, TurnCause},
    rummikub::Round,
    tile_order,
};

use super::{
    points::Score,
    report::{Faults, Place},
};

/// A deal as it should have been.
struct Dealt {
    racks: Vec<FaceCounts>,
    /// What is left to be drawn, the next tile first.
    left: VecDeque<Face>,
}

/// Compares the deal of a round with the one that follows from its secret and values. Gives the tiles that are left to be drawn,
/// the next one first; `None` if the tiles were not dealt.
pub(super) fn verify(
    archive: &MatchArchive,
    index: usize,
    score: &Score,
    faults: &mut Faults,
) -> Option<VecDeque<Face>> {
    let round = archive.rounds.get(index)?;
    let game = archive.match_id.to_string();
    let promised = Hex32(commitment(&round.secret.0, &game, round.deal));
    if promised != round.commitment {
        faults.note(Place::Round, "the commitment", promised, round.commitment);
    }
    if round.racks.is_empty() {
        // The match was given up before the deal: nothing followed from the secret yet.
        return None;
    }
    let values: Vec<_> = round.values.iter().map(|value| (value.seat, value.value.0)).collect();
    let seed = derive_seed(&round.secret.0, &game, round.deal, &values);
    let (rules, players) = (&archive.settings.rules, archive.seats.len() as u8);
    let starter = starter(rules, players, &seed, round, score, faults);
    match deal(rules, players, starter, &seed) {
        Ok(dealt) => {
            compare(round, &dealt, faults);
            Some(dealt.left)
        }
        Err(why) => {
            faults.say(Place::Round, why);
            None
        }
    }
}

/// Who starts, by the rules; what the archive says of it is compared.
fn starter(
    rules: &Ruleset,
    players: u8,
    seed: &Seed,
    round: &ArchivedRound,
    score: &Score,
    faults: &mut Faults,
) -> Seat {
    let last = score.last();
    let (draws, starter) =
        match next_starter(rules, players, last.as_ref().map(|(seat, score)| (*seat, score))) {
            NextStarter::Draw => {
                let drawn = draw_starter(seed, rules.tiles, players);
                (drawn.draws, drawn.starter)
            }
            NextStarter::Seat(seat) => (Vec::new(), seat),
        };
    let line = |draws: &[(Seat, Face)]| {
        let each = draws.iter().map(|(seat, tile)| format!("{seat}:{tile}"));
        each.collect::<Vec<_>>().join(" ")
    };
    let found: Vec<_> = round.starter_draws.iter().map(|draw| (draw.seat, draw.tile)).collect();
    if draws != found {
        faults.note(Place::Round, "the tiles drawn for the starter", line(&draws), line(&found));
    }
    faults.compare(Place::Round, "the starter", &Some(starter.0), &round.starter.map(|seat| seat.0));
    starter
}

/// Deals the tiles of this seed.
fn deal(rules: &Ruleset, players: u8, starter: Seat, seed: &Seed) -> Result<Dealt, String> {
    let order = tile_order(seed, rules.tiles);
    // Turns are numbered in the room, which says nothing here.
    let last_turn = TurnNumber::default();
    match rules.family {
        Family::Rummikub => {
            let round = Round::deal(rules, players, starter, last_turn, &order).map_err(|e| e.to_string())?;
            let racks = round.players().iter().map(|player| player.rack().clone()).collect();
            let dealt = order.len() - round.pool();
            Ok(Dealt { racks, left: order.into_iter().skip(dealt).collect() })
        }
        Family::Rommikubbi => {
            let deal = Deal::new(rules, players, starter, last_turn, &order).map_err(|e| e.to_string())?;
            let racks = deal.players().iter().map(|player| player.hand().clone()).collect();
            Ok(Dealt { racks, left: stock(deal) })
        }
    }
}

/// The stock of a deal, the next tile first: it is drawn from until it is empty.
fn stock(mut deal: Deal) -> VecDeque<Face> {
    let draw = DealEvent::StockTaken { turn: deal.turn(), seat: deal.seat(), cause: TurnCause::Chosen };
    std::iter::from_fn(|| deal.apply(&draw)).flat_map(|uncovered| uncovered.tiles).collect()
}

fn compare(round: &ArchivedRound, dealt: &Dealt, faults: &mut Faults) {
    faults.compare(Place::Round, "the racks dealt", &dealt.racks.len(), &round.racks.len());
    for (seat, (expected, found)) in dealt.racks.iter().zip(&round.racks).enumerate() {
        let found: FaceCounts = found.iter().collect();
        if *expected != found {
            let what = format!("the rack dealt to seat {seat}");
            faults.note(Place::Round, &what, words(&expected.to_vec()), words(&found.to_vec()));
        }
    }
    faults.compare(Place::Round, "the pool after the deal", &dealt.left.len(), &usize::from(round.pool));
}

/// Tiles, as people write them.
pub(super) fn words(tiles: &[Face]) -> String {
    tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
