//! Deals that bots play against each other; the benchmark plays them too.

use sarja_rules::{
    Points, Ruleset, Seat, Seed, TurnNumber, Viewer,
    rommikubbi::{Deal, DealAction, DealEvent},
    tile_order,
};
use sarja_solver::{Skill, choose_in_deal};

/// No deal of bots takes so many turns: what is laid stays, and who lays nothing draws the stock to its end.
const TURNS_MAX: u32 = 1_000;

/// A deal in progress, with what has happened in it.
pub(crate) struct Game {
    pub(crate) deal: Deal,
    pub(crate) order: Vec<sarja_rules::Face>,
    pub(crate) starter: Seat,
    pub(crate) events: Vec<DealEvent>,
    skills: Vec<Skill>,
    chance: u64,
}

impl Game {
    /// Deals to bots of these skills, in the order of seats; the deal's number is also where chance begins.
    pub(crate) fn deal(ruleset: &Ruleset, skills: &[Skill], number: u64) -> Self {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        let order = tile_order(&Seed::from_bytes(seed), ruleset.tiles);
        let seats = u8::try_from(skills.len()).expect("a few seats");
        let starter = Seat((number % u64::from(seats)) as u8);
        let deal = Deal::new(ruleset, seats, starter, TurnNumber(0), &order).expect("a deal");
        let skills = skills.to_vec();
        let mut game = Self { deal, order, starter, events: Vec::new(), skills, chance: number };
        let events = game.deal.start();
        game.note(events);
        game
    }

    fn note(&mut self, events: Vec<DealEvent>) {
        for event in events {
            self.deal.apply(&event);
            self.events.push(event);
        }
    }

    /// The skill of the seat whose turn it is.
    pub(crate) fn skill(&self) -> Skill {
        self.skills[self.deal.seat().index()]
    }

    /// What chance is in this turn.
    pub(crate) const fn chance(&self) -> u64 {
        self.chance.wrapping_mul(1_000_003) ^ self.deal.turn().0 as u64
    }

    /// What the bot whose turn it is does next, made from its own view.
    pub(crate) fn choice(&self) -> DealAction {
        let seat = self.deal.seat();
        let view = self.deal.view(Viewer::Player(seat));
        let choice = choose_in_deal(self.deal.ruleset(), &view, seat, self.skill(), self.chance());
        choice.expect("it is the turn of this seat")
    }

    /// Does this in the turn; the referee has to allow it.
    pub(crate) fn act(&mut self, action: &DealAction) {
        let (seat, turn) = (self.deal.seat(), self.deal.turn());
        assert!(turn.0 < TURNS_MAX, "the deal has no end");
        match self.deal.decide(seat, turn, action) {
            Ok(events) => self.note(events),
            Err(refusal) => {
                panic!("{:?} is refused in turn {turn}: {action:?}: {refusal:?}", self.skill())
            }
        }
    }

    /// What the deal brought each seat; `None` while it goes on.
    pub(crate) fn points(&self) -> Option<&[Points]> {
        match self.events.last() {
            Some(DealEvent::DealEnded { points, .. }) => Some(points),
            _ => None,
        }
    }
}
