//! Whether the store is there at all: asked for as soon as a room could not write, and until it is there again.
//!
//! A room that could not write has a doubt. If the store then does not answer, it is away for all rooms, whether they want to write
//! or not: their players' time must not pass while nobody could act.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use sarja_store::{ReadyError, Store};
use tokio::{
    sync::Notify,
    time::{Instant, sleep, timeout},
};

use crate::limits::{STORE_ANSWERS_WITHIN, STORE_ASK_PAUSE};

/// How the store stands, as far as anybody has asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// Since when it is away; `None` while it is there.
    pub(crate) away_since: Option<Instant>,
    /// It was asked at this moment, and was there.
    pub(crate) there_at: Instant,
    /// How long it has been away in all, until it was there the last time.
    pub(crate) lost: Duration,
}

/// Asks the store when there is a doubt, and tells all rooms. Clones are the same.
#[derive(Clone, Debug)]
pub(crate) struct StoreWatch(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    standing: Mutex<Numbered>,
    /// Rooms are told in the order in which they wait. A channel of tokio's for this wakes them in an order that is chance, and a
    /// simulation of many rooms has to be the same each time.
    news: Notify,
    doubt: Notify,
    /// The beginning of the first write that failed since the store was asked.
    doubted_since: Mutex<Option<Instant>>,
}

/// How the store stands, and how often that has changed.
#[derive(Clone, Copy, Debug)]
struct Numbered {
    standing: Standing,
    changes: u64,
}

/// How the store stands, for one who wants to know when that changes.
#[derive(Debug)]
pub(crate) struct StandingReader {
    inner: Arc<Inner>,
    /// The change that was noted last.
    seen: u64,
}

impl StandingReader {
    /// How it stands.
    pub(crate) fn now(&self) -> Standing {
        self.inner.numbered().standing
    }

    /// How it stands; the last change is noted with that.
    pub(crate) fn note(&mut self) -> Standing {
        let Numbered { standing, changes } = *self.inner.numbered();
        self.seen = changes;
        standing
    }

    /// Ends when something has changed that was not noted, and notes it. Safe to drop while it waits.
    pub(crate) async fn changed(&mut self) {
        loop {
            // Whoever begins to wait before looking misses nothing.
            let mut news = std::pin::pin!(self.inner.news.notified());
            news.as_mut().enable();
            let changes = self.inner.numbered().changes;
            if changes != self.seen {
                self.seen = changes;
                return;
            }
            news.await;
        }
    }

    /// How it stands as soon as this is so.
    pub(crate) async fn until(&mut self, holds: impl Fn(&Standing) -> bool) -> Standing {
        loop {
            let standing = self.note();
            if holds(&standing) {
                return standing;
            }
            self.changed().await;
        }
    }
}

impl Inner {
    /// What is done under the lock is done in one step.
    fn numbered(&self) -> MutexGuard<'_, Numbered> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Standing)) {
        let mut numbered = self.numbered();
        change(&mut numbered.standing);
        numbered.changes += 1;
        drop(numbered);
        self.news.notify_waiters();
    }
}

/// What came of asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    There,
    Away,
}

impl StoreWatch {
    /// The store is there until somebody doubts it.
    pub(crate) fn new() -> Self {
        let standing = Standing { away_since: None, there_at: Instant::now(), lost: Duration::ZERO };
        Self(Arc::new(Inner {
            standing: Mutex::new(Numbered { standing, changes: 0 }),
            news: Notify::new(),
            doubt: Notify::new(),
            doubted_since: Mutex::default(),
        }))
    }

    /// How it stands, now and whenever that changes.
    pub(crate) fn standing(&self) -> StandingReader {
        let seen = self.0.numbered().changes;
        StandingReader { inner: Arc::clone(&self.0), seen }
    }

    /// A write that began then has failed, and not for a reason of its own: the store is asked whether it is there.
    pub(crate) fn doubt(&self, began: Instant) {
        let mut since = self.0.doubted_since.lock().unwrap_or_else(PoisonError::into_inner);
        *since = Some(since.map_or(began, |first| first.min(began)));
        drop(since);
        self.0.doubt.notify_one();
    }

    /// Asks whenever there is a doubt. Ends only by being dropped.
    pub(crate) async fn keep(self, store: Store) {
        loop {
            self.0.doubt.notified().await;
            while self.ask(&store).await == Answer::Away {
                sleep(STORE_ASK_PAUSE).await;
            }
        }
    }

    /// Asks once, and tells the rooms.
    async fn ask(&self, store: &Store) -> Answer {
        let asked = Instant::now();
        let answer = timeout(STORE_ANSWERS_WITHIN, store.ready()).await;
        let doubted = self.0.doubted_since.lock().unwrap_or_else(PoisonError::into_inner).take();
        match answer {
            Ok(Ok(())) => {
                self.is_back(asked);
                return Answer::There;
            }
            Ok(Err(error)) => self.is_away(doubted.unwrap_or(asked), Some(&error)),
            Err(_) => self.is_away(doubted.unwrap_or(asked), None),
        }
        Answer::Away
    }

    /// It was asked at this moment, and is there.
    pub(crate) fn is_back(&self, asked: Instant) {
        self.0.change(|standing| {
            standing.there_at = asked;
            if let Some(since) = standing.away_since.take() {
                let away = since.elapsed();
                standing.lost += away;
                tracing::info!(away_ms = away.as_millis(), "the store is there again: all rooms go on");
            }
        });
    }

    /// It is not there, for this reason if it said one, and has not been since then.
    pub(crate) fn is_away(&self, since: Instant, error: Option<&ReadyError>) {
        if self.0.numbered().standing.away_since.is_some() {
            return;
        }
        let error = error.map_or_else(|| "it does not answer".to_owned(), ToString::to_string);
        tracing::error!(%error, "the store is away: all rooms stand still until it is there again");
        self.0.change(|standing| standing.away_since = Some(since));
    }
}

#[cfg(test)]
mod tests {
    use sarja_store::StoreUrl;
    use tempfile::TempDir;

    use super::*;

    async fn store(folder: &TempDir) -> Store {
        Store::open(&StoreUrl::sqlite(folder.path().join("sarja.db")).unwrap()).await.unwrap()
    }

    #[tokio::test]
    async fn a_store_that_is_doubted_and_answers_was_there_all_the_time() {
        let folder = TempDir::new().unwrap();
        let (watch, store) = (StoreWatch::new(), store(&folder).await);
        let mut standing = watch.standing();
        tokio::spawn(watch.clone().keep(store));
        let failed = Instant::now();
        watch.doubt(failed);
        let seen = standing.until(|standing| standing.there_at >= failed).await;
        assert_eq!((seen.away_since, seen.lost), (None, Duration::ZERO));
    }

    #[tokio::test]
    async fn a_store_that_does_not_answer_is_away_since_the_first_write_that_failed() {
        let folder = TempDir::new().unwrap();
        let (watch, store) = (StoreWatch::new(), store(&folder).await);
        let mut standing = watch.standing();
        store.close().await;
        let first = Instant::now();
        watch.doubt(first + Duration::from_millis(5));
        watch.doubt(first);
        tokio::spawn(watch.clone().keep(store));
        let seen = standing.until(|standing| standing.away_since.is_some()).await;
        assert_eq!(seen.away_since, Some(first));
    }
}
