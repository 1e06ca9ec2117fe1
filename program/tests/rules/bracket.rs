//! A knockout that starts when full: no seat is worse than another.

use crate::table::*;
use gprimitives::ActorId;
use rpsls_io::{
    Event, Format, GameConfig, GameError, GameRules, GameStage, Move, PlayerStatus, StageChange,
    TableInit, gas::PORTION, knockout,
};
use rpsls_program::{
    ActionRef,
    rules::{OwnedOutcome, Payout},
};

const RULES: GameRules = GameRules { format: Format::Knockout, start_when_full: true };

/// A table with this many seats at which players 1 to `count` have registered. Its time to register
/// is over.
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

/// The players whom these payouts send away. Each gets the bet and an event that says so.
fn sent_away(outcome: &OwnedOutcome) -> Vec<ActorId> {
    assert!(outcome.payouts.len() <= PORTION);
    let each = outcome.payouts.iter().map(|(payout, event)| {
        assert_eq!(payout.value, BET);
        assert_eq!(*event, Event::SentAway([payout.to].into()));
        payout.to
    });
    each.collect()
}

/// Makes the remaining refunds, with one `Advance` after another.
fn advance_all(table: &mut Table) -> Vec<ActorId> {
    let mut away = vec![];
    while let Ok(outcome) = table.handle(OWNER, 7, ActionRef::Advance).result {
        let Event::SentAway(players) = outcome.event else { panic!("{:?}", outcome.event) };
        assert_eq!(outcome.refund, 7);
        away.extend(players);
    }
    away
}

#[test]
fn whoever_came_last_is_sent_away_with_the_bet() {
    for count in 2..=127 {
        let mut table = overdue(count, 128);
        let full = knockout::full_bracket(count.into()) as u8;
        let outcome = table.settle().expect("the time is over");
        assert_eq!(outcome.event, started(1..=full), "{count}");
        let mut away = sent_away(&outcome);
        assert_eq!(away.len(), PORTION.min(usize::from(count - full)));
        let due = table.shares();
        assert_eq!(due.len(), usize::from(count - full) - away.len());
        assert!(due.iter().all(|(_, bet)| *bet == BET));
        let state = table.state();
        assert_eq!(state.pot, BET * u128::from(full));
        assert_eq!(state.lobby_list, (1..=full).map(id).collect::<Vec<_>>());

        away.extend(advance_all(&mut table));
        assert_eq!(away, (full + 1..=count).map(id).collect::<Vec<_>>());
        assert_eq!((table.state(), table.shares()), (state, vec![]));
        assert_eq!(table.status(full + 1), PlayerStatus::NotRegistered);
        assert_eq!(table.make_move(full + 1, Move::Rock), Err(GameError::NotInRound));
    }
}

#[test]
fn the_game_does_not_wait_for_refunds_so_nobody_chooses_its_hour() {
    let config = GameConfig { players_count_limit: 64, ..CONFIG };
    let mut table = Table::of(TableInit { config, rules: RULES, owner: None });
    (1..=63).for_each(|player| drop(table.join_with(player, Move::Rock)));
    let promised = table.game.deadline();
    table.pass_deadline();
    let players = (1..=32).map(id).collect();
    let outcome = table.settle().unwrap();
    assert_eq!(outcome.event, Event::StageAdvanced(StageChange::RevealsStarted { players }));
    let deadline = table.game.deadline();
    assert_eq!(deadline, promised + 1 + CONFIG.reveal_timeout);
    // A refund does not move the deadline, and a player's message makes no refund.
    let paid = table.handle(1, 0, ActionRef::Advance).result.unwrap();
    assert!(matches!(paid.event, Event::SentAway(_)));
    assert_eq!(table.game.deadline(), deadline);
    assert!(table.settle().is_none());
    assert!(table.reveal(1, Move::Rock).is_ok());
    assert!(table.game.alarm_deadline() == Some(deadline), "the alarm is for the stage");
    assert_eq!(table.game.payouts_due(), 0);
}

