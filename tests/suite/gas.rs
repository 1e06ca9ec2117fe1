//! Checks that each message costs no more gas than its gate, and hardly more than in the last
//! release.
//!
//! Gas is deterministic, so a test can check the gates. `make gas` prints the table. The players'
//! ids are in random order: ids in the order of registration would make messages look too cheap.

use crate::table::*;
use chain_tests::{
    gas::{self, Costs, Floor, Kind, MILLION},
    metadata::released,
};
use gprimitives::H256;
use gstd::ActorId;
use gtest::{
    System,
    constants::{Gas, MAX_USER_GAS_LIMIT},
};
use parity_scale_codec::Encode;
use rpsls_io::{
    Action, Entry, Event, Format, GameConfig, GameRules, Move, RevealResult, TableInit,
    bound_commitment, commitment, opening,
};

/// Stages so long that the clock ends none, unless the measurement passes the deadline.
const CONFIG: GameConfig = GameConfig {
    entry_timeout: 3_000_000,
    move_timeout: 3_000_000,
    reveal_timeout: 3_000_000,
    ..UNHURRIED
};

const MODERN: GameRules = GameRules { format: Format::Points, start_when_full: true };

/// The user who registers as the n-th, from 1. The ids of successive users are in no order.
fn user(n: u64) -> u64 {
    let mixed = (n ^ n << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 29
}

/// The delegate of the n-th user.
fn delegate(n: u64) -> u64 {
    user(n + 1_000)
}

struct Measured {
    table: Table,
    players: u64,
}

impl Measured {
    fn open(code: &[u8], config: GameConfig, rules: GameRules, players: u64) -> Self {
        let init = TableInit { config, rules, owner: None };
        let users = (1..=players).flat_map(|n| [user(n), delegate(n)]);
        Self { table: Table::of_code(code, init.encode(), users), players }
    }

    fn plain(code: &[u8], players: u64) -> Self {
        Self::open(code, CONFIG, GameRules::default(), players)
    }

    fn send(&mut self, sender: u64, action: &Action, value: u128) -> Answer {
        let answer = self.table.send_bytes(sender, action.encode(), value, FRUGAL);
        assert_eq!(self.table.held_for_alarm(), 0);
        answer
    }

    /// Sends one message for each player.
    fn each(
        &mut self,
        value: u128,
        by: fn(u64) -> u64,
        action: impl Fn(&Self, u64) -> Action,
    ) -> Vec<Gas> {
        self.first(self.players, value, by, action)
    }

    /// Sends one message for each of the first `count` players.
    fn first(
        &mut self,
        count: u64,
        value: u128,
        by: fn(u64) -> u64,
        action: impl Fn(&Self, u64) -> Action,
    ) -> Vec<Gas> {
        let measured = (1..=count).map(|n| {
            let action = action(self, n);
            let answer = self.send(by(n), &action, value);
            let gas = answer.gas;
            answer.event();
            gas
        });
        measured.collect()
    }

    fn register(&mut self) -> Vec<Gas> {
        self.each(BET, user, |_, _| Action::Register)
    }

    fn join(&mut self, mv: fn(u64) -> Move, delegate: fn(u64) -> Option<ActorId>) -> Vec<Gas> {
        self.each(BET, user, |game, n| {
            let commitment = Some(game.bound(n, mv(n)));
            Action::Join(Entry { game: Some(0), commitment, delegate: delegate(n) })
        })
    }

    fn start(&mut self) {
        self.table.pass_deadline();
        self.table.send(STRANGER, Action::Advance).event();
    }

    fn bound(&self, n: u64, mv: Move) -> H256 {
        bound_commitment(self.table.id(), id(user(n)), &opening_by(n, mv))
    }

    fn make_moves(&mut self, mv: fn(u64) -> Move) -> Vec<Gas> {
        self.each(0, user, |_, n| Action::MakeMove(commitment(&opening_by(n, mv(n)))))
    }

    fn commit(&mut self, mv: fn(u64) -> Move, by: fn(u64) -> u64) -> Vec<Gas> {
        self.each(0, by, |game, n| Action::Commit(game.bound(n, mv(n))))
    }

    /// Reveals for all players but the last.
    fn reveal(&mut self, mv: fn(u64) -> Move, by: fn(u64) -> u64) -> Vec<Gas> {
        self.first(self.players - 1, 0, by, |_, n| Action::Reveal(opening_by(n, mv(n))))
    }

    fn last_reveal(&mut self, mv: fn(u64) -> Move) -> (Gas, Event) {
        let n = self.players;
        let answer = self.send(user(n), &Action::Reveal(opening_by(n, mv(n))), 0);
        (answer.gas, answer.event())
    }
}

fn opening_by(n: u64, mv: Move) -> String {
    opening(mv, &format!("16 bytes in hex, the usual: {n:04}"))
}

/// The first player's move beats the moves of all others.
fn first_wins(n: u64) -> Move {
    if n == 1 { Move::Rock } else { Move::Scissors }
}

fn nobody(_: u64) -> Option<ActorId> {
    None
}

fn somebody(n: u64) -> Option<ActorId> {
    Some(id(delegate(n)))
}

fn all_same(_: u64) -> Move {
    Move::Spock
}

fn won_by(n: u64) -> Event {
    Event::SuccessfulReveal(RevealResult::GameOver { winner: id(user(n)) })
}

fn measure(code: &[u8], players: u64) -> Costs {
    let mut costs = Costs::default();
    costs.note("`init`", &[init(code)]);
    three_messages(&mut costs, code, players);
    two_messages(&mut costs, code, players);
    delegated(&mut costs, code, players);
    with_alarms(&mut costs, code, players);
    costs
}

/// Measures a game of three messages: `Register`, `MakeMove`, `Reveal`.
fn three_messages(costs: &mut Costs, code: &[u8], players: u64) {
    let mut game = Measured::plain(code, players);
    let registered = game.register();
    game.start();
    let moved = game.make_moves(first_wins);
    let revealed = game.reveal(first_wins, user);
    let (last, event) = game.last_reveal(first_wins);
    assert_eq!(event, won_by(1));
    costs.note("`Register`", &registered);
    costs.note("`MakeMove`", &moved);
    costs.note("`Reveal`, not the last", &revealed);
    costs.note("last `Reveal`, another wins", &[last]);
    let all: Gas = [registered, moved, revealed, vec![last]].concat().iter().sum();
    costs.note("three messages ÷ players", &[all / players]);

    // At the same table, players leave in the order of registration.
    game.register();
    costs.note("`Leave`", &game.each(0, user, |_, _| Action::Leave));

    // At the same table, everyone survives a round, and then the owner stops the game.
    game.register();
    game.start();
    costs.note("`Commit`", &game.commit(all_same, user));
    costs.note("`Reveal`, not the last", &game.reveal(all_same, user));
    let (gas, event) = game.last_reveal(all_same);
    assert!(matches!(event, Event::SuccessfulReveal(RevealResult::NextRoundStarted { .. })));
    costs.note("last `Reveal`, all survive", &[gas]);
    let stopped = game.table.send(OWNER, Action::StopGame);
    costs.note("`StopGame`", &[stopped.gas]);
    stopped.event();
    while game.table.held_for_alarm() > 0 {
        game.table.run_block();
    }
    assert_eq!(game.table.state().pot, 0, "the alarm has paid all shares");

    // At the same table, the clock decides a round in which the last player does not reveal.
    game.register();
    game.start();
    game.make_moves(all_same);
    game.reveal(all_same, user);
    game.table.pass_deadline();
    let decided = game.table.send(STRANGER, Action::Advance);
    costs.note("`Advance` that decides a round", &[decided.gas]);
    decided.event();
}

/// Measures a game of two messages: `Join` with the move, `Reveal`. It starts when it is full.
fn two_messages(costs: &mut Costs, code: &[u8], players: u64) {
    let last_wins = |n: u64| if n == players { Move::Rock } else { Move::Scissors };
    let full = GameConfig { players_count_limit: players as u8, ..CONFIG };
    let mut game = Measured::open(code, full, MODERN, players);
    let joined = game.each(BET, user, |game, n| {
        let commitment = Some(game.bound(n, last_wins(n)));
        Action::Join(Entry { game: Some(0), commitment, delegate: None })
    });
    let reveal = |n| Action::Reveal(opening_by(n, last_wins(n)));
    let revealed = game.first(players - 1, 0, user, |_, n| reveal(n));
    let answer = game.send(user(players), &reveal(players), 0);
    costs.note("last `Reveal`, by the winner", &[answer.gas]);
    let all: Gas = [joined, revealed, vec![answer.gas]].concat().iter().sum();
    costs.note("two messages ÷ players", &[all / players]);
    assert_eq!(answer.gain, (u128::from(players) * BET) as i128, "the pot is in the reply");
    assert_eq!(answer.event(), won_by(players));

    drop(game);

    // This table doesn't start by itself. It measures what joining alone costs, and a reveal that
    // commits to the next round at once.
    let mut game = Measured::plain(code, players);
    costs.note("`Join` with a commitment", &game.join(all_same, nobody));
    game.start();
    let revealed = game.first(players - 1, 0, user, |game, n| Action::RevealAndCommit {
        opening: opening_by(n, all_same(n)),
        next: game.bound(n, all_same(n)),
    });
    costs.note("`RevealAndCommit`, not the last", &revealed);
}

/// Measures a game in which delegates play.
fn delegated(costs: &mut Costs, code: &[u8], players: u64) {
    let mut game = Measured::plain(code, players);
    costs.note("`Join`, with a delegate too", &game.join(all_same, somebody));
    game.start();
    costs.note("`Reveal` by a delegate", &game.reveal(all_same, delegate));
    assert!(matches!(game.last_reveal(all_same).1, Event::SuccessfulReveal(_)));
    costs.note("`Commit` by a delegate", &game.commit(all_same, delegate));

    drop(game);

    // Here the delegates' messages name the player.
    let mut game = Measured::plain(code, players);
    game.join(all_same, somebody);
    game.start();
    let revealed = game.first(players - 1, 0, delegate, |_, n| Action::RevealFor {
        player: id(user(n)),
        opening: opening_by(n, all_same(n)),
        next: None,
    });
    costs.note("`RevealFor`", &revealed);
    assert!(matches!(game.last_reveal(all_same).1, Event::SuccessfulReveal(_)));
    let committed = game.each(0, delegate, |game, n| Action::CommitFor {
        player: id(user(n)),
        hash: game.bound(n, all_same(n)),
    });
    costs.note("`CommitFor`", &committed);
}

fn init(code: &[u8]) -> Gas {
    let system = System::new();
    system.mint_to(OWNER, PURSE);
    let message = deploy(&system, code).send(OWNER, CONFIG);
    system.run_next_block().gas_burned[&message]
}

/// Measures a game that the alarm moves on.
fn with_alarms(costs: &mut Costs, code: &[u8], players: u64) {
    let mut game = Measured::plain(code, players);
    let armed = |table: &mut Table, sender, action: &Action, value| {
        assert_eq!(table.held_for_alarm(), 0);
        let answer = table.send_bytes(sender, action.encode(), value, MAX_USER_GAS_LIMIT);
        assert!(table.held_for_alarm() > 0);
        [answer.gas]
    };
    let unarmed = |table: &mut Table, n: u64, action: &Action, value| {
        table.send_bytes(user(n), action.encode(), value, MAX_USER_GAS_LIMIT).event();
    };
    game.send(user(1), &Action::Register, BET).event();
    let gas = armed(&mut game.table, user(2), &Action::Register, BET);
    costs.note("`Register` with alarm", &gas);
    for n in 3..=players {
        unarmed(&mut game.table, n, &Action::Register, BET);
    }
    game.table.pass_deadline();
    let hash = |n| Action::MakeMove(commitment(&opening_by(n, all_same(n))));
    costs.note("`MakeMove` with alarm", &armed(&mut game.table, user(1), &hash(1), 0));
    for n in 2..=players {
        unarmed(&mut game.table, n, &hash(n), 0);
    }
    // The alarm of the moves arrives, and finds that nobody has revealed.
    while game.table.held_for_alarm() > 0 {
        game.table.run_block();
    }
    let opening = |n| Action::Reveal(opening_by(n, all_same(n)));
    costs.note("`Reveal` with alarm", &armed(&mut game.table, user(1), &opening(1), 0));
    for n in 2..players {
        unarmed(&mut game.table, n, &opening(n), 0);
    }
    let mut decided = vec![];
    while game.table.held_for_alarm() > 0 {
        decided = game.table.run_block().gas_burned.into_values().collect();
    }
    costs.note("alarm that decides a round", &decided);
}

/// The kinds of messages at a table of this many players, in the order of the table of `make gas`.
fn kinds(players: u64) -> [Kind; 24] {
    use Floor::{None as NoFloor, Plain, WithMessage};
    // One gate for tables of up to 160 players, and one for larger tables, which need a second page
    // of memory.
    let pages = |small, large| Some(MILLION * if players <= 160 { small } else { large });
    // One gate for 2 players and one for 250, for a message that lists them. In between the gate
    // grows in proportion.
    let listed = |two, most| Some(MILLION * two + MILLION * (most - two) * (players - 2) / 248);
    // Among two players, the silence of one makes the other one win: a payout comes on top of the
    // broadcast and the reply. Even the cheapest program that sends three messages burns 0.87 ×
    // 10⁹.
    let advance = if players == 2 { pages(1_010, 0) } else { listed(900, 1_700) };
    // Each player sends this in each round.
    let reveal = if players == 2 { pages(585, 0) } else { pages(590, 630) };
    // It pays sixteen shares at most, and names all players in its reply.
    let stop = 700 + 260 * players.min(16) + 2 * players;
    [
        ("`init`", NoFloor, None),
        ("`Register`", Plain, pages(570, 720)),
        ("`Join` with a commitment", Plain, pages(600, 750)),
        ("`Join`, with a delegate too", Plain, pages(800, 800)),
        ("`MakeMove`", Plain, pages(575, 625)),
        ("`Commit`", Plain, pages(575, 625)),
        ("`Reveal`, not the last", Plain, reveal),
        ("`RevealAndCommit`, not the last", Plain, pages(610, 650)),
        ("`Leave`", Plain, None),
        ("`Commit` by a delegate", Plain, pages(670, 720)),
        ("`Reveal` by a delegate", Plain, pages(690, 730)),
        ("`CommitFor`", Plain, pages(670, 720)),
        // It reads no delegate.
        ("`RevealFor`", Plain, reveal),
        ("last `Reveal`, by the winner", Plain, pages(650, 700)),
        ("last `Reveal`, another wins", WithMessage, pages(820, 870)),
        ("last `Reveal`, all survive", NoFloor, listed(700, 1_400)),
        ("`Advance` that decides a round", NoFloor, advance),
        ("`StopGame`", NoFloor, pages(stop, stop)),
        ("three messages ÷ players", NoFloor, None),
        ("two messages ÷ players", NoFloor, pages(1_300, 1_300)),
        ("`Register` with alarm", NoFloor, None),
        ("`MakeMove` with alarm", NoFloor, None),
        ("`Reveal` with alarm", NoFloor, None),
        ("alarm that decides a round", NoFloor, None),
    ]
}

/// The sizes are the ends of the curve, and the last one before its only step: the ids of the last
/// ninety seats or so lie on a page of their own. Each size is a test, so that the large ones run
/// side by side.
macro_rules! the_gates_hold {
    ($($name:ident: $players:literal,)*) => {
        mod the_gates_hold {
            $(#[test]
            fn $name() {
                super::check_gates($players);
            })*
        }
    };
}

the_gates_hold! {
    among_2: 2,
    among_3: 3,
    among_16: 16,
    among_160: 160,
    among_250: 250,
}

/// How much more gas than in the last release a message may burn.
const MORE: Gas = 5 * MILLION;

fn check_gates(players: u64) {
    let (costs, kinds) = (measure(rpsls::WASM_BINARY_OPT, players), kinds(players));
    costs.check(&kinds, players);
    // Both read no delegate.
    let [reveal, for_player] = ["`Reveal`, not the last", "`RevealFor`"].map(|name| costs.of(name));
    assert!(for_player <= reveal + MORE / 2, "{for_player}, not {reveal}");
    let released = measure(&released("rpsls.opt.wasm"), players);
    for (name, ..) in kinds.iter().filter(|(name, ..)| !name.contains('÷')) {
        let (now, before) = (costs.of(name), released.of(name));
        assert!(now <= before + MORE, "{name} of {players}: {now}, in the last release {before}");
    }
    // What a message that pays at most one player may burn.
    for (name, ..) in kinds.iter().filter(|(name, _, gate)| gate.is_some() && !name.contains('÷'))
    {
        let gas = costs.of(name);
        assert!(gas <= rpsls_io::gas::BURNED || *name == "`StopGame`", "{name}: {gas}");
    }
}

/// All players draw, so a toss decides each pair.
#[test]
fn a_knockout_of_250_decides_a_round_within_its_gate() {
    let rules = GameRules { format: Format::Knockout, start_when_full: false };
    let mut game = Measured::open(rpsls::WASM_BINARY_OPT, CONFIG, rules, 250);
    game.register();
    game.start();
    game.commit(all_same, user);
    game.reveal(all_same, user);
    let (gas, event) = game.last_reveal(all_same);
    match event {
        Event::SuccessfulReveal(RevealResult::NextRoundStarted { players }) => {
            assert_eq!(players.len(), 128)
        }
        other => panic!("a round of pairs leads to the next, not to {other:?}"),
    }
    println!("a knockout round of 250: {gas}");
    assert!(gas <= 1_000 * MILLION, "{gas}");
}

/// Prints the table for `make gas`. It checks nothing.
#[test]
#[ignore = "prints the table"]
fn table() {
    let sizes = [2, 3, 5, 10, 50, 100, 250];
    let code = rpsls::WASM_BINARY_OPT;
    gas::print(("players", &sizes), code, 38, &kinds(2), |players| measure(code, players));
}
