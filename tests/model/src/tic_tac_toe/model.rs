//! The program as its description says.

use gprimitives::ActorId;
use std::collections::BTreeMap;
use tic_tac_toe_io::{
    Action, Cell, Event, GameError, GameId, GameStage, GameState, InitConfig, Outcome, Terms,
    Trophy,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The reply to the sender.
    pub reply: Result<Event, GameError>,
    /// The payouts by account, from the message's value or from what the program held.
    pub paid: BTreeMap<ActorId, u128>,
    /// Whether the event is broadcast.
    pub is_broadcast: bool,
}

#[derive(Clone, Debug)]
pub struct Model {
    owner: ActorId,
    config: InitConfig,
    games: BTreeMap<GameId, Game>,
    /// The places without a game. The next one is taken from the end.
    free: Vec<u32>,
    passes: Vec<ActorId>,
    trophies: Vec<(ActorId, Trophy)>,
}

#[derive(Clone, Debug)]
struct Game {
    referee: Option<ActorId>,
    stake: u128,
    /// The stakes in the pot, by player.
    pot: BTreeMap<ActorId, u128>,
    is_accepted: bool,
    /// The player who has not played since the other one started the game.
    absent: Option<ActorId>,
    cells: [Option<ActorId>; 9],
    /// The mark that the referee has to place.
    sent: Option<(u8, u8)>,
    outcome: Outcome,
    /// The time since which the game waits for somebody.
    awaited_since: u64,
    /// The time that an awaited player has beyond the usual time.
    respite: u64,
    /// The last time at which only the players may close the game.
    expires: u64,
    restart: Option<ActorId>,
    close: Option<ActorId>,
}

const MINUTE: u64 = 60_000;
const DAY: u64 = 24 * 60 * 60 * 1_000;

const LINES: [[(usize, usize); 3]; 8] = [
    [(0, 0), (0, 1), (0, 2)],
    [(1, 0), (1, 1), (1, 2)],
    [(2, 0), (2, 1), (2, 2)],
    [(0, 0), (1, 0), (2, 0)],
    [(0, 1), (1, 1), (2, 1)],
    [(0, 2), (1, 2), (2, 2)],
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
];

/// An accepted action: the reply, the payouts, and whether the event is broadcast.
type Accepted = (Event, Vec<(ActorId, u128)>, bool);

impl Model {
    /// Opens the program with room for this many games. The config must be valid.
    pub fn open(deployer: ActorId, config: InitConfig, room: u32) -> Self {
        let owner = config.owner.unwrap_or(deployer);
        let free = (0..room).rev().collect();
        Self { owner, config, games: BTreeMap::new(), free, passes: vec![], trophies: vec![] }
    }

    /// Handles a message of `sender` at `now`, with `value` attached.
    pub fn handle(&mut self, sender: ActorId, value: u128, now: u64, action: &Action) -> Answer {
        let accepted = match *action {
            Action::MintPass => self.mint(sender, value),
            Action::Create { challenger, referee } => {
                self.create(sender, value, now, challenger, referee)
            }
            Action::Accept { game, terms } => self.accept(sender, value, now, game, terms),
            Action::Move { game, row, column } => {
                self.make_move(sender, value, now, game, row, column)
            }
            Action::PlaceMark { game } => self.place(sender, value, now, game),
            Action::Restart { game } => self.restart(sender, value, now, game),
            Action::Close { game } => self.close(sender, value, now, game),
            Action::ClaimTimeout { game } => self.claim(sender, value, now, game),
        };
        let (reply, payments, is_broadcast) = match accepted {
            Ok((event, payments, is_broadcast)) => (Ok(event), payments, is_broadcast),
            Err(error) => (Err(error), vec![(sender, value)], false),
        };
        let mut paid = BTreeMap::new();
        for (account, value) in payments.into_iter().filter(|(_, value)| *value > 0) {
            *paid.entry(account).or_insert(0) += value;
        }
        Answer { reply, paid, is_broadcast }
    }

    /// The value that the program holds.
    pub fn held(&self) -> u128 {
        self.games.values().flat_map(|game| game.pot.values()).sum()
    }

