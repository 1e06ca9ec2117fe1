//! The stages, the clock and the actions.

use super::{Handled, Lobby, Outcome, Payout, Payouts, Seat, SeatSet, Settlement, round::Revealed};
use crate::ActionRef;
use alloc::collections::BTreeSet;
use gprimitives::{ActorId, H256};
use rpsls_io::{
    ConfigError, Event, GameConfig, GameError, GameResult, Move, RevealResult, StageChange,
    commitment,
};
use smallvec::smallvec;

/// One table: the game that runs, and what is kept between games.
///
/// Gear charges for each 16 KiB page of memory that a message touches, so what
/// players' messages need comes first, and all of it but the last players' ids
/// lies on one page, see [`Lobby`].
#[derive(Clone)]
#[repr(C)]
pub struct Game {
    pub(super) stage: Stage,
    pub(super) round: u32,
    pub(super) stage_started: u64,
    pub(super) config: GameConfig,
    pub(super) games_finished: u64,
    pub(super) last_game: Option<GameResult>,
    /// Who is still in the game. Empty in `Preparation`.
    pub(super) playing: SeatSet,
    /// Who has acted in this stage. Empty in `Preparation`.
    pub(super) acted: SeatSet,
    /// The moves revealed in this round.
    pub(super) revealed: Revealed,
    pub(super) next_config: Option<GameConfig>,
    pub(super) lobby: Lobby,
    pub(super) owner: ActorId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Preparation,
    InProgress,
    Reveal,
}

/// How a round ended.
enum RoundEnd {
    NextRound(BTreeSet<ActorId>),
    GameOver(Payout),
}

impl Game {
    /// A table that has not been opened.
    pub const CLOSED: Game = Game {
        stage: Stage::Preparation,
        round: 0,
        stage_started: 0,
        config: GameConfig {
            bet_size: 0,
            players_count_limit: 0,
            entry_timeout: 0,
            move_timeout: 0,
            reveal_timeout: 0,
        },
        games_finished: 0,
        last_game: None,
        playing: SeatSet::EMPTY,
        acted: SeatSet::EMPTY,
        revealed: Revealed::NONE,
        next_config: None,
        lobby: Lobby::EMPTY,
        owner: ActorId::zero(),
    };

    /// Opens the table; its first registration starts at `now`.
    ///
    /// # Errors
    ///
    /// The limit that the config breaks.
    pub fn open(
        &mut self,
        owner: ActorId,
        config: GameConfig,
        now: u64,
    ) -> Result<(), ConfigError> {
        config.validate()?;
        self.owner = owner;
        self.config = config;
        self.stage_started = now;
        Ok(())
    }

    /// Settles the clock, then performs an action of `sender`, with `value`
    /// attached, at `now`.
    pub fn handle(&mut self, sender: ActorId, value: u128, now: u64, action: ActionRef) -> Handled {
        let settlement = self.settle(now);
        let result = match action {
            ActionRef::Register => self.register(sender, value),
            ActionRef::Leave => self.leave(sender, value),
            ActionRef::MakeMove(hash) => self.make_move(sender, value, now, hash),
            ActionRef::Reveal(opening) => self.reveal(sender, value, now, opening),
            ActionRef::ChangeNextGameConfig(config) => {
                self.change_next_config(sender, value, config)
            }
            ActionRef::StopGame => self.stop(sender, value, now),
            ActionRef::Advance => match &settlement {
                Some(Settlement { change, .. }) => {
                    Ok(replied(Event::StageAdvanced(change.clone()), value))
                }
                None => Err(GameError::StageNotOver { deadline: self.deadline() }),
            },
        };
        Handled { settlement, result }
    }

    /// Moves an overdue stage on. The stage that follows begins at `now`, so
    /// no more than one can be overdue.
    pub fn settle(&mut self, now: u64) -> Option<Settlement> {
        if now <= self.deadline() {
            return None;
        }
        Some(match self.stage {
            Stage::Preparation if self.lobby.count() < usize::from(GameConfig::MIN_PLAYERS) => {
                self.extend(now)
            }
            Stage::Preparation => {
                self.lobby.close();
                self.playing = SeatSet::first(self.lobby.count());
                self.start_moves(now);
                StageChange::MovesStarted { players: self.ids_of(&self.playing) }.into()
            }
            Stage::InProgress => match self.acted.len() {
                0 => self.extend(now),
                1 => self.game_over(self.acted, now).into(),
                _ => {
                    self.start_reveals(now);
                    StageChange::RevealsStarted { players: self.ids_of(&self.playing) }.into()
                }
            },
            Stage::Reveal if self.acted.is_empty() => self.extend(now),
            Stage::Reveal => self.decide_round(now).into(),
        })
    }

