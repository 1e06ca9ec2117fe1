//! The games from which a search starts.

use crate::{
    encoding::{headed, spoiled},
    script::{Payload, Script, Senders, Step, Value},
    table::{INTERFACE, account},
};
use parity_scale_codec::Encode;
use program_common::encoding::Kind;
use rpsls_io::{Action, Entry, Format, GameConfig, GameRules, StateQuery, TableInit, commitment};

const BET: u128 = 1_000;
const NOW: u64 = 1_000_000;
const CONFIG: GameConfig = GameConfig {
    bet_size: BET,
    players_count_limit: 5,
    entry_timeout: 10_000,
    move_timeout: 20_000,
    reveal_timeout: 30_000,
};

/// The file name and the bytes of each game.
pub fn seeds() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("full_game", full_game().bytes()),
        ("draw_then_win", draw_then_win().bytes()),
        ("stop_in_each_stage", stop_in_each_stage().bytes()),
        ("config_change", config_change().bytes()),
        ("silent_players", silent_players().bytes()),
        ("refusals", refusals().bytes()),
        ("largest_pot", largest_pot().bytes()),
        ("end_of_time", end_of_time().bytes()),
        ("full_table", full_table().bytes()),
        ("joined", joined().bytes()),
        ("scheduled_stop", scheduled_stop().bytes()),
        ("full_bracket", full_bracket().bytes()),
        ("knockout", knockout().bytes()),
        ("delegates", delegates().bytes()),
        ("headers", headers().bytes()),
        ("bad_headers", bad_headers().bytes()),
    ]
}

fn plain(config: GameConfig) -> TableInit {
    TableInit { config, rules: GameRules::default(), owner: None }
}

fn deploy(config: GameConfig) -> Script {
    Script::deploy(NOW, &plain(config))
}

fn register(script: Script, players: &[u8]) -> Script {
    players.iter().fold(script, |script, player| script.act(*player, Value::Bet, Action::Register))
}

fn start(players: &[u8]) -> Script {
    advance(register(deploy(CONFIG), players))
}

fn advance(script: Script) -> Script {
    script.act_after(Step::PastDeadline, 7, Value::None, Action::Advance)
}

fn round(script: Script, openings: &[(u8, &str)]) -> Script {
    let commit = |script: Script, (player, opening): &(u8, &str)| script.commit(*player, opening);
    let reveal = |script: Script, (player, opening): &(u8, &str)| script.reveal(*player, opening);
    let script = openings.iter().fold(script, commit);
    openings.iter().fold(script, reveal)
}

fn say(script: Script, step: Step, sender: u8, value: Value, payload: &[u8]) -> Script {
    script.send(Senders::Few, sender, value, step, Payload::Raw, payload)
}

/// The same game as the first, in the Sails encoding and with queries in between.
fn headers() -> Script {
    let act = |script, step, sender, value, action: Action| {
        let action = headed(*INTERFACE, Kind::Action, &action);
        say(script, step, sender, value, &action)
    };
    let ask = |script, query: StateQuery| {
        let query = headed(*INTERFACE, Kind::Query, &query);
        say(script, Step::Same, 7, Value::Bet, &query)
    };
    let mut script = deploy(CONFIG);
    for player in [1, 2] {
        script = act(script, Step::Same, player, Value::Bet, Action::Register);
    }
    script = ask(script, StateQuery::Player(account(2)));
    script = act(script, Step::PastDeadline, 7, Value::None, Action::Advance);
    for (player, opening) in [(1, "0one"), (2, "1two")] {
        let hash = commitment(opening);
        script = act(script, Step::Same, player, Value::None, Action::MakeMove(hash));
    }
    script = ask(script, StateQuery::All);
    for (player, opening) in [(1, "0one"), (2, "1two")] {
        let reveal = Action::Reveal(opening.into());
        script = act(script, Step::Block, player, Value::None, reveal);
    }
    ask(script, StateQuery::ClosableFrom)
}

/// Only payloads whose header is still good take a seat.
fn bad_headers() -> Script {
    let query = headed(*INTERFACE, Kind::Query, &StateQuery::Player(account(1)));
    let join = Action::Join(Entry::default());
    let join = headed(*INTERFACE, Kind::Action, &join);
    let all = spoiled(*INTERFACE, &query, &join);
    all.iter()
        .fold(deploy(CONFIG), |script, payload| say(script, Step::Block, 1, Value::Bet, payload))
}

/// Two players commit and reveal, and one wins.
fn full_game() -> Script {
    round(start(&[1, 2]), &[(1, "0one"), (2, "1two")])
}

/// Three players: a cycle, then equal moves, then two survivors, then a winner.
fn draw_then_win() -> Script {
    let script = start(&[1, 2, 3]);
    let script = round(script, &[(1, "0a"), (2, "1b"), (3, "2c")]);
    let script = round(script, &[(1, "3a"), (2, "3b"), (3, "3c")]);
    let script = round(script, &[(1, "4a"), (2, "0b"), (3, "4c")]);
    round(script, &[(1, "3a"), (3, "4c")])
}

