//! The game by its description.

use gprimitives::{ActorId, H256};
use rpsls_io::{
    Action, ConfigError, Event, GameConfig, GameError, GameResult, GameStage, GameState, Move,
    PlayerStatus, RevealResult, StageChange, StageDescription, commitment,
};
use std::collections::{BTreeMap, BTreeSet};

/// Which two moves each move beats.
const BEATS: [(Move, [Move; 2]); 5] = [
    (Move::Rock, [Move::Scissors, Move::Lizard]),
    (Move::Paper, [Move::Rock, Move::Spock]),
    (Move::Scissors, [Move::Paper, Move::Lizard]),
    (Move::Lizard, [Move::Paper, Move::Spock]),
    (Move::Spock, [Move::Rock, Move::Scissors]),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Preparation,
    InProgress,
    Reveal,
}

/// The game and its clock.
#[derive(Clone, Debug)]
pub struct Model {
    owner: ActorId,
    config: GameConfig,
    next_config: Option<GameConfig>,
    stage: Stage,
    began: u64,
    round: u32,
    lobby: Vec<ActorId>,
    /// Who is still in the game, once it has started.
    playing: BTreeSet<ActorId>,
    commitments: BTreeMap<ActorId, H256>,
    moves: BTreeMap<ActorId, Move>,
    games_finished: u64,
    last_game: Option<GameResult>,
}

/// What the clock brought about, and who is paid for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What is broadcast.
    pub change: StageChange,
    /// Who is paid how much.
    pub payouts: Vec<(ActorId, u128)>,
}

/// What comes of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What the clock brought about before the action.
    pub settlement: Option<Change>,
    /// What the sender is replied.
    pub reply: Result<Event, GameError>,
    /// What the reply carries.
    pub refund: u128,
    /// Who else is paid how much, for the action.
    pub payouts: Vec<(ActorId, u128)>,
}

/// An accepted action: event, refund, payouts.
type Accepted = (Event, u128, Vec<(ActorId, u128)>);

impl Model {
    /// Opens a table at `now`.
    ///
    /// # Errors
    ///
    /// The limit that the config breaks.
    pub fn open(owner: ActorId, config: GameConfig, now: u64) -> Result<Self, ConfigError> {
        check(&config)?;
        Ok(Self {
            owner,
            config,
            next_config: None,
            stage: Stage::Preparation,
            began: now,
            round: 0,
            lobby: vec![],
            playing: BTreeSet::new(),
            commitments: BTreeMap::new(),
            moves: BTreeMap::new(),
            games_finished: 0,
            last_game: None,
        })
    }

    /// A message of `sender`, with `value` attached, at `now`.
    pub fn handle(&mut self, sender: ActorId, value: u128, now: u64, action: &Action) -> Answer {
        let settlement = self.settle(now);
        let result = match action {
            Action::Register => self.register(sender, value),
            Action::Leave => self.leave(sender, value),
            Action::MakeMove(hash) => self.make_move(sender, value, now, *hash),
            Action::Reveal(opening) => self.reveal(sender, value, now, opening),
            Action::ChangeNextGameConfig(config) => self.configure(sender, value, config),
            Action::StopGame => self.stop(sender, value, now),
            Action::Advance => match &settlement {
                Some(Change { change, .. }) => {
                    Ok((Event::StageAdvanced(change.clone()), value, vec![]))
                }
                None => Err(GameError::StageNotOver { deadline: self.deadline() }),
            },
        };
        let (reply, refund, payouts) = match result {
            Ok((event, refund, payouts)) => (Ok(event), refund, payouts),
            Err(error) => (Err(error), value, vec![]),
        };
        Answer { settlement, reply, refund, payouts }
    }

