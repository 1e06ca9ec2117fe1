//! A table whose money is checked after every step.

use gprimitives::{ActorId, H256};
use rpsls_io::{
    Entry, Event, GameConfig, GameError, GameRules, GameStage, GameState, Move, PlayerStatus,
    StateQuery, StateReply, TableInit, bound_commitment, commitment, gas::PORTION, opening,
};
use rpsls_program::{
    ActionRef,
    rules::{Game, Message, OwnedOutcome, Payout, Payouts},
};

pub const OWNER: u8 = 200;
pub const BET: u128 = 1_000;
pub const CONFIG: GameConfig = GameConfig {
    bet_size: BET,
    players_count_limit: 10,
    entry_timeout: 10_000,
    move_timeout: 20_000,
    reveal_timeout: 30_000,
};
/// The time at which the table opens, in ms.
pub const START: u64 = 1_000_000;
/// The program's id.
pub const PROGRAM: ActorId = ActorId::new([0xee; 32]);

pub fn id(player: u8) -> ActorId {
    ActorId::new([player; 32])
}

pub fn password(player: u8) -> String {
    format!("password {player}")
}

/// The deployment of a table with default rules.
pub fn plain(config: GameConfig) -> TableInit {
    TableInit { config, rules: GameRules::default(), owner: None }
}

/// A player's bound commitment to a move.
pub fn bound(player: u8, mv: Move) -> H256 {
    bound_commitment(PROGRAM, id(player), &opening(mv, &password(player)))
}

/// The outcome of a message.
pub struct Handled {
    pub settlement: Option<OwnedOutcome>,
    pub result: Result<OwnedOutcome, GameError>,
}

impl Paid for OwnedOutcome {
    fn paid(&self) -> Vec<Payout> {
        self.payouts.iter().map(|(payout, _)| *payout).collect()
    }
}

/// Checks that all payouts count as shares, or none if they are a pot. Returns the outcome.
fn counted(payouts: Payouts, outcome: OwnedOutcome) -> OwnedOutcome {
    let is_pot = matches!(payouts, Payouts::Pot(_));
    assert_eq!(payouts.shares(), if is_pot { 0 } else { outcome.payouts.len() });
    outcome
}

pub trait Paid {
    /// The payouts.
    fn paid(&self) -> Vec<Payout>;
}

pub struct Table {
    pub game: Game,
    pub now: u64,
    /// The balance that the program would have.
    balance: u128,
}

impl Table {
    pub fn new() -> Self {
        Self::with(CONFIG)
    }

    pub fn with(config: GameConfig) -> Self {
        Self::of(plain(config))
    }

    pub fn with_rules(rules: GameRules) -> Self {
        Self::of(TableInit { rules, ..plain(CONFIG) })
    }

    pub fn of(init: TableInit) -> Self {
        let mut game = Game::UNOPENED;
        game.open(id(OWNER), init, START).expect("a good config");
        Self { game, now: START, balance: 0 }
    }

    /// Sends an action with value, and books the payouts.
    pub fn handle(&mut self, sender: u8, value: u128, action: ActionRef) -> Handled {
        let message = Message { sender: id(sender), value, now: self.now, program: PROGRAM };
        let mut settlement = None;
        let result = self.game.handle(&message, action, |settled| {
            settlement = Some(counted(settled.payouts, settled.to_owned_outcome()));
        });
        let result = result.map(|outcome| counted(outcome.payouts, outcome.to_owned_outcome()));
        self.balance += value;
        self.book(settlement.as_ref());
        match &result {
            Ok(outcome) => {
                self.balance -= outcome.refund;
                self.book(Some(outcome));
            }
            Err(_) => self.balance -= value,
        }
        assert_eq!(self.balance, self.game.held());
        Handled { settlement, result }
    }

    fn book(&mut self, outcome: Option<&OwnedOutcome>) {
        let paid = outcome.into_iter().flat_map(Paid::paid);
        self.balance -= paid.map(|payout| payout.value).sum::<u128>();
    }

