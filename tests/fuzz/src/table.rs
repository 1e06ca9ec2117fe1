//! A table whose promises are checked after every message.

use crate::{
    encoding::{self, Spoken},
    script::{Payload, Request, Senders, Step, Value, take},
};
use gprimitives::{ActorId, H256};
use parity_scale_codec::{Decode, Encode};
use program_common::encoding::Kind;
use program_idl::Interface;
use rpsls_io::{
    Action, BLOCK_TIME, Entry, GameError, GameStage, GameState, PlayerStatus, ProgramMetadata,
    StageDescription, StateQuery, StateReply, TableInit, bound_commitment, commitment,
    gas::PORTION,
};
use rpsls_program::{
    ActionRef, decode,
    rules::{Game, Message, OwnedOutcome},
};
use std::sync::LazyLock;

/// The most messages that one input delivers, so that crowds don't make it slow.
const MAX_MESSAGES: usize = 2_000;

/// Plays a game from any bytes, and returns its last state, or `None` if the deployment failed.
pub fn play(mut input: &[u8]) -> Option<GameState> {
    let input = &mut input;
    let now = u64::from_le_bytes(take(input)?);
    let init = TableInit::decode(input).ok()?;
    let mut table = Table::open(init, now)?;
    while let Some(message) = Request::read(input) {
        table.deliver(&message);
    }
    Some(state(&table.game, table.now))
}

struct Table {
    game: Game,
    /// The same game, but with its clock settled before each message, and not by it.
    settled: Game,
    now: u64,
    /// The program's balance, from what came in and went out.
    balance: u128,
    delivered: usize,
}

impl Table {
    fn open(init: TableInit, now: u64) -> Option<Self> {
        let now = now.min(END_OF_TIME);
        let [game, settled] = [(); 2].map(|()| {
            let mut game = Game::UNOPENED;
            let opened = game.open(account(0), init.clone(), now);
            assert_eq!(opened, init.config.validate());
            opened.ok().map(|()| game)
        });
        Some(Self { game: game?, settled: settled?, now, balance: 0, delivered: 0 })
    }

    fn deliver(&mut self, message: &Request) {
        let deadline = self.game.deadline();
        self.now = match message.step {
            Step::Same => self.now,
            Step::Block => self.now.saturating_add(BLOCK_TIME),
            Step::ToDeadline => self.now.max(deadline),
            Step::PastDeadline => self.now.max(deadline.saturating_add(1)),
        }
        .min(END_OF_TIME);
        let senders = match message.senders {
            Senders::Few => message.sender % 8..=message.sender % 8,
            Senders::Any => message.sender..=message.sender,
            Senders::Crowd => 1..=message.sender,
        };
        for sender in senders {
            if self.delivered == MAX_MESSAGES {
                return;
            }
            self.delivered += 1;
            self.deliver_from(sender, message);
        }
    }

    fn deliver_from(&mut self, sender: u8, message: &Request) {
        let payload = payload(sender, message);
        // If the program fails, everything is undone.
        let Some(spoken) = encoding::read(&payload, *INTERFACE) else { return };
        if spoken.kind == Kind::Query {
            return self.ask(&spoken);
        }
        let action = Action::decode(&mut &*spoken.body);
        let decoded = decode(&spoken.body);
        assert_eq!(
            decoded.as_ref().ok(),
            action.as_ref().ok().map(Action::borrowed).as_ref(),
            "both decoders agree"
        );
        if let Ok(action) = decoded {
            let result = self.handle(account(sender), message.value, action);
            spoken.check_reply(&result.as_ref().map(|outcome| &outcome.event));
        }
    }

    /// Asks a copy: a query changes nothing.
    fn ask(&self, spoken: &Spoken) {
        if let Ok(query) = StateQuery::decode(&mut &*spoken.body) {
            let reply = self.game.clone().answer(query, self.now).to_reply();
            let index = StateQuery::ANSWERS[usize::from(spoken.body[0])];
            assert_eq!(reply.encode()[0], index, "a query is answered by its reply");
            spoken.check_reply(&reply);
        }
    }

