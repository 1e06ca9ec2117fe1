//! The actions.

use super::{
    Effects, Message,
    game::{Game, Players, Presence, account, key},
    table::{Place, Places, Record, Table},
};
use account_key::Key;
use alloc::boxed::Box;
use gprimitives::ActorId;
use tic_tac_toe_io::{
    Action, ConfigError, Event, GameError, GameId, InitConfig, Outcome, PassConfig, Player,
};

/// The program's size. Nodes read the state of programs with up to 32 MiB of
/// memory, and this takes 27; memory costs nothing until it is used.
pub type TicTacToe = Club<{ 1 << 16 }, { InitConfig::MAX_SUPPLY as usize }, 200_000>;

/// The entries of an index, of which half may be taken.
const ENTRIES: usize = 1 << 17;

/// All games, passes and trophies, with room for so many of each.
///
/// Gear charges for each 16 KiB page of memory that a message touches. So what
/// every message needs comes first, and then what each needs one record of.
///
/// It has no constructor, as it is too large to be moved: a program holds it in
/// memory that is zeroed, see [`Club::on_heap`].
#[repr(C)]
pub struct Club<const GAMES: usize, const PASSES: usize, const TROPHIES: usize> {
    pub(super) owner: ActorId,
    pub(super) turn_timeout: u64,
    pub(super) pass_price: u128,
    /// 0 if anyone may play.
    pub(super) pass_supply: u32,
    pub(super) trophies_given: u32,
    pub(super) game_places: Places,
    pub(super) pass_places: Places,
    pub(super) games: Table<Game, ENTRIES, GAMES>,
    pub(super) passes: Table<Holder, ENTRIES, PASSES>,
    pub(super) trophies: [Won; TROPHIES],
}

/// Who holds a pass. Its number is its place, and one.
#[derive(Clone, Copy)]
pub struct Holder(pub(super) Key);

// SAFETY: numbers may be zero. No message comes from the zero account.
unsafe impl Record for Holder {
    type Key = Key;

    fn key(&self) -> Key {
        self.0
    }

