//! Checks that each message costs no more gas than its gate.
//!
//! Gas is deterministic, so a test can check the gates. `make gas` prints the table. The players'
//! ids are in random order: ids in the order of registration would make messages look too cheap.

use crate::table::*;
use chain_tests::{
    floor,
    gas::{MILLION, Row, Table as GasTable},
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

#[derive(Default)]
struct Costs {
    players: u64,
    init: Gas,
    register: Row,
    join: Row,
    join_delegated: Row,
    make_move: Row,
    commit: Row,
    commit_by_delegate: Row,
    reveal: Row,
    reveal_bound: Row,
    reveal_and_commit: Row,
    reveal_by_delegate: Row,
    commit_for: Row,
    reveal_for: Row,
    leave: Row,
    winner_reveals_last: Gas,
    loser_reveals_last: Gas,
    all_survive: Gas,
    advance_decides: Gas,
    stop: Gas,
    /// All messages of a game of one round: in this one players register, move and reveal; in the
    /// next they join with their moves and reveal.
    three_messages: Gas,
    two_messages: Gas,
    register_with_alarm: Gas,
    move_with_alarm: Gas,
    reveal_with_alarm: Gas,
    alarm_decides: Gas,
}

impl Costs {
    fn per_player(&self, game: Gas) -> Gas {
        game / self.players
    }
}

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
    fn open(config: GameConfig, rules: GameRules, players: u64) -> Self {
        let init = TableInit { config, rules, owner: None };
        let users = (1..=players).flat_map(|n| [user(n), delegate(n)]);
        Self { table: Table::open(init.encode(), users), players }
    }

    fn plain(players: u64) -> Self {
        Self::open(CONFIG, GameRules::default(), players)
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
    ) -> Row {
        self.first(self.players, value, by, action)
    }

    /// Sends one message for each of the first `count` players.
    fn first(
        &mut self,
        count: u64,
        value: u128,
        by: fn(u64) -> u64,
        action: impl Fn(&Self, u64) -> Action,
    ) -> Row {
        let measured = (1..=count).map(|n| {
            let action = action(self, n);
            let answer = self.send(by(n), &action, value);
            let gas = answer.gas;
            answer.event();
            gas
        });
        Row(measured.collect())
    }

    fn register(&mut self) -> Row {
        self.each(BET, user, |_, _| Action::Register)
    }

    fn join(&mut self, mv: fn(u64) -> Move, delegate: fn(u64) -> Option<ActorId>) -> Row {
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

    fn make_moves(&mut self, mv: fn(u64) -> Move) -> Row {
        self.each(0, user, |_, n| Action::MakeMove(commitment(&opening_by(n, mv(n)))))
    }

    fn commit(&mut self, mv: fn(u64) -> Move, by: fn(u64) -> u64) -> Row {
        self.each(0, by, |game, n| Action::Commit(game.bound(n, mv(n))))
    }

    /// Reveals for all players but the last.
    fn reveal(&mut self, mv: fn(u64) -> Move, by: fn(u64) -> u64) -> Row {
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

fn measure(players: u64) -> Costs {
    let mut costs = Costs { players, init: init(), ..Costs::default() };
    three_messages(&mut costs);
    two_messages(&mut costs);
    delegated(&mut costs);
    with_alarms(&mut costs);
    costs
}

/// Measures a game of three messages: `Register`, `MakeMove`, `Reveal`.
fn three_messages(costs: &mut Costs) {
    let mut game = Measured::plain(costs.players);
    costs.register = game.register();
    game.start();
    costs.make_move = game.make_moves(first_wins);
    costs.reveal = game.reveal(first_wins, user);
    let (gas, event) = game.last_reveal(first_wins);
    assert_eq!(event, won_by(1));
    costs.loser_reveals_last = gas;
    let messages = [&costs.register, &costs.make_move, &costs.reveal];
    costs.three_messages = messages.iter().map(|row| row.sum()).sum::<Gas>() + gas;

    // At the same table, players leave in the order of registration.
    game.register();
    costs.leave = game.each(0, user, |_, _| Action::Leave);

    // At the same table, everyone survives a round, and then the owner stops the game.
    game.register();
    game.start();
    costs.commit = game.commit(all_same, user);
    costs.reveal_bound = game.reveal(all_same, user);
    let (gas, event) = game.last_reveal(all_same);
    assert!(matches!(event, Event::SuccessfulReveal(RevealResult::NextRoundStarted { .. })));
    costs.all_survive = gas;
    let stopped = game.table.send(OWNER, Action::StopGame);
    costs.stop = stopped.gas;
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
    costs.advance_decides = decided.gas;
    decided.event();
}

/// Measures a game of two messages: `Join` with the move, `Reveal`. It starts when it is full.
fn two_messages(costs: &mut Costs) {
    let last_wins = |n: u64, players: u64| match n == players {
        true => Move::Rock,
        false => Move::Scissors,
    };
    let players = costs.players;
    let full = GameConfig { players_count_limit: players as u8, ..CONFIG };
    let mut game = Measured::open(full, MODERN, players);
    let joined = game.each(BET, user, |game, n| {
        let commitment = Some(game.bound(n, last_wins(n, players)));
        Action::Join(Entry { game: Some(0), commitment, delegate: None })
    });
    let revealed = game
        .first(players - 1, 0, user, |_, n| Action::Reveal(opening_by(n, last_wins(n, players))));
    let last = Action::Reveal(opening_by(players, last_wins(players, players)));
    let answer = game.send(user(players), &last, 0);
    costs.winner_reveals_last = answer.gas;
    assert_eq!(answer.gain, (u128::from(players) * BET) as i128, "the pot is in the reply");
    assert_eq!(answer.event(), won_by(players));
    costs.two_messages = joined.sum() + revealed.sum() + costs.winner_reveals_last;

    drop(game);

    // This table doesn't start by itself. It measures what joining alone costs, and a reveal that
    // commits to the next round at once.
    let mut game = Measured::plain(players);
    costs.join = game.join(all_same, nobody);
    game.start();
    costs.reveal_and_commit = game.first(players - 1, 0, user, |game, n| Action::RevealAndCommit {
        opening: opening_by(n, all_same(n)),
        next: game.bound(n, all_same(n)),
    });
}

/// Measures a game in which delegates play.
fn delegated(costs: &mut Costs) {
    let mut game = Measured::plain(costs.players);
    costs.join_delegated = game.join(all_same, somebody);
    game.start();
    costs.reveal_by_delegate = game.reveal(all_same, delegate);
    assert!(matches!(game.last_reveal(all_same).1, Event::SuccessfulReveal(_)));
    costs.commit_by_delegate = game.commit(all_same, delegate);

    drop(game);

    // Here the delegates' messages name the player.
    let mut game = Measured::plain(costs.players);
    game.join(all_same, somebody);
    game.start();
    costs.reveal_for = game.first(costs.players - 1, 0, delegate, |_, n| Action::RevealFor {
        player: id(user(n)),
        opening: opening_by(n, all_same(n)),
        next: None,
    });
    assert!(matches!(game.last_reveal(all_same).1, Event::SuccessfulReveal(_)));
    costs.commit_for = game.each(0, delegate, |game, n| Action::CommitFor {
        player: id(user(n)),
        hash: game.bound(n, all_same(n)),
    });
}

fn init() -> Gas {
    let system = System::new();
    system.mint_to(OWNER, PURSE);
    let message = deploy(&system).send(OWNER, CONFIG);
    system.run_next_block().gas_burned[&message]
}

/// Measures a game that the alarm moves on.
fn with_alarms(costs: &mut Costs) {
    let mut game = Measured::plain(costs.players);
    let armed = |table: &mut Table, sender, action: &Action, value| {
        assert_eq!(table.held_for_alarm(), 0);
        let answer = table.send_bytes(sender, action.encode(), value, MAX_USER_GAS_LIMIT);
        assert!(table.held_for_alarm() > 0);
        answer.gas
    };
    let unarmed = |table: &mut Table, n: u64, action: &Action, value| {
        table.send_bytes(user(n), action.encode(), value, MAX_USER_GAS_LIMIT).event();
    };
    game.send(user(1), &Action::Register, BET).event();
    costs.register_with_alarm = armed(&mut game.table, user(2), &Action::Register, BET);
    for n in 3..=costs.players {
        unarmed(&mut game.table, n, &Action::Register, BET);
    }
    game.table.pass_deadline();
    let hash = |n| Action::MakeMove(commitment(&opening_by(n, all_same(n))));
    costs.move_with_alarm = armed(&mut game.table, user(1), &hash(1), 0);
    for n in 2..=costs.players {
        unarmed(&mut game.table, n, &hash(n), 0);
    }
    // The alarm of the moves arrives, and finds that nobody has revealed.
    while game.table.held_for_alarm() > 0 {
        game.table.run_block();
    }
    let opening = |n| Action::Reveal(opening_by(n, all_same(n)));
    costs.reveal_with_alarm = armed(&mut game.table, user(1), &opening(1), 0);
    for n in 2..costs.players {
        unarmed(&mut game.table, n, &opening(n), 0);
    }
    while game.table.held_for_alarm() > 0 {
        let block = game.table.run_block();
        costs.alarm_decides = block.gas_burned.values().copied().max().unwrap_or_default();
    }
}

/// The two gates of a message, in 10⁶ gas.
#[derive(Clone, Copy)]
enum Gates {
    /// One gate for tables of up to 160 players, and one for larger tables, which need a second
    /// page of memory.
    Pages(Gas, Gas),
    /// One gate for 2 players and one for 250, for a message that lists them. In between the gate
    /// grows in proportion.
    Listed(Gas, Gas),
}

impl Gates {
    fn of(&self, players: u64) -> Gas {
        match *self {
            Gates::Pages(small, large) => MILLION * if players <= 160 { small } else { large },
            Gates::Listed(two, most) => {
                MILLION * two + MILLION * (most - two) * (players - 2) / 248
            }
        }
    }
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

fn check_gates(players: u64) {
    use Gates::{Listed, Pages};
    let costs = measure(players);
    // Among two players, the silence of one makes the other one win: a payout comes on top of the
    // broadcast and the reply. Even the cheapest program that sends three messages burns 0.87 ×
    // 10⁹.
    let advance = if players == 2 { Pages(1_010, 0) } else { Listed(900, 1_700) };
    // Each player sends this in each round.
    let reveal = if players == 2 { Pages(585, 0) } else { Pages(590, 630) };
    // It pays sixteen shares at most, and names all players in its reply.
    let stop = 700 + 260 * players.min(16) + 2 * players;
    let gates = [
        ("Register", costs.register.max(), Pages(570, 720)),
        ("Join", costs.join.max(), Pages(600, 750)),
        ("Join with a delegate", costs.join_delegated.max(), Pages(800, 800)),
        ("MakeMove", costs.make_move.max(), Pages(575, 625)),
        ("Commit", costs.commit.max(), Pages(575, 625)),
        ("Commit by a delegate", costs.commit_by_delegate.max(), Pages(670, 720)),
        ("CommitFor", costs.commit_for.max(), Pages(670, 720)),
        ("Reveal", costs.reveal.max(), reveal),
        ("Reveal of a bound hash", costs.reveal_bound.max(), reveal),
        ("Reveal by a delegate", costs.reveal_by_delegate.max(), Pages(690, 730)),
        ("RevealFor", costs.reveal_for.max(), Pages(690, 730)),
        ("RevealAndCommit", costs.reveal_and_commit.max(), Pages(610, 650)),
        ("last Reveal by the winner", costs.winner_reveals_last, Pages(650, 700)),
        ("last Reveal, another wins", costs.loser_reveals_last, Pages(820, 870)),
        ("last Reveal, all survive", costs.all_survive, Listed(700, 1_400)),
        ("Advance that decides a round", costs.advance_decides, advance),
        ("StopGame", costs.stop, Pages(stop, stop)),
        ("two messages ÷ players", costs.per_player(costs.two_messages), Pages(1_300, 1_300)),
    ];
    for (name, gas, gates) in gates {
        let gate = gates.of(players);
        assert!(gas <= gate, "{name} of {players} players: {gas} is above the gate of {gate}");
        let is_bounded = gas <= rpsls_io::gas::BURNED || name == "StopGame";
        assert!(is_bounded || name.contains('÷'), "{name} of {players} players: {gas}");
    }
}

/// All players draw, so a toss decides each pair.
#[test]
fn a_knockout_of_250_decides_a_round_within_its_gate() {
    let rules = GameRules { format: Format::Knockout, start_when_full: false };
    let mut game = Measured::open(CONFIG, rules, 250);
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
    let table = GasTable::measure(("players", &sizes), rpsls::WASM_BINARY_OPT, 38, measure);
    let [plain, with_payout] = floor::measure();
    table.row("`init`", |costs| costs.init, None);
    type Pick = fn(&Costs) -> &Row;
    let rows: [(&str, Pick); 8] = [
        ("`Register`", |costs| &costs.register),
        ("`Join` with a commitment", |costs| &costs.join),
        ("`Join`, with a delegate too", |costs| &costs.join_delegated),
        ("`MakeMove`", |costs| &costs.make_move),
        ("`Commit`", |costs| &costs.commit),
        ("`Reveal`, not the last", |costs| &costs.reveal),
        ("`RevealAndCommit`, not the last", |costs| &costs.reveal_and_commit),
        ("`Leave`", |costs| &costs.leave),
    ];
    for (name, pick) in rows {
        table.row(name, |costs| pick(costs).max(), Some(plain));
    }
    table.row("`Commit` by a delegate", |costs| costs.commit_by_delegate.max(), Some(plain));
    table.row("`Reveal` by a delegate", |costs| costs.reveal_by_delegate.max(), Some(plain));
    table.row("`CommitFor`", |costs| costs.commit_for.max(), Some(plain));
    table.row("`RevealFor`", |costs| costs.reveal_for.max(), Some(plain));
    table.row("last `Reveal`, by the winner", |costs| costs.winner_reveals_last, Some(plain));
    table.row("last `Reveal`, another wins", |costs| costs.loser_reveals_last, Some(with_payout));
    table.row("last `Reveal`, all survive", |costs| costs.all_survive, None);
    table.row("`Advance` that decides a round", |costs| costs.advance_decides, None);
    table.row("`StopGame`", |costs| costs.stop, None);
    table.row("three messages ÷ players", |costs| costs.per_player(costs.three_messages), None);
    table.row("two messages ÷ players", |costs| costs.per_player(costs.two_messages), None);
    table.row("`Register` with alarm", |costs| costs.register_with_alarm, None);
    table.row("`MakeMove` with alarm", |costs| costs.move_with_alarm, None);
    table.row("`Reveal` with alarm", |costs| costs.reveal_with_alarm, None);
    table.row("alarm that decides a round", |costs| costs.alarm_decides, None);
}
