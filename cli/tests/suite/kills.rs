//! No interruption loses a pot, wherever the client is killed. The noted costs of a game are what
//! the chain took, to the unit.

use crate::{
    faults::unharmed_by_limits,
    filter::{After, Filter, Kills},
    world::{VARA, World, is_won, many, number, setting},
};
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::{sync::Arc, thread};

const SIGNALS: [&str; 4] = ["-INT", "-HUP", "-TERM", "-KILL"];
/// The most kills in a game. No game needs as many to end.
const MOST: usize = 60;

/// Plays three rounds, of which the first two are draws. Kills the winner's client this many
/// requests after its messages. The disk may be full once it has a seat. Checks the pot, and each
/// unit of the costs.
fn play(bet: u128, is_full: bool, mut after: impl FnMut() -> usize) {
    let mut world = World::new();
    let stages = ["--entry", "20m", "--moves", "20m", "--reveals", "20m"];
    let bet_text = bet.to_string();
    world.deploy(
        &[&["--bet", &bet_text, "--seats", "2", "--format", "replay"], &stages[..]].concat(),
    );
    let kills = Arc::new(Kills::default());
    let filter = Filter::before(&world.url, kills.clone());
    let [eve, other] = ["eve", "other"].map(|name| world.rich_player(name));
    let before = world.balance(&eve);
    let other = world.join(&other, &["--moves", "rock"]);
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
        let done = kills.run(command, after, After::FirstMessage, SIGNALS[count % SIGNALS.len()]);
        let said = String::from_utf8(done.stdout).expect("text");
        if done.status.success() {
            break said;
        }
        let is_killed = done.status.code().is_none_or(|code| code > 128);
        assert!(is_killed, "{said}{}", String::from_utf8_lossy(&done.stderr));
        count += 1;
        is_seated = world.seats() == 2;
    };
    assert!(count > 0, "nothing was interrupted");
    assert!(is_won(&last), "{last}");
    other.finish();
    assert_costs(&world, &eve, before + bet * VARA);
}

/// Asserts that the noted costs of the game are what it took from the account. Makes blocks first,
/// so that no alarm is pending.
pub fn assert_costs(world: &World, player: &str, would_have: u128) {
    world.advance(900);
    // It asks the node for three seconds, and shows what it knew before if that is busy.
    let ask = || world.json("", &["--account", player, "games"]);
    let mut noted = ask();
    for _ in 0..20 {
        if noted["games"][0]["exact"] == true {
            break;
        }
        noted = ask();
    }
    let [game] = &noted["games"].as_array().expect("a list")[..] else { panic!("{noted}") };
    assert_eq!((&game["end"], &game["exact"]), (&"won".into(), &true.into()), "{noted}");
    assert_eq!(number(&game["spent"]), would_have - world.balance(player), "{noted}");
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