    /// The ids of all games.
    pub fn games(&self) -> impl Iterator<Item = GameId> {
        self.games.keys().copied()
    }

    /// The deadline of the player or referee for whom a game waits.
    pub fn deadline(&self, id: &GameId) -> Option<u64> {
        let game = self.games.get(id)?;
        let is_on = game.is_accepted && game.outcome == Outcome::Open;
        is_on.then(|| game.deadline(self.config.turn_timeout))
    }

    /// The last time at which only its players may close a game.
    pub fn expires(&self, id: &GameId) -> Option<u64> {
        self.games.get(id).map(|game| game.expires)
    }

    /// The stake of a game.
    pub fn stake(&self, id: &GameId) -> Option<u128> {
        self.games.get(id).map(|game| game.stake)
    }

    /// The holders of passes, by number.
    pub fn passes(&self) -> &[ActorId] {
        &self.passes
    }

    /// An account's trophies, oldest first.
    pub fn trophies(&self, owner: ActorId) -> Vec<Trophy> {
        let own = self.trophies.iter().filter(|(of, _)| *of == owner);
        own.map(|(_, trophy)| *trophy).collect()
    }

    /// A game's state as the program should report it.
    pub fn state(&self, id: &GameId) -> Option<GameState> {
        let game = self.games.get(id)?;
        let deadline = game.deadline(self.config.turn_timeout);
        let stage = if !game.is_accepted {
            GameStage::Invited
        } else if game.outcome != Outcome::Open {
            GameStage::Finished { outcome: game.outcome }
        } else if let Some((row, column)) = game.sent {
            GameStage::ToPlace { row, column, deadline }
        } else {
            let player = game.mover(id);
            let deadline = (game.absent != Some(player)).then_some(deadline);
            GameStage::ToMove { player, deadline }
        };
        Some(GameState {
            id: *id,
            referee: game.referee,
            stake: game.stake,
            pot: game.pot.values().sum(),
            stage,
            board: game.packed(id),
            cells: game.cells.map(|mark| match mark {
                None => Cell::Empty,
                Some(player) if player == id.host => Cell::Host,
                Some(_) => Cell::Challenger,
            }),
            turns: game.turns(),
            restart_asked_by: game.restart,
            close_asked_by: game.close,
            expires: game.expires,
        })
    }

    fn mint(&mut self, sender: ActorId, value: u128) -> Result<Accepted, GameError> {
        let pass = self.config.pass.clone().ok_or(GameError::NoPasses)?;
        if let Some(number) = self.number(sender) {
            return Err(GameError::PassHeld { id: number });
        }
        if self.passes.len() == pass.supply as usize {
            return Err(GameError::PassesSoldOut { supply: pass.supply });
        }
        if value < pass.price {
            return Err(GameError::PriceNotMet { price: pass.price, attached: value });
        }
        self.passes.push(sender);
        let event = Event::PassMinted { id: self.passes.len() as u32 };
        Ok((event, vec![(sender, value - pass.price), (self.owner, pass.price)], false))
    }

    fn number(&self, holder: ActorId) -> Option<u32> {
        let index = self.passes.iter().position(|pass| *pass == holder)?;
        Some(index as u32 + 1)
    }

    fn may_play(&self, account: ActorId) -> bool {
        self.config.pass.is_none() || self.passes.contains(&account)
    }

    fn create(
        &mut self,
        host: ActorId,
        stake: u128,
        now: u64,
        challenger: ActorId,
        referee: Option<ActorId>,
    ) -> Result<Accepted, GameError> {
        if !self.may_play(host) {
            return Err(GameError::PassNeeded);
        }
        if host == challenger {
            return Err(GameError::SelfPlay);
        }
        match referee {
            Some(referee) if [host, challenger].contains(&referee) => {
                return Err(GameError::RefereePlays);
            }
            Some(referee) if referee == ActorId::zero() => return Err(GameError::NoSuchReferee),
            Some(referee) if !self.may_play(referee) => return Err(GameError::RefereeNeedsPass),
            _ => {}
        }
        let place = self.free.pop().ok_or(GameError::NoRoom)?;
        let id = GameId { host, challenger, place };
        let game = Game {
            referee,
            stake,
            pot: BTreeMap::from([(host, stake)]),
            is_accepted: false,
            absent: None,
            cells: [None; 9],
            sent: None,
            outcome: Outcome::Open,
            awaited_since: 0,
            respite: 0,
            expires: now + 7 * DAY,
            restart: None,
            close: None,
        };
        self.games.insert(id, game);
        Ok((Event::Created { game: id }, vec![], false))
    }

