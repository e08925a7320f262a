//! Whether the store is there at all: asked for as soon as a room could not write, and until it is there again.
//!
//! A room that could not write has a doubt. If the store then does not answer, it is away for all rooms, whether they want to write
//! or not: their players' time must not pass while nobody could act.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use sarja_store::{ReadyError, Store};
use tokio::{
    sync::{Notify, watch},
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
    standing: watch::Sender<Standing>,
    doubt: Notify,
    /// The beginning of the first write that failed since the store was asked.
    doubted_since: Mutex<Option<Instant>>,
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
            standing: watch::Sender::new(standing),
            doubt: Notify::new(),
            doubted_since: Mutex::default(),
        }))
    }

    /// How it stands, now and whenever that changes.
    pub(crate) fn standing(&self) -> watch::Receiver<Standing> {
        self.0.standing.subscribe()
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
        self.0.standing.send_modify(|standing| {
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
        self.0.standing.send_if_modified(|standing| {
            let news = standing.away_since.is_none();
            if news {
                let error = error.map_or_else(|| "it does not answer".to_owned(), ToString::to_string);
                tracing::error!(%error, "the store is away: all rooms stand still until it is there again");
                standing.away_since = Some(since);
            }
            news
        });
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
        let seen = *standing.wait_for(|standing| standing.there_at >= failed).await.unwrap();
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
        let seen = *standing.wait_for(|standing| standing.away_since.is_some()).await.unwrap();
        assert_eq!(seen.away_since, Some(first));
    }
}
