//! Deals that are played at random, with everything that has happened in them.

use std::{cell::RefCell, collections::BTreeMap};

use proptest::{
    collection::vec,
    prelude::*,
    test_runner::{Config, RngSeed, TestRunner},
};
use sarja_rules::{
    Face, Seat, Seed, Standing, TurnNumber,
    rommikubbi::{Deal, DealAction, DealEnd, DealEvent, GoingOut, LayingFate, TurnCause},
    tile_order,
};

use super::{player, ruleset};

/// What has to occur in the deals of every law, or the law says little.
const EVENTS: [&str; 14] = [
    "turn started",
    "time ran out",
    "time ran out, and the draft stood",
    "pile turned over",
    "stock taken",
    "stock taken for one who left",
    "pile taken",
    "opened",
    "laid",
    "discarded",
    "pile given back",
    "left",
    "returned",
    "ended",
];

/// A deal that was played: how it was dealt, and each event with the state after it.
#[derive(Debug)]
pub(super) struct Played {
    pub(super) players: u8,
    pub(super) starter: Seat,
    pub(super) order: Vec<Face>,
    pub(super) steps: Vec<(DealEvent, Deal)>,
}

impl Played {
    /// Plays until the deal is over or there are no dice any more.
    fn new(seed: [u8; 32], players: u8, dice: &[u32]) -> Self {
        let order = tile_order(&Seed::from_bytes(seed), ruleset().tiles);
        let mut played = Self { players, starter: Seat(seed[0] % players), order, steps: Vec::new() };
        let deal = played.dealt(&played.order);
        played.note(&deal, deal.start());
        for &dice in dice {
            let deal = played.end().clone();
            if deal.end().is_some() {
                break;
            }
            let events = played.events_of(&deal, dice);
            played.note(&deal, events);
        }
        played
    }

    /// Players come and go; the others play when it is their turn.
    fn events_of(&self, deal: &Deal, dice: u32) -> Vec<DealEvent> {
        let seat = Seat((dice / 64 % u32::from(self.players)) as u8);
        let is_gone = deal.player(deal.seat()).unwrap().standing() == Standing::Left;
        match dice % 64 {
            0 => deal.leave(seat),
            1..=3 => deal.come_back(seat),
            // All have left, and nobody can do anything.
            _ if is_gone => deal.come_back(seat),
            _ => {
                let action = player::next(deal, dice);
                deal.decide(deal.seat(), deal.turn(), &action).unwrap_or_else(|error| {
                    assert!(matches!(action, DealAction::EndTurn(_)), "{action:?}: {error}");
                    Vec::new()
                })
            }
        }
    }

    fn note(&mut self, deal: &Deal, events: Vec<DealEvent>) {
        let mut deal = deal.clone();
        for event in events {
            deal.apply(&event);
            self.steps.push((event, deal.clone()));
        }
    }

    /// The same deal before anything happened, if the tiles had been in this order.
    pub(super) fn dealt(&self, order: &[Face]) -> Deal {
        Deal::new(&ruleset(), self.players, self.starter, TurnNumber(0), order).unwrap()
    }

    /// How the deal stands after all that.
    pub(super) fn end(&self) -> &Deal {
        &self.steps.last().unwrap().1
    }

    pub(super) fn events(&self) -> impl Iterator<Item = &DealEvent> {
        self.steps.iter().map(|(event, _)| event)
    }
}

/// What an event is in the list of those that have to occur.
fn name(event: &DealEvent) -> &'static str {
    match event {
        DealEvent::TurnStarted { .. } => "turn started",
        DealEvent::TimeRanOut { draft: LayingFate::Stands, .. } => "time ran out, and the draft stood",
        DealEvent::TimeRanOut { .. } => "time ran out",
        DealEvent::PileTurnedOver { .. } => "pile turned over",
        DealEvent::StockTaken { cause: TurnCause::Gone, .. } => "stock taken for one who left",
        DealEvent::StockTaken { .. } => "stock taken",
        DealEvent::PileTaken { .. } => "pile taken",
        DealEvent::SetsLaid { opening_points: Some(_), .. } => "opened",
        DealEvent::SetsLaid { .. } => "laid",
        DealEvent::TileDiscarded { .. } => "discarded",
        DealEvent::PileGivenBack { .. } => "pile given back",
        DealEvent::PlayerLeft { .. } => "left",
        DealEvent::PlayerReturned { .. } => "returned",
        DealEvent::DealEnded { .. } => "ended",
    }
}

/// To shrink a deal by more steps takes minutes.
const SHRINK_STEPS_MAX: u32 = 200;

/// Holds a law against so many deals, the same ones at each time; each kind of event has to occur in some of them.
pub(super) fn in_all_deals(cases: u32, law: impl Fn(&Played)) {
    let seen = RefCell::new(BTreeMap::<&str, u32>::new());
    let deals = (any::<[u8; 32]>(), 2u8..=5, vec(any::<u32>(), 400));
    let config = Config {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(106),
        max_shrink_iters: SHRINK_STEPS_MAX,
        ..Config::default()
    };
    let result = TestRunner::new(config).run(&deals, |(seed, players, dice)| {
        let played = Played::new(seed, players, &dice);
        for event in played.events() {
            *seen.borrow_mut().entry(name(event)).or_default() += 1;
        }
        law(&played);
        Ok(())
    });
    result.unwrap();
    let seen = seen.into_inner();
    assert!(EVENTS.iter().all(|name| seen.contains_key(name)), "{seen:?}");
}

#[test]
fn those_who_play_at_random_end_deals_in_every_way() {
    let ends = RefCell::new(BTreeMap::<String, u32>::new());
    in_all_deals(60, |played| {
        if let Some(end) = played.end().end() {
            let how = match end {
                DealEnd::Finished(finish) => Some(finish.how),
                DealEnd::NobodyFinished => None,
            };
            *ends.borrow_mut().entry(format!("{how:?}")).or_default() += 1;
        }
    });
    let ends = ends.into_inner();
    for how in [None, Some(GoingOut::NewSetsOnly), Some(GoingOut::Otherwise)] {
        assert!(ends.contains_key(&format!("{how:?}")), "{how:?} in {ends:?}");
    }
}