    /// The stage is over once the block timestamp is greater than this.
    pub fn deadline(&self) -> u64 {
        let timeout = match self.stage {
            Stage::Preparation => self.config.entry_timeout,
            Stage::InProgress => self.config.move_timeout,
            Stage::Reveal => self.config.reveal_timeout,
        };
        self.stage_started.saturating_add(timeout)
    }

    /// The deadline, if the stage will not just be extended at it: somebody is
    /// waiting for the others to act.
    pub fn awaited_deadline(&self) -> Option<u64> {
        let is_awaited = match self.stage {
            Stage::Preparation => self.lobby.count() >= usize::from(GameConfig::MIN_PLAYERS),
            Stage::InProgress | Stage::Reveal => !self.acted.is_empty(),
        };
        is_awaited.then(|| self.deadline())
    }

    /// What the winner will be paid. It is counted, not read off a balance:
    /// value that reached the program some other way is not part of the game.
    pub fn pot(&self) -> u128 {
        // Can't overflow: the config's limits were checked for a full lobby.
        self.config.bet_size * self.lobby.count() as u128
    }

    fn register(&mut self, sender: ActorId, value: u128) -> Result<Outcome, GameError> {
        let GameConfig { bet_size, players_count_limit, .. } = self.config;
        if self.stage != Stage::Preparation {
            return Err(GameError::GameUnderWay);
        }
        let change = value
            .checked_sub(bet_size)
            .ok_or(GameError::BetTooSmall { bet_size, attached: value })?;
        if self.lobby.seat_of(sender).is_some() {
            return Err(GameError::AlreadyRegistered);
        }
        if self.lobby.count() >= usize::from(players_count_limit) {
            return Err(GameError::LobbyFull { players_count_limit });
        }
        self.lobby.push(sender);
        Ok(replied(Event::PlayerRegistered, change))
    }

    fn leave(&mut self, sender: ActorId, value: u128) -> Result<Outcome, GameError> {
        self.lobby.seat_of(sender).ok_or(GameError::NotRegistered)?;
        if self.stage != Stage::Preparation {
            return Err(GameError::GameUnderWay);
        }
        self.lobby.remove(sender);
        let refund = value
            .checked_add(self.config.bet_size)
            .expect("a chain's value fits in 128 bits, and both are in the program's balance");
        Ok(replied(Event::PlayerLeft, refund))
    }

    fn make_move(
        &mut self,
        sender: ActorId,
        value: u128,
        now: u64,
        hash: H256,
    ) -> Result<Outcome, GameError> {
        if self.stage != Stage::InProgress {
            return Err(GameError::NotMoveStage);
        }
        let seat = self.playing_seat(sender)?;
        if self.acted.contains(seat) {
            return Err(GameError::AlreadyMoved);
        }
        // A rival's hash, and later the rival's opening, would never lose to
        // that rival.
        if self.lobby.has_commitment(&self.acted, hash) {
            return Err(GameError::CommitmentTaken);
        }
        self.lobby.commit(seat, hash);
        self.acted.insert(seat);
        if self.acted == self.playing {
            self.start_reveals(now);
        }
        Ok(replied(Event::SuccessfulMove(sender), value))
    }

    fn reveal(
        &mut self,
        sender: ActorId,
        value: u128,
        now: u64,
        opening: &str,
    ) -> Result<Outcome, GameError> {
        if self.stage != Stage::Reveal {
            return Err(GameError::NotRevealStage);
        }
        let seat = self.playing_seat(sender)?;
        if self.acted.contains(seat) {
            return Err(GameError::AlreadyRevealed);
        }
        if commitment(opening) != self.lobby.commitment(seat) {
            return Err(GameError::OpeningMismatch);
        }
        let mv = Move::of_opening(opening).ok_or(GameError::InvalidMove)?;
        self.acted.insert(seat);
        self.revealed.insert(seat, mv);

        let mut outcome = replied(Event::SuccessfulReveal(RevealResult::Continue), value);
        if self.acted == self.playing {
            let end = self.decide_round(now);
            outcome.payouts.extend(end.payout());
            outcome.event = Event::SuccessfulReveal(end.into());
        }
        Ok(outcome)
    }

    fn change_next_config(
        &mut self,
        sender: ActorId,
        value: u128,
        config: GameConfig,
    ) -> Result<Outcome, GameError> {
        self.check_owner(sender)?;
        config.validate()?;
        self.next_config = Some(config);
        Ok(replied(Event::GameConfigChanged, value))
    }

