//! Notices beside a result, such as that a node went away, or a file can't be read. The listener
//! decides where they go.

use std::sync::OnceLock;

/// How important a notice is.
#[derive(Clone, Copy)]
pub enum Kind {
    Warning,
    Notice,
}

static LISTENER: OnceLock<fn(Kind, &str)> = OnceLock::new();

/// Passes notices on to this listener from now on. The first listener stays.
pub fn listen(listener: fn(Kind, &str)) {
    LISTENER.get_or_init(|| listener);
}

/// Gives a warning.
pub fn warn(text: &str) {
    say(Kind::Warning, text);
}

/// Gives a notice about the connection.
pub fn notice(text: &str) {
    say(Kind::Notice, text);
}

fn say(kind: Kind, text: &str) {
    if let Some(listener) = LISTENER.get() {
        listener(kind, text);
    }
}
