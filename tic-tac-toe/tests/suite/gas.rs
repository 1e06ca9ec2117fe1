//! Checks that each message costs no more gas than its gate, and that the cost doesn't grow with
//! the number of games.
//!
//! Gas is deterministic, so a test can check the gates. `make gas` prints the table.

use crate::chain::*;
use chain_tests::{
    floor,
    gas::{MILLION, Row, Table},
};
use gtest::{System, constants::Gas};
use tic_tac_toe_io::{Action, Event, GameError, GameId};

/// The number of pairs of players whose messages are measured, if there are enough games.
const PAIRS: u64 = 20;
/// The first of the measured users.
const FIRST: u64 = 1_000;
/// The user who fills the program with games.
const FILLER: u64 = FIRST - 1;

#[derive(Default)]
struct Costs {
    init: Gas,
    mint: Row,
    create: Row,
    accept: Row,
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

/// A program with this many games, of which the last are measured.
struct Measured {
    chain: Chain,
    pairs: Vec<[u64; 2]>,
    /// The game of each pair.
    games: Vec<GameId>,
}

impl Measured {
    fn new(games: u64) -> Self {
        let pairs: Vec<[u64; 2]> =
            (0..PAIRS.min(games)).map(|pair| [FIRST + 2 * pair, FIRST + 2 * pair + 1]).collect();
        let others = games - pairs.len() as u64;
        let users = [&pairs.concat()[..], &USERS, &[FILLER]].concat();
        let mut measured = Self { chain: Chain::of_users(OPEN, users), pairs, games: vec![] };
        measured.fill(others);
        measured
    }

    /// Adds this many games.
    fn fill(&mut self, games: u64) {
        for first in (0..games).step_by(200) {
            for game in first..games.min(first + 200) {
                let challenger = id(1_000_000 - game);
                self.chain.program().send(FILLER, Action::Create { challenger, referee: None });
            }
            let block = self.chain.run_block_unchecked();
            assert_eq!(block.failed.len(), 0);
        }
        assert_eq!(u64::from(self.chain.overview().games), games);
    }

    /// Sends one message for each pair, each in its own block. All must be accepted.
    fn each(&mut self, player: usize, value: u128, action: impl Fn(GameId) -> Action) -> Row {
        let games = self.games.clone();
        self.each_in(value, |at, pair| (pair[player], action(games[at]))).0
    }

    fn each_in(
        &mut self,
        value: u128,
        message: impl Fn(usize, [u64; 2]) -> (u64, Action),
    ) -> (Row, Vec<Event>) {
        let pairs = self.pairs.clone();
        let costs = pairs.into_iter().enumerate().map(|(at, pair)| {
            let (user, action) = message(at, pair);
            let message = self.chain.program().send_with_value(user, action, value);
            let block = self.chain.run_block_unchecked();
            let reply: Result<Event, GameError> = chain_tests::log::reply(&block, message);
            (block.gas_burned[&message], reply.expect("was accepted"))
        });
        let (gas, events) = costs.unzip();
        (Row(gas), events)
    }

    /// Starts a game of each pair. Returns the costs of accepting it.
    fn start(&mut self, costs: &mut Costs, referee: Option<u64>) -> Row {
        let create =
            |challenger| Action::Create { challenger: id(challenger), referee: referee.map(id) };
        let (gas, created) =
            self.each_in(STAKE, |_, [host, challenger]| (host, create(challenger)));
        costs.create = gas;
        let game = |event| match event {
            Event::Created { game } => game,
            other => panic!("the reply to Create is {other:?}"),
        };
        self.games = created.into_iter().map(game).collect();
        self.each(1, STAKE, |game| accept(game, STAKE, referee))
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

    // These games have a referee, and last until a turn runs out.
    measured.start(&mut costs, Some(REFEREE));
    costs.send_mark = measured.each(0, 0, |game| mark(game, 4));
    let games = measured.games.clone();
    let place_mark = |at: usize, _| (REFEREE, Action::PlaceMark { game: games[at] });
    costs.place_mark = measured.each_in(0, place_mark).0;
    let deadline = measured.chain.system.block_timestamp() + OPEN.turn_timeout;
    while measured.chain.next_timestamp() <= deadline {
        measured.chain.run_block_unchecked();
    }
    costs.claim = measured.each(0, 0, |game| Action::ClaimTimeout { game });
    measured.close();

    // These games are drawn, restarted, won and closed.
    costs.accept = measured.start(&mut costs, None);
    costs.make_move = measured.moves(&DRAWN[..8]);
    costs.draw = measured.each(0, 0, |game| mark(game, DRAWN[8]));
    costs.restart = measured.each(0, STAKE, |game| Action::Restart { game });
    measured.each(1, STAKE, |game| Action::Restart { game });
    costs.make_move.0.extend(measured.moves(&HOST_WINS[..4]).0);
    costs.win = measured.each(0, 0, |game| mark(game, HOST_WINS[4]));
    let (host, game) = (measured.pairs[0][0], measured.games[0]);
    let late = measured.chain.send(host, mark(game, 8));
    costs.refused = Row(vec![late.gas]);
    late.error();
    costs.close = measured.close();
    measured.chain.check_money();
    costs
}

fn init() -> Gas {
    let system = System::new();
    system.mint_to(OWNER, PURSE);
    let message = deploy(&system).send(OWNER, OPEN);
    system.run_next_block().gas_burned[&message]
}

/// The gas of minting this many passes, four at most.
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
            ("Create", costs.create.max(), 800),
            ("Accept", costs.accept.max(), 800),
            ("Move", costs.make_move.max(), 800),
            ("Move that wins", costs.win.max(), 1_200),
            ("Move that draws", costs.draw.max(), 1_450),
            ("Move to a referee", costs.send_mark.max(), 800),
            ("PlaceMark", costs.place_mark.max(), 800),
            ("ClaimTimeout", costs.claim.max(), 1_200),
            ("Restart", costs.restart.max(), 800),
            ("Close", costs.close.max(), 800),
        ];
        for (name, gas, gate) in gates {
            assert!(gas <= gate * MILLION, "{name}: {gas}");
        }
    }
}

/// Prints the table for `make gas`. It checks nothing.
#[test]
#[ignore = "prints the table"]
fn table() {
    let sizes = [1, 10, 100, 1_000, 10_000];
    let table = Table::measure(("games", &sizes), tic_tac_toe::WASM_BINARY_OPT, 32, measure);
    let [plain, with_message] = floor::measure();
    table.row("`init`", |costs| costs.init, None);
    table.row("`MintPass`, pays the owner", |costs| costs.mint.max(), Some(with_message));
    table.row("`Create`", |costs| costs.create.max(), Some(plain));
    table.row("`Accept`", |costs| costs.accept.max(), Some(plain));
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
