//! Messages and alarms with too little gas, or with just enough.

use crate::{prepared::*, table::*};
use gtest::constants::{Gas, MAX_USER_GAS_LIMIT, VALUE_PER_GAS};
use parity_scale_codec::Encode;
use rpsls_io::{Action, Event, GameConfig, GameState, Move, commitment, gas::ALARM};

/// The outcome of a message that carries some amount of gas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum WithGas {
    Fails,
    Succeeds,
    /// It arms an alarm with this much gas, in 10⁹ and rounded down.
    Arms(u128),
}

/// Sends an action that would arm an alarm, with this much gas. If it fails, nothing must have
/// changed.
fn with_gas(table: &mut Table, user: u64, action: &Action, value: u128, gas: Gas) -> WithGas {
    let before = what_stands(table);
    assert_eq!(table.held_for_alarm(), 0);
    let answer = table.send_bytes(user, action.encode(), value, gas);
    assert!(answer.gas <= gas);
    match answer.result {
        None => {
            assert_eq!(answer.gain, 0, "{action:?} with {gas}");
            assert_eq!(what_stands(table), before, "{action:?} with {gas}");
            assert_eq!(table.held_for_alarm(), 0);
            WithGas::Fails
        }
        Some(result) => {
            result.expect("not refused");
            let held = table.held_for_alarm() / VALUE_PER_GAS;
            match held.try_into().expect("gas fits in 64 bits") {
                0 => WithGas::Succeeds,
                // A year's rent adds 1.05 × 10⁹.
                LEAST_ALARM..6_500_000_000 => WithGas::Arms(4),
                ALARM..12_000_000_000 => WithGas::Arms(10),
                other => panic!("{other} is no alarm's gas"),
            }
        }
    }
}

/// The state without the times of its stage: a query answers "now" for an overdue stage.
fn what_stands(table: &Table) -> GameState {
    GameState { current_stage_timestamp: 0, deadline: 0, ..table.state() }
}

/// The least gas in `range` with which `outcome` is at least `wanted`.
fn threshold(
    mut range: std::ops::Range<Gas>,
    wanted: WithGas,
    outcome: &dyn Fn(Gas) -> WithGas,
) -> Gas {
    while range.end - range.start > 1 {
        let middle = range.start.midpoint(range.end);
        if outcome(middle) >= wanted {
            range.end = middle;
        } else {
            range.start = middle;
        }
    }
    range.end
}

fn second_registration(config: GameConfig, gas: Gas) -> WithGas {
    let mut table = Table::new(config, 2);
    frugally(&mut table, 1, Action::Register, BET);
    with_gas(&mut table, 2, &Action::Register, BET, gas)
}

fn first_move(gas: Gas) -> WithGas {
    let mut table = overdue_registration();
    frugally(&mut table, STRANGER, Action::Advance, 0);
    with_gas(&mut table, 2, &hash_of(2, Move::Rock), STRAY, gas)
}

fn first_reveal(gas: Gas) -> WithGas {
    let mut table = overdue_reveals(0);
    frugally(&mut table, STRANGER, Action::Advance, 0);
    with_gas(&mut table, 2, &reveal_of(2, Move::Rock), STRAY, gas)
}

/// The widest range of gas limits with which a message fails although less gas is enough: the chain
/// takes the alarm's gas first, and then nothing is left for the cost of sending it.
const WINDOW: Gas = 420_000_000;
/// These ranges where no payouts are due and the alarm is no year ahead, as docs/gas.md has them.
const WINDOWS: [std::ops::Range<Gas>; 2] =
    [5_040_000_000..5_490_000_000, 10_540_000_000..10_980_000_000];

