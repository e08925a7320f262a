//! Drawing tiles for who starts (rules.md §6).

use alloc::vec::Vec;

use crate::{Face, Number, Seat, Seed, TileSupply, shuffle};

/// The tiles that were drawn for who starts, and who does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub struct StarterDraw {
    /// Every tile in the order in which it was drawn, with who drew it. They go back before the deal.
    pub draws: Vec<(Seat, Face)>,
    /// Who drew the highest number.
    pub starter: Seat,
}

/// Draws for the starter of a deal among the seats 0 to `players` - 1.
///
/// Each draws in the order of seats; who draws a joker draws again at once; those who share the highest number draw
/// again. What has been drawn stays out until the draw is over. It follows from the seed, by a stream that says nothing
/// about the deal: the tiles are drawn from the front of a shuffle made as in [`crate::tile_order`] with 1 as the nonce.
///
/// Should the tiles ever run out, the lowest of the seats that still share the highest number starts. That takes two
/// players who tie about fifty times in a row (a chance far below 2⁻¹⁰⁰), and only keeps the draw from going on for ever.
pub fn draw_starter(seed: &Seed, tiles: TileSupply, players: u8) -> StarterDraw {
    let mut pool = shuffle::shuffled(seed, tiles, shuffle::Purpose::Starter).into_iter();
    let mut draws = Vec::new();
    let mut among: Vec<Seat> = (0..players).map(Seat).collect();
    while among.len() > 1 {
        let mut numbers: Vec<(Seat, Number)> = Vec::new();
        for &seat in &among {
            let number = pool.by_ref().inspect(|&face| draws.push((seat, face))).find_map(Face::number);
            numbers.extend(number.map(|number| (seat, number)));
        }
        if numbers.len() < among.len() {
            break;
        }
        let highest = numbers.iter().map(|&(_, number)| number).max();
        among = numbers
            .into_iter()
            .filter(|&(_, number)| Some(number) == highest)
            .map(|(seat, _)| seat)
            .collect();
    }
    StarterDraw { draws, starter: among.first().copied().unwrap_or(Seat(0)) }
}

#[cfg(test)]
mod tests {
    use alloc::{collections::VecDeque, format, string::String, vec};

    use proptest::prelude::*;

    use super::*;
    use crate::{FaceCounts, Ruleset};

    fn seed(n: u32) -> Seed {
        let mut bytes = [0; 32];
        bytes[..4].copy_from_slice(&n.to_le_bytes());
        Seed::from_bytes(bytes)
    }

    fn text(draw: &StarterDraw) -> String {
        let draws: Vec<_> = draw.draws.iter().map(|(seat, face)| format!("{seat}:{face}")).collect();
        format!("{} -> {}", draws.join(" "), draw.starter)
    }

    #[test]
    fn an_archived_draw_is_the_same_in_every_version() {
        assert_eq!(text(&draw_starter(&seed(0), Ruleset::default().tiles, 4)), "0:O12 1:O1 2:K8 3:K6 -> 0");
    }

    /// Who starts by the rules, read off the list of draws alone; `None` if the list is not one that the rules give.
    fn starter_of(draws: &[(Seat, Face)], players: u8) -> Option<Seat> {
        let mut draws: VecDeque<_> = draws.to_vec().into();
        let mut among: Vec<Seat> = (0..players).map(Seat).collect();
        loop {
            let mut best = (0, vec![]);
            for seat in &among {
                let number = loop {
                    let (who, face) = draws.pop_front()?;
                    if who != *seat {
                        return None;
                    }
                    if let Some(number) = face.number() {
                        break number.get();
                    }
                };
                match number.cmp(&best.0) {
                    core::cmp::Ordering::Greater => best = (number, vec![*seat]),
                    core::cmp::Ordering::Equal => best.1.push(*seat),
                    core::cmp::Ordering::Less => {}
                }
            }
            match best.1.as_slice() {
                [one] => return draws.is_empty().then_some(*one),
                _ => among = best.1,
            }
        }
    }

    #[test]
    fn jokers_and_ties_are_drawn_again_as_the_rules_say() {
        let (mut with_joker, mut with_tie) = (0, 0);
        for n in 0..2_000 {
            let draw = draw_starter(&seed(n), Ruleset::default().tiles, 4);
            assert_eq!(starter_of(&draw.draws, 4), Some(draw.starter), "{}", text(&draw));
            let jokers = draw.draws.iter().filter(|(_, face)| face.is_joker()).count();
            with_joker += u32::from(jokers > 0);
            with_tie += u32::from(draw.draws.len() - jokers > 4);
        }
        assert!(with_joker > 50 && with_tie > 100, "{with_joker} draws with a joker, {with_tie} with a tie");
    }

    #[test]
    fn every_seat_is_equally_likely_to_start() {
        let mut starts = [0u32; 4];
        for n in 0..8_000 {
            starts[draw_starter(&seed(n), Ruleset::default().tiles, 4).starter.index()] += 1;
        }
        // 2,000 each; four deviations of 39.
        assert!(starts.iter().all(|n| (1_844..=2_156).contains(n)), "{starts:?}");
    }

    #[test]
    fn a_draw_ends_also_where_the_tiles_run_out() {
        // One number in four colours: all tie, twice, and nothing is left.
        let draw = draw_starter(&seed(1), TileSupply { numbers: 1, copies: 1, jokers: 1 }, 2);
        assert_eq!((draw.draws.len(), draw.starter), (5, Seat(0)));
        let draw = draw_starter(&seed(1), TileSupply { numbers: 0, copies: 0, jokers: 0 }, 3);
        assert_eq!(draw, StarterDraw { draws: vec![], starter: Seat(0) });
    }

    #[test]
    fn a_player_alone_draws_nothing() {
        let draw = draw_starter(&seed(1), Ruleset::default().tiles, 1);
        assert_eq!(draw, StarterDraw { draws: vec![], starter: Seat(0) });
    }

    proptest! {
        #[test]
        fn drawn_tiles_stay_out_until_the_draw_is_over(bytes: [u8; 32], players in 2u8..=6) {
            let tiles = Ruleset::named("xp-6").unwrap().tiles;
            let draw = draw_starter(&Seed::from_bytes(bytes), tiles, players);
            let drawn: FaceCounts = draw.draws.iter().map(|(_, face)| face).collect();
            prop_assert!(drawn.is_subset_of(&tiles.faces().collect()));
            prop_assert_eq!(starter_of(&draw.draws, players), Some(draw.starter));
        }
    }
}
