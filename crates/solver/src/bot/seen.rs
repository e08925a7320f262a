//! What a seat sees of a round when it is to act, and nothing else.

use alloc::vec::Vec;

use sarja_rules::{
    FaceCounts, Ruleset, Seat, Standing, TableSet,
    rummikub::{Opened, PlacedSet, Position, RoundView},
};

use crate::{NodeLimit, Objective, Play, solve};

/// A round as the seat sees it that is to act: made of its [`RoundView`], which has no place for what is hidden from it.
#[derive(Clone, Debug)]
pub struct Seen<'a> {
    pub(super) ruleset: &'a Ruleset,
    /// The table with the sets' ids.
    pub(super) placed: &'a [PlacedSet],
    /// The same sets without them.
    pub(super) table: Vec<TableSet>,
    pub(super) rack: FaceCounts,
    pub(super) opened: Opened,
    /// How many tiles are left to draw.
    pub(super) pool: usize,
    /// How many others play; who has left only draws or passes.
    pub(super) others: usize,
}

impl<'a> Seen<'a> {
    /// The round in the eyes of this seat; `None` if the view is not the one of a seat with a rack.
    pub fn of(ruleset: &'a Ruleset, view: &'a RoundView, seat: Seat) -> Option<Self> {
        let rack = view.rack.as_ref()?.iter().collect();
        let own = view.players.get(seat.index())?;
        let playing = view.players.iter().filter(|p| p.standing == Standing::Playing).count();
        Some(Self {
            ruleset,
            placed: &view.table,
            table: view.table.iter().map(|placed| placed.set.clone()).collect(),
            rack,
            opened: own.opened,
            pool: view.pool,
            others: playing.saturating_sub(1),
        })
    }

    /// The position as it would be with this rack.
    pub(super) fn with_rack<'s>(&'s self, rack: &'s FaceCounts) -> Position<'s> {
        Position { ruleset: self.ruleset, table: &self.table, rack, opened: self.opened }
    }

    /// The best play with this rack that a search of so many positions finds.
    pub(super) fn best(&self, rack: &FaceCounts, objective: Objective, limit: NodeLimit) -> Option<Play> {
        match solve(self.with_rack(rack), objective, limit) {
            crate::Solution::Exact(best) | crate::Solution::Bound { best, .. } => best,
        }
    }
}
