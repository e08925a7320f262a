//! A process of the server, from its start to its end: all that a server is, with listeners of the network.

use std::{future::pending, rc::Rc, time::Duration};

use sarja_store::Owner;
use tokio_util::sync::CancellationToken;
use turmoil::net::TcpListener;

use super::{scene::Scene, tap::Taps};
use crate::{
    config::Timings,
    server::Inside,
    simulation::{process::config, world::metrics},
};

/// What the server's host is called.
pub(super) const NAME: &str = "server";

/// Where it listens.
pub(super) const PORT: u16 = 80;

/// Shorter than anybody would have them, so that a seed sees much in little time.
pub(super) fn timings() -> Timings {
    Timings {
        heartbeat: Duration::from_millis(1_500),
        dead_after: Duration::from_secs(5),
        send_within: Duration::from_secs(3),
        ..Timings::default()
    }
}

/// Runs until the host is crashed or the process told to stop. It also ends if the store does not answer when it starts; somebody
/// then starts it again.
pub(super) async fn serve(scene: Rc<Scene>) -> turmoil::Result {
    scene.started.set(scene.started.get() + 1);
    let name = format!("process {}", scene.started.get());
    let listener = TcpListener::bind(("0.0.0.0", PORT)).await?;
    let taps = Taps { listener, witness: scene.witness.clone(), cables: scene.cables.clone() };
    let (store, owner) = (scene.database.open(), Owner::from(name.as_str()));
    let Ok((inside, rooms)) = Inside::open(config(timings()), store, owner, metrics()).await else {
        scene.did("no start", &name);
        return Ok(());
    };
    scene.did("start", format_args!("{name} with {rooms} rooms"));
    let stop = CancellationToken::new();
    scene.server.replace(Some((inside.observer(), stop.clone())));
    inside.run_until(taps, stop.cancelled_owned(), pending()).await;
    scene.did("end", name);
    Ok(())
}
