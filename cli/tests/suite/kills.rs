//! No interruption loses a pot, wherever the client is killed. The noted costs of a game are what
//! the chain took, to the unit.

use crate::{
    faults::unharmed_by_limits,
    filter::{Filter, Rules, Verdict},
    world::{VARA, World, many, number, setting, signal, step},
};
use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::Value;
use std::{
    process::{Command, Output, Stdio},
    sync::{Arc, Mutex},
    thread,
};

const SUBMIT: &str = "author_submitExtrinsic";
const SIGNALS: [&str; 4] = ["-INT", "-HUP", "-TERM", "-KILL"];
/// The most kills in a game. No game needs as many to end.
const MOST: usize = 60;

/// Kills the client once in each of its runs: when it sends a message, or some requests later.
struct Kills {
    state: Mutex<State>,
}

struct State {
    client: u32,
    /// After how many requests the client is killed, from the next message on.
    left: Option<usize>,
    is_sent: bool,
    signal: &'static str,
}

impl Kills {
    fn new() -> Self {
        let state = State { client: 0, left: None, is_sent: false, signal: SIGNALS[0] };
        Self { state: Mutex::new(state) }
    }

    /// Runs the client to its end, or kills it after this many requests.
    fn run(&self, mut command: Command, after: Option<usize>, signal: &'static str) -> Output {
        let mut state = self.state.lock().unwrap();
        let client = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let client = client.expect("the client runs");
        *state = State { client: client.id(), left: after, is_sent: false, signal };
        drop(state);
        client.wait_with_output().expect("it ends")
    }
}

impl Rules for Kills {
    fn asked(&self, method: &str, _: &Value) -> Verdict {
        let mut state = self.state.lock().unwrap();
        state.is_sent |= method == SUBMIT;
        let Some(left) = state.left.filter(|_| state.is_sent) else { return Verdict::Pass };
        if left > 1 || (left == 1 && method != SUBMIT) {
            state.left = Some(left - 1);
            return Verdict::Pass;
        }
        state.left = None;
        signal(state.client, state.signal);
        match left {
            // The node gets the message, and the client does not learn it.
            1 => Verdict::AskAndDrop,
            _ => Verdict::Drop,
        }
    }
}

/// Plays three rounds, of which the first two are draws. Kills the winner's client this many
/// requests after its messages. The disk may be full once it has a seat. Checks the pot, and each
/// unit of the costs.
fn play(bet: u128, is_full: bool, mut after: impl FnMut() -> usize) {
    let mut world = World::new();
    let stages = ["--entry", "20m", "--moves", "20m", "--reveals", "20m"];
    let bet_text = bet.to_string();
    world.deploy(&[&["--bet", &bet_text, "--seats", "2"], &stages[..]].concat());
    let kills = Arc::new(Kills::new());
    let filter = Filter::before(&world.url, kills.clone());
    let [eve, other] = ["eve", "other"].map(|name| world.rich_player(name));
    let before = world.balance(&eve);
    let other = world.start(&other, &["--json", "join", "--moves", "rock"]);
    let mut count = 0;
    let mut is_seated = false;
    let last = loop {
        let join = ["--json", "join", "--moves", "rock,rock,paper", "--max-spend", "3"];
        let mut command = world.command(&eve, &join);
        command.env("RPSLS_NODE", &filter.url);
        if is_full && is_seated {
            command = unharmed_by_limits(&command, "0");
        }
        let after = (count < MOST).then(&mut after);
        let done = kills.run(command, after, SIGNALS[count % SIGNALS.len()]);
        let said = String::from_utf8(done.stdout).expect("text");
        if done.status.success() {
            break said;
        }
        let is_killed = done.status.code().is_none_or(|code| code > 128);
        assert!(is_killed, "{said}{}", String::from_utf8_lossy(&done.stderr));
        count += 1;
        let players = &world.status()["players"];
        is_seated = players.as_array().is_some_and(|players| players.len() == 2);
    };
    assert!(count > 0, "nothing was interrupted");
    assert_eq!(step(&last, "game_over").expect("an end")["won"], true, "{last}");
    other.finish();
    assert_costs(&world, &eve, before + bet * VARA);
}

/// Asserts that the noted costs of the game are what it took from the account. Makes blocks first,
/// so that no alarm is pending.
pub fn assert_costs(world: &World, player: &str, would_have: u128) {
    world.advance(900);
    let noted = world.json("", &["games"]);
    let games = noted["games"].as_array().expect("a list");
    let own: Vec<_> = games.iter().filter(|game| game["name"] == player).collect();
    assert_eq!(own.len(), 1, "{noted}");
    assert_eq!((&own[0]["end"], &own[0]["exact"]), (&"won".into(), &true.into()), "{noted}");
    assert_eq!(number(&own[0]["spent"]), would_have - world.balance(player), "{noted}");
}

#[test]
fn no_interruption_while_a_message_is_sent_loses_the_pot_or_a_unit_of_its_costs() {
    if !World::new().is_ours("it moves time on, past the alarms") {
        return;
    }
    thread::scope(|scope| {
        for (bet, first, is_full) in [(1, 0, true), (5, 5, false), (12, 10, true)] {
            scope.spawn(move || {
                let mut next = first..;
                play(bet, is_full, || next.next().expect("there is no end"));
            });
        }
    });
}

/// `KILL_GAMES` says how many games are played, `KILL_THREADS` how many at once, and `KILL_SEED`
/// which ones.
#[test]
#[ignore = "it takes minutes"]
fn many_games() {
    let seed = setting("KILL_SEED", rand::random::<u32>() as usize) as u64;
    println!("KILL_SEED={seed}");
    many(setting("KILL_GAMES", 100), setting("KILL_THREADS", 8), |game| {
        let mut rng = StdRng::seed_from_u64(seed ^ (game as u64) << 32);
        let bet = [1, 5, 12][game % 3];
        play(bet, rng.r#gen(), || rng.gen_range(0..40));
    });
}