    /// What the clock brings about at `now`.
    pub fn settle(&mut self, now: u64) -> Option<Change> {
        if now <= self.deadline() {
            return None;
        }
        let change = match self.stage {
            Stage::Preparation if self.lobby.len() <= 1 => self.extend(now),
            Stage::Preparation => {
                self.playing = self.lobby.iter().copied().collect();
                self.start_moves(now);
                StageChange::MovesStarted { players: self.playing.clone() }
            }
            Stage::InProgress => {
                let moved: Vec<ActorId> = self.commitments.keys().copied().collect();
                match moved[..] {
                    [] => self.extend(now),
                    [winner] => return Some(self.won_by_clock(winner, now)),
                    _ => {
                        self.start_reveals(now);
                        StageChange::RevealsStarted { players: self.playing.clone() }
                    }
                }
            }
            Stage::Reveal => {
                let revealed: Vec<ActorId> = self.moves.keys().copied().collect();
                match revealed[..] {
                    [] => self.extend(now),
                    [winner] => return Some(self.won_by_clock(winner, now)),
                    _ => match self.survivors()[..] {
                        [winner] => return Some(self.won_by_clock(winner, now)),
                        _ => StageChange::NextRoundStarted { players: self.start_next_round(now) },
                    },
                }
            }
        };
        Some(Change { change, payouts: vec![] })
    }

    /// The stage is over once the time is greater.
    pub fn deadline(&self) -> u64 {
        self.began
            + match self.stage {
                Stage::Preparation => self.config.entry_timeout,
                Stage::InProgress => self.config.move_timeout,
                Stage::Reveal => self.config.reveal_timeout,
            }
    }

    /// The deadline, where something other than another wait will come of it.
    pub fn deadline_that_matters(&self) -> Option<u64> {
        let matters = match self.stage {
            Stage::Preparation => self.lobby.len() >= 2,
            Stage::InProgress => !self.commitments.is_empty(),
            Stage::Reveal => !self.moves.is_empty(),
        };
        matters.then(|| self.deadline())
    }

    /// What all players together have staked.
    pub fn pot(&self) -> u128 {
        self.lobby.iter().map(|_| self.config.bet_size).sum()
    }

    /// Everything, as a message at `now` would find it.
    pub fn state(&self, now: u64) -> GameState {
        let mut settled = self.clone();
        settled.settle(now);
        settled.present_state()
    }

    fn present_state(&self) -> GameState {
        let in_lobby_order = || self.lobby.iter().copied();
        GameState {
            config: self.config.clone(),
            lobby_list: self.lobby.clone(),
            game_stage: match self.stage {
                Stage::Preparation => GameStage::Preparation,
                Stage::InProgress => GameStage::InProgress(self.description(&self.commitments)),
                Stage::Reveal => GameStage::Reveal(self.description(&self.moves)),
            },
            current_stage_timestamp: self.began,
            deadline: self.deadline(),
            round: self.round,
            players: in_lobby_order().map(|player| (player, self.status(player))).collect(),
            owner: self.owner,
            pot: self.pot(),
            next_config: self.next_config.clone(),
            commitments: in_lobby_order()
                .filter_map(|player| Some((player, *self.commitments.get(&player)?)))
                .collect(),
            revealed_moves: in_lobby_order()
                .filter_map(|player| Some((player, *self.moves.get(&player)?)))
                .collect(),
            games_finished: self.games_finished,
            last_game: self.last_game.clone(),
        }
    }

    fn description<T>(&self, acted: &BTreeMap<ActorId, T>) -> StageDescription {
        let (finished_players, anticipated_players) =
            self.playing.iter().partition(|player| acted.contains_key(player));
        StageDescription { anticipated_players, finished_players }
    }

    /// A player's status at present.
    pub fn status(&self, player: ActorId) -> PlayerStatus {
        let has_committed = self.commitments.contains_key(&player);
        let has_revealed = self.moves.contains_key(&player);
        if !self.lobby.contains(&player) {
            PlayerStatus::NotRegistered
        } else if self.stage == Stage::Preparation {
            PlayerStatus::Registered
        } else if !self.playing.contains(&player) {
            PlayerStatus::Out
        } else if self.stage == Stage::InProgress {
            match has_committed {
                false => PlayerStatus::ToMove,
                true => PlayerStatus::Moved,
            }
        } else {
            match has_revealed {
                false => PlayerStatus::ToReveal,
                true => PlayerStatus::Revealed,
            }
        }
    }

