//! A round driven at random by players who mostly do something sensible.

use proptest::{collection::vec, prelude::*};
use sarja_rules::{
    Face, FaceCounts, IllegalPlay, LaidSet, LegalDraft, PoolEmpty, Ruleset, Seat, Table, TurnNumber,
    rummikub::{Action, Event, RackSearch, Refusal, Round},
};

use super::{arbitrary::garbage_set, greedy::sensible};
use crate::notation::family;

/// What a seat does next, or the world does to it.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// What the greedy player does.
    Sensible,
    /// Draw, or pass.
    Draw,
    /// A play of this table, whatever it is.
    Garbage(Vec<LaidSet>),
    /// Time runs out on what the greedy player would have played.
    Late,
    /// Time runs out on this draft.
    LateWith(Option<Vec<LaidSet>>),
    /// The old table with its sets taken apart here and there.
    Torn(u8),
    /// This seat leaves.
    Leave(u8),
    /// This seat comes back.
    ComeBack(u8),
    /// The action of another seat.
    OutOfTurn(u8),
}

fn step() -> impl Strategy<Value = Step> {
    let garbage = || vec(garbage_set(), 0..4);
    prop_oneof![
        12 => Just(Step::Sensible),
        4 => Just(Step::Draw),
        1 => garbage().prop_map(Step::Garbage),
        1 => Just(Step::Late),
        1 => proptest::option::of(garbage()).prop_map(Step::LateWith),
        1 => any::<u8>().prop_map(Step::Torn),
        1 => any::<u8>().prop_map(Step::Leave),
        2 => any::<u8>().prop_map(Step::ComeBack),
        1 => any::<u8>().prop_map(Step::OutOfTurn),
    ]
}

/// A deal and what is done in it.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    pub(crate) ruleset: Ruleset,
    pub(crate) players: u8,
    pub(crate) order: Vec<Face>,
    pub(crate) steps: Vec<Step>,
}

/// Rounds of every ruleset, number of players and way to end.
pub(crate) fn walk(steps: usize) -> impl Strategy<Value = Walk> {
    let rulesets: Vec<Ruleset> = family().collect();
    (
        0..rulesets.len(),
        any::<u8>(),
        0..3usize,
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        vec(step(), 1..steps),
    )
        .prop_flat_map(move |(i, players, pool_empty, costly, reverts, large, steps)| {
            let mut ruleset = rulesets[i].clone();
            ruleset.pool_empty = PoolEmpty::ALL[pool_empty];
            ruleset.illegal_play = if costly { IllegalPlay::Penalty } else { IllegalPlay::Refuse };
            ruleset.clock.legal_draft = if reverts { LegalDraft::Reverts } else { LegalDraft::Stands };
            // Large racks leave a small pool, so that it runs empty.
            ruleset.rack = if large { 20 } else { ruleset.rack };
            let [least, most] = ruleset.seats;
            let players = least + players % (most - least + 1);
            let order: Vec<Face> = ruleset.tiles.faces().collect();
            (Just(ruleset), Just(players), Just(order).prop_shuffle(), Just(steps))
        })
        .prop_map(|(ruleset, players, order, steps)| Walk { ruleset, players, order, steps })
}

impl Walk {
    /// The round before anything has happened.
    pub(crate) fn deal(&self) -> Round {
        Round::deal(&self.ruleset, self.players, Seat(0), TurnNumber(0), &self.order).unwrap()
    }

    /// Goes all the way and shows each state with the events that led to it.
    pub(crate) fn go(&self, mut show: impl FnMut(&Round, &[Event])) {
        let mut round = self.deal();
        let mut events = round.start(&RackSearch);
        apply(&mut round, &events);
        show(&round, &events);
        for step in &self.steps {
            events = happens(&round, step);
            apply(&mut round, &events);
            show(&round, &events);
        }
    }
}

/// Applies events to a round.
pub(crate) fn apply(round: &mut Round, events: &[Event]) {
    for event in events {
        round.apply(event);
    }
}

fn happens(round: &Round, step: &Step) -> Vec<Event> {
    let seats = round.players().len() as u8;
    let mut actor = round.seat();
    let action = match step {
        Step::Leave(who) => return round.leave(Seat(who % seats), &RackSearch),
        Step::ComeBack(who) => return round.come_back(Seat(who % seats), &RackSearch),
        Step::Sensible => sensible(round),
        Step::Draw if round.pool() == 0 => Action::Pass,
        Step::Draw => Action::Draw,
        Step::Garbage(laid) => Action::Play(Table::from(laid.clone())),
        Step::Late => match sensible(round) {
            Action::Play(table) => Action::RunOutOfTime(Some(table)),
            _ => Action::RunOutOfTime(None),
        },
        Step::LateWith(laid) => Action::RunOutOfTime(laid.clone().map(Table::from)),
        Step::Torn(at) => Action::Play(Table::from(torn(round, usize::from(*at)))),
        Step::OutOfTurn(who) => {
            actor = Seat(who % seats);
            sensible(round)
        }
    };
    let before = round.clone();
    let decided = round.decide(actor, round.turn(), &action, &RackSearch);
    assert_eq!(*round, before, "deciding changes nothing");
    match (decided, step) {
        (Ok(events), _) => events,
        // It plays what it likes the look of; refused, it gives up.
        (Err(Refusal::IllegalPlay(_)), Step::Sensible) => happens(round, &Step::Draw),
        (Err(_), _) => Vec::new(),
    }
}

/// The table with one set cut in two, and a tile of the rack on one of the parts.
fn torn(round: &Round, at: usize) -> Vec<LaidSet> {
    let mut sets: Vec<LaidSet> = round.table().iter().map(|p| p.set.to_laid()).collect();
    if let Some(set) = sets.get_mut(at % round.table().len().max(1)) {
        let mut tail = set.tiles.split_off(set.tiles.len() / 2);
        let rack = round.player(round.seat()).unwrap().rack().to_vec();
        tail.extend(rack.get(at % rack.len().max(1)));
        sets.push(LaidSet::new(tail));
    }
    sets
}

/// Every tile of the round, wherever it lies that can be seen from outside; the pool by its size alone.
pub(crate) fn tiles_in_sight(round: &Round) -> FaceCounts {
    let racks = round.players().iter().flat_map(|p| p.rack().to_vec());
    racks.chain(round.table().iter().flat_map(|p| p.set.tiles().to_vec())).collect()
}
