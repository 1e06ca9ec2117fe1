//! What the state tells, and in which pages.

use crate::{chain::*, playing::*};
use tic_tac_toe_io::{
    Action, Board, Cell, GAME_LIFETIME, GameStage, GameState, GamesPage, InitConfig, Pass,
    PassConfig, StateQuery, StateReply, TrophiesPage,
};

fn games(chain: &Chain, query: StateQuery) -> GamesPage {
    match chain.query(query) {
        StateReply::Games(page) => page,
        other => panic!("games are not told as {other:?}"),
    }
}

fn trophies(chain: &Chain, query: StateQuery) -> TrophiesPage {
    match chain.query(query) {
        StateReply::Trophies(page) => page,
        other => panic!("trophies are not told as {other:?}"),
    }
}

/// The other players of these games.
fn challengers(games: &[GameState]) -> Vec<u64> {
    let number = |game: &GameState| (1..1_000).find(|user| id(*user) == game.id.challenger);
    games.iter().map(|game| number(game).expect("it is a user's")).collect()
}

fn invite(chain: &mut Chain, host: u64, challenger: u64) {
    let create = Action::Create { challenger: id(challenger), referee: None };
    chain.send(host, create).event();
}

#[test]
fn a_game_is_told_with_its_board_packed_and_as_cells() {
    let mut chain = Chain::with_game(STAKE, Some(REFEREE));
    chain.send(HOST, mark(game(), 5)).event();
    chain.send(REFEREE, Action::PlaceMark { game: game() }).event();
    let board = Board::unpack(chain.game().board).expect("a board");
    let mut cells = [Cell::Empty; 9];
    cells[5] = Cell::Host;
    let deadline = Some(chain.system.block_timestamp() + OPEN.turn_timeout);
    assert_eq!(board.cells(), cells);
    assert_eq!(
        chain.game(),
        GameState {
            id: game(),
            referee: Some(id(REFEREE)),
            stake: STAKE,
            pot: 2 * STAKE,
            stage: GameStage::ToMove { player: id(CHALLENGER), deadline },
            board: board.pack(),
            cells,
            turns: 1,
            restart_asked_by: None,
            close_asked_by: None,
            expires: chain.system.block_timestamp() + OPEN.turn_timeout + GAME_LIFETIME,
        }
    );
}

#[test]
fn there_is_no_game_by_another_name() {
    let chain = Chain::with_game(0, None);
    for id in [game_of(CHALLENGER, HOST), game_of(HOST, STRANGER), game_of(HOST, HOST)] {
        assert_eq!(chain.find(id), None);
    }
}

#[test]
fn a_host_s_table_has_the_games_that_account_hosts() {
    let mut chain = Chain::new(OPEN);
    for challenger in [20, 30, 40] {
        invite(&mut chain, HOST, challenger);
        invite(&mut chain, STRANGER, challenger + 1);
    }
    let page = games(&chain, StateQuery::GamesOf(id(HOST)));
    assert_eq!(challengers(&page.games), [20, 30, 40]);
    assert_eq!(page.next, None);
    let page = games(&chain, StateQuery::GamesOf(id(CHALLENGER)));
    assert_eq!(page, GamesPage { games: vec![], next: None });
}

#[test]
fn pages_go_on_where_the_last_one_ended() {
    let mut chain = Chain::new(OPEN);
    for challenger in 20..27 {
        invite(&mut chain, HOST, challenger);
        invite(&mut chain, STRANGER, challenger);
    }
    let mut found = vec![];
    let mut from = Some(0);
    while let Some(start) = from {
        let query = StateQuery::GamesOfFrom { host: id(STRANGER), from: start, limit: 3 };
        let page = games(&chain, query);
        assert!(page.games.len() <= 3);
        found.extend(challengers(&page.games));
        from = page.next;
    }
    assert_eq!(found, Vec::from_iter(20..27));
    let all = games(&chain, StateQuery::AllGames { from: 0, limit: 100 });
    assert_eq!(all.games.len(), 14);
    assert_eq!(all.next, None);
    let none = games(&chain, StateQuery::AllGames { from: 14, limit: 100 });
    assert_eq!(none, GamesPage { games: vec![], next: None });
}

#[test]
fn trophies_are_told_oldest_first_in_pages() {
    let mut chain = Chain::with_game(0, None);
    for cells in [&HOST_WINS[..], &DRAWN, &CHALLENGER_WINS, &HOST_WINS] {
        chain.play(cells).event();
        chain.send(HOST, Action::Restart { game: game() }).event();
    }
    let won: Vec<bool> = chain.trophies(HOST).iter().map(|trophy| trophy.won).collect();
    assert_eq!(won, [true, false, true]);
    assert_eq!(chain.trophies(CHALLENGER).len(), 2);
    let page =
        |from, limit| trophies(&chain, StateQuery::TrophiesFrom { owner: id(HOST), from, limit });
    let first = page(0, 2);
    assert_eq!(first.trophies, chain.trophies(HOST)[..2]);
    let second = page(first.next.expect("there is more"), 2);
    assert_eq!(second.trophies, chain.trophies(HOST)[2..]);
    assert_eq!(second.next, None);
    assert_eq!(chain.overview().trophies, 5);
}

#[test]
fn passes_are_told_by_number_in_pages() {
    let free = InitConfig { pass: Some(PassConfig { price: 0, supply: 5 }), ..OPEN };
    let mut chain = Chain::new(free);
    for user in USERS {
        chain.send(user, Action::MintPass).event();
    }
    let StateReply::Passes(page) = chain.query(StateQuery::PassesFrom { from: 1, limit: 2 }) else {
        panic!("passes are told in pages");
    };
    let [second, third] =
        [2, 3].map(|number: u32| Pass { id: number, holder: id(USERS[number as usize - 1]) });
    assert_eq!((page.passes, page.next), (vec![second, third], Some(3)));
    assert_eq!(chain.overview().passes, 5);
}

#[test]
fn a_query_that_does_not_decode_is_answered_by_an_error() {
    let chain = Chain::new(OPEN);
    let error = chain.program().read_state_bytes(vec![99]).expect_err("there is no such query");
    assert!(format!("{error:?}").contains("StateQuery"), "{error:?}");
}
