//! Attacks and mistakes: what each meets, and that it takes nothing from anyone.
//!
//! An [`Attack`] is one message into a prepared game. A refused or trapped one
//! must leave the state as it was and give its value back; that is checked for
//! every row, and [`Table`] checks after each block that no value is kept or
//! lost.

use crate::{prepared::*, table::*};
use gprimitives::H256;
use gtest::constants::{MAX_USER_GAS_LIMIT, VALUE_PER_GAS};
use parity_scale_codec::Encode;
use rpsls_io::{
    Action, Entry, Event, Format, GameError, GameRules, Move, RevealResult, StageChange,
    commitment, gas::ALARM,
};

struct Attack {
    name: &'static str,
    setup: fn() -> Table,
    by: u64,
    payload: Vec<u8>,
    value: u128,
    expected: Expected,
}

#[derive(Debug)]
enum Expected {
    /// Replied so. Nothing has changed.
    Refused(GameError),
    /// The message failed. Nothing has changed.
    Trapped,
    /// Replied so.
    Accepted(Event),
}
use Expected::*;

impl Attack {
    fn new(name: &'static str, setup: fn() -> Table, by: u64, action: Action) -> Self {
        Self { name, setup, by, payload: action.encode(), value: STRAY, expected: Trapped }
    }

    fn bytes(name: &'static str, setup: fn() -> Table, by: u64, payload: Vec<u8>) -> Self {
        Self { payload, ..Self::new(name, setup, by, Action::Advance) }
    }

    fn worth(self, value: u128) -> Self {
        Self { value, ..self }
    }

    fn is(self, expected: Expected) -> Self {
        Self { expected, ..self }
    }

    fn check(self) {
        let name = self.name;
        let mut table = (self.setup)();
        let before = table.state();
        let is_bet = self.value == BET;
        let answer = table.send_bytes(self.by, self.payload, self.value, MAX_USER_GAS_LIMIT);
        assert_eq!(answer.broadcasts, [], "{name}: the clock was not touched");
        match self.expected {
            Accepted(event) => {
                let paid = if is_bet { BET as i128 } else { 0 };
                assert_eq!(answer.gain, -paid, "{name}: only a bet is kept");
                assert_eq!(answer.result, Some(Ok(event)), "{name}");
            }
            Refused(error) => {
                assert_eq!(answer.gain, 0, "{name}: the value comes back");
                assert_eq!(answer.result, Some(Err(error)), "{name}");
                assert_eq!(table.state(), before, "{name}: nothing has changed");
            }
            Trapped => {
                assert_eq!(answer.gain, 0, "{name}: the value comes back");
                assert_eq!(answer.result, None, "{name}");
                assert_eq!(table.state(), before, "{name}: nothing has changed");
            }
        }
    }
}

fn check(attacks: impl IntoIterator<Item = Attack>) {
    attacks.into_iter().for_each(Attack::check);
}

fn a_megabyte() -> String {
    format!("3{}", "m".repeat(1 << 20))
}

// The setups, in which three players do as the name says.

#[test]
fn commitments() {
    let row = Attack::new;
    #[rustfmt::skip]
    let attacks = [
        row("before the moves start", three_registered, 1, hash_of(1, Move::Rock))
            .is(Refused(GameError::NotMoveStage)),
        row("by somebody without a seat", one_moved, STRANGER, hash_of(1, Move::Paper))
            .is(Refused(GameError::NotInRound)),
        row("a rival's, copied", one_moved, 2, hash_of(1, Move::Rock))
            .is(Refused(GameError::CommitmentTaken)),
        row("one's own, again", one_moved, 1, hash_of(1, Move::Rock))
            .is(Refused(GameError::AlreadyMoved)),
        row("one's own, changed", one_moved, 1, hash_of(1, Move::Paper))
            .is(Refused(GameError::AlreadyMoved)),
        row("once all have moved", all_moved, 1, hash_of(1, Move::Paper))
            .is(Refused(GameError::NotMoveStage)),
        row("after one's own reveal", one_revealed, 1, hash_of(1, Move::Paper))
            .is(Refused(GameError::NotMoveStage)),
        row("one's own of the last round", second_round, 1, hash_of(1, Move::Rock))
            .is(Accepted(Event::SuccessfulMove(id(1)))),
        row("a rival's of the last round", second_round, 2, hash_of(1, Move::Rock))
            .is(Accepted(Event::SuccessfulMove(id(2)))),
    ];
    check(attacks);
}

