//! The file in which a bot keeps its token.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write as _},
    path::PathBuf,
};

use sarja_protocol::{SecretError, SessionToken};

/// A file that holds a player's token and nothing else.
#[derive(Debug)]
pub(super) struct TokenFile(PathBuf);

/// Why a token file is of no use.
#[derive(Debug, thiserror::Error)]
pub enum TokenFileError {
    /// It cannot be read or written.
    #[error("cannot use the token file {}", file.display())]
    System {
        /// The file.
        file: PathBuf,
        /// What the system says.
        #[source]
        cause: io::Error,
    },
    /// It holds something else.
    #[error("{} holds no token", file.display())]
    NoToken {
        /// The file.
        file: PathBuf,
        /// What a token looks like.
        #[source]
        cause: SecretError,
    },
}

impl TokenFile {
    pub(super) const fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// The token in it; `None` if there is no such file.
    pub(super) fn read(&self) -> Result<Option<SessionToken>, TokenFileError> {
        let text = match fs::read_to_string(&self.0) {
            Ok(text) => text,
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(cause) => return Err(self.system(cause)),
        };
        let wrong = |cause| TokenFileError::NoToken { file: self.0.clone(), cause };
        SessionToken::new(text.trim()).map(Some).map_err(wrong)
    }

    /// Writes the token into a file that only its owner may read.
    pub(super) fn keep(&self, token: &SessionToken) -> Result<(), TokenFileError> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let write = |mut file: fs::File| writeln!(file, "{}", token.reveal());
        options.open(&self.0).and_then(write).map_err(|cause| self.system(cause))
    }

    fn system(&self, cause: io::Error) -> TokenFileError {
        TokenFileError::System { file: self.0.clone(), cause }
    }
}
