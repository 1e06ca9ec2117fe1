//! Every state that a small table can be in, and what must hold there.

mod scope;
mod search;
mod table;

use rpsls_io::{GameRules, Move, TieBreak};
use scope::Scope;
use search::{Found, Search};
use std::time::Instant;

const BY_REPLAY: GameRules = GameRules { tie_break: TieBreak::Replay, start_when_full: false };
const BY_POINTS: GameRules = GameRules { tie_break: TieBreak::Points, start_when_full: true };

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
    delegate: false,
    closed: false,
    settings: false,
    rounds: 2,
    games: 2,
};

/// Three players, of whom one or two can win; they draw by a cycle too.
const THREE: Scope = Scope {
    name: "three seats",
    seats: 3,
    players: 3,
    moves: &[Move::Rock, Move::Scissors, Move::Paper],
    ..TWO
};

fn search(scopes: &[Scope]) -> Vec<Found> {
    let search = |scope: &Scope| {
        let start = Instant::now();
        let found = Search::of(scope);
        println!("{}: {found} ({:.0} s)", scope.name, start.elapsed().as_secs_f64());
        found
    };
    scopes.iter().map(search).collect()
}

#[test]
fn probe() {
    search(&[
        Scope {
            name: "two seats, all",
            plain: true,
            closed: true,
            delegate: true,
            games: 1,
            ..TWO
        },
        Scope { name: "two seats, settings", settings: true, ..TWO },
        Scope { name: "two seats, owner", settings: true, owner_plays: true, ..TWO },
        Scope { name: "three, 1", games: 1, rounds: 1, next: &[], ..THREE },
        Scope { name: "three, 1, next", games: 1, rounds: 1, ..THREE },
        Scope {
            name: "three, 1, RS",
            moves: &[Move::Rock, Move::Scissors],
            games: 1,
            rounds: 2,
            ..THREE
        },
        Scope {
            name: "three, 2, points",
            games: 2,
            rounds: 1,
            joined: &[],
            next: &[],
            rules: BY_POINTS,
            ..THREE
        },
        Scope { name: "three rivals for two", players: 3, games: 1, ..TWO },
    ]);
}
