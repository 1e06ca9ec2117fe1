//! One game: whose turn it is, and what its players have asked for.

use super::{index::Entry, table::Record};
use core::ops::RangeInclusive;
use gprimitives::ActorId;
use program_common::Key;
use tic_tac_toe_io::{
    Board, GAME_LIFETIME, GameError, GameId, INVITATION_LIFETIME, Outcome, Player, Square,
};

/// The two players, as the key by which their game is found.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Players {
    pub host: Key,
    pub challenger: Key,
}

impl From<&GameId> for Players {
    fn from(id: &GameId) -> Self {
        Self { host: key(id.host), challenger: key(id.challenger) }
    }
}

/// An account as it is kept.
pub fn key(account: ActorId) -> Key {
    account.into_bytes().into()
}

/// The account that was kept.
pub fn account(key: Key) -> ActorId {
    ActorId::new(key.into())
}

/// Whether both players take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Presence {
    /// The challenger has to accept.
    Invited,
    /// Both do.
    Both,
    /// The challenger has accepted or restarted the game, and the host has not
    /// acted since.
    HostAbsent,
    /// The host has restarted the game, and the challenger has not acted since.
    ChallengerAbsent,
}

impl Presence {
    /// The other of this player, who has started the game, is absent.
    fn without_other_of(player: Player) -> Self {
        match player {
            Player::Host => Presence::ChallengerAbsent,
            Player::Challenger => Presence::HostAbsent,
        }
    }

    /// Who is absent.
    pub fn absent(self) -> Option<Player> {
        match self {
            Presence::Invited | Presence::Both => None,
            Presence::HostAbsent => Some(Player::Host),
            Presence::ChallengerAbsent => Some(Player::Challenger),
        }
    }
}

/// Who has asked for something: one player at most, since the second one gets
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Asked {
    Nobody,
    Host,
    Challenger,
}

impl Asked {
    pub fn player(self) -> Option<Player> {
        match self {
            Asked::Nobody => None,
            Asked::Host => Some(Player::Host),
            Asked::Challenger => Some(Player::Challenger),
        }
    }

    /// Notes that a player asks. Whether both now do.
    ///
    /// # Errors
    ///
    /// [`GameError::AlreadyAsked`] if this player has asked before.
    fn ask(&mut self, player: Player) -> Result<bool, GameError> {
        match self.player() {
            Some(before) if before == player => Err(GameError::AlreadyAsked),
            Some(_) => Ok(true),
            None => {
                *self = match player {
                    Player::Host => Asked::Host,
                    Player::Challenger => Asked::Challenger,
                };
                Ok(false)
            }
        }
    }
}

/// A game.
///
/// It is as large as a power of two and lies at a multiple of it, so that it is
/// never on two pages of memory: each one that a message touches costs gas.
#[derive(Clone, Copy)]
#[repr(C, align(128))]
pub struct Game {
    pub players: Players,
    /// All zeros if there is none.
    referee: Key,
    pub stake: u128,
    /// The turn, or the referee's time, is over once the time is greater. Of an
    /// invitation, when it was made.
    pub deadline: u64,
    pub board: Board,
    pub presence: Presence,
    /// The cell that was sent to the referee, and one; 0 if none was.
    sent: u8,
    /// While the game is over, that player has staked for another one.
    pub restart_asked: Asked,
    pub close_asked: Asked,
}

const _: () = assert!(size_of::<Game>() == 128);

// SAFETY: numbers may be zero, each enum has a variant that is, and so has the
// board, which is a number. No message comes from the zero account, so no
// search is for it as a host.
unsafe impl Record for Game {
    type Key = Players;

    fn key(&self) -> Players {
        self.players
    }

    /// The host's games follow one another. Senders can't choose their ids, so
    /// nobody gets among another's games; a challenger's id may be any, but those
    /// of one number only make the host's own games dearer.
    fn number(players: &Players) -> u128 {
        let challenger = players.challenger.fold();
        let shortened =
            (challenger ^ challenger << (u64::BITS - Entry::PLACE_BITS)) >> Entry::PLACE_BITS;
        first_number(players.host) | u128::from(shortened) << Entry::PLACE_BITS
    }
}

/// The lowest number of a game of this host.
fn first_number(host: Key) -> u128 {
    u128::from(host.fold()) << u64::BITS
}

impl Game {
    /// The numbers that games of this host have, and no others.
    pub fn numbers_of(host: Key) -> RangeInclusive<u128> {
        let first = first_number(host);
        first..=first | u128::from(u64::MAX)
    }

    /// An invitation that is made at `now`.
    pub fn invite(id: &GameId, referee: Option<ActorId>, stake: u128, now: u64) -> Self {
        Self {
            players: id.into(),
            referee: referee.map_or(Key::ZERO, key),
            stake,
            deadline: now,
            board: Board::EMPTY,
            presence: Presence::Invited,
            sent: 0,
            restart_asked: Asked::Nobody,
            close_asked: Asked::Nobody,
        }
    }

    pub fn id(&self) -> GameId {
        let Players { host, challenger } = self.players;
        GameId { host: account(host), challenger: account(challenger) }
    }

    pub fn referee(&self) -> Option<ActorId> {
        (self.referee != Key::ZERO).then(|| account(self.referee))
    }

