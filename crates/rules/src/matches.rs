//! A match: its end, its ranking, and who starts the next round (rules.md §6).

use alloc::{vec, vec::Vec};

use crate::{BlockedTie, Family, MatchEnd, Points, Ranking, RoundScore, Ruleset, Scoring, Seat, Starter};

/// What a finished round, or a deal of Rommikubbi, counts in its match.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub struct RoundResult {
    /// Points by seat.
    pub points: Vec<Points>,
    /// Who won it, if anybody.
    pub winner: Option<Seat>,
}

impl From<RoundScore> for RoundResult {
    fn from(score: RoundScore) -> Self {
        Self { points: score.points, winner: score.winner }
    }
}

/// Whether a match has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Another round is to be played; always so in an `open` match, which its host ends.
    No,
    /// It has ended, and the ranking is final.
    Yes,
}

/// Where a match stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchState {
    /// Whether it has ended.
    pub over: Over,
    /// The places from the first on, each with the seats that share it in ascending order.
    pub ranking: Vec<Vec<Seat>>,
    /// The sum of the points by seat.
    pub totals: Vec<Points>,
    /// How many rounds each seat won.
    pub rounds_won: Vec<u16>,
    /// How many rounds count towards the end; one that is played again does not.
    pub rounds_counted: u16,
}

/// A round that does not belong to a match of so many players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// It has points for another number of players.
    #[error("round {round} has points for {points} players, the match has {players}")]
    Players {
        /// The round, counted from 1.
        round: usize,
        /// How many points it has.
        points: usize,
        /// How many players the match has.
        players: u8,
    },
    /// It was won by a seat that is not there.
    #[error("round {round} was won by seat {seat}, the match has {players} players")]
    Winner {
        /// The round, counted from 1.
        round: usize,
        /// The seat.
        seat: Seat,
        /// How many players the match has.
        players: u8,
    },
}

/// The standings after these rounds, and whether the match has ended.
///
/// A target that was once reached stays reached (rooms.md 21). Rommikubbi always ranks by points, the highest first, and
/// goes on for one more deal, again and again, while the first place is shared (rules.md §8).
///
/// # Errors
///
/// A round that is not of this match; nothing is computed then.
pub fn match_state(ruleset: &Ruleset, players: u8, rounds: &[RoundResult]) -> Result<MatchState, MatchError> {
    let seats = usize::from(players);
    let mut state = MatchState {
        over: Over::No,
        ranking: Vec::new(),
        totals: vec![0; seats],
        rounds_won: vec![0; seats],
        rounds_counted: 0,
    };
    let mut reached = false;
    for (index, round) in rounds.iter().enumerate() {
        state.add(ruleset, index + 1, round, players)?;
        reached = reached || state.reaches_end(ruleset);
        if reached && !(ruleset.family == Family::Rommikubbi && state.first_place_is_shared(ruleset)) {
            state.over = Over::Yes;
        }
    }
    state.ranking = state.ranked(ruleset);
    Ok(state)
}

impl MatchState {
    fn add(
        &mut self,
        ruleset: &Ruleset,
        number: usize,
        round: &RoundResult,
        players: u8,
    ) -> Result<(), MatchError> {
        if round.points.len() != usize::from(players) {
            return Err(MatchError::Players { round: number, points: round.points.len(), players });
        }
        if let Some(seat) = round.winner {
            let won = self.rounds_won.get_mut(seat.index());
            *won.ok_or(MatchError::Winner { round: number, seat, players })? += 1;
        }
        for (total, points) in self.totals.iter_mut().zip(&round.points) {
            *total = total.saturating_add(*points);
        }
        let played_again = ruleset.family == Family::Rummikub
            && ruleset.blocked_tie == BlockedTie::Replay
            && round.winner.is_none();
        self.rounds_counted = self.rounds_counted.saturating_add(u16::from(!played_again));
        Ok(())
    }

