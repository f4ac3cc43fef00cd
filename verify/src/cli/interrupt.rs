//! Ctrl-C: long work stops with what it has.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Becomes true at the first Ctrl-C; the second one ends the process.
pub(super) fn flag() -> &'static AtomicBool {
    static INSTALLED: OnceLock<()> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        let handler = || {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        };
        // Without a handler Ctrl-C ends the process, as everywhere.
        let _ = ctrlc::set_handler(handler);
    });
    &INTERRUPTED
}
