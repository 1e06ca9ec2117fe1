//! The answers to queries, and their pages.

use crate::tic_tac_toe::*;
use tic_tac_toe_io::{
    Action, GameState, GamesPage, InitConfig, Pass, PassConfig, StateQuery, StateReply,
    TrophiesPage,
};

fn games(tic_tac_toe: &TicTacToe, query: StateQuery) -> GamesPage {
    match tic_tac_toe.query(query) {
        StateReply::Games(page) => page,
        other => panic!("the answer is not a page of games but {other:?}"),
    }
}

fn trophies(tic_tac_toe: &TicTacToe, query: StateQuery) -> TrophiesPage {
    match tic_tac_toe.query(query) {
        StateReply::Trophies(page) => page,
        other => panic!("the answer is not a page of trophies but {other:?}"),
    }
}

/// The challengers of these games.
fn challengers(games: &[GameState]) -> Vec<u64> {
    let number = |game: &GameState| (1..1_000).find(|user| id(*user) == game.id.challenger);
    games.iter().map(|game| number(game).expect("the challenger is a user")).collect()
}

fn invite(tic_tac_toe: &mut TicTacToe, host: u64, challenger: u64) {
    let create = create(challenger, None);
    tic_tac_toe.send(host, create).event();
}

#[test]
fn pages_go_on_where_the_last_one_ended() {
    let mut tic_tac_toe = TicTacToe::new(OPEN);
    for challenger in 20..27 {
        invite(&mut tic_tac_toe, HOST, challenger);
        invite(&mut tic_tac_toe, STRANGER, challenger);
    }
    let mut found = vec![];
    let mut from = Some(0);
    while let Some(start) = from {
        let query = StateQuery::GamesOfFrom { host: id(STRANGER), from: start, limit: 3 };
        let page = games(&tic_tac_toe, query);
        assert!(page.games.len() <= 3);
        found.extend(challengers(&page.games));
        from = page.next;
    }
    assert_eq!(found, Vec::from_iter(20..27));
    let all = games(&tic_tac_toe, StateQuery::AllGames { from: 0, limit: 100 });
    assert_eq!(all.games.len(), 14);
    assert_eq!(all.next, None);
    let none = games(&tic_tac_toe, StateQuery::AllGames { from: 14, limit: 100 });
    assert_eq!(none, GamesPage { games: vec![], next: None });
}

#[test]
fn trophies_are_told_oldest_first_in_pages() {
    let mut tic_tac_toe = TicTacToe::with_game(0, None);
    for cells in [&HOST_WINS[..], &DRAWN, &CHALLENGER_WINS, &HOST_WINS] {
        tic_tac_toe.play(cells).event();
        tic_tac_toe.send(HOST, restart()).event();
    }
    let won: Vec<bool> = tic_tac_toe.trophies(HOST).iter().map(|trophy| trophy.won).collect();
    assert_eq!(won, [true, false, true]);
    assert_eq!(tic_tac_toe.trophies(CHALLENGER).len(), 2);
    let page = |from, limit| {
        trophies(&tic_tac_toe, StateQuery::TrophiesFrom { owner: id(HOST), from, limit })
    };
    let first = page(0, 2);
    assert_eq!(first.trophies, tic_tac_toe.trophies(HOST)[..2]);
    let second = page(first.next.expect("there is more"), 2);
    assert_eq!(second.trophies, tic_tac_toe.trophies(HOST)[2..]);
    assert_eq!(second.next, None);
    assert_eq!(tic_tac_toe.overview().trophies, 5);
}

#[test]
fn passes_are_told_by_number_in_pages() {
    let free = InitConfig { pass: Some(PassConfig { price: 0, supply: 5 }), ..OPEN };
    let mut tic_tac_toe = TicTacToe::new(free);
    for user in USERS {
        tic_tac_toe.send(user, Action::MintPass).event();
    }
    let StateReply::Passes(page) = tic_tac_toe.query(StateQuery::PassesFrom { from: 1, limit: 2 })
    else {
        panic!("the answer to PassesFrom is a page");
    };
    let [second, third] =
        [2, 3].map(|number: u32| Pass { id: number, holder: id(USERS[number as usize - 1]) });
    assert_eq!((page.passes, page.next), (vec![second, third], Some(3)));
    assert_eq!(tic_tac_toe.overview().passes, 5);
}
