//! The way to a seat and through its game: what `rpsls join` does next.
//!
//! Nothing here asks a node, waits, or writes to disk. [`next`], [`due`] and [`moves_on`] decide by
//! what is known, and `commands::join` does each step in one place. So `search` can take this way
//! through every state of a small table, with whatever a node, a chain, a disk and a second process
//! can do to it.

#[cfg(test)]
mod search;

use crate::{
    game::turn,
    store::games::{End, Note},
};
use gprimitives::ActorId;
use rpsls_io::{GameResult, GameState, PlayerStatus};

/// How often a run sends the bet again of which nothing came.
const TRIES: u32 = 5;

/// A step on the way to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Wait until nothing that the account has sent is on its way, and look again.
    Settle,
    /// Say how the noted game ended. It takes no seat in a later one: nobody asked for that.
    Tell(End),
    /// Say that the note can't be read. It may be of a game that is still to be told, so no bet is
    /// paid.
    Unreadable,
    /// Offer the seat, and ask whether the player wants it.
    Ask,
    /// Put on disk what opens the game's moves.
    Store,
    /// Put the game's note on disk.
    Note,
    /// Send the message that pays the bet.
    Bet,
    /// Play the game: the seat is there, or the bracket was full without it.
    Play,
    /// Note that no bet was paid, and say why.
    NotSeated,
    /// Another command has given the seat back.
    Left,
    /// The game was over before it was known whether the bet is paid. The note stays open.
    Unknown,
}

/// How far the bet is prepared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd)]
enum Entry {
    #[default]
    Unasked,
    Asked,
    Stored,
    Noted,
}

/// What became of the message with the bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bet {
    /// The seat is there, by this message or by an earlier one.
    Seated(Landing),
    /// The game, or the account's balance, does not allow it. The message itself took no bet.
    Refused,
    /// Nothing came of it, and nothing will.
    NotTaken,
    /// No answer tells. It may be in a block, or come into one.
    Unknown {
        /// Whether the chain had its chance. A lost node is waited for instead.
        is_try: bool,
    },
}

/// A block that has what a message did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    pub block: u32,
    pub is_final: bool,
}

/// Why a seat that was there is there no more, in a game that runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gone {
    /// It was given back, and the bet with it.
    Left,
    /// The block that had it is undone.
    Undone,
}

/// What a run knows about its seat, beside the table's state and the note on disk. It begins anew
/// after a kill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    you: ActorId,
    /// Whether nothing that the account has sent is on its way.
    is_settled: bool,
    /// The game that the seat is for.
    game: u64,
    entry: Entry,
    is_seated: bool,
    /// The block in which the seat was seen, if one is known.
    seat: Option<Landing>,
    /// Whether the bet was sent.
    is_sent: bool,
    /// Whether each message with the bet is known to have come to nothing.
    is_unpaid: bool,
    /// Whether the bet is not to be sent again.
    is_over: bool,
    tries: u32,
}

impl Session {
    /// A run that comes to a table. An earlier one may have sent a message just before.
    pub fn new(you: ActorId) -> Self {
        Self {
            you,
            is_settled: false,
            game: 0,
            entry: Entry::default(),
            is_seated: false,
            seat: None,
            is_sent: false,
            is_unpaid: true,
            is_over: false,
            tries: 0,
        }
    }

    /// The same run, at its next game or at another table. All that it has sent is in final blocks.
    pub fn again(&self) -> Self {
        Self { is_settled: self.is_settled, ..Self::new(self.you) }
    }

    /// Nothing that the account has sent is on its way any more.
    pub fn settled(&mut self) {
        self.is_settled = true;
    }

    /// The player wants the seat of this game.
    pub fn asked(&mut self, game: u64) {
        (self.game, self.entry) = (game, Entry::Asked);
    }

    /// What opens the moves is on disk.
    pub fn stored(&mut self) {
        self.entry = Entry::Stored;
    }

    /// The game is noted on disk.
    pub fn noted(&mut self) {
        self.entry = Entry::Noted;
    }

    /// The bet was sent, with this result.
    pub fn sent(&mut self, bet: Bet) {
        self.is_sent = true;
        let is_try = match bet {
            Bet::Seated(landing) => {
                (self.is_seated, self.seat) = (true, Some(landing));
                return;
            }
            Bet::Refused => {
                self.is_over = true;
                // Where an earlier message may have paid, the table tells.
                self.is_settled = self.is_unpaid;
                return;
            }
            Bet::NotTaken => true,
            Bet::Unknown { is_try } => {
                self.is_unpaid = false;
                is_try
            }
        };
        self.is_settled = false;
        self.tries += u32::from(is_try);
        self.is_over = self.tries > TRIES;
    }

