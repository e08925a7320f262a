//! What `sarja serve` is started with, as values.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use ipnet::IpNet;
use sarja_protocol::{CreationSecret, MayCreate};
use sarja_server::{
    Config, CreationKey, Drain, IdleRooms, PracticeRooms, PublicUrl, RoomCreation, ServerLimits, Timings,
};
use sarja_store::{Retention, StoreUrl, UrlError};

use crate::serve::{DataDirError, LogFilter, LogFormat, default_data_dir};

/// What `sarja serve` is started with. The defaults are those of the server.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Where people find the server.
    pub public_url: Option<PublicUrl>,
    /// Web pages of other hosts that may connect.
    pub origins: Vec<PublicUrl>,
    /// Proxies whose word is taken for who a client is.
    pub trusted_proxies: Vec<IpNet>,
    /// Where metrics are served alone, if anywhere.
    pub metrics_listen: Option<SocketAddr>,
    /// The folder for the data, if one was named.
    pub data_dir: Option<PathBuf>,
    /// The database, if it is not the file in that folder.
    pub database: Option<StoreUrl>,
    /// Who may make rooms.
    pub creation: MayCreate,
    /// The secret of those who may.
    pub creation_secret: Option<CreationSecret>,
    /// Whether practice rooms may be made.
    pub practice: PracticeRooms,
    /// When rooms without anybody leave memory.
    pub idle_rooms: IdleRooms,
    /// The shortest time that a bot takes for its turn.
    pub bot_thinks_min: Duration,
    /// The longest.
    pub bot_thinks_max: Duration,
    /// How long is kept what nobody needs.
    pub retention: Retention,
    /// How the server lets its players go.
    pub drain: Drain,
    /// The times of a connection.
    pub timings: Timings,
    /// How much others may do.
    pub limits: ServerLimits,
    /// Which log lines are written.
    pub log: LogFilter,
    /// How.
    pub log_format: LogFormat,
}

/// Where the server listens unless it is told otherwise: for this machine alone.
const LISTEN: ([u8; 4], u16) = ([127, 0, 0, 1], 8080);

impl Default for ServerSettings {
    fn default() -> Self {
        let listen = SocketAddr::from(LISTEN);
        let place = StoreUrl::sqlite("sarja.db").expect("a name is a path");
        let config = Config::new(listen, place);
        Self {
            listen,
            public_url: config.public_url,
            origins: config.origins,
            trusted_proxies: config.trusted_proxies,
            metrics_listen: config.metrics_listen,
            data_dir: None,
            database: None,
            creation: MayCreate::Anyone,
            creation_secret: None,
            practice: config.practice,
            idle_rooms: config.idle_rooms,
            bot_thinks_min: *config.bot_thinks.start(),
            bot_thinks_max: *config.bot_thinks.end(),
            retention: config.retention,
            drain: config.drain,
            timings: config.timings,
            limits: config.limits,
            log: LogFilter::default(),
            log_format: LogFormat::Text,
        }
    }
}

/// Where the data is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataPlace {
    /// The folder of this server's own file; `None` if the data is elsewhere.
    pub dir: Option<PathBuf>,
    /// The database.
    pub store: StoreUrl,
}

/// Why there is no place for the data.
#[derive(Debug, thiserror::Error)]
pub enum DataPlaceError {
    /// No folder was named, and there is none for the user's data.
    #[error(transparent)]
    DataDir(#[from] DataDirError),
    /// The file in the folder cannot be named to the store.
    #[error(transparent)]
    Url(#[from] UrlError),
}

impl ServerSettings {
    /// The data folder: the one that was named, else that of the user, unless the data is elsewhere.
    pub(super) fn data_folder(&self) -> Option<PathBuf> {
        let default = || if self.database.is_none() { default_data_dir().ok() } else { None };
        self.data_dir.clone().or_else(default)
    }

    /// Where the data is: the database that was named, else `sarja.db` in the data folder.
    ///
    /// # Errors
    /// See [`DataPlaceError`].
    pub fn data_place(&self) -> Result<DataPlace, DataPlaceError> {
        if let Some(store) = &self.database {
            return Ok(DataPlace { dir: None, store: store.clone() });
        }
        let dir = self.data_dir.clone().map_or_else(default_data_dir, Ok)?;
        let store = StoreUrl::sqlite(dir.join("sarja.db"))?;
        Ok(DataPlace { dir: Some(dir), store })
    }

    /// Who may make rooms; `None` where the secret for it is missing or too weak, which is found out when the
    /// settings are read.
    fn room_creation(&self) -> Option<RoomCreation> {
        match (self.creation, &self.creation_secret) {
            (MayCreate::Anyone, _) => Some(RoomCreation::Anyone),
            (MayCreate::Secret, secret) => CreationKey::new(secret.as_ref()?).ok().map(RoomCreation::Secret),
        }
    }

    /// The server's own configuration, with its data there.
    ///
    /// # Panics
    /// If the settings were not checked: who may make rooms has to be known.
    pub fn into_config(self, store: StoreUrl) -> Config {
        let room_creation =
            self.room_creation().expect("settings that were read have a secret where one is needed");
        Config {
            practice: self.practice,
            room_creation,
            bot_thinks: self.bot_thinks_min..=self.bot_thinks_max,
            public_url: self.public_url,
            origins: self.origins,
            trusted_proxies: self.trusted_proxies,
            limits: self.limits,
            metrics_listen: self.metrics_listen,
            timings: self.timings,
            retention: self.retention,
            idle_rooms: self.idle_rooms,
            drain: self.drain,
            ..Config::new(self.listen, store)
        }
    }
}
