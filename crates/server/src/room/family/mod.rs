//! The games that a room plays: what all have in common, and one file for what is each one's own.
//!
//! A room asks a [`Game`] and tells it what has happened; which game it is matters nowhere else in the room. A game has turns, of
//! one seat after the other, racks, and something left to draw; it says what its events mean to the room by [`Meaning`], and
//! shows them, and itself, in words of its own.

mod rommikubbi;
mod rummikub;

use sarja_protocol::{
    ErrorCode, ErrorMessage, Event as Wire, GoingOut, PlayVerdict, Reason, RommikubbiView, RoundHow,
    SetVerdict, SetView,
};
use sarja_rules::{
    Face, FaceCounts, Family, Points, Ruleset, Seat, TurnNumber, Viewer,
    rommikubbi::{Deal, DealAction, DealView},
    rummikub::{Action, Oracle, Round, RoundView},
};

use super::{Event, LiveDraft, Room};

pub(super) use rommikubbi::arrange as arrange_rommikubbi;
pub(super) use rummikub::arrange as arrange_rummikub;

/// The game of a round, from its deal on.
#[derive(Clone, Debug)]
pub enum Game {
    /// With a common table.
    Rummikub(Round),
    /// With a pile and sets that have owners.
    Rommikubbi(Deal),
}

/// What a seat does in its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// In the one game.
    Rummikub(Action),
    /// In the other.
    Rommikubbi(DealAction),
}

impl From<Action> for Move {
    fn from(action: Action) -> Self {
        Self::Rummikub(action)
    }
}

impl From<DealAction> for Move {
    fn from(action: DealAction) -> Self {
        Self::Rommikubbi(action)
    }
}

/// Why a game does not do what was asked; nothing has changed.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Unplayed {
    /// The turn is over, or the round.
    Stale,
    /// It is another seat's turn.
    NotYourTurn(Seat),
    /// The game has no such move.
    NotThisGame,
    /// It cannot be done now.
    Not(ErrorCode),
    /// What was laid is against the rules.
    Illegal(Vec<Reason>),
}

/// What an event of a game means to its room.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Meaning {
    /// A turn began.
    TurnStarted(TurnNumber, Seat),
    /// The time of a turn ran out.
    TimeRanOut(Seat),
    /// Somebody plays from this seat, and was not just timed out or gone.
    Acted(Seat),
    /// The round is over.
    Ended(Ending),
    /// Nothing beyond the game.
    Nothing,
}

/// How a round ended, in the terms of matches.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ending {
    pub(super) how: RoundHow,
    pub(super) winner: Option<Seat>,
    pub(super) points: Vec<Points>,
    pub(super) replay: bool,
    pub(super) going_out: Option<GoingOut>,
}

/// What everybody may know of a seat in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SeatInGame {
    pub(super) tiles: usize,
    pub(super) opened: bool,
}

/// A game as one viewer may see it, in the protocol's words.
#[derive(Clone, Debug, Default)]
pub(super) struct GameView {
    pub(super) table: Vec<SetView>,
    pub(super) pool: usize,
    pub(super) seats: Vec<SeatInGame>,
    pub(super) rack: Option<Vec<Face>>,
    pub(super) turns_left: Option<u8>,
    pub(super) rommikubbi: Option<RommikubbiView>,
}

/// What a bot sees of a game: what its seat may see.
#[derive(Clone, Debug)]
pub enum Sight {
    /// Of the one game.
    Rummikub(RoundView),
    /// Of the other.
    Rommikubbi(DealView),
}

/// The views of an event.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ShownEvent {
    pub(super) public: Wire,
    /// For the seat that may see more.
    pub(super) private: Option<(Seat, Wire)>,
}

impl From<Wire> for ShownEvent {
    fn from(public: Wire) -> Self {
        Self { public, private: None }
    }
}

impl Game {
    /// Deals the tiles of this order; `None` if so many cannot be dealt to, which is checked when a match starts.
    pub(super) fn deal(
        rules: &Ruleset,
        players: u8,
        starter: Seat,
        last_turn: TurnNumber,
        order: &[Face],
    ) -> Option<Self> {
        match rules.family {
            Family::Rummikub => {
                Round::deal(rules, players, starter, last_turn, order).ok().map(Self::Rummikub)
            }
            Family::Rommikubbi => {
                Deal::new(rules, players, starter, last_turn, order).ok().map(Self::Rommikubbi)
            }
        }
    }

    /// The events that begin the first turn.
    pub(super) fn start(&self, oracle: &dyn Oracle) -> Vec<Event> {
        match self {
            Self::Rummikub(round) => events(round.start(oracle)),
            Self::Rommikubbi(deal) => events(deal.start()),
        }
    }

