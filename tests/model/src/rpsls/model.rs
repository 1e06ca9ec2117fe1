//! The game as its description says.

use gprimitives::{ActorId, H256};
use parity_scale_codec::Encode;
use rpsls_io::{
    Action, ConfigError, Entry, Event, Format, GameConfig, GameError, GameResult, GameRules,
    GameStage, GameState, Move, PlayerStatus, RevealResult, RoundResult, StageChange,
    StageDescription, TableInit, bound_commitment, commitment,
};
use std::collections::{BTreeMap, BTreeSet};

/// The two moves that each move beats.
const BEATS: [(Move, [Move; 2]); 5] = [
    (Move::Rock, [Move::Scissors, Move::Lizard]),
    (Move::Paper, [Move::Rock, Move::Spock]),
    (Move::Scissors, [Move::Paper, Move::Lizard]),
    (Move::Lizard, [Move::Paper, Move::Spock]),
    (Move::Spock, [Move::Rock, Move::Scissors]),
];

/// The longest time that a lone player is promised, in ms.
const DAY: u64 = 24 * 60 * 60 * 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode)]
enum Stage {
    Preparation,
    InProgress,
    Reveal,
}

/// A hash, and whether it is bound to its player, so that only that player can open it.
#[derive(Clone, Copy, Debug, Encode)]
struct Committed {
    hash: H256,
    is_bound: bool,
}

/// What a player has shown in a round.
#[derive(Clone, Copy, Debug, Encode)]
struct Shown {
    committed: Committed,
    mv: Move,
    is_odd: bool,
}

/// The game and its clock.
#[derive(Clone, Debug)]
pub struct Model {
    program: ActorId,
    owner: ActorId,
    config: GameConfig,
    next_config: Option<GameConfig>,
    rules: GameRules,
    next_rules: Option<GameRules>,
    stage: Stage,
    began: u64,
    /// The time until which the players of this game may stay away.
    away_until: Option<u64>,
    /// The stage's deadline before silence extended it. In registration it is the deadline at the
    /// time when the player who has been there longest took the seat.
    first_deadline: u64,
    round: u32,
    lobby: Vec<ActorId>,
    /// The players who are still in the game, once it has started.
    playing: BTreeSet<ActorId>,
    /// The commitments of this round. Before the first round they are those of players who joined
    /// with one.
    commitments: BTreeMap<ActorId, Committed>,
    /// The commitments of the next round.
    upcoming: BTreeMap<ActorId, Committed>,
    moves: BTreeMap<ActorId, Move>,
    /// The players whose opening of this round has an odd number of odd bytes.
    odd: BTreeSet<ActorId>,
    /// What the players who have gone on from the last round have shown there.
    before: BTreeMap<ActorId, Shown>,
    /// Each player's delegate.
    delegates: BTreeMap<ActorId, ActorId>,
    stop_scheduled: bool,
    /// The players whom a full bracket has sent away and who still have to be paid back.
    refunds: Vec<(ActorId, u128)>,
    /// The shares of the stopped game that are still to be paid.
    shares: Vec<(ActorId, u128)>,
    games_finished: u64,
    last_game: Option<GameResult>,
    last_round: Option<RoundResult>,
    repeated: [u64; 2],
}

/// Payouts: the account, the value, and the event in the message.
pub type Paid = Vec<(ActorId, u128, Event)>;

/// A change by the clock, and its payouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub event: Event,
    pub payouts: Paid,
}

impl Change {
    /// Whether the payouts are shares or refunds, and not a pot.
    fn pays_many(&self) -> bool {
        let of_many =
            |event: &Event| matches!(event, Event::SentAway(_) | Event::GameWasStopped(_));
        self.payouts.first().is_some_and(|(.., event)| of_many(event))
    }
}

/// The outcome of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The change that the clock made before the action.
    pub settlement: Option<Change>,
    pub reply: Result<Event, GameError>,
    pub refund: u128,
    /// The payouts of the action to others.
    pub payouts: Paid,
    /// The event of the action that is broadcast.
    pub broadcast: Option<Event>,
}

/// An accepted action.
struct Accepted {
    event: Event,
    refund: u128,
    payouts: Paid,
    broadcast: Option<Event>,
}

fn accepted(event: Event, refund: u128) -> Accepted {
    Accepted { event, refund, payouts: vec![], broadcast: None }
}

