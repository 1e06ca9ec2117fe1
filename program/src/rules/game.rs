//! The stages, the clock and the actions.

use super::{
    Commitment, Decided, EventRef, Outcome, Payout, Payouts, Players, Portion, Revealed, Seat,
    SeatSet, Seats,
};
use crate::ActionRef;
use gprimitives::{ActorId, H256};
use rpsls_io::{
    ConfigError, Entry, Format, GameConfig, GameError, GameResult, GameRules, Move, TableInit,
    gas::PORTION,
    knockout,
    message::{RevealResult, StageChange},
};

/// One table: the game that runs, and what is kept between games.
///
/// Gas is charged for each 16 KiB page of memory that a message touches. So everything lies
/// on one page but the delegates, and the ids of the last of 255 players.
#[derive(Clone)]
#[repr(C)]
pub struct Game {
    pub(super) stage: Stage,
    pub(super) rules: GameRules,
    pub(super) next_rules: NextRules,
    pub(super) stop_scheduled: bool,
    pub(super) round: u32,
    pub(super) stage_started: u64,
    /// Until when players may stay away, ms; 0 in `Preparation`. No stage's timeout begins
    /// before it, in any round: see [`Game::promise`].
    pub(super) start_promised: u64,
    /// The stage's deadline, ms, before any extension; in `Preparation`, the deadline that
    /// was there when the player on the first seat came to be first. Silence is counted from
    /// it, and the time that a player has waited alone.
    pub(super) first_deadline: u64,
    pub(super) config: GameConfig,
    pub(super) next_config: Option<GameConfig>,
    pub(super) games_finished: u64,
    pub(super) last_game: Option<GameResult>,
    pub(super) owner: ActorId,
    /// Who is still in the game. Empty in `Preparation`.
    pub(super) playing: SeatSet,
    /// The moves revealed last: in this round, or in `decided` until somebody reveals again.
    pub(super) revealed: Revealed,
    pub(super) decided: Decided,
    /// The bets of those for whom a full bracket had no place.
    pub(super) refunds: Pending,
    /// The shares of a stopped game's pot.
    pub(super) shares: Pending,
    pub(super) seats: Seats,
}

/// Payouts still to be made, in equal parts.
#[derive(Clone, Copy)]
pub(super) struct Pending {
    /// Who has not been paid.
    pub seats: SeatSet,
    /// The value that these are owed together.
    pub pot: u128,
}

impl Pending {
    const NONE: Pending = Pending { seats: SeatSet::EMPTY, pot: 0 };

    pub fn len(&self) -> usize {
        self.seats.len()
    }

    /// All payouts that are left.
    pub fn all<'a>(&self, seats: &'a Seats) -> Portion<'a> {
        Portion { players: seats.players(self.seats), of: self.len(), pot: self.pot }
    }

    /// Takes out the payouts of one message, at most so many.
    fn next<'a>(&mut self, all: &'a Seats, most: usize) -> Portion<'a> {
        let mut seats = SeatSet::EMPTY;
        all.in_id_order(self.seats).take(most).for_each(|seat| seats.insert(seat));
        let portion = Portion { players: all.players(seats), ..self.all(all) };
        *self = Pending { seats: self.seats.difference(&seats), pot: self.pot - portion.value() };
        portion
    }
}

/// The rules that the next game will have, if they were set.
///
/// An `Option` that is `None` would not be all zeros, and each message pays for writing the
/// statics that are not.
#[derive(Clone, Copy)]
pub(super) struct NextRules {
    are_set: bool,
    rules: GameRules,
}

impl NextRules {
    pub fn get(self) -> Option<GameRules> {
        self.are_set.then_some(self.rules)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Preparation,
    InProgress,
    Reveal,
}

/// What the rules need of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// Who sends it.
    pub sender: ActorId,
    /// The attached value.
    pub value: u128,
    /// The block's timestamp, ms.
    pub now: u64,
    /// This program, which bound commitments name.
    pub program: ActorId,
}

/// How a round ended.
#[derive(Clone, Copy)]
enum RoundEnd {
    NextRound(SeatSet),
    GameOver(Payout),
    /// These share the pot. None of them has been paid yet.
    Stopped(SeatSet),
}

/// A change that the clock makes.
#[derive(Clone, Copy)]
enum Change {
    Extended,
    GameStarted,
    RevealsStarted,
    Ended(RoundEnd),
}

const PLAIN_RULES: GameRules = GameRules { format: Format::Replay, start_when_full: false };

