//! Who may do what in a deal, and what comes of it.

use alloc::{boxed::Box, vec::Vec};

use super::{
    Deal, DealAction, DealEvent, DealRefusal, JudgedLaying, Laying, LayingFate, PlacedOwnedSet, Taken,
    TurnCause,
};
use crate::{
    Face, FaceCounts, LaidSet, LegalDraft, Seat, SetId, Standing, Table, TurnNumber,
    rommikubbi::{
        FinalHand, Finish, OwnedSet, Take, Turn, TurnPosition, TurnVerdict, goes_on_from, judge_turn,
        score_deal,
    },
};

impl Deal {
    /// The events that begin the first turn.
    pub fn start(&self) -> Vec<DealEvent> {
        [DealEvent::TurnStarted { turn: self.turn.next(), seat: self.seat }].to_vec()
    }

    /// What comes of an action of a seat in a turn, or why it is refused. Changes nothing.
    ///
    /// # Errors
    /// [`DealRefusal`] says why; for an illegal turn with the whole verdict.
    pub fn decide(
        &self,
        seat: Seat,
        turn: TurnNumber,
        action: &DealAction,
    ) -> Result<Vec<DealEvent>, DealRefusal> {
        if self.end.is_some() {
            return Err(DealRefusal::DealOver);
        }
        if turn != self.turn {
            return Err(DealRefusal::StaleTurn { meant: turn, now: self.turn });
        }
        if seat != self.seat {
            return Err(DealRefusal::NotYourTurn { seat: self.seat });
        }
        let mut course = Course { deal: self.clone(), events: Vec::new() };
        match action {
            DealAction::TakeStock | DealAction::TakePile if self.taken != Taken::Nothing => {
                return Err(DealRefusal::TakeNotAllowed);
            }
            DealAction::TakeStock => {
                course.take_stock(TurnCause::Chosen);
            }
            DealAction::TakePile if self.pile.is_empty() => return Err(DealRefusal::PileEmpty),
            DealAction::TakePile => {
                let tiles = self.pile.len() as u8;
                course.push(DealEvent::PileTaken { turn, seat, tiles });
            }
            DealAction::EndTurn(_) if self.taken == Taken::Nothing => return Err(DealRefusal::TakeFirst),
            DealAction::EndTurn(laying) => {
                let judged = self.judge(laying);
                if !judged.verdict.is_legal() {
                    return Err(DealRefusal::IllegalTurn(Box::new(judged)));
                }
                course.end_turn(laying, judged.verdict, TurnCause::Chosen);
            }
            DealAction::GiveBack if !matches!(self.taken, Taken::Pile(_)) => {
                return Err(DealRefusal::NoPileToGiveBack);
            }
            DealAction::GiveBack => course.give_up(TurnCause::Chosen),
            DealAction::RunOutOfTime(draft) => {
                let (fate, standing) = self.fate_of(draft.as_ref());
                course.push(DealEvent::TimeRanOut { turn, seat, draft: fate });
                match standing {
                    Some((laying, verdict)) => course.end_turn(laying, verdict, TurnCause::TimeRanOut),
                    None => course.give_up(TurnCause::TimeRanOut),
                }
            }
        }
        Ok(course.events)
    }

