//! Sails' own clients play on the development node. They are generated from the IDL in the code,
//! and compiled as they are.

use crate::support::{
    built,
    clients::{
        club::{
            self, RpslsClub, RpslsClubCtors, RpslsClubProgram,
            table::{ClubError, Table as _, events::TableEvents as ClubEvents},
        },
        rpsls::{
            self, Rpsls, RpslsCtors, RpslsProgram,
            table::{
                Entry, Event, GameError, GameStage, Move, PlayerStatus, RevealResult, StageChange,
                Table, events::TableEvents,
            },
        },
        tic_tac_toe::{self, TicTacToe, TicTacToeCtors, TicTacToeProgram, table::Table as _},
    },
    embedded, in_section, node,
};
use blake2::{Blake2b, Digest, digest::consts::U32};
use futures::{Stream, StreamExt};
use gsdk::{AccountKeyring, Api, SignedApi, ext::subxt::ext::subxt_rpcs::rpc_params};
use sails_rs::{
    client::{Actor, Deployment, GsdkEnv},
    hex,
    prelude::{ActorId, CodeId, H256},
};
use std::{pin::pin, time::Duration};
use tokio::time::timeout;
use vara_devnode::Node;

/// One VARA in the smallest unit.
const VARA: u128 = 1_000_000_000_000;
const BET: u128 = 10 * VARA;

/// The gas that is published as enough for any message. Gas that is not burned comes back. An
/// estimate is as of the block before, which may not have an alarm that comes.
const GAS: u64 = 15_000_000_000;

/// The gas that the start of a table takes.
const START_GAS: u64 = 1_500_000_000;

/// The most time for something that takes a few blocks, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// Uploads a program's code to a node, as Alice, for her to deploy.
async fn deployment<P>(node: &Node, name: &str) -> Deployment<P, GsdkEnv> {
    let code = upload(node, name).await;
    Deployment::new(GsdkEnv::new(signed(node, AccountKeyring::Alice).await), code, vec![])
}

async fn upload(node: &Node, name: &str) -> CodeId {
    let alice = signed(node, AccountKeyring::Alice).await;
    let code = alice.upload_code(built(&format!("{name}.opt.wasm"))).await;
    code.expect("it is valid").value
}

async fn signed(node: &Node, who: AccountKeyring) -> SignedApi {
    Api::new(&node.url()).await.expect("the node answers").signed_dev(who)
}

/// The same program, called by another account.
async fn seen_by<P>(
    node: &Node,
    program: &Actor<P, GsdkEnv>,
    who: AccountKeyring,
) -> Actor<P, GsdkEnv> {
    Actor::new(GsdkEnv::new(signed(node, who).await), program.id())
}

fn id(who: AccountKeyring) -> ActorId {
    <[u8; 32]>::from(who.to_account_id()).into()
}

/// A bound hash, as docs/protocol.md describes it.
fn bound(program: ActorId, player: ActorId, opening: &str) -> H256 {
    let hash = Blake2b::<U32>::new()
        .chain_update([0xff])
        .chain_update(program)
        .chain_update(player)
        .chain_update(opening)
        .finalize();
    H256(hash.into())
}

async fn next<E>(events: &mut (impl Stream<Item = (ActorId, E)> + Unpin)) -> E {
    let event = timeout(PATIENCE, events.next()).await.expect("an event comes in time");
    event.expect("the stream goes on").1
}