impl Game {
    /// A table that has not been opened.
    pub const UNOPENED: Game = Game {
        stage: Stage::Preparation,
        rules: PLAIN_RULES,
        next_rules: NextRules { are_set: false, rules: PLAIN_RULES },
        stop_scheduled: false,
        round: 0,
        stage_started: 0,
        start_promised: 0,
        first_deadline: 0,
        config: GameConfig {
            bet_size: 0,
            players_count_limit: 0,
            entry_timeout: 0,
            move_timeout: 0,
            reveal_timeout: 0,
        },
        next_config: None,
        games_finished: 0,
        last_game: None,
        owner: ActorId::zero(),
        playing: SeatSet::EMPTY,
        revealed: Revealed::NONE,
        decided: Decided::NONE,
        refunds: Pending::NONE,
        shares: Pending::NONE,
        seats: Seats::EMPTY,
    };

    /// Opens the table that `deployer` asks for. Its first registration starts at `now`.
    ///
    /// # Errors
    ///
    /// The limit that the config breaks.
    pub fn open(
        &mut self,
        deployer: ActorId,
        init: TableInit,
        now: u64,
    ) -> Result<(), ConfigError> {
        let TableInit { config, rules, owner } = init;
        config.validate()?;
        self.owner = owner.unwrap_or(deployer);
        self.config = config;
        self.rules = rules;
        self.begin(Stage::Preparation, now);
        Ok(())
    }

