//! What each message costs, and that it stays below its gate.
//!
//! Gas is deterministic, so the gates are a test. `make gas` prints the table.

use crate::table::*;
use chain_tests::floor;
use gtest::{
    System,
    constants::{Gas, MAX_USER_GAS_LIMIT},
};
use parity_scale_codec::Encode;
use rpsls_io::{Action, Event, GameConfig, Move, RevealResult, commitment};

/// Enough for any message of a player, and too little to arm an alarm.
const FRUGAL: Gas = 2_500_000_000;

/// No stage ends by the clock unless the measurement lets it.
const CONFIG: GameConfig = GameConfig {
    entry_timeout: 3_000_000,
    move_timeout: 3_000_000,
    reveal_timeout: 3_000_000,
    ..UNHURRIED
};

/// The gas of messages of one kind in one game.
#[derive(Default)]
struct Row(Vec<Gas>);

impl Row {
    fn max(&self) -> Gas {
        self.0.iter().copied().max().unwrap_or_default()
    }

    fn mean(&self) -> Gas {
        self.0.iter().sum::<Gas>() / self.0.len().max(1) as Gas
    }

    fn last(&self) -> Gas {
        self.0.last().copied().unwrap_or_default()
    }
}

#[derive(Default)]
struct Costs {
    players: u64,
    init: Gas,
    register: Row,
    make_move: Row,
    reveal: Row,
    last_reveal: Gas,
    leave: Row,
    advance_decides: Gas,
    stop: Gas,
    all_survive: Gas,
    register_with_alarm: Gas,
    move_with_alarm: Gas,
    reveal_with_alarm: Gas,
    alarm_decides: Gas,
}

impl Costs {
    /// Register, move, reveal and payout, for each of the players.
    fn game_per_player(&self) -> Gas {
        let messages = [&self.register, &self.make_move, &self.reveal];
        let sum: Gas = messages.iter().flat_map(|row| &row.0).sum();
        (sum + self.last_reveal) / self.players
    }
}

struct Measured {
    table: Table,
    players: u64,
}

impl Measured {
    fn open(players: u64) -> Self {
        Self { table: Table::new(CONFIG, players), players }
    }

    fn frugal(&mut self, user: u64, action: Action, value: u128) -> Gas {
        let answer = self.table.send_bytes(user, action.encode(), value, FRUGAL);
        assert_eq!(self.table.held_for_alarm(), 0);
        let gas = answer.gas;
        answer.event();
        gas
    }

    fn register(&mut self) -> Row {
        Row((1..=self.players).map(|user| self.frugal(user, Action::Register, BET)).collect())
    }

    fn start(&mut self) {
        self.table.pass_deadline();
        self.table.send(STRANGER, Action::Advance).event();
    }

    fn commit(&mut self, mv: fn(u64) -> Move) -> Row {
        let hash = |user| commitment(&opening_of(user, mv(user)));
        let moves =
            (1..=self.players).map(|user| self.frugal(user, Action::MakeMove(hash(user)), 0));
        Row(moves.collect())
    }

    /// All but the last player reveal.
    fn reveal(&mut self, mv: fn(u64) -> Move) -> Row {
        let opening = |user| Action::Reveal(opening_of(user, mv(user)));
        Row((1..self.players).map(|user| self.frugal(user, opening(user), 0)).collect())
    }
}

/// The first player beats all others.
fn one_wins(user: u64) -> Move {
    if user == 1 { Move::Rock } else { Move::Scissors }
}

fn all_same(_: u64) -> Move {
    Move::Spock
}

fn measure(players: u64) -> Costs {
    let mut costs = Costs { players, init: init(), ..Costs::default() };

    // A game that one player wins with the last reveal.
    let mut game = Measured::open(players);
    costs.register = game.register();
    game.start();
    costs.make_move = game.commit(one_wins);
    costs.reveal = game.reveal(one_wins);
    let last = game.table.reveal(players, one_wins(players));
    costs.last_reveal = last.gas;
    let won = RevealResult::GameOver { winner: id(1) };
    assert_eq!(last.event(), Event::SuccessfulReveal(won));

    // The same table: players leave, in order of registration.
    game.register();
    costs.leave = Row((1..=players).map(|user| game.frugal(user, Action::Leave, 0)).collect());

    // The same table: a round that everyone survives, then the owner stops.
    game.register();
    game.start();
    game.commit(all_same);
    game.reveal(all_same);
    let last = game.table.reveal(players, all_same(players));
    costs.all_survive = last.gas;
    last.event();
    let stopped = game.table.send(OWNER, Action::StopGame);
    costs.stop = stopped.gas;
    stopped.event();

    // The same table: a round that the clock decides among all but one.
    game.register();
    game.start();
    game.commit(all_same);
    game.reveal(all_same);
    game.table.pass_deadline();
    let decided = game.table.send(STRANGER, Action::Advance);
    costs.advance_decides = decided.gas;
    decided.event();
    drop(game);

    with_alarms(&mut costs);
    costs
}

fn init() -> Gas {
    let system = System::new();
    system.mint_to(OWNER, PURSE);
    let message = deploy(&system).send(OWNER, CONFIG);
    system.run_next_block().gas_burned[&message]
}

