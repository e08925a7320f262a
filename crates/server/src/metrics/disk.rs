//! The disk that the data lies on, where the server has the data in a file of its own.

use std::{fs, io, path::Path};

use metrics::Gauge;

use super::{
    label::EngineName,
    register::{By, Register},
};

/// Metrics of the data and of the disk that it lies on.
#[derive(Debug)]
pub(crate) struct Disk {
    engine: By<EngineName, Gauge>,
    data: Gauge,
    free: Gauge,
    size: Gauge,
}

/// What `SQLite` writes beside the file while it is open.
const BESIDE: [&str; 3] = ["", "-wal", "-shm"];

impl Disk {
    pub(super) fn new(register: &mut Register) -> Self {
        Self {
            engine: register.gauges("sarja_store_info", "Which database the data is in: 1 for that one."),
            data: register.gauge(
                "sarja_store_size_bytes",
                "Bytes of the data file and of what is written beside it. NaN with PostgreSQL, which tells its size itself.",
            ),
            free: register.gauge(
                "sarja_disk_free_bytes",
                "Bytes that are free for the server where its data file lies. NaN with PostgreSQL.",
            ),
            size: register.gauge(
                "sarja_disk_size_bytes",
                "Bytes of the disk on which the data file lies. NaN with PostgreSQL.",
            ),
        }
    }

    /// Looks at the disk. What cannot be read is no number.
    pub(super) fn observe(&self, file: Option<&Path>) {
        let engine = if file.is_some() { EngineName::Sqlite } else { EngineName::Postgres };
        self.engine.set(engine, 1.0);
        self.data.set(file.and_then(|file| size(file).ok()).map_or(f64::NAN, bytes));
        let (free, size) = file.and_then(space).unwrap_or((f64::NAN, f64::NAN));
        self.free.set(free);
        self.size.set(size);
    }
}

fn size(file: &Path) -> io::Result<u64> {
    let mut sum = 0;
    for suffix in BESIDE {
        let mut path = file.as_os_str().to_owned();
        path.push(suffix);
        match fs::metadata(path) {
            Ok(found) => sum += found.len(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(sum)
}

/// Bytes that are free for anybody but the system's owner, and bytes in all.
#[cfg(unix)]
fn space(file: &Path) -> Option<(f64, f64)> {
    let found = rustix::fs::statvfs(file).ok()?;
    let of = |blocks: u64| bytes(blocks.saturating_mul(found.f_frsize));
    Some((of(found.f_bavail), of(found.f_blocks)))
}

#[cfg(not(unix))]
const fn space(_file: &Path) -> Option<(f64, f64)> {
    None
}

#[expect(clippy::cast_precision_loss, reason = "a byte more or less of petabytes is no matter")]
const fn bytes(n: u64) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_beside_the_file_counts() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("sarja.db");
        fs::write(&file, [0; 10]).unwrap();
        assert_eq!(size(&file).unwrap(), 10);
        fs::write(folder.path().join("sarja.db-wal"), [0; 5]).unwrap();
        assert_eq!(size(&file).unwrap(), 15);
    }

    #[cfg(unix)]
    #[test]
    fn less_is_free_than_there_is() {
        let (free, size) = space(Path::new("/")).unwrap();
        assert!(size > 1e6 && (0.0..=size).contains(&free), "{free} of {size}");
    }
}