    /// Settles the clock, hands the settlement to `announce`, then performs the action.
    ///
    /// # Errors
    ///
    /// Why the action is refused. It has then changed nothing, and all attached value is to
    /// go back; the settlement stands.
    pub fn handle(
        &mut self,
        message: &Message,
        action: ActionRef,
        announce: impl FnOnce(&Outcome),
    ) -> Result<Outcome<'_>, GameError> {
        if action == ActionRef::Advance {
            let deadline = self.deadline();
            let settlement =
                self.advance(message.now).ok_or(GameError::StageNotOver { deadline })?;
            announce(&settlement);
            return Ok(Outcome::replied(settlement.event, message.value));
        }
        let mut has_paid = false;
        if let Some(settlement) = self.settle(message.now, PORTION) {
            has_paid = settlement.payouts.shares() > 0;
            announce(&settlement);
        }
        match action {
            ActionRef::Register => self.join(message, Entry::default()),
            ActionRef::Join(entry) => self.join(message, entry),
            ActionRef::Leave => self.leave(message),
            ActionRef::MakeMove(hash) => self.make_move(message, hash),
            ActionRef::Commit(hash) => self.commit(message, None, hash),
            ActionRef::CommitFor { player, hash } => self.commit(message, Some(player), hash),
            ActionRef::Reveal(opening) => self.reveal(message, None, opening, None),
            ActionRef::RevealAndCommit { opening, next } => {
                self.reveal(message, None, opening, Some(next))
            }
            ActionRef::RevealFor { player, opening, next } => {
                self.reveal(message, Some(player), opening, next)
            }
            ActionRef::ChangeNextGameConfig(config) => self.change_next_config(message, config),
            ActionRef::ChangeNextGameRules(rules) => self.change_next_rules(message, rules),
            ActionRef::StopGame => self.stop(message, has_paid),
            ActionRef::Advance => unreachable!("performed above"),
        }
    }

    /// Moves an overdue stage on, or makes payouts that have to be made before anybody
    /// registers. It pays at most so many shares and refunds, and leaves the others to the
    /// next message: an alarm may have little gas. One call is enough for the clock: the next
    /// stage begins at `now`, so it can't be overdue.
    pub fn settle(&mut self, now: u64, most: usize) -> Option<Outcome<'_>> {
        match self.awaits_payments() {
            true => (most > 0).then(|| self.pay(now, most)),
            false => Some(self.move_on(now)?.settlement(self, most)),
        }
    }

    /// Settles and, where nothing is overdue, pays refunds in mid-game, too. Only the action
    /// `Advance` does that, so that players' own messages cost no more gas.
    fn advance(&mut self, now: u64) -> Option<Outcome<'_>> {
        if self.awaits_payments() {
            return Some(self.pay(now, PORTION));
        }
        match self.move_on(now) {
            Some(change) => Some(change.settlement(self, PORTION)),
            None => (self.refunds.len() > 0).then(|| self.pay(now, PORTION)),
        }
    }

    /// Whether a game is over, and payouts have to be made before the next registration.
    fn awaits_payments(&self) -> bool {
        self.stage == Stage::Preparation && self.unpaid() > 0
    }

    /// The number of refunds and shares still to be paid.
    fn unpaid(&self) -> usize {
        self.refunds.len() + self.shares.len()
    }

    /// Makes the next payouts, refunds before shares. In `Preparation` each call starts
    /// registration anew, so that it has all its time after the last payout.
    fn pay(&mut self, now: u64, most: usize) -> Outcome<'_> {
        if self.stage == Stage::Preparation {
            self.begin(Stage::Preparation, now);
        }
        let is_refund = self.refunds.len() > 0;
        let due = if is_refund { &mut self.refunds } else { &mut self.shares };
        let portion = due.next(&self.seats, most);
        match is_refund {
            true => {
                Outcome::settled(EventRef::SentAway(portion.players), Payouts::Refunds(portion))
            }
            false => {
                Outcome::settled(EventRef::SharesPaid(portion.players), Payouts::Shares(portion))
            }
        }
    }

    /// Ends or extends an overdue stage, or ends a game that has been silent for too long.
    /// Pays nobody: the change's settlement does.
    fn move_on(&mut self, now: u64) -> Option<Change> {
        // The time comes first: it is cheaper to compare, and most messages are too early.
        if now >= self.silence_ends() && self.closable_from().is_some() {
            return Some(Change::Ended(self.stop_now(self.still_in(), now)));
        }
        if now <= self.deadline() {
            return None;
        }
        Some(match self.stage {
            Stage::Preparation if self.seats.count() < usize::from(GameConfig::MIN_PLAYERS) => {
                self.extend(now)
            }
            Stage::Preparation => self.end_registration(now),
            Stage::InProgress => match self.seats.committed().len() {
                0 => self.extend(now),
                1 => Change::Ended(self.game_over(self.seats.committed(), now)),
                _ => {
                    self.start_reveals(now);
                    Change::RevealsStarted
                }
            },
            Stage::Reveal if !self.revealed().is_empty() => Change::Ended(self.decide_round(now)),
            Stage::Reveal if self.stop_scheduled => Change::Ended(self.stop_now(self.playing, now)),
            Stage::Reveal => self.extend(now),
        })
    }

    /// Ends registration, and starts the game. A full bracket has no place for the last who
    /// registered, who are due refunds. The game doesn't wait for these payouts: whoever sent
    /// the message that makes the last would choose when it starts.
    fn end_registration(&mut self, now: u64) -> Change {
        let registered = SeatSet::first(self.seats.count());
        let surplus = self.surplus();
        if surplus > 0 {
            self.seats.truncate((registered.len() - surplus) as u8);
            let kept = SeatSet::first(self.seats.count());
            let pot = self.config.bet_size * surplus as u128;
            self.refunds = Pending { seats: registered.difference(&kept), pot };
        }
        self.start_game(now);
        Change::GameStarted
    }

    /// The number of registered players for whom a full bracket has no place.
    fn surplus(&self) -> usize {
        let count = self.seats.count();
        let is_trimmed = self.stage == Stage::Preparation && self.rules.has_full_bracket();
        if is_trimmed && count > 0 { count - knockout::full_bracket(count) } else { 0 }
    }

    /// Moves the game on to what a message at `now` would find, but pays nobody.
    pub(super) fn as_of(&mut self, now: u64) -> &Game {
        if !self.awaits_payments() {
            self.move_on(now);
        }
        self
    }

    /// The deadline, ms: the stage is over once the block timestamp is greater.
    pub fn deadline(&self) -> u64 {
        let timeout = match self.stage {
            Stage::Preparation => self.config.entry_timeout,
            Stage::InProgress => self.config.move_timeout,
            Stage::Reveal => self.config.reveal_timeout,
        };
        self.stage_started.max(self.start_promised).saturating_add(timeout)
    }

    /// The time, ms, after which an alarm has something to do, if there is one.
    ///
    /// It is the deadline, if somebody waits for the others to act: a silent stage would only
    /// be extended. If payouts have to be made before anybody registers, it is now.
    pub fn alarm_deadline(&self) -> Option<u64> {
        if self.awaits_payments() {
            return Some(self.stage_started);
        }
        (!self.is_silent()).then(|| self.deadline())
    }

    /// Whether too few have registered for a game. No alarm that was armed before may serve the
    /// game that comes: it was paid by somebody who knew the terms of another, or has left.
    pub fn lacks_players(&self) -> bool {
        self.stage == Stage::Preparation && self.is_silent()
    }

    /// The time, ms, from which any message ends the game, since its players have been
    /// silent for too long; those still in it then share the pot. None if nobody has a seat,
    /// or the stage is not silent.
    pub fn closable_from(&self) -> Option<u64> {
        let is_silent = self.seats.count() > 0 && self.is_silent();
        is_silent.then(|| self.silence_ends())
    }

    fn silence_ends(&self) -> u64 {
        self.first_deadline.saturating_add(GameConfig::SILENCE)
    }

    /// Whether nobody, or too few, have acted in this stage, so that its deadline only
    /// extends it.
    fn is_silent(&self) -> bool {
        match self.stage {
            Stage::Preparation => self.seats.count() < usize::from(GameConfig::MIN_PLAYERS),
            Stage::InProgress => self.seats.committed().is_empty(),
            Stage::Reveal => !self.stop_scheduled && self.revealed().is_empty(),
        }
    }

    /// The number of shares and refunds that alarms have to pay, or may have to once the
    /// stage ends.
    pub fn payouts_due(&self) -> usize {
        match self.stage {
            Stage::Preparation => self.unpaid() + self.surplus(),
            _ if self.stop_scheduled => self.playing.len(),
            _ => 0,
        }
    }

    /// The value that the program holds for players, in the chain's smallest unit: the
    /// running game's pot, and the payouts still to be made.
    pub fn held(&self) -> u128 {
        self.pot() + self.refunds.pot + self.shares.pot
    }

    /// The running game's pot, in the chain's smallest unit. It is computed, not read off the
    /// balance: value that reached the program some other way is not part of the game.
    pub fn pot(&self) -> u128 {
        // Can't overflow: the config's limits were checked for a full table.
        self.config.bet_size * self.seats.count() as u128
    }

    /// Who has revealed in this round.
    pub(super) fn revealed(&self) -> SeatSet {
        if self.decided.round == 0 { self.revealed.seats() } else { SeatSet::EMPTY }
    }

    /// Who has acted in this stage. In `Preparation` these are the players who have joined
    /// with a commitment, though nobody is expected to.
    pub(super) fn acted(&self) -> SeatSet {
        match self.stage {
            Stage::Preparation | Stage::InProgress => self.seats.committed(),
            Stage::Reveal => self.revealed(),
        }
    }

    fn join(&mut self, message: &Message, entry: Entry) -> Result<Outcome<'_>, GameError> {
        let change = self.check_entry(message, &entry)?;
        if self.seats.count() == 0 {
            self.keep_last_round();
            self.first_deadline = self.deadline();
        }
        let seat = self.seats.push(message.sender);
        if let Some(hash) = entry.commitment {
            self.seats.commit(seat, Commitment { hash, is_bound: true });
        }
        if let Some(delegate) = entry.delegate {
            self.seats.set_delegate(seat, delegate);
        }
        let is_full = self.seats.count() == self.rules.seats(self.config.players_count_limit);
        let started = is_full && self.rules.start_when_full;
        Ok(Outcome {
            broadcast: started.then(|| {
                self.start_game(message.now);
                EventRef::StageAdvanced(self.started())
            }),
            ..Outcome::replied(EventRef::PlayerRegistered, change)
        })
    }

    /// Keeps the last game's last round when seats pass to new players. It keeps the ids of
    /// the round's players if there were one or two, and forgets the round of more.
    fn keep_last_round(&mut self) {
        match self.decided.players.len() {
            1 | 2 if self.decided.names[0].is_zero() => {
                let seats = self.decided.players.iter();
                for (name, seat) in self.decided.names.iter_mut().zip(seats) {
                    *name = self.seats.id(seat);
                }
            }
            0..3 => {}
            _ => self.forget_decided(),
        }
    }

    fn forget_decided(&mut self) {
        if self.decided.round > 0 {
            self.revealed = Revealed::NONE;
            self.decided = Decided::NONE;
        }
    }

    /// Checks whether the sender may register. Returns the attached value less the bet.
    fn check_entry(&self, message: &Message, entry: &Entry) -> Result<u128, GameError> {
        let GameConfig { bet_size, players_count_limit, .. } = self.config;
        let (sender, attached) = (message.sender, message.value);
        if entry.game.is_some_and(|game| game != self.games_finished) {
            return Err(GameError::OtherGame { game: self.games_finished });
        }
        self.check_registration()?;
        self.check_payments()?;
        let change =
            attached.checked_sub(bet_size).ok_or(GameError::BetTooSmall { bet_size, attached })?;
        if self.seats.seat_of(sender).is_some() {
            return Err(GameError::AlreadyRegistered);
        }
        if self.seats.count() >= usize::from(players_count_limit) {
            return Err(GameError::LobbyFull { players_count_limit });
        }
        // A delegate may have a seat, or be others' delegate. If either were refused, a rival
        // who is quicker could keep this player out.
        let nobodys = [sender, message.program, ActorId::zero()];
        if entry.delegate.is_some_and(|delegate| nobodys.contains(&delegate)) {
            return Err(GameError::BadDelegate);
        }
        Ok(change)
    }

    fn check_registration(&self) -> Result<(), GameError> {
        (self.stage == Stage::Preparation).then_some(()).ok_or(GameError::GameUnderWay)
    }

    fn leave(&mut self, message: &Message) -> Result<Outcome<'_>, GameError> {
        let seat = self.seats.seat_of(message.sender).ok_or(GameError::NotRegistered)?;
        self.check_registration()?;
        self.seats.remove(message.sender);
        if seat == 0 {
            self.first_deadline = self.deadline();
        }
        Ok(Outcome::replied(EventRef::PlayerLeft, sum(message.value, self.config.bet_size)))
    }

    fn make_move(&mut self, message: &Message, hash: H256) -> Result<Outcome<'_>, GameError> {
        let seat = self.seat_to_move(message.sender, None)?;
        // Whoever copied a rival's hash, and later the rival's opening, would never lose to
        // that rival. A bound hash is of no use to others.
        if self.seats.has_plain_commitment(hash) {
            return Err(GameError::CommitmentTaken);
        }
        Ok(self.keep_move(message, seat, Commitment { hash, is_bound: false }))
    }

    fn commit(
        &mut self,
        message: &Message,
        player: Option<ActorId>,
        hash: H256,
    ) -> Result<Outcome<'_>, GameError> {
        let seat = self.seat_to_move(message.sender, player)?;
        Ok(self.keep_move(message, seat, Commitment { hash, is_bound: true }))
    }

    fn keep_move(&mut self, message: &Message, seat: Seat, commitment: Commitment) -> Outcome<'_> {
        self.seats.commit(seat, commitment);
        if self.seats.committed() == self.playing {
            self.start_reveals(message.now);
        }
        Outcome::replied(EventRef::SuccessfulMove(self.seats.id(seat)), message.value)
    }

    fn seat_to_move(&self, sender: ActorId, player: Option<ActorId>) -> Result<Seat, GameError> {
        if self.stage != Stage::InProgress {
            return Err(GameError::NotMoveStage);
        }
        let seat = self.seat_acted_for(sender, player)?;
        if self.seats.committed().contains(seat) {
            return Err(GameError::AlreadyMoved);
        }
        Ok(seat)
    }

    /// Shows a move. Whoever knows a bound opening may show it for its player: to know it is
    /// the proof.
    ///
    /// The same opening is accepted again, except by `Reveal`. Else a rival who reads
    /// a `RevealAndCommit` that waits for a block, and shows the opening first, would take the
    /// next commitment away from a player who has gone.
    fn reveal(
        &mut self,
        message: &Message,
        player: Option<ActorId>,
        opening: &str,
        next: Option<H256>,
    ) -> Result<Outcome<'_>, GameError> {
        let seat = match self.stage {
            Stage::Reveal => self.seat_to_reveal(message.sender, player, next)?,
            Stage::InProgress if next.is_some() => {
                return self.commit_after_show(message, player, opening, next);
            }
            _ => return Err(GameError::NotRevealStage),
        };
        let is_repeated = self.revealed().contains(seat);
        if is_repeated {
            let is_original = player.is_none() && next.is_none();
            if is_original || !self.is_shown(message, seat, opening) {
                return Err(GameError::AlreadyRevealed);
            }
            self.check_next(seat, next)?;
        } else {
            let mv = self.check_opening(message, seat, opening)?;
            self.forget_decided();
            self.revealed.insert(seat, mv, knockout::toss(opening));
        }
        if let Some(hash) = next {
            self.seats.commit(seat, Commitment { hash, is_bound: true });
        }
        if self.revealed.seats() != self.playing {
            let event = EventRef::SuccessfulReveal(RevealResult::Continue);
            return Ok(Outcome::replied(event, message.value));
        }
        Ok(self.decide_round(message.now).reply(message, self))
    }

    /// The seat whose move is shown. With a commitment for the next round it is the sender's
    /// own, or that of a player whose delegate the sender is.
    fn seat_to_reveal(
        &self,
        sender: ActorId,
        player: Option<ActorId>,
        next: Option<H256>,
    ) -> Result<Seat, GameError> {
        match player {
            Some(player) if player == sender || next.is_none() => self.seat_in_round(player),
            _ => self.seat_acted_for(sender, player),
        }
    }

    /// Checks an opening against the seat's commitment, and returns the move.
    fn check_opening(
        &self,
        message: &Message,
        seat: Seat,
        opening: &str,
    ) -> Result<Move, GameError> {
        if !self.is_opened_by(message, seat, opening) {
            return Err(GameError::OpeningMismatch);
        }
        Move::of_opening(opening).ok_or(GameError::InvalidMove)
    }

    fn is_opened_by(&self, message: &Message, seat: Seat, opening: &str) -> bool {
        let (commitment, player) = (self.seats.commitment(seat), self.seats.id(seat));
        commitment.is_opened_by(opening, message.program, player)
    }

    /// Whether this is what the seat has shown. Where the next commitment has taken the
    /// hash's place, what is left of the opening is compared: its move and its toss.
    fn is_shown(&self, message: &Message, seat: Seat, opening: &str) -> bool {
        match self.seats.committed().contains(seat) {
            true => self.revealed.is_of(seat, opening),
            false => self.is_opened_by(message, seat, opening),
        }
    }

    /// Refuses another commitment than the one that is there for the next round.
    fn check_next(&self, seat: Seat, next: Option<H256>) -> Result<(), GameError> {
        let is_kept = self.seats.committed().contains(seat);
        let is_another = next.is_some_and(|hash| hash != self.seats.commitment(seat).hash);
        if is_kept && is_another { Err(GameError::AlreadyMoved) } else { Ok(()) }
    }

    /// Takes the commitment that came with an opening, where somebody else has shown that
    /// opening before, and so ended the round.
    fn commit_after_show(
        &mut self,
        message: &Message,
        player: Option<ActorId>,
        opening: &str,
        next: Option<H256>,
    ) -> Result<Outcome<'_>, GameError> {
        let seat = self.seat_to_reveal(message.sender, player, next)?;
        // In the first round nobody has shown anything. Those in a later one have gone on by
        // what they have shown.
        let (true, Some(hash)) = (self.round > 1 && self.is_shown(message, seat, opening), next)
        else {
            return Err(GameError::NotRevealStage);
        };
        self.check_next(seat, next)?;
        let playing = self.playing;
        if !self.seats.committed().contains(seat) {
            self.keep_move(message, seat, Commitment { hash, is_bound: true });
        }
        let result = RevealResult::NextRoundStarted { players: self.seats.players(playing) };
        Ok(Outcome::replied(EventRef::SuccessfulReveal(result), message.value))
    }

    fn change_next_config(
        &mut self,
        message: &Message,
        config: GameConfig,
    ) -> Result<Outcome<'_>, GameError> {
        self.check_owner(message.sender)?;
        config.validate()?;
        self.next_config = Some(config);
        Ok(Outcome::replied(EventRef::GameConfigChanged, message.value))
    }

    fn change_next_rules(
        &mut self,
        message: &Message,
        rules: GameRules,
    ) -> Result<Outcome<'_>, GameError> {
        self.check_owner(message.sender)?;
        self.next_rules = NextRules { are_set: true, rules };
        Ok(Outcome::replied(EventRef::GameRulesChanged, message.value))
    }

    /// Stops the game at once or, if somebody has committed, after the round: else an owner
    /// could stop a game that the owner or a friend is about to lose, or is late for. If the
    /// message has already paid shares or refunds, this game's shares wait for the next one.
    fn stop(&mut self, message: &Message, has_paid: bool) -> Result<Outcome<'_>, GameError> {
        self.check_owner(message.sender)?;
        self.check_payments()?;
        let has_begun = match self.stage {
            Stage::Preparation => false,
            Stage::InProgress => !self.seats.committed().is_empty(),
            Stage::Reveal => true,
        };
        if has_begun {
            self.stop_scheduled = true;
            return Ok(Outcome::replied(EventRef::StopScheduled, message.value));
        }
        let end = self.stop_now(self.still_in(), message.now);
        if has_paid {
            return Ok(end.reply(message, self));
        }
        Ok(Outcome { refund: message.value, broadcast: None, ..end.settlement(self, PORTION) })
    }

    /// Who shares the pot if the game is stopped now.
    fn still_in(&self) -> SeatSet {
        match self.stage {
            Stage::Preparation => SeatSet::first(self.seats.count()),
            Stage::InProgress | Stage::Reveal => self.playing,
        }
    }

    /// Refuses an action that has to wait until all players of the game before are paid.
    fn check_payments(&self) -> Result<(), GameError> {
        match self.awaits_payments() {
            false => Ok(()),
            true => Err(GameError::SharesDue { players: self.unpaid() as u8 }),
        }
    }

    fn check_owner(&self, sender: ActorId) -> Result<(), GameError> {
        (sender == self.owner).then_some(()).ok_or(GameError::NotOwner)
    }

    /// The seat in this round that the sender acts for: that of the player whom the message
    /// names, else the sender's own, else the only one whose delegate the sender is.
    fn seat_acted_for(&self, sender: ActorId, player: Option<ActorId>) -> Result<Seat, GameError> {
        let Some(player) = player else {
            return self.seat_in_round(sender).or_else(|_| self.seat_of_delegate(sender));
        };
        let seat = self.seat_in_round(player)?;
        let is_delegate = self.seats.is_delegate(sender, seat);
        is_delegate.then_some(seat).ok_or(GameError::NotDelegate)
    }

    /// The seat of a player who is in this round.
    fn seat_in_round(&self, player: ActorId) -> Result<Seat, GameError> {
        let seat = self.seats.seat_of(player).filter(|seat| self.playing.contains(*seat));
        seat.ok_or(GameError::NotInRound)
    }

    fn seat_of_delegate(&self, delegate: ActorId) -> Result<Seat, GameError> {
        let mut seats = self.seats.seats_of_delegate(delegate, self.playing);
        match (seats.next(), seats.next()) {
            (Some(seat), None) => Ok(seat),
            (Some(_), Some(_)) => Err(GameError::PlayerNotNamed),
            (None, _) => Err(GameError::NotInRound),
        }
    }

    fn begin(&mut self, stage: Stage, now: u64) {
        self.stage = stage;
        self.stage_started = now;
        self.first_deadline = self.deadline();
    }

    fn extend(&mut self, now: u64) -> Change {
        self.stage_started = now;
        Change::Extended
    }

    /// Starts the game's first round, in which those who joined with a commitment have moved.
    fn start_game(&mut self, now: u64) {
        self.start_promised = self.promise(now);
        self.playing = SeatSet::first(self.seats.count());
        self.start_round(now);
    }

    /// The time, ms, before which no timeout of a game that starts now begins: the deadline of
    /// registration. Whoever has waited alone beyond the first one is promised as long again,
    /// a day at most. Else whoever sits down beside such a player would choose an hour at
    /// which the player sleeps, and win by silence.
    fn promise(&self, now: u64) -> u64 {
        let deadline = self.deadline();
        if deadline <= self.first_deadline {
            return deadline;
        }
        let waited = now.saturating_sub(self.first_deadline) + self.config.entry_timeout;
        deadline.max(now.saturating_add(waited.min(GameConfig::MOST_PROMISED)))
    }

    /// The change to the stage that has just started.
    fn started(&self) -> StageChange<Players<'_>> {
        let players = self.seats.players(self.playing);
        match self.stage {
            Stage::Reveal => StageChange::RevealsStarted { players },
            _ => StageChange::MovesStarted { players },
        }
    }

    /// Starts the next round. If all have committed beforehand, its reveals start at once.
    fn start_round(&mut self, now: u64) {
        self.round = self.round.saturating_add(1);
        self.begin(Stage::InProgress, now);
        if self.seats.committed() == self.playing {
            self.start_reveals(now);
        }
    }

    /// Starts the reveals. Those who have not committed are out.
    fn start_reveals(&mut self, now: u64) {
        self.begin(Stage::Reveal, now);
        self.playing = self.seats.committed();
        self.seats.keep_commitments(&SeatSet::EMPTY);
    }

    /// Decides the round. Those who have not revealed, or chose a losing move, are out.
    fn decide_round(&mut self, now: u64) -> RoundEnd {
        self.decided.round = self.round;
        self.decided.game = self.games_finished;
        self.decided.players = self.playing;
        let divisor = knockout::divisor(self.seats.count(), self.round);
        let survivors = self.revealed.survivors(self.rules.format, divisor);
        if survivors.len() == 1 {
            return self.game_over(survivors, now);
        }
        if self.stop_scheduled {
            return self.stop_now(survivors, now);
        }
        self.playing = survivors;
        self.seats.keep_commitments(&survivors);
        self.start_round(now);
        RoundEnd::NextRound(survivors)
    }

    /// Ends the game for its one remaining player.
    fn game_over(&mut self, last: SeatSet, now: u64) -> RoundEnd {
        let seat = last.lowest().expect("called with one seat");
        let payout = Payout { to: self.seats.id(seat), value: self.pot() };
        self.last_game =
            Some(GameResult { winner: payout.to, pot: payout.value, rounds: self.round });
        self.open_next_game(now);
        RoundEnd::GameOver(payout)
    }

    /// Ends the game. These players share the pot.
    fn stop_now(&mut self, paid: SeatSet, now: u64) -> RoundEnd {
        let pot = self.pot();
        self.open_next_game(now);
        self.shares = Pending { seats: paid, pot };
        RoundEnd::Stopped(paid)
    }

    fn open_next_game(&mut self, now: u64) {
        self.games_finished += 1;
        self.round = 0;
        self.stop_scheduled = false;
        self.start_promised = 0;
        self.seats.truncate(0);
        self.playing = SeatSet::EMPTY;
        if let Some(config) = self.next_config.take() {
            self.config = config;
        }
        if let Some(rules) = self.next_rules.get() {
            self.rules = rules;
            self.next_rules.are_set = false;
        }
        self.begin(Stage::Preparation, now);
    }
}