/// A game whose clock the alarm runs.
fn with_alarms(costs: &mut Costs) {
    let mut game = Measured::open(costs.players);
    let armed = |table: &mut Table, user, action: Action, value| {
        assert_eq!(table.held_for_alarm(), 0);
        let answer = table.send_bytes(user, action.encode(), value, MAX_USER_GAS_LIMIT);
        assert!(table.held_for_alarm() > 0);
        answer.gas
    };
    game.frugal(1, Action::Register, BET);
    costs.register_with_alarm = armed(&mut game.table, 2, Action::Register, BET);
    for user in 3..=costs.players {
        game.table.register(user).event();
    }
    game.table.pass_deadline();
    let hash = |user| Action::MakeMove(commitment(&opening_of(user, all_same(user))));
    costs.move_with_alarm = armed(&mut game.table, 1, hash(1), 0);
    for user in 2..=costs.players {
        game.table.send(user, hash(user)).event();
    }
    // The alarm of the moves comes and finds that nobody has revealed.
    while game.table.held_for_alarm() > 0 {
        game.table.run_block();
    }
    let opening = |user| Action::Reveal(opening_of(user, all_same(user)));
    costs.reveal_with_alarm = armed(&mut game.table, 1, opening(1), 0);
    for user in 2..costs.players {
        game.table.send(user, opening(user)).event();
    }
    while game.table.held_for_alarm() > 0 {
        let block = game.table.run_block();
        costs.alarm_decides = block.gas_burned.values().copied().max().unwrap_or_default();
    }
}

const MILLION: Gas = 1_000_000;

#[test]
fn the_gates_hold_at_every_size() {
    for players in [2, 3, 4, 5, 7, 10, 16, 25, 40, 63, 64, 65, 100, 128, 160, 190, 200, 225, 250] {
        let costs = measure(players);
        let gates = [
            ("Register", costs.register.max(), 600),
            ("MakeMove", costs.make_move.max(), 620),
            ("Reveal", costs.reveal.max(), 650),
            ("last Reveal", costs.last_reveal, 900),
            ("game per player", costs.game_per_player(), 1_850),
        ];
        for (name, gas, gate) in gates {
            assert!(gas <= gate * MILLION, "{name} of {players} players: {gas}");
        }
    }
}

/// The least that the program gives an alarm, see `ALARM_MIN_GAS` there.
const ALARM_MIN_GAS: Gas = 4_000_000_000;

#[test]
fn an_alarm_ends_any_stage_with_the_least_gas_it_is_given() {
    assert!(measure(255).alarm_decides * 5 / 4 < ALARM_MIN_GAS);
}

/// Not a check: `make gas` runs it for what it prints.
#[test]
#[ignore = "prints the table"]
fn table() {
    let sizes = [2, 3, 5, 10, 50, 100, 250];
    let games = sizes.map(measure);
    let [plain, with_payout] = floor::measure();

    let row = |name: &str, gas: &dyn Fn(&Costs) -> Gas, floor: Option<Gas>| {
        print!("| {name:<38} |");
        for game in &games {
            print!(" {:>6.3} |", gas(game) as f64 / 1e9);
        }
        match floor {
            Some(floor) => {
                let ratio = gas(&games[0]) as f64 / floor as f64;
                println!(" {:>6.3} | {ratio:>5.2} |", floor as f64 / 1e9);
            }
            None => println!("        |       |"),
        }
    };
    println!("Gas in 10⁹ by number of players; program {} bytes.\n", rpsls::WASM_BINARY_OPT.len());
    print!("| {:<38} |", "");
    sizes.iter().for_each(|size| print!(" {size:>6} |"));
    println!("  floor | ratio |");
    println!("|{}|{}--------|-------|", "-".repeat(40), "-------:|".repeat(sizes.len()));
    row("`init`", &|costs| costs.init, None);
    for (name, pick) in [
        ("`Register`", (|costs| &costs.register) as fn(&Costs) -> &Row),
        ("`MakeMove`", |costs| &costs.make_move),
        ("`Reveal`, not the last", |costs| &costs.reveal),
        ("`Leave`", |costs| &costs.leave),
    ] {
        row(&format!("{name}, highest"), &|costs| pick(costs).max(), Some(plain));
        row(&format!("{name}, mean"), &|costs| pick(costs).mean(), Some(plain));
        row(&format!("{name}, last"), &|costs| pick(costs).last(), Some(plain));
    }
    row("last `Reveal`, pays the winner", &|costs| costs.last_reveal, Some(with_payout));
    let game = 3 * plain + (with_payout - plain) / 2;
    row("whole game ÷ players", &|costs| costs.game_per_player(), Some(game));
    row("last `Reveal`, all survive", &|costs| costs.all_survive, None);
    row("`Advance` that decides a round", &|costs| costs.advance_decides, None);
    row("`StopGame`", &|costs| costs.stop, None);
    row("`Register` with alarm", &|costs| costs.register_with_alarm, None);
    row("`MakeMove` with alarm", &|costs| costs.move_with_alarm, None);
    row("`Reveal` with alarm", &|costs| costs.reveal_with_alarm, None);
    row("alarm that decides a round", &|costs| costs.alarm_decides, None);
}
