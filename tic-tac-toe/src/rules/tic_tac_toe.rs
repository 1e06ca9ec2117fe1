//! The actions.

use super::{
    Effects, Message,
    game::{Game, Players, Presence, Request, Turn, account, key},
    table::{Games, Passes, Place, Places},
};
use alloc::boxed::Box;
use gprimitives::ActorId;
use program_common::Key;
use tic_tac_toe_io::{
    Action, ConfigError, Event, GameError, GameId, InitConfig, Outcome, PassConfig, Player, Terms,
};

/// The memory of all games, passes and trophies of the program.
pub type AllTables = Tables<MOST_GAMES, MOST_PASSES, MOST_TROPHIES>;

// Nodes read the state of programs with up to 32 MiB of memory, and this takes 25; memory costs
// nothing until it is used.
const MOST_GAMES: usize = 1 << 16;
const MOST_PASSES: usize = InitConfig::MAX_SUPPLY as usize;
const MOST_TROPHIES: usize = 200_000;

/// All games, passes and trophies, with room for so many of each.
///
/// It is kept in two pieces of memory, since Gear charges for each 16 KiB page
/// that a message touches: what every message needs, and what each needs one
/// record of. Memory of all zeros is a program that is not open.
pub struct TicTacToe<
    'a,
    const GAMES: usize = MOST_GAMES,
    const PASSES: usize = MOST_PASSES,
    const TROPHIES: usize = MOST_TROPHIES,
> {
    pub(super) head: &'a mut Head,
    pub(super) tables: &'a mut Tables<GAMES, PASSES, TROPHIES>,
}

/// What every message needs. It is small, so that it can lie on a page that is
/// needed anyway.
#[repr(C)]
pub struct Head {
    pub(super) owner: ActorId,
    pub(super) turn_timeout: u64,
    pub(super) pass_price: u128,
    /// 0 if anyone may play.
    pub(super) pass_supply: u32,
    pub(super) passes_minted: u32,
    pub(super) trophies_given: u32,
    pub(super) games: Places,
}

/// What a message needs one record of, or few. It begins a page.
#[repr(C, align(16384))]
pub struct Tables<const GAMES: usize, const PASSES: usize, const TROPHIES: usize> {
    pub(super) games: Games<GAMES>,
    pub(super) passes: Passes<PASSES>,
    pub(super) trophies: [Won; TROPHIES],
}

/// A program's memory on the heap of a host.
pub struct OnHeap<const GAMES: usize, const PASSES: usize, const TROPHIES: usize> {
    head: Box<Head>,
    tables: Box<Tables<GAMES, PASSES, TROPHIES>>,
}

impl<const GAMES: usize, const PASSES: usize, const TROPHIES: usize>
    OnHeap<GAMES, PASSES, TROPHIES>
{
    /// That of a program that is not open.
    pub fn new() -> Self {
        // SAFETY: numbers may be zero, and so may a game, see `Game::free`. It is too large to be built on
        // the stack.
        unsafe {
            Self { head: Box::new_zeroed().assume_init(), tables: Box::new_zeroed().assume_init() }
        }
    }

    /// The program in this memory.
    pub fn tic_tac_toe(&mut self) -> TicTacToe<'_, GAMES, PASSES, TROPHIES> {
        TicTacToe::new(&mut self.head, &mut self.tables)
    }
}

impl<const GAMES: usize, const PASSES: usize, const TROPHIES: usize> Default
    for OnHeap<GAMES, PASSES, TROPHIES>
{
    fn default() -> Self {
        Self::new()
    }
}

/// A trophy as it is kept.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Won {
    pub(super) owner: Key,
    pub(super) other: Key,
    /// Packed.
    pub(super) board: u32,
}

