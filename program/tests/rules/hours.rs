//! A game that starts because all seats are taken. No player has to act before the time that the
//! table named.

use crate::table::*;
use rpsls_io::{
    Event, Format, GameConfig, GameRules, GameStage, Move, StageChange, TableInit, opening,
};
use rpsls_program::ActionRef;

const HOUR: u64 = 3_600_000;
const WHEN_FULL: GameRules = GameRules { format: Format::Replay, start_when_full: true };

/// A table with two seats and a day to register.
fn open() -> Table {
    let config = GameConfig { players_count_limit: 2, entry_timeout: 24 * HOUR, ..CONFIG };
    Table::of(TableInit { config, rules: WHEN_FULL, owner: None })
}

#[test]
fn whoever_takes_the_last_seat_doesn_t_choose_the_hour() {
    // Both join with a move, so reveals are the first stage.
    let mut table = open();
    let registered_until = table.game.deadline();
    table.join_with(1, Move::Rock);
    table.now += 3 * HOUR;
    table.join_with(2, Move::Scissors);
    assert!(matches!(table.stage(), GameStage::Reveal(_)));
    assert_eq!(table.state().current_stage_timestamp, table.now);
    assert_eq!(table.game.deadline(), registered_until + CONFIG.reveal_timeout);
    table.reveal(2, Move::Scissors).unwrap();
    // The first player comes by the time that the table named when the seat was taken.
    table.now = registered_until + CONFIG.reveal_timeout;
    table.reveal(1, Move::Rock).unwrap();
    assert_eq!(table.state().last_game.unwrap().winner, id(1));
}

#[test]
fn the_stages_of_all_rounds_last_until_then() {
    let mut table = open();
    let registered_until = table.game.deadline();
    table.register(1).unwrap();
    table.now += HOUR;
    table.register(2).unwrap();
    assert_eq!(table.game.deadline(), registered_until + CONFIG.move_timeout);
    for player in [1, 2] {
        table.make_move(player, Move::Rock).unwrap();
    }
    assert_eq!(table.game.deadline(), registered_until + CONFIG.reveal_timeout);
    for player in [1, 2] {
        let opening = opening(Move::Rock, &password(player));
        let next = bound(player, Move::Rock);
        table.act(player, ActionRef::RevealAndCommit { opening: &opening, next }).unwrap();
    }
    // The second round has the same deadline as the first.
    assert_eq!(table.state().round, 2);
    assert!(matches!(table.stage(), GameStage::Reveal(_)));
    assert_eq!(table.game.deadline(), registered_until + CONFIG.reveal_timeout);
}

/// The attack: rivals withhold a reveal until the others sleep. Then one reveals, and another
/// commits, who would be the only one in time for the next round.
#[test]
fn whoever_reveals_last_doesn_t_choose_the_hour_either() {
    let config = GameConfig { players_count_limit: 4, entry_timeout: 24 * HOUR, ..CONFIG };
    let rules = GameRules { format: Format::Knockout, start_when_full: true };
    let mut table = Table::of(TableInit { config, rules, owner: None });
    let registered_until = table.game.deadline();
    // The first player meets the third, and the second meets the fourth.
    let moves = [(1, Move::Rock), (2, Move::Rock), (3, Move::Spock), (4, Move::Lizard)];
    table.now += HOUR;
    moves.iter().for_each(|(player, mv)| drop(table.join_with(*player, *mv)));
    moves[..3].iter().for_each(|(player, mv)| drop(table.reveal(*player, *mv).unwrap()));
    table.now += 12 * HOUR;
    table.reveal(4, Move::Lizard).unwrap();
    assert_eq!(table.state().round, 2);
    table.make_move(3, Move::Paper).unwrap();
    assert_eq!(table.game.deadline(), registered_until + CONFIG.move_timeout);
    table.now += CONFIG.move_timeout + 1;
    assert_eq!(table.settle(), None, "nobody wins while the others sleep");
    table.now = registered_until + CONFIG.move_timeout;
    table.make_move(2, Move::Rock).unwrap();
    assert_eq!(
        table.game.deadline(),
        table.now + CONFIG.reveal_timeout,
        "all have moved, so the stage lasts its own time"
    );
}

#[test]
fn where_all_are_there_nothing_is_slower() {
    let mut table = open();
    table.join_with(1, Move::Rock);
    table.join_with(2, Move::Scissors);
    table.reveal(1, Move::Rock).unwrap();
    table.reveal(2, Move::Scissors).unwrap();
    assert_eq!(table.state().games_finished, 1);
    assert_eq!(table.game.deadline(), table.now + 24 * HOUR, "the next game names its own time");
}

