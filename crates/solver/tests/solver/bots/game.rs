//! Rounds that bots play against each other; the benchmark plays them too.

use sarja_rules::{
    Points, Ruleset, Seat, Seed, TurnNumber, Viewer,
    rummikub::{Action, Event, RackSearch, Round},
    tile_order,
};
use sarja_solver::{Seen, Skill, choose};

/// No round of any ruleset takes so many turns: each draws a tile, lays one, or is one of a few passes.
const TURNS_MAX: u32 = 2_000;

/// A round in progress, with what has happened in it.
pub(crate) struct Game {
    pub(crate) round: Round,
    pub(crate) events: Vec<Event>,
    skills: Vec<Skill>,
    chance: u64,
}

/// What a round came to.
pub(crate) struct Outcome {
    pub(crate) winner: Option<Seat>,
    pub(crate) points: Vec<Points>,
}

/// The seed of a deal.
pub(crate) fn seed(number: u64) -> Seed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Seed::from_bytes(bytes)
}

impl Game {
    /// Deals to bots of these skills, in the order of seats; the deal's number is also where chance begins.
    pub(crate) fn deal(ruleset: &Ruleset, skills: &[Skill], number: u64) -> Self {
        let order = tile_order(&seed(number), ruleset.tiles);
        let seats = u8::try_from(skills.len()).expect("a few seats");
        let starter = Seat((number % u64::from(seats)) as u8);
        let round = Round::deal(ruleset, seats, starter, TurnNumber(0), &order).expect("a deal");
        let mut game = Self { round, events: Vec::new(), skills: skills.to_vec(), chance: number };
        let events = game.round.start(&RackSearch);
        game.note(events);
        game
    }

    fn note(&mut self, events: Vec<Event>) {
        for event in events {
            self.round.apply(&event);
            self.events.push(event);
        }
    }

    /// The skill of the seat whose turn it is.
    pub(crate) fn skill(&self) -> Skill {
        self.skills[self.round.seat().index()]
    }

    /// What chance is in this turn.
    pub(crate) const fn chance(&self) -> u64 {
        self.chance.wrapping_mul(1_000_003) ^ self.round.turn().0 as u64
    }

    /// What the bot whose turn it is does, made from its own view.
    pub(crate) fn choice(&self) -> Action {
        let seat = self.round.seat();
        let view = self.round.view(Viewer::Player(seat));
        let seen = Seen::of(self.round.ruleset(), &view, seat).expect("a seat with a rack");
        choose(&seen, self.skill(), self.chance())
    }

    /// Does this in the turn; the referee has to allow it.
    pub(crate) fn act(&mut self, action: &Action) {
        let (seat, turn) = (self.round.seat(), self.round.turn());
        assert!(turn.0 < TURNS_MAX, "the round has no end");
        match self.round.decide(seat, turn, action, &RackSearch) {
            Ok(events) => self.note(events),
            Err(refusal) => {
                panic!("{} refused in turn {turn}: {refusal} {action:?}", self.round.ruleset().name)
            }
        }
    }

    /// What the round came to; `None` while it goes on.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.events.iter().find_map(|event| match event {
            Event::RoundEnded { score, .. } => {
                Some(Outcome { winner: score.winner, points: score.points.clone() })
            }
            _ => None,
        })
    }
}