    /// Sends an action without value.
    pub fn act(&mut self, sender: u8, action: ActionRef) -> Result<Event, GameError> {
        self.handle(sender, 0, action).result.map(|outcome| outcome.event)
    }

    pub fn register(&mut self, player: u8) -> Result<Event, GameError> {
        let bet = self.state().config.bet_size;
        self.handle(player, bet, ActionRef::Register).result.map(|outcome| outcome.event)
    }

    /// Joins on these terms with the bet.
    pub fn join(&mut self, player: u8, entry: Entry) -> Result<OwnedOutcome, GameError> {
        let bet = self.state().config.bet_size;
        self.handle(player, bet, ActionRef::Join(entry)).result
    }

    /// Joins with a commitment to a move.
    pub fn join_with(&mut self, player: u8, mv: Move) -> OwnedOutcome {
        let entry = Entry { commitment: Some(bound(player, mv)), ..Entry::default() };
        self.join(player, entry).expect("joins")
    }

    pub fn make_move(&mut self, player: u8, mv: Move) -> Result<Event, GameError> {
        self.act(player, ActionRef::MakeMove(commitment(&opening(mv, &password(player)))))
    }

    pub fn reveal(&mut self, player: u8, mv: Move) -> Result<Event, GameError> {
        self.act(player, ActionRef::Reveal(&opening(mv, &password(player))))
    }

    /// Settles the clock as an alarm does that has all its gas.
    pub fn settle(&mut self) -> Option<OwnedOutcome> {
        self.settle_paying(PORTION)
    }

    /// Settles the clock as an alarm does whose gas is enough for so many payouts.
    pub fn settle_paying(&mut self, most: usize) -> Option<OwnedOutcome> {
        let settlement = self.game.settle(self.now, most);
        let settlement =
            settlement.map(|settled| counted(settled.payouts, settled.to_owned_outcome()));
        self.book(settlement.as_ref());
        assert_eq!(self.balance, self.game.held());
        settlement
    }

    /// Passes the stage's deadline, without settling.
    pub fn pass_deadline(&mut self) {
        self.now = self.game.deadline() + 1;
    }

    /// Starts a round: these players register, and the time to register passes.
    pub fn start(players: impl IntoIterator<Item = u8>) -> Self {
        let mut table = Self::new();
        for player in players {
            table.register(player).expect("registers");
        }
        table.pass_deadline();
        table.settle().expect("moves start");
        table
    }

    /// A round in which these players have committed to these moves.
    pub fn committed(moves: &[(u8, Move)]) -> Self {
        let mut table = Self::start(moves.iter().map(|(player, _)| *player));
        for (player, mv) in moves {
            table.make_move(*player, *mv).expect("commits");
        }
        table
    }

    /// The state, with an overdue stage unsettled.
    pub fn state(&mut self) -> GameState {
        self.state_at(0)
    }

    /// The state as the chain would answer it now.
    pub fn state_now(&mut self) -> GameState {
        self.state_at(self.now)
    }

    fn state_at(&mut self, now: u64) -> GameState {
        match self.game.clone().answer(StateQuery::All, now).to_reply() {
            StateReply::All(state) => state,
            other => panic!("the answer to All is {other:?}"),
        }
    }

    /// The shares that are due, by player.
    pub fn shares(&mut self) -> Vec<(u8, u128)> {
        match self.game.clone().answer(StateQuery::SharesDue, self.now).to_reply() {
            StateReply::SharesDue(shares) => {
                shares.into_iter().map(|(player, share)| (player.as_ref()[0], share)).collect()
            }
            other => panic!("the answer to SharesDue is {other:?}"),
        }
    }

    /// The time at which silence ends the game, with an overdue stage unsettled.
    pub fn closable_from(&self) -> Option<u64> {
        self.game.closable_from()
    }

    pub fn stage(&mut self) -> GameStage {
        self.state().game_stage
    }

    pub fn status(&mut self, player: u8) -> PlayerStatus {
        match self.game.answer(StateQuery::Player(id(player)), self.now).to_reply() {
            StateReply::Player(status) => status,
            other => panic!("the answer to Player is {other:?}"),
        }
    }
}
