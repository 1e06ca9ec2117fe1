//! The shares of a stopped game. No message pays more than sixteen.

use crate::table::*;
use rpsls_io::{Entry, Event, GameConfig, GameError, GameStage, Move, gas::PORTION, opening};
use rpsls_program::ActionRef;

/// A bet that is odd, so that a pot seldom divides evenly.
const ODD: u128 = 1_001;
/// Neither a player nor the owner has this number.
const STRANGER: u8 = 255;

/// This many players without the owner, in another order than that of ids.
fn players(count: u8) -> Vec<u8> {
    let mut all: Vec<u8> = (0..255).filter(|player| *player != OWNER).take(count.into()).collect();
    all.rotate_left(usize::from(count) / 3);
    all
}

fn config(count: u8) -> GameConfig {
    GameConfig { bet_size: ODD, players_count_limit: count.max(2), ..CONFIG }
}

fn registered(count: u8) -> Table {
    let mut table = Table::with(config(count));
    players(count).into_iter().for_each(|player| drop(table.register(player).unwrap()));
    table
}

fn started(count: u8) -> Table {
    let mut table = registered(count);
    table.pass_deadline();
    table.settle().unwrap();
    table
}

/// A table at which all have committed, all but the last have revealed, and a stop waits for the
/// round. Also the last player.
fn scheduled(count: u8) -> (Table, u8) {
    let mut table = started(count);
    let players = players(count);
    players.iter().for_each(|player| drop(table.make_move(*player, Move::Rock).unwrap()));
    let (last, others) = players.split_last().unwrap();
    others.iter().for_each(|player| drop(table.reveal(*player, Move::Rock).unwrap()));
    assert_eq!(table.act(OWNER, ActionRef::StopGame), Ok(Event::StopScheduled));
    (table, *last)
}

/// Each player's share.
fn shares(count: u8) -> Vec<(u8, u128)> {
    let mut players = players(count);
    players.sort_unstable();
    // The pot has only these players' bets, so each gets the own bet.
    players.into_iter().map(|player| (player, ODD)).collect()
}

fn paid(outcome: &rpsls_program::rules::OwnedOutcome) -> Vec<(u8, u128)> {
    outcome.paid().iter().map(|payout| (payout.to.as_ref()[0], payout.value)).collect()
}

const SIZES: [u8; 7] = [2, 15, 16, 17, 66, 161, 254];

#[test]
fn the_owner_s_stop_pays_sixteen_and_whatever_comes_pays_the_next() {
    for count in SIZES {
        for mut table in [registered(count), started(count)] {
            let outcome = table.handle(OWNER, 3, ActionRef::StopGame).result.unwrap();
            let all = shares(count);
            assert_eq!(
                outcome.event,
                Event::GameWasStopped(all.iter().map(|(p, _)| id(*p)).collect())
            );
            assert_eq!(outcome.refund, 3);
            let mut got = paid(&outcome);
            assert_eq!(got, all[..PORTION.min(all.len())]);
            assert_eq!(table.shares(), all[got.len()..]);
            while got.len() < all.len() {
                let outcome = table.handle(STRANGER, 5, ActionRef::Advance);
                let (settlement, outcome) = (outcome.settlement.unwrap(), outcome.result.unwrap());
                let portion = paid(&settlement);
                assert!((1..=PORTION).contains(&portion.len()));
                let event = Event::SharesPaid(portion.iter().map(|(p, _)| id(*p)).collect());
                assert_eq!((&outcome.event, outcome.refund), (&event, 5));
                assert_eq!((settlement.broadcast, outcome.payouts), (Some(event), vec![]));
                got.extend(portion);
                assert_eq!(table.shares(), all[got.len()..]);
            }
            assert_eq!(got, all, "each once");
            let deadline = table.game.deadline();
            let refused = table.act(STRANGER, ActionRef::Advance);
            assert_eq!(refused, Err(GameError::StageNotOver { deadline }), "nothing is left");
        }
    }
}

#[test]
fn the_reveal_that_decides_a_stopped_game_pays_nothing() {
    for count in SIZES {
        let (mut table, last) = scheduled(count);
        assert_eq!(table.game.payouts_due(), usize::from(count));
        let opening = opening(Move::Rock, &password(last));
        let outcome = table.handle(last, 0, ActionRef::Reveal(&opening)).result.unwrap();
        let all = shares(count);
        assert_eq!(outcome.event, Event::GameWasStopped(all.iter().map(|(p, _)| id(*p)).collect()));
        assert_eq!((outcome.payouts, outcome.refund), (vec![], 0));
        assert_eq!(table.game.alarm_deadline(), Some(table.now), "shares are due at once");
        let mut got = vec![];
        table.now += 3_000;
        while let Some(outcome) = table.settle() {
            got.extend(paid(&outcome));
            assert!(outcome.payouts.len() <= PORTION);
            let awaited = (got.len() < all.len()).then_some(table.now);
            assert_eq!(table.game.alarm_deadline(), awaited, "the rest is due at once");
        }
        assert_eq!(got, all);
    }
}

