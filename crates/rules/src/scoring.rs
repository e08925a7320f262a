//! The score of a round of the Rummikub family (rules.md §6).

use alloc::{vec, vec::Vec};

use crate::{BlockedTie, FaceCounts, Points, Ruleset, Scoring, Seat};

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "how", rename_all = "snake_case")
)]
pub enum RoundEnd {
    /// A rack is empty.
    Out {
        /// Whose.
        winner: Seat,
    },
    /// Nobody can go on.
    Blocked,
}

/// Whether a player had opened when the round ended (rules.md §6, `unopened`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub enum OpeningState {
    /// The player had opened.
    Opened,
    /// Not opened, though the rack at the start of the own last turn held an opening.
    CouldOpen,
    /// Not opened, and that rack held no opening.
    CouldNotOpen,
}

/// Whether a player was still at the table when the round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub enum Standing {
    /// The player was.
    Playing,
    /// The player had left or resigned (rooms.md 10): the rack counts as lost and never wins a blocked round.
    Left,
}

/// A player's rack at the end of a round, with what its score depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalRack {
    /// The tiles that are left.
    pub rack: FaceCounts,
    /// Whether the player had opened.
    pub opening: OpeningState,
    /// Whether the player was still there.
    pub standing: Standing,
}

/// What a round brought to each player.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub struct RoundScore {
    /// Points by seat. They add up to 0 under `zero_sum`; under `losers_pay` none is below 0.
    pub points: Vec<Points>,
    /// Who won; `None` where two lowest racks of a blocked round are equal.
    pub winner: Option<Seat>,
    /// Whether the round is played again with the same starter and does not count.
    pub replay: bool,
}

/// What the tiles of a rack cost at the end of a round: their numbers, and `joker.rack_points` for each joker.
pub fn rack_worth(ruleset: &Ruleset, rack: &FaceCounts) -> Points {
    rack.iter()
        .map(|(face, count)| {
            let worth = face.number().map_or(Points::from(ruleset.joker.rack_points), |n| n.get().into());
            worth * Points::from(count)
        })
        .sum()
}

/// The score of a finished round, from every rack in the order of seats.
///
/// Decisions where rules.md leaves it open. Who has left cannot have the lowest rack of a blocked round: the lowest of
/// those who stayed wins, and only they can tie. Who has left then pays the difference like any loser, but the whole own
/// rack if it is not above the winner's, so that leaving never pays. If all have left, nobody wins, all score 0 and
/// nothing is played again.
pub fn score_round(ruleset: &Ruleset, end: RoundEnd, racks: &[FinalRack]) -> RoundScore {
    let worths: Vec<Points> = racks.iter().map(|r| rack_worth(ruleset, &r.rack)).collect();
    let (winner, floor) = match end {
        RoundEnd::Out { winner } => (winner, 0),
        RoundEnd::Blocked => match lowest(&worths, racks) {
            Lowest::One(seat) if ruleset.scoring == Scoring::ZeroSum => (seat, worths[seat.index()]),
            Lowest::One(seat) => (seat, 0),
            Lowest::Shared => return nobody(racks.len(), ruleset.blocked_tie),
            Lowest::None => return nobody(racks.len(), BlockedTie::Void),
        },
    };
    let mut points: Vec<Points> =
        racks.iter().zip(&worths).map(|(r, &worth)| loss(ruleset, r, worth, floor)).collect();
    if let Some(own) = points.get_mut(winner.index()) {
        *own = 0;
    }
    if ruleset.scoring == Scoring::ZeroSum {
        let won = points.iter().sum();
        for lost in &mut points {
            *lost = -*lost;
        }
        if let Some(own) = points.get_mut(winner.index()) {
            *own = won;
        }
    }
    RoundScore { points, winner: Some(winner), replay: false }
}

/// What a loser pays, above zero; `floor` is what the winner's rack takes off it.
fn loss(ruleset: &Ruleset, rack: &FinalRack, worth: Points, floor: Points) -> Points {
    match (ruleset.unopened, rack.opening) {
        (Some(fine), OpeningState::CouldOpen) => fine.could.into(),
        (Some(fine), OpeningState::CouldNotOpen) => fine.could_not.into(),
        _ if rack.standing == Standing::Left && worth <= floor => worth,
        _ => worth - floor,
    }
}

/// Who has the lowest rack.
enum Lowest {
    One(Seat),
    Shared,
    None,
}

fn lowest(worths: &[Points], racks: &[FinalRack]) -> Lowest {
    let playing = || (0u8..).zip(worths).zip(racks).filter(|(_, rack)| rack.standing == Standing::Playing);
    let Some(least) = playing().map(|((_, &worth), _)| worth).min() else { return Lowest::None };
    let mut with_least =
        playing().filter(|((_, worth), _)| **worth == least).map(|((seat, _), _)| Seat(seat));
    match (with_least.next(), with_least.next()) {
        (Some(seat), None) => Lowest::One(seat),
        _ => Lowest::Shared,
    }
}

