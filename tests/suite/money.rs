//! Value: a value that is not a bet comes back, and every payout is made.

use crate::{prepared::ids, table::*};
use parity_scale_codec::Encode;
use rpsls_io::{
    Action, Entry, Event, Format, GameConfig, GameError, GameRules, Move, StageChange, commitment,
    gas, knockout,
};

#[test]
fn a_seat_is_bought_and_given_back_to_the_unit() {
    let mut table = Table::new(CONFIG, 2);
    for change in [0, 1, 500 * VARA] {
        let bought = table.send_with_value(1, Action::Register, BET + change);
        assert_eq!(bought.gain, -(BET as i128), "{change} comes back");
        assert_eq!(bought.event(), Event::PlayerRegistered);
        let left = table.send_with_value(1, Action::Leave, change);
        assert_eq!((left.gain, left.event()), (BET as i128, Event::PlayerLeft));
    }
}

#[test]
fn value_attached_to_each_action_comes_back() {
    let value = 123 * VARA + 4;
    let mut table = Table::started(UNHURRIED, 2);
    let actions = [
        (OWNER, Action::ChangeNextGameConfig(CONFIG)),
        (1, Action::MakeMove(commitment("0"))),
        (2, Action::MakeMove(commitment("1"))),
        (2, Action::Reveal("1".into())),
        // With this reveal Paper wins.
        (1, Action::Reveal("0".into())),
        (OWNER, Action::StopGame),
    ];
    for (user, action) in actions {
        let answer = table.send_with_value(user, action.clone(), value);
        assert_eq!(answer.gain, 0, "{user} {action:?}");
        answer.event();
    }
}

#[test]
fn stop_shares_the_pot_among_those_still_in_and_leaves_no_dust() {
    // A pot of 40 000 000 000 004 units among three leaves two over.
    let config = GameConfig { bet_size: BET + 1, ..CONFIG };
    let moves = [Move::Rock, Move::Rock, Move::Rock, Move::Scissors];
    let mut table = Table::committed(config, &moves);
    table.reveal_all(&moves);
    let mut players = [1, 2, 3];
    players.sort_by_key(|player| id(*player));
    let balances = |table: &Table| players.map(|player| table.balance(player));
    let before = balances(&table);
    let stopped = Event::GameWasStopped(ids(&players));
    assert_eq!(table.send(OWNER, Action::StopGame).event(), stopped);
    let mut gains = balances(&table);
    gains.iter_mut().zip(before).for_each(|(gain, before)| *gain -= before);
    let share = 4 * (BET + 1) / 3;
    assert_eq!(gains, [share + 1, share + 1, share]);
}

#[test]
fn stop_of_255_players_pays_each() {
    let mut table = Table::registered(UNHURRIED, 255);
    let mut players: Vec<u64> = (1..=255).collect();
    players.sort_by_key(|player| id(*player));
    let before: Vec<u128> = players.iter().map(|player| table.balance(*player)).collect();
    let stop = table.send(OWNER, Action::StopGame);
    assert_eq!(stop.event(), Event::GameWasStopped(ids(&players)));
    let gains = |table: &Table| -> Vec<u128> {
        let now = players.iter().map(|player| table.balance(*player));
        now.zip(&before).map(|(now, before)| now - before).collect()
    };
    // In each block an alarm pays the next sixteen.
    for block in 0..=15 {
        let mut expected = vec![BET; (16 * (block + 1)).min(255)];
        expected.resize(255, 0);
        // The player who paid for the alarm of the registration gets some gas back.
        let found = gains(&table);
        assert!(found.iter().zip(&expected).filter(|(a, b)| a != b).count() <= 1, "{block}");
        table.run_block();
    }
    assert_eq!(table.state().pot, 0);
}

const FULL_BRACKET: GameRules = GameRules { format: Format::Knockout, start_when_full: true };

#[test]
fn whoever_has_no_place_in_a_full_bracket_has_the_bet_back() {
    for (players, full) in [(3, 2), (7, 4), (48, 32), (63, 32)] {
        let config = GameConfig { players_count_limit: 64, ..UNHURRIED };
        let mut table = Table::with_rules(config, FULL_BRACKET, players);
        for player in 1..=players {
            let commitment = (player == 1).then(|| table.bound(player, Move::Rock));
            let action = Action::Join(Entry { commitment, ..Entry::default() });
            table.send_with_value(player, action, BET).event();
        }
        let before: Vec<u128> = (1..=players).map(|player| table.balance(player)).collect();
        let gained = |table: &Table| -> Vec<u64> {
            let is_paid = |player: &u64| {
                let gained = table.balance(*player) - before[*player as usize - 1];
                // The player who paid for the alarm gets its remaining gas back, too.
                (BET..2 * BET).contains(&gained)
            };
            (1..=players).filter(is_paid).collect()
        };
        // The alarm alone starts the game and pays sixteen bets back. It arms the next, since
        // somebody has committed.
        let started = StageChange::MovesStarted { players: (1..=full).map(id).collect() };
        assert_eq!(table.pass_deadline(), [Event::StageAdvanced(started)], "{players}");
        assert!(table.held_for_alarm() > 0, "{players}");
        let first = players.min(full + 16);
        assert_eq!(gained(&table), (full + 1..=first).collect::<Vec<_>>());
        // `Advance` pays the others. After it there is nothing to do.
        if first < players {
            let others = (first + 1..=players).map(id).collect();
            assert_eq!(table.send(STRANGER, Action::Advance).event(), Event::SentAway(others));
        }
        let deadline = table.state().deadline;
        assert_eq!(
            table.send(STRANGER, Action::Advance).error(),
            GameError::StageNotOver { deadline }
        );
        assert_eq!(gained(&table), (full + 1..=players).collect::<Vec<_>>());
        assert_eq!(table.state().pot, BET * u128::from(full));
        // A player who was sent away can neither move nor register while the game runs.
        let away = players;
        assert_eq!(table.make_move(away, Move::Rock).error(), GameError::NotInRound);
        assert_eq!(table.register(away).error(), GameError::GameUnderWay);
    }
}

