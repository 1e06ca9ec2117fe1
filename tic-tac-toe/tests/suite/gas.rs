//! What each message costs, and that it doesn't grow with the number of games.
//!
//! Gas is deterministic, so the gates are a test. `make gas` prints the table.

use crate::chain::*;
use chain_tests::{
    floor,
    gas::{MILLION, Row, Table},
};
use gtest::{System, constants::Gas};
use tic_tac_toe_io::{Action, GAMES_PER_HOST, GameId, Terms};

/// Pairs of players whose messages are measured, where there are games enough.
const PAIRS: u64 = 20;
/// The first of the measured users.
const FIRST: u64 = 1_000;
/// The last of those who fill the program with games. Their ids are before those of
/// the measured users, so that the index has all games side by side.
const LAST_FILLER: u64 = FIRST - 1;
const PER_HOST: u64 = GAMES_PER_HOST as u64;

#[derive(Default)]
struct Costs {
    init: Gas,
    mint: Row,
    create: Row,
    /// Of all games that were put in, those that split a leaf among them.
    create_any: Row,
    accept: Row,
    accept_terms: Row,
    make_move: Row,
    win: Row,
    draw: Row,
    send_mark: Row,
    place_mark: Row,
    claim: Row,
    restart: Row,
    close: Row,
    refused: Row,
}

/// A program with so many games, of which the last are measured.
struct Measured {
    chain: Chain,
    pairs: Vec<[u64; 2]>,
    create_any: Row,
}

impl Measured {
    fn new(games: u64) -> Self {
        let pairs: Vec<[u64; 2]> =
            (0..PAIRS.min(games)).map(|pair| [FIRST + 2 * pair, FIRST + 2 * pair + 1]).collect();
        let others = games - pairs.len() as u64;
        let fillers: Vec<u64> =
            (0..others.div_ceil(PER_HOST)).map(|host| LAST_FILLER - host).collect();
        let users = [&pairs.concat()[..], &USERS, &fillers].concat();
        let chain = Chain::of_users(OPEN, users);
        let mut measured = Self { chain, pairs, create_any: Row::default() };
        measured.create_any = measured.fill(others);
        measured
    }

    /// Puts in so many games, as many of each host as may be, each before those
    /// that are there: so that a leaf's lower half is written when it is split,
    /// and its upper half moves. The highest gas of each block.
    fn fill(&mut self, games: u64) -> Row {
        let mut highest = Row::default();
        for first in (0..games).step_by(200) {
            for game in first..games.min(first + 200) {
                let challenger = id(1_000_000 - game);
                let host = LAST_FILLER - game / PER_HOST;
                self.chain.program().send(host, Action::Create { challenger, referee: None });
            }
            let block = self.chain.run_block_unchecked();
            assert_eq!(block.failed.len(), 0);
            highest.0.extend(block.gas_burned.values().max());
        }
        assert_eq!(u64::from(self.chain.overview().games), games);
        highest
    }

    /// One message of each pair, in a block of its own, that must be accepted.
    fn each(&mut self, player: usize, value: u128, action: impl Fn(GameId) -> Action) -> Row {
        self.each_in(value, |[host, challenger]| {
            ([host, challenger][player], action(game_of(host, challenger)))
        })
    }

    fn each_in(&mut self, value: u128, message: impl Fn([u64; 2]) -> (u64, Action)) -> Row {
        let pairs = self.pairs.clone();
        let gas = pairs.into_iter().map(|pair| {
            let (user, action) = message(pair);
            let message = self.chain.program().send_with_value(user, action, value);
            let block = self.chain.run_block_unchecked();
            let reply: Result<tic_tac_toe_io::Event, tic_tac_toe_io::GameError> =
                chain_tests::log::reply(&block, message);
            reply.expect("was accepted");
            block.gas_burned[&message]
        });
        Row(gas.collect())
    }

    /// Each pair starts a game; what accepting it costs.
    fn start(&mut self, costs: &mut Costs, referee: Option<u64>, by_terms: bool) -> Row {
        let referee = referee.map(id);
        costs.create = self.each_in(STAKE, |[host, challenger]| {
            (host, Action::Create { challenger: id(challenger), referee })
        });
        let terms = Terms { referee, stake: STAKE };
        self.each_in(STAKE, |[host, challenger]| {
            let host = id(host);
            let accept = match by_terms {
                true => Action::AcceptTerms { host, terms },
                false => Action::Accept { host },
            };
            (challenger, accept)
        })
    }

    fn moves(&mut self, cells: &[u8]) -> Row {
        let mut all = Row::default();
        for (turn, cell) in cells.iter().enumerate() {
            all.0.extend(self.each(turn % 2, 0, |game| mark(game, *cell)).0);
        }
        all
    }

    fn close(&mut self) -> Row {
        self.each(0, 0, |game| Action::Close { game })
    }
}

