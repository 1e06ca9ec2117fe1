//! The alarm moves the game on though nobody sends a message.

use crate::{prepared::*, table::*};
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

/// The owner has set stages of a year for the next game. In this one player 1 has moved, and so
/// armed the alarm. All others send too little gas for one.
fn before_a_game_of_years() -> Table {
    let mut table = Table::new(CONFIG, 4);
    for player in [1, 2] {
        frugally(&mut table, player, Action::Register, BET);
    }
    table.pass_deadline();
    let year = GameConfig::MAX_TIMEOUT;
    let years = Action::ChangeNextGameConfig(config(year, year, year));
    frugally(&mut table, OWNER, years, 0);
    table.make_move(1, Move::Rock).event();
    assert!(table.held_for_alarm() > 0);
    table
}

/// Runs the blocks up to the one before the first after the deadline.
fn until_overdue(table: &mut Table) {
    let deadline = table.state().deadline;
    while table.next_timestamp() <= deadline {
        table.run_block();
    }
}

/// Two friends sit down in the block that these messages begin.
fn sit_down_after(table: &mut Table, messages: &[(u64, Action, u128)]) {
    let seats = [3, 4].map(|player| (player, Action::Register, BET));
    let replies = in_one_block(table, &[messages, &seats].concat());
    assert!(replies.ends_with(&[const { Ok(Event::PlayerRegistered) }; 2]), "{replies:?}");
}

/// Runs blocks up to where the old alarm has come. It must not be sent on.
fn gives_the_gas_back(table: &mut Table) {
    for _ in 0..=CONFIG.move_timeout / 3_000 + 1 {
        table.run_block();
    }
    assert_eq!(table.held_for_alarm(), 0, "an old alarm serves the next game");
    assert_eq!(table.state().lobby_list, [3, 4].map(id));
}

#[test]
fn an_alarm_of_a_game_that_was_decided_serves_no_other() {
    let mut table = before_a_game_of_years();
    frugally(&mut table, 2, hash_of(2, Move::Paper), 0);
    frugally(&mut table, 1, reveal_of(1, Move::Rock), 0);
    frugally(&mut table, 2, reveal_of(2, Move::Paper), 0);
    sit_down_after(&mut table, &[]);
    gives_the_gas_back(&mut table);
}

#[test]
fn an_alarm_of_a_game_that_the_next_one_s_first_player_ends_serves_no_other() {
    let mut table = before_a_game_of_years();
    until_overdue(&mut table);
    sit_down_after(&mut table, &[]);
    gives_the_gas_back(&mut table);
}

#[test]
fn an_alarm_of_a_game_that_a_refused_message_ends_serves_no_other() {
    let mut table = before_a_game_of_years();
    until_overdue(&mut table);
    sit_down_after(&mut table, &[(2, hash_of(2, Move::Rock), 0)]);
    gives_the_gas_back(&mut table);
}

#[test]
fn an_alarm_of_a_game_that_is_stopped_serves_no_other() {
    let mut table = before_a_game_of_years();
    frugally(&mut table, 2, hash_of(2, Move::Rock), 0);
    frugally(&mut table, OWNER, Action::StopGame, 0);
    frugally(&mut table, 1, reveal_of(1, Move::Rock), 0);
    frugally(&mut table, 2, reveal_of(2, Move::Rock), 0);
    sit_down_after(&mut table, &[(STRANGER, Action::Advance, 0)]);
    gives_the_gas_back(&mut table);
}

/// The alarm that was to pay the last shares comes in a block in which a message has paid them.
#[test]
fn an_alarm_of_shares_serves_no_game() {
    let mut table = Table::new(CONFIG, 20);
    (1..=20).for_each(|player| frugally(&mut table, player, Action::Register, BET));
    let year = GameConfig::MAX_TIMEOUT;
    let years = Action::ChangeNextGameConfig(config(year, year, year));
    frugally(&mut table, OWNER, years, 0);
    table.send(OWNER, Action::StopGame).event();
    assert_eq!(table.due().len(), 4);
    assert!(table.held_for_alarm() > 0, "for the other shares");
    sit_down_after(&mut table, &[]);
    gives_the_gas_back(&mut table);
}

#[test]
fn an_alarm_of_those_who_have_left_serves_nobody_else() {
    for left_by in [[1, 2].as_slice(), &[2], &[1]] {
        let mut table = Table::new(CONFIG, 4);
        table.register(1).event();
        table.register(2).event();
        assert!(table.held_for_alarm() > 0);
        left_by.iter().for_each(|player| frugally(&mut table, *player, Action::Leave, 0));
        frugally(&mut table, 3, Action::Register, BET);
        frugally(&mut table, 4, Action::Register, BET);
        assert_eq!(table.pass_deadline(), [], "left by {left_by:?}");
        assert_eq!(table.held_for_alarm(), 0);
    }
}

/// The next game's first deadline is in the block in which the old alarm comes. The two come in the
/// order of their messages' ids: so there are a few attempts, each with other ids.
#[test]
fn of_two_alarms_in_one_block_that_of_the_game_is_known() {
    for attempt in 0..4 {
        let mut table = before_a_game_of_years();
        let comes = table.state().deadline + 3_000;
        (0..attempt).for_each(|_| drop(table.send(STRANGER, Action::Leave)));
        frugally(&mut table, 2, hash_of(2, Move::Paper), 0);
        frugally(&mut table, 1, reveal_of(1, Move::Rock), 0);
        let ends = table.next_timestamp() + 3_000;
        let year = GameConfig::MAX_TIMEOUT;
        let soon = config(comes - 3_000 - ends, year, year);
        frugally(&mut table, OWNER, Action::ChangeNextGameConfig(soon), 0);
        frugally(&mut table, 2, reveal_of(2, Move::Paper), 0);
        let commitment = Some(table.bound(3, Move::Rock));
        frugally(&mut table, 3, Action::Join(Entry { commitment, ..Entry::default() }), BET);
        table.register(4).event();
        let before = [1, 4].map(|player| table.balance(player));
        while table.system.block_timestamp() < comes {
            assert_eq!([1, 4].map(|player| table.balance(player)), before);
            table.run_block();
        }
        let [back, kept] = [1, 4].map(|player| table.balance(player));
        assert!(back - before[0] > VARA * 9 / 10, "player 1 has {back}, attempt {attempt}");
        assert!(kept - before[1] < VARA / 10, "player 4's alarm is sent on");
        assert!(table.held_for_alarm() > 0);
    }
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