    fn reaches_end(&self, ruleset: &Ruleset) -> bool {
        match ruleset.r#match {
            MatchEnd::Cycles(cycles) => {
                usize::from(self.rounds_counted) >= self.totals.len() * usize::from(cycles)
            }
            MatchEnd::Rounds(rounds) => self.rounds_counted >= u16::from(rounds),
            MatchEnd::Target(target) => self.totals.iter().any(|&total| total >= Points::from(target)),
            MatchEnd::Open => false,
        }
    }

    fn first_place_is_shared(&self, ruleset: &Ruleset) -> bool {
        self.ranked(ruleset).first().is_some_and(|first| first.len() > 1)
    }

    fn ranked(&self, ruleset: &Ruleset) -> Vec<Vec<Seat>> {
        let order = Order::of(ruleset);
        // The higher key is the better one.
        let key = |seat: &Seat| {
            let (won, total) = (self.rounds_won[seat.index()], i64::from(self.totals[seat.index()]));
            match order {
                Order::Wins => (won, total),
                Order::Points => (0, total),
                Order::LowestPoints => (0, -total),
            }
        };
        let mut seats: Vec<Seat> = (0u8..).map(Seat).take(self.totals.len()).collect();
        // A stable sort keeps the seats of a shared place in their order.
        seats.sort_by_key(|seat| core::cmp::Reverse(key(seat)));
        seats.chunk_by(|a, b| key(a) == key(b)).map(<[Seat]>::to_vec).collect()
    }
}

/// What ranks the players.
#[derive(Clone, Copy)]
enum Order {
    Wins,
    Points,
    LowestPoints,
}

impl Order {
    fn of(ruleset: &Ruleset) -> Self {
        if ruleset.family == Family::Rommikubbi {
            return Self::Points;
        }
        match (ruleset.scoring, ruleset.r#match, ruleset.ranking) {
            (Scoring::LosersPay, ..) => Self::LowestPoints,
            (_, MatchEnd::Cycles(_), _) | (_, MatchEnd::Rounds(_), Ranking::Wins) => Self::Wins,
            (_, MatchEnd::Rounds(_), Ranking::Points) | (_, MatchEnd::Target(_) | MatchEnd::Open, _) => {
                Self::Points
            }
        }
    }
}

/// How the starter of a round is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStarter {
    /// By drawing tiles: [`crate::draw_starter`].
    Draw,
    /// It is this seat.
    Seat(Seat),
}

