//! The alarm moves the game on though nobody sends a message.

use crate::table::*;
use gprimitives::H256;
use gtest::constants::Gas;
use parity_scale_codec::Encode;
use rpsls_io::{
    Action, Entry, Event, Format, GameConfig, GameError, GameRules, GameStage, Move, StageChange,
    gas::MESSAGE,
};

fn game_over(winner: u64) -> Event {
    Event::StageAdvanced(StageChange::GameOver { winner: id(winner) })
}

#[test]
fn a_game_is_paid_by_the_alarm_alone() {
    let mut table = Table::registered(CONFIG, 3);
    let players = [1, 2, 3].map(id).into();
    let started = Event::StageAdvanced(StageChange::MovesStarted { players });
    assert_eq!(table.pass_deadline(), [started]);
    table.make_move(2, Move::Rock).event();
    let before = table.balance(2) + table.held_for_alarm();
    assert_eq!(table.pass_deadline(), [game_over(2)]);
    assert_eq!(table.held_for_alarm(), 0);
    let fee = before + 3 * BET - table.balance(2);
    assert!(fee < VARA / 2, "player 2 has the pot and paid {fee} for the alarm");
}

#[test]
fn an_alarm_that_comes_early_is_sent_on_to_a_deadline_that_matters() {
    let mut table = Table::started(CONFIG, 2);
    table.make_move(1, Move::Rock).event();
    let first_due = table.state().deadline;
    table.make_move(2, Move::Paper).event();
    table.reveal(1, Move::Rock).event();
    let deadline = table.state().deadline;
    assert!(deadline > first_due);
    while table.system.block_timestamp() <= deadline {
        assert!(table.held_for_alarm() > 0, "still pending");
        let events = broadcasts(&table.run_block());
        let is_over = table.system.block_timestamp() > deadline;
        assert_eq!(events, if is_over { vec![game_over(1)] } else { vec![] });
    }
    assert_eq!(table.held_for_alarm(), 0);
}

#[test]
fn an_alarm_that_finds_another_game_serves_that_one() {
    let config = GameConfig { move_timeout: 90_000, ..CONFIG };
    let mut table = Table::committed(config, &[Move::Rock, Move::Scissors]);
    table.reveal_all(&[Move::Rock, Move::Scissors]);
    assert_eq!(table.state().games_finished, 1);
    assert!(table.held_for_alarm() > 0, "the alarm of the moves");
    table.register(1).event();
    let held = table.held_for_alarm();
    table.register(2).event();
    assert_eq!(table.held_for_alarm(), held, "no second alarm");
    let mut events = vec![];
    while table.held_for_alarm() > 0 {
        events.extend(broadcasts(&table.run_block()));
    }
    let players = [1, 2].map(id).into();
    assert_eq!(events, [Event::StageAdvanced(StageChange::MovesStarted { players })]);
}

#[test]
fn an_alarm_that_comes_late_serves_all_the_same() {
    let mut table = Table::registered(CONFIG, 2);
    let deadline = table.state().deadline;
    while table.next_timestamp() <= deadline {
        table.run_block();
    }
    for _ in 0..5 {
        table.run_congested_block();
    }
    let events = broadcasts(&table.run_block());
    assert_eq!(events.len(), 1);
    assert_eq!(table.state().current_stage_timestamp, table.system.block_timestamp());
}

#[test]
fn without_the_gas_for_an_alarm_the_action_succeeds_and_the_next_one_arms_it() {
    let mut table = Table::new(CONFIG, 3);
    table.register(1).event();
    let frugal = table.send_bytes(2, Action::Register.encode(), BET, FRUGAL);
    assert_eq!(frugal.event(), Event::PlayerRegistered);
    assert_eq!(table.held_for_alarm(), 0);
    table.register(3).event();
    assert!(table.held_for_alarm() > 0);
    assert_eq!(table.pass_deadline().len(), 1);
}