    /// The mark that was sent to the referee.
    pub fn sent(&self) -> Option<Square> {
        let cell = self.sent.checked_sub(1)?;
        Some(Square::ALL[usize::from(cell)])
    }

    pub fn is_over(&self) -> bool {
        self.board.outcome() != Outcome::Open
    }

    /// Anyone may close the game once the time is greater.
    pub fn expires(&self) -> u64 {
        self.deadline.saturating_add(match self.presence {
            Presence::Invited => INVITATION_LIFETIME,
            _ => GAME_LIFETIME,
        })
    }

    /// What the program holds for this game.
    pub fn pot(&self) -> u128 {
        match self.presence {
            Presence::Invited => self.stake,
            _ if !self.is_over() => self.both_stakes(),
            // The pot was paid; somebody may have staked anew.
            _ if self.restart_asked != Asked::Nobody => self.stake,
            _ => 0,
        }
    }

    /// The stakes of both players. They fit, see
    /// [`GameError::StakeTooHigh`].
    pub fn both_stakes(&self) -> u128 {
        2 * self.stake
    }

    /// Starts a game of both players at `now`, on an empty board.
    pub fn start(&mut self, deadline: u64) {
        self.presence = Presence::Both;
        self.board = Board::EMPTY;
        self.sent = 0;
        self.forget_asks();
        self.deadline = deadline;
    }

    /// Starts a game at an hour that one player has chosen: the other one may
    /// not be there.
    pub fn start_without_other_of(&mut self, player: Player, deadline: u64) {
        self.start(deadline);
        self.presence = Presence::without_other_of(player);
    }

    /// Notes that a player, who may have been absent, acts. Who comes back has
    /// the whole time for the turn.
    pub fn come_back(&mut self, player: Player, deadline: u64) {
        if self.presence.absent() == Some(player) {
            self.presence = Presence::Both;
            self.deadline = deadline;
        }
    }

    /// The square, if this player may put a mark there now.
    ///
    /// # Errors
    ///
    /// Why the player may not.
    pub fn check_move(&self, player: Player, row: u8, column: u8) -> Result<Square, GameError> {
        self.check_under_way()?;
        if self.board.next() != player {
            return Err(GameError::NotYourTurn);
        }
        if self.sent().is_some() {
            return Err(GameError::MarkWaits);
        }
        let square = Square::at(row, column).ok_or(GameError::NoSuchCell { row, column })?;
        if !self.board.is_free(square) {
            return Err(GameError::CellTaken { row, column });
        }
        Ok(square)
    }

    /// Notes that a player moves, which gives up what the two have asked for:
    /// they did so in another position.
    pub fn moves(&mut self, player: Player, deadline: u64) {
        self.come_back(player, deadline);
        self.forget_asks();
    }

    /// Keeps a mark for the referee.
    pub fn send(&mut self, square: Square, deadline: u64) {
        self.sent = square.cell() + 1;
        self.deadline = deadline;
    }

    /// Puts the next player's mark down, on a free square of an open game. What
    /// came of it.
    pub fn place(&mut self, square: Square, deadline: u64) -> Outcome {
        self.board = self.board.place(square).expect("it was free when it was sent");
        self.sent = 0;
        self.deadline = deadline;
        self.note_end()
    }

    /// Ends the game for the player who let the time run out.
    pub fn forfeit(&mut self) -> Outcome {
        self.board = self.board.forfeited();
        self.note_end()
    }

    fn note_end(&mut self) -> Outcome {
        if self.is_over() {
            self.presence = Presence::Both;
            self.forget_asks();
        }
        self.board.outcome()
    }

    /// Notes that a player asks for a restart of a game under way. Whether both
    /// now do.
    ///
    /// # Errors
    ///
    /// If the player has asked before.
    pub fn ask_restart(&mut self, player: Player, deadline: u64) -> Result<bool, GameError> {
        let is_agreed = self.restart_asked.ask(player)?;
        self.come_back(player, deadline);
        Ok(is_agreed)
    }

    /// Notes that a player stakes for another game. Whether both now do.
    ///
    /// # Errors
    ///
    /// If the player has staked before.
    pub fn stake_anew(&mut self, player: Player, deadline: u64) -> Result<bool, GameError> {
        let is_agreed = self.restart_asked.ask(player)?;
        // The game expires later.
        self.deadline = deadline;
        Ok(is_agreed)
    }

    /// Notes that a player asks to close the game. Whether it may be: both ask.
    ///
    /// # Errors
    ///
    /// If the player has asked before.
    pub fn ask_close(&mut self, player: Player) -> Result<bool, GameError> {
        self.close_asked.ask(player)
    }

    /// That the game is accepted, and not over.
    ///
    /// # Errors
    ///
    /// If it isn't.
    pub fn check_under_way(&self) -> Result<(), GameError> {
        if self.presence == Presence::Invited {
            return Err(GameError::NotAccepted);
        }
        if self.is_over() {
            return Err(GameError::GameOver);
        }
        Ok(())
    }

    fn forget_asks(&mut self) {
        self.restart_asked = Asked::Nobody;
        self.close_asked = Asked::Nobody;
    }
}