/// The owner stops the game during registration, before anybody has moved, and during reveals.
fn stop_in_each_stage() -> Script {
    let stop = |script: Script| script.act(0, Value::Change, Action::StopGame);
    let script = stop(register(deploy(CONFIG), &[3, 1]));
    let script = advance(register(script, &[1, 2, 3]));
    let script = stop(script);
    let script = advance(register(script, &[1, 2, 3]));
    let script = script.commit(1, "0a").commit(2, "1b").commit(3, "2c");
    stop(script.reveal(3, "2c"))
}

/// The owner sets a config twice during a game. The next game uses the last one.
fn config_change() -> Script {
    let set = |script: Script, bet_size| {
        let config = GameConfig { bet_size, ..CONFIG };
        script.act(0, Value::None, Action::ChangeNextGameConfig(config))
    };
    let script = set(set(start(&[1, 2]), 5), 6);
    let script = round(script, &[(1, "2a"), (2, "3b")]);
    round(advance(register(script, &[0, 4])), &[(0, "0a"), (4, "1b")])
}

/// Each stage is extended at least once. Those who are still silent then lose.
fn silent_players() -> Script {
    let script = advance(deploy(CONFIG));
    let script = advance(advance(advance(register(script, &[1, 2, 3]))));
    let script = advance(script.commit(1, "0a").commit(2, "0b"));
    advance(advance(script).reveal(2, "0b"))
}

/// A player leaves, and many messages are refused.
fn refusals() -> Script {
    let script = register(deploy(CONFIG), &[1, 1, 2, 3, 4, 5, 6]);
    let script = script
        .act(5, Value::Change, Action::Leave)
        .act(5, Value::None, Action::Leave)
        .act(6, Value::None, Action::Register)
        .act(1, Value::None, Action::StopGame)
        .act_after(Step::ToDeadline, 2, Value::Bet, Action::Advance);
    let script = advance(script).commit(1, "9a").commit(2, "9a").commit(2, "0b");
    let script = advance(script.commit(2, "1b").act(3, Value::Bet, Action::Register));
    let script = script.reveal(1, "9a").reveal(2, "1b").reveal(3, "0c");
    // These are not UTF-8, empty, known actions cut short, and no action.
    let undecodable: [&[u8]; 6] = [&[2, 8, b'0', 0xc3], &[], &[7], &[10, 4, b'0'], &[11], &[0xff]];
    undecodable.iter().fold(script, |script, bytes| {
        script.send(Senders::Any, 2, Value::None, Step::Block, Payload::Raw, bytes)
    })
}

/// Two seats hold all possible value but one unit.
fn largest_pot() -> Script {
    let config = GameConfig { bet_size: u128::MAX / 2, players_count_limit: 2, ..CONFIG };
    let script = register(deploy(config), &[1, 2]);
    let script = script.act(3, Value::Raw(u128::MAX), Action::Register);
    round(advance(script), &[(1, "0a"), (2, "2b")])
}

/// The clock is near the end of what it can count.
fn end_of_time() -> Script {
    let script = register(Script::deploy(u64::MAX - 11_000, &plain(CONFIG)), &[1, 2]);
    advance(advance(script).commit(1, "0a"))
}

/// 255 players, of whom one survives the second round.
fn full_table() -> Script {
    let config = GameConfig { players_count_limit: u8::MAX, ..CONFIG };
    let crowd = |script: Script, count, value, payload, bytes: &[u8]| {
        script.send(Senders::Crowd, count, value, Step::Same, payload, bytes)
    };
    let script = deploy(config);
    let script = crowd(script, 255, Value::Bet, Payload::Raw, &[0]);
    let script = crowd(advance(script), 255, Value::None, Payload::OwnCommit, b"0");
    let script = crowd(script, 255, Value::None, Payload::OwnReveal, b"0");
    let script = crowd(script, 200, Value::None, Payload::OwnCommit, b"2");
    let script = script.send(Senders::Any, 255, Value::None, Step::Same, Payload::OwnCommit, b"0");
    let script = crowd(advance(script), 200, Value::None, Payload::OwnReveal, b"2");
    script.send(Senders::Any, 255, Value::None, Step::Same, Payload::OwnReveal, b"0")
}

/// All seats are taken by players who join with their moves. They go on without a stage for moves,
/// and one wins in the third round.
fn joined() -> Script {
    let rules = GameRules { format: Format::Points, start_when_full: true };
    let all = |script: Script, senders: &[u8], value, payload, bytes: &[u8]| {
        senders.iter().fold(script, |script, sender| {
            script.send(Senders::Few, *sender, value, Step::Same, payload, bytes)
        })
    };
    let script = Script::deploy(NOW, &TableInit { rules, ..plain(CONFIG) });
    let script = all(script, &[1, 2, 3, 4, 5], Value::Bet, Payload::Join, b"0");
    let script = all(script, &[1, 2, 3, 4, 5], Value::None, Payload::RevealAndCommit, b"0");
    // They have committed to Rock again. Two reveal, and the clock decides the round.
    let script = all(script, &[2, 3], Value::None, Payload::OwnReveal, b"0");
    let script = advance(script);
    let script = all(script, &[2], Value::None, Payload::BoundCommit, b"0");
    let script = all(script, &[3], Value::None, Payload::BoundCommit, b"1");
    let script = all(script, &[2], Value::None, Payload::OwnReveal, b"0");
    all(script, &[3], Value::None, Payload::OwnReveal, b"1")
}