    fn handle(
        &mut self,
        sender: ActorId,
        value: Value,
        action: ActionRef,
    ) -> Result<OwnedOutcome, GameError> {
        let now = self.now;
        let settlement = self.settled.settle(now, PORTION);
        let settlement = settlement.map(|settlement| settlement.to_owned_outcome());
        if action == ActionRef::Advance && settlement.is_none() && self.owes_refunds() {
            return self.pay_back(sender);
        }
        let before = state(&self.settled, now);
        if self.settled.payouts_due() == 0 {
            assert!(self.settled.settle(now, PORTION).is_none(), "one settlement is enough");
            assert_eq!(state(&self.settled, now), before);
        }
        let value = self.attached(value, before.config.bet_size);
        let message = Message { sender, value, now, program: PROGRAM };

        let (first, result) = handle(&mut self.game, &message, action.clone());
        assert_eq!(first, settlement, "the clock is settled first");
        match &result {
            Ok(_) if action == ActionRef::Advance => {
                assert!(settlement.is_some(), "only an overdue stage is moved on");
            }
            // On `settled` the message would be a second one, which makes the next payouts or pays
            // the shares of a stop. So the outcomes may differ.
            _ if settlement.as_ref().is_some_and(|outcome| !outcome.payouts.is_empty()) => {
                self.settled = self.game.clone();
            }
            _ => assert_eq!(handle(&mut self.settled, &message, action), (None, result.clone())),
        }
        let after = state(&self.game, now);
        assert_eq!(state(&self.settled, now), after);

        self.balance += value;
        self.book(settlement.as_ref(), None);
        match &result {
            Ok(outcome) => {
                self.pay(outcome.refund);
                self.book(Some(outcome), Some(&before));
            }
            Err(_) => {
                assert_eq!(after, before, "a refused action changes nothing");
                self.pay(value);
            }
        }
        assert_eq!(self.balance, self.game.held(), "no value is made or lost");
        check_state(&after);
        let outcome = settlement.iter().chain(result.as_ref().ok());
        let paid: usize = outcome.map(|outcome| outcome.payouts.len()).sum();
        assert!(paid <= PORTION, "no message pays more");
        self.check_answers(&after, sender);
        result
    }

    /// Whether a game runs for which some still have to be paid back.
    fn owes_refunds(&self) -> bool {
        self.game.held() > state(&self.game, 0).pot
    }

    /// Checks that `Advance` pays refunds while a game runs and nothing is overdue, and changes
    /// nothing else.
    fn pay_back(&mut self, sender: ActorId) -> Result<OwnedOutcome, GameError> {
        let before = state(&self.game, 0);
        let message = Message { sender, value: 0, now: self.now, program: PROGRAM };
        let (settlement, result) = handle(&mut self.game, &message, ActionRef::Advance);
        let outcome = settlement.expect("`Advance` makes payouts");
        assert!((1..=PORTION).contains(&outcome.payouts.len()));
        assert!(outcome.payouts.iter().all(|(payout, _)| payout.value == before.config.bet_size));
        self.book(Some(&outcome), None);
        assert_eq!(self.balance, self.game.held(), "no value is made or lost");
        assert_eq!(state(&self.game, 0), before);
        self.settled = self.game.clone();
        result
    }

    /// Books payouts. They must go to players of the game that `before` is the state of.
    fn book(&mut self, outcome: Option<&OwnedOutcome>, before: Option<&GameState>) {
        for (payout, _) in outcome.iter().flat_map(|outcome| &outcome.payouts) {
            if let Some(before) = before {
                assert!(before.lobby_list.contains(&payout.to), "only players are paid");
            }
            self.pay(payout.value);
        }
    }

    /// The value to attach. All value fits in a `u128`, of which the program holds some.
    fn attached(&self, value: Value, bet: u128) -> u128 {
        let wanted = match value {
            Value::None => 0,
            Value::Bet => bet,
            Value::Change => bet.saturating_add(7),
            Value::Raw(value) => value,
        };
        wanted.min(u128::MAX - self.balance)
    }

