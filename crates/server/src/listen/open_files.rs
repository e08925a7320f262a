//! How many files the system lets this process open: every connection is one.

use crate::limits::FILES_RESERVED;

/// The connections that there may be: as many as configured, and no more than the system lets this process open, so that
/// whoever is too many is told so and the store still gets its files.
pub(crate) fn connections_that_fit(configured: u32) -> usize {
    let configured = configured as usize;
    let Some(files) = open_files_max() else { return configured };
    let fit = files.saturating_sub(FILES_RESERVED).max(1);
    if fit < configured {
        tracing::warn!(
            connections_max = configured,
            open_files = files,
            fit,
            "the system lets this process open too few files for so many connections; raise its limit (ulimit -n, LimitNOFILE)"
        );
    }
    configured.min(fit)
}

/// The soft limit of this process; `None` where it is unlimited or cannot be told.
#[cfg(target_os = "linux")]
fn open_files_max() -> Option<usize> {
    soft_limit(&std::fs::read_to_string("/proc/self/limits").ok()?)
}

#[cfg(not(target_os = "linux"))]
fn open_files_max() -> Option<usize> {
    None
}

/// The soft limit of open files in the text that Linux shows.
#[cfg(target_os = "linux")]
fn soft_limit(limits: &str) -> Option<usize> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_soft_limit_is_read_as_linux_shows_it() {
        let shown = "Limit                     Soft Limit           Hard Limit           Units     \n\
                     Max processes             95000                95000                processes \n\
                     Max open files            1024                 524288               files     \n";
        assert_eq!(soft_limit(shown), Some(1_024));
        assert_eq!(soft_limit(&shown.replace("1024  ", "unlimited")), None);
        assert!(open_files_max().is_none_or(|most| most > 0));
    }

    #[test]
    fn there_are_never_more_connections_than_configured() {
        assert_eq!(connections_that_fit(1), 1);
    }
}
