//! Where a store is: the URL that chooses engine and place.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::postgres_url::PostgresUrl;

/// A checked store URL.
///
/// - `sqlite:///absolute/file.db` or `sqlite://relative/file.db`. The path is taken as it is, without percent decoding or
///   parameters.
/// - `postgres://user:password@host:port/database?sslmode=require`, also `postgresql://`. Every part may be left out;
///   special characters are percent-encoded. `postgres:///database?host=/run/postgresql` uses a Unix socket.
/// - `memory:`: nothing is kept when the store closes, and nobody else can open it.
///
/// `Display` and `Debug` never show a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreUrl(Place);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    Sqlite(PathBuf),
    Postgres(PostgresUrl),
    Memory,
}

/// Text that is no store URL. It repeats the scheme or the name of a parameter and nothing else, since URLs may hold
/// passwords.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UrlError {
    /// There is no scheme.
    #[error(
        "a store URL looks like sqlite:///var/lib/sarja/sarja.db or postgres://user@host/database; this one has no scheme"
    )]
    NoScheme,
    /// The scheme is not one of ours.
    #[error("no store engine is called {0:?}; use sqlite, postgres or memory")]
    UnknownScheme(String),
    /// The path does not name a file.
    #[error(
        "the store URL names no file (memory: would be a store that forgets its acknowledged moves when it ends)"
    )]
    NoFile,
    /// A store in memory is in no place.
    #[error("a store in memory has no name: write memory:")]
    NamedMemory,
    /// There are parameters or a NUL in the path.
    #[error("the path in a store URL takes neither parameters (?) nor fragments (#) nor NUL")]
    BadPath,
    /// A character of the password or of another part would be taken for the end of that part.
    #[error(
        "the characters / ? # @ within a part of the store URL have to be percent-encoded: %2F %3F %23 %40"
    )]
    Unencoded,
    /// There is a parameter that would be ignored.
    #[error("the store URL takes no parameter {0:?}")]
    UnknownParameter(String),
    /// The URL of a `PostgreSQL` database cannot be read; the text says why.
    #[error("the store URL cannot be read: {0}")]
    Unreadable(String),
}

impl StoreUrl {
    /// The URL of an `SQLite` file.
    ///
    /// # Errors
    /// [`UrlError::NoFile`] for an empty path.
    pub fn sqlite(path: impl AsRef<Path>) -> Result<Self, UrlError> {
        let path = path.as_ref();
        if path.file_name().is_none() {
            return Err(UrlError::NoFile);
        }
        Ok(Self(Place::Sqlite(path.to_owned())))
    }

    /// The file, for an engine that has one.
    pub fn file(&self) -> Option<&Path> {
        match &self.0 {
            Place::Sqlite(path) => Some(path),
            Place::Postgres(_) | Place::Memory => None,
        }
    }

    /// Whether there is a password in it, which is not shown.
    pub fn holds_password(&self) -> bool {
        match &self.0 {
            Place::Sqlite(_) | Place::Memory => false,
            Place::Postgres(url) => url.holds_password(),
        }
    }

    /// Whether the store forgets everything when it closes.
    pub fn keeps_nothing(&self) -> bool {
        self.0 == Place::Memory
    }

    pub(crate) fn place(&self) -> &Place {
        &self.0
    }
}

impl FromStr for StoreUrl {
    type Err = UrlError;

    fn from_str(text: &str) -> Result<Self, UrlError> {
        let (scheme, rest) = text.split_once(':').ok_or(UrlError::NoScheme)?;
        match scheme {
            "sqlite" => {}
            "postgres" | "postgresql" => return Ok(Self(Place::Postgres(text.parse()?))),
            "memory" if rest.is_empty() => return Ok(Self(Place::Memory)),
            "memory" => return Err(UrlError::NamedMemory),
            _ => return Err(UrlError::UnknownScheme(scheme.to_owned())),
        }
        let path = rest.strip_prefix("//").unwrap_or(rest);
        if path == ":memory:" || path.ends_with('/') {
            return Err(UrlError::NoFile);
        }
        if path.contains(['?', '#', '\0']) {
            return Err(UrlError::BadPath);
        }
        Self::sqlite(path)
    }
}

impl fmt::Display for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Place::Sqlite(path) => write!(f, "sqlite://{}", path.display()),
            Place::Postgres(url) => url.fmt(f),
            Place::Memory => f.write_str("memory:"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn url_gives_the_path_of_the_file() {
        for (url, path) in [
            ("sqlite:///a/b.db", "/a/b.db"),
            ("sqlite://a/b.db", "a/b.db"),
            ("sqlite:b 1%20.db", "b 1%20.db"),
        ] {
            let read: StoreUrl = url.parse().unwrap();
            assert_eq!(read, StoreUrl::sqlite(path).unwrap(), "{url}");
            assert_eq!(read.to_string().parse(), Ok(read), "{url}");
        }
    }

    #[test]
    fn store_in_memory_keeps_nothing_and_has_no_file() {
        let url: StoreUrl = "memory:".parse().unwrap();
        assert!(url.keeps_nothing() && url.file().is_none());
        assert_eq!(url.to_string(), "memory:");
        assert!(!StoreUrl::sqlite("a.db").unwrap().keeps_nothing());
    }

    #[test]
    fn url_that_cannot_work_is_refused() {
        for (url, error) in [
            ("", UrlError::NoScheme),
            ("/a/b.db", UrlError::NoScheme),
            ("mysql://u:secret@h/d", UrlError::UnknownScheme("mysql".into())),
            ("sqlite::memory:", UrlError::NoFile),
            ("memory://games", UrlError::NamedMemory),
            ("memory", UrlError::NoScheme),
            ("sqlite://", UrlError::NoFile),
            ("sqlite:///a/", UrlError::NoFile),
            ("sqlite:///a.db?mode=ro", UrlError::BadPath),
        ] {
            assert_eq!(url.parse::<StoreUrl>(), Err(error), "{url}");
        }
    }
}
