//! What the bot owes to its room at a moment.

use sarja_client::LocalView;
use sarja_protocol::{MatchState, MatchView, Phase, RoomView, SeatState, TurnNumber};
use sarja_rules::MatchEnd;

/// What only the maker of the room does.
#[derive(Clone, Copy, Debug)]
pub(super) struct HostPlan {
    /// After how many rounds an open match is ended.
    pub(super) rounds: u32,
}

/// Something to be done now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Take a free seat.
    TakeSeat,
    /// Say that one is ready.
    GetReady,
    /// Start the match.
    Start,
    /// Add a value to the shuffle of this deal.
    ShareValue(u32),
    /// Move in this turn; in Rommikubbi first to take, then to end it.
    Move(TurnNumber),
    /// End the open match after this round.
    EndMatch,
    /// Stop: the match is over.
    Finish,
    /// Stop: there is no seat for the bot.
    Unseated,
}

/// What the bot remembers.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// The match that was over when the bot came: not its own.
    pub(super) old_match: Option<u32>,
    /// The last deal for which a value was shared.
    pub(super) shared: Option<u32>,
    /// Whether the host has said that the match ends.
    pub(super) ended: bool,
}

impl Memory {
    /// The memory of a bot that has just come into this room.
    pub(super) fn of(room: &RoomView) -> Self {
        let over = room.r#match.as_ref().filter(|m| m.state != MatchState::Playing);
        Self { old_match: over.map(|m| m.match_no), ..Self::default() }
    }
}

/// What is to be done in this view of the room; `None` while others are to act.
pub(super) fn due(view: &LocalView, host: Option<HostPlan>, memory: &Memory) -> Option<Deed> {
    let room = view.room();
    let own_match = room.r#match.as_ref().filter(|m| memory.old_match != Some(m.match_no));
    if own_match.is_some_and(|m| m.state != MatchState::Playing) || room.phase == Phase::Closed {
        return Some(Deed::Finish);
    }
    let Some(seat) = room.you.seat else {
        let free = room.seats.iter().any(|s| s.state == SeatState::Free);
        return Some(if room.phase == Phase::Lobby && free { Deed::TakeSeat } else { Deed::Unseated });
    };
    let own = room.seats.iter().find(|s| s.seat == seat)?;
    let is_host = room.host == room.you.player_id;
    if let (Some(plan), Some(playing), true) = (host, own_match, is_host)
        && ends_now(room, playing, plan)
        && !memory.ended
    {
        return Some(Deed::EndMatch);
    }
    match room.phase {
        Phase::Lobby if !own.ready => Some(Deed::GetReady),
        // Not every round that ended is followed by another; only what follows says so.
        Phase::BetweenRounds if room.next_round_ms.is_some() && !own.ready => Some(Deed::GetReady),
        Phase::Lobby if host.is_some() && is_host => {
            let complete = room.seats.iter().all(|s| s.state == SeatState::Seated && s.ready);
            complete.then_some(Deed::Start)
        }
        Phase::Shuffling => {
            let round = room.round.as_ref()?;
            let open = round.shuffle.until_ms.is_some() && memory.shared != Some(round.deal);
            open.then_some(Deed::ShareValue(round.deal))
        }
        Phase::Playing => view.own_turn().filter(|_| can_act(room)).map(|turn| Deed::Move(turn.turn)),
        _ => None,
    }
}

/// Whether the turn in progress waits for its player: in Rommikubbi one that was ended has no step until the next one starts.
fn can_act(room: &RoomView) -> bool {
    room.round.as_ref().is_some_and(|round| round.rommikubbi.as_ref().is_none_or(|own| own.step.is_some()))
}

/// Whether this is the last round that the host wants of an open match.
fn ends_now(room: &RoomView, played: &MatchView, plan: HostPlan) -> bool {
    let done = played.rounds.iter().filter(|round| !round.replay).count() as u32;
    let running = u32::from(matches!(room.phase, Phase::Shuffling | Phase::Playing));
    room.settings.rules.r#match == MatchEnd::Open
        && !played.ending_after_round
        && done + running >= plan.rounds
}

#[cfg(test)]
mod tests {
    use sarja_protocol::{Epoch, RoomMs, Seq, Snapshot, SnapshotWhy};
    use sarja_rules::Ruleset;
    use serde_json::{Value, json};
    use tokio::time::Instant;

    use super::*;

    const BOT: &str = "00000000-0000-4000-8000-00000000000a";
    const OTHER: &str = "00000000-0000-4000-8000-00000000000b";

    fn seat(seat: u8, player_id: &str, ready: bool) -> Value {
        json!({"seat": seat, "state": "seated", "player_id": player_id, "name": "Somebody", "ready": ready, "connected": true})
    }

    /// A room of two that plays an open match, with the bot as its host on seat 0.
    fn room(phase: &str) -> Value {
        json!({
            "room_id": BOT, "code": "ABCD2345", "phase": phase, "host": BOT, "votes": {},
            "settings": {"rules": Ruleset::named("sabra-no").unwrap(), "seats": 2, "drafts": "shown", "spectators": "allowed",
                "chat": "on", "reactions": "on", "has_password": false},
            "you": {"player_id": BOT, "role": "player", "seat": 0},
            "people": [], "seats": [seat(0, BOT, true), seat(1, OTHER, true)],
        })
    }

    fn in_match(phase: &str, state: &str, rounds: usize) -> Value {
        let round = json!({"round": 1, "deal": 1, "how": "out", "points": [0, 0]});
        let mut room = room(phase);
        room["match"] = json!({"match_id": BOT, "match_no": 1, "state": state, "rounds": vec![round; rounds], "totals": [0, 0],
            "rounds_won": [0, 0], "pauses_left": 2});
        room
    }

