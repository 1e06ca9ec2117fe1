//! What there is to say beside a result: that a node went away, or a file can't be read.
//! Whoever listens decides where it goes.

use std::sync::OnceLock;

/// How much it matters.
#[derive(Clone, Copy)]
pub enum Kind {
    Warning,
    Notice,
}

static LISTENER: OnceLock<fn(Kind, &str)> = OnceLock::new();

/// Passes notices on to this listener from now on. A first one stays.
pub fn listen(listener: fn(Kind, &str)) {
    LISTENER.get_or_init(|| listener);
}

/// Something to be warned of.
pub fn warn(text: &str) {
    say(Kind::Warning, text);
}

/// A word about the connection.
pub fn notice(text: &str) {
    say(Kind::Notice, text);
}

fn say(kind: Kind, text: &str) {
    if let Some(listener) = LISTENER.get() {
        listener(kind, text);
    }
}