    fn register(&mut self, sender: ActorId, value: u128) -> Result<Accepted, GameError> {
        let GameConfig { bet_size, players_count_limit, .. } = self.config;
        if self.stage != Stage::Preparation {
            return Err(GameError::GameUnderWay);
        }
        if value < bet_size {
            return Err(GameError::BetTooSmall { bet_size, attached: value });
        }
        if self.lobby.contains(&sender) {
            return Err(GameError::AlreadyRegistered);
        }
        if self.lobby.len() == usize::from(players_count_limit) {
            return Err(GameError::LobbyFull { players_count_limit });
        }
        self.lobby.push(sender);
        Ok((Event::PlayerRegistered, value - bet_size, vec![]))
    }

    /// A stranger who asks during a game is told that one is under way, as
    /// with every action that the stage doesn't allow.
    fn leave(&mut self, sender: ActorId, value: u128) -> Result<Accepted, GameError> {
        if !self.lobby.contains(&sender) {
            return Err(GameError::NotRegistered);
        }
        if self.stage != Stage::Preparation {
            return Err(GameError::GameUnderWay);
        }
        self.lobby.retain(|player| *player != sender);
        Ok((Event::PlayerLeft, value + self.config.bet_size, vec![]))
    }

    fn make_move(
        &mut self,
        sender: ActorId,
        value: u128,
        now: u64,
        hash: H256,
    ) -> Result<Accepted, GameError> {
        if self.stage != Stage::InProgress {
            return Err(GameError::NotMoveStage);
        }
        if !self.playing.contains(&sender) {
            return Err(GameError::NotInRound);
        }
        if self.commitments.contains_key(&sender) {
            return Err(GameError::AlreadyMoved);
        }
        if self.commitments.values().any(|taken| *taken == hash) {
            return Err(GameError::CommitmentTaken);
        }
        self.commitments.insert(sender, hash);
        if self.playing.len() == self.commitments.len() {
            self.start_reveals(now);
        }
        Ok((Event::SuccessfulMove(sender), value, vec![]))
    }

    fn reveal(
        &mut self,
        sender: ActorId,
        value: u128,
        now: u64,
        opening: &str,
    ) -> Result<Accepted, GameError> {
        if self.stage != Stage::Reveal {
            return Err(GameError::NotRevealStage);
        }
        if !self.playing.contains(&sender) {
            return Err(GameError::NotInRound);
        }
        if self.moves.contains_key(&sender) {
            return Err(GameError::AlreadyRevealed);
        }
        if self.commitments[&sender] != commitment(opening) {
            return Err(GameError::OpeningMismatch);
        }
        let mv = match opening.as_bytes().first() {
            Some(b'0') => Move::Rock,
            Some(b'1') => Move::Paper,
            Some(b'2') => Move::Scissors,
            Some(b'3') => Move::Lizard,
            Some(b'4') => Move::Spock,
            _ => return Err(GameError::InvalidMove),
        };
        self.moves.insert(sender, mv);
        let (result, payouts) = if self.moves.len() < self.playing.len() {
            (RevealResult::Continue, vec![])
        } else if let [winner] = self.survivors()[..] {
            (RevealResult::GameOver { winner }, vec![(winner, self.won_by(winner, now))])
        } else {
            let players = self.start_next_round(now);
            (RevealResult::NextRoundStarted { players }, vec![])
        };
        Ok((Event::SuccessfulReveal(result), value, payouts))
    }

    fn configure(
        &mut self,
        sender: ActorId,
        value: u128,
        config: &GameConfig,
    ) -> Result<Accepted, GameError> {
        if sender != self.owner {
            return Err(GameError::NotOwner);
        }
        check(config).map_err(GameError::BadConfig)?;
        self.next_config = Some(config.clone());
        Ok((Event::GameConfigChanged, value, vec![]))
    }