#[test]
fn reveals() {
    let row = Attack::new;
    let open = |opening: &str| Action::Reveal(opening.into());
    #[rustfmt::skip]
    let attacks = [
        row("before the moves start", three_registered, 1, reveal_of(1, Move::Rock))
            .is(Refused(GameError::NotRevealStage)),
        row("before all have moved", one_moved, 1, reveal_of(1, Move::Rock))
            .is(Refused(GameError::NotRevealStage)),
        row("by somebody without a seat", one_revealed, STRANGER, reveal_of(1, Move::Rock))
            .is(Refused(GameError::NotInRound)),
        row("a rival's opening", one_revealed, 2, reveal_of(1, Move::Rock))
            .is(Refused(GameError::OpeningMismatch)),
        row("another move than committed", one_revealed, 2, reveal_of(2, Move::Paper))
            .is(Refused(GameError::OpeningMismatch)),
        row("one's own, again", one_revealed, 1, reveal_of(1, Move::Rock))
            .is(Refused(GameError::AlreadyRevealed)),
        row("one's own, changed", one_revealed, 1, reveal_of(1, Move::Paper))
            .is(Refused(GameError::AlreadyRevealed)),
        row("in the next round", second_round, 1, reveal_of(1, Move::Rock))
            .is(Refused(GameError::NotRevealStage)),
        row("of the last round", second_round_moved, 1, reveal_of(1, Move::Rock))
            .is(Refused(GameError::OpeningMismatch)),
        row("nothing", all_moved, 2, open(""))
            .is(Refused(GameError::OpeningMismatch)),
        row("a megabyte", all_moved, 2, Action::Reveal(a_megabyte()))
            .is(Refused(GameError::OpeningMismatch)),
        row("nothing, as committed", || committed_to(""), 2, open(""))
            .is(Refused(GameError::InvalidMove)),
        row("a sixth move, as committed", || committed_to("5pass"), 2, open("5pass"))
            .is(Refused(GameError::InvalidMove)),
        row("a foreign digit, as committed", || committed_to("٣pass"), 2, open("٣pass"))
            .is(Refused(GameError::InvalidMove)),
        row("no digit, as committed", || committed_to(" 2pass"), 2, open(" 2pass"))
            .is(Refused(GameError::InvalidMove)),
        row("a move alone, as committed", || committed_to("2"), 2, open("2"))
            .is(Accepted(Event::SuccessfulReveal(RevealResult::Continue))),
        row("any script, as committed", || committed_to("2é✂\0"), 2, open("2é✂\0"))
            .is(Accepted(Event::SuccessfulReveal(RevealResult::Continue))),
        row("a megabyte, as committed", || committed_to(&a_megabyte()), 2, Action::Reveal(a_megabyte()))
            .is(Accepted(Event::SuccessfulReveal(RevealResult::Continue))),
    ];
    check(attacks);
}

