//! The parts of the Rust sources that the page has in `web/src/generated`: the types of the wire,
//! the facts that both clients use, and results that both must agree on.
//!
//! These tests fail if a file differs from the sources. `make generated` writes it anew. TypeScript
//! and the page's own tests then tell what has to change there.

use crate::{
    args::{Cli, Command},
    chain::{
        BLOCK_TIME, cost,
        gas::{self as rooms, Estimate, Range},
        tip, voucher,
    },
    commands::{deploy::DeployArgs, voucher as guests},
    game::{
        rules::{self, is_for_strangers},
        turn::{self, ALARM_BLOCKS, Overdue, tests::state},
    },
    keys::password,
    options::StageArgs,
};
use clap::Parser;
use rpsls_club_io::StateQuery;
use rpsls_io::{
    Format, GameConfig, GameRules, GameStage, GameState, MAX_PLAYERS, Move, PlayerStatus, gas,
    knockout,
};
use serde_json::{Value, json};
use std::{env, fs, path::Path};

/// Checks a file of the page, or writes it.
fn check(name: &str, expected: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/generated");
    let path = folder.join(name);
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::create_dir_all(&folder).expect("the folder can be made");
        fs::write(&path, expected).expect("the file can be written");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == expected,
        "web/src/generated/{name} is not what the sources say: make generated writes it anew"
    );
}

/// Checks or writes JSON with one field a line.
fn check_json(name: &str, value: &Value) {
    let fields = value.as_object().expect("all have fields");
    let lines: Vec<String> =
        fields.iter().map(|(name, value)| format!("  \"{name}\": {value}")).collect();
    check(name, &format!("{{\n{}\n}}\n", lines.join(",\n")));
}

fn parse(args: &[&str]) -> Command {
    Cli::try_parse_from(["rpsls"].iter().chain(args)).expect("well-formed").command
}

#[test]
fn types_are_those_of_the_programs() {
    check(
        "rpsls.ts",
        &program_idl::typescript::<rpsls_io::ProgramMetadata>(&rpsls_io::StateQuery::ANSWERS),
    );
    check(
        "club.ts",
        &program_idl::typescript::<rpsls_club_io::ProgramMetadata>(&StateQuery::ANSWERS),
    );
    check(
        "ticTacToe.ts",
        &program_idl::typescript::<tic_tac_toe_io::ProgramMetadata>(
            &tic_tac_toe_io::StateQuery::ANSWERS,
        ),
    );
}

#[test]
fn facts_are_those_of_the_sources() {
    let Command::Deploy(DeployArgs { bet, seats, stages, .. }) = parse(&["deploy"]) else {
        panic!("no deploy");
    };
    let table = stages.of_table(bet, seats);
    let duel = StageArgs::default().of_table(bet, 2);
    let facts = json!({
        // Time between two blocks, ms.
        "blockTime": BLOCK_TIME,
        "program": {
            "players": { "least": GameConfig::MIN_PLAYERS, "most": MAX_PLAYERS },
            "timeout": { "least": GameConfig::MIN_TIMEOUT, "most": GameConfig::MAX_TIMEOUT },
            "gas": {
                "message": gas::MESSAGE,
                "burned": gas::BURNED,
                "share": gas::SHARE,
                "stage": gas::STAGE,
                "portion": gas::PORTION,
            },
        },
        "club": {
            "room": rpsls_club_io::ROOM,
            "page": StateQuery::PAGE,
            "title": rpsls_club_io::MAX_TITLE,
            "gas": { "open": rpsls_club_io::gas::open(0), "start": rpsls_club_io::gas::START },
        },
        "password": {
            "most": password::MAX_LENGTH,
            "own": password::LEN,
            "shortest": password::SHORTEST,
            "variety": password::VARIETY,
        },
        "table": {
            "bet": u64::try_from(bet).expect("a small one"),
            "seats": seats,
            "entry": table.entry_timeout,
            "moves": table.move_timeout,
            "reveals": table.reveal_timeout,
        },
        "duel": {
            "entry": duel.entry_timeout,
            "moves": duel.move_timeout,
            "reveals": duel.reveal_timeout,
        },
        "strangers": {
            "stage": { "least": rules::STAGE.start(), "most": rules::STAGE.end() },
            "entry": { "most": rules::LONGEST_ENTRY },
        },
        "price": {
            "feeRoom": u64::try_from(cost::FEE_ROOM).expect("a small part"),
            "gasRoom": rooms::PART,
            "alarmRoom": rooms::ALARM_ROOM,
            "usualGas": cost::USUAL_GAS,
        },
        "tip": {
            "first": small(tip::FIRST),
            "weight": small(tip::PER_BLOCK),
            "filler": {
                "price": small(tip::FILLER),
                "weight": small(tip::FILLERS_PER_BLOCK),
                "rank": small(tip::FILLER_RANK),
            },
        },
        "voucher": {
            "margin": voucher::MARGIN,
            "rounds": rules::REPLAYED,
            "messages": { "seat": small(cost::messages(0)), "round": cost::MESSAGES_A_ROUND },
            "longest": guests::LONGEST,
            "guest": guests::DAY,
        },
        "patience": ALARM_BLOCKS,
    });
    check_json("facts.json", &facts);
}

fn small(value: u128) -> u64 {
    value.try_into().expect("it fits a number of JSON")
}

