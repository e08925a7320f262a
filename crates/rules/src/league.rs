//! The points of a league table (rules.md §6).

use alloc::vec::Vec;

use crate::{Fraction, Points, Ruleset, Scoring};

/// What tied players get of the points of their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub enum Ties {
    /// Each those of the best of the tied places.
    Best,
    /// Each the mean.
    Mean,
}

/// Why a table has no big points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LeagueError {
    /// There are fewer places than players.
    #[error("{players} players and points for {places} places only")]
    TooFewPlaces {
        /// How many players sat at the table.
        players: usize,
        /// How many places have points.
        places: usize,
    },
    /// A mean over so many places is no number of sixtieths; six or fewer always are.
    #[error("the mean of {tied} tied places is no exact number of sixtieths")]
    NoExactMean {
        /// How many players tied.
        tied: usize,
    },
}

/// The big points by place that a league uses unless it says otherwise: for 2 to 5 players, each averaging 2.
///
/// `None` for other numbers: no ruleset of a league seats them (rules.md §6, rooms.md 22).
pub const fn default_big_points(players: usize) -> Option<&'static [i32]> {
    match players {
        2 => Some(&[4, 0]),
        3 => Some(&[4, 2, 0]),
        4 => Some(&[4, 3, 1, 0]),
        5 => Some(&[4, 3, 2, 1, 0]),
        _ => None,
    }
}

/// The small points of a table from the totals of its rounds.
///
/// Under `losers_pay` the lowest total is the best, so they are negated (rooms.md 22).
pub fn small_points(ruleset: &Ruleset, totals: &[Points]) -> Vec<Points> {
    totals
        .iter()
        .map(|&total| match ruleset.scoring {
            Scoring::ZeroSum => total,
            Scoring::LosersPay => total.saturating_neg(),
        })
        .collect()
}

/// The big points of a table by seat: the place by small points decides, and `by_place` says what each is worth.
///
/// `by_place` may have more places than there are players; the last ones are not used.
///
/// # Errors
///
/// [`LeagueError::TooFewPlaces`], or a mean of more than six places that sixtieths cannot hold.
pub fn big_points(small: &[Points], by_place: &[i32], ties: Ties) -> Result<Vec<Fraction>, LeagueError> {
    if by_place.len() < small.len() {
        return Err(LeagueError::TooFewPlaces { players: small.len(), places: by_place.len() });
    }
    small
        .iter()
        .map(|own| {
            let above = small.iter().filter(|other| *other > own).count();
            let sharing = small.iter().filter(|other| *other == own).count();
            match ties {
                Ties::Best => Ok(Fraction::from(by_place[above])),
                Ties::Mean => {
                    let sum = by_place[above..above + sharing].iter().copied().map(i64::from).sum();
                    i64::try_from(sharing)
                        .ok()
                        .and_then(|count| Fraction::mean(sum, count))
                        .ok_or(LeagueError::NoExactMean { tied: sharing })
                }
            }
        })
        .collect()
}

/// What a player has in a league; the greater one stands higher, equal ones share the place (rules.md §6).
///
/// The order of the fields is the order in which they decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct LeagueScore {
    /// Big points of all tables.
    pub big: Fraction,
    /// Small points of all tables.
    pub small: i64,
    /// Rounds won at all tables.
    pub rounds_won: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_with_more_players_than_places_is_refused() {
        assert_eq!(
            big_points(&[3, 2, 1], &[4, 0], Ties::Best),
            Err(LeagueError::TooFewPlaces { players: 3, places: 2 })
        );
    }

    #[test]
    fn places_beyond_the_players_are_not_used() {
        assert_eq!(big_points(&[1, 2], &[4, 3, 1, 0], Ties::Mean), Ok([3, 4].map(Fraction::from).to_vec()));
    }

    #[test]
    fn seven_tied_players_share_only_what_sixtieths_can_hold() {
        assert!(big_points(&[0; 7], &[6, 5, 4, 3, 2, 1, 0], Ties::Mean).is_ok());
        assert_eq!(
            big_points(&[0; 7], &[7, 5, 4, 3, 2, 1, 0], Ties::Mean),
            Err(LeagueError::NoExactMean { tied: 7 })
        );
    }

    #[test]
    fn the_default_points_average_two_a_player() {
        for players in 2..=5 {
            let points = default_big_points(players).unwrap();
            assert_eq!(points.len(), players);
            assert_eq!(points.iter().sum::<i32>(), 2 * i32::try_from(players).unwrap());
        }
        assert_eq!(default_big_points(6), None);
    }

    #[test]
    fn the_lowest_total_is_the_best_where_losers_pay() {
        let ruleset = Ruleset { scoring: Scoring::LosersPay, ..Ruleset::default() };
        let small = small_points(&ruleset, &[0, 30, 12]);
        assert_eq!(big_points(&small, &[4, 2, 0], Ties::Best), Ok([4, 0, 2].map(Fraction::from).to_vec()));
        assert_eq!(small_points(&Ruleset::default(), &[5, -5]), [5, -5]);
    }

    #[test]
    fn big_points_decide_then_small_then_rounds_won() {
        let score = |big: i32, small, rounds_won| LeagueScore { big: big.into(), small, rounds_won };
        assert!(score(5, -90, 0) > score(4, 90, 9));
        assert!(score(4, 10, 0) > score(4, 9, 9));
        assert!(score(4, 9, 3) > score(4, 9, 2));
        assert_eq!(score(4, 9, 3), score(4, 9, 3));
    }
}

#[cfg(feature = "serde")]
#[cfg(test)]
mod cases {
    use alloc::{string::String, vec::Vec};

    use serde::Deserialize;

    use super::*;

    const CASES: &str = include_str!("../../../tests/cases/tables.jsonl");

    #[derive(Deserialize)]
    struct Case {
        id: String,
        small: Vec<Points>,
        big_points: Vec<i32>,
        ties: Ties,
        expect: Expect,
    }

    #[derive(Deserialize)]
    struct Expect {
        big: Vec<Fraction>,
    }

    #[test]
    fn every_table_of_the_cases_gets_the_big_points_it_says() {
        for line in CASES.lines() {
            let case: Case = serde_json::from_str(line).unwrap();
            assert_eq!(
                big_points(&case.small, &case.big_points, case.ties),
                Ok(case.expect.big),
                "{}",
                case.id
            );
        }
    }
}