    fn accept(
        &mut self,
        sender: ActorId,
        value: u128,
        now: u64,
        id: GameId,
        named: Terms,
    ) -> Result<Accepted, GameError> {
        let timeout = self.config.turn_timeout;
        if !self.may_play(sender) {
            return Err(GameError::PassNeeded);
        }
        let game = self.games.get_mut(&id).ok_or(GameError::NoSuchGame)?;
        if sender != id.challenger {
            return Err(GameError::NotYourGame);
        }
        if game.is_accepted {
            return Err(GameError::AlreadyAccepted);
        }
        let Game { referee, stake, .. } = *game;
        if named.referee != referee || named.stake != stake {
            return Err(GameError::OtherTerms { terms: Terms { referee, stake } });
        }
        if value != game.stake {
            return Err(GameError::StakeNotMatched { stake: game.stake, attached: value });
        }
        game.pot.insert(sender, value);
        game.is_accepted = true;
        game.absent = Some(id.host);
        game.await_somebody(now, timeout);
        Ok((Event::Accepted { game: id }, vec![], false))
    }

    /// The game, if the sender is one of its players.
    fn own_game(&mut self, sender: ActorId, id: &GameId) -> Result<&mut Game, GameError> {
        let game = self.games.get_mut(id).ok_or(GameError::NoSuchGame)?;
        if ![id.host, id.challenger].contains(&sender) {
            return Err(GameError::NotYourGame);
        }
        Ok(game)
    }

    fn make_move(
        &mut self,
        sender: ActorId,
        value: u128,
        now: u64,
        id: GameId,
        row: u8,
        column: u8,
    ) -> Result<Accepted, GameError> {
        let timeout = self.config.turn_timeout;
        let game = self.own_game(sender, &id)?;
        game.under_way()?;
        if game.mover(&id) != sender {
            return Err(GameError::NotYourTurn);
        }
        if game.sent.is_some() {
            return Err(GameError::MarkWaits);
        }
        if row > 2 || column > 2 {
            return Err(GameError::NoSuchCell { row, column });
        }
        if game.cells[usize::from(row * 3 + column)].is_some() {
            return Err(GameError::CellTaken { row, column });
        }
        if game.absent == Some(sender) {
            game.absent = None;
        }
        (game.restart, game.close) = (None, None);
        if game.referee.is_some() {
            game.sent = Some((row, column));
            game.grant_respite(now, timeout);
            game.await_somebody(now, timeout);
            return Ok((Event::MarkSent { game: id, row, column }, vec![(sender, value)], false));
        }
        Ok(self.put_down(sender, value, now, id, (row, column)))
    }

    fn place(
        &mut self,
        sender: ActorId,
        value: u128,
        now: u64,
        id: GameId,
    ) -> Result<Accepted, GameError> {
        let game = self.games.get(&id).ok_or(GameError::NoSuchGame)?;
        if game.referee != Some(sender) {
            return Err(GameError::NotReferee);
        }
        let mark = game.sent.ok_or(GameError::NoMarkSent)?;
        Ok(self.put_down(sender, value, now, id, mark))
    }