#[test]
fn decisions_are_those_of_this_client() {
    let filling: Vec<String> =
        TIPS.iter().map(|tip| tip::filling_beside(*tip).to_string()).collect();
    let vectors = json!({
        "overdue": bits(overdue()),
        "strangers": bits(strangers()),
        "scores": scores(),
        "tips": TIPS.map(|tip| tip.to_string()),
        "filling": filling,
        "divisors": divisors(),
        "stops": (0..=MAX_PLAYERS).map(gas::with_all_shares).collect::<Vec<_>>(),
        "burned": BURNED,
        "needs": BURNED.map(need),
        "fees": TIPS.map(|fee| cost::with_room(fee).to_string()),
        "longest": longest(),
        "showsEarly": bits(shows_early()),
    });
    check_json("vectors.json", &vectors);
}

/// The score of each move, in their order, for all cases in which up to two players have chosen
/// each.
fn scores() -> Vec<[Option<i32>; Move::COUNT]> {
    let counts = |number: usize| std::array::from_fn(|mv| number / 3_usize.pow(mv as u32) % 3);
    (0..3_usize.pow(Move::COUNT as u32)).map(|number| rpsls_io::scores(counts(number))).collect()
}

/// Tips below, at and above each value that makes a difference.
const TIPS: [u128; 8] = [
    0,
    1,
    1_000_000_000,
    (tip::FILLER * tip::FILLER_RANK).div_ceil(tip::PER_BLOCK) - 1,
    (tip::FILLER * tip::FILLER_RANK).div_ceil(tip::PER_BLOCK),
    30_000_000_000,
    1_000_000_000_000,
    u64::MAX as u128,
];

/// For each number of players, what the seats are divided by in each of ten rounds, as exponents of
/// two.
fn divisors() -> Vec<String> {
    let rounds = |players| {
        (1..=10).map(move |round| knockout::divisor(players, round).ilog2().to_string()).collect()
    };
    (2..=MAX_PLAYERS).map(rounds).collect()
}

/// A node's estimates of what messages burn: usual ones, those at the published bound, and those
/// that prepare the program's code again.
const BURNED: [u64; 7] =
    [0, 3, gas::BURNED, gas::MESSAGE - 1, gas::MESSAGE, gas::MESSAGE + 1, 36_000_000_000];

/// The gas that a message with this estimate needs: at least, with its alarm, and to prepare its
/// code.
fn need(burned: u64) -> [u64; 3] {
    let estimate = Estimate::Node { burned, min_limit: burned };
    let Range { needed, wanted } = estimate.range();
    [needed, wanted, estimate.preparing()]
}

/// How long a guest's game can take, ms, for these times of the stages and numbers of rounds.
fn longest() -> Vec<u64> {
    let times = [(5, 5, 5), (60, 20, 30), (3_600, 60, 600)];
    let stages = times
        .map(|(entry, moves, reveals)| config(2, 1_000 * entry, 1_000 * moves, 1_000 * reveals));
    stages.iter().flat_map(|stages| (1..=6).map(|rounds| guests::longest(stages, rounds))).collect()
}

/// Whether the stage is due after each sequence of six blocks. Each block is later than the last
/// one, the same, or earlier. The stage begins in it, or has begun for good.
fn overdue() -> impl Iterator<Item = bool> {
    (0..6_u32.pow(6)).map(|sequence| {
        let mut overdue = Overdue::default();
        let mut timestamp = 100;
        let mut blocks = 0;
        for place in 0..6 {
            let kind = sequence / 6_u32.pow(place) % 6;
            timestamp = timestamp + 1 - u64::from(kind % 3);
            let began = if kind < 3 { timestamp } else { 0 };
            blocks = overdue.blocks(&stage_since(began), timestamp);
        }
        blocks >= ALARM_BLOCKS
    })
}

/// Whether a move is shown early, for lags, lengths of a stage and what is left of it, in blocks.
fn shows_early() -> impl Iterator<Item = bool> {
    [0, 3, 9, 10, 40, 100].into_iter().flat_map(|lag| {
        [20, 43, 100, 200]
            .into_iter()
            .flat_map(move |stage| (0..=stage).map(move |left| turn::shows_early(left, stage, lag)))
    })
}

fn stage_since(current_stage_timestamp: u64) -> GameState {
    GameState { current_stage_timestamp, ..state(GameStage::Preparation, PlayerStatus::Registered) }
}

/// Whether a table is for strangers, for each number of seats, format and start, with times at and
/// beyond each limit.
fn strangers() -> impl Iterator<Item = bool> {
    let (least, most) = (*rules::STAGE.start(), *rules::STAGE.end());
    let stages = [least - 1, least, most, most + 1];
    let entries = [GameConfig::MIN_TIMEOUT, rules::LONGEST_ENTRY, rules::LONGEST_ENTRY + 1];
    let formats = [Format::Knockout, Format::Points, Format::Replay];
    (GameConfig::MIN_PLAYERS..=u8::MAX).flat_map(move |seats| {
        formats.into_iter().flat_map(move |format| {
            [false, true].into_iter().flat_map(move |start_when_full| {
                let rules = GameRules { format, start_when_full };
                stages.into_iter().flat_map(move |moves| {
                    stages.into_iter().flat_map(move |reveals| {
                        entries.into_iter().map(move |entry| {
                            is_for_strangers(&config(seats, entry, moves, reveals), &rules)
                        })
                    })
                })
            })
        })
    })
}

fn config(seats: u8, entry: u64, moves: u64, reveals: u64) -> GameConfig {
    GameConfig {
        bet_size: 1,
        players_count_limit: seats,
        entry_timeout: entry,
        move_timeout: moves,
        reveal_timeout: reveals,
    }
}

/// Four bits a hexadecimal digit, the first bit highest.
fn bits(all: impl Iterator<Item = bool>) -> String {
    let all: Vec<bool> = all.collect();
    let digit = |four: &[bool]| four.iter().fold(0, |digit, bit| 2 * digit + u32::from(*bit));
    all.chunks(4).map(|four| char::from_digit(digit(four), 16).expect("below 16")).collect()
}
