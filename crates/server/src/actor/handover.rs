//! What a room's log does not have, as a server that stops as planned leaves it to the one that comes next: the game goes on
//! there as if nothing had been.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use sarja_protocol::{Hex32, PlayerId, RoomMs};
use sarja_rules::Seat;
use sarja_store::{Handover, HandoverState};
use serde::{Deserialize, Serialize};

use super::{asleep::Asleep, awaited::Awaited, run::RoomActor, timeline::Timeline};
use crate::room::{Game, LiveDraft, Presence, Room};

/// What is left. What a later version leaves beside it is not looked at, and what an earlier one did not leave is empty.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Left {
    /// What time it is in the room.
    now_ms: RoomMs,
    /// Since when those are away who are in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    away: Vec<(PlayerId, RoomMs)>,
    /// The draft of the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draft: Option<LiveDraft>,
    /// What others were shown of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shown: Option<LiveDraft>,
    /// The values that have come for the shuffle that waits for them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    shuffle_values: BTreeMap<Seat, Hex32>,
    /// Those who were let go and without whom no time is to pass, for so long.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    awaited: BTreeSet<PlayerId>,
    #[serde(default)]
    awaited_ms: u32,
}

impl Left {
    /// What somebody left; `None` if it cannot be read.
    pub(crate) fn read(state: &HandoverState) -> Option<Self> {
        // The error may name a value of what was left.
        serde_json::from_str(state.expose()).ok()
    }

    fn written(&self) -> HandoverState {
        HandoverState::new(serde_json::to_string(self).expect("it is plain data with text keys"))
    }
}

/// A room that sleeps, as it is left: nobody is waited for, and nothing was in the making.
pub(crate) fn left_asleep(room: sarja_protocol::RoomId, asleep: &Asleep) -> Handover {
    let pulse = &asleep.pulse;
    let left = Left { now_ms: pulse.timeline.now(), away: asleep.away().collect(), ..Left::default() };
    Handover {
        room: room.0.into(),
        epoch: sarja_store::Epoch(pulse.epoch.0),
        next_seq: sarja_store::Seq(pulse.seq.next().0),
        state: left.written(),
    }
}

impl RoomActor {
    /// The room as it is left.
    pub(super) fn left(&self) -> Handover {
        let draining = &self.services.draining;
        let begun = draining.since().map_or_else(|| self.now(), |begun| self.timeline.at(begun));
        let awaited = who_is_awaited(&self.room, |player| {
            self.presence.is_connected(player)
                || self.presence.away_since(player).is_some_and(|away| away >= begun)
        });
        // Nobody who is waited for lost time by being let go before the others.
        let let_go = awaited.iter().filter_map(|player| self.presence.away_since(*player)).min();
        let now_ms = let_go.unwrap_or_else(|| self.now()).max(self.last_ms);
        let members = self.room.members().iter().map(|member| member.player);
        let left = Left {
            now_ms,
            away: members
                .map(|player| {
                    (player, self.presence.away_since(player).map_or(now_ms, |away| away.min(now_ms)))
                })
                .collect(),
            draft: self.draft.clone(),
            shown: self.shown.clone(),
            shuffle_values: self.shuffle_values.iter().map(|(seat, value)| (*seat, Hex32(*value))).collect(),
            awaited,
            awaited_ms: crate::drain::ms(draining.all_back_within()),
        };
        Handover {
            room: self.room.id().0.into(),
            epoch: sarja_store::Epoch(self.epoch.0),
            next_seq: sarja_store::Seq(self.room.seq().next().0),
            state: left.written(),
        }
    }

    /// Goes on with what was left.
    pub(crate) fn take_up(&mut self, left: Left) {
        let Left { now_ms, away, draft, shown, shuffle_values, awaited, awaited_ms } = left;
        let now = now_ms.max(self.last_ms);
        let mut presence = Presence::default();
        let members = self.room.members().iter().map(|member| (member.player, now));
        for (player, since) in away.into_iter().chain(members) {
            presence.expect(player, since);
        }
        self.presence = presence;
        (self.draft, self.shown) = (draft, shown);
        self.drop_stale_draft();
        self.shuffle_values = shuffle_values.into_iter().map(|(seat, value)| (seat, value.0)).collect();
        if self.timeline.is_stepped() {
            self.timeline.step_to(now);
        } else {
            self.awaited = Awaited::new(awaited, Duration::from_millis(awaited_ms.into()));
            self.timeline = match &self.awaited {
                Some(awaited) => Timeline::standing_at(now, awaited.until()),
                None => Timeline::running_from(now),
            };
        }
        self.beat();
    }
}

/// Without whom no time is to pass, of those who were there: whoever's turn it is; where it is nobody's, or a bot's, all people at
/// the table.
fn who_is_awaited(room: &Room, was_there: impl Fn(PlayerId) -> bool) -> BTreeSet<PlayerId> {
    let all =
        || room.members().iter().map(|member| member.player).filter(|player| room.seat_of(*player).is_some());
    let mover = room.game().filter(|game| !game.is_over()).map(Game::seat);
    let its_turn = all().find(|player| mover.is_some() && room.seat_of(*player) == mover);
    let awaited: BTreeSet<_> = its_turn.map_or_else(|| all().collect(), |player| BTreeSet::from([player]));
    awaited.into_iter().filter(|player| was_there(*player)).collect()
}