    fn pay(&mut self, value: u128) {
        self.balance =
            self.balance.checked_sub(value).expect("the program pays only what it holds");
    }

    fn check_answers(&self, all: &GameState, sender: ActorId) {
        let now = self.now;
        let is_overdue = now > self.game.deadline();
        let mut game = self.game.clone();
        let mut ask = |query| {
            // An answer may move an overdue stage on only in part.
            if is_overdue {
                game.clone_from(&self.game);
            }
            game.answer(query, now).to_reply()
        };
        let status = all.players.iter().find(|(player, _)| *player == sender);
        let status = status.map_or(PlayerStatus::NotRegistered, |(_, status)| *status);
        let (mut shares, mut closable) = (vec![], None);
        for variant in 0.. {
            let payload = [&[variant], sender.as_ref()].concat();
            let Ok(query) = StateQuery::decode(&mut &*payload) else { break };
            let expected = match query {
                StateQuery::Config => StateReply::Config(all.config.clone()),
                StateQuery::LobbyList => StateReply::LobbyList(all.lobby_list.clone()),
                StateQuery::GameStage => StateReply::GameStage(all.game_stage.clone()),
                StateQuery::CurrentStageTimestamp => {
                    StateReply::CurrentStageTimestamp(all.current_stage_timestamp)
                }
                StateQuery::Deadline => StateReply::Deadline(all.deadline),
                StateQuery::Round => StateReply::Round(all.round),
                StateQuery::Player(_) => StateReply::Player(status),
                StateQuery::All => StateReply::All(all.clone()),
                StateQuery::Rules => StateReply::Rules(all.rules),
                // `All` does not contain these.
                StateQuery::SharesDue => {
                    let StateReply::SharesDue(due) = ask(query) else {
                        panic!("the reply is another one")
                    };
                    shares = due;
                    continue;
                }
                StateQuery::ClosableFrom => {
                    let StateReply::ClosableFrom(from) = ask(query) else {
                        panic!("the reply is another one")
                    };
                    closable = from;
                    continue;
                }
            };
            assert_eq!(ask(query), expected);
        }
        let due: u128 = shares.iter().map(|(_, share)| share).sum();
        let bets = all.config.bet_size * all.lobby_list.len() as u128;
        if all.game_stage == GameStage::Preparation {
            assert_eq!(all.pot, bets + due, "the pot, or what is left of one");
            assert!(shares.is_empty() || bets == 0, "no seat is taken while shares are due");
        } else {
            assert_eq!(all.pot, bets, "refunds are no part of the pot");
        }
        if shares.is_empty() && !is_overdue {
            let awaited = self.game.alarm_deadline();
            assert!(awaited.is_none_or(|awaited| awaited == all.deadline));
            let is_silent = awaited.is_none() && !all.lobby_list.is_empty();
            assert_eq!(closable.is_some(), is_silent);
        }
    }
}

/// The id of the table's interface in headers.
pub(crate) static INTERFACE: LazyLock<[u8; 8]> =
    LazyLock::new(|| Interface::of::<ProgramMetadata>(&StateQuery::ANSWERS).id());

/// The last possible time but one. In the last millisecond all sums of times are equal, and a game
/// is over before it begins.
const END_OF_TIME: u64 = u64::MAX - 1;

/// The program's id.
const PROGRAM: ActorId = ActorId::new([0xee; 32]);

/// The change by the clock, and the outcome of the message.
fn handle(
    game: &mut Game,
    message: &Message,
    action: ActionRef,
) -> (Option<OwnedOutcome>, Result<OwnedOutcome, GameError>) {
    let mut settlement = None;
    let result =
        game.handle(message, action, |settled| settlement = Some(settled.to_owned_outcome()));
    let result = result.map(|outcome| outcome.to_owned_outcome());
    (settlement, result)
}