/// The score of a round that nobody won.
fn nobody(players: usize, tie: BlockedTie) -> RoundScore {
    RoundScore { points: vec![0; players], winner: None, replay: tie == BlockedTie::Replay }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rack(faces: &[&str], standing: Standing) -> FinalRack {
        let rack = faces.iter().map(|f| f.parse::<crate::Face>().unwrap()).collect();
        FinalRack { rack, opening: OpeningState::Opened, standing }
    }

    fn blocked(racks: &[FinalRack]) -> (Vec<Points>, Option<Seat>) {
        let score = score_round(&Ruleset::default(), RoundEnd::Blocked, racks);
        (score.points, score.winner)
    }

    use Standing::{Left, Playing};

    #[test]
    fn who_has_left_cannot_win_a_blocked_round() {
        let racks = [rack(&["R3"], Left), rack(&["R9"], Playing), rack(&["K13"], Playing)];
        assert_eq!(blocked(&racks), (vec![-3, 7, -4], Some(Seat(1))), "3 is the whole own rack");
    }

    #[test]
    fn who_has_left_pays_the_difference_where_the_rack_is_higher() {
        let racks = [rack(&["R13"], Left), rack(&["R9"], Playing), rack(&["K12"], Playing)];
        assert_eq!(blocked(&racks), (vec![-4, 7, -3], Some(Seat(1))));
    }

    #[test]
    fn a_rack_equal_to_that_of_one_who_left_is_no_tie() {
        let racks = [rack(&["R9"], Left), rack(&["B9"], Playing), rack(&["K12"], Playing)];
        assert_eq!(blocked(&racks), (vec![-9, 12, -3], Some(Seat(1))));
    }

    #[test]
    fn nobody_wins_and_nothing_is_played_again_when_all_have_left() {
        let ruleset = Ruleset { blocked_tie: BlockedTie::Replay, ..Ruleset::default() };
        let score = score_round(&ruleset, RoundEnd::Blocked, &[rack(&["R9"], Left), rack(&["B9"], Left)]);
        assert_eq!(score, RoundScore { points: vec![0, 0], winner: None, replay: false });
    }

    #[test]
    fn who_has_left_pays_the_rack_when_another_goes_out() {
        let racks = [rack(&[], Playing), rack(&["R9", "J"], Left)];
        let score = score_round(&Ruleset::default(), RoundEnd::Out { winner: Seat(0) }, &racks);
        assert_eq!(score.points, [39, -39]);
    }
}

#[cfg(feature = "serde")]
#[cfg(test)]
mod cases {
    use alloc::{string::String, vec::Vec};

    use serde::Deserialize;

    use super::*;
    use crate::{Face, Overrides};

    const CASES: &str = include_str!("../../../tests/cases/rounds.jsonl");

    #[derive(Deserialize)]
    struct Case {
        id: String,
        ruleset: String,
        #[serde(default)]
        options: Overrides,
        end: String,
        players: Vec<Player>,
        expect: RoundScore,
    }

    #[derive(Deserialize)]
    struct Player {
        rack: Vec<Face>,
        opened: bool,
        #[serde(default)]
        could_open: bool,
    }

    impl Player {
        fn rack(self) -> FinalRack {
            let opening = match (self.opened, self.could_open) {
                (true, _) => OpeningState::Opened,
                (false, true) => OpeningState::CouldOpen,
                (false, false) => OpeningState::CouldNotOpen,
            };
            FinalRack { rack: self.rack.into_iter().collect(), opening, standing: Standing::Playing }
        }
    }

    #[test]
    fn every_round_of_the_cases_is_scored_as_it_says() {
        for line in CASES.lines() {
            let case: Case = serde_json::from_str(line).unwrap();
            let ruleset = case.options.apply(&Ruleset::named(&case.ruleset).unwrap()).unwrap();
            let racks: Vec<_> = case.players.into_iter().map(Player::rack).collect();
            let end = if case.end == "blocked" {
                RoundEnd::Blocked
            } else {
                let empty = racks.iter().position(|r| r.rack.is_empty()).unwrap();
                RoundEnd::Out { winner: Seat(u8::try_from(empty).unwrap()) }
            };
            let score = score_round(&ruleset, end, &racks);
            assert_eq!(score, case.expect, "{}", case.id);
            if ruleset.scoring == Scoring::ZeroSum {
                assert_eq!(score.points.iter().sum::<Points>(), 0, "{}", case.id);
            }
        }
    }
}
