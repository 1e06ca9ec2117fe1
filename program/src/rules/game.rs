//! The stages, the clock and the actions.

use super::{
    Handled, Lobby, Outcome, Payout, Payouts, Seat, SeatSet, Settlement, round::Revealed,
};
use crate::ActionRef;
use alloc::collections::BTreeSet;
use gprimitives::{ActorId, H256};
use rpsls_io::{
    Event, GameConfig, GameError, GameResult, MAX_PLAYERS, Move, RevealResult, StageChange,
    commitment,
};
use smallvec::smallvec;

/// One table: the game that runs, and what is kept between games.
///
/// The fields stand in the order of use. Gear charges for each 16 KiB page of
/// memory that a message touches, and so the fields that every message needs
/// stay together with the players' ids; only the commitments of the last few
/// of 255 players lie on a second page.
#[repr(C)]
pub struct Game {
    pub(super) owner: ActorId,
    pub(super) stage: Stage,
    pub(super) stage_started: u64,
    pub(super) round: u32,
    pub(super) config: GameConfig,
    pub(super) next_config: Option<GameConfig>,
    pub(super) games_finished: u64,
    pub(super) last_game: Option<GameResult>,
    /// Who is still in the game. Empty in `Preparation`.
    pub(super) playing: SeatSet,
    /// Who has committed in this round.
    pub(super) committed: SeatSet,
    /// Who has revealed what in this round.
    pub(super) revealed: Revealed,
    pub(super) lobby: Lobby,
    /// The hashes of those who have committed, by seat.
    pub(super) commitments: [H256; MAX_PLAYERS],
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
    /// Opens a table whose first registration starts at `now`.
    ///
    /// # Errors
    ///
    /// [`GameError::BadConfig`] if the config breaks a limit.
    pub fn new(owner: ActorId, config: GameConfig, now: u64) -> Result<Self, GameError> {
        config.validate()?;
        Ok(Self {
            owner,
            stage: Stage::Preparation,
            stage_started: now,
            round: 0,
            config,
            next_config: None,
            games_finished: 0,
            last_game: None,
            playing: SeatSet::EMPTY,
            committed: SeatSet::EMPTY,
            revealed: Revealed::NONE,
            lobby: Lobby::EMPTY,
            commitments: [H256::zero(); MAX_PLAYERS],
        })
    }