/// The delegates of two players play for them. A third player has named one of the two as well.
fn delegates() -> Script {
    let send = |script: Script, sender, value, payload, bytes: &[u8]| {
        script.send(Senders::Any, sender, value, Step::Same, payload, bytes)
    };
    let script = send(deploy(CONFIG), 1, Value::Bet, Payload::Join, b"0");
    let script = send(script, 2, Value::Bet, Payload::Join, b"0");
    let named_twice = Entry { delegate: Some(account(101)), ..Entry::default() };
    let script = advance(script.act(3, Value::Bet, Action::Join(named_twice)));
    // The third player has not committed. This message names nobody, so it is refused; then the
    // third is out, and the delegate acts for one player again.
    let script = send(script, 101, Value::None, Payload::BoundCommit, b"0");
    let script = advance(script);
    let script = send(script, 101, Value::None, Payload::ForPlayer, b"0");
    let script = send(script, 102, Value::None, Payload::ForPlayer, b"0");
    // They have drawn, and have committed with their reveals. After the next round they commit in
    // separate messages.
    let script = send(script, 1, Value::None, Payload::OwnReveal, b"0");
    let script = send(script, 2, Value::None, Payload::OwnReveal, b"0");
    let script = send(script, 101, Value::None, Payload::ForPlayer, b"00");
    let script = send(script, 102, Value::None, Payload::ForPlayer, b"1 ");
    let script = send(script, 101, Value::None, Payload::OwnReveal, b"00");
    let script = send(script, 1, Value::None, Payload::OwnReveal, b"00");
    send(script, 2, Value::None, Payload::OwnReveal, b"1 ")
}

/// Five players in pairs. A toss decides the only pair, and three have a bye. Moves decide the next
/// two pairs. The last two draw three times before one wins.
fn knockout() -> Script {
    let rules = GameRules { format: Format::Knockout, start_when_full: false };
    let script = Script::deploy(NOW, &TableInit { rules, ..plain(CONFIG) });
    let script = advance(register(script, &[1, 2, 3, 4, 5]));
    let first = [(1, "0a"), (2, "1b"), (3, "2c"), (4, "3d"), (5, "0e")];
    let script = round(script, &first);
    let script = round(script, &[(1, "0a"), (2, "1b"), (3, "2b"), (4, "3d")]);
    let script = script.commit(1, "0a").commit(2, "0b").commit(3, "0c").commit(4, "0d");
    let script = script.reveal(2, "0b").reveal(3, "0c").reveal(4, "0d").reveal(1, "0a");
    let script = advance(round(script, &[(2, "4x"), (3, "4y"), (4, "4z"), (1, "4w")]));
    let script = round(script, &[(2, "1x"), (3, "1y"), (4, "1z"), (1, "1w")]);
    round(script, &[(1, "2a"), (2, "1b"), (3, "2c"), (4, "1d")])
}

/// Of 49 players 32 have a place. The start pays sixteen others back, in the order of their ids. The
/// last of them, who is still due the bet, can't leave with it.
fn full_bracket() -> Script {
    let rules = GameRules { format: Format::Knockout, start_when_full: true };
    let config = GameConfig { players_count_limit: 64, ..CONFIG };
    let crowd = |script: Script, value, payload, bytes: &[u8]| {
        script.send(Senders::Crowd, 49, value, Step::Same, payload, bytes)
    };
    let script = Script::deploy(NOW, &TableInit { rules, ..plain(config) });
    let script = advance(crowd(script, Value::Bet, Payload::Join, b"0"));
    let leave = Action::Leave.encode();
    let script = script.send(Senders::Any, 47, Value::Change, Step::Same, Payload::Raw, &leave);
    crowd(script, Value::None, Payload::RevealAndCommit, b"0")
}

/// The owner stops the game during reveals. Once a reveal ends it, once the clock, and once the
/// clock after nobody has revealed.
fn scheduled_stop() -> Script {
    let stop = |script: Script| script.act(0, Value::Change, Action::StopGame);
    let moves = |script: Script| {
        let script = advance(register(script, &[1, 2, 3]));
        script.commit(1, "0a").commit(2, "0b").commit(3, "2c")
    };
    let script = stop(moves(deploy(CONFIG)));
    let script = script.reveal(3, "2c").reveal(1, "0a").reveal(2, "0b");
    let script = advance(stop(moves(script).reveal(1, "0a").reveal(2, "0b")));
    advance(stop(moves(script)))
}