impl Model {
    /// Opens the table of a program that this account deployed at `now`.
    ///
    /// # Errors
    ///
    /// The limit that the config breaks.
    pub fn open(
        program: ActorId,
        deployer: ActorId,
        init: TableInit,
        now: u64,
    ) -> Result<Self, ConfigError> {
        check(&init.config)?;
        let first_deadline = now.saturating_add(init.config.entry_timeout);
        Ok(Self {
            program,
            owner: init.owner.unwrap_or(deployer),
            config: init.config,
            next_config: None,
            rules: init.rules,
            next_rules: None,
            stage: Stage::Preparation,
            began: now,
            away_until: None,
            first_deadline,
            round: 0,
            lobby: vec![],
            playing: BTreeSet::new(),
            commitments: BTreeMap::new(),
            upcoming: BTreeMap::new(),
            moves: BTreeMap::new(),
            odd: BTreeSet::new(),
            before: BTreeMap::new(),
            delegates: BTreeMap::new(),
            stop_scheduled: false,
            refunds: vec![],
            shares: vec![],
            games_finished: 0,
            last_game: None,
            last_round: None,
            repeated: [0; 2],
        })
    }

    /// Handles a message of `sender` at `now`, with `value` attached.
    pub fn handle(&mut self, sender: ActorId, value: u128, now: u64, action: &Action) -> Answer {
        let mut settlement = self.settle(now);
        if *action == Action::Advance && settlement.is_none() && !self.refunds.is_empty() {
            settlement = Some(self.pay(now));
        }
        let has_paid = settlement.as_ref().is_some_and(Change::pays_many);
        let result = match action {
            Action::Register => self.join(sender, value, now, &Entry::default()),
            Action::Join(entry) => self.join(sender, value, now, entry),
            Action::Leave => self.leave(sender, value),
            Action::MakeMove(hash) => self.make_move(sender, value, now, *hash),
            Action::Commit(hash) => {
                self.commit(sender, None, value, now, Committed { hash: *hash, is_bound: true })
            }
            Action::CommitFor { player, hash } => {
                let committed = Committed { hash: *hash, is_bound: true };
                self.commit(sender, Some(*player), value, now, committed)
            }
            Action::Reveal(opening) => self.reveal_once(sender, value, now, opening),
            Action::RevealAndCommit { opening, next } => {
                let player = |model: &Self| model.player_of(sender, None);
                self.reveal(sender, player, value, now, opening, Some(*next))
            }
            Action::RevealFor { player, opening, next } => {
                let named = |model: &Self| match next {
                    Some(_) if *player != sender => model.player_of(sender, Some(*player)),
                    _ if model.playing.contains(player) => Ok(*player),
                    _ => Err(GameError::NotInRound),
                };
                self.reveal(sender, named, value, now, opening, *next)
            }
            Action::ChangeNextGameConfig(config) => self.configure(sender, value, config),
            Action::ChangeNextGameRules(rules) => self.only_for_the_owner(sender).map(|()| {
                self.next_rules = Some(*rules);
                accepted(Event::GameRulesChanged, value)
            }),
            Action::StopGame => self.stop(sender, value, now, !has_paid),
            Action::Advance => match &settlement {
                Some(Change { event, .. }) => Ok(accepted(event.clone(), value)),
                None => Err(GameError::StageNotOver { deadline: self.deadline() }),
            },
        };
        match result {
            Ok(Accepted { event, refund, payouts, broadcast }) => {
                Answer { settlement, reply: Ok(event), refund, payouts, broadcast }
            }
            Err(error) => Answer {
                settlement,
                reply: Err(error),
                refund: value,
                payouts: vec![],
                broadcast: None,
            },
        }
    }

    /// Makes the change that the clock brings about at `now`, if there is one.
    pub fn settle(&mut self, now: u64) -> Option<Change> {
        if self.awaits_payments() {
            return Some(self.pay(now));
        }
        self.move_on(now, true)
    }

    /// Whether payouts have to be made before anybody can register.
    fn awaits_payments(&self) -> bool {
        self.stage == Stage::Preparation && !(self.refunds.is_empty() && self.shares.is_empty())
    }

    /// Makes the next sixteen payouts: refunds, or shares if there are no refunds left.
    fn pay(&mut self, now: u64) -> Change {
        if self.stage == Stage::Preparation {
            self.begin(Stage::Preparation, now);
        }
        let is_refund = !self.refunds.is_empty();
        let payouts = if is_refund { self.pay_refunds() } else { self.pay_shares() };
        let players = payouts.iter().map(|(player, ..)| *player).collect();
        let event = if is_refund { Event::SentAway(players) } else { Event::SharesPaid(players) };
        Change { event, payouts }
    }

