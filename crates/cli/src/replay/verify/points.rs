//! The score of a match: rounds, totals and places.

use sarja_protocol::{ArchivedRound, Event, GoingOut, MatchArchive, MatchState, RoundHow, RoundPosition};
use sarja_rules::{
    FaceCounts, Family, FinalRack, LaidSet, MatchState as Standings, OpeningState, Points, RoundEnd,
    RoundResult, RoundScore, Ruleset, Seat, Standing, match_state,
    rommikubbi::{self, FinalHand, Finish, OwnedSet, score_deal},
    score_round,
};

use super::report::{Faults, Place};

/// Where a match stands while its rounds are looked at.
pub(super) struct Score<'a> {
    rules: &'a Ruleset,
    players: u8,
    results: Vec<RoundResult>,
    /// The starter of the last round that ended, and what it brought.
    last: Option<(Seat, RoundScore)>,
    /// Whether each seat is left at this moment.
    left: Vec<Standing>,
}

/// What a round's end says.
struct Ended<'a> {
    event: usize,
    how: RoundHow,
    winner: Option<Seat>,
    points: &'a [Points],
    replay: bool,
    going_out: Option<GoingOut>,
}

/// What events say of a seat before the end of a round.
#[derive(Clone, Copy, Default)]
struct Player {
    opened: bool,
    given_back: u8,
}

impl<'a> Score<'a> {
    pub(super) fn new(archive: &'a MatchArchive) -> Self {
        Self {
            rules: &archive.settings.rules,
            players: archive.seats.len() as u8,
            results: Vec::new(),
            last: None,
            left: vec![Standing::Playing; archive.seats.len()],
        }
    }

    /// The starter of the round before, and what it brought.
    pub(super) fn last(&self) -> Option<(Seat, RoundScore)> {
        self.last.clone()
    }

    /// Takes a round into account, whose last position this is, and compares what it says of points.
    pub(super) fn note(&mut self, round: &ArchivedRound, end: Option<&RoundPosition>, faults: &mut Faults) {
        let mut players = vec![Player::default(); usize::from(self.players)];
        for (index, archived) in round.events.iter().enumerate() {
            self.note_standing(&archived.event);
            note_player(&mut players, &archived.event);
            if let Event::RoundEnded {
                round: number,
                deal,
                how,
                winner,
                points,
                replay,
                totals,
                rounds_won,
                going_out,
                ..
            } = &archived.event
            {
                let place = Place::Event(index);
                faults.compare(place, "round and deal", &(round.round, round.deal), &(*number, *deal));
                let ended = Ended {
                    event: index,
                    how: *how,
                    winner: *winner,
                    points,
                    replay: *replay,
                    going_out: *going_out,
                };
                if let Some(end) = end {
                    self.verify_points(&ended, end, &players, faults);
                }
                self.results.push(RoundResult { points: points.clone(), winner: *winner });
                let score = RoundScore { points: points.clone(), winner: *winner, replay: *replay };
                self.last = round.starter.map(|starter| (starter, score));
                self.verify_totals(place, totals, rounds_won, faults);
            }
            if let Event::MatchEnded { ranking, totals, rounds_won } = &archived.event {
                self.verify_totals(Place::Event(index), totals, rounds_won, faults);
                self.verify_ranking(Place::Event(index), ranking, faults);
            }
        }
    }

    /// Compares what the archive says of the whole match.
    pub(super) fn end(&self, archive: &MatchArchive, faults: &mut Faults) {
        self.verify_totals(Place::Match, &archive.totals, &archive.rounds_won, faults);
        match (&archive.ranking, archive.state) {
            (Some(ranking), MatchState::Ended) => self.verify_ranking(Place::Match, ranking, faults),
            (None, MatchState::Ended) => faults.note(Place::Match, "the ranking", "one", "none"),
            (Some(_), _) => faults.note(Place::Match, "the ranking", "none", "one"),
            (None, _) => {}
        }
    }

    fn note_standing(&mut self, event: &Event) {
        let (seat, standing) = match event {
            Event::SeatVacated { seat, .. } => (seat, Standing::Left),
            Event::SeatRetaken { seat, .. } | Event::BotTookOver { seat, .. } => (seat, Standing::Playing),
            _ => return,
        };
        if let Some(left) = self.left.get_mut(seat.index()) {
            *left = standing;
        }
    }

    fn standings(&self, faults: &mut Faults, place: Place) -> Option<Standings> {
        match match_state(self.rules, self.players, &self.results) {
            Ok(standings) => Some(standings),
            Err(error) => {
                faults.say(place, error.to_string());
                None
            }
        }
    }

    fn verify_totals(&self, place: Place, totals: &[Points], won: &[u32], faults: &mut Faults) {
        let Some(standings) = self.standings(faults, place) else { return };
        faults.compare(place, "the totals", &standings.totals, &totals.to_vec());
        let rounds_won: Vec<u32> = standings.rounds_won.into_iter().map(u32::from).collect();
        faults.compare(place, "the rounds won", &rounds_won, &won.to_vec());
    }