    /// What becomes of the last draft when time runs out: a complete legal turn stands, where the ruleset does not take it back.
    fn fate_of<'a>(&self, draft: Option<&'a Laying>) -> (LayingFate, Option<(&'a Laying, TurnVerdict)>) {
        let Some(laying) = draft.filter(|laying| laying.discard.is_some() || self.lays(laying)) else {
            return (LayingFate::None, None);
        };
        let verdict = self.judge(laying).verdict;
        if self.taken == Taken::Nothing || !verdict.is_legal() {
            (LayingFate::NotLegal, None)
        } else if self.ruleset.clock.legal_draft == LegalDraft::Stands {
            (LayingFate::Stands, Some((laying, verdict)))
        } else {
            (LayingFate::Reverted, None)
        }
    }

    /// Whether other tiles lie there than on the table.
    fn lays(&self, laying: &Laying) -> bool {
        let before: FaceCounts = self.table.iter().flat_map(|placed| placed.set.tiles()).collect();
        laying.table.sets.iter().flat_map(|set| &set.tiles).collect::<FaceCounts>() != before
    }

    /// What comes of a player's leaving: if it was the own turn, it ends at once as if time had run out.
    pub fn leave(&self, seat: Seat) -> Vec<DealEvent> {
        let mut course = Course { deal: self.clone(), events: Vec::new() };
        if self.end.is_some() || self.player(seat).is_none_or(|p| p.standing == Standing::Left) {
            return course.events;
        }
        course.push(DealEvent::PlayerLeft { seat });
        if seat == self.seat {
            course.give_up(TurnCause::Gone);
        }
        course.events
    }

    /// What comes of a player's return, or of a bot's taking over.
    pub fn come_back(&self, seat: Seat) -> Vec<DealEvent> {
        let mut course = Course { deal: self.clone(), events: Vec::new() };
        let gone = self.player(seat).is_some_and(|p| p.standing == Standing::Left);
        if self.end.is_none() && gone {
            let nobody_played = self.players.iter().all(|p| p.standing == Standing::Left);
            course.push(DealEvent::PlayerReturned { seat });
            if nobody_played && seat != self.seat {
                // The turn in progress had no end: nobody was left to have one.
                course.give_up(TurnCause::Gone);
            }
        }
        course.events
    }

    /// Judges the end of the turn in progress as it is laid.
    pub fn judge(&self, laying: &Laying) -> JudgedLaying {
        let sets = self.sets();
        let empty = FaceCounts::EMPTY;
        let player = self.player(self.seat);
        let held = player.map_or(&empty, |player| &player.hand);
        // What was taken lies in the hand already, and is counted by the referee once more.
        let (take, taken): (Take<'_>, &[Face]) = match &self.taken {
            Taken::Nothing | Taken::Fifteenth(_) => (Take::Nothing, &[]),
            Taken::Stock(face) => (Take::Stock(*face), core::slice::from_ref(face)),
            Taken::Pile(tiles) => (Take::Pile(tiles), tiles),
        };
        let position = TurnPosition {
            ruleset: &self.ruleset,
            table: &sets,
            hand: &held.minus(&taken.iter().collect()),
            seat: self.seat,
            opened: player.is_some_and(|player| player.opened),
            first_turn: self.is_first_turn(),
            take,
        };
        let (table, places) = self.in_order(&laying.table);
        let verdict = judge_turn(position, Turn { table: &table, discard: laying.discard });
        JudgedLaying { verdict, places }
    }

    /// A table as the referee wants it: the old sets in their order, an empty one where one is gone, then the new ones.
    ///
    /// A set without an id, or with one that no set has, is the old one that it goes on from, if no other is that.
    fn in_order(&self, table: &Table) -> (Vec<LaidSet>, Vec<Option<usize>>) {
        let mut left: Vec<Option<&LaidSet>> = table.sets.iter().map(Some).collect();
        let id = |place: usize| table.ids.get(place).copied().flatten();
        let is_known = |id: SetId| self.table.iter().any(|placed| placed.id == id);
        let mut places: Vec<Option<usize>> = self
            .table
            .iter()
            .map(|old| {
                let place = (0..left.len()).find(|&place| id(place) == Some(old.id))?;
                left[place].take().map(|_| place)
            })
            .collect();
        for (old, found) in self.table.iter().zip(&mut places).filter(|(_, found)| found.is_none()) {
            let fits = |place: &usize| {
                id(*place).is_none_or(|id| !is_known(id))
                    && left[*place].is_some_and(|set| goes_on_from(&old.set, set))
            };
            *found = (0..left.len()).find(fits).filter(|&place| left[place].take().is_some());
        }
        places.extend((0..left.len()).filter(|&place| left[place].is_some()).map(Some));
        let set_at = |place: &Option<usize>| {
            place.and_then(|place| table.sets.get(place)).cloned().unwrap_or_else(|| LaidSet::new(Vec::new()))
        };
        (places.iter().map(set_at).collect(), places)
    }
}

