//! The process as its system sees it. On systems without `/proc` these metrics stay 0.

use std::{fs, io};

use metrics::{Counter, Gauge};

use super::{register::Register, runtime::count};

/// Ticks a second in `/proc`: the kernel tells 100 on every machine, whatever its own timer does (`man 5 proc`).
const TICKS_PER_SECOND: f64 = 100.0;

/// Metrics of the process.
#[derive(Debug)]
pub(crate) struct Process {
    resident: Gauge,
    open_files: Gauge,
    open_files_max: Gauge,
    threads: Gauge,
    cpu: Counter,
    started: Gauge,
}

impl Process {
    pub(super) fn new(register: &mut Register) -> Self {
        Self {
            resident: register
                .gauge("sarja_process_resident_memory_bytes", "Memory of the process that is in use."),
            open_files: register
                .gauge("sarja_process_open_fds", "Files and sockets that the process has open."),
            open_files_max: register.gauge(
                "sarja_process_max_fds",
                "Files and sockets that the process may have open. Each connection needs one.",
            ),
            threads: register.gauge("sarja_process_threads", "Threads of the process."),
            cpu: register.counter(
                "sarja_process_cpu_seconds_total",
                "Time of the processors that the process has used, in whole seconds.",
            ),
            started: register.gauge(
                "sarja_process_start_time_seconds",
                "When the process started, in seconds since 1970.",
            ),
        }
    }

    /// Looks at the process. What cannot be read stays as it was.
    pub(super) fn observe(&self) {
        let read = Sample::take(|name| fs::read_to_string(format!("/proc/{name}")), open_files);
        if let Ok(sample) = read {
            self.resident.set(sample.resident_bytes);
            self.open_files.set(sample.open_files);
            self.open_files_max.set(sample.open_files_max);
            self.threads.set(sample.threads);
            self.cpu.absolute(sample.cpu_seconds);
            self.started.set(sample.started);
        }
    }
}

fn open_files() -> io::Result<usize> {
    // The folder that is being read is open too.
    Ok(fs::read_dir("/proc/self/fd")?.count().saturating_sub(1))
}

/// What `/proc` says at one moment.
#[derive(Debug, PartialEq)]
struct Sample {
    resident_bytes: f64,
    open_files: f64,
    open_files_max: f64,
    threads: f64,
    cpu_seconds: u64,
    started: f64,
}

impl Sample {
    fn take(
        read: impl Fn(&str) -> io::Result<String>,
        open_files: impl Fn() -> io::Result<usize>,
    ) -> io::Result<Self> {
        let (status, limits) = (read("self/status")?, read("self/limits")?);
        let (stat, system) = (read("self/stat")?, read("stat")?);
        // The second field is a name in brackets that may hold blanks; the third is at 0 here.
        let fields: Vec<&str> =
            stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
        let field =
            |number: usize| fields.get(number - 3).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
        let booted = after(&system, "btime").unwrap_or(0.0);
        Ok(Self {
            resident_bytes: after(&status, "VmRSS:").unwrap_or(0.0) * 1024.0,
            open_files: count(open_files()?),
            open_files_max: after(&limits, "Max open files").unwrap_or(f64::INFINITY),
            threads: after(&status, "Threads:").unwrap_or(0.0),
            cpu_seconds: whole((field(14) + field(15)) / TICKS_PER_SECOND),
            started: booted + field(22) / TICKS_PER_SECOND,
        })
    }
}

/// The first number after this word at the start of a line.
fn after(text: &str, word: &str) -> Option<f64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(word))?;
    rest.split_whitespace().next()?.parse().ok()
}

#[expect(clippy::cast_sign_loss, reason = "what a process has used is not negative")]
const fn whole(seconds: f64) -> u64 {
    seconds as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_proc_says_is_read_whatever_the_process_is_called() {
        let files = |name: &str| {
            Ok(match name {
                "self/status" => "Name:\tsarja\nVmRSS:\t    2048 kB\nThreads:\t7\n",
                "self/limits" => {
                    "Limit     Soft Limit  Hard Limit  Units\nMax open files   1024  4096  files\n"
                }
                "self/stat" => "9 (a ) b) S 1 2 3 4 5 6 7 8 9 10 250 150 0 0 20 0 7 0 5000 1 2",
                _ => "cpu 1 2\nbtime 1700000000\n",
            }
            .to_owned())
        };
        let sample = Sample::take(files, || Ok(12)).unwrap();
        assert_eq!(
            sample,
            Sample {
                resident_bytes: 2_097_152.0,
                open_files: 12.0,
                open_files_max: 1024.0,
                threads: 7.0,
                cpu_seconds: 4,
                started: 1_700_000_050.0,
            }
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_has_memory_files_and_a_start() {
        let sample = Sample::take(|name| fs::read_to_string(format!("/proc/{name}")), open_files).unwrap();
        assert!(
            sample.resident_bytes > 1e6 && sample.open_files >= 3.0 && sample.threads >= 1.0,
            "{sample:?}"
        );
        assert!(sample.started > 1.6e9 && sample.open_files_max >= sample.open_files, "{sample:?}");
    }
}