    fn verify_ranking(&self, place: Place, ranking: &[Vec<Seat>], faults: &mut Faults) {
        let Some(standings) = self.standings(faults, place) else { return };
        faults.compare(place, "the ranking", &standings.ranking, &ranking.to_vec());
    }

    /// Compares the points of a round with those that its last position brings.
    fn verify_points(&self, ended: &Ended<'_>, end: &RoundPosition, players: &[Player], faults: &mut Faults) {
        let place = Place::Event(ended.event);
        let out = end.racks.iter().position(FaceCounts::is_empty);
        let found = ended.winner.filter(|_| ended.how == RoundHow::Out).map(Seat::index);
        faults.compare(place, "the seat that went out", &out, &found);
        match self.rules.family {
            Family::Rommikubbi => {
                let expected = self.deal_points(ended, end, players);
                faults.compare(place, "the points", &expected, &ended.points.to_vec());
            }
            Family::Rummikub => {
                let expected = self.round_scores(ended, end, players);
                let found =
                    RoundScore { points: ended.points.to_vec(), winner: ended.winner, replay: ended.replay };
                if let Some(first) = expected.first()
                    && !expected.contains(&found)
                {
                    faults.compare(place, "the score", first, &found);
                }
            }
        }
    }

    /// The scores that a round of the Rummikub family may have: whether who did not open could have is not told, where it counts.
    fn round_scores(&self, ended: &Ended<'_>, end: &RoundPosition, players: &[Player]) -> Vec<RoundScore> {
        let round_end = match (ended.how, ended.winner) {
            (RoundHow::Out, Some(winner)) => RoundEnd::Out { winner },
            _ => RoundEnd::Blocked,
        };
        let open: Vec<usize> = (0..players.len())
            .filter(|&seat| self.rules.unopened.is_some() && !players.get(seat).is_some_and(|p| p.opened))
            .collect();
        // Few seats, and so few ways.
        let ways = 0..1_u32 << open.len().min(8);
        ways.map(|way| {
            let racks: Vec<FinalRack> = end
                .racks
                .iter()
                .enumerate()
                .map(|(seat, rack)| {
                    let could = open.iter().position(|&other| other == seat).map(|bit| way & (1 << bit) != 0);
                    let opening = match could {
                        None if players.get(seat).is_some_and(|p| p.opened) => OpeningState::Opened,
                        None | Some(false) => OpeningState::CouldNotOpen,
                        Some(true) => OpeningState::CouldOpen,
                    };
                    FinalRack { rack: rack.clone(), opening, standing: self.standing(seat) }
                })
                .collect();
            score_round(self.rules, round_end, &racks)
        })
        .collect()
    }

    fn standing(&self, seat: usize) -> Standing {
        self.left.get(seat).copied().unwrap_or(Standing::Playing)
    }

    /// What a deal of Rommikubbi brings.
    fn deal_points(&self, ended: &Ended<'_>, end: &RoundPosition, players: &[Player]) -> Vec<Points> {
        let table: Vec<OwnedSet> = end
            .table
            .iter()
            .filter_map(|set| {
                let laid = LaidSet::declared(set.tiles.clone(), set.kind.into());
                OwnedSet::read(set.owner?, &laid)
            })
            .collect();
        let hands: Vec<FinalHand> = end
            .racks
            .iter()
            .zip(players)
            .map(|(hand, player)| FinalHand {
                hand: FaceCounts::clone(hand),
                opened: player.opened,
                given_back: player.given_back,
            })
            .collect();
        let finish = ended.winner_out().map(|(seat, how)| Finish { seat, how });
        score_deal(self.rules, &table, &hands, finish)
    }
}

impl Ended<'_> {
    /// Who went out in Rommikubbi, and how.
    fn winner_out(&self) -> Option<(Seat, rommikubbi::GoingOut)> {
        let how = match self.going_out? {
            GoingOut::NewSetsOnly => rommikubbi::GoingOut::NewSetsOnly,
            GoingOut::Otherwise => rommikubbi::GoingOut::Otherwise,
        };
        Some((self.winner?, how))
    }
}

fn note_player(players: &mut [Player], event: &Event) {
    match event {
        Event::SetsPlayed { seat, .. } => change(players, *seat, |player| player.opened = true),
        Event::SetsLaid(laid) if laid.opened => change(players, laid.seat, |player| player.opened = true),
        Event::PileGivenBack(given) => {
            change(players, given.seat, |player| player.given_back = player.given_back.saturating_add(1));
        }
        _ => {}
    }
}

fn change(players: &mut [Player], seat: Seat, change: impl FnOnce(&mut Player)) {
    if let Some(player) = players.get_mut(seat.index()) {
        change(player);
    }
}