fn measure(games: u64) -> Costs {
    let mut costs = Costs { init: init(), mint: mint(games), ..Costs::default() };
    let mut measured = Measured::new(games);

    // Played with a referee, until a turn runs out.
    costs.accept_terms = measured.start(&mut costs, Some(REFEREE), true);
    costs.send_mark = measured.each(0, 0, |game| mark(game, 4));
    costs.place_mark = measured.each_in(0, |[host, challenger]| {
        (REFEREE, Action::PlaceMark { game: game_of(host, challenger) })
    });
    let deadline = measured.chain.system.block_timestamp() + OPEN.turn_timeout;
    while measured.chain.next_timestamp() <= deadline {
        measured.chain.run_block_unchecked();
    }
    costs.claim = measured.each(0, 0, |game| Action::ClaimTimeout { game });
    measured.close();

    // Won, drawn and freed.
    costs.accept = measured.start(&mut costs, None, false);
    costs.make_move = measured.moves(&DRAWN[..8]);
    costs.draw = measured.each(0, 0, |game| mark(game, DRAWN[8]));
    costs.restart = measured.each(0, STAKE, |game| Action::Restart { game });
    measured.each(1, STAKE, |game| Action::Restart { game });
    costs.make_move.0.extend(measured.moves(&HOST_WINS[..4]).0);
    costs.win = measured.each(0, 0, |game| mark(game, HOST_WINS[4]));
    let [host, challenger] = measured.pairs[0];
    let late = measured.chain.send(host, mark(game_of(host, challenger), 8));
    costs.refused = Row(vec![late.gas]);
    late.error();
    costs.close = measured.close();
    costs.create_any = measured.create_any;
    costs.create_any.0.extend(&costs.create.0);
    measured.chain.check_money();
    costs
}

fn init() -> Gas {
    let system = System::new();
    system.mint_to(OWNER, PURSE);
    let message = deploy(&system).send(OWNER, OPEN);
    system.run_next_block().gas_burned[&message]
}

/// The last pass of so many, or of the most that this measures.
fn mint(passes: u64) -> Row {
    let mut chain = Chain::new(WITH_PASSES);
    let minters: Vec<u64> = USERS.into_iter().take(passes.min(4) as usize).collect();
    let gas = minters.into_iter().map(|user| {
        let minted = chain.send_with_value(user, Action::MintPass, PRICE);
        assert!(matches!(minted.result, Some(Ok(_))));
        minted.gas
    });
    Row(gas.collect())
}

#[test]
fn a_move_costs_the_same_with_1_game_and_with_10_000() {
    let costs = [1, 10_000].map(measure);
    let [one, many] = costs.each_ref().map(|costs| costs.make_move.max());
    assert!(many <= one + one / 10, "{one} with one game, {many} with ten thousand");
    for costs in costs {
        let gates = [
            ("Create", costs.create.max(), 1_050),
            ("Create, the dearest of all", costs.create_any.max(), 1_100),
            ("Accept", costs.accept.max(), 800),
            ("AcceptTerms", costs.accept_terms.max(), 800),
            ("Move", costs.make_move.max(), 800),
            ("Move that wins", costs.win.max(), 1_200),
            ("Move that draws", costs.draw.max(), 1_450),
            ("Move to a referee", costs.send_mark.max(), 800),
            ("PlaceMark", costs.place_mark.max(), 800),
            ("ClaimTimeout", costs.claim.max(), 1_200),
            ("Restart", costs.restart.max(), 800),
            ("Close", costs.close.max(), 1_100),
        ];
        for (name, gas, gate) in gates {
            assert!(gas <= gate * MILLION, "{name}: {gas}");
        }
    }
}

#[test]
fn the_last_game_that_a_host_may_have_costs_little_more_than_the_first() {
    let mut chain = Chain::new(OPEN);
    let costs: Vec<Gas> = (0..PER_HOST)
        .map(|game| {
            let challenger = id(1_000 + game);
            let created = chain.send(HOST, Action::Create { challenger, referee: None });
            let gas = created.gas;
            created.event();
            gas
        })
        .collect();
    // The first ones of all write pages that were never written.
    let (early, last) = (costs[2], costs[costs.len() - 1]);
    assert!(last <= early + early / 10, "{early} the third, {last} the last");
}

/// Not a check: `make gas` runs it for what it prints.
#[test]
#[ignore = "prints the table"]
fn table() {
    let sizes = [1, 10, 100, 1_000, 10_000];
    let table = Table::measure(("games", &sizes), tic_tac_toe::WASM_BINARY_OPT, 32, measure);
    let [plain, with_message] = floor::measure();
    table.row("`init`", |costs| costs.init, None);
    table.row("`MintPass`, pays the owner", |costs| costs.mint.max(), Some(with_message));
    table.row("`Create`", |costs| costs.create.max(), Some(plain));
    table.row("`Create`, the dearest of all", |costs| costs.create_any.max(), Some(plain));
    table.row("`Accept`", |costs| costs.accept.max(), Some(plain));
    table.row("`AcceptTerms`", |costs| costs.accept_terms.max(), Some(plain));
    table.row("`Move`, highest", |costs| costs.make_move.max(), Some(plain));
    table.row("`Move`, mean", |costs| costs.make_move.mean(), Some(plain));
    table.row("`Move` that wins, pays, tells", |costs| costs.win.max(), Some(with_message));
    table.row("`Move` that draws, pays, tells", |costs| costs.draw.max(), Some(with_message));
    table.row("`Move` to a referee", |costs| costs.send_mark.max(), Some(plain));
    table.row("`PlaceMark`", |costs| costs.place_mark.max(), Some(plain));
    table.row("`ClaimTimeout`, pays, tells", |costs| costs.claim.max(), Some(with_message));
    table.row("`Restart` with a stake", |costs| costs.restart.max(), Some(plain));
    table.row("`Close` when over", |costs| costs.close.max(), Some(plain));
    table.row("a refused `Move`", |costs| costs.refused.max(), Some(plain));
}
