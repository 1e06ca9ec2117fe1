//! Random play of the rules against the model, step by step.

mod common;

use common::{PROGRAM, handle, settle, state};
use gprimitives::ActorId;
use models::rpsls::{
    Case, CaseSize, Change, Checked, Coverage, Ledger, Model, Paid, Players, Request, Run, same,
};
use rpsls_io::{
    Event, GameConfig, GameError, GameState, PlayerStatus, StateQuery, StateReply, TableInit,
};
use rpsls_program::{
    ActionRef,
    rules::{Game, Message},
};
use std::collections::BTreeSet;

/// The time at which a table opens, in ms.
const START: u64 = 1_700_000_000_000;
const HOUR: u64 = 3_600_000;

/// A table of the rules and one of the model, which get the same messages.
struct Tables {
    game: Game,
    model: Model,
    ledger: Ledger,
    owner: ActorId,
    now: u64,
    coverage: Coverage,
    /// The steps so far, for the report.
    steps: Vec<String>,
}

impl Tables {
    fn open(case: &Case) -> (Self, Players) {
        let id = |number: u8| {
            let mut bytes = [(number + 1).wrapping_mul(173); 32];
            if case.look_alike {
                bytes[..31].fill(1);
            }
            ActorId::new(bytes)
        };
        let mut players: Vec<ActorId> = (0..case.players).map(id).collect();
        let [owner, stranger] = [0xab, 0xcd].map(|byte: u8| {
            let mut bytes = [byte; 32];
            bytes[0] = 0;
            ActorId::new(bytes)
        });
        if case.owner_plays {
            players[0] = owner;
        }
        let accounts: BTreeSet<ActorId> =
            players.iter().copied().chain([owner, stranger]).collect();
        let purse = u128::MAX / accounts.len() as u128;
        let mut game = Game::UNOPENED;
        let init = TableInit { config: case.config.clone(), rules: case.rules, owner: None };
        game.open(owner, init.clone(), START).expect("cases open with a good config");
        let tables = Self {
            game,
            model: Model::open(PROGRAM, owner, init, START).expect("cases open with a good config"),
            ledger: Ledger::new(accounts, purse),
            owner,
            now: START,
            coverage: Coverage::default(),
            steps: vec![],
        };
        (tables, Players::new(PROGRAM, players, owner, stranger))
    }

    fn play(&mut self, case: &Case, players: &mut Players) -> Checked {
        self.coverage.cases += 1;
        for intent in &case.intents {
            self.now = intent.delay.until(self.now, self.model.deadline());
            let ledger = &self.ledger;
            let requests =
                players.requests(intent, &self.model, self.now, |account| ledger.balance(account));
            if requests.is_empty() {
                self.alarm()?;
            }
            for request in &requests {
                self.deliver(request)?;
            }
        }
        Ok(())
    }

    fn deliver(&mut self, request: &Request) -> Checked {
        let Request { sender, value, action } = request;
        self.steps.push(format!("at {} {sender} sends {action:?} with {value}", self.now));
        let due = self.model.due();
        let settled = {
            let mut game = self.game.clone();
            game.settle(self.now);
            game
        };
        let before = all(settled.clone(), self.now);
        let raw = raw(&self.game);
        let answer = handle(&mut self.game, request, self.now);
        let expected = self.model.handle(*sender, *value, self.now, action);
        same("answer", &answer, &expected)?;
        self.coverage.note(request, &answer, &self.model.state(self.now));

        self.ledger.attach(*sender, *value)?;
        if let Some(Change { event, payouts }) = &answer.settlement {
            self.pay(event, payouts, &raw, &due)?;
        }
        self.ledger.pay(*sender, answer.refund)?;
        if answer.reply.is_err() {
            same("state after a refusal", &self.state(self.now), &all(settled, self.now))?;
        }
        // The reply may pay a winner.
        let in_reply = answer.refund.saturating_sub(*value);
        let has_ended = self.state(self.now).games_finished > before.games_finished;
        let is_stopped = matches!(answer.reply, Ok(Event::GameWasStopped(_)));
        if has_ended && answer.payouts.is_empty() && !is_stopped {
            same("paid in the reply", &in_reply, &before.pot)?;
            self.in_the_game(*sender, &before)?;
        } else if has_ended {
            same("paid in the reply", &in_reply, &0)?;
        }
        if let Ok(event) = &answer.reply {
            self.pay(event, &answer.payouts, &before, &[])?;
        }
        self.check(*sender)
    }

