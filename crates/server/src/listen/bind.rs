//! Listening.

use std::{io, net::SocketAddr};

use tokio::net::{TcpListener, TcpSocket};

use crate::limits::{BACKLOG, RECEIVE_BUFFER_BYTES, SEND_BUFFER_BYTES};

/// Listens there, with small buffers: what waits for a slow client waits in its own queue, where it is counted. Accepted
/// sockets have the buffers of the listening one.
pub(crate) fn bind(listen: SocketAddr) -> io::Result<(TcpListener, SocketAddr)> {
    let socket = if listen.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // As the system's own servers: a restart need not wait for old connections. Elsewhere the option means something else.
    socket.set_reuseaddr(cfg!(unix))?;
    socket.set_send_buffer_size(SEND_BUFFER_BYTES)?;
    socket.set_recv_buffer_size(RECEIVE_BUFFER_BYTES)?;
    socket.bind(listen)?;
    let listener = socket.listen(BACKLOG)?;
    let local_addr = listener.local_addr()?;
    Ok((listener, local_addr))
}