    /// What comes of a move.
    pub(super) fn decide(
        &self,
        seat: Seat,
        turn: TurnNumber,
        action: &Move,
        oracle: &dyn Oracle,
    ) -> Result<Vec<Event>, Unplayed> {
        match (self, action) {
            (Self::Rummikub(round), Move::Rummikub(action)) => {
                round.decide(seat, turn, action, oracle).map(events).map_err(|e| rummikub::refuse(round, e))
            }
            (Self::Rommikubbi(deal), Move::Rommikubbi(action)) => {
                deal.decide(seat, turn, action).map(events).map_err(|e| rommikubbi::refuse(deal, e))
            }
            (Self::Rummikub(_), Move::Rommikubbi(_)) | (Self::Rommikubbi(_), Move::Rummikub(_)) => {
                Err(Unplayed::NotThisGame)
            }
        }
    }

    /// What comes of running out of time with this draft.
    pub(super) fn run_out_of_time(&self, draft: Option<&LiveDraft>, oracle: &dyn Oracle) -> Vec<Event> {
        let action = match self {
            Self::Rummikub(_) => Action::RunOutOfTime(draft.map(rummikub::table)).into(),
            Self::Rommikubbi(_) => DealAction::RunOutOfTime(draft.map(rommikubbi::laying)).into(),
        };
        // It is this seat's turn and nothing can be wrong with running out of time.
        self.decide(self.seat(), self.turn(), &action, oracle).unwrap_or_default()
    }

    /// What comes of a player's leaving, beyond that the seat is left: its turn, if it is on, ends at once.
    pub(super) fn leave(&self, seat: Seat, oracle: &dyn Oracle) -> Vec<Event> {
        match self {
            Self::Rummikub(round) => rummikub::of_the_game(round.leave(seat, oracle)),
            Self::Rommikubbi(deal) => rommikubbi::of_the_game(deal.leave(seat)),
        }
    }

    /// What comes of somebody's taking over a seat that was left, beyond that.
    pub(super) fn come_back(&self, seat: Seat, oracle: &dyn Oracle) -> Vec<Event> {
        match self {
            Self::Rummikub(round) => rummikub::of_the_game(round.come_back(seat, oracle)),
            Self::Rommikubbi(deal) => rommikubbi::of_the_game(deal.come_back(seat)),
        }
    }

    /// Takes note that a seat is left.
    pub(super) fn note_left(&mut self, seat: Seat) {
        match self {
            Self::Rummikub(round) => drop(round.apply(&sarja_rules::rummikub::Event::PlayerLeft { seat })),
            Self::Rommikubbi(deal) => {
                drop(deal.apply(&sarja_rules::rommikubbi::DealEvent::PlayerLeft { seat }));
            }
        }
    }

    /// Takes note that somebody plays from a seat again.
    pub(super) fn note_returned(&mut self, seat: Seat) {
        match self {
            Self::Rummikub(round) => {
                drop(round.apply(&sarja_rules::rummikub::Event::PlayerReturned { seat }));
            }
            Self::Rommikubbi(deal) => {
                drop(deal.apply(&sarja_rules::rommikubbi::DealEvent::PlayerReturned { seat }));
            }
        }
    }

    /// Takes note of an event, and tells the tiles that came to a rack by it, which the event itself does not say.
    pub(super) fn apply(&mut self, event: &Event) -> Option<Vec<Face>> {
        match (self, event) {
            (Self::Rummikub(round), Event::Rummikub(game)) => {
                round.apply(&game.event).map(|drawn| drawn.tiles)
            }
            (Self::Rommikubbi(deal), Event::Rommikubbi(game)) => {
                deal.apply(&game.event).map(|uncovered| uncovered.tiles)
            }
            _ => None,
        }
    }

    /// The rules that are played.
    pub const fn ruleset(&self) -> &Ruleset {
        match self {
            Self::Rummikub(round) => round.ruleset(),
            Self::Rommikubbi(deal) => deal.ruleset(),
        }
    }

    /// The turn in progress.
    pub const fn turn(&self) -> TurnNumber {
        match self {
            Self::Rummikub(round) => round.turn(),
            Self::Rommikubbi(deal) => deal.turn(),
        }
    }

    /// Whose turn it is.
    pub const fn seat(&self) -> Seat {
        match self {
            Self::Rummikub(round) => round.seat(),
            Self::Rommikubbi(deal) => deal.seat(),
        }
    }

    /// Whether the round is over.
    pub const fn is_over(&self) -> bool {
        match self {
            Self::Rummikub(round) => round.end().is_some(),
            Self::Rommikubbi(deal) => deal.end().is_some(),
        }
    }

    /// How many tiles are left to be drawn.
    pub fn pool(&self) -> usize {
        match self {
            Self::Rummikub(round) => round.pool(),
            Self::Rommikubbi(deal) => deal.stock(),
        }
    }

