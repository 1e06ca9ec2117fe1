//! A knockout that starts when full: nobody's seat is worse than another's.

use crate::table::*;
use rpsls_io::{
    Event, Format, GameConfig, GameError, GameRules, GameStage, Move, PlayerStatus, StageChange,
    TableInit, gas::PORTION, knockout,
};
use rpsls_program::ActionRef;

const RULES: GameRules = GameRules { format: Format::Knockout, start_when_full: true };

/// Players 1 to `count` at a table of so many seats, whose time to register is over.
fn overdue(count: u8, players_count_limit: u8) -> Table {
    let config = GameConfig { players_count_limit, ..CONFIG };
    let mut table = Table::of(TableInit { config, rules: RULES, owner: None });
    (1..=count).for_each(|player| drop(table.register(player).expect("registers")));
    table.pass_deadline();
    table
}

fn started(players: impl IntoIterator<Item = u8>) -> Event {
    let players = players.into_iter().map(id).collect();
    Event::StageAdvanced(StageChange::MovesStarted { players })
}

#[test]
fn whoever_came_last_is_sent_away_with_the_bet() {
    for count in 2..=127 {
        let mut table = overdue(count, 128);
        let full = knockout::full_bracket(count.into()) as u8;
        let mut last = (full + 1..=count).rev();
        loop {
            let told = table.settle().expect("the time is over");
            // Each is paid the bet, and told so.
            for (payout, event) in &told.payouts {
                assert_eq!(payout.value, BET);
                assert_eq!(*event, Event::SentAway([payout.to].into()));
            }
            let away: Vec<u8> = last.by_ref().take(PORTION).collect();
            let mut paid: Vec<u8> =
                told.paid().iter().map(|payout| payout.to.as_ref()[0]).collect();
            paid.sort_by(|a, b| b.cmp(a));
            assert_eq!(paid, away, "{count}");
            if last.len() == 0 {
                assert_eq!(told.event, started(1..=full), "{count}");
                break;
            }
            assert_eq!(told.event, Event::SentAway(away.into_iter().map(id).collect()));
            assert_eq!(table.stage(), GameStage::Preparation);
            assert!(table.game.awaited_deadline() < Some(table.now), "at once");
        }
        let state = table.state();
        assert_eq!(state.lobby_list, (1..=full).map(id).collect::<Vec<_>>());
        assert_eq!(state.pot, BET * u128::from(full));
        assert_eq!(table.status(full + 1), PlayerStatus::NotRegistered);
        assert_eq!(table.make_move(full + 1, Move::Rock), Err(GameError::NotInRound));
    }
}

#[test]
fn as_many_fill_the_table_as_the_bracket_has_seats() {
    for (limit, seats) in [(2, 2), (3, 2), (4, 4), (7, 4), (8, 8), (255, 128)] {
        assert_eq!(RULES.seats(limit), usize::from(seats));
        let config = GameConfig { players_count_limit: limit, ..CONFIG };
        let mut table = Table::of(TableInit { config, rules: RULES, owner: None });
        for player in 1..seats {
            table.register(player).unwrap();
        }
        assert_eq!(table.stage(), GameStage::Preparation);
        let told = table.handle(seats, BET, ActionRef::Register).result.unwrap();
        assert_eq!(told.broadcast, Some(started(1..=seats)));
    }
}

#[test]
fn one_alone_waits_on() {
    let mut table = overdue(1, 4);
    assert_eq!(table.settle().unwrap().event, Event::StageAdvanced(StageChange::Extended));
    assert_eq!(table.status(1), PlayerStatus::Registered);
}

#[test]
fn those_who_joined_with_moves_reveal_if_they_stay() {
    let config = GameConfig { players_count_limit: 4, ..CONFIG };
    let mut table = Table::of(TableInit { config, rules: RULES, owner: None });
    [1, 2, 3].into_iter().for_each(|player| drop(table.join_with(player, Move::Rock)));
    table.pass_deadline();
    let players = [1, 2].map(id).into();
    let told = table.settle().unwrap();
    assert_eq!(told.event, Event::StageAdvanced(StageChange::RevealsStarted { players }));
    assert_eq!(table.reveal(3, Move::Rock), Err(GameError::NotInRound));
    table.reveal(1, Move::Rock).unwrap();
    table.reveal(2, Move::Rock).unwrap();
    assert_eq!(table.state().round, 2);
}

#[test]
fn while_refunds_are_left_nobody_comes_or_goes() {
    // 31 of 63 have no place: the message of whoever is first pays 16 of them.
    let mut table = overdue(63, 128);
    let handled = table.handle(100, BET, ActionRef::Register);
    assert_eq!(handled.settlement.unwrap().payouts.len(), PORTION);
    assert_eq!(handled.result, Err(GameError::GameUnderWay));
    assert_eq!(table.stage(), GameStage::Preparation);
    let state = table.state_now();
    assert!(matches!(state.game_stage, GameStage::InProgress(_)), "as the next message meets it");
    // The next pays the others, and the game has started.
    let handled = table.handle(1, 0, ActionRef::Leave);
    assert_eq!(handled.settlement.unwrap().event, started(1..=32));
    assert_eq!(handled.result, Err(GameError::GameUnderWay));
}

#[test]
fn a_stop_between_refunds_gives_all_the_bets_back() {
    let mut table = overdue(127, 255);
    assert_eq!(table.settle().unwrap().payouts.len(), PORTION);
    let handled = table.handle(OWNER, 0, ActionRef::StopGame);
    assert_eq!(handled.settlement.unwrap().payouts.len(), PORTION);
    let mut paid = handled.result.unwrap().payouts.len();
    while let Some(told) = table.settle() {
        assert!(told.payouts.iter().all(|(payout, _)| payout.value == BET));
        paid += told.payouts.len();
    }
    assert_eq!(paid, 127 - 2 * PORTION);
    assert_eq!(table.game.held(), 0);
}

#[test]
fn friends_who_start_by_the_clock_all_play() {
    let mut table = Table::with_rules(GameRules { start_when_full: false, ..RULES });
    [1, 2, 3].into_iter().for_each(|player| drop(table.register(player).unwrap()));
    table.pass_deadline();
    let told = table.settle().unwrap();
    assert_eq!((told.event, told.payouts.len()), (started(1..=3), 0));
}
