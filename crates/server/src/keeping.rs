//! Keeping house in the store while the server runs: what is kept no longer goes, and damage is named.

use sarja_store::{Depth, Retention, Store};
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::{limits::KEEPING_EVERY, wall};

/// Looks once for damage, and removes what is kept no longer, now and every hour, until the server stops.
pub(crate) async fn keep(store: Store, retention: Retention, stop: CancellationToken) {
    let keeping = async {
        look(&store).await;
        let mut hours = interval(KEEPING_EVERY);
        hours.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            hours.tick().await;
            prune(&store, &retention).await;
        }
    };
    tokio::select! {
        biased;
        () = stop.cancelled() => {}
        () = keeping => {}
    }
}

/// A damaged database may serve most of its rooms for a long time: somebody has to be told before the backups of better
/// days are gone.
async fn look(store: &Store) {
    match store.file_faults(Depth::Pages).await {
        Ok(faults) => {
            if let Some(first) = faults.first() {
                tracing::error!(
                    faults = faults.len(),
                    first,
                    "the database is damaged: run `sarja db check`"
                );
            }
        }
        Err(error) => tracing::warn!(%error, "the database was not looked at"),
    }
}

async fn prune(store: &Store, retention: &Retention) {
    match store.prune(retention, wall::now_ms()).await {
        Ok(pruned) if pruned.is_nothing() => {}
        Ok(pruned) => {
            tracing::info!(
                rooms = pruned.rooms,
                guests = pruned.guests,
                "removed rooms without a game and idle guests"
            );
        }
        // Nothing depends on it: the next hour comes.
        Err(error) => tracing::warn!(%error, "not everything was removed that is kept no longer"),
    }
}