    fn put_down(
        &mut self,
        sender: ActorId,
        value: u128,
        now: u64,
        id: GameId,
        (row, column): (u8, u8),
    ) -> Accepted {
        let timeout = self.config.turn_timeout;
        let game = self.games.get_mut(&id).expect("the game was found");
        let mover = game.mover(&id);
        game.cells[usize::from(row * 3 + column)] = Some(mover);
        game.sent = None;
        game.grant_respite(now, timeout);
        game.await_somebody(now, timeout);
        let has_line = LINES.iter().any(|line| {
            line.iter().all(|(row, column)| game.cells[row * 3 + column] == Some(mover))
        });
        let outcome = if has_line {
            won_by(&id, mover)
        } else if game.cells.iter().all(Option::is_some) {
            Outcome::Draw
        } else {
            Outcome::Open
        };
        let payments = self.end(sender, value, id, outcome);
        let event = Event::MarkPlaced { game: id, row, column, outcome };
        (event, payments, outcome != Outcome::Open)
    }

    /// Ends the game with this outcome, unless it is `Open`. Returns the payouts.
    fn end(
        &mut self,
        sender: ActorId,
        value: u128,
        id: GameId,
        outcome: Outcome,
    ) -> Vec<(ActorId, u128)> {
        let mut payments = vec![(sender, value)];
        let game = self.games.get_mut(&id).expect("the game was found");
        let (winners, won) = match outcome {
            Outcome::Open => return payments,
            Outcome::HostWon => (vec![id.host], true),
            Outcome::ChallengerWon => (vec![id.challenger], true),
            Outcome::Draw => (vec![id.host, id.challenger], false),
        };
        game.outcome = outcome;
        game.absent = None;
        (game.restart, game.close) = (None, None);
        let pot: u128 = game.pot.values().sum();
        game.pot.clear();
        let (board, turns) = (game.packed(&id), game.turns());
        for player in &winners {
            payments.push((*player, pot / winners.len() as u128));
            let other = other(&id, *player);
            self.trophies.push((*player, Trophy { won, board, turns, other }));
        }
        payments
    }

    fn restart(
        &mut self,
        sender: ActorId,
        value: u128,
        now: u64,
        id: GameId,
    ) -> Result<Accepted, GameError> {
        let timeout = self.config.turn_timeout;
        let game = self.own_game(sender, &id)?;
        if !game.is_accepted {
            return Err(GameError::NotAccepted);
        }
        let is_over = game.outcome != Outcome::Open;
        if is_over && game.stake == 0 {
            game.clear();
            game.await_somebody(now, timeout);
            game.absent = Some(other(&id, sender));
            return Ok((Event::Restarted { game: id }, vec![(sender, value)], false));
        }
        if game.restart == Some(sender) {
            return Err(GameError::AlreadyAsked);
        }
        let mut payments = vec![];
        if is_over {
            if value != game.stake {
                return Err(GameError::StakeNotMatched { stake: game.stake, attached: value });
            }
            game.pot.insert(sender, value);
        } else {
            payments.push((sender, value));
        }
        if game.restart.is_some() {
            let respite = game.respite_after(now, timeout);
            game.clear();
            if is_over {
                game.absent = Some(other(&id, sender));
            } else {
                game.respite = respite;
            }
            game.await_somebody(now, timeout);
            return Ok((Event::Restarted { game: id }, payments, !is_over));
        }
        game.restart = Some(sender);
        if is_over {
            game.await_somebody(now, timeout);
        }
        Ok((Event::RestartAsked { game: id }, payments, false))
    }

    fn close(
        &mut self,
        sender: ActorId,
        value: u128,
        now: u64,
        id: GameId,
    ) -> Result<Accepted, GameError> {
        let may_play = self.may_play(sender);
        let game = self.games.get_mut(&id).ok_or(GameError::NoSuchGame)?;
        let has_expired = now > game.expires;
        if !has_expired && ![id.host, id.challenger].contains(&sender) {
            return Err(GameError::NotExpired { expires: game.expires });
        }
        if !has_expired && !may_play {
            return Err(GameError::PassNeeded);
        }
        let needs_both = !has_expired && game.under_way().is_ok() && game.absent.is_none();
        if needs_both && game.close == Some(sender) {
            return Err(GameError::AlreadyAsked);
        }
        if needs_both && game.close.is_none() {
            game.close = Some(sender);
            return Ok((Event::CloseAsked { game: id }, vec![(sender, value)], false));
        }
        let is_broadcast = game.under_way().is_ok();
        let mut payments = vec![(sender, value)];
        payments.extend(game.pot.clone());
        self.games.remove(&id);
        self.free.push(id.place);
        Ok((Event::Closed { game: id }, payments, is_broadcast))
    }