    fn stop(&mut self, sender: ActorId, value: u128, now: u64) -> Result<Outcome, GameError> {
        self.check_owner(sender)?;
        let paid = match self.stage {
            Stage::Preparation => SeatSet::first(self.lobby.count()),
            Stage::InProgress | Stage::Reveal => self.playing,
        };
        let paid = self.ids_of(&paid);
        let payouts = self.shares(&paid);
        self.open_next_game(now);
        Ok(Outcome { event: Event::GameWasStopped(paid), refund: value, payouts })
    }

    /// The pot in equal parts. What doesn't divide goes one unit each to the
    /// first in `ActorId` order.
    fn shares(&self, players: &BTreeSet<ActorId>) -> Payouts {
        let count = players.len() as u128;
        let Some(share) = self.pot().checked_div(count) else {
            return Payouts::new();
        };
        let with_one_more = self.pot() % count;
        let players = (0..).zip(players);
        players
            .map(|(rank, to)| Payout { to: *to, value: share + u128::from(rank < with_one_more) })
            .collect()
    }

    fn check_owner(&self, sender: ActorId) -> Result<(), GameError> {
        (sender == self.owner).then_some(()).ok_or(GameError::NotOwner)
    }

    fn playing_seat(&self, player: ActorId) -> Result<Seat, GameError> {
        let seat = self.lobby.seat_of(player).filter(|seat| self.playing.contains(*seat));
        seat.ok_or(GameError::NotInRound)
    }

    pub(super) fn ids_of(&self, seats: &SeatSet) -> BTreeSet<ActorId> {
        seats.iter().map(|seat| self.lobby.id(seat)).collect()
    }

    fn extend(&mut self, now: u64) -> Settlement {
        self.stage_started = now;
        StageChange::Extended.into()
    }

    fn start_moves(&mut self, now: u64) {
        self.stage = Stage::InProgress;
        self.stage_started = now;
        self.round = self.round.saturating_add(1);
        self.acted = SeatSet::EMPTY;
        self.revealed = Revealed::NONE;
    }

    /// Those who have not committed are out.
    fn start_reveals(&mut self, now: u64) {
        self.stage = Stage::Reveal;
        self.stage_started = now;
        self.playing = self.acted;
        self.acted = SeatSet::EMPTY;
    }

    /// Those who have not revealed, or chose a losing move, are out.
    fn decide_round(&mut self, now: u64) -> RoundEnd {
        let survivors = self.revealed.winners().unwrap_or(self.acted);
        if survivors.len() == 1 {
            return RoundEnd::GameOver(self.game_over(survivors, now));
        }
        self.playing = survivors;
        self.start_moves(now);
        RoundEnd::NextRound(self.ids_of(&survivors))
    }

    /// Ends the game for its one remaining player.
    fn game_over(&mut self, last: SeatSet, now: u64) -> Payout {
        let seat = last.lowest().expect("called with one seat");
        let payout = Payout { to: self.lobby.id(seat), value: self.pot() };
        self.last_game =
            Some(GameResult { winner: payout.to, pot: payout.value, rounds: self.round });
        self.open_next_game(now);
        payout
    }

    fn open_next_game(&mut self, now: u64) {
        self.games_finished += 1;
        self.stage = Stage::Preparation;
        self.stage_started = now;
        self.round = 0;
        self.lobby.reopen();
        self.playing = SeatSet::EMPTY;
        self.acted = SeatSet::EMPTY;
        self.revealed = Revealed::NONE;
        if let Some(config) = self.next_config.take() {
            self.config = config;
        }
    }
}

/// An accepted action that pays nobody but gives `refund` back.
fn replied(event: Event, refund: u128) -> Outcome {
    Outcome { event, refund, payouts: smallvec![] }
}

impl RoundEnd {
    fn payout(&self) -> Option<Payout> {
        match self {
            RoundEnd::NextRound(_) => None,
            RoundEnd::GameOver(payout) => Some(*payout),
        }
    }
}

impl From<RoundEnd> for RevealResult {
    fn from(end: RoundEnd) -> Self {
        match end {
            RoundEnd::NextRound(players) => RevealResult::NextRoundStarted { players },
            RoundEnd::GameOver(payout) => RevealResult::GameOver { winner: payout.to },
        }
    }
}

impl From<RoundEnd> for Settlement {
    fn from(end: RoundEnd) -> Self {
        match end {
            RoundEnd::NextRound(players) => StageChange::NextRoundStarted { players }.into(),
            RoundEnd::GameOver(payout) => payout.into(),
        }
    }
}

impl From<StageChange> for Settlement {
    fn from(change: StageChange) -> Self {
        Settlement { change, payout: None }
    }
}

/// The clock ended the game, and the winner is paid.
impl From<Payout> for Settlement {
    fn from(payout: Payout) -> Self {
        let change = StageChange::GameOver { winner: payout.to };
        Settlement { change, payout: Some(payout) }
    }
}
