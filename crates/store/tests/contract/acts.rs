//! Acts on a store, as many kinds as there are, made at random.

use std::ops::Range;

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;

const DAY_MS: i64 = 86_400_000;

/// Something that is done to a store. Numbers are small, so that acts meet.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    Player { player: u8, token: u8, now_ms: i64 },
    Touch { player: u8, now_ms: i64 },
    Rename { player: u8 },
    NewRoom { room: u8, code: u8, now_ms: i64, carried: Carried },
    Take { room: u8, held: Option<u8> },
    Close { room: u8, epoch: Option<u8>, now_ms: i64 },
    Append { room: u8, epoch: Option<u8>, seq: Option<u8>, count: u32, carried: Carried },
    Prune { now_ms: i64 },
}

/// A match: its id, its number, and its seats.
pub(crate) type Match = (u8, u8, Vec<Seat>);

/// A seat: its number, its player, the place.
pub(crate) type Seat = (u8, Option<u8>, u8);

/// What an entry carries beside its events.
#[derive(Debug, Clone, Default)]
pub(crate) struct Carried {
    pub(crate) command: Option<(u8, u8)>,
    pub(crate) invited: Vec<(u8, u8)>,
    pub(crate) secrets: Vec<u8>,
    pub(crate) reveals: Vec<u8>,
    pub(crate) rounds: Vec<(u8, u8)>,
    pub(crate) matches: Vec<Match>,
}

pub(crate) fn act() -> impl Strategy<Value = Act> {
    let few = 0_u8..3;
    let time = 0_i64..4 * DAY_MS;
    let carried = || prop_oneof![3 => command().boxed(), 2 => anything().boxed()];
    prop_oneof![
        2 => (0_u8..6, 0_u8..6, time.clone())
            .prop_map(|(player, token, now_ms)| Act::Player { player, token, now_ms }),
        1 => (0_u8..6, time.clone()).prop_map(|(player, now_ms)| Act::Touch { player, now_ms }),
        1 => (0_u8..6).prop_map(|player| Act::Rename { player }),
        2 => (few.clone(), 0_u8..3, time.clone(), carried())
            .prop_map(|(room, code, now_ms, carried)| Act::NewRoom { room, code, now_ms, carried }),
        1 => (few.clone(), of(1_u8..4)).prop_map(|(room, held)| Act::Take { room, held }),
        1 => (few.clone(), rarely(1..4), time.clone())
            .prop_map(|(room, epoch, now_ms)| Act::Close { room, epoch, now_ms }),
        20 => (few, rarely(1..4), rarely(0..8), 1_u32..4, carried())
            .prop_map(|(room, epoch, seq, count, carried)| Act::Append { room, epoch, seq, count, carried }),
        1 => time.prop_map(|now_ms| Act::Prune { now_ms }),
    ]
}

/// A number where it should be the right one.
fn rarely(numbers: Range<u8>) -> impl Strategy<Value = Option<u8>> {
    prop_oneof![4 => Just(None), 1 => numbers.prop_map(Some)]
}

/// A command: of one of those who are there from the beginning, or of somebody who may be there or not.
fn command_ref() -> impl Strategy<Value = (u8, u8)> {
    (prop_oneof![4 => 0_u8..3, 1 => 3_u8..6], 0_u8..8)
}

fn command() -> impl Strategy<Value = Carried> {
    of(command_ref()).prop_map(|command| Carried { command, ..Carried::default() })
}

fn anything() -> impl Strategy<Value = Carried> {
    let seats = vec((0_u8..6, of(prop_oneof![8 => 0_u8..3, 1 => 3_u8..6]), 0_u8..20), 0..3);
    (
        of(command_ref()),
        vec((4_u8..8, 4_u8..8), 0..2),
        vec(0_u8..4, 0..2),
        vec(0_u8..4, 0..2),
        vec((1_u8..3, 1_u8..9), 0..2),
        vec((0_u8..6, 1_u8..6, seats), 0..2),
    )
        .prop_map(|(command, invited, secrets, reveals, rounds, matches)| Carried {
            command,
            invited,
            secrets,
            reveals,
            rounds,
            matches,
        })
}

/// Three people, and two rooms.
pub(crate) fn beginning() -> impl Iterator<Item = Act> {
    let now_ms = 2 * DAY_MS;
    let people = (0..3).map(move |n| Act::Player { player: n, token: n, now_ms });
    let rooms = (0..2).map(move |n| Act::NewRoom { room: n, code: n, now_ms, carried: Carried::default() });
    people.chain(rooms)
}