    fn stop(&mut self, sender: ActorId, value: u128, now: u64) -> Result<Accepted, GameError> {
        if sender != self.owner {
            return Err(GameError::NotOwner);
        }
        let paid: BTreeSet<ActorId> = match self.stage {
            Stage::Preparation => self.lobby.iter().copied().collect(),
            Stage::InProgress | Stage::Reveal => self.playing.clone(),
        };
        let mut payouts = vec![];
        let mut left = self.pot();
        let mut to_pay = paid.len() as u128;
        for player in &paid {
            let share = left.div_ceil(to_pay);
            payouts.push((*player, share));
            left -= share;
            to_pay -= 1;
        }
        self.open_next_game(now);
        Ok((Event::GameWasStopped(paid), value, payouts))
    }

    /// Who goes on, of those who have revealed.
    fn survivors(&self) -> Vec<ActorId> {
        let revealed: BTreeSet<Move> = self.moves.values().copied().collect();
        let beats_the_others = |mv: &Move| {
            let (_, beaten) =
                BEATS.iter().find(|(beater, _)| beater == mv).expect("every move is listed");
            let mut others = revealed.iter().filter(|other| *other != mv);
            others.all(|other| beaten.contains(other))
        };
        match revealed.iter().find(|mv| beats_the_others(mv)) {
            Some(winning) => self.players_with(|mv| mv == winning),
            None => self.players_with(|_| true),
        }
    }

    fn players_with(&self, is_meant: impl Fn(&Move) -> bool) -> Vec<ActorId> {
        let meant = self.moves.iter().filter(|(_, mv)| is_meant(mv));
        meant.map(|(player, _)| *player).collect()
    }

    fn extend(&mut self, now: u64) -> StageChange {
        self.began = now;
        StageChange::Extended
    }

    fn start_moves(&mut self, now: u64) {
        self.stage = Stage::InProgress;
        self.began = now;
        self.round += 1;
        self.commitments.clear();
        self.moves.clear();
    }

    fn start_reveals(&mut self, now: u64) {
        self.stage = Stage::Reveal;
        self.began = now;
        self.playing = self.commitments.keys().copied().collect();
    }

    fn start_next_round(&mut self, now: u64) -> BTreeSet<ActorId> {
        self.playing = self.survivors().into_iter().collect();
        self.start_moves(now);
        self.playing.clone()
    }

    fn won_by_clock(&mut self, winner: ActorId, now: u64) -> Change {
        Change {
            change: StageChange::GameOver { winner },
            payouts: vec![(winner, self.won_by(winner, now))],
        }
    }

    /// Ends the game; what its winner is paid.
    fn won_by(&mut self, winner: ActorId, now: u64) -> u128 {
        let pot = self.pot();
        self.last_game = Some(GameResult { winner, pot, rounds: self.round });
        self.open_next_game(now);
        pot
    }

    fn open_next_game(&mut self, now: u64) {
        self.stage = Stage::Preparation;
        self.began = now;
        self.round = 0;
        self.lobby.clear();
        self.playing.clear();
        self.commitments.clear();
        self.moves.clear();
        self.games_finished += 1;
        if let Some(config) = self.next_config.take() {
            self.config = config;
        }
    }
}

/// The first limit that a config breaks.
fn check(config: &GameConfig) -> Result<(), ConfigError> {
    let timeouts = [config.entry_timeout, config.move_timeout, config.reveal_timeout];
    if config.players_count_limit < 2 {
        Err(ConfigError::PlayersCountLimitTooLow)
    } else if timeouts.into_iter().any(|timeout| timeout < 5_000) {
        Err(ConfigError::TimeoutTooShort)
    } else if timeouts.into_iter().any(|timeout| timeout > 31_536_000_000) {
        Err(ConfigError::TimeoutTooLong)
    } else if config.bet_size > u128::MAX / u128::from(config.players_count_limit) {
        Err(ConfigError::PotOverflow)
    } else {
        Ok(())
    }
}
