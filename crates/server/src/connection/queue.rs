//! What waits to be sent to one connection. A channel of tokio keeps room for thirty-two messages as long as it is there, which is more
//! than an idle connection may cost; this keeps none while nothing waits.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

use super::outbox::Outgoing;

/// A queue with a bound, with one reader.
#[derive(Debug)]
pub(super) struct Queue {
    most: usize,
    state: Mutex<State>,
    came: Notify,
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<Outgoing>,
    is_closed: bool,
}

/// The queue takes nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

impl Queue {
    /// An empty queue of at most so many.
    pub(super) fn new(most: usize) -> Self {
        Self { most, state: Mutex::default(), came: Notify::new() }
    }

    /// Adds one at the end.
    ///
    /// # Errors
    /// [`Full`], also when it is closed.
    pub(super) fn push(&self, outgoing: Outgoing) -> Result<(), Full> {
        let mut state = self.state();
        if state.is_closed || state.waiting.len() >= self.most {
            return Err(Full);
        }
        state.waiting.push_back(outgoing);
        drop(state);
        self.came.notify_one();
        Ok(())
    }

    /// Takes the first ones, at most so many, as soon as there is one. Safe to drop while it waits.
    pub(super) async fn take(&self, into: &mut Vec<Outgoing>, most: usize) {
        loop {
            {
                let mut state = self.state();
                let taken = most.min(state.waiting.len());
                if taken > 0 {
                    into.extend(state.waiting.drain(..taken));
                    state.settle();
                    return;
                }
            }
            self.came.notified().await;
        }
    }

    /// Takes the first one, if one waits.
    pub(super) fn try_take(&self) -> Option<Outgoing> {
        let mut state = self.state();
        let taken = state.waiting.pop_front();
        state.settle();
        taken
    }

    /// Lets nothing more in.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
    }

    /// What is done under the lock is done in one step.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Gives back the memory of an empty queue, unless it is so little that the next message would ask for it again.
    fn settle(&mut self) {
        const KEPT: usize = 4;
        if self.waiting.is_empty() && self.waiting.capacity() > KEPT {
            self.waiting = VecDeque::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_waits_gets_what_comes_in_its_order() {
        let queue = Queue::new(8);
        let mut taken = Vec::new();
        let push = async {
            tokio::task::yield_now().await;
            (0..3).for_each(|n| queue.push(Outgoing::Text(n.to_string().into())).unwrap());
        };
        tokio::join!(queue.take(&mut taken, 2), push);
        queue.take(&mut taken, 8).await;
        let texts: Vec<_> = taken
            .iter()
            .map(|outgoing| match outgoing {
                Outgoing::Text(text) => text.as_str(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(texts, ["0", "1", "2"]);
    }

    #[test]
    fn a_full_or_closed_queue_takes_nothing() {
        let queue = Queue::new(2);
        assert_eq!([(); 3].map(|()| queue.push(Outgoing::Ping)), [Ok(()), Ok(()), Err(Full)]);
        assert!(queue.try_take().is_some());
        queue.close();
        assert_eq!(queue.push(Outgoing::Ping), Err(Full));
        assert!(queue.try_take().is_some(), "what waits can still be taken");
        assert!(queue.try_take().is_none());
    }

    #[test]
    fn an_empty_queue_keeps_no_memory_for_a_burst_that_is_over() {
        let queue = Queue::new(64);
        for _ in 0..64 {
            queue.push(Outgoing::Ping).unwrap();
        }
        while queue.try_take().is_some() {}
        assert!(queue.state().waiting.capacity() <= 4);
    }
}
