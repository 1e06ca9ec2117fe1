//! What keeps the program from being filled for good.
//!
//! It has room for so many games, and who plays one pays nothing to keep it. So
//! what nobody cares for any more can be closed by anyone.

/// How long after it was made anyone may close an invitation, in ms: 7 days. A
/// friend who looks once a week has seen it.
pub const INVITATION_LIFETIME: u64 = 7 * DAY;

/// How long after the time for its last turn anyone may close any other game, in
/// ms: 30 days. So long who waits has to claim the win, and a month's holiday
/// costs nobody a stake. A turn that is longer, since the one before took so long,
/// takes that of these days.
pub const GAME_LIFETIME: u64 = 30 * DAY;

const DAY: u64 = 86_400_000;