/// So a client needs only a program's id.
#[tokio::test(flavor = "multi_thread")]
async fn the_idl_is_read_from_the_chain() {
    let node = node().await;
    let table = deployment::<TicTacToeProgram>(&node, "tic_tac_toe").await.new(60_000, None, None);
    let program = table.await.expect("the program is deployed").id();
    let api = Api::new(&node.url()).await.expect("the node answers");
    let code = api.active_program(program).await.expect("it runs").code_id;
    let params = rpc_params![code, "sails:idl"];
    let section: String =
        api.rpc().request("gear_readWasmCustomSection", params).await.expect("there is one");
    let section = hex::decode(section.trim_start_matches("0x")).expect("hexadecimal digits");
    assert_eq!(in_section(&section), embedded("tic_tac_toe"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_played_by_the_generated_client() {
    let node = node().await;
    let config = rpsls::GameConfig {
        bet_size: BET,
        players_count_limit: 2,
        entry_timeout: 3_600_000,
        move_timeout: 3_600_000,
        reveal_timeout: 3_600_000,
    };
    let rules = rpsls::GameRules { format: rpsls::Format::Replay, start_when_full: true };
    let table = deployment::<RpslsProgram>(&node, "rpsls").await.new(config, rules, None);
    let alices = table.await.expect("the table is deployed");
    let program = alices.id();
    let bobs = seen_by(&node, &alices, AccountKeyring::Bob).await;
    let (mut alice, mut bob) = (alices.table(), bobs.table());
    let [alices_id, bobs_id] = [AccountKeyring::Alice, AccountKeyring::Bob].map(id);
    let [alices_opening, bobs_opening] = ["3a password", "4another"];
    let mut events = pin!(alice.listen().await.expect("the node tells of messages"));

    // Alice takes a seat and commits later. Bob joins with his move.
    let registered = alice.register().with_value(BET).with_gas_limit(GAS).await.expect("a reply");
    assert_eq!(registered, Ok(Event::PlayerRegistered));
    let again = alice.register().with_value(BET).with_gas_limit(GAS).await.expect("a reply");
    assert_eq!(again, Err(GameError::AlreadyRegistered), "a refusal is a reply");
    assert_eq!(alice.player(alices_id).query().await.unwrap(), PlayerStatus::Registered);
    let commitment = Some(bound(program, bobs_id, bobs_opening));
    let entry = Entry { game: Some(0), commitment, delegate: None };
    let joined = bob.join(entry).with_value(BET).with_gas_limit(GAS).await.expect("a reply");
    assert_eq!(joined, Ok(Event::PlayerRegistered));
    let mut players = vec![alices_id, bobs_id];
    players.sort();
    let started = StageChange::MovesStarted { players };
    assert_eq!(next(&mut events).await, TableEvents::StageAdvanced(started));

    let state = bob.all().query().await.unwrap();
    assert_eq!((state.pot, state.round, state.owner), (2 * BET, 1, alices_id));
    let GameStage::InProgress(stage) = state.game_stage else { panic!("players commit") };
    assert_eq!(stage.anticipated_players, [alices_id]);
    let hash = bound(program, alices_id, alices_opening);
    let committed = alice.commit(hash).with_gas_limit(GAS).await.expect("a reply");
    assert_eq!(committed, Ok(Event::SuccessfulMove(alices_id)));

    let wrong = alice.reveal("0a password".into()).with_gas_limit(GAS).await.expect("a reply");
    assert_eq!(wrong, Err(GameError::OpeningMismatch));
    let shown = alice.reveal(alices_opening.into()).with_gas_limit(GAS).await.expect("a reply");
    assert_eq!(shown, Ok(Event::SuccessfulReveal(RevealResult::Continue)));
    let revealed = bob.all().query().await.unwrap().revealed_moves;
    assert_eq!(revealed, [(alices_id, Move::Lizard)]);

    // Lizard beats Spock, and Bob's message pays Alice.
    let api = signed(&node, AccountKeyring::Alice).await;
    let before = api.free_balance().await.unwrap();
    let last = bob.reveal(bobs_opening.into()).with_gas_limit(GAS).await.expect("a reply");
    let over = RevealResult::GameOver { winner: alices_id };
    assert_eq!(last, Ok(Event::SuccessfulReveal(over)));
    assert_eq!(api.free_balance().await.unwrap() - before, 2 * BET, "the pot, to the unit");
    let state = alice.all().query().await.unwrap();
    assert_eq!((state.pot, state.games_finished), (0, 1));
    assert_eq!(state.last_game.map(|game| (game.winner, game.pot)), Some((alices_id, 2 * BET)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_duel_and_a_knockout_of_four_are_played_and_a_stranger_shows_for_one() {
    const SEATS: [AccountKeyring; 4] =
        [AccountKeyring::Alice, AccountKeyring::Bob, AccountKeyring::Charlie, AccountKeyring::Dave];
    // The moves by round and seat. Seat 0 wins in the end.
    let duel: &[&[char]] = &[&['0', '2']];
    let four: &[&[char]] = &[&['0', '0', '2', '2'], &['1', '0']];
    for rounds in [duel, four] {
        let node = node().await;
        let seats = &SEATS[..rounds[0].len()];
        let config = rpsls::GameConfig {
            bet_size: BET,
            players_count_limit: u8::try_from(seats.len()).expect("it is small"),
            entry_timeout: 3_600_000,
            move_timeout: 3_600_000,
            reveal_timeout: 3_600_000,
        };
        let rules = rpsls::GameRules { format: rpsls::Format::Knockout, start_when_full: true };
        let table = deployment::<RpslsProgram>(&node, "rpsls").await.new(config, rules, None);
        let alices = table.await.expect("the table is deployed");
        let program = alices.id();
        let mut tables = vec![];
        for who in seats {
            tables.push(seen_by(&node, &alices, *who).await.table());
        }
        let mut stranger = seen_by(&node, &alices, AccountKeyring::Eve).await.table();
        let opening = |round: usize, seat: usize| format!("{}of {seat}", rounds[round][seat]);
        let hash = |round, seat| bound(program, id(seats[seat]), &opening(round, seat));

        // Each seat comes with its first move, and the last one starts the game.
        for (seat, table) in tables.iter_mut().enumerate() {
            let entry = Entry { game: Some(0), commitment: Some(hash(0, seat)), delegate: None };
            let joined = table.join(entry).with_value(BET).with_gas_limit(GAS).await;
            assert_eq!(joined.expect("a reply"), Ok(Event::PlayerRegistered));
        }
        for (round, moves) in rounds.iter().enumerate() {
            let left = rounds.get(round + 1).map_or(0, |next| next.len());
            for seat in 0..moves.len() {
                let next = (seat < left).then(|| hash(round + 1, seat));
                // The last one of the first round has gone, and somebody else knows the opening.
                let shower = match round == 0 && seat + 1 == moves.len() {
                    true => &mut stranger,
                    false => &mut tables[seat],
                };
                let player = id(seats[seat]);
                let shown = shower.reveal_for(player, opening(round, seat), next);
                let shown = shown.with_gas_limit(GAS).await.expect("a reply");
                assert!(matches!(shown, Ok(Event::SuccessfulReveal(_))), "{shown:?}");
                if (round, seat) == (0, 0) {
                    let again = stranger.reveal_for(player, opening(round, seat), None);
                    let again = again.with_gas_limit(GAS).await.expect("a reply");
                    assert!(again.is_ok(), "to show it twice is no mistake: {again:?}");
                    let other = Some(H256::zero());
                    let refused = stranger.reveal_for(player, opening(round, seat), other);
                    let refused = refused.with_gas_limit(GAS).await.expect("a reply");
                    assert!(refused.is_err(), "a stranger commits for nobody: {refused:?}");
                }
            }
        }
        let state = alices.table().all().query().await.unwrap();
        let last = state.last_game.map(|game| (game.winner, game.pot, game.rounds));
        let pot = BET * seats.len() as u128;
        assert_eq!(last, Some((id(seats[0]), pot, u32::try_from(rounds.len()).unwrap())));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_club_opens_a_table_where_the_tables_client_plays() {
    let node = node().await;
    let code = upload(&node, "rpsls").await;
    let club = deployment::<RpslsClubProgram>(&node, "rpsls_club").await.new(code, false);
    let mut club = club.await.expect("the club is deployed").table();
    let settings = || {
        let config = club::table::GameConfig {
            bet_size: BET,
            players_count_limit: 2,
            entry_timeout: 3_600_000,
            move_timeout: 60_000,
            reveal_timeout: 60_000,
        };
        let format = club::table::Format::Knockout;
        (config, club::table::GameRules { format, start_when_full: true })
    };
    let mut events = pin!(club.listen().await.expect("the node tells of messages"));

    let (config, rules) = settings();
    let without = club.open(config, rules, START_GAS, "A duel".into()).with_gas_limit(GAS);
    let refused = without.await.expect("a reply");
    assert_eq!(refused, Err(ClubError::DepositMissing { needed: VARA, attached: 0 }));
    let (config, rules) = settings();
    let open = club.open(config, rules, START_GAS, "A duel".into());
    let open = open.with_value(VARA).with_gas_limit(GAS);
    let Ok(club::table::Event::Opened { table }) = open.await.expect("a reply") else {
        panic!("the table opens");
    };
    assert_eq!(next(&mut events).await, ClubEvents::Opened { table });
    let page = club.tables(0, 10).query().await.unwrap();
    let [listed] = &page.tables[..] else { panic!("one table") };
    assert_eq!((listed.table, &*listed.title, listed.is_fair), (table, "A duel", true));

    let bob = GsdkEnv::new(signed(&node, AccountKeyring::Bob).await);
    let mut bob = Actor::<RpslsProgram, _>::new(bob, table).table();
    let joined = bob.register().with_value(BET).with_gas_limit(GAS).await.expect("a reply");
    assert_eq!(joined, Ok(Event::PlayerRegistered));
    assert_eq!(bob.lobby_list().query().await.unwrap(), [id(AccountKeyring::Bob)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn tic_tac_toe_is_played() {
    use tic_tac_toe::table::{Cell, Event, GameError, GameId, Terms};
    let node = node().await;
    let program =
        deployment::<TicTacToeProgram>(&node, "tic_tac_toe").await.new(60_000, None, None);
    let alices = program.await.expect("the program is deployed");
    let bobs = seen_by(&node, &alices, AccountKeyring::Bob).await;
    let (mut alice, mut bob) = (alices.table(), bobs.table());
    let [host, challenger] = [AccountKeyring::Alice, AccountKeyring::Bob].map(id);
    let game = || GameId { host, challenger, place: 0 };

    let created = alice.create(challenger, None).with_value(BET).with_gas_limit(GAS);
    assert_eq!(created.await.expect("a reply"), Ok(Event::Created { game: game() }));
    let early = alice.move_action(game(), 1, 1).with_gas_limit(GAS).await.expect("a reply");
    assert_eq!(early, Err(GameError::NotAccepted));
    let accepted = bob.accept(game(), Terms { referee: None, stake: BET });
    let accepted = accepted.with_value(BET).with_gas_limit(GAS).await.expect("a reply");
    assert_eq!(accepted, Ok(Event::Accepted { game: game() }));
    // The keyword `move` of Rust has another name in the client.
    let moved = alice.move_action(game(), 1, 1).with_gas_limit(GAS).await.expect("a reply");
    assert!(matches!(moved, Ok(Event::MarkPlaced { row: 1, column: 1, .. })), "{moved:?}");
    let state = bob.game(game()).query().await.unwrap().expect("there is one");
    assert_eq!((state.pot, state.cells[4].clone()), (2 * BET, Cell::Host));
    assert_eq!(bob.overview().query().await.unwrap().games, 1);
}