    /// The tiles of a seat. For that seat's eyes alone, until the round is over.
    pub fn rack(&self, seat: Seat) -> Option<&FaceCounts> {
        match self {
            Self::Rummikub(round) => round.player(seat).map(sarja_rules::rummikub::Player::rack),
            Self::Rommikubbi(deal) => deal.player(seat).map(sarja_rules::rommikubbi::DealPlayer::hand),
        }
    }

    /// The racks of all seats. For nobody's eyes, until the round is over.
    pub(super) fn racks(&self) -> Vec<Vec<Face>> {
        match self {
            Self::Rummikub(round) => round.players().iter().map(|p| p.rack().to_vec()).collect(),
            Self::Rommikubbi(deal) => deal.players().iter().map(|p| p.hand().to_vec()).collect(),
        }
    }

    /// The game as this viewer may see it.
    pub(super) fn view(&self, viewer: Viewer) -> GameView {
        match self {
            Self::Rummikub(round) => rummikub::view(round, viewer),
            Self::Rommikubbi(deal) => rommikubbi::view(deal, viewer),
        }
    }

    /// The game as a bot on this seat sees it.
    pub(super) fn sight(&self, seat: Seat) -> Sight {
        match self {
            Self::Rummikub(round) => Sight::Rummikub(round.view(Viewer::Player(seat))),
            Self::Rommikubbi(deal) => Sight::Rommikubbi(deal.view(Viewer::Player(seat))),
        }
    }

    /// The move that always goes, or goes unless the rules say that who can play must.
    pub fn rest(&self) -> Move {
        match self {
            Self::Rummikub(round) => rummikub::rest(round).into(),
            Self::Rommikubbi(deal) => rommikubbi::rest(deal).into(),
        }
    }

    /// What the referee says to a draft of this seat: on each set, and on the whole.
    pub(super) fn verdict(&self, draft: &LiveDraft) -> Option<(Vec<SetVerdict>, PlayVerdict)> {
        match self {
            Self::Rummikub(round) => rummikub::verdict(round, draft),
            Self::Rommikubbi(deal) => Some(rommikubbi::verdict(deal, draft)),
        }
    }

    /// Whether a draft is made of what lies on the table, and of tiles that the seat may show to others.
    pub(super) fn may_show(&self, draft: &LiveDraft) -> bool {
        let mut shown = match self {
            Self::Rummikub(round) => round.table().iter().flat_map(|p| p.set.tiles()).collect(),
            Self::Rommikubbi(deal) => deal.table().iter().flat_map(|p| p.set.tiles()).collect::<FaceCounts>(),
        };
        match self {
            Self::Rummikub(_) => shown.extend(self.rack(draft.seat).into_iter().flat_map(FaceCounts::tiles)),
            Self::Rommikubbi(deal) => shown.extend(rommikubbi::shown_in_drafts(deal, draft.seat).tiles()),
        }
        draft.table.iter().flat_map(|set| &set.tiles).collect::<FaceCounts>().is_subset_of(&shown)
    }
}

impl Event {
    /// What the event means to the room; `None` if it is none of a game.
    pub(super) fn meaning(&self) -> Option<Meaning> {
        match self {
            Self::Rummikub(game) => Some(rummikub::meaning(&game.event)),
            Self::Rommikubbi(game) => Some(rommikubbi::meaning(&game.event)),
            _ => None,
        }
    }

    /// The event of a game that has just been applied, as viewers see it, `None` if it is none of a game; `uncovered` are the
    /// tiles that came to a rack by it.
    pub(super) fn shown_of_game(&self, room: &Room, uncovered: Option<&[Face]>) -> Option<ShownEvent> {
        match self {
            Self::Rummikub(game) => Some(rummikub::shown(room, &game.event, uncovered)),
            Self::Rommikubbi(game) => Some(rommikubbi::shown(room, &game.event, uncovered)),
            _ => None,
        }
    }

    /// Whether the turn in progress is over with it.
    pub(super) fn ends_turn(&self) -> bool {
        matches!(self.meaning(), Some(Meaning::TurnStarted(..) | Meaning::Ended(_)))
    }
}

impl Unplayed {
    /// In the protocol's words; a stale turn is told by the room, which knows the one in progress.
    pub(super) fn to_error(&self, family: Family) -> ErrorMessage {
        match self {
            Self::Stale => ErrorMessage::new(ErrorCode::StaleTurn),
            Self::NotYourTurn(seat) => ErrorMessage::new(ErrorCode::NotYourTurn).with("seat", seat.0),
            Self::NotThisGame => ErrorMessage::new(ErrorCode::NotThisGame).with("family", family.word()),
            Self::Not(code) => ErrorMessage::new(*code),
            Self::Illegal(reasons) => ErrorMessage::new(ErrorCode::IllegalPlay).because(reasons.clone()),
        }
    }
}

fn events<E: Into<Event>>(events: Vec<E>) -> Vec<Event> {
    events.into_iter().map(Into::into).collect()
}