#[test]
fn a_game_that_starts_at_the_deadline_is_as_configured() {
    for late in [1, HOUR, 1_000 * HOUR] {
        let mut table = open();
        table.register(1).unwrap();
        let config = GameConfig { players_count_limit: 3, entry_timeout: 24 * HOUR, ..CONFIG };
        let mut larger = Table::of(TableInit { config, rules: WHEN_FULL, owner: None });
        for player in [1, 2] {
            larger.register(player).unwrap();
        }
        larger.now = larger.game.deadline() + late;
        let players = [1, 2].map(id).into();
        let started = Event::StageAdvanced(StageChange::MovesStarted { players });
        assert_eq!(larger.settle().unwrap().event, started);
        assert_eq!(larger.game.deadline(), larger.now + CONFIG.move_timeout);
    }
}

#[test]
fn a_registration_that_was_extended_promises_its_new_end() {
    let mut table = open();
    table.pass_deadline();
    table.join_with(1, Move::Rock);
    let registered_until = table.game.deadline();
    assert_eq!(registered_until, table.now + 24 * HOUR);
    table.join_with(2, Move::Rock);
    assert_eq!(table.game.deadline(), registered_until + CONFIG.reveal_timeout);
}

#[test]
fn silence_in_it_is_counted_from_its_deadline() {
    let mut table = open();
    table.join_with(1, Move::Rock);
    table.join_with(2, Move::Rock);
    let deadline = table.game.deadline();
    assert_eq!(table.closable_from(), Some(deadline + GameConfig::SILENCE));
    // An extended stage lasts its own time.
    table.pass_deadline();
    table.settle().unwrap();
    assert_eq!(table.game.deadline(), table.now + CONFIG.reveal_timeout);
}

const DAY: u64 = 24 * HOUR;

/// A duel at a table with ten minutes to register, whose first player has waited alone so long
/// when the second sits down. Both have joined with a move, and the first one's would win.
fn waited(alone: u64) -> Table {
    let config = GameConfig { players_count_limit: 2, entry_timeout: HOUR / 6, ..CONFIG };
    let rules = GameRules { format: Format::Knockout, start_when_full: true };
    let mut table = Table::of(TableInit { config, rules, owner: None });
    table.join_with(1, Move::Rock);
    table.now += alone;
    table.join_with(2, Move::Lizard);
    table
}

/// The attack: somebody sits down at an hour at which the other is sure to sleep, shows, and
/// wins by the other's silence.
#[test]
fn whoever_sits_down_beside_one_who_has_waited_doesn_t_choose_the_hour() {
    let mut table = waited(9 * HOUR);
    table.reveal(2, Move::Lizard).unwrap();
    table.now += 9 * HOUR;
    assert_eq!(table.settle(), None, "as long again is promised");
    table.reveal(1, Move::Rock).unwrap();
    assert_eq!(table.state().last_game.unwrap().winner, id(1));

    let mut table = waited(9 * HOUR);
    table.reveal(2, Move::Lizard).unwrap();
    table.now += 9 * HOUR + CONFIG.reveal_timeout + 1;
    let over = StageChange::GameOver { winner: id(2) };
    assert_eq!(table.settle().unwrap().event, Event::StageAdvanced(over), "and no longer");
}

#[test]
fn a_lone_player_is_promised_as_long_as_the_wait_was_and_a_day_at_most() {
    let registration = HOUR / 6;
    for (alone, promised) in [
        // Within the time to register it is the end of that time.
        (0, registration),
        (registration / 2, registration / 2),
        (registration, 0),
        (registration + 1, registration + 1),
        (DAY, DAY),
        (29 * DAY, DAY),
    ] {
        let table = waited(alone);
        assert_eq!(table.game.deadline(), table.now + promised + CONFIG.reveal_timeout, "{alone}");
    }
}

/// Who waits for the others at a table that doesn't start when full is promised it, too, and a
/// rival who has sat down and left before changes nothing.
#[test]
fn those_who_come_and_go_don_t_shorten_the_promise() {
    let mut table = Table::new();
    table.join_with(1, Move::Rock);
    table.now += 9 * HOUR;
    table.join_with(3, Move::Lizard);
    table.act(3, ActionRef::Leave).unwrap();
    table.join_with(2, Move::Lizard);
    table.pass_deadline();
    table.settle().unwrap();
    assert!(matches!(table.stage(), GameStage::Reveal(_)));
    let waited = 9 * HOUR + CONFIG.entry_timeout + 1;
    assert_eq!(table.game.deadline(), table.now + waited + CONFIG.reveal_timeout);
}

#[test]
fn where_all_act_the_promise_makes_nothing_slower() {
    let mut table = waited(9 * HOUR);
    table.reveal(2, Move::Lizard).unwrap();
    table.reveal(1, Move::Rock).unwrap();
    assert_eq!(table.state().games_finished, 1);
    assert_eq!(table.game.deadline(), table.now + HOUR / 6);
}
