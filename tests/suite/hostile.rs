//! Attacks and mistakes: how the program answers each, and that it takes nothing from anyone.
//! [`Table`] checks after each block that no value is kept or lost.

use crate::{prepared::*, table::*};
use gprimitives::H256;
use gtest::constants::{MAX_USER_GAS_LIMIT, VALUE_PER_GAS};
use parity_scale_codec::Encode;
use rpsls_io::{
    Action, ConfigError, Entry, Event, Format, GameConfig, GameError, GameRules, GameState, Move,
    PlayerStatus, RevealResult, StageChange, gas::ALARM,
};

/// One message into a prepared game: a name, the game, the sender, the payload, the value, and the
/// reply. A message without a reply fails.
type Attack = (&'static str, fn() -> Table, u64, Vec<u8>, u128, Option<Result<Event, GameError>>);

/// Sends each message. All value must come back, and only an accepted one may change anything.
fn check(attacks: impl IntoIterator<Item = Attack>) {
    for (name, setup, by, payload, value, expected) in attacks {
        let mut table = setup();
        let before = table.state();
        let answer = table.send_bytes(by, payload, value, MAX_USER_GAS_LIMIT);
        assert_eq!(answer.broadcasts, [], "{name}: the clock was not touched");
        assert_eq!(answer.gain, 0, "{name}: the value comes back");
        assert_eq!(answer.result, expected, "{name}");
        let is_accepted = matches!(expected, Some(Ok(_)));
        assert!(is_accepted || table.state() == before, "{name}: nothing has changed");
    }
}

fn a_megabyte() -> String {
    format!("3{}", "m".repeat(1 << 20))
}

// The setups are in `prepared`. In them three players do what the name says.

/// `rules` tests every way to every refusal, and random play meets each of them on the chain.
#[test]
fn each_refusal_gives_the_value_back_and_changes_nothing() {
    use GameError::*;
    let register = || Action::Register.encode();
    let open = |opening: &str| Action::Reveal(opening.into()).encode();
    let other_game = Action::Join(Entry { game: Some(1), ..Entry::default() }).encode();
    let too_few = GameConfig { players_count_limit: 1, ..CONFIG };
    let too_few = Action::ChangeNextGameConfig(too_few).encode();
    let small = BetTooSmall { bet_size: BET, attached: BET - 1 };
    let shown = Event::SuccessfulReveal(RevealResult::Continue);
    #[rustfmt::skip]
    let attacks: [Attack; 9] = [
        ("a seat in a running game", one_moved, STRANGER, register(), STRAY, Some(Err(GameUnderWay))),
        ("less than the bet", three_registered, STRANGER, register(), BET - 1, Some(Err(small))),
        ("a second seat", three_registered, 1, register(), 2 * BET, Some(Err(AlreadyRegistered))),
        ("a full lobby", full_lobby, 3, register(), STRAY, Some(Err(LobbyFull { players_count_limit: 2 }))),
        ("a seat in another game", three_registered, STRANGER, other_game, BET, Some(Err(OtherGame { game: 0 }))),
        ("an opening of a megabyte", all_moved, 2, open(&a_megabyte()), STRAY, Some(Err(OpeningMismatch))),
        ("a foreign digit, as committed", || committed_to("٣pass"), 2, open("٣pass"), STRAY, Some(Err(InvalidMove))),
        ("any script, as committed", || committed_to("2é✂\0"), 2, open("2é✂\0"), STRAY, Some(Ok(shown))),
        ("a table for one", one_moved, OWNER, too_few, STRAY, Some(Err(BadConfig(ConfigError::PlayersCountLimitTooLow)))),
    ];
    check(attacks);
}

#[test]
fn payloads_that_are_no_action_trap() {
    let mut half = reveal_of(1, Move::Rock).encode();
    half.pop();
    let payloads = [
        ("nothing", vec![]),
        ("half an opening", half),
        ("an opening that is not UTF-8", vec![2, 12, b'0', 0xc3, 0x28]),
        ("an opening of 4 GiB, it says", vec![2, 3, 255, 255, 255, 255, b'0']),
        ("rules of an unknown format", vec![7, 3, 0]),
        ("the first unknown variant", unknown_action()),
        ("a megabyte of nothing known", vec![7; 1 << 20]),
    ];
    check(payloads.map(|(name, payload)| -> Attack { (name, all_moved, 1, payload, STRAY, None) }));
}

const RULES: GameRules = GameRules { format: Format::Points, start_when_full: true };
const HASH: H256 = H256([7; 32]);

fn reveal_and_commit(user: u64) -> Action {
    Action::RevealAndCommit { opening: opening_of(user, Move::Rock), next: HASH }
}

fn reveal_for(player: u64) -> Action {
    let opening = opening_of(player, Move::Rock);
    Action::RevealFor { player: id(player), opening, next: None }
}

#[test]
fn a_megabyte_as_an_opening_costs_who_sends_it() {
    let reveals = |opening: &str| {
        let mut table = committed_to(opening);
        table.reveal(1, Move::Rock).event();
        let reveal = table.send(2, Action::Reveal(opening.into())).gas;
        (reveal, table.reveal(3, Move::Rock).gas)
    };
    let (short, usual) = reveals("0a short one");
    let (long, after) = reveals(&a_megabyte());
    assert!(long > 100 * short, "{long}");
    assert!(long < MAX_USER_GAS_LIMIT / 5, "{long}");
    assert!(after.abs_diff(usual) < usual / 100, "the others pay nothing for it: {after} {usual}");
}

// Here a stage is overdue and its alarm does not come, so a player's message finds it.

/// The outcome is the same as that of an `Advance` and then the message.
#[test]
fn whatever_meets_an_overdue_stage_settles_it_first_and_acts_in_the_next() {
    type Setup = (&'static str, fn() -> Table);
    let setups: [Setup; 5] = [
        ("registration", overdue_registration),
        ("one moved", || overdue_moves(1)),
        ("two moved", || overdue_moves(2)),
        ("two revealed", || overdue_reveals(2)),
        ("a scheduled stop", overdue_stop),
    ];
    let messages = [
        (2, Action::Register, BET),
        (2, Action::Join(Entry::default()), BET),
        (2, Action::Leave, STRAY),
        (2, hash_of(2, Move::Rock), STRAY),
        (2, Action::Commit(HASH), STRAY),
        (1, Action::CommitFor { player: id(2), hash: HASH }, STRAY),
        (2, reveal_of(2, Move::Rock), STRAY),
        (2, reveal_and_commit(2), STRAY),
        (1, reveal_for(2), STRAY),
        (OWNER, Action::StopGame, STRAY),
        (OWNER, Action::ChangeNextGameConfig(UNHURRIED), STRAY),
        (OWNER, Action::ChangeNextGameRules(RULES), STRAY),
        (STRANGER, Action::Advance, STRAY),
        (STRANGER, Action::StopGame, STRAY),
    ];
    let balances = |table: &Table| [1, 2, 3].map(|player| table.balance(player) as i128);
    let stands =
        |table: &Table| GameState { current_stage_timestamp: 0, deadline: 0, ..table.state() };
    for (stage, setup) in setups {
        for (user, action, value) in &messages {
            let name = format!("{stage}, {action:?}");
            let send = |table: &mut Table| table.send_bytes(*user, action.encode(), *value, FRUGAL);
            // Only one chain can exist at a time.
            let (settlement, paid, expected, state, later) = {
                let mut table = setup();
                let before = balances(&table);
                let settlement = table.send_bytes(STRANGER, Action::Advance.encode(), 0, FRUGAL);
                let after = balances(&table);
                let paid: [i128; 3] = std::array::from_fn(|at| after[at] - before[at]);
                let expected = send(&mut table);
                (settlement.event(), paid, expected, stands(&table), balances(&table))
            };
            let mut table = setup();
            let answer = send(&mut table);
            assert_eq!(answer.broadcasts, std::slice::from_ref(&settlement), "{name}");
            let result =
                if *action == Action::Advance { Some(Ok(settlement)) } else { expected.result };
            assert_eq!(answer.result, result, "{name}");
            let by_settlement = if *user < 4 { paid[*user as usize - 1] } else { 0 };
            assert_eq!(answer.gain, expected.gain + by_settlement, "{name}");
            for player in (1..=3).filter(|player| player != user) {
                let at = player as usize - 1;
                assert_eq!(balances(&table)[at], later[at], "{name}: {player}");
            }
            assert_eq!(stands(&table), state, "{name}");
            let again = table.send_bytes(STRANGER, Action::Advance.encode(), 0, FRUGAL).error();
            let deadline = table.state().deadline;
            assert_eq!(again, GameError::StageNotOver { deadline }, "{name}: settled once");
        }
    }
}

#[test]
fn a_trap_on_an_overdue_stage_settles_nothing() {
    let mut table = overdue_moves(1);
    let before = table.balance(1);
    let answer = table.send_bytes(2, vec![99], STRAY, MAX_USER_GAS_LIMIT);
    assert_eq!((answer.result, answer.gain), (None, 0));
    assert_eq!(table.balance(1), before);
    let won = StageChange::GameOver { winner: id(1) };
    let answer = table.send(STRANGER, Action::Advance);
    assert_eq!(answer.event(), Event::StageAdvanced(won));
    assert_eq!(table.balance(1), before + 3 * BET);
}

// Here one block has many messages.

#[test]
fn two_with_one_hash_in_one_block_are_served_in_the_block_s_order() {
    let mut table = nobody_moved();
    let replies = in_one_block(
        &mut table,
        &[
            (2, hash_of(1, Move::Rock), STRAY),
            (1, hash_of(1, Move::Rock), STRAY),
            (1, hash_of(1, Move::Paper), 0),
        ],
    );
    let expected = [
        Ok(Event::SuccessfulMove(id(2))),
        Err(GameError::CommitmentTaken),
        Ok(Event::SuccessfulMove(id(1))),
    ];
    assert_eq!(replies, expected);
}

#[test]
fn a_storm_of_registrations_and_departures_leaves_one_seat_and_its_bet() {
    let mut table = Table::new(UNHURRIED, 2);
    for _ in 0..10 {
        let cycle = [(1, Action::Register, BET), (1, Action::Leave, STRAY)];
        let storm: Vec<_> = cycle.into_iter().cycle().take(20).collect();
        let replies = in_one_block(&mut table, &storm);
        assert!(replies.iter().all(Result::is_ok));
    }
    assert_eq!(table.state().lobby_list, []);
    let alarm = u128::from(ALARM) * VALUE_PER_GAS;
    for alarms in 1..=10 {
        table.register(1).event();
        table.register(2).event();
        assert!(table.held_for_alarm() >= alarms * alarm, "each pays for an alarm");
        assert_eq!(table.send(1, Action::Leave).gain, BET as i128);
        assert_eq!(table.send(2, Action::Leave).gain, BET as i128);
    }
    table.register(2).event();
    assert_eq!(table.pass_deadline(), []);
    assert_eq!(table.held_for_alarm(), 0, "and has its gas back");
    assert_eq!(table.state().lobby_list, [id(2)]);
    assert_eq!(table.state().pot, BET);
}

#[test]
fn a_flood_of_advances_moves_the_stage_once() {
    let mut table = three_registered();
    let deadline = table.state().deadline;
    let flood = vec![(STRANGER, Action::Advance, STRAY); 50];
    let too_early = Err(GameError::StageNotOver { deadline });
    assert_eq!(in_one_block(&mut table, &flood), vec![too_early; 50]);
    while table.next_timestamp() <= deadline {
        table.run_block();
    }
    // The alarm comes in this block too, after the users' messages.
    let mut replies = in_one_block(&mut table, &flood);
    let players = ids(&[1, 2, 3]);
    let started = StageChange::MovesStarted { players };
    assert_eq!(replies.remove(0), Ok(Event::StageAdvanced(started)));
    let deadline = table.state().deadline;
    let too_early = Err(GameError::StageNotOver { deadline });
    assert_eq!(replies, vec![too_early; 49]);
}

#[test]
fn the_owner_s_stop_in_the_block_of_the_last_reveal_comes_too_late_to_take_the_pot() {
    let mut table = Table::committed(CONFIG, &[Move::Rock, Move::Scissors]);
    table.reveal(2, Move::Scissors).event();
    let before = table.balance(1);
    let replies =
        in_one_block(&mut table, &[(1, reveal_of(1, Move::Rock), 0), (OWNER, Action::StopGame, 0)]);
    assert_eq!(replies[1], Ok(Event::GameWasStopped(ids(&[]))));
    assert!(table.balance(1) > before + BET, "the pot, less gas");
}

#[test]
fn a_stop_during_reveals_shares_the_pot_once_the_round_is_decided() {
    for setup in [one_moved as fn() -> Table, all_moved, one_revealed] {
        let mut table = setup();
        let is_revealed = |table: &Table, player: u64| {
            table.state().revealed_moves.iter().any(|(id, _)| *id == player.into())
        };
        assert_eq!(table.send(OWNER, Action::StopGame).event(), Event::StopScheduled);
        assert!(table.held_for_alarm() > 0, "the deadline matters now");
        for player in [1, 2, 3] {
            if table.state().players.contains(&(id(player), PlayerStatus::ToMove)) {
                table.make_move(player, Move::Rock).event();
            }
        }
        for player in [1, 2, 3] {
            if !is_revealed(&table, player) {
                table.reveal(player, Move::Rock).event();
            }
        }
        let state = table.state();
        let pot = 3 * BET;
        assert_eq!((state.pot, state.games_finished, state.last_game), (pot, 1, None));
        // The alarm that the stop has armed pays the shares.
        while table.held_for_alarm() > 0 {
            table.run_block();
        }
        assert_eq!(table.state().pot, 0);
    }
}

#[test]
fn a_stop_that_nobody_reveals_for_is_carried_out_by_the_alarm() {
    let mut table = all_moved();
    let before = [1, 2, 3].map(|player| table.balance(player));
    while table.held_for_alarm() > 0 {
        table.run_block();
    }
    table.send(OWNER, Action::StopGame).event();
    assert_eq!(table.pass_deadline(), [Event::GameWasStopped(ids(&[1, 2, 3]))]);
    for (player, before) in [1, 2, 3].into_iter().zip(before) {
        assert!(table.balance(player) >= before + BET);
    }
}
