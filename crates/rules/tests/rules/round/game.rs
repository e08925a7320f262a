//! A round in which a test decides what lies where.

use sarja_rules::{
    Face, FaceCounts, Ruleset, Seat, Table, TurnNumber,
    rummikub::{Action, Event, RackSearch, Refusal, Round},
};

use crate::notation::{all_laid, faces};

/// A table as a client sends it, no ids.
pub(crate) fn sent(sets: &[&str]) -> Table {
    Table::from(all_laid(sets))
}

/// A round and everything that has happened in it.
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) round: Round,
    pub(crate) events: Vec<Event>,
}

impl Game {
    /// Deals these racks; seat 0 starts. All racks are as long as the first; the others are filled up with what is left.
    pub(crate) fn of(racks: &[&str]) -> Self {
        Self::under(&Ruleset::default(), racks, "")
    }

    /// The same under a ruleset, with these tiles the first to be drawn.
    pub(crate) fn under(ruleset: &Ruleset, racks: &[&str], pool: &str) -> Self {
        let size = faces(racks[0]).len();
        Self::dealt(ruleset, size, racks, pool)
    }

    /// The same with as many tiles on each rack that the pool holds what is named and no more.
    pub(crate) fn with_pool(ruleset: &Ruleset, racks: &[&str], pool: &str) -> Self {
        let left = ruleset.tiles.total() - faces(pool).len();
        assert_eq!(left % racks.len(), 0, "{left} tiles do not go round");
        Self::dealt(ruleset, left / racks.len(), racks, pool)
    }

    fn dealt(ruleset: &Ruleset, size: usize, racks: &[&str], pool: &str) -> Self {
        let mut ruleset = ruleset.clone();
        ruleset.rack = u8::try_from(size).unwrap();
        let mut rest: FaceCounts = ruleset.tiles.faces().collect();
        let mut take = |face: Face| assert!(rest.take(face), "there is no other {face}");
        let racks: Vec<Vec<Face>> = racks.iter().map(|r| faces(r)).collect();
        racks.iter().flatten().copied().chain(faces(pool)).for_each(&mut take);
        let mut filling = rest.to_vec().into_iter();
        let mut order = Vec::new();
        for rack in racks {
            let missing = size - rack.len();
            order.extend(rack);
            order.extend(filling.by_ref().take(missing));
        }
        let players = u8::try_from(order.len() / size).unwrap();
        order.extend(faces(pool));
        order.extend(filling);
        let round = Round::deal(&ruleset, players, Seat(0), TurnNumber(0), &order).unwrap();
        let mut game = Self { round, events: Vec::new() };
        game.take_note(game.round.start(&RackSearch));
        game
    }

    fn take_note(&mut self, events: Vec<Event>) {
        for event in &events {
            self.round.apply(event);
        }
        self.events.extend(events);
    }

    /// What a seat asks for in the turn in progress, done if it is granted.
    pub(crate) fn ask(&mut self, seat: u8, action: &Action) -> Result<Vec<Event>, Refusal> {
        let before = self.round.clone();
        let decided = self.round.decide(Seat(seat), self.round.turn(), action, &RackSearch);
        assert_eq!(self.round, before, "deciding changes nothing");
        let events = decided?;
        self.take_note(events.clone());
        Ok(events)
    }

    /// The seat whose turn it is plays this table.
    #[track_caller]
    pub(crate) fn play(&mut self, sets: &[&str]) -> Vec<Event> {
        self.ask(self.round.seat().0, &Action::Play(sent(sets))).unwrap()
    }

    /// The seat whose turn it is draws.
    #[track_caller]
    pub(crate) fn draw(&mut self) -> Vec<Event> {
        self.ask(self.round.seat().0, &Action::Draw).unwrap()
    }

    /// The seat whose turn it is passes.
    #[track_caller]
    pub(crate) fn pass(&mut self) -> Vec<Event> {
        self.ask(self.round.seat().0, &Action::Pass).unwrap()
    }

    /// Time runs out with this draft.
    #[track_caller]
    pub(crate) fn run_out(&mut self, draft: Option<&[&str]>) -> Vec<Event> {
        self.ask(self.round.seat().0, &Action::RunOutOfTime(draft.map(sent))).unwrap()
    }

    /// A player leaves.
    pub(crate) fn leave(&mut self, seat: u8) -> Vec<Event> {
        let events = self.round.leave(Seat(seat), &RackSearch);
        self.take_note(events.clone());
        events
    }

    /// A player comes back.
    pub(crate) fn come_back(&mut self, seat: u8) -> Vec<Event> {
        let events = self.round.come_back(Seat(seat), &RackSearch);
        self.take_note(events.clone());
        events
    }

    /// How many tiles a seat has.
    pub(crate) fn tiles(&self, seat: u8) -> usize {
        self.round.player(Seat(seat)).unwrap().rack().total()
    }

    /// How many tiles of a face a seat has.
    pub(crate) fn holds(&self, seat: u8, face: &str) -> u8 {
        self.round.player(Seat(seat)).unwrap().rack().of(face.parse().unwrap())
    }
}
