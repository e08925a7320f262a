//! The URL of a `PostgreSQL` database, whose password never shows.

use std::fmt;
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

use crate::UrlError;

/// What may stand behind the `?`: those of libpq that this program can honour. A parameter that would be ignored is
/// refused, because somebody relies on it.
const PARAMETERS: [&str; 15] = [
    "dbname",
    "host",
    "hostaddr",
    "options",
    "password",
    "port",
    "ssl-ca",
    "ssl-cert",
    "ssl-key",
    "ssl-mode",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "user",
];

/// What stands in place of a password.
const HIDDEN: &str = "***";

/// A checked URL. `Display` and `Debug` hide the password.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PostgresUrl(String);

impl PostgresUrl {
    /// How to connect. What the URL leaves open comes from the `PG…` variables and the password file, as with
    /// `PostgreSQL`'s own programs.
    pub(crate) fn options(&self) -> PgConnectOptions {
        PgConnectOptions::from_str(&self.0).expect("the URL was read before")
    }

    /// Whether there is a password in it, which is not shown.
    pub(crate) fn holds_password(&self) -> bool {
        let Parts { user, rest, .. } = Parts::of(&self.0);
        user.is_some_and(|user| user.contains(':')) || parameters(rest).any(|(key, _)| key == "password")
    }
}

impl FromStr for PostgresUrl {
    type Err = UrlError;

    fn from_str(text: &str) -> Result<Self, UrlError> {
        let Parts { rest, .. } = Parts::of(text);
        // The library would take what stands before these characters for the whole address.
        if text.contains('#') || rest.contains('@') {
            return Err(UrlError::Unencoded);
        }
        for (key, _) in parameters(rest) {
            let known = PARAMETERS.contains(&key) || (key.starts_with("options[") && key.ends_with(']'));
            if !known {
                return Err(UrlError::UnknownParameter(key.to_owned()));
            }
        }
        match PgConnectOptions::from_str(text) {
            Ok(_) => Ok(Self(text.to_owned())),
            Err(sqlx::Error::Configuration(why)) => Err(UrlError::Unreadable(why.to_string())),
            Err(_) => Err(UrlError::Unreadable("it cannot be read".to_owned())),
        }
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts { scheme, user, host, rest } = Parts::of(&self.0);
        write!(f, "{scheme}://")?;
        match user.map(|user| user.split_once(':')) {
            Some(Some((name, _))) => write!(f, "{name}:{HIDDEN}@")?,
            Some(None) => write!(f, "{}@", user.unwrap_or_default())?,
            None => {}
        }
        let (path, _) = rest.split_once('?').unwrap_or((rest, ""));
        write!(f, "{host}{path}")?;
        for (n, (key, value)) in parameters(rest).enumerate() {
            let value = if key == "password" { HIDDEN } else { value };
            write!(f, "{}{key}={value}", if n == 0 { '?' } else { '&' })?;
        }
        Ok(())
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresUrl({self})")
    }
}

/// `scheme://user@host/rest`, where `user` may hold a password, `host` a port, and `rest` begins with its `/` or `?`.
struct Parts<'t> {
    scheme: &'t str,
    user: Option<&'t str>,
    host: &'t str,
    rest: &'t str,
}

impl<'t> Parts<'t> {
    fn of(text: &'t str) -> Self {
        let (scheme, after) = text.split_once("://").unwrap_or(("postgres", text));
        let (authority, rest) = after.split_at(after.find(['/', '?']).unwrap_or(after.len()));
        let (user, host) =
            authority.rsplit_once('@').map_or((None, authority), |(user, host)| (Some(user), host));
        Self { scheme, user, host, rest }
    }
}

/// The parameters as they are written.
fn parameters(rest: &str) -> impl Iterator<Item = (&str, &str)> {
    let query = rest.split_once('?').map_or("", |(_, query)| query);
    query.split('&').filter(|pair| !pair.is_empty()).map(|pair| pair.split_once('=').unwrap_or((pair, "")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_never_shows() {
        for (url, shown) in [
            ("postgres://sarja:se%2Fcret@db:5433/sarja", "postgres://sarja:***@db:5433/sarja"),
            (
                "postgresql://sarja:a:b@c@db/sarja?sslmode=require",
                "postgresql://sarja:***@db/sarja?sslmode=require",
            ),
            ("postgres://db/sarja?user=u&password=secret", "postgres://db/sarja?user=u&password=***"),
            ("postgres://sarja@%2Frun%2Fpostgresql/sarja", "postgres://sarja@%2Frun%2Fpostgresql/sarja"),
            ("postgres:///sarja?host=/run/postgresql", "postgres:///sarja?host=/run/postgresql"),
        ] {
            let read: PostgresUrl = url.parse().unwrap();
            assert_eq!(read.to_string(), shown, "{url}");
            assert_eq!(format!("{read:?}"), format!("PostgresUrl({shown})"));
        }
    }

    #[test]
    fn url_gives_place_user_and_parameters() {
        let url: PostgresUrl =
            "postgres://sa%40rja:se%2Fcret@db.example:5433/ga%20mes?options[search_path]=club"
                .parse()
                .unwrap();
        let options = url.options();
        assert_eq!(options.get_host(), "db.example");
        assert_eq!(options.get_port(), 5433);
        assert_eq!(options.get_username(), "sa@rja");
        assert_eq!(options.get_database(), Some("ga mes"));
        assert!(options.get_options().is_some_and(|options| options.contains("search_path=club")));
        let socket: PostgresUrl = "postgres://sarja@%2Frun%2Fpostgresql/sarja".parse().unwrap();
        assert_eq!(
            socket.options().get_socket().map(|path| path.display().to_string()),
            Some("/run/postgresql".into())
        );
    }

    #[test]
    fn url_that_would_be_misread_is_refused_without_its_password() {
        for (url, error) in [
            ("postgres://u:12#34@host/db", UrlError::Unencoded),
            ("postgres://u:12/34@host/db", UrlError::Unencoded),
            ("postgres://u:12?34@host/db", UrlError::Unencoded),
            ("postgres://host/db?passwd=secret", UrlError::UnknownParameter("passwd".into())),
            (
                "postgres://host/db?application_name=mine",
                UrlError::UnknownParameter("application_name".into()),
            ),
        ] {
            assert_eq!(url.parse::<PostgresUrl>(), Err(error), "{url}");
        }
        for url in [
            "postgres://u:secret",
            "postgres://u:secret@host:port/db",
            "postgres://u:secret@h/d?sslmode=never",
        ] {
            let error = url.parse::<PostgresUrl>().unwrap_err();
            assert!(
                matches!(error, UrlError::Unreadable(_)) && !error.to_string().contains("secret"),
                "{url}: {error}"
            );
        }
    }
}