#[test]
fn with_any_gas_an_action_fails_whole_or_succeeds_with_or_without_an_alarm() {
    let soon = |gas| second_registration(CONFIG, gas);
    let in_a_year = |gas| {
        let year = GameConfig::MAX_TIMEOUT;
        second_registration(config(year, year, year), gas)
    };
    type Kind<'a> = (&'a str, &'a dyn Fn(Gas) -> WithGas, Gas);
    let kinds: [Kind; 4] = [
        ("Register", &soon, 0),
        ("Register, a year ahead", &in_a_year, 1_000_000_000),
        ("MakeMove", &first_move, 0),
        ("Reveal", &first_reveal, 0),
    ];
    for (name, outcome, hold) in kinds {
        let succeeds = threshold(0..2_000_000_000, WithGas::Succeeds, outcome);
        assert!(succeeds < 900_000_000, "{name}: {succeeds}");
        // An alarm gets either the least gas, or the most.
        let alarms = [(4, WithGas::Succeeds), (10, WithGas::Arms(4))];
        for ((alarm, below), named) in alarms.into_iter().zip(WINDOWS) {
            let with_alarm = WithGas::Arms(alarm);
            let least = hold + if alarm == 4 { LEAST_ALARM } else { ALARM };
            let arms = threshold(least..least + 2_000_000_000, with_alarm, outcome);
            let expected = least + 800_000_000..least + 1_200_000_000;
            assert!(expected.contains(&arms), "{name}: {arms}");
            let mut window = 0;
            while outcome(arms - 1 - window) == WithGas::Fails {
                window += 10_000_000;
                assert!(window <= WINDOW, "{name}: {window}");
            }
            println!("{name}, alarm of {alarm}: fails from {} to {arms}", arms - window);
            let is_named = hold > 0 || named.start <= arms - window && arms <= named.end;
            assert!(is_named, "{name}: fails from {} to {arms}", arms - window);
            for step in [window, window + 1_000, window + 1_000_000, window + 200_000_000] {
                assert_eq!(outcome(arms - 1 - step), below, "{name} with {step} less");
            }
            for step in [0, 1, 10, 1_000, 100_000, 10_000_000] {
                assert_eq!(outcome(arms + step), with_alarm, "{name} with {step} more");
            }
        }
        for step in [1, 10, 1_000, 1_000_000, 200_000_000] {
            assert_eq!(outcome(succeeds - step), WithGas::Fails, "{name} with {step} less");
            assert_eq!(outcome(succeeds + step), WithGas::Succeeds, "{name} with {step} more");
        }
    }
}

/// The winner's own reveal, which is the last one.
fn winning_reveal(gas: Gas) -> WithGas {
    let mut table = Table::new(CONFIG, 2);
    for player in [1, 2] {
        frugally(&mut table, player, Action::Register, BET);
    }
    table.pass_deadline();
    for (player, mv) in [(1, Move::Scissors), (2, Move::Rock)] {
        frugally(&mut table, player, hash_of(player, mv), 0);
    }
    frugally(&mut table, 1, reveal_of(1, Move::Scissors), 0);
    let before = table.state();
    let answer = table.send_bytes(2, reveal_of(2, Move::Rock).encode(), STRAY, gas);
    let (won, after) = (answer.result.is_some(), table.state());
    assert_eq!(answer.gain, if won { 2 * BET as i128 } else { 0 }, "{gas}");
    assert_eq!((after.pot, after.games_finished), if won { (0, 1) } else { (2 * BET, 0) }, "{gas}");
    if !won {
        assert_eq!(after, before, "{gas}");
    }
    if won { WithGas::Succeeds } else { WithGas::Fails }
}

/// A last reveal by which another player wins, who is paid in a message.
fn losing_reveal(gas: Gas) -> WithGas {
    let mut table = overdue_registration();
    for (player, mv) in [(1, Move::Rock), (2, Move::Scissors), (3, Move::Scissors)] {
        frugally(&mut table, player, hash_of(player, mv), 0);
    }
    for (player, mv) in [(1, Move::Rock), (2, Move::Scissors)] {
        frugally(&mut table, player, reveal_of(player, mv), 0);
    }
    let before = table.balance(1);
    let outcome = with_gas(&mut table, 3, &reveal_of(3, Move::Scissors), STRAY, gas);
    let paid = if outcome == WithGas::Fails { 0 } else { 3 * BET };
    assert_eq!(table.balance(1), before + paid, "{gas}");
    outcome
}

