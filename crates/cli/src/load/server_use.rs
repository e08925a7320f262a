//! What the server takes of its machine, where it runs on this one.

use std::io;

use serde::Serialize;

/// Ticks in which Linux counts the time of processors, in a second; it has been so on every system that this runs on.
const TICKS_PER_SECOND: f64 = 100.0;

/// What a process has used so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Used {
    processor_s: f64,
    memory_kib: u64,
}

/// What the server used while it was measured.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ServerUse {
    /// Seconds of processor, of all its threads.
    pub processor_s: f64,
    /// The same for 1,000 moves.
    pub processor_s_per_1000_moves: f64,
    /// The same for 1,000 drafts, moves between them included.
    pub processor_s_per_1000_drafts: f64,
    /// Resident memory before the first connection, in KiB.
    pub memory_before_kib: u64,
    /// Resident memory at the end, with everybody still there.
    pub memory_kib: u64,
}

impl Used {
    /// What this process has used so far.
    ///
    /// # Errors
    /// There is no such process, or this is no Linux.
    pub(super) fn by(pid: u32) -> io::Result<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
        let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
        Self::read(&stat, &status)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "/proc has another form here"))
    }

    fn read(stat: &str, status: &str) -> Option<Self> {
        // The name of the program stands in brackets, and may have anything in it.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let ticks: u32 = fields.next()?.parse::<u32>().ok()? + fields.next()?.parse::<u32>().ok()?;
        let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let memory_kib = memory.trim().trim_end_matches("kB").trim().parse().ok()?;
        Some(Self { processor_s: f64::from(ticks) / TICKS_PER_SECOND, memory_kib })
    }
}

impl ServerUse {
    /// What was used between these two moments; `first` is from before the first connection.
    pub(super) fn between(first: Used, from: Used, to: Used, moves: u64, drafts: u64) -> Self {
        let processor_s = to.processor_s - from.processor_s;
        #[expect(clippy::cast_precision_loss, reason = "no count here comes near 2^52")]
        let per_1000 = |n: u64| if n > 0 { processor_s * 1e3 / n as f64 } else { 0.0 };
        Self {
            processor_s,
            processor_s_per_1000_moves: per_1000(moves),
            processor_s_per_1000_drafts: per_1000(drafts),
            memory_before_kib: first.memory_kib,
            memory_kib: to.memory_kib,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_linux_tells_of_a_process_is_read() {
        let stat = "4711 (a ) b) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0 3 0 99 1 2";
        let used = Used::read(stat, "Name:\tsarja\nVmRSS:\t   12345 kB\nThreads:\t3\n").unwrap();
        assert_eq!((used.processor_s, used.memory_kib), (3.0, 12_345));
        assert!(Used::read("4711 sarja", "").is_none());
    }
}