    /// Settles the clock, then performs an action of `sender`, with `value`
    /// attached, at `now`.
    pub fn handle(
        &mut self,
        sender: ActorId,
        value: u128,
        now: u64,
        action: ActionRef,
    ) -> Handled {
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
            Stage::Preparation if self.lobby.len() < usize::from(GameConfig::MIN_PLAYERS) => {
                self.extend(now)
            }
            Stage::Preparation => {
                self.playing = SeatSet::first(self.lobby.len());
                self.start_moves(now);
                StageChange::MovesStarted { players: self.ids_of(&self.playing) }.into()
            }
            Stage::InProgress => match self.committed.len() {
                0 => self.extend(now),
                1 => self.game_over(self.committed, now).into(),
                _ => {
                    self.start_reveals(now);
                    StageChange::RevealsStarted { players: self.ids_of(&self.playing) }.into()
                }
            },
            Stage::Reveal if self.revealed.seats().is_empty() => self.extend(now),
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
            Stage::Preparation => self.lobby.len() >= usize::from(GameConfig::MIN_PLAYERS),
            Stage::InProgress => !self.committed.is_empty(),
            Stage::Reveal => !self.revealed.seats().is_empty(),
        };
        is_awaited.then(|| self.deadline())
    }

    /// What the winner will be paid. It is counted, not read off a balance:
    /// value that reached the program some other way is not part of the game.
    pub fn pot(&self) -> u128 {
        // Can't overflow: the config's limits were checked for a full lobby.
        self.config.bet_size * self.lobby.len() as u128
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
        if self.lobby.len() >= usize::from(players_count_limit) {
            return Err(GameError::LobbyFull { players_count_limit });
        }
        self.lobby.insert(sender);
        Ok(replied(Event::PlayerRegistered, change))
    }

    fn leave(&mut self, sender: ActorId, value: u128) -> Result<Outcome, GameError> {
        if self.stage != Stage::Preparation {
            return Err(GameError::GameUnderWay);
        }
        if !self.lobby.remove(sender) {
            return Err(GameError::NotRegistered);
        }
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
        if self.committed.contains(seat) {
            return Err(GameError::AlreadyMoved);
        }
        // A rival's hash, and later the rival's opening, would never lose to
        // that rival.
        if self.committed.iter().any(|other| *self.commitment(other) == hash) {
            return Err(GameError::CommitmentTaken);
        }
        self.commitments[usize::from(seat)] = hash;
        self.committed.insert(seat);
        if self.committed == self.playing {
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
        if self.revealed.seats().contains(seat) {
            return Err(GameError::AlreadyRevealed);
        }
        if commitment(opening) != *self.commitment(seat) {
            return Err(GameError::OpeningMismatch);
        }
        let mv = Move::of_opening(opening).ok_or(GameError::InvalidMove)?;
        self.revealed.insert(seat, mv);

        let mut outcome = replied(Event::SuccessfulReveal(RevealResult::Continue), value);
        if self.revealed.seats() == self.playing {
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
            Stage::Preparation => SeatSet::first(self.lobby.len()),
            Stage::InProgress | Stage::Reveal => self.playing,
        };
        let payouts = self.shares(&paid);
        let event = Event::GameWasStopped(self.ids_of(&paid));
        self.open_next_game(now);
        Ok(Outcome { event, refund: value, payouts })
    }

    /// The pot in equal parts. What doesn't divide goes one unit each to the
    /// first in `ActorId` order.
    fn shares(&self, seats: &SeatSet) -> Payouts {
        let Some(share) = self.pot().checked_div(seats.len() as u128) else {
            return Payouts::new();
        };
        let with_one_more = (self.pot() % seats.len() as u128) as usize;
        let players = self.players(seats).enumerate();
        players
            .map(|(rank, to)| Payout { to, value: share + u128::from(rank < with_one_more) })
            .collect()
    }

    fn check_owner(&self, sender: ActorId) -> Result<(), GameError> {
        (sender == self.owner).then_some(()).ok_or(GameError::NotOwner)
    }

    fn playing_seat(&self, player: ActorId) -> Result<Seat, GameError> {
        let seat = self.lobby.seat_of(player).filter(|seat| self.playing.contains(*seat));
        seat.ok_or(GameError::NotInRound)
    }

    /// The hash that a player on a committed seat has committed.
    pub(super) fn commitment(&self, seat: Seat) -> &H256 {
        &self.commitments[usize::from(seat)]
    }

    /// The players on these seats in `ActorId` order.
    pub(super) fn players(&self, seats: &SeatSet) -> impl Iterator<Item = ActorId> {
        let seated = self.lobby.in_id_order();
        seated.filter(|(seat, _)| seats.contains(*seat)).map(|(_, player)| player)
    }

    pub(super) fn ids_of(&self, seats: &SeatSet) -> BTreeSet<ActorId> {
        self.players(seats).collect()
    }

    fn extend(&mut self, now: u64) -> Settlement {
        self.stage_started = now;
        StageChange::Extended.into()
    }

    fn start_moves(&mut self, now: u64) {
        self.stage = Stage::InProgress;
        self.stage_started = now;
        self.round = self.round.saturating_add(1);
        self.committed = SeatSet::EMPTY;
        self.revealed = Revealed::NONE;
    }

    /// Those who have not committed are out.
    fn start_reveals(&mut self, now: u64) {
        self.stage = Stage::Reveal;
        self.stage_started = now;
        self.playing = self.committed;
    }

    /// Those who have not revealed, or chose a losing move, are out.
    fn decide_round(&mut self, now: u64) -> RoundEnd {
        let survivors = self.revealed.survivors();
        if survivors.len() == 1 {
            return RoundEnd::GameOver(self.game_over(survivors, now));
        }
        self.playing = survivors;
        self.start_moves(now);
        RoundEnd::NextRound(self.ids_of(&survivors))
    }

    /// Ends the game for its one remaining player.
    fn game_over(&mut self, last: SeatSet, now: u64) -> Payout {
        let seat = last.iter().next().expect("called with one seat");
        let payout = Payout { to: self.lobby.id(seat), value: self.pot() };
        self.last_game = Some(GameResult {
            winner: payout.to,
            pot: payout.value,
            rounds: self.round,
        });
        self.open_next_game(now);
        payout
    }

    fn open_next_game(&mut self, now: u64) {
        self.games_finished += 1;
        self.stage = Stage::Preparation;
        self.stage_started = now;
        self.round = 0;
        self.lobby.clear();
        self.playing = SeatSet::EMPTY;
        self.committed = SeatSet::EMPTY;
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
