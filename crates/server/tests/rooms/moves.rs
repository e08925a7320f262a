//! Moves at the table: who moves, what a simple player would do, drafts.

use sarja_protocol::{DraftNumber, LaidSet, Phase, PlayerId, RoomView};
use sarja_rules::{
    Face, Seat, Viewer,
    rommikubbi::DealAction,
    rummikub::{Action, SeenPosition, choose_simply},
};
use sarja_server::room::{Event, Game, Move};
use sarja_solver::{Skill, choose_in_deal};
use serde_json::json;

use crate::table::Table;

impl Table {
    pub(crate) fn turn(&self) -> u32 {
        self.room.game().unwrap().turn().0
    }

    pub(crate) fn seat_to_move(&self) -> Seat {
        self.room.game().unwrap().seat()
    }

    /// Whose turn it is.
    pub(crate) fn to_move(&self) -> PlayerId {
        let seat = self.seat_to_move();
        let holder = self.room.members().iter().find(|m| self.room.seat_of(m.player) == Some(seat));
        holder.unwrap_or_else(|| panic!("no member has seat {seat}")).player
    }

    /// The player who moves draws, or passes where the pool is empty.
    pub(crate) fn draw(&mut self) -> Vec<Event> {
        let kind = if self.room.round().unwrap().pool() > 0 { "draw" } else { "pass" };
        self.ask(self.to_move(), json!({"type": kind, "turn": self.turn()}))
    }

    /// What a simple player of the Rummikub family would do in the turn.
    pub(crate) fn choice(&self) -> Action {
        let game = self.room.round().unwrap();
        let view = game.view(Viewer::Player(game.seat()));
        let rack = view.rack.unwrap().iter().collect();
        let opened = view.players[game.seat().index()].opened;
        let (ruleset, table, pool) = (game.ruleset(), view.table.as_slice(), view.pool);
        choose_simply(SeenPosition { ruleset, table, rack: &rack, opened, pool })
    }

    /// What a player who knows the game does next in the turn.
    pub(crate) fn choose(&self) -> Move {
        match self.room.game().unwrap() {
            Game::Rummikub(_) => self.choice().into(),
            Game::Rommikubbi(deal) => {
                let view = deal.view(Viewer::Player(deal.seat()));
                choose_in_deal(deal.ruleset(), &view, deal.seat(), Skill::Medium, 0).unwrap().into()
            }
        }
    }

    /// The player who moves does what a player does who knows the game.
    pub(crate) fn move_simply(&mut self) -> Vec<Event> {
        let (turn, action) = (self.turn(), self.choose());
        self.act(turn, &action)
    }

    /// The player who moves does this.
    pub(crate) fn act(&mut self, turn: u32, action: &Move) -> Vec<Event> {
        let command = match action {
            Move::Rummikub(Action::Play(table)) => {
                json!({"type": "play", "turn": turn, "table": laid(table)})
            }
            Move::Rummikub(Action::Draw) => json!({"type": "draw", "turn": turn}),
            Move::Rummikub(_) => json!({"type": "pass", "turn": turn}),
            Move::Rommikubbi(DealAction::TakeStock) => json!({"type": "take_tile", "turn": turn}),
            Move::Rommikubbi(DealAction::TakePile) => json!({"type": "take_pile", "turn": turn}),
            Move::Rommikubbi(DealAction::EndTurn(end)) => {
                json!({"type": "end_turn", "turn": turn, "table": laid(&end.table), "discard": end.discard})
            }
            Move::Rommikubbi(_) => json!({"type": "give_pile_back", "turn": turn}),
        };
        self.ask(self.to_move(), command)
    }

    /// Moves until somebody could play: the table that a simple player would lay.
    pub(crate) fn move_until_playable(&mut self) -> Vec<LaidSet> {
        for _ in 0..500 {
            if let Action::Play(table) = self.choice() {
                return laid(&table);
            }
            self.draw();
        }
        panic!("nobody can ever play");
    }

    /// Moves simply until the round is over.
    pub(crate) fn play_round(&mut self) {
        for _ in 0..1_000 {
            if self.room.phase() != Phase::Playing {
                return;
            }
            self.move_simply();
        }
        panic!("the round never ends");
    }

    /// Shows the server a draft of the player who moves.
    pub(crate) fn show_draft(&mut self, table: &[LaidSet]) -> Vec<Event> {
        let draft = self.draft.as_ref().map_or(DraftNumber(1), |d| d.draft.next());
        let command = json!({"type": "draft", "turn": self.turn(), "draft": draft, "table": table});
        self.ask(self.to_move(), command)
    }

    /// The table as it lies.
    pub(crate) fn laid_table(&self) -> Vec<LaidSet> {
        let placed = self.room.round().unwrap().table();
        placed
            .iter()
            .map(|p| LaidSet { id: Some(p.id.into()), ..LaidSet::of(p.set.tiles().iter().copied()) })
            .collect()
    }

    /// The rack of a seat, whoever asks.
    pub(crate) fn rack(&self, seat: u8) -> Vec<Face> {
        self.room.game().unwrap().rack(Seat(seat)).unwrap().to_vec()
    }

    /// The view of the member who moves; `None` if nobody of them does.
    pub(crate) fn view_of_mover(&self) -> Option<RoomView> {
        let seat = self.seat_to_move();
        let mover = self.room.members().iter().find(|m| self.room.seat_of(m.player) == Some(seat))?;
        Some(self.view(mover.player))
    }
}

/// A table of the rules as a client sends it.
pub(crate) fn laid(table: &sarja_rules::Table) -> Vec<LaidSet> {
    let ids = table.ids.iter().copied().chain(std::iter::repeat(None));
    let each = table.sets.iter().zip(ids);
    each.map(|(set, id)| LaidSet {
        tiles: set.tiles.clone(),
        kind: set.kind.map(Into::into),
        id: id.map(Into::into),
    })
    .collect()
}