#[test]
fn where_no_alarm_comes_each_message_gives_sixteen_bets_back() {
    let config = GameConfig { players_count_limit: 128, ..UNHURRIED };
    let mut table = Table::with_rules(config, FULL_BRACKET, 127);
    for player in 1..=127 {
        table.send_bytes(player, Action::Register.encode(), BET, FRUGAL).event();
    }
    assert_eq!(table.held_for_alarm(), 0);
    assert_eq!(table.pass_deadline(), []);
    // Of 127 players, 63 have no place in the bracket.
    for sent in 1..=4 {
        let block = table.send_bytes(STRANGER, Action::Advance.encode(), 0, 6_000_000_000);
        match block.event() {
            Event::SentAway(away) => {
                assert_eq!((away.len(), sent > 1), (if sent == 4 { 15 } else { 16 }, true));
            }
            event => {
                let players = (1..=64).map(id).collect();
                let started = StageChange::MovesStarted { players };
                assert_eq!((event, sent), (Event::StageAdvanced(started), 1));
            }
        }
        assert_eq!(table.due().len(), 63_usize.saturating_sub(16 * sent));
    }
    assert_eq!(table.state().pot, 64 * BET);
}

/// A stop pays sixteen at most, whatever state it meets, and an alarm pays the others.
#[test]
fn a_stop_at_an_overdue_bracket_is_done_with_the_published_gas() {
    let config = GameConfig { players_count_limit: 128, ..UNHURRIED };
    for players in [33, 41, 42, 43, 63, 127] {
        let mut table = Table::with_rules(config.clone(), FULL_BRACKET, players);
        for player in 1..=players {
            table.send_bytes(player, Action::Register.encode(), BET, FRUGAL).event();
        }
        table.pass_deadline();
        let stop = table.send_bytes(OWNER, Action::StopGame.encode(), 0, gas::MESSAGE);
        assert!(matches!(stop.event(), Event::GameWasStopped(_)), "{players}");
        // The stop pays those sent away first. The shares wait.
        let players = players as usize;
        let paid = (players - knockout::full_bracket(players)).min(16);
        assert_eq!(table.due().len(), players - paid, "{players}");
        assert!(table.held_for_alarm() > 0, "{players}");
    }
}

#[test]
fn nothing_waits_in_a_mailbox() {
    let mut table = Table::committed(CONFIG, &[Move::Rock, Move::Scissors]);
    table.reveal_all(&[Move::Rock, Move::Scissors]);
    let everything = gtest::Log::builder().source(table.program().id());
    for player in [1, 2] {
        assert!(!table.system.get_mailbox(player).contains(&everything));
    }
}

#[test]
fn what_reaches_the_program_some_other_way_is_not_paid_out() {
    let moves = [Move::Rock, Move::Scissors];
    let table = Table::committed(CONFIG, &moves);
    let before = table.balance(1);
    let gift = 50 * VARA;
    table.system.transfer(STRANGER, table.program().id(), gift, true);
    assert_eq!(table.state().pot, 2 * BET);
    // The table can't check these blocks, since it knows nothing of the gift.
    let act = |user: u64, action: Action| {
        let program = table.program();
        let message = program.send_bytes_with_gas(user, action.encode(), FRUGAL, 0);
        let block = table.system.run_next_block();
        reply(&block, message).expect("accepted")
    };
    for (player, mv) in (1..).zip(moves) {
        act(player, Action::Reveal(opening_of(player, mv)));
    }
    assert!(table.balance(1) <= before + 2 * BET + VARA, "the winner gets the pot, and no gift");
    assert_eq!(table.state().games_finished, 1);
    act(OWNER, Action::StopGame);
    let held = table.program().balance();
    assert_eq!(
        held,
        gtest::constants::EXISTENTIAL_DEPOSIT + gift,
        "the gift stays with the program"
    );
}
