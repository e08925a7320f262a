//! Where searches for plays run: on threads of their own, a few at once, so that neither rooms nor connections wait for a
//! thread because somebody thinks.

use std::{sync::Arc, thread::available_parallelism};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
    time::{Instant, timeout},
};

use crate::{
    limits::{ASIDES_SHARE, ASIDES_WAITING_MAX, FINDING_BEGINS_WITHIN, THOUGHTS_PER_PROCESSOR},
    metrics::{Metrics, Thought},
};

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unthought {
    /// Too many others think. It may be tried again.
    #[error("too many searches for plays at once")]
    Crowded,
    /// The work failed. It would fail again.
    #[error("the search for plays failed")]
    Failed,
}

/// The places in which searches for plays run, all of a server's rooms together.
///
/// What a game waits for, [`Thought::Finding`] and [`Thought::Bot`], may have all of them; hints and analyses have a share, and
/// wait in a line that is bounded. Whoever gets a place keeps it until the work is done, also if nobody waits for it any more.
#[derive(Clone, Debug)]
pub(crate) struct Thinking {
    places: Arc<Semaphore>,
    asides: Arc<Semaphore>,
    asides_in_line: Arc<Semaphore>,
    metrics: Arc<Metrics>,
}

/// What is given back when the work is done.
#[expect(dead_code, reason = "they are held, not read")]
struct Place {
    aside: Option<(OwnedSemaphorePermit, OwnedSemaphorePermit)>,
    place: OwnedSemaphorePermit,
}

impl Thinking {
    /// As many places as there are processors.
    pub(crate) fn new(metrics: Arc<Metrics>) -> Self {
        let processors = available_parallelism().map_or(1, usize::from);
        Self::with(processors * THOUGHTS_PER_PROCESSOR, metrics)
    }

    fn with(places: usize, metrics: Arc<Metrics>) -> Self {
        let asides = (places / ASIDES_SHARE).max(1);
        Self {
            places: Arc::new(Semaphore::new(places)),
            asides: Arc::new(Semaphore::new(asides)),
            asides_in_line: Arc::new(Semaphore::new(asides + ASIDES_WAITING_MAX)),
            metrics,
        }
    }