/// A stop that pays three players.
fn stop(gas: Gas) -> WithGas {
    let mut table = overdue_registration();
    frugally(&mut table, STRANGER, Action::Advance, 0);
    paying(&mut table, [1, 2, 3], [BET; 3], OWNER, &Action::StopGame, gas)
}

/// An `Advance` that ends the stage and pays the winner.
fn settle_and_register(gas: Gas) -> WithGas {
    let mut table = overdue_moves(1);
    paying(&mut table, [1, 2, 3], [3 * BET, 0, 0], STRANGER, &Action::Advance, gas)
}

fn paying(
    table: &mut Table,
    users: [u64; 3],
    shares: [u128; 3],
    by: u64,
    action: &Action,
    gas: Gas,
) -> WithGas {
    let before = users.map(|user| table.balance(user));
    let outcome = with_gas(table, by, action, STRAY, gas);
    for ((user, before), share) in users.into_iter().zip(before).zip(shares) {
        let paid = if outcome == WithGas::Fails { 0 } else { share };
        assert_eq!(table.balance(user), before + paid, "{action:?} with {gas}: {user}");
    }
    outcome
}

/// These actions pay somebody, and leave no deadline that needs an alarm.
#[test]
fn with_any_gas_what_pays_pays_whole_or_fails_whole() {
    type Kind<'a> = (&'a str, &'a dyn Fn(Gas) -> WithGas, Gas);
    let kinds: [Kind; 4] = [
        ("the winner's reveal", &winning_reveal, 1_000_000_000),
        ("another's reveal", &losing_reveal, 1_200_000_000),
        ("StopGame", &stop, 2_000_000_000),
        ("Advance that pays the winner", &settle_and_register, 1_500_000_000),
    ];
    for (name, outcome, most) in kinds {
        let succeeds = threshold(0..most, WithGas::Succeeds, outcome);
        println!("{name}: {succeeds}");
        assert!(succeeds < most, "{name}");
        for step in [1, 10, 1_000, 1_000_000, 50_000_000, 200_000_000, 400_000_000] {
            assert_eq!(outcome(succeeds - step), WithGas::Fails, "{name} with {step} less");
            assert_eq!(outcome(succeeds + step), WithGas::Succeeds, "{name} with {step} more");
        }
        for gas in (2_000_000_000..13_000_000_000).step_by(500_000_000) {
            assert_eq!(outcome(gas), WithGas::Succeeds, "{name} with {gas}");
        }
    }
}

/// The end of the overdue stage, the action after it, and its alarm: all happen, or nothing does.
fn overdue_and_moved(gas: Gas) -> WithGas {
    let mut table = overdue_registration();
    with_gas(&mut table, 2, &hash_of(2, Move::Rock), STRAY, gas)
}

#[test]
fn with_any_gas_an_overdue_stage_is_settled_and_acted_in_or_neither() {
    let succeeds = threshold(0..2_000_000_000, WithGas::Succeeds, &overdue_and_moved);
    for gas in (100_000_000..13_000_000_000).step_by(150_000_000) {
        match overdue_and_moved(gas) {
            WithGas::Fails => {
                let windows = [LEAST_ALARM, ALARM].map(|alarm| alarm..alarm + succeeds + WINDOW);
                let is_known = gas < succeeds || windows.iter().any(|window| window.contains(&gas));
                assert!(is_known, "fails with {gas}");
            }
            _ => assert!(gas >= succeeds, "{gas}"),
        }
    }
}