    /// Moves an overdue stage on. `pays` says whether this makes payouts at once.
    fn move_on(&mut self, now: u64, pays: bool) -> Option<Change> {
        if self.closable_from().is_some_and(|from| from <= now) {
            let left = self.still_in();
            return Some(self.stop_by_clock(left, now, pays));
        }
        if now <= self.deadline() {
            return None;
        }
        let change = match self.stage {
            Stage::Preparation if self.lobby.len() <= 1 => self.extend(now),
            Stage::Preparation => return Some(self.end_registration(now, pays)),
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
            Stage::Reveal if self.moves.is_empty() => match self.stop_scheduled {
                true => return Some(self.stop_by_clock(self.playing.clone(), now, pays)),
                false => self.extend(now),
            },
            Stage::Reveal => match self.decide()[..] {
                [winner] => return Some(self.won_by_clock(winner, now)),
                _ if self.stop_scheduled => {
                    let survivors = self.survivors().into_iter().collect();
                    return Some(self.stop_by_clock(survivors, now, pays));
                }
                _ => StageChange::NextRoundStarted { players: self.start_next_round(now) },
            },
        };
        Some(Change { event: Event::StageAdvanced(change), payouts: vec![] })
    }

    /// The last time of the stage. The stage is over once the time is greater.
    pub fn deadline(&self) -> u64 {
        let from = match self.away_until {
            Some(promised) if promised > self.began => promised,
            _ => self.began,
        };
        from.saturating_add(match self.stage {
            Stage::Preparation => self.config.entry_timeout,
            Stage::InProgress => self.config.move_timeout,
            Stage::Reveal => self.config.reveal_timeout,
        })
    }

    /// The deadline, if more than an extension comes of it; or the present stage's begin, if
    /// somebody has to be paid before others register.
    pub fn deadline_that_matters(&self) -> Option<u64> {
        match self.awaits_payments() {
            true => Some(self.began),
            false => self.somebody_waits().then(|| self.deadline()),
        }
    }

    /// Whether a game can't begin yet, and nobody has to be paid before it.
    pub fn lacks_players(&self) -> bool {
        self.stage == Stage::Preparation && self.lobby.len() < 2 && !self.awaits_payments()
    }

    /// Whether somebody has done what the stage asks, or a stop is due.
    fn somebody_waits(&self) -> bool {
        match self.stage {
            Stage::Preparation => self.lobby.len() >= 2,
            Stage::InProgress => !self.commitments.is_empty(),
            Stage::Reveal => self.stop_scheduled || !self.moves.is_empty(),
        }
    }

    /// The time from which anybody can end the game of silent players: after 30 days.
    pub fn closable_from(&self) -> Option<u64> {
        let is_silent = !self.lobby.is_empty() && !self.somebody_waits();
        is_silent.then(|| self.first_deadline.saturating_add(2_592_000_000))
    }

    /// The refunds and then the shares that are still to be paid.
    pub fn due(&self) -> Vec<(ActorId, u128)> {
        [self.refunds.clone(), self.shares.clone()].concat()
    }

    /// The number of payouts that alarms have to make, or may have to make at the end of the stage.
    pub fn payouts_due(&self) -> usize {
        match (self.stage, self.stop_scheduled) {
            (Stage::Preparation, _) => self.due().len() + self.without_place().len(),
            (_, true) => self.playing.len(),
            (_, false) => 0,
        }
    }

    /// The openings that were shown again in their round, and those shown again after it.
    pub fn repeated(&self) -> [u64; 2] {
        self.repeated
    }

    /// The number of games that have ended.
    pub fn games_finished(&self) -> u64 {
        self.games_finished
    }

    /// The facts that decide what can still happen, encoded, with an overdue stage unsettled. Time
    /// is the stage's age. The end of the last game is left out, since nothing depends on it.
    pub fn essence(&self, now: u64) -> Vec<u8> {
        let settings = (&self.config, &self.next_config, self.rules, self.next_rules);
        let since = |time: u64| i128::from(now) - i128::from(time);
        let promised = self.away_until.filter(|at| *at > self.began);
        // The length of the silence counts only just before its end. Otherwise each extension would
        // be another state, although the same can follow.
        let silence = self.closable_from().map(|from| since(from).clamp(-2, 0));
        let waited = self.waited_beyond(now).filter(|_| !self.lobby.is_empty());
        let waited = waited.map(|waited| waited.min(DAY));
        let times = (since(self.began), promised.map(since), silence, waited);
        let due = (&self.refunds, &self.shares);
        let stage = (self.stage, times, self.round, self.stop_scheduled, due);
        let seats = (&self.lobby, &self.playing, &self.delegates);
        let before = (self.stage == Stage::InProgress).then_some(&self.before);
        let moves = (&self.commitments, &self.upcoming, &self.moves, &self.odd, before);
        (self.owner, self.games_finished, settings, stage, seats, moves).encode()
    }

    /// The bets of all players together.
    fn stakes(&self) -> u128 {
        self.lobby.iter().map(|_| self.config.bet_size).sum()
    }