/// Events that follow one another, and the deal after them.
struct Course {
    deal: Deal,
    events: Vec<DealEvent>,
}

impl Course {
    fn push(&mut self, event: DealEvent) {
        self.deal.apply(&event);
        self.events.push(event);
    }

    /// Takes a tile from the stock, which is the pile turned over where it is empty; `false` if the deal ends by it.
    fn take_stock(&mut self, cause: TurnCause) -> bool {
        if self.deal.stock.is_empty() {
            if self.deal.pile.is_empty() || self.deal.idle_since_turned {
                self.end(None);
                return false;
            }
            self.push(DealEvent::PileTurnedOver { tiles: self.deal.pile.len() as u8 });
        }
        let (turn, seat) = (self.deal.turn, self.deal.seat);
        self.push(DealEvent::StockTaken { turn, seat, cause });
        true
    }

    /// Lays and discards as judged.
    fn end_turn(&mut self, laying: &Laying, verdict: TurnVerdict, cause: TurnCause) {
        let (turn, seat) = (self.deal.turn, self.deal.seat);
        let Some(tile) = laying.discard else { return };
        let before: FaceCounts = self.deal.table.iter().flat_map(|placed| placed.set.tiles()).collect();
        let after: FaceCounts = verdict.table.iter().flat_map(OwnedSet::tiles).collect();
        let from_hand = after.minus(&before).to_vec();
        if !from_hand.is_empty() {
            let opened = self.deal.player(seat).is_some_and(|player| player.opened);
            let opening_points = (verdict.opened && !opened).then_some(verdict.opening_points);
            let table = self.placed(verdict.table);
            self.push(DealEvent::SetsLaid { turn, seat, table, from_hand, opening_points });
        }
        self.push(DealEvent::TileDiscarded { turn, seat, tile, cause });
        match verdict.went_out {
            Some(how) => self.end(Some(Finish { seat, how })),
            None => self.next_turn(),
        }
    }

    /// Sets with their ids: those of before keep theirs.
    fn placed(&self, sets: Vec<OwnedSet>) -> Vec<PlacedOwnedSet> {
        let old = self.deal.table.iter().map(|placed| placed.id);
        let new = (self.deal.next_set..).map(SetId);
        old.chain(new).zip(sets).map(|(id, set)| PlacedOwnedSet { id, set }).collect()
    }

    /// Ends a turn in which nothing is laid: the pile is given back, or the tile that was taken, or is taken now, is discarded.
    fn give_up(&mut self, cause: TurnCause) {
        let (turn, seat) = (self.deal.turn, self.deal.seat);
        if self.deal.taken == Taken::Nothing && !self.take_stock(cause) {
            return;
        }
        match self.deal.taken {
            Taken::Pile(_) => self.push(DealEvent::PileGivenBack { turn, seat, cause }),
            Taken::Fifteenth(tile) | Taken::Stock(tile) => {
                self.push(DealEvent::TileDiscarded { turn, seat, tile, cause });
            }
            Taken::Nothing => {}
        }
        self.next_turn();
    }

    /// Begins the turn of the next player; those of players who have left end at once, while somebody is left.
    fn next_turn(&mut self) {
        let seats = self.deal.seats();
        let seat = self.deal.seat.next(seats);
        self.push(DealEvent::TurnStarted { turn: self.deal.turn.next(), seat });
        let is_left = |player: &super::DealPlayer| player.standing == Standing::Left;
        let gone = self.deal.player(seat).is_some_and(is_left);
        if gone && !self.deal.players.iter().all(is_left) {
            self.give_up(TurnCause::Gone);
        }
    }

    fn end(&mut self, finish: Option<Finish>) {
        let hand = |player: &super::DealPlayer| FinalHand {
            hand: player.hand.clone(),
            opened: player.opened,
            given_back: player.given_back,
        };
        let hands: Vec<FinalHand> = self.deal.players.iter().map(hand).collect();
        let points = score_deal(&self.deal.ruleset, &self.deal.sets(), &hands, finish);
        let hands = self.deal.players.iter().map(|player| player.hand.to_vec()).collect();
        self.push(DealEvent::DealEnded { finish, points, hands });
    }
}