    fn claim(
        &mut self,
        sender: ActorId,
        value: u128,
        now: u64,
        id: GameId,
    ) -> Result<Accepted, GameError> {
        let timeout = self.config.turn_timeout;
        let game = self.own_game(sender, &id)?;
        game.under_way()?;
        let mover = game.mover(&id);
        if game.sent.is_none() && mover == sender {
            return Err(GameError::OwnTurn);
        }
        if game.sent.is_none() && game.absent == Some(mover) {
            return Err(GameError::OpponentAbsent);
        }
        let deadline = game.deadline(timeout);
        if now <= deadline {
            return Err(GameError::TurnNotOver { deadline });
        }
        if game.absent == Some(sender) {
            game.absent = None;
        }
        if let Some(mark) = game.sent {
            return Ok(self.put_down(sender, value, now, id, mark));
        }
        let outcome = won_by(&id, sender);
        let payments = self.end(sender, value, id, outcome);
        Ok((Event::TimedOut { game: id, outcome }, payments, true))
    }
}

impl Game {
    fn turns(&self) -> u8 {
        self.cells.iter().flatten().count() as u8
    }

    fn mover(&self, id: &GameId) -> ActorId {
        if self.turns().is_multiple_of(2) { id.host } else { id.challenger }
    }

    fn under_way(&self) -> Result<(), GameError> {
        if !self.is_accepted {
            Err(GameError::NotAccepted)
        } else if self.outcome != Outcome::Open {
            Err(GameError::GameOver)
        } else {
            Ok(())
        }
    }

    fn await_somebody(&mut self, now: u64, timeout: u64) {
        self.awaited_since = now;
        self.expires = now + timeout + 30 * DAY;
    }

    /// The deadline. A referee gets no respite.
    fn deadline(&self, timeout: u64) -> u64 {
        let respite = if self.sent.is_some() { 0 } else { self.respite };
        self.awaited_since + timeout + respite
    }

    /// The time that the next awaited player gets beyond the usual time. It is the time that this
    /// one took beyond it, rounded up to minutes. With a referee it is the sum of all such times so
    /// far. It is at most the time after which the game expires.
    fn respite_after(&self, now: u64, timeout: u64) -> u64 {
        let took = now - self.awaited_since;
        let mut respite = took.saturating_sub(timeout).div_ceil(MINUTE) * MINUTE;
        if self.referee.is_some() {
            respite += self.respite;
        }
        respite.min(30 * DAY)
    }

    fn grant_respite(&mut self, now: u64, timeout: u64) {
        self.respite = self.respite_after(now, timeout);
    }

    fn clear(&mut self) {
        self.cells = [None; 9];
        self.sent = None;
        self.outcome = Outcome::Open;
        self.respite = 0;
        self.absent = None;
        (self.restart, self.close) = (None, None);
    }

    /// The packed board: the cells as digits of base four, with the turn and the outcome above
    /// them.
    fn packed(&self, id: &GameId) -> u32 {
        let outcome = match self.outcome {
            Outcome::Open => 0,
            Outcome::HostWon => 1,
            Outcome::ChallengerWon => 2,
            Outcome::Draw => 3,
        };
        let turn = u32::from(self.turns() % 2);
        self.cells.iter().rev().fold(outcome * 2 + turn, |word, mark| {
            word * 4
                + match mark {
                    None => 0,
                    Some(player) if *player == id.host => 1,
                    Some(_) => 2,
                }
        })
    }
}

/// The opponent of a player.
fn other(id: &GameId, player: ActorId) -> ActorId {
    if player == id.host { id.challenger } else { id.host }
}

fn won_by(id: &GameId, player: ActorId) -> Outcome {
    if player == id.host { Outcome::HostWon } else { Outcome::ChallengerWon }
}
