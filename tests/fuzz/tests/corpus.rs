//! Plays the corpus, and random changes to it, on the stable compiler.

use parity_scale_codec::Decode;
use rpsls_fuzz::{
    mutate::{Random, mutate},
    play, seeds,
};
use rpsls_io::{Format, GameStage, GameState};
use std::{
    collections::BTreeMap,
    env, fs, panic,
    path::Path,
    time::{Duration, Instant},
};

/// The number of games without a given time. They take a few seconds.
const GAMES: usize = 2_000;

/// The length of the deployment before the messages: a timestamp, a config, rules, no owner.
const DEPLOYMENT: usize = 8 + (16 + 1 + 3 * 8) + 2 + 1;

fn corpus() -> BTreeMap<String, Vec<u8>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let files = fs::read_dir(corpus).expect("the corpus is committed");
    files
        .map(|file| file.expect("the corpus can be listed"))
        .map(|file| {
            let name = file.file_name().to_string_lossy().into_owned();
            (name, fs::read(file.path()).expect("the corpus can be read"))
        })
        .collect()
}

fn end_of(seed: &str) -> GameState {
    let (_, bytes) =
        seeds().into_iter().find(|(name, _)| *name == seed).expect("a seed of this name");
    play(&bytes).expect("the program is deployed")
}

#[test]
fn the_corpus_has_every_seed() {
    let corpus = corpus();
    for (name, bytes) in seeds() {
        assert_eq!(
            corpus.get(name),
            Some(&bytes),
            "{name} is out of date: cargo run -p rpsls-fuzz --bin seeds"
        );
    }
}

#[test]
fn the_seeds_are_the_games_they_are_named_for() {
    for (seed, games_finished, rounds) in [
        ("full_game", 1, 1),
        ("draw_then_win", 1, 4),
        ("config_change", 2, 1),
        ("silent_players", 1, 1),
        ("largest_pot", 1, 1),
        ("full_table", 1, 2),
        ("joined", 1, 3),
        ("headers", 1, 1),
    ] {
        let state = end_of(seed);
        assert_eq!(state.games_finished, games_finished, "{seed}");
        assert_eq!(state.last_game.expect(seed).rounds, rounds, "{seed}");
        assert_eq!(state.game_stage, GameStage::Preparation, "{seed}");
    }
    let stopped = end_of("stop_in_each_stage");
    assert_eq!((stopped.games_finished, stopped.stop_scheduled), (2, true));
    let stopped = end_of("scheduled_stop");
    assert_eq!((stopped.games_finished, stopped.last_game), (3, None));
    assert_eq!(end_of("config_change").config.bet_size, 6);
    // Delegates play for those who have named them. One of these draws twice, then loses.
    let won = end_of("delegates").last_game.unwrap();
    assert_eq!((won.pot, won.rounds), (3_000, 3));
    assert_eq!(end_of("largest_pot").last_game.unwrap().pot, u128::MAX - 1);
    assert_eq!(end_of("full_table").last_game.unwrap().pot, 255_000);
    let refused = end_of("refusals");
    assert_eq!((refused.lobby_list.len(), refused.games_finished), (4, 0));
    let refused = end_of("bad_headers");
    assert_eq!((refused.lobby_list.len(), refused.games_finished), (1, 0));
    assert_eq!(end_of("end_of_time").deadline, u64::MAX);
    // Those with a place have drawn, and a toss has sent half of them out.
    let bracket = end_of("full_bracket");
    assert_eq!((bracket.lobby_list.len(), bracket.round), (32, 2));
}

#[test]
fn every_format_has_a_seed() {
    let formats: Vec<_> =
        seeds().iter().filter_map(|(_, bytes)| play(bytes)).map(|end| end.rules.format).collect();
    for variant in 0.. {
        let Ok(format) = Format::decode(&mut &[variant][..]) else { break };
        assert!(formats.contains(&format), "{format:?}");
    }
}

#[test]
fn the_corpus_breaks_no_promise() {
    for (name, bytes) in corpus() {
        play(&bytes);
        for len in 0..bytes.len() {
            play(&bytes[..len]);
        }
        println!("{name} holds");
    }
}

/// Plays `GAMES` games, or plays for `FUZZ_SECONDS`.
#[test]
fn random_changes_to_the_corpus_break_no_promise() {
    let seconds = env::var("FUZZ_SECONDS").ok();
    let time = seconds.map(|seconds| {
        let seconds = seconds.parse().expect("FUZZ_SECONDS is a number");
        Duration::from_secs(seconds)
    });
    let start = Instant::now();
    let is_over = |games| time.map_or(games == GAMES, |time| start.elapsed() >= time);

    let corpus = corpus().into_values();
    let corpus: Vec<_> = corpus.filter(|bytes| bytes.len() > DEPLOYMENT).collect();
    let mut random = Random::new(1);
    let mut games = 0;
    let mut deployed = 0;
    while !is_over(games) {
        let mut input = corpus[random.below(corpus.len())].clone();
        let other = &corpus[random.below(corpus.len())];
        // If the deployment fails, little is left to play.
        let kept = if random.below(8) == 0 { 0 } else { DEPLOYMENT };
        let mut messages = input.split_off(kept);
        mutate(&mut messages, &other[DEPLOYMENT..], &mut random);
        input.extend(messages);
        let Ok(end) = panic::catch_unwind(|| play(&input)) else {
            panic!("this input breaks a promise: {input:02x?}");
        };
        games += 1;
        deployed += usize::from(end.is_some());
    }
    println!("{games} games, of which {deployed} were deployed");
    assert!(deployed > games / 2, "most inputs reach the rules");
}