    /// Does the work off the threads of the rooms. `work` has to be bounded by itself, as by a limit of nodes.
    ///
    /// # Errors
    /// [`Unthought`]: it was not begun, or it panicked.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        what: Thought,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Unthought> {
        let asked = Instant::now();
        let Some(place) = self.place(what).await else {
            self.metrics.thoughts.given_up(what);
            return Err(Unthought::Crowded);
        };
        let began = Instant::now();
        self.metrics.thoughts.began(what, began - asked);
        #[cfg(test)]
        if crate::simulation::outside::is_simulated() {
            // Another thread would come back when it likes.
            tokio::task::yield_now().await;
            drop(place);
            self.metrics.thoughts.ended(what, began.elapsed());
            return Ok(work());
        }
        let done = spawn_blocking(move || {
            let done = work();
            drop(place);
            done
        });
        let done = done.await.map_err(|error| {
            tracing::error!(%error, ?what, "a search for plays failed");
            Unthought::Failed
        });
        self.metrics.thoughts.ended(what, began.elapsed());
        done
    }

    /// How many could begin to think now.
    #[cfg(test)]
    pub(crate) fn places_free(&self) -> usize {
        self.places.available_permits()
    }

    async fn place(&self, what: Thought) -> Option<Place> {
        let place = Arc::clone(&self.places).acquire_owned();
        match what {
            Thought::Finding => {
                let place = timeout(FINDING_BEGINS_WITHIN, place).await.ok()?.ok()?;
                Some(Place { aside: None, place })
            }
            Thought::Bot => Some(Place { aside: None, place: place.await.ok()? }),
            Thought::Hint | Thought::Analysis => {
                let in_line = Arc::clone(&self.asides_in_line).try_acquire_owned().ok()?;
                let aside = Arc::clone(&self.asides).acquire_owned().await.ok()?;
                Some(Place { aside: Some((in_line, aside)), place: place.await.ok()? })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures_util::poll;

    use super::*;

    fn thinking(places: usize) -> Thinking {
        Thinking::with(places, Metrics::new())
    }

    /// Work that ends when it is told to, and the end by which it is told.
    fn held() -> (mpsc::Sender<()>, impl FnOnce() + Send + 'static) {
        let (end, told) = mpsc::channel();
        (end, move || told.recv().unwrap_or_default())
    }

    #[tokio::test]
    async fn no_more_run_at_once_than_there_are_places() {
        let thinking = thinking(1);
        let (end, work) = held();
        let mut first = Box::pin(thinking.think(Thought::Bot, work));
        assert!(poll!(&mut first).is_pending());
        let mut second = Box::pin(thinking.think(Thought::Bot, || 2));
        assert!(poll!(&mut second).is_pending());
        assert_eq!(thinking.places.available_permits(), 0);
        end.send(()).unwrap();
        assert_eq!((first.await, second.await), (Ok(()), Ok(2)));
        assert_eq!(thinking.places.available_permits(), 1);
    }

    #[tokio::test]
    async fn a_place_is_taken_until_the_work_ends_though_nobody_waits_for_it() {
        let thinking = thinking(1);
        let (end, work) = held();
        let mut first = Box::pin(thinking.think(Thought::Bot, work));
        assert!(poll!(&mut first).is_pending());
        drop(first);
        assert_eq!(thinking.places.available_permits(), 0);
        end.send(()).unwrap();
        assert_eq!(thinking.think(Thought::Bot, || 2).await, Ok(2));
    }

    #[tokio::test(start_paused = true)]
    async fn a_game_does_not_wait_long_for_a_place() {
        let thinking = thinking(1);
        let held = Arc::clone(&thinking.places).acquire_owned().await;
        assert_eq!(thinking.think(Thought::Finding, || 1).await, Err(Unthought::Crowded));
        drop(held);
        assert_eq!(thinking.think(Thought::Finding, || 1).await, Ok(1));
    }

    #[tokio::test]
    async fn hints_and_analyses_leave_places_for_games() {
        let thinking = thinking(2);
        let (end, work) = held();
        let mut hint = Box::pin(thinking.think(Thought::Hint, work));
        assert!(poll!(&mut hint).is_pending());
        let mut analysis = Box::pin(thinking.think(Thought::Analysis, || 3));
        assert!(poll!(&mut analysis).is_pending());
        assert_eq!(thinking.think(Thought::Finding, || 1).await, Ok(1));
        end.send(()).unwrap();
        assert_eq!((hint.await, analysis.await), (Ok(()), Ok(3)));
    }

    #[tokio::test]
    async fn the_line_of_those_who_only_want_to_know_is_bounded() {
        let thinking = thinking(1);
        let (end, work) = held();
        let mut first = Box::pin(thinking.think(Thought::Hint, work));
        assert!(poll!(&mut first).is_pending());
        let mut line: Vec<_> =
            (0..ASIDES_WAITING_MAX).map(|_| Box::pin(thinking.think(Thought::Hint, || ()))).collect();
        for waiting in &mut line {
            assert!(poll!(waiting).is_pending());
        }
        assert_eq!(thinking.think(Thought::Analysis, || ()).await, Err(Unthought::Crowded));
        end.send(()).unwrap();
        first.await.unwrap();
        for waiting in line {
            assert_eq!(waiting.await, Ok(()));
        }
    }

    #[tokio::test]
    async fn work_that_panics_fails_and_gives_its_place_back() {
        let thinking = thinking(1);
        let failed = thinking.think(Thought::Bot, || assert!(thinking_fails(), "as it should")).await;
        assert_eq!(failed, Err(Unthought::Failed));
        assert_eq!(thinking.think(Thought::Bot, || 1).await, Ok(1));
    }

    fn thinking_fails() -> bool {
        std::env::args().count() == 0
    }
}