#[test]
fn registrations_and_the_owner_s_actions() {
    let row = Attack::new;
    let too_small = GameError::BetTooSmall { bet_size: BET, attached: BET - 1 };
    let full = GameError::LobbyFull { players_count_limit: 2 };
    #[rustfmt::skip]
    let attacks = [
        row("a second seat", three_registered, 1, Action::Register)
            .worth(2 * BET)
            .is(Refused(GameError::AlreadyRegistered)),
        row("less than the bet", three_registered, STRANGER, Action::Register)
            .worth(BET - 1)
            .is(Refused(too_small)),
        row("a full lobby", full_lobby, 3, Action::Register)
            .is(Refused(full)),
        row("a seat in a running game", one_moved, STRANGER, Action::Register)
            .is(Refused(GameError::GameUnderWay)),
        row("leaving with nothing to get back", three_registered, STRANGER, Action::Leave)
            .is(Refused(GameError::NotRegistered)),
        row("leaving a running game", one_moved, 2, Action::Leave)
            .is(Refused(GameError::GameUnderWay)),
        row("leaving after a rival's reveal", one_revealed, 2, Action::Leave)
            .is(Refused(GameError::GameUnderWay)),
        row("a player stops the game", one_revealed, 2, Action::StopGame)
            .is(Refused(GameError::NotOwner)),
        row("a player changes the bet", one_moved, 2, Action::ChangeNextGameConfig(UNHURRIED))
            .is(Refused(GameError::NotOwner)),
    ];
    check(attacks);
}