/// An account's id. The order of ids is not that of numbers.
pub(crate) fn account(number: u8) -> ActorId {
    let mut id = [number; 32];
    id[0] = number.reverse_bits();
    id[31] = 1;
    ActorId::new(id)
}

fn payload(sender: u8, message: &Request) -> Vec<u8> {
    let text = String::from_utf8_lossy(message.bytes);
    match message.payload {
        Payload::Raw => message.bytes.to_vec(),
        Payload::Commit => Action::MakeMove(commitment(&text)).encode(),
        Payload::OwnCommit => Action::MakeMove(commitment(&format!("{text}{sender}"))).encode(),
        Payload::OwnReveal => Action::Reveal(format!("{text}{sender}")).encode(),
        Payload::Join => Action::Join(Entry {
            commitment: Some(bound(sender, &text)),
            delegate: Some(account(sender.wrapping_add(DELEGATE))),
            ..Entry::default()
        })
        .encode(),
        Payload::BoundCommit => Action::Commit(bound(sender, &text)).encode(),
        Payload::RevealAndCommit => Action::RevealAndCommit {
            opening: format!("{text}{sender}"),
            next: bound(sender, &text),
        }
        .encode(),
        Payload::ForPlayer => for_player(sender.wrapping_sub(DELEGATE), &text).encode(),
    }
}

/// The distance of a player's number to the higher number of the delegate.
const DELEGATE: u8 = 100;

fn for_player(number: u8, text: &str) -> Action {
    let (player, hash) = (account(number), bound(number, text));
    match text.len() % 2 {
        0 => Action::CommitFor { player, hash },
        _ => Action::RevealFor { player, opening: format!("{text}{number}"), next: Some(hash) },
    }
}

fn bound(sender: u8, text: &str) -> H256 {
    bound_commitment(PROGRAM, account(sender), &format!("{text}{sender}"))
}

fn state(game: &Game, now: u64) -> GameState {
    match game.clone().answer(StateQuery::All, now).to_reply() {
        StateReply::All(state) => state,
        other => panic!("the answer to All is {other:?}"),
    }
}

/// Checks what holds in every state.
fn check_state(state: &GameState) {
    let GameState { config, lobby_list, .. } = state;
    assert_eq!(config.validate(), Ok(()));
    assert!(lobby_list.len() <= config.players_count_limit.into());
    assert!(state.players.iter().map(|(player, _)| player).eq(lobby_list));
    match &state.game_stage {
        GameStage::Preparation => {
            assert_eq!(state.round, 0);
            assert!(state.commitments.len() <= lobby_list.len());
            assert!(!state.stop_scheduled);
            assert_eq!(state.revealed_moves, []);
        }
        GameStage::InProgress(stage) => {
            check_stage(state, stage);
            assert_eq!(state.commitments.len(), stage.finished_players.len());
            assert_eq!(state.revealed_moves, []);
            assert!(!state.stop_scheduled || !stage.finished_players.is_empty());
        }
        GameStage::Reveal(stage) => {
            check_stage(state, stage);
            // Some of those who have revealed have committed again.
            let playing = stage.anticipated_players.len() + stage.finished_players.len();
            let committed = stage.anticipated_players.len()..=playing;
            assert!(committed.contains(&state.commitments.len()));
            assert_eq!(state.revealed_moves.len(), stage.finished_players.len());
        }
    }
}

fn check_stage(state: &GameState, stage: &StageDescription) {
    let StageDescription { anticipated_players, finished_players } = stage;
    assert!(state.round > 0);
    assert!(!anticipated_players.is_empty(), "the stage would be over");
    assert!(anticipated_players.is_disjoint(finished_players));
    assert!(
        anticipated_players.len() + finished_players.len() > 1,
        "a single player would have won"
    );
    let playing = state.players.iter().filter(|(_, status)| *status != PlayerStatus::Out);
    assert!(
        playing
            .map(|(player, _)| *player)
            .collect::<std::collections::BTreeSet<_>>()
            .iter()
            .eq(anticipated_players.union(finished_players)),
        "the stage knows those who are not out"
    );
}
