//! Named semantic mutants (spec page 4, "The checks are checked"): deliberate mistakes, each of which a named property must
//! find. They exist only in builds with the feature `mutants`, which the test of the kill table asks for; without it
//! [`on`] is the constant false, and nothing is left of them.

/// Is this mutant switched on?
#[cfg(not(feature = "mutants"))]
#[inline(always)]
pub const fn on(_name: &str) -> bool {
    false
}

#[cfg(feature = "mutants")]
pub use switch::{on, with};

#[cfg(feature = "mutants")]
mod switch {
    use std::cell::Cell;

    thread_local! {
        static ACTIVE: Cell<&'static str> = const { Cell::new("") };
    }

    /// Is this mutant switched on?
    pub fn on(name: &str) -> bool {
        ACTIVE.get() == name
    }

    /// Runs something on this thread with a mutant switched on, and switches it off whatever happens.
    pub fn with<R>(name: &'static str, body: impl FnOnce() -> R) -> R {
        struct Off;
        impl Drop for Off {
            fn drop(&mut self) {
                ACTIVE.set("");
            }
        }
        ACTIVE.set(name);
        let _off = Off;
        body()
    }
}
