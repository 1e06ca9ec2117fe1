//! Searches every state that a small table can be in, and checks what must hold there.
//!
//! Two players of a small table have the same freedom as 255 of a large one: they take seats and
//! leave, commit, reveal, are silent or late, and copy each other; there are owners, delegates and
//! strangers. A [`Scope`] lists what they can do. The search does all of it in every state that it
//! reaches.

#[path = "../common/mod.rs"]
mod common;
mod scope;
mod search;
mod table;

use models::rpsls::Coverage;
use rpsls_io::{Format, GameRules, Move};
use scope::Scope;
use search::Search;
use std::thread;

const BY_REPLAY: GameRules = GameRules { format: Format::Replay, start_when_full: false };
const BY_KNOCKOUT: GameRules = GameRules { format: Format::Knockout, start_when_full: false };
const BY_FULL_KNOCKOUT: GameRules = GameRules { format: Format::Knockout, start_when_full: true };
const BY_POINTS: GameRules = GameRules { format: Format::Points, start_when_full: true };

/// Two players who can win, lose and draw.
const TWO: Scope = Scope {
    name: "two seats",
    seats: 2,
    players: 2,
    rules: BY_REPLAY,
    owner_plays: false,
    moves: &[Move::Rock, Move::Scissors],
    plain: false,
    joined: &[Move::Rock],
    next: &[Move::Rock],
    delegated: 0,
    closed: false,
    settings: false,
    rounds: 2,
    games: 2,
};

/// Three players, of whom one or two can win a round. A cycle is a draw too.
const THREE: Scope = Scope {
    name: "three seats",
    seats: 3,
    players: 3,
    moves: &[Move::Rock, Move::Scissors, Move::Paper],
    ..TWO
};

/// Three players. A full bracket has two places for them, and a fourth player would make it four.
const THREE_OF_FOUR: Scope = Scope {
    name: "three of four seats, `Knockout`, start when full",
    seats: 4,
    rules: BY_FULL_KNOCKOUT,
    moves: TWO.moves,
    rounds: 1,
    games: 1,
    ..THREE
};

/// Searches these scopes in parallel. Prints and returns what was met in all of them.
fn search(scopes: &[Scope]) -> Coverage {
    println!(
        "| table | states | steps to the furthest | messages, of which refused | need silence |"
    );
    println!("|---|---|---|---|---|");
    let mut coverage = Coverage::default();
    thread::scope(|threads| {
        let searches = scopes.iter().map(|scope| threads.spawn(|| row(scope)));
        let searches: Vec<_> = searches.collect();
        for search in searches {
            coverage.add(&search.join().expect("the fault is printed above"));
        }
    });
    println!("{coverage}");
    coverage
}

/// Searches a scope, and prints it as a row of a table.
fn row(scope: &Scope) -> Coverage {
    let found = Search::of(scope);
    let Coverage { steps, refused, .. } = &found.coverage;
    println!(
        "| {} | {} | {} | {steps}, {refused} | {} |",
        scope.name, found.states, found.deepest, found.need_silence,
    );
    // If nobody can open a commitment, reveals are extended until 30 days of silence, or the owner,
    // end the game. No other states need that.
    assert_eq!(found.need_silence > 0, scope.closed, "{}", scope.name);
    found.coverage
}

#[test]
fn every_state_of_small_tables() {
    let one_game = Scope { name: "two seats, one game", games: 1, ..TWO };
    let coverage = search(&[
        Scope { plain: true, closed: true, delegated: 2, ..one_game },
        Scope {
            name: "two seats, start when full, the owner plays and changes the rules",
            rules: BY_POINTS,
            owner_plays: true,
            settings: true,
            ..TWO
        },
        Scope { name: "two seats and three rivals", players: 3, ..one_game },
        Scope {
            name: "three seats, two rounds, one game",
            moves: TWO.moves,
            joined: &[],
            games: 1,
            ..THREE
        },
        Scope {
            name: "three seats, one round",
            joined: &[],
            next: &[],
            rounds: 1,
            games: 1,
            ..THREE
        },
        Scope {
            name: "three seats, two rounds, `Knockout`",
            rules: BY_KNOCKOUT,
            moves: TWO.moves,
            joined: &[],
            games: 1,
            ..THREE
        },
        THREE_OF_FOUR,
    ]);
    assert_eq!(coverage.missing(), [""; 0], "never met");
}

/// Runs with `make prove`.
#[test]
#[ignore = "takes five minutes on two cores"]
fn every_state() {
    let all = Scope { plain: true, closed: true, delegated: 1, settings: true, ..TWO };
    let coverage = search(&[
        Scope { name: "two seats, `Replay`", ..all },
        Scope { name: "two seats, `Points`, start when full", rules: BY_POINTS, ..all },
        Scope { name: "two seats, the owner plays", owner_plays: true, closed: false, ..all },
        Scope { name: "two seats and three rivals", players: 3, ..TWO },
        Scope { name: "three seats, `Replay`", ..THREE },
        Scope { name: "three seats, `Points`, start when full", rules: BY_POINTS, ..THREE },
        Scope { name: "two seats, `Knockout`", rules: BY_KNOCKOUT, ..all },
        Scope { name: "three seats, `Knockout`", rules: BY_KNOCKOUT, ..THREE },
        Scope { rounds: 2, ..THREE_OF_FOUR },
        Scope {
            name: "three seats, one round, a delegate of two, what can't be opened",
            moves: TWO.moves,
            closed: true,
            delegated: 2,
            rounds: 1,
            games: 1,
            ..THREE
        },
        Scope {
            name: "four seats, one round, `Points`",
            seats: 4,
            players: 4,
            rules: BY_POINTS,
            joined: &[],
            next: &[],
            rounds: 1,
            games: 1,
            ..THREE
        },
    ]);
    assert_eq!(coverage.missing(), [""; 0], "never met");
}
