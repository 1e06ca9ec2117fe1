//! Players who mostly play, and sometimes try what they may not do.

use super::Model;
use gprimitives::ActorId;
use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use tic_tac_toe_io::{Action, GameId, GameStage, GameState, Terms};

#[derive(Clone, Debug)]
pub struct Request {
    pub sender: ActorId,
    pub value: u128,
    pub action: Action,
    /// The earliest block timestamp for it, in ms.
    pub not_before: u64,
}

/// Sends random messages. The same seed leads to the same messages, given the same answers.
pub struct Players {
    accounts: Vec<ActorId>,
    stakes: [u128; 2],
    are_patient: bool,
    random: ChaCha8Rng,
}

impl Players {
    /// Makes players with these accounts, who play for nothing or for this stake.
    pub fn new(accounts: Vec<ActorId>, stake: u128, seed: u64) -> Self {
        let random = ChaCha8Rng::seed_from_u64(seed);
        Self { accounts, stakes: [0, stake], are_patient: false, random }
    }

    /// Makes the players sometimes wait until a game has expired, which takes weeks.
    pub fn patient(self) -> Self {
        Self { are_patient: true, ..self }
    }

    /// Makes the next message, for a block at `now`.
    pub fn request(&mut self, model: &Model, now: u64) -> Request {
        let games: Vec<GameId> = model.games().collect();
        let game = games.choose(&mut self.random).copied();
        match game {
            Some(game) if self.random.gen_bool(0.8) => self.request_about(model, game, now),
            _ => self.request_of_anyone(model, now),
        }
    }

    /// A message that moves a game on, or ends it.
    fn request_about(&mut self, model: &Model, game: GameId, now: u64) -> Request {
        let state = model.state(&game).expect("it is one of the model's games");
        let either = *[game.host, game.challenger].choose(&mut self.random).expect("there are two");
        let (mut sender, mut action) = match state.stage {
            GameStage::Invited => (game.challenger, self.acceptance(&state)),
            GameStage::ToMove { player, .. } => (player, self.some_move(game)),
            GameStage::ToPlace { .. } => {
                (state.referee.expect("the game has a referee"), Action::PlaceMark { game })
            }
            GameStage::Finished { .. } => (either, Action::Restart { game }),
        };
        let mut not_before = now;
        match self.random.gen_range(0..100) {
            0..66 => {}
            // Late: the player who answers then gets as much more time.
            66..70 => {
                let deadline = model.deadline(&game).unwrap_or(now);
                let most = if self.are_patient { 60 } else { 2 };
                not_before = deadline + self.random.gen_range(1..=most * 60_000);
            }
            70..76 => sender = self.anyone(),
            76..82 => (sender, action) = (either, Action::Restart { game }),
            82..90 => (sender, action) = (either, Action::Close { game }),
            90..94 => (sender, action) = (either, Action::ClaimTimeout { game }),
            94..96 if self.are_patient => {
                (sender, action) = (self.anyone(), Action::Close { game });
                let expires = model.expires(&game).expect("it is one of the model's games");
                // The delay may be 0, in the last block in which others may not close it.
                not_before = expires + self.random.gen_range(0..=1);
            }
            _ => {
                (sender, action) = (either, Action::ClaimTimeout { game });
                let deadline = model.deadline(&game).unwrap_or(now);
                // The delay may be 0, in the last block in which it is too early.
                not_before = deadline + self.random.gen_range(0..=1);
            }
        }
        let value = match action {
            Action::Accept { .. } | Action::Restart { .. } if self.random.gen_bool(0.9) => {
                state.stake
            }
            _ => self.some_value(),
        };
        Request { sender, value, action, not_before }
    }

    /// A random message of a random account.
    fn request_of_anyone(&mut self, model: &Model, now: u64) -> Request {
        let game = self.some_game(model);
        let action = match self.random.gen_range(0..14) {
            0..=2 => Action::MintPass,
            3..=7 => {
                let referee = match self.random.gen_range(0..10) {
                    0 => Some(ActorId::zero()),
                    1..=4 => Some(self.anyone()),
                    _ => None,
                };
                Action::Create { challenger: self.anyone(), referee }
            }
            8 => self.some_move(game),
            9 => Action::PlaceMark { game },
            10 => Action::Restart { game },
            11 => Action::Close { game },
            12 => {
                let terms = Terms { referee: None, stake: self.some_value() };
                Action::Accept { game, terms }
            }
            _ => Action::ClaimTimeout { game },
        };
        let value = match (&action, model.stake(&game)) {
            (Action::Restart { .. }, Some(stake)) => stake,
            _ => self.some_value(),
        };
        Request { sender: self.anyone(), value, action, not_before: now }
    }

    /// The id of a game that exists, or a false one: with another player, or at another place.
    fn some_game(&mut self, model: &Model) -> GameId {
        let games: Vec<GameId> = model.games().collect();
        let mut game = games.choose(&mut self.random).copied().unwrap_or(GameId {
            host: self.anyone(),
            challenger: self.anyone(),
            place: 0,
        });
        match self.random.gen_range(0..8) {
            0 => game.host = self.anyone(),
            1 => game.challenger = self.anyone(),
            2 => game.place = self.random.gen_range(0..games.len() as u32 + 2),
            3 => game.place = self.random.r#gen(),
            // A free place has no players.
            4 => (game.host, game.challenger) = Default::default(),
            _ => {}
        }
        game
    }

    fn anyone(&mut self) -> ActorId {
        *self.accounts.choose(&mut self.random).expect("there is a player")
    }

    /// Mostly with the game's terms, sometimes with others.
    fn acceptance(&mut self, state: &GameState) -> Action {
        let mut terms = Terms { referee: state.referee, stake: state.stake };
        match self.random.gen_range(0..10) {
            4 => terms.referee = Some(self.anyone()),
            5 => terms.referee = None,
            6 => terms.stake = self.some_value(),
            _ => {}
        }
        Action::Accept { game: state.id, terms }
    }

    fn some_move(&mut self, game: GameId) -> Action {
        let mut coordinate = || match self.random.gen_range(0..40) {
            0 => self.random.r#gen(),
            number => number % 3,
        };
        Action::Move { game, row: coordinate(), column: coordinate() }
    }

    fn some_value(&mut self) -> u128 {
        let stake = *self.stakes.choose(&mut self.random).expect("there are two");
        match self.random.gen_range(0..20) {
            0 => stake + 1,
            1 => self.stakes[1] / 2,
            _ => stake,
        }
    }
}
