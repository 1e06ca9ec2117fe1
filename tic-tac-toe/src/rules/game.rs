//! One game: whose turn it is, and what its players have asked for.

use core::mem;
use gprimitives::ActorId;
use program_common::Key;
use tic_tac_toe_io::{
    Board, GAME_LIFETIME, GameError, GameId, INVITATION_LIFETIME, Outcome, Player, Square, Terms,
};

/// The two players, as they are kept.
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
    /// played since.
    HostAbsent,
    /// The host has restarted the game, and the challenger has not played since.
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

/// What both players have to ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Another game. While this one is over, who asks has staked for it.
    Restart,
    /// To free the game.
    Close,
}

/// What waits for somebody: a mark for the referee, a request for the other player.
///
/// It is one byte, since a game has no room for more: the lowest four bits are
/// the cell that was sent, and one; then two are for each request, by one player
/// at most, since the second one gets it.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Waiting(u8);

const SENT: u8 = 0b1111;

impl Waiting {
    const NOTHING: Waiting = Waiting(0);

    fn sent(self) -> Option<Square> {
        let cell = (self.0 & SENT).checked_sub(1)?;
        Some(Square::ALL[usize::from(cell)])
    }

    /// Keeps a mark, where none is.
    fn send(&mut self, square: Square) {
        self.0 |= square.cell() + 1;
    }

    fn take_sent(&mut self) {
        self.0 &= !SENT;
    }

    fn asked(self, request: Request) -> Option<Player> {
        match self.0 >> Self::bit(request) & 0b11 {
            0 => None,
            1 => Some(Player::Host),
            _ => Some(Player::Challenger),
        }
    }

    /// Notes that a player asks. Whether both now do.
    ///
    /// # Errors
    ///
    /// [`GameError::AlreadyAsked`] if this player has asked before.
    fn ask(&mut self, request: Request, player: Player) -> Result<bool, GameError> {
        match self.asked(request) {
            Some(before) if before == player => Err(GameError::AlreadyAsked),
            Some(_) => Ok(true),
            None => {
                let asked = match player {
                    Player::Host => 1,
                    Player::Challenger => 2,
                };
                self.0 |= asked << Self::bit(request);
                Ok(false)
            }
        }
    }

    const fn bit(request: Request) -> u32 {
        match request {
            Request::Restart => 4,
            Request::Close => 6,
        }
    }
}

/// A turn that begins, of a player or the referee.
#[derive(Clone, Copy)]
pub struct Turn {
    /// The block timestamp, ms.
    pub from: u64,
    /// Its time is over once the block timestamp is greater, ms.
    pub over: u64,
}

/// The unit in which turns are extended, ms. A part of one counts as a whole.
const MINUTE: u64 = 60_000;

/// No turn is made so much longer that it would last until after the game has
/// expired.
const LONGEST_EXTENSION: u16 = (GAME_LIFETIME / MINUTE) as u16;

/// A game, or a free place's link to the next one.
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
    /// When the turn, or the referee's time, would be over if nobody had been late.
    /// Of an invitation, when it was made.
    turn_over: u64,
    pub board: Board,
    /// By how many minutes the turn is longer, since the other took so much longer.
    extension: u16,
    pub presence: Presence,
    waiting: Waiting,
}

const _: () = assert!(size_of::<Game>() == 128);

impl Game {
    /// What lies in a place that is free, and is followed by this one, see
    /// [`Game::next_freed`].
    pub fn free(next: u32) -> Self {
        // SAFETY: numbers may be zero, each enum has a variant that is, and so has the
        // board, which is a number.
        Self { turn_over: next.into(), ..unsafe { mem::zeroed() } }
    }

    /// Whether the place is free. The zero account sends no messages, so it hosts no game.
    pub fn is_free(&self) -> bool {
        self.players.host == Key::ZERO
    }

    /// The place that was freed before this one, and one; 0 if there is none.
    pub fn next_freed(&self) -> u32 {
        self.turn_over as u32
    }

    /// An invitation that is made at `now`.
    pub fn invite(players: Players, referee: Option<ActorId>, stake: u128, now: u64) -> Self {
        Self {
            players,
            referee: referee.map_or(Key::ZERO, key),
            stake,
            turn_over: now,
            board: Board::EMPTY,
            extension: 0,
            presence: Presence::Invited,
            waiting: Waiting::NOTHING,
        }
    }

