//! Takes connections, and serves each in a task of its own.

use std::{convert::Infallible, io, net::SocketAddr, pin::pin, sync::Arc};

use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, Request},
    response::Response,
};
use hyper::{body::Incoming, server::conn::http1, service::Service as _};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::time::{sleep, timeout};

use super::{
    listener::Listener,
    outage::Outage,
    reserve::{Admitted, Reserve},
    socket::{ReadRate, Socket},
    turned_away::TurnedAway,
};
use crate::{
    connection::Services,
    http::Proxies,
    journal::Topic,
    limits::{HEADER_BYTES_MAX, HEADERS_MAX, LINGER, PROXY_HEADER_WITHIN, WATCHER_HEADER_WITHIN},
};

/// Where connections come in.
#[derive(Debug)]
pub(crate) struct Door {
    pub(crate) proxies: Proxies,
    pub(crate) reserve: Reserve,
    pub(crate) router: Router,
    pub(crate) services: Arc<Services>,
}

/// Takes connections until the server stops. No failure ends it.
pub(crate) async fn accept<L: Listener>(listener: L, door: Arc<Door>) {
    let turned_away = TurnedAway::new();
    let services = &door.services;
    let mut outage = Outage::none();
    loop {
        let accepted = tokio::select! {
            biased;
            () = services.stop.cancelled() => return,
            accepted = door.next(&listener) => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                outage.over();
                match door.admit(peer) {
                    Some(admitted) => {
                        let door = Arc::clone(&door);
                        services.upkeep.spawn(async move { door.serve::<L>(stream, peer, admitted).await });
                    }
                    None => turned_away.say_no(stream, &services.upkeep),
                }
                // In a crowd those who are here already have their turn after each one that comes.
                tokio::task::yield_now().await;
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                let wait = outage.failed(&error);
                tokio::select! {
                    biased;
                    () = services.stop.cancelled() => return,
                    () = sleep(wait) => {}
                }
            }
        }
    }
}

/// Whether somebody was gone before he was accepted, which is no matter of the server.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind as E;
    matches!(error.kind(), E::ConnectionRefused | E::ConnectionAborted | E::ConnectionReset)
}

impl Door {
    /// The next connection, as soon as the rate of all lets it in. Until then it waits in the system's queue.
    async fn next<L: Listener>(&self, listener: &L) -> io::Result<(L::Stream, SocketAddr)> {
        while let Err(wait) = self.services.rates.accept() {
            self.services.journal.limit(Topic::Limit, wait.limit, listener.local_addr()?.ip());
            sleep(wait.time).await;
        }
        listener.accept().await
    }

    fn admit(&self, peer: SocketAddr) -> Option<Admitted> {
        let (address, gate) = (peer.ip().to_canonical(), &self.services.gate);
        let admission = if self.proxies.trust(address) {
            gate.admit_proxy()
        } else if let Err(wait) = self.services.rates.connect(address.into()) {
            self.note(wait.limit, peer);
            return None;
        } else {
            gate.admit(address.into())
        };
        let full = match admission {
            Ok(admission) => return Some(Admitted::Fully(admission)),
            Err(full) => full,
        };
        let watching = address.is_loopback().then(|| self.reserve.admit(full)).flatten();
        if watching.is_none() {
            self.note(full.as_str(), peer);
        }
        watching
    }

    fn note(&self, limit: &'static str, peer: SocketAddr) {
        self.services.journal.limit(Topic::TurnedAway, limit, peer.ip());
    }

    /// Serves a connection until it is closed, or has become a WebSocket.
    async fn serve<L: Listener>(&self, stream: L::Stream, peer: SocketAddr, admitted: Admitted) {
        if let Err(error) = L::set_nodelay(&stream) {
            tracing::debug!(%error, "no TCP_NODELAY");
        }
        let limits = &self.services.limits;
        let rate =
            ReadRate { bytes_per_second: limits.read_bytes_per_second, bytes_burst: limits.read_bytes_burst };
        let socket = Socket::new(stream, rate);
        let meter = socket.meter();
        let router = TowerToHyperService::new(self.router.clone());
        let is_watching = matches!(admitted, Admitted::ToWatch(_));
        let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
            let mut request: Request = request.map(Body::new);
            let extensions = request.extensions_mut();
            extensions.insert(ConnectInfo(peer));
            extensions.insert(admitted.clone());
            extensions.insert(Arc::clone(&meter));
            let answer = router.call(request);
            async move { Ok::<Response, Infallible>(answer.await.unwrap_or_else(|never| match never {})) }
        });
        // A proxy keeps connections for later requests; what a stranger has not asked in this time he will not.
        let within = if is_watching {
            WATCHER_HEADER_WITHIN.min(self.services.timings.header_within)
        } else if self.proxies.trust(peer.ip().to_canonical()) {
            PROXY_HEADER_WITHIN
        } else {
            self.services.timings.header_within
        };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .keep_alive(!is_watching)
            .header_read_timeout(within)
            .max_buf_size(HEADER_BYTES_MAX)
            .max_headers(HEADERS_MAX)
            .serve_connection(TokioIo::new(socket), service)
            .with_upgrades();
        let mut connection = pin!(connection);
        let served = tokio::select! {
            biased;
            served = connection.as_mut() => served,
            () = self.services.stop.cancelled() => {
                connection.as_mut().graceful_shutdown();
                timeout(LINGER, connection).await.unwrap_or(Ok(()))
            }
        };
        if let Err(error) = served {
            // Half a request, or none that is one: hyper has answered it as far as an answer can be read.
            if self.services.journal.may_say(Topic::BadRequest, peer.ip()) {
                tracing::info!(address = %peer.ip(), %error, "request not served");
            }
        }
    }
}