impl Change {
    /// The event of the change, and the payouts that are made with it, at most so many.
    fn settlement(self, game: &mut Game, most: usize) -> Outcome<'_> {
        match self {
            Change::Ended(end) => end.settlement(game, most),
            Change::Extended => Outcome::advanced(StageChange::Extended, Payouts::None),
            Change::RevealsStarted => Outcome::advanced(game.started(), Payouts::None),
            Change::GameStarted => {
                let portion = game.refunds.next(&game.seats, most);
                let payouts = match portion.of {
                    0 => Payouts::None,
                    _ => Payouts::Refunds(portion),
                };
                Outcome::advanced(game.started(), payouts)
            }
        }
    }
}

impl RoundEnd {
    /// The event and the payouts, at most so many, where the clock ended the round or the
    /// owner stopped the game.
    fn settlement(self, game: &mut Game, most: usize) -> Outcome<'_> {
        match self {
            RoundEnd::NextRound(survivors) => {
                let players = game.seats.players(survivors);
                Outcome::advanced(StageChange::NextRoundStarted { players }, Payouts::None)
            }
            RoundEnd::GameOver(payout) => {
                let over = StageChange::GameOver { winner: payout.to };
                Outcome::advanced(over, Payouts::Pot(payout))
            }
            RoundEnd::Stopped(paid) => {
                let portion = game.shares.next(&game.seats, most);
                let event = EventRef::GameWasStopped(game.seats.players(paid));
                Outcome::settled(event, Payouts::Shares(portion))
            }
        }
    }

    /// The reply and the payouts, where a reveal ended the round, or a stop whose message has
    /// already paid shares or refunds. The sender's own winnings go with the reply. Shares
    /// wait for the next message: no reveal costs more gas for them.
    fn reply<'a>(self, message: &Message, game: &'a Game) -> Outcome<'a> {
        let Message { sender, value, .. } = *message;
        match self {
            RoundEnd::NextRound(survivors) => {
                let players = game.seats.players(survivors);
                let result = RevealResult::NextRoundStarted { players };
                Outcome::replied(EventRef::SuccessfulReveal(result), value)
            }
            RoundEnd::GameOver(payout) => {
                let result = RevealResult::GameOver { winner: payout.to };
                let event = EventRef::SuccessfulReveal(result);
                match payout.to == sender {
                    true => Outcome::replied(event, sum(value, payout.value)),
                    false => {
                        Outcome { payouts: Payouts::Pot(payout), ..Outcome::replied(event, value) }
                    }
                }
            }
            RoundEnd::Stopped(paid) => {
                Outcome::replied(EventRef::GameWasStopped(game.seats.players(paid)), value)
            }
        }
    }
}

/// Adds two parts of the program's balance.
fn sum(attached: u128, owed: u128) -> u128 {
    attached.checked_add(owed).expect("the value that a chain has fits in 128 bits")
}