#[test]
fn payloads_that_are_no_action_trap() {
    let row = Attack::bytes;
    let cut_short = |action: Action| {
        let mut payload = action.encode();
        payload.pop();
        payload
    };
    #[rustfmt::skip]
    let attacks = [
        row("nothing", all_moved, 1, vec![]),
        row("half a hash", one_moved, 2, cut_short(hash_of(2, Move::Rock))),
        row("half an opening", all_moved, 1, cut_short(reveal_of(1, Move::Rock))),
        row("half a config", all_moved, OWNER, cut_short(Action::ChangeNextGameConfig(CONFIG))),
        row("an opening that is not UTF-8", all_moved, 1, vec![2, 12, b'0', 0xc3, 0x28]),
        row("an opening of 4 GiB, it says", all_moved, 1, vec![2, 3, 255, 255, 255, 255, b'0']),
        row("half of rules", all_moved, OWNER, vec![7]),
        row("rules of an unknown format", all_moved, OWNER, vec![7, 3, 0]),
        row("the first unknown variant", all_moved, 1, unknown_action()),
        row("the last unknown variant", all_moved, 1, vec![255; 64]),
        row("a megabyte of nothing known", all_moved, 1, vec![7; 1 << 20]),
    ];
    check(attacks);
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
fn bytes_after_an_action_are_ignored() {
    let row = Attack::bytes;
    let longer = |action: Action| [action.encode(), vec![0xee; 100]].concat();
    #[rustfmt::skip]
    let attacks = [
        row("Register", three_registered, STRANGER, longer(Action::Register))
            .worth(BET)
            .is(Accepted(Event::PlayerRegistered)),
        row("MakeMove", one_moved, 2, longer(hash_of(2, Move::Rock)))
            .is(Accepted(Event::SuccessfulMove(id(2)))),
        row("Reveal", all_moved, 1, longer(reveal_of(1, Move::Rock)))
            .is(Accepted(Event::SuccessfulReveal(RevealResult::Continue))),
        row("ChangeNextGameConfig", one_moved, OWNER, longer(Action::ChangeNextGameConfig(CONFIG)))
            .is(Accepted(Event::GameConfigChanged)),
        row("ChangeNextGameRules", one_moved, OWNER, longer(Action::ChangeNextGameRules(RULES)))
            .is(Accepted(Event::GameRulesChanged)),
        row("Join", three_registered, STRANGER, longer(Action::Join(Entry::default())))
            .worth(BET)
            .is(Accepted(Event::PlayerRegistered)),
        row("Commit", one_moved, 2, longer(Action::Commit(HASH)))
            .is(Accepted(Event::SuccessfulMove(id(2)))),
        row("RevealAndCommit", all_moved, 1, longer(reveal_and_commit(1)))
            .is(Accepted(Event::SuccessfulReveal(RevealResult::Continue))),
        row("CommitFor", one_moved, 2, longer(Action::CommitFor { player: id(3), hash: HASH }))
            .is(Refused(GameError::NotDelegate)),
        row("RevealFor", all_moved, 2, longer(reveal_for(1)))
            .is(Refused(GameError::NotDelegate)),
    ];
    check(attacks);
}

#[test]
fn who_copies_a_hash_ahead_of_its_owner_holds_one_that_can_t_be_opened() {
    let mut table = nobody_moved();
    table.send(2, hash_of(1, Move::Rock)).event();
    let taken = table.send(1, hash_of(1, Move::Rock)).error();
    assert_eq!(taken, GameError::CommitmentTaken);
    let own = "0another password";
    table.send(1, Action::MakeMove(commitment(own))).event();
    table.make_move(3, Move::Scissors).event();
    table.send(1, Action::Reveal(own.into())).event();
    table.reveal(3, Move::Scissors).event();
    let copied = table.send(2, Action::Reveal(own.into())).error();
    assert_eq!(copied, GameError::OpeningMismatch);
    let before = table.balance(1);
    let events = until_something_happens(&mut table);
    let winner = id(1);
    assert_eq!(events, [Event::StageAdvanced(StageChange::GameOver { winner })]);
    assert_eq!(table.balance(1), before + 3 * BET);
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

// An overdue stage. Its alarm does not come, so a player's message finds it.

#[test]
fn whatever_meets_an_overdue_stage_settles_it_first_and_acts_in_the_next() {
    use GameError::*;
    let registered = || Ok(Event::PlayerRegistered);
    let moved = || Ok(Event::SuccessfulMove(id(2)));
    let revealed = || Ok(Event::SuccessfulReveal(RevealResult::Continue));
    let stopped = |players: &[u64]| Ok(Event::GameWasStopped(ids(players)));
    let won = || Event::StageAdvanced(StageChange::GameOver { winner: id(1) });
    let not_over = |table: &Table| {
        let deadline = table.state().deadline;
        StageNotOver { deadline }
    };

    // Each: what is overdue, what the clock makes of it, and the replies to
    // Register, Leave, MakeMove and Reveal of player 2 and to the owner's
    // StopGame.
    type Row = (&'static str, fn() -> Table, Event, [Result<Event, GameError>; 5]);
    let by_clock = Event::StageAdvanced;
    #[rustfmt::skip]
    let rows: [Row; 10] = [
        ("registration", overdue_registration, by_clock(StageChange::MovesStarted { players: ids(&[1, 2, 3]) }),
            [Err(GameUnderWay), Err(GameUnderWay), moved(), Err(NotRevealStage), stopped(&[1, 2, 3])]),
        ("nobody moved", || overdue_moves(0), by_clock(StageChange::Extended),
            [Err(GameUnderWay), Err(GameUnderWay), moved(), Err(NotRevealStage), stopped(&[1, 2, 3])]),
        ("one moved", || overdue_moves(1), won(),
            [registered(), Err(NotRegistered), Err(NotMoveStage), Err(NotRevealStage), stopped(&[])]),
        ("two moved", || overdue_moves(2), by_clock(StageChange::RevealsStarted { players: ids(&[1, 2]) }),
            [Err(GameUnderWay), Err(GameUnderWay), Err(NotMoveStage), revealed(), Ok(Event::StopScheduled)]),
        ("nobody revealed", || overdue_reveals(0), by_clock(StageChange::Extended),
            [Err(GameUnderWay), Err(GameUnderWay), Err(NotMoveStage), revealed(), Ok(Event::StopScheduled)]),
        ("one revealed", || overdue_reveals(1), won(),
            [registered(), Err(NotRegistered), Err(NotMoveStage), Err(NotRevealStage), stopped(&[])]),
        ("two revealed", || overdue_reveals(2), by_clock(StageChange::NextRoundStarted { players: ids(&[1, 2]) }),
            [Err(GameUnderWay), Err(GameUnderWay), moved(), Err(NotRevealStage), stopped(&[1, 2])]),
        ("a scheduled stop, nobody revealed", || overdue_stop(0), Event::GameWasStopped(ids(&[1, 2, 3])),
            [registered(), Err(NotRegistered), Err(NotMoveStage), Err(NotRevealStage), stopped(&[])]),
        ("a scheduled stop, one revealed", || overdue_stop(1), won(),
            [registered(), Err(NotRegistered), Err(NotMoveStage), Err(NotRevealStage), stopped(&[])]),
        ("a scheduled stop, two revealed", || overdue_stop(2), Event::GameWasStopped(ids(&[1, 2])),
            [registered(), Err(NotRegistered), Err(NotMoveStage), Err(NotRevealStage), stopped(&[])]),
    ];
    for (stage, setup, settled, [register, leave, make_move, reveal, stop]) in rows {
        let nobody_s = |allowed: &Result<Event, GameError>| match allowed {
            Ok(_) => Err(NotDelegate),
            // Of a player of the game before.
            Err(error) => Err(error.clone()),
        };
        let (commit_for, revealed_for) = (nobody_s(&make_move), nobody_s(&reveal));
        #[rustfmt::skip]
        let messages = [
            (2, Action::Register, BET, register.clone()),
            (2, Action::Join(Entry::default()), BET, register),
            (2, Action::Leave, STRAY, leave),
            (2, hash_of(2, Move::Rock), STRAY, make_move.clone()),
            (2, Action::Commit(HASH), STRAY, make_move),
            (1, Action::CommitFor { player: id(2), hash: HASH }, STRAY, commit_for),
            (2, reveal_of(2, Move::Rock), STRAY, reveal.clone()),
            (2, reveal_and_commit(2), STRAY, reveal),
            (1, reveal_for(2), STRAY, revealed_for),
            (OWNER, Action::StopGame, STRAY, stop),
            (OWNER, Action::ChangeNextGameConfig(UNHURRIED), STRAY, Ok(Event::GameConfigChanged)),
            (OWNER, Action::ChangeNextGameRules(RULES), STRAY, Ok(Event::GameRulesChanged)),
            (STRANGER, Action::Advance, STRAY, Ok(settled.clone())),
            (STRANGER, Action::StopGame, STRAY, Err(NotOwner)),
        ];
        for (user, action, value, expected) in messages {
            let name = format!("{stage}, {action:?}");
            let mut table = setup();
            assert_eq!(table.held_for_alarm(), 0, "no alarm comes");
            let before = table.balance(3);
            let winner_had = table.balance(1);
            let is_bet = expected == registered();
            let answer = table.send_bytes(user, action.encode(), value, FRUGAL);
            assert_eq!(answer.broadcasts, std::slice::from_ref(&settled), "{name}");
            let paid = if is_bet { BET as i128 } else { 0 };
            let share = match &settled {
                Event::GameWasStopped(players) => 3 * BET / players.len() as u128,
                _ => 0,
            };
            if [OWNER, STRANGER].contains(&user) || share == 0 {
                let won = if user == 1 && settled == won() { 3 * BET as i128 } else { 0 };
                assert_eq!(answer.gain, won - paid, "{name}");
            } else {
                assert_eq!(answer.gain, share as i128 - paid, "{name}");
            }
            assert_eq!(answer.result, Some(expected), "{name}");
            if settled == won() && user != 1 {
                assert_eq!(table.balance(1), winner_had + 3 * BET, "{name}: the winner is paid");
            }
            if let Event::GameWasStopped(players) = &settled {
                let share = if players.contains(&id(3)) { share } else { 0 };
                assert_eq!(table.balance(3), before + share, "{name}: those who are in share");
            }
            let again = table.send_bytes(STRANGER, Action::Advance.encode(), 0, FRUGAL);
            assert_eq!(again.error(), not_over(&table), "{name}: settled once");
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

// Many messages in one block.

/// Runs one block with these messages in it, in this order; their replies.
fn in_one_block(
    table: &mut Table,
    messages: &[(u64, Action, u128)],
) -> Vec<Result<Event, GameError>> {
    let program = table.program();
    let sent: Vec<_> = messages
        .iter()
        .map(|(user, action, value)| {
            program.send_bytes_with_gas(*user, action.encode(), FRUGAL, *value)
        })
        .collect();
    let block = table.run_block();
    sent.into_iter().map(|id| reply(&block, id)).collect()
}

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
fn a_whole_round_fits_in_one_block() {
    let mut table = nobody_moved();
    let before = table.balance(2);
    let mut messages = vec![];
    for (player, mv) in [(1, Move::Rock), (2, Move::Paper), (3, Move::Rock)] {
        messages.push((player, hash_of(player, mv), 0));
    }
    for (player, mv) in [(2, Move::Paper), (1, Move::Rock), (3, Move::Rock)] {
        messages.push((player, reveal_of(player, mv), STRAY));
    }
    messages.push((1, Action::Register, BET));
    messages.push((2, reveal_of(2, Move::Paper), 0));
    let replies = in_one_block(&mut table, &messages);
    let won = RevealResult::GameOver { winner: id(2) };
    let expected = [
        Ok(Event::SuccessfulMove(id(1))),
        Ok(Event::SuccessfulMove(id(2))),
        Ok(Event::SuccessfulMove(id(3))),
        Ok(Event::SuccessfulReveal(RevealResult::Continue)),
        Ok(Event::SuccessfulReveal(RevealResult::Continue)),
        Ok(Event::SuccessfulReveal(won)),
        Ok(Event::PlayerRegistered),
        Err(GameError::NotRevealStage),
    ];
    assert_eq!(replies, expected);
    assert!(table.balance(2) > before + 2 * BET, "the pot, less gas");
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
    let one_alarm = u128::from(ALARM + 100 * (UNHURRIED.entry_timeout / 3_000 + 10));
    for _ in 0..10 {
        table.register(1).event();
        table.register(2).event();
        assert!(table.held_for_alarm() > 0);
        assert_eq!(table.send(1, Action::Leave).gain, BET as i128);
        assert_eq!(table.send(2, Action::Leave).gain, BET as i128);
        assert!(table.held_for_alarm() <= one_alarm * VALUE_PER_GAS, "one alarm at most");
    }
    table.register(2).event();
    assert_eq!(table.state().lobby_list, [id(2)]);
    assert_eq!(table.state().pot, BET);
}

#[test]
fn a_full_lobby_has_room_again_once_somebody_leaves() {
    let mut table = full_lobby();
    let replies = in_one_block(
        &mut table,
        &[
            (3, Action::Register, BET),
            (1, Action::Leave, 0),
            (3, Action::Register, BET + STRAY),
            (1, Action::Register, BET),
        ],
    );
    let full = Err(GameError::LobbyFull { players_count_limit: 2 });
    let expected = [full.clone(), Ok(Event::PlayerLeft), Ok(Event::PlayerRegistered), full];
    assert_eq!(replies, expected);
    assert_eq!(table.state().lobby_list, [id(2), id(3)]);
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
    // The alarm comes in this block too, behind what users send.
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
fn an_owner_who_plays_and_has_lost_can_t_undo_it_by_stopping() {
    // The owner holds back the losing reveal, and stops instead.
    for reveals_then in [true, false] {
        let mut table = Table::new(CONFIG, 1);
        table.register(1).event();
        table.register(OWNER).event();
        table.pass_deadline();
        table.make_move(1, Move::Rock).event();
        table.make_move(OWNER, Move::Scissors).event();
        let before = table.balance(1);
        table.reveal(1, Move::Rock).event();
        assert_eq!(table.send(OWNER, Action::StopGame).event(), Event::StopScheduled);
        if reveals_then {
            let won = RevealResult::GameOver { winner: id(1) };
            let answer = table.reveal(OWNER, Move::Scissors);
            assert_eq!(answer.event(), Event::SuccessfulReveal(won));
        } else {
            let over = StageChange::GameOver { winner: id(1) };
            assert_eq!(table.pass_deadline(), [Event::StageAdvanced(over)]);
        }
        assert!(table.balance(1) > before + BET, "the pot, less gas");
        assert_eq!(table.state().pot, 0);
    }
}

#[test]
fn a_stop_during_reveals_shares_the_pot_once_the_round_is_decided() {
    for setup in [all_moved as fn() -> Table, one_revealed] {
        let mut table = setup();
        let is_revealed = |table: &Table, player: u64| {
            table.state().revealed_moves.iter().any(|(id, _)| *id == player.into())
        };
        assert_eq!(table.send(OWNER, Action::StopGame).event(), Event::StopScheduled);
        assert!(table.held_for_alarm() > 0, "the deadline matters by now");
        for player in [1, 2, 3] {
            if !is_revealed(&table, player) {
                table.reveal(player, Move::Rock).event();
            }
        }
        let state = table.state();
        let pot = 3 * BET;
        assert_eq!((state.pot, state.games_finished, state.last_game), (pot, 1, None));
        // The alarm that the stop has armed pays it.
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

#[test]
fn the_owner_can_t_take_anything_by_stopping() {
    let setups: [fn() -> Table; 4] = [three_registered, nobody_moved, one_moved, second_round];
    for (setup, name) in setups.into_iter().zip(0..) {
        let mut table = setup();
        let before = [1, 2, 3].map(|player| table.balance(player));
        let gas = table.held_for_alarm();
        let stop = Action::StopGame.encode();
        let answer = table.send_bytes(OWNER, stop, STRAY, FRUGAL);
        assert_eq!(answer.gain, 0, "setup {name}");
        assert_eq!(answer.event(), Event::GameWasStopped(ids(&[1, 2, 3])));
        assert_eq!(table.held_for_alarm(), gas);
        let after = [1, 2, 3].map(|player| table.balance(player));
        assert_eq!(after, before.map(|balance| balance + BET), "setup {name}");
        assert_eq!(table.state().lobby_list, []);
    }
}

/// The owner has a seat, and stops before there is anything to see, before others have
/// moved and after.
#[test]
fn an_owner_who_plays_can_t_take_anything_by_stopping() {
    let seated = || {
        let mut table = Table::new(CONFIG, 2);
        for user in [1, OWNER, 2] {
            table.register(user).event();
        }
        table
    };
    let moving = || {
        let mut table = seated();
        table.pass_deadline();
        table
    };
    let moved = |users: &'static [u64]| {
        let mut table = moving();
        for user in users {
            table.make_move(*user, Move::Rock).event();
        }
        table
    };
    let setups: [&dyn Fn() -> Table; 4] =
        [&seated, &moving, &|| moved(&[OWNER]), &|| moved(&[1, OWNER])];
    for (at, setup) in setups.into_iter().enumerate() {
        let mut table = setup();
        let before = [1, 2].map(|player| table.balance(player));
        let answer = table.send_bytes(OWNER, Action::StopGame.encode(), STRAY, FRUGAL);
        assert_eq!(answer.gain, BET as i128, "{at}: the owner's own bet");
        assert_eq!(answer.event(), Event::GameWasStopped(ids(&[1, OWNER, 2])), "{at}");
        let after = [1, 2].map(|player| table.balance(player));
        assert_eq!(after, before.map(|balance| balance + BET), "{at}");
        assert_eq!(table.state().pot, 0, "{at}");
    }
    let mut late = moved(&[1]);
    let refused = late.send_bytes(OWNER, Action::StopGame.encode(), STRAY, FRUGAL);
    assert_eq!((refused.gain, refused.error()), (0, GameError::MoveFirst));
}