    /// Settles the clock without a message.
    fn alarm(&mut self) -> Checked {
        self.steps.push(format!("at {} the alarm comes", self.now));
        let raw = raw(&self.game);
        let due = self.model.due();
        let settled = settle(&mut self.game, self.now);
        same("settlement", &settled, &self.model.settle(self.now))?;
        self.coverage.note_alarm(&settled);
        if let Some(Change { event, payouts }) = &settled {
            self.pay(event, payouts, &raw, &due)?;
        }
        self.check(self.owner)
    }

    /// Books the payouts that came with this event. Either they end the game of the state `before`:
    /// the whole pot goes to players who are in it, to each once, now or later. Or they are the
    /// next ones of those due.
    fn pay(
        &mut self,
        event: &Event,
        payouts: &Paid,
        before: &GameState,
        due: &[(ActorId, u128)],
    ) -> Checked {
        if payouts.is_empty() {
            return Ok(());
        }
        let mut paid = BTreeSet::new();
        for (to, value, _) in payouts {
            if !paid.insert(*to) {
                return Err(format!("{to} is paid twice"));
            }
            self.ledger.pay(*to, *value)?;
        }
        if let Event::SharesPaid(players) | Event::SentAway(players) = event {
            same("who is paid", &paid, players)?;
            let paid = payouts.iter().map(|(to, value, _)| (*to, *value)).collect::<Vec<_>>();
            return same("what was due", &paid, &due[..paid.len().min(due.len())].to_vec());
        }
        if let [(.., Event::SentAway(_)), ..] = payouts[..] {
            return self.check_sent_away(payouts, before);
        }
        for to in &paid {
            self.in_the_game(*to, before)?;
        }
        let whole: u128 = payouts.iter().map(|(_, value, _)| value).sum();
        let shares = self.model.due();
        let shares = shares.iter().filter(|(player, _)| self.was_in(*player, before));
        let left: u128 = shares.map(|(_, share)| share).sum();
        same("what is paid together", &(whole + left), &before.pot)?;
        let after = self.state(self.now);
        if after.games_finished <= before.games_finished {
            return Err("a payout must end the game".into());
        }
        Ok(())
    }

    /// Checks that the last who registered lost their seats, and that up to sixteen of them got
    /// their bets back. The others wait.
    fn check_sent_away(&self, payouts: &Paid, before: &GameState) -> Checked {
        let full = 1 << before.lobby_list.len().ilog2();
        let sent = BTreeSet::from_iter(before.lobby_list[full..].iter().copied());
        let bet = before.config.bet_size;
        let expected = sent.iter().map(|id| (*id, bet, Event::SentAway([*id].into())));
        same("who is sent away", payouts, &expected.take(16).collect())
    }

    fn was_in(&self, player: ActorId, game: &GameState) -> bool {
        game.lobby_list.contains(&player)
    }

    /// Checks that a player who is paid was in the game of the state `before`.
    fn in_the_game(&mut self, player: ActorId, before: &GameState) -> Checked {
        if let Some(game) = self.state(self.now).last_game {
            self.coverage.most_rounds = self.coverage.most_rounds.max(game.rounds);
        }
        let status = before.players.iter().find(|(id, _)| *id == player);
        match status {
            None | Some((_, PlayerStatus::NotRegistered | PlayerStatus::Out)) => {
                Err(format!("{player} is paid, but is not in the game"))
            }
            Some(_) => Ok(()),
        }
    }

    /// Checks what must hold after every step.
    fn check(&mut self, sender: ActorId) -> Checked {
        let state = self.state(self.now);
        same("state", &state, &self.model.state(self.now))?;
        let later = self.model.deadline() + 1;
        same("state when the stage is over", &self.state(later), &self.model.state(later))?;
        same(
            "deadline that matters",
            &self.game.alarm_deadline(),
            &self.model.deadline_that_matters(),
        )?;
        let status = self.game.clone().answer(StateQuery::Player(sender), self.now).to_reply();
        let expected = self.model.as_of(self.now);
        same("status", &status, &StateReply::Player(expected.status(sender)))?;
        let mut game = self.game.clone();
        let shares = game.answer(StateQuery::SharesDue, self.now).to_reply();
        same("shares", &shares, &StateReply::SharesDue(expected.due()))?;
        let closable = self.game.clone().answer(StateQuery::ClosableFrom, self.now).to_reply();
        same("closable", &closable, &StateReply::ClosableFrom(expected.closable_from()))?;
        same("what is held", &self.game.held(), &self.model.held())?;
        self.ledger.check(self.game.held())?;
        self.check_exit()
    }