    /// The value that the program holds: the bets and the payouts that are still due.
    pub fn held(&self) -> u128 {
        self.stakes() + self.due().iter().map(|(_, part)| part).sum::<u128>()
    }

    /// The value that the winner will be paid. In registration it is all that the program holds.
    pub fn pot(&self) -> u128 {
        if self.stage == Stage::Preparation { self.held() } else { self.stakes() }
    }

    /// The whole state, as a message at `now` would find it.
    pub fn state(&self, now: u64) -> GameState {
        self.as_of(now).present_state()
    }

    /// The game at `now`, with an overdue stage moved on but without payouts.
    pub fn as_of(&self, now: u64) -> Self {
        let mut settled = self.clone();
        if !settled.awaits_payments() {
            settled.move_on(now, false);
        }
        settled
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
                .filter(|player| !self.upcoming.contains_key(player))
                .filter_map(|player| Some((player, self.commitments.get(&player)?.hash)))
                .collect(),
            revealed_moves: in_lobby_order()
                .filter_map(|player| Some((player, *self.moves.get(&player)?)))
                .collect(),
            games_finished: self.games_finished,
            last_game: self.last_game.clone(),
            rules: self.rules,
            next_rules: self.next_rules,
            delegates: in_lobby_order()
                .filter_map(|player| Some((player, *self.delegates.get(&player)?)))
                .collect(),
            stop_scheduled: self.stop_scheduled,
            last_round: self.last_round.clone(),
        }
    }

    fn description<T>(&self, acted: &BTreeMap<ActorId, T>) -> StageDescription {
        let (finished_players, anticipated_players) =
            self.playing.iter().partition(|player| acted.contains_key(player));
        StageDescription { anticipated_players, finished_players }
    }

    /// A player's status now, with an overdue stage unsettled.
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

    fn join(
        &mut self,
        sender: ActorId,
        value: u128,
        now: u64,
        entry: &Entry,
    ) -> Result<Accepted, GameError> {
        let GameConfig { bet_size, players_count_limit, .. } = self.config;
        if entry.game.unwrap_or(self.games_finished) != self.games_finished {
            return Err(GameError::OtherGame { game: self.games_finished });
        }
        if self.stage != Stage::Preparation {
            return Err(GameError::GameUnderWay);
        }
        self.once_shares_are_paid()?;
        if value < bet_size {
            return Err(GameError::BetTooSmall { bet_size, attached: value });
        }
        if self.lobby.contains(&sender) {
            return Err(GameError::AlreadyRegistered);
        }
        if self.lobby.len() == usize::from(players_count_limit) {
            return Err(GameError::LobbyFull { players_count_limit });
        }
        if let Some(delegate) = entry.delegate {
            if delegate == sender || delegate == self.program || delegate == ActorId::zero() {
                return Err(GameError::BadDelegate);
            }
            self.delegates.insert(sender, delegate);
        }
        if let Some(hash) = entry.commitment {
            self.commitments.insert(sender, Committed { hash, is_bound: true });
        }
        if self.lobby.is_empty() && self.last_round.as_ref().is_some_and(|of| of.moves.len() > 2) {
            self.last_round = None;
        }
        if self.lobby.is_empty() {
            self.first_deadline = self.deadline();
        }
        self.lobby.push(sender);
        let mut accepted = accepted(Event::PlayerRegistered, value - bet_size);
        let seats = match self.bracket_is_full() {
            true => largest_bracket(players_count_limit.into()),
            false => players_count_limit.into(),
        };
        if self.rules.start_when_full && self.lobby.len() == seats {
            accepted.broadcast = Some(Event::StageAdvanced(self.start_game(now)));
        }
        Ok(accepted)
    }

    /// An account without a seat is told so in every stage. A player is told that the game is under
    /// way.
    fn leave(&mut self, sender: ActorId, value: u128) -> Result<Accepted, GameError> {
        if !self.lobby.contains(&sender) {
            return Err(GameError::NotRegistered);
        }
        if self.stage != Stage::Preparation {
            return Err(GameError::GameUnderWay);
        }
        if self.lobby[0] == sender {
            self.first_deadline = self.deadline();
        }
        self.lobby.retain(|player| *player != sender);
        self.commitments.remove(&sender);
        self.delegates.remove(&sender);
        Ok(accepted(Event::PlayerLeft, value + self.config.bet_size))
    }

    /// The player for whom this account's message is. If the message names a player, the account
    /// must be that player's delegate. If it names none, the message is for the sender while it is
    /// in the round, or else for the one player in the round whose delegate the sender is.
    fn player_of(&self, sender: ActorId, named: Option<ActorId>) -> Result<ActorId, GameError> {
        let acts_for = |player: &ActorId| self.delegates.get(player) == Some(&sender);
        if let Some(player) = named {
            return match self.playing.contains(&player) {
                false => Err(GameError::NotInRound),
                true if acts_for(&player) => Ok(player),
                true => Err(GameError::NotDelegate),
            };
        }
        if self.playing.contains(&sender) {
            return Ok(sender);
        }
        let players: Vec<_> = self.playing.iter().copied().filter(acts_for).collect();
        match players[..] {
            [] => Err(GameError::NotInRound),
            [player] => Ok(player),
            _ => Err(GameError::PlayerNotNamed),
        }
    }

    fn make_move(
        &mut self,
        sender: ActorId,
        value: u128,
        now: u64,
        hash: H256,
    ) -> Result<Accepted, GameError> {
        let is_new = !self.commitments.values().any(|taken| !taken.is_bound && taken.hash == hash);
        // `CommitmentTaken` comes after all other causes to refuse a hash.
        let mut tried = self.clone();
        let committed = Committed { hash, is_bound: false };
        let result = tried.commit(sender, None, value, now, committed);
        if result.is_ok() && !is_new {
            return Err(GameError::CommitmentTaken);
        }
        *self = tried;
        result
    }

    fn commit(
        &mut self,
        sender: ActorId,
        named: Option<ActorId>,
        value: u128,
        now: u64,
        committed: Committed,
    ) -> Result<Accepted, GameError> {
        if self.stage != Stage::InProgress {
            return Err(GameError::NotMoveStage);
        }
        let player = self.player_of(sender, named)?;
        if self.commitments.contains_key(&player) {
            return Err(GameError::AlreadyMoved);
        }
        self.commitments.insert(player, committed);
        self.start_reveals_if_all_moved(now);
        Ok(accepted(Event::SuccessfulMove(player), value))
    }

    /// The original game's action, which is refused a second time.
    fn reveal_once(
        &mut self,
        sender: ActorId,
        value: u128,
        now: u64,
        opening: &str,
    ) -> Result<Accepted, GameError> {
        if self.stage == Stage::Reveal && self.moves.contains_key(&self.player_of(sender, None)?) {
            return Err(GameError::AlreadyRevealed);
        }
        self.reveal(sender, |model| model.player_of(sender, None), value, now, opening, None)
    }

    fn reveal(
        &mut self,
        sender: ActorId,
        player: impl FnOnce(&Self) -> Result<ActorId, GameError>,
        value: u128,
        now: u64,
        opening: &str,
        next: Option<H256>,
    ) -> Result<Accepted, GameError> {
        if self.stage == Stage::InProgress && next.is_some() {
            let player = player(self)?;
            return self.commit_after_show(player, value, now, opening, next);
        }
        if self.stage != Stage::Reveal {
            return Err(GameError::NotRevealStage);
        }
        let player = player(self)?;
        if let Some(mv) = self.moves.get(&player) {
            let is_odd = self.odd.contains(&player);
            let shown = Shown { committed: self.commitments[&player], mv: *mv, is_odd };
            let kept = self.upcoming.get(&player).copied();
            if !self.is_again(player, shown, opening, kept) {
                return Err(GameError::AlreadyRevealed);
            }
            if let Some(hash) = next {
                keep(kept, hash)?;
                self.upcoming.insert(player, Committed { hash, is_bound: true });
            }
            self.repeated[0] += 1;
            return Ok(accepted(Event::SuccessfulReveal(RevealResult::Continue), value));
        }
        if !self.is_opening(player, self.commitments[&player], opening) {
            return Err(GameError::OpeningMismatch);
        }
        let mv = move_of(opening).ok_or(GameError::InvalidMove)?;
        self.moves.insert(player, mv);
        self.last_round = None;
        if is_odd(opening) {
            self.odd.insert(player);
        }
        if let Some(hash) = next {
            self.upcoming.insert(player, Committed { hash, is_bound: true });
        }
        if self.moves.len() < self.playing.len() {
            return Ok(accepted(Event::SuccessfulReveal(RevealResult::Continue), value));
        }
        if let [winner] = self.decide()[..] {
            let event = Event::SuccessfulReveal(RevealResult::GameOver { winner });
            let pot = self.won_by(winner, now);
            let mut accepted = accepted(event.clone(), value);
            match winner == sender {
                true => accepted.refund += pot,
                false => accepted.payouts.push((winner, pot, event)),
            }
            return Ok(accepted);
        }
        if self.stop_scheduled {
            let survivors: BTreeSet<ActorId> = self.survivors().into_iter().collect();
            self.stop_for(&survivors, now);
            return Ok(accepted(Event::GameWasStopped(survivors), value));
        }
        let players = self.start_next_round(now);
        let result = RevealResult::NextRoundStarted { players };
        Ok(accepted(Event::SuccessfulReveal(result), value))
    }

    /// A player of the last round who has gone on, and whose opening somebody else has shown,
    /// commits by the message that would have shown it.
    fn commit_after_show(
        &mut self,
        player: ActorId,
        value: u128,
        now: u64,
        opening: &str,
        next: Option<H256>,
    ) -> Result<Accepted, GameError> {
        let kept = self.commitments.get(&player).copied();
        let shown = self.before.get(&player).copied();
        let is_again = shown.is_some_and(|shown| self.is_again(player, shown, opening, kept));
        let (true, Some(hash)) = (is_again, next) else {
            return Err(GameError::NotRevealStage);
        };
        keep(kept, hash)?;
        self.repeated[1] += 1;
        let players = self.playing.clone();
        self.commitments.insert(player, kept.unwrap_or(Committed { hash, is_bound: true }));
        self.start_reveals_if_all_moved(now);
        let result = RevealResult::NextRoundStarted { players };
        Ok(accepted(Event::SuccessfulReveal(result), value))
    }

    /// Whether the opening is the one that was shown. Once the player has committed again, that
    /// commitment is all that the program has, and it compares move and toss.
    fn is_again(
        &self,
        player: ActorId,
        shown: Shown,
        opening: &str,
        kept: Option<Committed>,
    ) -> bool {
        match kept {
            None => self.is_opening(player, shown.committed, opening),
            Some(_) => move_of(opening) == Some(shown.mv) && is_odd(opening) == shown.is_odd,
        }
    }

    fn is_opening(&self, player: ActorId, committed: Committed, opening: &str) -> bool {
        committed.hash
            == match committed.is_bound {
                false => commitment(opening),
                true => bound_commitment(self.program, player, opening),
            }
    }

    fn only_for_the_owner(&self, sender: ActorId) -> Result<(), GameError> {
        match sender == self.owner {
            true => Ok(()),
            false => Err(GameError::NotOwner),
        }
    }

    fn configure(
        &mut self,
        sender: ActorId,
        value: u128,
        config: &GameConfig,
    ) -> Result<Accepted, GameError> {
        self.only_for_the_owner(sender)?;
        check(config).map_err(GameError::BadConfig)?;
        self.next_config = Some(config.clone());
        Ok(accepted(Event::GameConfigChanged, value))
    }

    fn stop(
        &mut self,
        sender: ActorId,
        value: u128,
        now: u64,
        pays: bool,
    ) -> Result<Accepted, GameError> {
        self.only_for_the_owner(sender)?;
        self.once_shares_are_paid()?;
        // In registration nobody is bound by a commitment yet.
        if self.stage != Stage::Preparation && !self.commitments.is_empty() {
            self.stop_scheduled = true;
            return Ok(accepted(Event::StopScheduled, value));
        }
        let left = self.still_in();
        let Change { event, payouts } = self.stop_by_clock(left, now, pays);
        Ok(Accepted { payouts, ..accepted(event, value) })
    }

    /// The players who share the pot if the game ends now.
    fn still_in(&self) -> BTreeSet<ActorId> {
        match self.stage {
            Stage::Preparation => self.lobby.iter().copied().collect(),
            Stage::InProgress | Stage::Reveal => self.playing.clone(),
        }
    }

    fn once_shares_are_paid(&self) -> Result<(), GameError> {
        match self.awaits_payments() {
            false => Ok(()),
            true => Err(GameError::SharesDue { players: self.due().len() as u8 }),
        }
    }

    /// Ends the game. These players share the pot; with `pays` some are paid at once.
    fn stop_by_clock(&mut self, paid: BTreeSet<ActorId>, now: u64, pays: bool) -> Change {
        self.stop_for(&paid, now);
        let payouts = if pays { self.pay_shares() } else { vec![] };
        Change { event: Event::GameWasStopped(paid), payouts }
    }

    /// Ends the game. These players share the pot.
    fn stop_for(&mut self, paid: &BTreeSet<ActorId>, now: u64) {
        let mut left = self.stakes();
        let mut to_pay = paid.len() as u128;
        let mut shares = vec![];
        for player in paid {
            let share = left.div_ceil(to_pay);
            shares.push((*player, share));
            left -= share;
            to_pay -= 1;
        }
        self.open_next_game(now);
        self.shares = shares;
    }

    /// Pays the next sixteen shares, or all if there are fewer.
    fn pay_shares(&mut self) -> Paid {
        let paid = self.shares.drain(..self.shares.len().min(16));
        let outcome = |(player, share)| (player, share, Event::GameWasStopped([player].into()));
        paid.map(outcome).collect()
    }

    /// Pays the next sixteen refunds, or all if there are fewer.
    fn pay_refunds(&mut self) -> Paid {
        let paid = self.refunds.drain(..self.refunds.len().min(16));
        paid.map(|(player, bet)| (player, bet, Event::SentAway([player].into()))).collect()
    }

    /// Notes the result of the round. Returns the players who go on.
    fn decide(&mut self) -> Vec<ActorId> {
        let were_in = self.lobby.iter().filter(|player| self.playing.contains(player));
        self.last_round = Some(RoundResult {
            game: self.games_finished,
            round: self.round,
            moves: were_in.map(|player| (*player, self.moves.get(player).copied())).collect(),
        });
        self.survivors()
    }

    /// The players who go on, of those who have revealed.
    fn survivors(&self) -> Vec<ActorId> {
        match self.rules.format {
            Format::Replay => self.survivors_by_winning_move(),
            Format::Points => self.survivors_by_points(),
            Format::Knockout => self.survivors_of_pairs(),
        }
    }

    fn survivors_by_winning_move(&self) -> Vec<ActorId> {
        let revealed: BTreeSet<Move> = self.moves.values().copied().collect();
        let beats_the_others = |mv: &Move| {
            let mut others = revealed.iter().filter(|other| *other != mv);
            others.all(|other| beaten_by(*mv).contains(other))
        };
        match revealed.iter().find(|mv| beats_the_others(mv)) {
            Some(winning) => self.players_with(|mv| mv == winning),
            None => self.players_with(|_| true),
        }
    }

    fn survivors_by_points(&self) -> Vec<ActorId> {
        let points = |mv: &Move| -> i64 {
            let against = |other: &Move| {
                if beaten_by(*mv).contains(other) {
                    1
                } else if beaten_by(*other).contains(mv) {
                    -1
                } else {
                    0
                }
            };
            self.moves.values().map(against).sum()
        };
        let most = self.moves.values().map(points).max();
        self.players_with(|mv| Some(points(mv)) == most)
    }

    /// A bracket has 2, 4, 8 … places, the fewest that are enough for all seats. Each round halves
    /// the places. Two players meet if the distance of their seats is a multiple of the places.
    fn survivors_of_pairs(&self) -> Vec<ActorId> {
        let mut places = 1;
        while places < self.lobby.len() {
            places *= 2;
        }
        for _ in 0..self.round {
            places = if places > 1 { places / 2 } else { 1 };
        }
        let seat = |player: &ActorId| self.lobby.iter().position(|id| id == player);
        let goes_on = |player: &ActorId| {
            let Some(own) = seat(player) else { return false };
            let met = |other: &&ActorId| {
                seat(other).is_some_and(|seat| seat != own && seat.abs_diff(own) % places == 0)
            };
            let rivals: Vec<&ActorId> = self.moves.keys().filter(met).collect();
            let [rival] = rivals[..] else { return rivals.is_empty() };
            let [mv, against] = [self.moves[player], self.moves[rival]];
            if mv == against {
                let is_equal = self.odd.contains(player) == self.odd.contains(rival);
                return is_equal == (Some(own) < seat(rival));
            }
            beaten_by(mv).contains(&against)
        };
        self.moves.keys().copied().filter(goes_on).collect()
    }

    fn players_with(&self, is_meant: impl Fn(&Move) -> bool) -> Vec<ActorId> {
        let meant = self.moves.iter().filter(|(_, mv)| is_meant(mv));
        meant.map(|(player, _)| *player).collect()
    }

    fn extend(&mut self, now: u64) -> StageChange {
        self.began = now;
        StageChange::Extended
    }

    fn begin(&mut self, stage: Stage, now: u64) {
        self.stage = stage;
        self.began = now;
        self.first_deadline = self.deadline();
    }

    /// Ends registration and starts the game. Players without a place in a full bracket lose their
    /// seat; with `pays` some are paid back at once.
    fn end_registration(&mut self, now: u64, pays: bool) -> Change {
        let mut away = self.without_place().to_vec();
        self.lobby.retain(|player| !away.contains(player));
        for player in &away {
            self.commitments.remove(player);
            self.delegates.remove(player);
        }
        away.sort();
        self.refunds = away.into_iter().map(|player| (player, self.config.bet_size)).collect();
        let event = Event::StageAdvanced(self.start_game(now));
        let payouts = if pays { self.pay_refunds() } else { vec![] };
        Change { event, payouts }
    }

    /// The players of the lobby beyond the largest bracket of 2, 4, 8 … places that they can fill.
    fn without_place(&self) -> &[ActorId] {
        if self.stage != Stage::Preparation || !self.bracket_is_full() || self.lobby.is_empty() {
            return &[];
        }
        &self.lobby[largest_bracket(self.lobby.len())..]
    }

    fn bracket_is_full(&self) -> bool {
        self.rules == GameRules { format: Format::Knockout, start_when_full: true }
    }

    /// Ends registration.
    fn start_game(&mut self, now: u64) -> StageChange {
        let again = self.waited_beyond(now).map(|waited| now.saturating_add(waited.min(DAY)));
        self.away_until = again.max(Some(self.deadline()));
        self.playing = self.lobby.iter().copied().collect();
        self.start_moves(now);
        let players = self.playing.clone();
        match self.stage {
            Stage::Reveal => StageChange::RevealsStarted { players },
            _ => StageChange::MovesStarted { players },
        }
    }

    /// The time that a player has waited, if it is beyond the first registration's end because
    /// there was nobody else.
    pub fn waited_beyond(&self, now: u64) -> Option<u64> {
        let is_beyond = self.stage == Stage::Preparation && self.deadline() > self.first_deadline;
        is_beyond.then(|| now.saturating_sub(self.first_deadline) + self.config.entry_timeout)
    }

    fn start_moves(&mut self, now: u64) {
        self.round += 1;
        self.begin(Stage::InProgress, now);
        self.moves.clear();
        self.odd.clear();
        self.start_reveals_if_all_moved(now);
    }

    fn start_reveals_if_all_moved(&mut self, now: u64) {
        if self.commitments.len() == self.playing.len() {
            self.start_reveals(now);
        }
    }

    fn start_reveals(&mut self, now: u64) {
        self.begin(Stage::Reveal, now);
        self.playing = self.commitments.keys().copied().collect();
    }

    fn start_next_round(&mut self, now: u64) -> BTreeSet<ActorId> {
        self.playing = self.survivors().into_iter().collect();
        let shown = |player: &ActorId| {
            let committed = self.commitments[player];
            Shown { committed, mv: self.moves[player], is_odd: self.odd.contains(player) }
        };
        self.before = self.playing.iter().map(|player| (*player, shown(player))).collect();
        self.commitments = std::mem::take(&mut self.upcoming);
        self.commitments.retain(|player, _| self.playing.contains(player));
        let players = self.playing.clone();
        self.start_moves(now);
        players
    }

    fn won_by_clock(&mut self, winner: ActorId, now: u64) -> Change {
        let event = Event::StageAdvanced(StageChange::GameOver { winner });
        Change { event: event.clone(), payouts: vec![(winner, self.won_by(winner, now), event)] }
    }

    /// Ends the game. Returns the winner's payout.
    fn won_by(&mut self, winner: ActorId, now: u64) -> u128 {
        let pot = self.pot();
        self.last_game = Some(GameResult { winner, pot, rounds: self.round });
        self.open_next_game(now);
        pot
    }

    fn open_next_game(&mut self, now: u64) {
        self.round = 0;
        self.lobby.clear();
        self.playing.clear();
        self.commitments.clear();
        self.upcoming.clear();
        self.moves.clear();
        self.odd.clear();
        self.before.clear();
        self.delegates.clear();
        self.stop_scheduled = false;
        self.away_until = None;
        self.games_finished += 1;
        if let Some(config) = self.next_config.take() {
            self.config = config;
        }
        if let Some(rules) = self.next_rules.take() {
            self.rules = rules;
        }
        self.begin(Stage::Preparation, now);
    }
}

/// The places of the largest bracket that this many players can fill.
fn largest_bracket(players: usize) -> usize {
    let mut places = 1;
    while places * 2 <= players {
        places *= 2;
    }
    places
}

fn beaten_by(mv: Move) -> [Move; 2] {
    let (_, beaten) = BEATS.iter().find(|(beater, _)| *beater == mv).expect("BEATS has every move");
    *beaten
}

/// Checks a config. Returns the first limit that it breaks.
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

/// The move that an opening names.
fn move_of(opening: &str) -> Option<Move> {
    Some(match opening.as_bytes().first()? {
        b'0' => Move::Rock,
        b'1' => Move::Paper,
        b'2' => Move::Scissors,
        b'3' => Move::Lizard,
        b'4' => Move::Spock,
        _ => return None,
    })
}

fn is_odd(opening: &str) -> bool {
    opening.bytes().filter(|byte| byte % 2 == 1).count() % 2 == 1
}

/// Checks that a commitment that was made is not changed.
fn keep(kept: Option<Committed>, hash: H256) -> Result<(), GameError> {
    match kept.is_none_or(|kept| kept.hash == hash) {
        true => Ok(()),
        false => Err(GameError::AlreadyMoved),
    }
}