#[test]
fn the_clock_stops_a_game_and_pays_sixteen() {
    let (mut table, _) = scheduled(66);
    table.pass_deadline();
    let state = table.state_now();
    assert_eq!(
        (state.pot, table.shares().len()),
        (66 * ODD, 65),
        "the state shows the shares before any is paid"
    );
    let outcome = table.settle().unwrap();
    assert_eq!(outcome.payouts.len(), PORTION);
    assert_eq!(table.shares().len(), 65 - PORTION);
    let left: u128 = table.shares().iter().map(|(_, share)| share).sum();
    assert_eq!(table.state().pot, left);
}

#[test]
fn the_table_is_closed_until_all_are_paid() {
    let mut table = started(40);
    table.act(OWNER, ActionRef::StopGame).unwrap();
    for (action, players) in [
        (ActionRef::Register, 8),
        // The last eight are paid, so this seat can be taken.
        (ActionRef::Join(Entry::default()), 0),
    ] {
        let outcome = table.handle(7, ODD, action);
        let expected = match players {
            0 => Ok(Event::PlayerRegistered),
            players => Err(GameError::SharesDue { players }),
        };
        assert_eq!(outcome.result.map(|outcome| outcome.event), expected);
        assert!(outcome.settlement.is_some());
    }
    let mut table = started(40);
    table.act(OWNER, ActionRef::StopGame).unwrap();
    let games = table.state().games_finished;
    let again = table.act(OWNER, ActionRef::StopGame);
    assert_eq!(again, Err(GameError::SharesDue { players: 8 }));
    assert_eq!(table.state().games_finished, games);
    assert_eq!(table.act(1, ActionRef::Leave), Err(GameError::NotRegistered));
    assert_eq!(table.shares(), []);
}

#[test]
fn registration_starts_when_the_last_share_is_paid() {
    let mut table = started(20);
    table.act(OWNER, ActionRef::StopGame).unwrap();
    table.now += 10 * CONFIG.entry_timeout;
    assert_eq!(table.stage(), GameStage::Preparation);
    table.settle().unwrap();
    assert_eq!(table.game.deadline(), table.now + CONFIG.entry_timeout);
    assert_eq!(table.settle(), None);
}

#[test]
fn what_does_not_divide_goes_to_the_first_over_all_portions() {
    use Move::*;
    // 40 of 41 players go on, and share 41 bets.
    let mut table = started(41);
    let players = players(41);
    let mv = |player: u8| if player == players[0] { Scissors } else { Rock };
    players.iter().for_each(|player| drop(table.make_move(*player, mv(*player)).unwrap()));
    players.iter().for_each(|player| drop(table.reveal(*player, mv(*player)).unwrap()));
    let (pot, left) = (41 * ODD, 40u128);
    let mut got = paid(&table.handle(OWNER, 0, ActionRef::StopGame).result.unwrap());
    while let Some(outcome) = table.settle() {
        got.extend(paid(&outcome));
    }
    let values: Vec<u128> = got.iter().map(|(_, value)| *value).collect();
    let expected: Vec<u128> = (0..left).map(|n| pot / left + u128::from(n < pot % left)).collect();
    assert_eq!(values, expected);
    assert_eq!(values.iter().sum::<u128>(), pot);
    assert!(got.is_sorted());
}

/// An alarm may have less gas than payouts that came to it later. It ends the stage all the same,
/// pays what it can, and leaves the rest.
#[test]
fn an_alarm_with_little_gas_ends_the_stage() {
    for most in [0, 1, PORTION] {
        let (mut table, _) = scheduled(20);
        table.pass_deadline();
        let outcome = table.settle_paying(most).expect("the game is stopped");
        assert!(matches!(outcome.event, Event::GameWasStopped(_)));
        assert_eq!(outcome.payouts.len(), most);
        assert_eq!(table.shares().len(), 19 - most);
        if most == 0 {
            assert_eq!(table.settle_paying(0), None, "nothing is said of nobody");
        }
        while table.settle().is_some() {}
        assert_eq!(table.shares(), []);
        assert_eq!(table.state().games_finished, 1);
    }
}