/// A table whose alarm came early each time, until the program no longer sent it on. Messages with
/// this much gas armed it. Also returns how often it was sent on.
fn early_arrivals(gas: Gas) -> (Table, usize) {
    let mut table = Table::new(UNHURRIED, 2);
    for player in [1, 2] {
        frugally(&mut table, player, Action::Register, BET);
    }
    table.pass_deadline();
    frugally(&mut table, STRANGER, Action::Advance, 0);
    let next_two = |table: &mut Table, round: usize, gas: Gas| {
        // The second player's action ends a stage. The next stage waits for the first one's action.
        let opening = |user: u64, round: usize| format!("0{user} {round}");
        let is_move = round.is_multiple_of(2);
        let messages = if is_move {
            [
                (2, Action::Reveal(opening(2, round.wrapping_sub(2)))),
                (1, Action::MakeMove(commitment(&opening(1, round)))),
            ]
        } else {
            [
                (2, Action::MakeMove(commitment(&opening(2, round - 1)))),
                (1, Action::Reveal(opening(1, round - 1))),
            ]
        };
        for (user, action) in messages.into_iter().skip(usize::from(round == 0)) {
            table.send_bytes(user, action.encode(), 0, gas).event();
        }
    };
    next_two(&mut table, 0, gas);
    for _ in 0..100 {
        table.run_block();
    }
    for stage in 1.. {
        next_two(&mut table, stage, FRUGAL);
        let held = table.held_for_alarm();
        assert!(held > 0, "the alarm is on its way");
        while table.held_for_alarm() == held {
            assert_eq!(broadcasts(&table.run_block()), []);
        }
        if table.held_for_alarm() == 0 {
            return (table, stage - 1);
        }
    }
    unreachable!("gas is finite")
}

#[test]
fn an_early_alarm_is_sent_on_while_its_gas_lasts_and_then_left_to_the_next_action() {
    for (gas, times) in [(5_900_000_000, 2), (7_500_000_000, 2), (MAX_USER_GAS_LIMIT, 7)] {
        let (mut table, sent_on) = early_arrivals(gas);
        assert_eq!(sent_on, times, "with {gas}");
        assert_eq!(table.pass_deadline(), [], "nothing comes by itself");
        let answer = table.send(STRANGER, Action::Advance);
        assert!(matches!(answer.event(), Event::StageAdvanced(_)));
    }
    let (mut table, _) = early_arrivals(5_900_000_000);
    table.send(OWNER, Action::ChangeNextGameConfig(CONFIG)).event();
    assert!(table.held_for_alarm() > 0, "any accepted action arms one");
    assert_eq!(table.pass_deadline().len(), 1);
}

/// An alarm that was sent on has less gas than the shares that were added after it. It ends the
/// stage all the same, and pays those that it can. The next message pays the others.
#[test]
fn an_alarm_with_too_little_gas_for_later_shares_ends_the_stage() {
    let mut table = Table::new(UNHURRIED, 20);
    (1..=20).for_each(|player| frugally(&mut table, player, Action::Register, BET));
    table.pass_deadline();
    frugally(&mut table, STRANGER, Action::Advance, 0);
    // The moves' alarm has the least gas. It comes early, and is sent on.
    table.send_bytes(1, hash_of(1, Move::Rock).encode(), 0, 5_900_000_000).event();
    let due = table.state().deadline;
    (2..=20).for_each(|player| frugally(&mut table, player, hash_of(player, Move::Rock), 0));
    frugally(&mut table, 1, reveal_of(1, Move::Rock), 0);
    while table.system.block_timestamp() <= due {
        table.run_block();
    }
    assert!(table.held_for_alarm() > 0, "it was sent on");
    frugally(&mut table, OWNER, Action::StopGame, 0);
    (2..=19).for_each(|player| frugally(&mut table, player, reveal_of(player, Move::Rock), 0));

    let stopped = Event::GameWasStopped((1..=19).map(id).collect());
    assert_eq!(table.pass_deadline(), [stopped], "the alarm ends the stage");
    let due = table.due().len();
    assert!((1..19).contains(&due), "it pays some: {due} are left");
    assert_eq!(table.held_for_alarm(), 0);
    table.send(STRANGER, Action::Advance).event();
    assert!(table.due().len() < due, "the next message pays the next");
}
