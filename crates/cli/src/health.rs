//! The subcommand `sarja health`.

use std::{
    io::{self, Write},
    time::Duration,
};

use http_body_util::{BodyExt as _, Empty, Limited};
use hyper::{Request, StatusCode, body::Bytes, client::conn::http1, header::HOST};
use hyper_util::rt::TokioIo;
use sarja_client::ServerUrl;
use tokio::{net::TcpStream, time::timeout};

/// How long a server may take for its answer: it says by itself that it is not ready long before.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// How much of an answer is read, in bytes: it is one line.
const ANSWER_BYTES_MAX: usize = 4096;

/// Asks a running server whether it can take players: its own program, so that a container needs no other.
#[derive(Debug, clap::Args)]
pub struct HealthArgs {
    /// The server, as http://HOST:PORT.
    #[arg(long, value_name = "URL", default_value = "http://localhost:8080")]
    pub url: ServerUrl,
    /// Ask only whether its process lives, not whether it is ready.
    #[arg(long)]
    pub live: bool,
}

/// Why a server is not known to be well.
#[derive(Debug, thiserror::Error)]
pub enum HealthError {
    /// It answers that it is not.
    #[error("{url} answers {status}: {answer}")]
    NotReady {
        /// The address.
        url: String,
        /// The status of the answer.
        status: StatusCode,
        /// What it says.
        answer: String,
    },
    /// It cannot be reached.
    #[error("{url} cannot be reached: {cause}")]
    Unreachable {
        /// The address.
        url: String,
        /// What the system says.
        cause: io::Error,
    },
    /// What answers there is no such server.
    #[error("what answers at {url} does not speak HTTP as it should: {cause}")]
    Foreign {
        /// The address.
        url: String,
        /// What is wrong with it.
        cause: Box<dyn std::error::Error + Send + Sync>,
    },
    /// No answer came in time.
    #[error("{url} gave no answer within {} seconds", ANSWER_WITHIN.as_secs())]
    Late {
        /// The address.
        url: String,
    },
    /// The answer cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl HealthArgs {
    /// Asks, and writes the answer to `output`.
    ///
    /// # Errors
    /// See [`HealthError`]: everything but the answer that all is well.
    pub async fn run(self, output: &mut impl Write) -> Result<(), HealthError> {
        let path = if self.live { "/healthz" } else { "/readyz" };
        let url = format!("{}{path}", self.url.web());
        let asking = ask(&self.url, path, &url);
        let Ok(asked) = timeout(ANSWER_WITHIN, asking).await else { return Err(HealthError::Late { url }) };
        let (status, answer) = asked?;
        let answer = answer.trim_end().to_owned();
        if !status.is_success() {
            return Err(HealthError::NotReady { url, status, answer });
        }
        writeln!(output, "{answer}")?;
        Ok(())
    }
}

async fn ask(server: &ServerUrl, path: &str, url: &str) -> Result<(StatusCode, String), HealthError> {
    let unreachable = |cause| HealthError::Unreachable { url: url.to_owned(), cause };
    let foreign = |cause: hyper::Error| HealthError::Foreign { url: url.to_owned(), cause: cause.into() };
    let stream = TcpStream::connect((server.host(), server.port())).await.map_err(unreachable)?;
    let (mut requests, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(foreign)?;
    let request = Request::get(path).header(HOST, server.authority()).body(Empty::<Bytes>::new());
    let request = request.expect("the path is ours, and the authority was read as one");
    let exchange = async {
        let answer = requests.send_request(request).await.map_err(foreign)?;
        let status = answer.status();
        let body = Limited::new(answer.into_body(), ANSWER_BYTES_MAX).collect().await;
        let body = body.map_err(|cause| HealthError::Foreign { url: url.to_owned(), cause })?;
        Ok((status, String::from_utf8_lossy(&body.to_bytes()).into_owned()))
    };
    tokio::pin!(connection, exchange);
    tokio::select! {
        answer = &mut exchange => answer,
        // The connection moves the bytes; when it has ended, what came is still to be read.
        _ = &mut connection => exchange.await,
    }
}
