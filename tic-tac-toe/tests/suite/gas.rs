//! Checks that each message costs no more gas than its gate, and that the cost doesn't grow with
//! the number of games.
//!
//! Gas is deterministic, so a test can check the gates. `make gas` prints the table.

use crate::chain::*;
use chain_tests::gas::{self, Costs, Floor, Kind, MILLION};
use gtest::{System, constants::Gas};
use tic_tac_toe_io::{Action, Event, GameError, GameId};

/// The number of pairs of players whose messages are measured, if there are enough games.
const PAIRS: u64 = 20;
/// The first of the measured users.
const FIRST: u64 = 1_000;
/// The user who fills the program with games.
const FILLER: u64 = FIRST - 1;

/// The gate of most messages.
const GATE: Option<Gas> = Some(800 * MILLION);

const KINDS: [Kind; 13] = [
    ("`init`", Floor::None, None),
    ("`MintPass`, pays the owner", Floor::WithMessage, None),
    ("`Create`", Floor::Plain, GATE),
    ("`Accept`", Floor::Plain, GATE),
    ("`Move`, highest", Floor::Plain, GATE),
    ("`Move`, mean", Floor::Plain, None),
    ("`Move` that wins, pays, tells", Floor::WithMessage, Some(1_200 * MILLION)),
    ("`Move` that draws, pays, tells", Floor::WithMessage, Some(1_450 * MILLION)),
    ("`Move` to a referee", Floor::Plain, GATE),
    ("`PlaceMark`", Floor::Plain, GATE),
    ("`ClaimTimeout`, pays, tells", Floor::WithMessage, Some(1_200 * MILLION)),
    ("`Restart` with a stake", Floor::Plain, GATE),
    ("`Close` when over", Floor::Plain, GATE),
];

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
    fn each(&mut self, player: usize, value: u128, action: impl Fn(GameId) -> Action) -> Vec<Gas> {
        let games = self.games.clone();
        self.each_in(value, |at, pair| (pair[player], action(games[at]))).0
    }

    fn each_in(
        &mut self,
        value: u128,
        message: impl Fn(usize, [u64; 2]) -> (u64, Action),
    ) -> (Vec<Gas>, Vec<Event>) {
        let pairs = self.pairs.clone();
        let costs = pairs.into_iter().enumerate().map(|(at, pair)| {
            let (user, action) = message(at, pair);
            let message = self.chain.program().send_with_value(user, action, value);
            let block = self.chain.run_block_unchecked();
            let reply: Result<Event, GameError> = chain_tests::log::reply(&block, message);
            (block.gas_burned[&message], reply.expect("was accepted"))
        });
        costs.unzip()
    }

    /// Starts a game of each pair.
    fn start(&mut self, costs: &mut Costs, referee: Option<u64>) {
        let create =
            |challenger| Action::Create { challenger: id(challenger), referee: referee.map(id) };
        let (gas, created) =
            self.each_in(STAKE, |_, [host, challenger]| (host, create(challenger)));
        costs.note("`Create`", &gas);
        let game = |event| match event {
            Event::Created { game } => game,
            other => panic!("the reply to Create is {other:?}"),
        };
        self.games = created.into_iter().map(game).collect();
        costs.note("`Accept`", &self.each(1, STAKE, |game| accept(game, STAKE, referee)));
    }

    fn moves(&mut self, cells: &[u8]) -> Vec<Gas> {
        let turns = cells.iter().enumerate();
        turns.flat_map(|(turn, cell)| self.each(turn % 2, 0, |game| mark(game, *cell))).collect()
    }

    fn close(&mut self) -> Vec<Gas> {
        self.each(0, 0, |game| Action::Close { game })
    }
}

fn measure(games: u64) -> Costs {
    let mut costs = Costs::default();
    costs.note("`init`", &[init()]);
    costs.note("`MintPass`, pays the owner", &mint(games));
    let mut measured = Measured::new(games);

    // These games have a referee, and last until a turn runs out.
    measured.start(&mut costs, Some(REFEREE));
    costs.note("`Move` to a referee", &measured.each(0, 0, |game| mark(game, 4)));
    let games = measured.games.clone();
    let place_mark = |at: usize, _| (REFEREE, Action::PlaceMark { game: games[at] });
    costs.note("`PlaceMark`", &measured.each_in(0, place_mark).0);
    let deadline = measured.chain.system.block_timestamp() + OPEN.turn_timeout;
    while measured.chain.next_timestamp() <= deadline {
        measured.chain.run_block_unchecked();
    }
    let claimed = measured.each(0, 0, |game| Action::ClaimTimeout { game });
    costs.note("`ClaimTimeout`, pays, tells", &claimed);
    measured.close();

    // These games are drawn, restarted, won and closed.
    measured.start(&mut costs, None);
    let mut moved = measured.moves(&DRAWN[..8]);
    let drawn = measured.each(0, 0, |game| mark(game, DRAWN[8]));
    costs.note("`Move` that draws, pays, tells", &drawn);
    let restarted = measured.each(0, STAKE, |game| Action::Restart { game });
    costs.note("`Restart` with a stake", &restarted);
    measured.each(1, STAKE, |game| Action::Restart { game });
    moved.extend(measured.moves(&HOST_WINS[..4]));
    costs.note("`Move`, highest", &moved);
    costs.note("`Move`, mean", &[moved.iter().sum::<Gas>() / moved.len() as Gas]);
    let won = measured.each(0, 0, |game| mark(game, HOST_WINS[4]));
    costs.note("`Move` that wins, pays, tells", &won);
    costs.note("`Close` when over", &measured.close());
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
fn mint(passes: u64) -> Vec<Gas> {
    let mut chain = Chain::new(WITH_PASSES);
    let minters: Vec<u64> = USERS.into_iter().take(passes.min(4) as usize).collect();
    let gas = minters.into_iter().map(|user| {
        let minted = chain.send_with_value(user, Action::MintPass, PRICE);
        assert!(matches!(minted.result, Some(Ok(_))));
        minted.gas
    });
    gas.collect()
}

#[test]
fn a_move_costs_the_same_with_1_game_and_with_10_000() {
    let sizes = [1, 10_000];
    let costs = sizes.map(measure);
    let [one, many] = costs.each_ref().map(|costs| costs.of("`Move`, highest"));
    assert!(many <= one + one / 10, "{one} with one game, {many} with ten thousand");
    costs.iter().zip(sizes).for_each(|(costs, size)| costs.check(&KINDS, size));
}

/// Prints the table for `make gas`. It checks nothing.
#[test]
#[ignore = "prints the table"]
fn table() {
    let sizes = [1, 10, 100, 1_000, 10_000];
    gas::print(("games", &sizes), tic_tac_toe::WASM_BINARY_OPT, 32, &KINDS, measure);
}