    /// Looks at the table as of a final block. Returns whether the seat is gone, which was there
    /// before in a game that runs on.
    pub fn look(&mut self, state: &GameState, game: u64, block: u32) -> Option<Gone> {
        if state.games_finished != game || turn::is_sent_away(state, self.you) {
            return None;
        }
        if turn::status_of(state, self.you) != PlayerStatus::NotRegistered {
            self.seat = Some(Landing { block, is_final: true });
            return None;
        }
        // Older blocks do not show it yet.
        let seat = self.seat.filter(|seat| seat.block <= block)?;
        Some(if seat.is_final { Gone::Left } else { Gone::Undone })
    }

    /// Whether the seat was asked for.
    pub fn is_sent(&self) -> bool {
        self.is_sent
    }

    /// The game that the seat is for.
    pub fn game(&self) -> u64 {
        self.game
    }

    /// Whether no message of this run can have paid a bet.
    pub fn is_unpaid(&self) -> bool {
        self.is_unpaid
    }
}

/// A note that is damaged, or that the disk does not give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable;

/// The player's note of the last game here whose end is not known or not told, if there is one.
pub type Open<'a> = Result<Option<&'a Note>, Unreadable>;

/// The next step to a seat, by the table's state in a final block. Who has a seat plays without a
/// note. `is_left` says whether another command has noted that it gave the seat back.
pub fn next(state: &GameState, open: Open<'_>, is_left: bool, session: &Session) -> Step {
    if session.is_seated {
        return Step::Play;
    }
    if !session.is_settled {
        return Step::Settle;
    }
    if turn::status_of(state, session.you) != PlayerStatus::NotRegistered {
        return Step::Play;
    }
    if session.is_sent {
        return match state.games_finished == session.game {
            _ if is_left => Step::Left,
            _ if session.is_over && session.is_unpaid => Step::NotSeated,
            false => Step::Unknown,
            true if session.is_over => Step::NotSeated,
            true => Step::Bet,
        };
    }
    match session.entry {
        Entry::Unasked => {
            let Ok(open) = open else { return Step::Unreadable };
            match open.and_then(|open| Some((open, open.end_by(state)?))) {
                Some((open, End::SentAway)) if open.game == state.games_finished => Step::Play,
                Some((_, end)) => Step::Tell(end),
                None => Step::Ask,
            }
        }
        Entry::Asked => Step::Store,
        Entry::Stored => Step::Note,
        Entry::Noted => Step::Bet,
    }
}

/// The table in a block.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    pub state: &'a GameState,
    /// Whether a final block shows the same stage.
    pub is_final: bool,
    /// How many blocks of the stage are left, and how many it has in all.
    pub left: u32,
    pub stage: u32,
    /// How many blocks are not final.
    pub lag: u32,
}

/// What a player has to do in a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    Nothing,
    /// Commit to a move.
    Commit,
    /// A move is due, and the player's limit does not allow it.
    OverLimit,
    /// Show the move.
    Show,
    /// Show the move later: a block that is undone would give it away.
    Hold {
        /// Whether half of the stage is over.
        is_late: bool,
    },
}

/// What is due from this player in this game. `may_spend` says whether the game has cost less than
/// the player allows; a move that is committed to is shown whatever it costs, since silence loses
/// more. `is_given_up` says whether this stage's tries are over.
pub fn due(sight: Sight<'_>, you: ActorId, game: u64, may_spend: bool, is_given_up: bool) -> Due {
    let Sight { state, is_final, left, stage, lag } = sight;
    if state.games_finished != game || is_given_up {
        return Due::Nothing;
    }
    match turn::status_of(state, you) {
        // A hash gives nothing away.
        PlayerStatus::ToMove if may_spend => Due::Commit,
        PlayerStatus::ToMove => Due::OverLimit,
        PlayerStatus::ToReveal if is_final || turn::shows_early(left, stage, lag) => Due::Show,
        PlayerStatus::ToReveal => Due::Hold { is_late: left <= stage / 2 },
        _ => Due::Nothing,
    }
}

/// Whether a player moves on a stage that has been overdue for so many blocks. Each waits for the
/// table's alarm and for those before, so that one of them pays.
pub fn moves_on(overdue: u32, rank: usize, may_spend: bool, is_given_up: bool) -> bool {
    let rank = u32::try_from(rank).unwrap_or(u32::MAX);
    may_spend && !is_given_up && overdue >= turn::ALARM_BLOCKS.saturating_add(rank)
}

/// How a game ended, by a later state of its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Won(ActorId),
    Stopped,
    SentAway,
    /// The state does not tell.
    Unseen,
}

/// How a game of this player ended, if it did and no message has told. `before` is the last game as
/// it was when this one ran. `is_settled` says whether a message has done what the state tells.
pub fn ended(
    state: &GameState,
    you: ActorId,
    game: u64,
    before: Option<&GameResult>,
    is_settled: bool,
) -> Option<Ended> {
    if !is_settled {
        return None;
    }
    if state.games_finished <= game {
        return turn::is_sent_away(state, you).then_some(Ended::SentAway);
    }
    Some(match &state.last_game {
        None => Ended::Stopped,
        // It was stopped, or won just as the game before.
        last if last.as_ref() == before => Ended::Unseen,
        Some(last) => Ended::Won(last.winner),
    })
}