impl<'a, const GAMES: usize, const PASSES: usize, const TROPHIES: usize>
    TicTacToe<'a, GAMES, PASSES, TROPHIES>
{
    /// The program in this memory.
    pub fn new(head: &'a mut Head, tables: &'a mut Tables<GAMES, PASSES, TROPHIES>) -> Self {
        Self { head, tables }
    }

    /// Opens it for this account, or for the owner whom the config names.
    ///
    /// # Errors
    ///
    /// The limit that the config breaks.
    pub fn open(&mut self, deployer: ActorId, config: InitConfig) -> Result<(), ConfigError> {
        config.validate()?;
        self.head.owner = config.owner.unwrap_or(deployer);
        self.head.turn_timeout = config.turn_timeout;
        if let Some(PassConfig { price, supply }) = config.pass {
            self.head.pass_price = price;
            self.head.pass_supply = supply;
        }
        Ok(())
    }

    /// Performs an action.
    ///
    /// # Errors
    ///
    /// Why it is refused. Then nothing has changed, and the value that was
    /// attached has to go back.
    pub fn handle(&mut self, message: Message, action: Action) -> Result<Effects, GameError> {
        match action {
            Action::MintPass => self.mint_pass(message),
            Action::Create { challenger, referee } => self.create(message, challenger, referee),
            Action::Accept { game, terms } => self.accept(message, game, terms),
            Action::Move { game, row, column } => self.make_move(message, game, row, column),
            Action::PlaceMark { game } => self.place_mark(message, game),
            Action::Restart { game } => self.restart(message, game),
            Action::Close { game } => self.close(message, game),
            Action::ClaimTimeout { game } => self.claim_timeout(message, game),
        }
    }

    fn mint_pass(&mut self, message: Message) -> Result<Effects, GameError> {
        let Message { sender, value, .. } = message;
        let (price, supply) = (self.head.pass_price, self.head.pass_supply);
        if supply == 0 {
            return Err(GameError::NoPasses);
        }
        let slot = match self.tables.passes.find(&key(sender)) {
            Ok(place) => return Err(GameError::PassHeld { id: place + 1 }),
            Err(slot) => slot,
        };
        let place = self.head.passes_minted;
        if place >= supply {
            return Err(GameError::PassesSoldOut { supply });
        }
        let change =
            value.checked_sub(price).ok_or(GameError::PriceNotMet { price, attached: value })?;
        self.tables.passes.mint(slot, place, key(sender));
        self.head.passes_minted += 1;
        let mut effects = Effects::new(Event::PassMinted { id: place + 1 }, change);
        effects.pay(sender, self.head.owner, price);
        Ok(effects)
    }

    fn create(
        &mut self,
        message: Message,
        challenger: ActorId,
        referee: Option<ActorId>,
    ) -> Result<Effects, GameError> {
        let Message { sender: host, value: stake, .. } = message;
        self.check_pass(host)?;
        if challenger == host {
            return Err(GameError::SelfPlay);
        }
        if let Some(referee) = referee {
            self.check_referee(referee, host, challenger)?;
        }
        if stake > u128::MAX / 2 {
            return Err(GameError::StakeTooHigh);
        }
        if !self.tables.games.has_room(&self.head.games) {
            return Err(GameError::NoRoom);
        }
        let players = Players { host: key(host), challenger: key(challenger) };
        let game = Game::invite(players, referee, stake, message.now);
        let place = self.tables.games.insert(&mut self.head.games, game);
        Ok(Effects::new(Event::Created { game: GameId { host, challenger, place } }, 0))
    }

    fn check_referee(
        &self,
        referee: ActorId,
        host: ActorId,
        challenger: ActorId,
    ) -> Result<(), GameError> {
        if referee == host || referee == challenger {
            return Err(GameError::RefereePlays);
        }
        if referee.is_zero() {
            return Err(GameError::NoSuchReferee);
        }
        self.check_pass(referee).map_err(|_| GameError::RefereeNeedsPass)
    }

    fn accept(&mut self, message: Message, id: GameId, named: Terms) -> Result<Effects, GameError> {
        let Message { sender, value, .. } = message;
        self.check_pass(sender)?;
        let turn = self.turn(message);
        let game = self.game_mut(&id)?;
        if sender != id.challenger {
            return Err(GameError::NotYourGame);
        }
        if game.presence != Presence::Invited {
            return Err(GameError::AlreadyAccepted);
        }
        let terms = game.terms();
        if named != terms {
            return Err(GameError::OtherTerms { terms });
        }
        check_stake(game.stake, value)?;
        // The challenger has chosen the hour: the host may be asleep.
        game.start_without_other_of(Player::Challenger, turn);
        Ok(Effects::new(Event::Accepted { game: id }, 0))
    }

    fn make_move(
        &mut self,
        message: Message,
        id: GameId,
        row: u8,
        column: u8,
    ) -> Result<Effects, GameError> {
        let turn = self.turn(message);
        let place = self.place_of(&id)?;
        let player = role(&id, message.sender)?;
        let game = self.tables.games.get_mut(place);
        let square = game.check_move(player, row, column)?;
        game.moves(player);
        if game.referee().is_some() {
            game.send(square, turn);
            return Ok(Effects::new(Event::MarkSent { game: id, row, column }, message.value));
        }
        let outcome = game.place(square, turn);
        let event = Event::MarkPlaced { game: id, row, column, outcome };
        Ok(self.played(message, place, event))
    }

    fn place_mark(&mut self, message: Message, id: GameId) -> Result<Effects, GameError> {
        let place = self.place_of(&id)?;
        if self.tables.games.get(place).referee() != Some(message.sender) {
            return Err(GameError::NotReferee);
        }
        self.place_sent(message, place).ok_or(GameError::NoMarkSent)
    }

    fn restart(&mut self, message: Message, id: GameId) -> Result<Effects, GameError> {
        let Message { value, .. } = message;
        let turn = self.turn(message);
        let game = self.game_mut(&id)?;
        let player = role(&id, message.sender)?;
        if game.presence == Presence::Invited {
            return Err(GameError::NotAccepted);
        }
        let (asked, restarted) = (Event::RestartAsked { game: id }, Event::Restarted { game: id });
        if !game.is_over() {
            // The stakes stay in the pot.
            return Ok(match game.ask(Request::Restart, player)? {
                true => {
                    game.start_again(turn);
                    Effects::new(restarted, value).broadcast()
                }
                false => Effects::new(asked, value),
            });
        }
        if game.stake == 0 {
            game.start_without_other_of(player, turn);
            return Ok(Effects::new(restarted, value));
        }
        if game.asked(Request::Restart) != Some(player) {
            check_stake(game.stake, value)?;
        }
        Ok(match game.stake_anew(player, turn)? {
            true => {
                game.start_without_other_of(player, turn);
                Effects::new(restarted, 0)
            }
            false => Effects::new(asked, 0),
        })
    }

    fn close(&mut self, message: Message, id: GameId) -> Result<Effects, GameError> {
        let Message { sender, value, .. } = message;
        let place = self.place_of(&id)?;
        if !self.may_close(message, &id, place)? {
            return Ok(Effects::new(Event::CloseAsked { game: id }, value));
        }
        let game = self.tables.games.get(place);
        let is_under_way = game.check_under_way().is_ok();
        let Game { stake, presence, .. } = *game;
        let mut effects = Effects::new(Event::Closed { game: id }, value);
        let staked = match game.asked(Request::Restart) {
            _ if presence == Presence::Invited => [Some(Player::Host), None],
            _ if is_under_way => [Some(Player::Host), Some(Player::Challenger)],
            staked_anew => [staked_anew, None],
        };
        for player in staked.into_iter().flatten() {
            effects.pay(sender, id.account(player), stake);
        }
        effects.is_broadcast = is_under_way;
        self.tables.games.remove(&mut self.head.games, place);
        Ok(effects)
    }

    /// Notes that the sender would close a game. Whether it may be.
    fn may_close(
        &mut self,
        Message { sender, now, .. }: Message,
        id: &GameId,
        place: Place,
    ) -> Result<bool, GameError> {
        let expires = self.tables.games.get(place).expires();
        if now > expires {
            return Ok(true);
        }
        let player = id.role(sender).ok_or(GameError::NotExpired { expires })?;
        // Both players of an accepted game hold passes.
        self.check_pass(sender)?;
        let game = self.tables.games.get_mut(place);
        if game.check_under_way().is_err() || game.presence.absent().is_some() {
            return Ok(true);
        }
        game.ask(Request::Close, player)
    }

    fn claim_timeout(&mut self, message: Message, id: GameId) -> Result<Effects, GameError> {
        let place = self.place_of(&id)?;
        let player = role(&id, message.sender)?;
        let game = self.tables.games.get_mut(place);
        game.check_under_way()?;
        let late = game.board.next();
        if game.sent().is_none() {
            if late == player {
                return Err(GameError::OwnTurn);
            }
            if game.presence.absent() == Some(late) {
                return Err(GameError::OpponentAbsent);
            }
        }
        let deadline = game.deadline();
        if message.now <= deadline {
            return Err(GameError::TurnNotOver { deadline });
        }
        game.come_back(player);
        // A referee's silence costs nobody the game: the mark stands.
        if let Some(effects) = self.place_sent(message, place) {
            return Ok(effects);
        }
        let outcome = self.tables.games.get_mut(place).forfeit();
        Ok(self.played(message, place, Event::TimedOut { game: id, outcome }))
    }

    /// Puts down the mark that was sent, if one was.
    fn place_sent(&mut self, message: Message, place: Place) -> Option<Effects> {
        let turn = self.turn(message);
        let game = self.tables.games.get_mut(place);
        let square = game.sent()?;
        let outcome = game.place(square, turn);
        let (row, column) = (square.row(), square.column());
        let event = Event::MarkPlaced { game: game.id(place), row, column, outcome };
        Some(self.played(message, place, event))
    }

    /// What comes of a mark, or of a turn that ran out: if that has ended the
    /// game, its pot is paid, and trophies are given.
    fn played(&mut self, message: Message, place: Place, event: Event) -> Effects {
        let mut effects = Effects::new(event, message.value);
        if !self.tables.games.get(place).is_over() {
            return effects;
        }
        let game = *self.tables.games.get(place);
        let id = game.id(place);
        let mut pay = |player, value| effects.pay(message.sender, id.account(player), value);
        match game.board.outcome() {
            Outcome::Open => {}
            Outcome::Draw => {
                for player in [Player::Host, Player::Challenger] {
                    pay(player, game.stake);
                    self.give_trophy(&game, player);
                }
            }
            Outcome::HostWon => {
                pay(Player::Host, game.both_stakes());
                self.give_trophy(&game, Player::Host);
            }
            Outcome::ChallengerWon => {
                pay(Player::Challenger, game.both_stakes());
                self.give_trophy(&game, Player::Challenger);
            }
        }
        effects.broadcast()
    }

    /// Without room for another trophy the game still ends as it should.
    fn give_trophy(&mut self, game: &Game, player: Player) {
        let Players { host, challenger } = game.players;
        let (owner, other) = match player {
            Player::Host => (host, challenger),
            Player::Challenger => (challenger, host),
        };
        if let Some(free) = self.tables.trophies.get_mut(self.head.trophies_given as usize) {
            *free = Won { owner, other, board: game.board.pack() };
            self.head.trophies_given += 1;
        }
    }

    /// # Errors
    ///
    /// [`GameError::PassNeeded`] if only holders play, and this account is none.
    fn check_pass(&self, account: ActorId) -> Result<(), GameError> {
        match self.head.pass_supply == 0 || self.tables.passes.find(&key(account)).is_ok() {
            true => Ok(()),
            false => Err(GameError::PassNeeded),
        }
    }

    fn place_of(&self, id: &GameId) -> Result<Place, GameError> {
        self.tables.games.find(id).ok_or(GameError::NoSuchGame)
    }

    fn game_mut(&mut self, id: &GameId) -> Result<&mut Game, GameError> {
        let place = self.place_of(id)?;
        Ok(self.tables.games.get_mut(place))
    }

    /// The turn that begins with this message.
    fn turn(&self, Message { now, .. }: Message) -> Turn {
        Turn { from: now, over: now.saturating_add(self.head.turn_timeout) }
    }

    /// Who holds the pass in a place.
    pub(super) fn holder(&self, place: Place) -> ActorId {
        account(self.tables.passes.holder(place))
    }
}

fn role(id: &GameId, sender: ActorId) -> Result<Player, GameError> {
    id.role(sender).ok_or(GameError::NotYourGame)
}

fn check_stake(stake: u128, attached: u128) -> Result<(), GameError> {
    match attached == stake {
        true => Ok(()),
        false => Err(GameError::StakeNotMatched { stake, attached }),
    }
}