    fn hash(key: &Key) -> u32 {
        (key.mix(0) >> 32) as u32
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

impl<const GAMES: usize, const PASSES: usize, const TROPHIES: usize> Club<GAMES, PASSES, TROPHIES> {
    /// One that is not open, on the heap of a host.
    pub fn on_heap() -> Box<Self> {
        // SAFETY: all zeros are a club without games, passes and trophies: it
        // is made of numbers and of tables.
        unsafe { Box::new_zeroed().assume_init() }
    }

    /// Opens it.
    ///
    /// # Errors
    ///
    /// The limit that the config breaks.
    pub fn open(&mut self, owner: ActorId, config: InitConfig) -> Result<(), ConfigError> {
        config.validate()?;
        self.owner = owner;
        self.turn_timeout = config.turn_timeout;
        if let Some(PassConfig { price, supply }) = config.pass {
            self.pass_price = price;
            self.pass_supply = supply;
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
            Action::Accept { host } => self.accept(message, host),
            Action::Move { game, row, column } => self.make_move(message, game, row, column),
            Action::PlaceMark { game } => self.place_mark(message, game),
            Action::Restart { game } => self.restart(message, game),
            Action::Close { game } => self.close(message, game),
            Action::ClaimTimeout { game } => self.claim_timeout(message, game),
        }
    }

    fn mint_pass(&mut self, message: Message) -> Result<Effects, GameError> {
        let Message { sender, value, .. } = message;
        let (price, supply) = (self.pass_price, self.pass_supply);
        if supply == 0 {
            return Err(GameError::NoPasses);
        }
        if let Some(place) = self.passes.find(&key(sender)) {
            return Err(GameError::PassHeld { id: place + 1 });
        }
        if self.pass_places.taken() >= supply {
            return Err(GameError::PassesSoldOut { supply });
        }
        let change =
            value.checked_sub(price).ok_or(GameError::PriceNotMet { price, attached: value })?;
        let place = self.passes.insert(&mut self.pass_places, Holder(key(sender)));
        let mut effects = Effects::new(Event::PassMinted { id: place + 1 }, change);
        effects.pay(sender, self.owner, price);
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
        let id = GameId { host, challenger };
        if self.games.find(&Players::from(&id)).is_some() {
            return Err(GameError::GameExists);
        }
        if stake > u128::MAX / 2 {
            return Err(GameError::StakeTooHigh);
        }
        if !self.games.has_room(&self.game_places) {
            return Err(GameError::NoRoom);
        }
        self.games.insert(&mut self.game_places, Game::invite(&id, referee, stake));
        Ok(Effects::new(Event::Created { game: id }, 0))
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

    fn accept(&mut self, message: Message, host: ActorId) -> Result<Effects, GameError> {
        let Message { sender: challenger, value, .. } = message;
        self.check_pass(challenger)?;
        let id = GameId { host, challenger };
        let deadline = self.deadline(message);
        let game = self.game_mut(&id)?;
        if game.presence != Presence::Invited {
            return Err(GameError::AlreadyAccepted);
        }
        check_stake(game.stake, value)?;
        game.start(deadline);
        Ok(Effects::new(Event::Accepted { game: id }, 0))
    }

    fn make_move(
        &mut self,
        message: Message,
        id: GameId,
        row: u8,
        column: u8,
    ) -> Result<Effects, GameError> {
        let deadline = self.deadline(message);
        let place = self.place_of(&id)?;
        let player = role(&id, message.sender)?;
        let game = self.games.get_mut(place);
        let square = game.check_move(player, row, column)?;
        game.moves(player, deadline);
        if game.referee().is_some() {
            game.send(square, deadline);
            return Ok(Effects::new(Event::MarkSent { game: id, row, column }, message.value));
        }
        let outcome = game.place(square, deadline);
        let event = Event::MarkPlaced { game: id, row, column, outcome };
        Ok(self.played(message, place, event))
    }

    fn place_mark(&mut self, message: Message, id: GameId) -> Result<Effects, GameError> {
        let place = self.place_of(&id)?;
        if self.games.get(place).referee() != Some(message.sender) {
            return Err(GameError::NotReferee);
        }
        self.place_sent(message, place).ok_or(GameError::NoMarkSent)
    }

    fn restart(&mut self, message: Message, id: GameId) -> Result<Effects, GameError> {
        let Message { value, .. } = message;
        let deadline = self.deadline(message);
        let game = self.game_mut(&id)?;
        let player = role(&id, message.sender)?;
        if game.presence == Presence::Invited {
            return Err(GameError::NotAccepted);
        }
        let (asked, restarted) = (Event::RestartAsked { game: id }, Event::Restarted { game: id });
        if !game.is_over() {
            // The stakes stay in the pot.
            return Ok(match game.ask_restart(player, deadline)? {
                true => {
                    game.start(deadline);
                    Effects::new(restarted, value).broadcast()
                }
                false => Effects::new(asked, value),
            });
        }
        if game.stake == 0 {
            game.start_without_other_of(player, deadline);
            return Ok(Effects::new(restarted, value));
        }
        if game.restart_asked.player() != Some(player) {
            check_stake(game.stake, value)?;
        }
        Ok(match game.ask_restart(player, deadline)? {
            true => {
                game.start(deadline);
                Effects::new(restarted, 0)
            }
            false => Effects::new(asked, 0),
        })
    }

    fn close(&mut self, message: Message, id: GameId) -> Result<Effects, GameError> {
        let Message { sender, value, .. } = message;
        let place = self.place_of(&id)?;
        let player = role(&id, sender)?;
        // Both players of an accepted game hold passes.
        self.check_pass(sender)?;
        let game = self.games.get_mut(place);
        let is_under_way = game.check_under_way().is_ok();
        let may_close = !is_under_way || game.presence.absent().is_some();
        if !may_close && !game.ask_close(player)? {
            return Ok(Effects::new(Event::CloseAsked { game: id }, value));
        }
        let Game { stake, presence, restart_asked, .. } = *game;
        let mut effects = Effects::new(Event::Closed { game: id }, value);
        let staked = match restart_asked.player() {
            _ if presence == Presence::Invited => [Some(Player::Host), None],
            _ if is_under_way => [Some(Player::Host), Some(Player::Challenger)],
            staked_anew => [staked_anew, None],
        };
        for player in staked.into_iter().flatten() {
            effects.pay(sender, id.account(player), stake);
        }
        effects.is_broadcast = is_under_way;
        self.games.remove(&mut self.game_places, place);
        Ok(effects)
    }

    fn claim_timeout(&mut self, message: Message, id: GameId) -> Result<Effects, GameError> {
        let place = self.place_of(&id)?;
        let player = role(&id, message.sender)?;
        let game = self.games.get_mut(place);
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
        let deadline = game.deadline;
        if message.now <= deadline {
            return Err(GameError::TurnNotOver { deadline });
        }
        // A referee's silence costs nobody the game: the mark stands.
        if let Some(effects) = self.place_sent(message, place) {
            return Ok(effects);
        }
        let outcome = self.games.get_mut(place).forfeit();
        Ok(self.played(message, place, Event::TimedOut { game: id, outcome }))
    }

    /// Puts down the mark that was sent, if one was.
    fn place_sent(&mut self, message: Message, place: Place) -> Option<Effects> {
        let deadline = self.deadline(message);
        let game = self.games.get_mut(place);
        let square = game.sent()?;
        let outcome = game.place(square, deadline);
        let (row, column) = (square.row(), square.column());
        let event = Event::MarkPlaced { game: game.id(), row, column, outcome };
        Some(self.played(message, place, event))
    }

    /// What comes of a mark, or of a turn that ran out: if that has ended the
    /// game, its pot is paid, and trophies are given.
    fn played(&mut self, message: Message, place: Place, event: Event) -> Effects {
        let mut effects = Effects::new(event, message.value);
        if !self.games.get(place).is_over() {
            return effects;
        }
        let game = *self.games.get(place);
        let id = game.id();
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
        if let Some(free) = self.trophies.get_mut(self.trophies_given as usize) {
            *free = Won { owner, other, board: game.board.pack() };
            self.trophies_given += 1;
        }
    }

    /// # Errors
    ///
    /// [`GameError::PassNeeded`] if only holders play, and this account is none.
    fn check_pass(&self, account: ActorId) -> Result<(), GameError> {
        match self.pass_supply == 0 || self.passes.find(&key(account)).is_some() {
            true => Ok(()),
            false => Err(GameError::PassNeeded),
        }
    }

    fn place_of(&self, id: &GameId) -> Result<Place, GameError> {
        self.games.find(&id.into()).ok_or(GameError::NoSuchGame)
    }

    fn game_mut(&mut self, id: &GameId) -> Result<&mut Game, GameError> {
        let place = self.place_of(id)?;
        Ok(self.games.get_mut(place))
    }

    /// When a turn is over that begins with this message.
    fn deadline(&self, message: Message) -> u64 {
        message.now.saturating_add(self.turn_timeout)
    }

    /// Who holds the pass in a place.
    pub(super) fn holder(&self, place: Place) -> ActorId {
        account(self.passes.get(place).0)
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