    fn playing(turn_of: u8) -> Value {
        let mut room = in_match("playing", "playing", 0);
        room["round"] = json!({"round": 1, "deal": 3, "commitment": "0".repeat(64), "shuffle": {}, "pool": 70, "seats": [],
            "turn": {"turn": 9, "seat": turn_of, "started_ms": 0}});
        room
    }

    const HOST: Option<HostPlan> = Some(HostPlan { rounds: 2 });

    fn due_in(room: &Value, host: Option<HostPlan>, memory: &Memory) -> Option<Deed> {
        let snapshot = Snapshot {
            command_id: None,
            why: SnapshotWhy::Asked,
            seq: Seq(1),
            epoch: Epoch(1),
            now_ms: RoomMs(0),
            room: serde_json::from_value(room.clone()).unwrap(),
        };
        due(&LocalView::of(&snapshot, Instant::now()), host, memory)
    }

    fn deed(room: &Value) -> Option<Deed> {
        due_in(room, HOST, &Memory::default())
    }

    #[test]
    fn a_seat_is_taken_where_one_is_free_and_missed_where_none_is() {
        let mut lobby = room("lobby");
        lobby["you"] = json!({"player_id": BOT, "role": "spectator"});
        lobby["seats"] =
            json!([seat(0, OTHER, true), {"seat": 1, "state": "free", "ready": false, "connected": false}]);
        assert_eq!(deed(&lobby), Some(Deed::TakeSeat));
        lobby["seats"][1] = seat(1, OTHER, true);
        assert_eq!(deed(&lobby), Some(Deed::Unseated));
    }

    #[test]
    fn the_bot_gets_ready_and_its_host_starts_when_all_are() {
        let mut lobby = room("lobby");
        lobby["seats"][0]["ready"] = json!(false);
        assert_eq!(deed(&lobby), Some(Deed::GetReady));
        assert_eq!(deed(&room("lobby")), Some(Deed::Start));
        assert_eq!(due_in(&room("lobby"), None, &Memory::default()), None);
        lobby["seats"] = json!([seat(0, BOT, true), seat(1, OTHER, false)]);
        assert_eq!(deed(&lobby), None);
    }

    #[test]
    fn the_bot_gets_ready_for_a_round_that_is_awaited() {
        let mut ended = in_match("between_rounds", "playing", 1);
        ended["seats"][0]["ready"] = json!(false);
        assert_eq!(due_in(&ended, None, &Memory::default()), None);
        ended["next_round_ms"] = json!(20_000);
        assert_eq!(due_in(&ended, None, &Memory::default()), Some(Deed::GetReady));
    }

    #[test]
    fn a_value_is_shared_once_for_each_deal() {
        let mut shuffling = playing(0);
        shuffling["phase"] = json!("shuffling");
        shuffling["round"]["shuffle"]["until_ms"] = json!(2_000);
        assert_eq!(deed(&shuffling), Some(Deed::ShareValue(3)));
        let shared = Memory { shared: Some(3), ..Memory::default() };
        assert_eq!(due_in(&shuffling, HOST, &shared), None);
    }

    #[test]
    fn the_bot_moves_in_its_own_turn_only() {
        assert_eq!(deed(&playing(0)), Some(Deed::Move(TurnNumber(9))));
        assert_eq!(deed(&playing(1)), None);
        let mut paused = playing(0);
        paused["pause"] = json!({"until_ms": 9, "why": "agreed"});
        assert_eq!(deed(&paused), None);
    }

    #[test]
    fn a_turn_of_rommikubbi_takes_two_moves_and_one_that_was_ended_none() {
        let mut room = playing(0);
        room["settings"]["rules"] = json!(Ruleset::named("rommikubbi").unwrap());
        room["round"]["rommikubbi"] =
            json!({"starter_took": {"stacks": 1}, "pile": 1, "pile_top": "R1", "given_back": [0, 0]});
        assert_eq!(deed(&room), None);
        for step in ["first", "to_take", "took_tile", "took_pile"] {
            room["round"]["rommikubbi"]["step"] = json!(step);
            assert_eq!(deed(&room), Some(Deed::Move(TurnNumber(9))), "{step}");
        }
        room["round"]["turn"]["seat"] = json!(1);
        assert_eq!(deed(&room), None);
    }

    #[test]
    fn the_host_ends_an_open_match_in_its_last_round() {
        assert_eq!(deed(&in_match("shuffling", "playing", 0)), None);
        assert_eq!(deed(&in_match("shuffling", "playing", 1)), Some(Deed::EndMatch));
        assert_eq!(deed(&in_match("between_rounds", "playing", 2)), Some(Deed::EndMatch));
        assert_eq!(due_in(&in_match("shuffling", "playing", 1), None, &Memory::default()), None);
        let ended = Memory { ended: true, ..Memory::default() };
        assert_eq!(due_in(&in_match("shuffling", "playing", 1), HOST, &ended), None);
        let mut counted = in_match("shuffling", "playing", 1);
        counted["settings"]["rules"]["match"] = json!({"rounds": 2});
        assert_eq!(deed(&counted), None);
    }

    #[test]
    fn the_end_of_the_own_match_is_the_end_and_an_old_one_is_not() {
        for state in ["ended", "abandoned"] {
            assert_eq!(deed(&in_match("match_over", state, 2)), Some(Deed::Finish));
        }
        let rematch = in_match("lobby", "ended", 2);
        let memory = Memory::of(&serde_json::from_value(rematch.clone()).unwrap());
        assert_eq!(due_in(&rematch, HOST, &memory), Some(Deed::Start));
        assert_eq!(deed(&room("closed")), Some(Deed::Finish));
    }
}
