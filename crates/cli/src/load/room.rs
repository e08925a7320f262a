//! What the players of one room share.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use sarja_protocol::{LinkSecret, RoomCode};
use tokio::{
    sync::{OwnedSemaphorePermit, watch},
    time::Instant,
};
use tokio_util::sync::CancellationToken;

use super::{
    chaos::Truth,
    frame::Happened,
    tally::{Tally, lock},
    told::Told,
};

/// How a player comes into a room that another one made.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) code: RoomCode,
    pub(super) secret: Option<LinkSecret>,
}

/// What the players of one room share.
#[derive(Debug)]
pub(super) struct Room {
    /// How many play in it.
    pub(super) players: u32,
    /// How others come in, once it is made.
    way: watch::Sender<Option<Way>>,
    /// The time between two moves; `None` where each is made as soon as it can be.
    every: Option<Duration>,
    next: Mutex<Instant>,
    told: Mutex<Told>,
    /// What all of them together know, where that is asked.
    pub(super) truth: Option<Mutex<Truth>>,
    /// How many have taken their last look, or will take none.
    looked: AtomicU32,
    /// Its place among the rooms that are being made, until play begins.
    making: Mutex<Option<OwnedSemaphorePermit>>,
}

impl Room {
    pub(super) fn new(
        players: u32,
        every: Option<Duration>,
        truth: Option<Truth>,
        making: OwnedSemaphorePermit,
    ) -> Self {
        Self {
            players,
            way: watch::Sender::new(None),
            every,
            next: Mutex::new(Instant::now()),
            told: Mutex::default(),
            truth: truth.map(Mutex::new),
            looked: AtomicU32::new(0),
            making: Mutex::new(Some(making)),
        }
    }

    /// The room is made.
    pub(super) fn made(&self, way: Way) {
        self.way.send_replace(Some(way));
    }

    /// How to come in, as soon as the room is made.
    pub(super) async fn way(&self) -> Option<Way> {
        let mut way = self.way.subscribe();
        let known = way.wait_for(Option::is_some).await.ok()?;
        known.clone()
    }

    /// Waits until the room is made: nobody waits for it on a connection on which nothing is said. False if that is called off first.
    pub(super) async fn is_made_within(&self, called_off: &CancellationToken) -> bool {
        called_off.run_until_cancelled(self.way()).await.flatten().is_some()
    }

    /// Play has begun, or the room is full of people who do nothing: the next one may be made. Gives whether that is news.
    pub(super) fn goes_on(&self) -> bool {
        lock(&self.making).take().is_some()
    }

    /// A player has taken the last look, or takes none.
    pub(super) fn looked(&self) {
        self.looked.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether nobody wants to look any more.
    pub(super) fn all_looked(&self) -> bool {
        self.looked.load(Ordering::Relaxed) >= self.players
    }

    /// When the next move may be made.
    pub(super) fn slot(&self) -> Option<Instant> {
        self.every.map(|_| *lock(&self.next))
    }

    /// A move is made. One that comes late is made up for, a whole turn is not.
    pub(super) fn moved(&self, now: Instant) {
        if let Some(every) = self.every {
            let mut next = lock(&self.next);
            let earliest = now.checked_sub(every).unwrap_or(now);
            *next = (*next).max(earliest) + every;
        }
    }

    /// Somebody was told this event.
    pub(super) fn hear(&self, seq: u64, event: &Happened<'_>, tally: &Tally) {
        if lock(&self.told).hear(seq, event) {
            tally.told_otherwise.one();
            tally.complain(format!("event {seq} of a room was told in two ways"));
        }
    }
}
