//! The secret with which a server lets rooms be made.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use sarja_protocol::{CreationSecret, TextError};

/// The variable that holds it. There is no option for it: options are seen by everybody on the machine.
pub(super) const VARIABLE: &str = "SARJA_CREATION_SECRET";

/// Why there is no secret where one was named.
#[derive(Debug, thiserror::Error)]
pub enum CreationSecretError {
    /// The file cannot be read.
    #[error("cannot read the secret in {}", file.display())]
    System {
        /// The file.
        file: PathBuf,
        /// What the system says.
        #[source]
        cause: io::Error,
    },
    /// What was read cannot be one.
    #[error("{place} holds no secret for making rooms")]
    NoSecret {
        /// The file or variable.
        place: String,
        /// What is wrong with it.
        #[source]
        cause: TextError,
    },
}

/// The secret in the file; without one, in the variable; `None` if neither is there.
pub(super) fn find(file: Option<&Path>) -> Result<Option<CreationSecret>, CreationSecretError> {
    let (place, text) = match (file, env::var(VARIABLE)) {
        (Some(file), _) => {
            let text = fs::read_to_string(file)
                .map_err(|cause| CreationSecretError::System { file: file.to_owned(), cause })?;
            (file.display().to_string(), text)
        }
        (None, Ok(text)) if !text.is_empty() => (VARIABLE.to_owned(), text),
        (None, _) => return Ok(None),
    };
    let secret = CreationSecret::new(&text);
    secret.map(Some).map_err(|cause| CreationSecretError::NoSecret { place, cause })
}