/// Who starts the next round, from the last one's starter and score; `None` before the first round.
///
/// A round that is played again keeps its starter, also where each round's is drawn (rules.md §6).
pub fn next_starter(ruleset: &Ruleset, players: u8, last: Option<(Seat, &RoundScore)>) -> NextStarter {
    match (last, ruleset.starter) {
        (Some((starter, score)), _) if score.replay => NextStarter::Seat(starter),
        (Some((starter, _)), Starter::Rotate) => NextStarter::Seat(starter.next(players)),
        (None, _) | (_, Starter::Draw) => NextStarter::Draw,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(points: &[Points], winner: Option<u8>) -> RoundResult {
        RoundResult { points: points.to_vec(), winner: winner.map(Seat) }
    }

    #[test]
    fn a_target_once_reached_stays_reached() {
        let ruleset = Ruleset::named("travel-2017").unwrap();
        let rounds = [round(&[120, -120], Some(0)), round(&[-50, 50], Some(1))];
        let state = match_state(&ruleset, 2, &rounds).unwrap();
        assert_eq!((state.over, state.totals), (Over::Yes, vec![70, -70]));
    }

    #[test]
    fn rommikubbi_plays_on_until_one_is_alone_at_the_top_though_totals_fall() {
        let ruleset = Ruleset::named("rommikubbi").unwrap();
        let mut rounds = vec![round(&[505, 505], None)];
        assert_eq!(match_state(&ruleset, 2, &rounds).unwrap().over, Over::No);
        rounds.push(round(&[-30, -10], Some(1)));
        let state = match_state(&ruleset, 2, &rounds).unwrap();
        assert_eq!((state.over, state.ranking), (Over::Yes, vec![vec![Seat(1)], vec![Seat(0)]]));
    }

    #[test]
    fn a_number_of_deals_of_rommikubbi_grows_while_the_top_is_shared() {
        let mut ruleset = Ruleset::named("rommikubbi").unwrap();
        ruleset.r#match = MatchEnd::Rounds(1);
        let mut rounds = vec![round(&[80, 80, 10], Some(0))];
        assert_eq!(match_state(&ruleset, 3, &rounds).unwrap().over, Over::No);
        rounds.push(round(&[5, 0, 40], Some(2)));
        assert_eq!(match_state(&ruleset, 3, &rounds).unwrap().over, Over::Yes);
    }

    #[test]
    fn rounds_played_again_count_neither_as_rounds_nor_as_won() {
        let ruleset = Ruleset { blocked_tie: BlockedTie::Replay, ..Ruleset::default() };
        let state = match_state(&ruleset, 2, &[round(&[0, 0], None), round(&[4, -4], Some(0))]).unwrap();
        assert_eq!((state.over, state.rounds_counted, state.rounds_won), (Over::No, 1, vec![1, 0]));
    }

    #[test]
    fn a_round_of_another_table_is_refused() {
        let ruleset = Ruleset::default();
        assert_eq!(
            match_state(&ruleset, 3, &[round(&[1, -1], Some(0))]),
            Err(MatchError::Players { round: 1, points: 2, players: 3 })
        );
        assert_eq!(
            match_state(&ruleset, 2, &[round(&[0, 0], None), round(&[1, -1], Some(2))]),
            Err(MatchError::Winner { round: 2, seat: Seat(2), players: 2 })
        );
    }

    #[test]
    fn the_first_starter_is_drawn_and_the_next_sits_one_seat_on_where_it_rotates() {
        let rotate = Ruleset::named("federation").unwrap();
        let played = RoundScore { points: vec![1, 0, -1], winner: Some(Seat(0)), replay: false };
        assert_eq!(next_starter(&rotate, 3, None), NextStarter::Draw);
        assert_eq!(next_starter(&rotate, 3, Some((Seat(1), &played))), NextStarter::Seat(Seat(2)));
        assert_eq!(next_starter(&rotate, 3, Some((Seat(2), &played))), NextStarter::Seat(Seat(0)));
        assert_eq!(next_starter(&Ruleset::default(), 3, Some((Seat(1), &played))), NextStarter::Draw);
    }

    #[test]
    fn a_round_played_again_keeps_its_starter() {
        let again = RoundScore { points: vec![0, 0], winner: None, replay: true };
        for name in ["travel-2017", "federation"] {
            let ruleset = Ruleset::named(name).unwrap();
            assert_eq!(next_starter(&ruleset, 2, Some((Seat(1), &again))), NextStarter::Seat(Seat(1)));
        }
    }
}

#[cfg(feature = "serde")]
#[cfg(test)]
mod cases {
    use alloc::{string::String, vec::Vec};

    use serde::Deserialize;

    use super::*;
    use crate::Overrides;

    const CASES: &str = include_str!("../../../tests/cases/matches.jsonl");

    #[derive(Deserialize)]
    struct Case {
        id: String,
        ruleset: String,
        #[serde(default)]
        options: Overrides,
        players: u8,
        rounds: Vec<RoundResult>,
        expect: Expect,
    }

    #[derive(Deserialize)]
    struct Expect {
        over: bool,
        ranking: Vec<Vec<Seat>>,
    }

    #[test]
    fn every_match_of_the_cases_stands_as_it_says() {
        for line in CASES.lines() {
            let case: Case = serde_json::from_str(line).unwrap();
            let ruleset = case.options.apply(&Ruleset::named(&case.ruleset).unwrap()).unwrap();
            let state = match_state(&ruleset, case.players, &case.rounds).unwrap();
            assert_eq!(state.over == Over::Yes, case.expect.over, "{}", case.id);
            assert_eq!(state.ranking, case.expect.ranking, "{}", case.id);
        }
    }
}