#[test]
fn refunds_that_are_left_when_the_game_is_over_come_before_the_next() {
    let mut table = overdue(63, 128);
    assert_eq!(table.game.payouts_due(), 31, "these refunds will be due");
    table.settle().unwrap();
    table.make_move(1, Move::Rock).unwrap();
    table.pass_deadline();
    // The only one who has moved wins. The pot has the bets of those who play.
    let outcome = table.settle().unwrap();
    assert_eq!(outcome.paid(), [Payout { to: id(1), value: 32 * BET }]);
    assert_eq!(table.shares().len(), 31 - PORTION);
    assert_eq!(table.game.payouts_due(), 31 - PORTION);
    assert_eq!(table.game.alarm_deadline(), Some(table.now), "the alarm is due at once");
    let handled = table.handle(100, BET, ActionRef::Register);
    assert_eq!(sent_away(&handled.settlement.unwrap()), (49..=63).map(id).collect::<Vec<_>>());
    assert_eq!(handled.result.unwrap().event, Event::PlayerRegistered);
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
        let outcome = table.handle(seats, BET, ActionRef::Register).result.unwrap();
        assert_eq!(outcome.broadcast, Some(started(1..=seats)));
    }
}

#[test]
fn nobody_or_one_alone_waits_on() {
    assert_eq!(Table::with_rules(RULES).game.payouts_due(), 0);
    let mut table = overdue(1, 4);
    assert_eq!(table.settle().unwrap().event, Event::StageAdvanced(StageChange::Extended));
    assert_eq!(table.status(1), PlayerStatus::Registered);
}

#[test]
fn whoever_comes_after_the_hour_meets_the_game() {
    for action in [ActionRef::Register, ActionRef::Leave] {
        let mut table = overdue(63, 128);
        let handled = table.handle(if action == ActionRef::Leave { 1 } else { 100 }, BET, action);
        assert_eq!(handled.settlement.unwrap().event, started(1..=32));
        assert_eq!(handled.result, Err(GameError::GameUnderWay));
    }
}

#[test]
fn a_stop_between_refunds_gives_all_the_bets_back() {
    for advances in 0..3 {
        let mut table = overdue(63, 64);
        for _ in 0..advances {
            table.act(OWNER, ActionRef::Advance).expect("the game begins, then refunds are paid");
        }
        // A stop first makes the payouts that it finds. Then its own shares wait.
        let handled = table.handle(OWNER, 0, ActionRef::StopGame);
        let outcome = handled.result.unwrap();
        assert_eq!(outcome.event, Event::GameWasStopped((1..=32).map(id).collect()));
        let settled = handled.settlement.map_or(0, |outcome| sent_away(&outcome).len());
        assert_eq!(settled + outcome.payouts.len(), PORTION, "one message pays sixteen");
        assert_eq!(table.game.payouts_due(), table.shares().len());
        let has_many_due = table.shares().len() > PORTION;
        let again = table.act(OWNER, ActionRef::StopGame);
        assert_eq!(matches!(again, Err(GameError::SharesDue { .. })), has_many_due);
        while let Some(outcome) = table.settle() {
            assert!(outcome.payouts.iter().all(|(payout, _)| payout.value == BET));
        }
        assert_eq!((table.game.held(), table.shares()), (0, vec![]));
    }
}

#[test]
fn no_message_pays_more_than_sixteen() {
    for count in 2..=127 {
        let mut table = overdue(count, 128);
        let handled = table.handle(OWNER, 0, ActionRef::StopGame);
        let paid =
            handled.settlement.unwrap().payouts.len() + handled.result.unwrap().payouts.len();
        assert!(paid <= PORTION, "{count}: {paid}");
    }
}

#[test]
fn anybody_s_advance_ends_an_overdue_stage_before_it_pays_refunds() {
    // 63 of 127 have no place, and sixteen of them are paid when the game starts.
    let mut table = overdue(127, 128);
    table.settle().unwrap();
    (1..=64).for_each(|player| drop(table.make_move(player, Move::Rock).unwrap()));
    table.reveal(1, Move::Rock).unwrap();
    table.pass_deadline();
    let advanced = table.handle(OWNER, 0, ActionRef::Advance).result.unwrap();
    let over = StageChange::GameOver { winner: id(1) };
    assert_eq!(advanced.event, Event::StageAdvanced(over));
    assert_eq!(table.shares().len(), 47, "these are paid next");
    assert_eq!(advance_all(&mut table).len(), 47);
}

#[test]
fn an_alarm_with_little_gas_starts_the_game_and_sends_nobody_away() {
    let mut table = overdue(31, 32);
    let outcome = table.settle_paying(0).expect("the game starts");
    assert_eq!(outcome.event, started(1..=16));
    assert_eq!((sent_away(&outcome).len(), table.shares().len()), (0, 15));
    assert_eq!(advance_all(&mut table).len(), 15);
}
