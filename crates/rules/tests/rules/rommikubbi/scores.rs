//! What a deal brings, added up again from what has happened in it (rules.md §8).

use std::{cell::Cell, collections::BTreeSet};

use sarja_rules::{
    Face, Kind, Points, Seat,
    rommikubbi::{Deal, DealEvent, GoingOut, OwnedSet},
};

use super::played::{Played, in_all_deals};

/// What a set scores: no tile more than 10, a 1 after 13 and in a group 10, each joker as what it stands for.
fn worth(set: &OwnedSet) -> Points {
    let tiles = set.tiles();
    let (at, number) = (0..).zip(tiles).find_map(|(at, tile)| Some((at, tile.number()?.get()))).unwrap();
    let number = Points::from(number);
    let last = Points::try_from(tiles.len()).unwrap() - 1;
    let points = |place: Points| place.min(10);
    match set.kind() {
        Kind::Group => (last + 1) * if number == 1 { 10 } else { points(number) },
        Kind::Run => {
            // A 1 that is not the first tile stands after 13.
            let first = if number == 1 && at > 0 { 14 - at } else { number - at };
            (first..=first + last).map(points).sum()
        }
    }
}

fn in_hand(tiles: &[Face]) -> Points {
    tiles.iter().map(|tile| tile.number().map_or(15, |number| Points::from(number.get()))).sum()
}

/// Who went out, and whether with new sets only: no set of before has more tiles than it had when the turn began.
fn went_out(played: &Played, hands: &[Vec<Face>]) -> Option<(Seat, bool)> {
    let seat = Seat(hands.iter().position(Vec::is_empty)? as u8);
    let is_start = |event: &DealEvent| matches!(event, DealEvent::TurnStarted { .. });
    let start = played.steps.iter().rposition(|(event, _)| is_start(event)).unwrap();
    let (before, after) = (played.steps[start].1.table(), played.end().table());
    let grew = before.iter().zip(after).any(|(old, new)| old.set.tiles().len() < new.set.tiles().len());
    Some((seat, after.len() > before.len() && !grew))
}

fn opened(played: &Played) -> BTreeSet<Seat> {
    let openings = played.events().filter_map(|event| match event {
        DealEvent::SetsLaid { seat, opening_points: Some(_), .. } => Some(*seat),
        _ => None,
    });
    openings.collect()
}

fn given_back(played: &Played, seat: Seat) -> Points {
    let own =
        |event: &&DealEvent| matches!(event, DealEvent::PileGivenBack { seat: who, .. } if *who == seat);
    played.events().filter(own).map(|_| 1).sum()
}

fn points_of(played: &Played, deal: &Deal, hands: &[Vec<Face>], seat: Seat) -> Points {
    let own = deal.table().iter().filter(|placed| placed.set.owner() == seat);
    let sets: Points = own.map(|placed| worth(&placed.set)).sum();
    let out = went_out(played, hands);
    let fine = if out.is_some() && !opened(played).contains(&seat) { 100 } else { 0 };
    let lost = in_hand(&hands[seat.index()]) + fine;
    let (bonus, times) = match out {
        Some((finisher, new_only)) if finisher == seat => (if new_only { 100 } else { 50 }, 1),
        Some((_, true)) => (0, 2),
        _ => (0, 1),
    };
    sets + bonus - times * lost - 100 * given_back(played, seat)
}

#[test]
fn the_points_of_a_deal_are_the_sum_of_what_was_laid_kept_fined_and_won() {
    let (new_only, otherwise, unfinished, unopened, fined) =
        (Cell::new(0), Cell::new(0), Cell::new(0), Cell::new(0), Cell::new(0));
    let count = |cell: &Cell<u32>, more: bool| cell.set(cell.get() + u32::from(more));
    in_all_deals(60, |played| {
        let Some(DealEvent::DealEnded { finish, points, hands }) = played.events().last() else { return };
        let deal = played.end();
        for seat in (0..played.players).map(Seat) {
            assert_eq!(points[seat.index()], points_of(played, deal, hands, seat), "{seat}: {hands:?}");
            count(&fined, given_back(played, seat) > 0);
            count(&unopened, finish.is_some() && !opened(played).contains(&seat));
        }
        assert_eq!(points.len(), usize::from(played.players));
        assert_eq!(
            finish.map(|finish| (finish.seat, finish.how == GoingOut::NewSetsOnly)),
            went_out(played, hands)
        );
        count(&new_only, finish.is_some_and(|finish| finish.how == GoingOut::NewSetsOnly));
        count(&otherwise, finish.is_some_and(|finish| finish.how == GoingOut::Otherwise));
        count(&unfinished, finish.is_none());
    });
    let counts = [new_only, otherwise, unfinished, unopened, fined].map(|cell| cell.get());
    assert!(counts.iter().all(|&count| count > 2), "too few of a kind: {counts:?}");
}
