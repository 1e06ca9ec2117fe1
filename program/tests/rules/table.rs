//! A table whose money is checked after every step.

use gprimitives::ActorId;
use rpsls_io::{
    Event, GameConfig, GameError, GameStage, GameState, Move, PlayerStatus, StateQuery, StateReply,
    commitment, opening,
};
use rpsls_program::{
    ActionRef,
    rules::{Game, Handled, Settlement},
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
/// When the table opens.
pub const START: u64 = 1_000_000;

pub fn id(player: u8) -> ActorId {
    ActorId::new([player; 32])
}

pub fn password(player: u8) -> String {
    format!("password {player}")
}

pub struct Table {
    pub game: Game,
    pub now: u64,
    /// What the program's balance would be.
    balance: u128,
}

impl Table {
    pub fn new() -> Self {
        Self::with(CONFIG)
    }

    pub fn with(config: GameConfig) -> Self {
        let mut game = Game::CLOSED;
        game.open(id(OWNER), config, START).expect("a good config");
        Self { game, now: START, balance: 0 }
    }

    /// Sends an action with value, and books what comes of it.
    pub fn handle(&mut self, sender: u8, value: u128, action: ActionRef) -> Handled {
        let handled = self.game.handle(id(sender), value, self.now, action);
        self.balance += value;
        self.book(&handled.settlement);
        match &handled.result {
            Ok(outcome) => {
                self.balance -= outcome.refund;
                self.balance -= outcome.payouts.iter().map(|payout| payout.value).sum::<u128>();
            }
            Err(_) => self.balance -= value,
        }
        assert_eq!(self.balance, self.game.pot());
        handled
    }

    fn book(&mut self, settlement: &Option<Settlement>) {
        let payout = settlement.as_ref().and_then(|settlement| settlement.payout);
        self.balance -= payout.map_or(0, |payout| payout.value);
    }

    /// Sends an action without value.
    pub fn act(&mut self, sender: u8, action: ActionRef) -> Result<Event, GameError> {
        self.handle(sender, 0, action).result.map(|outcome| outcome.event)
    }

    pub fn register(&mut self, player: u8) -> Result<Event, GameError> {
        let bet = self.state().config.bet_size;
        self.handle(player, bet, ActionRef::Register).result.map(|outcome| outcome.event)
    }

    pub fn make_move(&mut self, player: u8, mv: Move) -> Result<Event, GameError> {
        self.act(player, ActionRef::MakeMove(commitment(&opening(mv, &password(player)))))
    }

    pub fn reveal(&mut self, player: u8, mv: Move) -> Result<Event, GameError> {
        self.act(player, ActionRef::Reveal(&opening(mv, &password(player))))
    }

    /// Settles the clock as the alarm does.
    pub fn settle(&mut self) -> Option<Settlement> {
        let settlement = self.game.settle(self.now);
        self.book(&settlement);
        assert_eq!(self.balance, self.game.pot());
        settlement
    }

    /// Lets the stage's time run out, without settling.
    pub fn pass_deadline(&mut self) {
        self.now = self.game.deadline() + 1;
    }

    /// Opens a round: these players register, and their time to do so is over.
    pub fn start(players: impl IntoIterator<Item = u8>) -> Self {
        let mut table = Self::new();
        for player in players {
            table.register(player).expect("registers");
        }
        table.pass_deadline();
        table.settle().expect("moves start");
        table
    }

    /// A round in which these players have committed these moves.
    pub fn committed(moves: &[(u8, Move)]) -> Self {
        let mut table = Self::start(moves.iter().map(|(player, _)| *player));
        for (player, mv) in moves {
            table.make_move(*player, *mv).expect("commits");
        }
        table
    }

    pub fn state(&mut self) -> GameState {
        match self.game.answer(StateQuery::All, self.game.deadline().min(self.now)) {
            StateReply::All(state) => state,
            other => panic!("All is answered by All, not {other:?}"),
        }
    }

    pub fn stage(&mut self) -> GameStage {
        self.state().game_stage
    }

    pub fn status(&mut self, player: u8) -> PlayerStatus {
        match self.game.answer(StateQuery::Player(id(player)), self.now) {
            StateReply::Player(status) => status,
            other => panic!("Player is answered by Player, not {other:?}"),
        }
    }
}