/// A refused message ends an overdue stage, but the next stage has no alarm then.
#[test]
fn a_refused_message_arms_no_alarm() {
    let mut table = Table::new(CONFIG, 3);
    for player in [1, 2] {
        table.send_bytes(player, Action::Register.encode(), BET, FRUGAL).event();
    }
    table.pass_deadline();
    let refused = table.send(3, Action::MakeMove(H256::zero()));
    assert_eq!(refused.error(), GameError::NotInRound);
    assert!(matches!(table.state().game_stage, GameStage::InProgress(_)));
    assert_eq!(table.held_for_alarm(), 0);
    table.make_move(1, Move::Rock).event();
    assert!(table.held_for_alarm() > 0, "an accepted one arms it");
}

/// Gas for a message that arms an alarm: with the least gas that an alarm gets, and with the most.
const ARMING: [Gas; 2] = [5_900_000_000, MESSAGE];

/// Passes this many deadlines. Returns the events, of which the alarm must broadcast one each time.
fn by_itself(table: &mut Table, stages: usize) -> Vec<Event> {
    (0..stages)
        .map(|_| match &table.pass_deadline()[..] {
            [event] => event.clone(),
            other => panic!("one broadcast by the alarm, not {other:?}"),
        })
        .collect()
}

/// The alarms end registration with some players who have moved ahead, and then the moves of the
/// others. After a round they end its reveals, of which some commit ahead, and then the moves of
/// those who have not.
#[test]
fn alarms_alone_end_stage_after_stage_at_any_size() {
    use Format::{Knockout, Points, Replay};
    for (players, format) in
        [(2, Replay), (66, Points), (110, Knockout), (161, Replay), (255, Replay), (255, Knockout)]
    {
        for gas in ARMING {
            // An action that may arm an alarm carries this much gas, others too little to arm one.
            let send = |table: &mut Table, user: u64, action: Action, value: u128| {
                let gas = if table.held_for_alarm() == 0 { gas } else { FRUGAL };
                table.send_bytes(user, action.encode(), value, gas).event();
            };
            let rules = GameRules { format, start_when_full: false };
            let mut table = Table::with_rules(UNHURRIED, rules, players);
            for player in 1..=players {
                // Among two players only one moves, and wins.
                let commitment = (player % 3 == 1).then(|| table.bound(player, Move::Rock));
                let join = Action::Join(Entry { commitment, ..Entry::default() });
                send(&mut table, player, join, BET);
            }
            let events = by_itself(&mut table, 2);
            let moved: Vec<u64> = (1..=players).filter(|player| player % 3 == 1).collect();
            if moved.len() == 1 {
                assert_eq!(events[1], game_over(1));
                continue;
            }
            let started =
                StageChange::RevealsStarted { players: moved.iter().copied().map(id).collect() };
            assert_eq!(events[1], Event::StageAdvanced(started), "{players} {gas}");

            // All of them but the last reveal, and every other one also commits to the next move.
            for (at, player) in (0..).zip(&moved[..moved.len() - 1]) {
                let opening = opening_of(*player, Move::Rock);
                let action = match at % 2 {
                    0 => {
                        let next = table.bound(*player, Move::Rock);
                        Action::RevealAndCommit { opening, next }
                    }
                    _ => Action::Reveal(opening),
                };
                send(&mut table, *player, action, 0);
            }
            let events = by_itself(&mut table, 2);
            assert!(matches!(
                events[..],
                [
                    Event::StageAdvanced(StageChange::NextRoundStarted { .. }),
                    Event::StageAdvanced(StageChange::RevealsStarted { .. })
                ]
            ));
            // One of those still in reveals, and wins the pot.
            let GameStage::Reveal(stage) = table.state().game_stage else {
                panic!("the stage is for reveals");
            };
            let winner = *stage.anticipated_players.first().expect("somebody reveals");
            let user = (1..=players).find(|user| id(*user) == winner).expect("a player");
            send(&mut table, user, Action::Reveal(opening_of(user, Move::Rock)), 0);
            assert_eq!(by_itself(&mut table, 1), [game_over(user)]);
            assert_eq!(
                table.state().last_game.map(|game| game.pot),
                Some(u128::from(players) * BET)
            );
        }
    }
}