    /// Checks that the owner can always stop the game: at once, or at the end of the round if
    /// somebody has committed. All that the program holds is paid, at most sixteen payouts by each
    /// message.
    fn check_exit(&self) -> Checked {
        let mut game = self.game.clone();
        let mut message = self.message(self.owner, 0);
        let (held, games) = (game.held(), raw(&game).games_finished);
        let mut paid = 0;
        // Enough messages for all refunds, the two stages of a round, and all shares.
        for _ in 0..255usize.div_ceil(16) + 8 {
            let is_over = raw(&game).games_finished > games;
            if is_over && game.held() == 0 {
                break;
            }
            let action = if is_over { ActionRef::Advance } else { ActionRef::StopGame };
            let mut payouts = vec![];
            let result = game.handle(&message, action, |outcome| {
                payouts.extend(outcome.to_owned_outcome().payouts)
            });
            match result.map(|outcome| outcome.to_owned_outcome()) {
                Ok(outcome) if outcome.event == Event::StopScheduled => {
                    same("what a stop pays at once", &outcome.payouts.len(), &0)?;
                    message.now = game.deadline() + 1;
                }
                Ok(outcome) => payouts.extend(outcome.payouts),
                Err(GameError::SharesDue { .. }) => {}
                Err(error) => return Err(format!("no exit: {error}")),
            }
            same("at most sixteen", &(payouts.len() <= 16), &true)?;
            paid += payouts.iter().map(|(payout, _)| payout.value).sum::<u128>();
        }
        same("what a stop pays", &paid, &held)?;
        let after = all(game, message.now);
        let left = (after.pot, after.lobby_list.len(), after.round, after.stop_scheduled);
        same("what a stop leaves", &left, &(0, 0, 0, false))?;
        same("games", &(after.games_finished > games), &true)
    }

    fn message(&self, sender: ActorId, value: u128) -> Message {
        Message { sender, value, now: self.now, program: PROGRAM }
    }

    fn state(&self, now: u64) -> GameState {
        all(self.game.clone(), now)
    }
}

fn all(mut game: Game, now: u64) -> GameState {
    state(&mut game, now)
}

/// The state with an overdue stage unsettled: at time 0 no stage is over.
fn raw(game: &Game) -> GameState {
    all(game.clone(), 0)
}

/// Plays a case on both tables. Returns what it met, or what differed and after which steps.
fn play(case: &Case) -> Result<Coverage, String> {
    let (mut tables, mut players) = Tables::open(case);
    match tables.play(case, &mut players) {
        Ok(()) => Ok(tables.coverage),
        Err(divergence) => Err(format!("{divergence}\n{}", tables.steps.join("\n"))),
    }
}

fn run(cases: u32) -> Run {
    Run {
        scale: CaseSize {
            players: u8::MAX,
            intents: 150,
            bets: vec![0, 1, 7, 1_000, 10_000_000_000_000, u128::MAX / 255],
            timeouts: vec![GameConfig::MIN_TIMEOUT, 10_000, 33_333, HOUR, GameConfig::MAX_TIMEOUT],
            soon: 3_000,
            days: 400,
        },
        cases,
        max_shrinks: 20_000,
        regressions: "proptest-regressions/play.txt",
    }
}

#[test]
fn random_play_is_the_model_s_at_every_step() {
    let coverage = run(1_200).cases(2_026, play);
    let coverage = coverage.unwrap_or_else(|divergence| panic!("{divergence}"));
    println!("{coverage}");
    assert_eq!(coverage.missing_of_many(), [""; 0], "never met");
    assert!(coverage.steps >= 100_000, "{} steps", coverage.steps);
    assert!(coverage.won >= 1_000, "{} games won", coverage.won);
    assert!(coverage.most_rounds >= 4, "{} rounds", coverage.most_rounds);
    assert_eq!(coverage.most_players, 255);
}

#[test]
#[ignore = "takes as long as it is told to"]
fn soak() {
    run(200).soak("rules", play);
}
