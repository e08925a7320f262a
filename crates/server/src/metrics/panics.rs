//! Panics of the process: each is a fault of the program.

use std::{
    backtrace::{Backtrace, BacktraceStatus},
    panic::{self, PanicHookInfo},
    sync::atomic::{AtomicU64, Ordering},
};

/// Panics of this process so far; a process has one hook, however many servers run in it.
static PANICS: AtomicU64 = AtomicU64::new(0);

/// Has every panic of this process counted, and written to the log as one line instead of to standard error as several.
///
/// The text of a panic is logged only where it stands in the source as it is. One that was put together may hold what
/// players sent or what lies on a rack, and that is never logged.
pub fn count_panics() {
    panic::set_hook(Box::new(|panic| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        log(panic);
    }));
}

pub(super) fn so_far() -> u64 {
    PANICS.load(Ordering::Relaxed)
}

fn log(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string);
    let thread = std::thread::current();
    let thread = thread.name();
    let text = panic.payload().downcast_ref::<&'static str>().copied();
    let text = text.unwrap_or("(a text that is put together is not logged)");
    // Captured only where RUST_BACKTRACE asks for it.
    let trace = Backtrace::capture();
    if trace.status() == BacktraceStatus::Captured {
        tracing::error!(place, thread, %trace, "panic: {text}");
    } else {
        tracing::error!(place, thread, "panic: {text}");
    }
}