    /// The game's id, if it is in this place.
    pub fn id(&self, place: u32) -> GameId {
        let Players { host, challenger } = self.players;
        GameId { host: account(host), challenger: account(challenger), place }
    }

    pub fn referee(&self) -> Option<ActorId> {
        (self.referee != Key::ZERO).then(|| account(self.referee))
    }

    /// What a challenger agrees to.
    pub fn terms(&self) -> Terms {
        Terms { referee: self.referee(), stake: self.stake }
    }

    /// The mark that was sent to the referee.
    pub fn sent(&self) -> Option<Square> {
        self.waiting.sent()
    }

    /// Who has asked for this.
    pub fn asked(&self, request: Request) -> Option<Player> {
        self.waiting.asked(request)
    }

    pub fn is_over(&self) -> bool {
        self.board.outcome() != Outcome::Open
    }

    /// The turn, or the referee's time, is over once the time is greater. Only
    /// players get more of it.
    pub fn deadline(&self) -> u64 {
        match self.sent() {
            Some(_) => self.turn_over,
            None => self.turn_over.saturating_add(u64::from(self.extension) * MINUTE),
        }
    }

    /// Anyone may close the game once the time is greater. It is no later for
    /// turns that are longer.
    pub fn expires(&self) -> u64 {
        self.turn_over.saturating_add(match self.presence {
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
            _ if self.asked(Request::Restart).is_some() => self.stake,
            _ => 0,
        }
    }

    /// The stakes of both players. They fit, see
    /// [`GameError::StakeTooHigh`].
    pub fn both_stakes(&self) -> u128 {
        2 * self.stake
    }

    /// Starts a game of both players anew, on an empty board.
    pub fn start_again(&mut self, turn: Turn) {
        // Who has agreed to it last has chosen the hour.
        self.begin(turn);
        self.presence = Presence::Both;
        self.board = Board::EMPTY;
        self.waiting = Waiting::NOTHING;
    }

    /// Starts a game at an hour that one player has chosen: the other one may
    /// not be there.
    pub fn start_without_other_of(&mut self, player: Player, turn: Turn) {
        self.start_again(turn);
        self.extension = 0;
        self.presence = Presence::without_other_of(player);
    }

    /// Begins a turn. Who has it gets at least as long as the one before took:
    /// otherwise that player could wait until the other one sleeps, and then win
    /// by the clock. In a refereed game the time goes to several, and adds up.
    fn begin(&mut self, turn: Turn) {
        let late = turn.from.saturating_sub(self.turn_over).div_ceil(MINUTE);
        let before = if self.referee().is_some() { self.extension } else { 0 };
        let extension = late.saturating_add(before.into()).min(LONGEST_EXTENSION.into());
        self.extension = extension as u16;
        self.turn_over = turn.over;
    }

    /// Notes that a player, who may have been absent, plays.
    pub fn come_back(&mut self, player: Player) {
        if self.presence.absent() == Some(player) {
            self.presence = Presence::Both;
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

    /// Notes that a player moves, while no mark waits for the referee. It gives up
    /// what the two have asked for: they did so in another position.
    pub fn moves(&mut self, player: Player) {
        self.come_back(player);
        self.waiting = Waiting::NOTHING;
    }

    /// Keeps a mark for the referee, whose time begins.
    pub fn send(&mut self, square: Square, turn: Turn) {
        self.begin(turn);
        self.waiting.send(square);
    }

    /// Puts the next player's mark down, on a free square of an open game. What
    /// came of it.
    pub fn place(&mut self, square: Square, turn: Turn) -> Outcome {
        self.board = self.board.place(square).expect("it was free when it was sent");
        self.begin(turn);
        self.waiting.take_sent();
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
            self.waiting = Waiting::NOTHING;
        }
        self.board.outcome()
    }

    /// Notes that a player asks for something. Whether both now do.
    ///
    /// # Errors
    ///
    /// If the player has asked before.
    pub fn ask(&mut self, request: Request, player: Player) -> Result<bool, GameError> {
        self.waiting.ask(request, player)
    }

    /// Notes that a player stakes for another game. Whether both now do.
    ///
    /// # Errors
    ///
    /// If the player has staked before.
    pub fn stake_anew(&mut self, player: Player, turn: Turn) -> Result<bool, GameError> {
        let is_agreed = self.ask(Request::Restart, player)?;
        // The game expires later.
        self.turn_over = turn.over;
        Ok(is_agreed)
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
}
