//! Each thing that a node can do to the client, at each step of a game: one fault a game, so that
//! what fails has a name. The requests are those of a recorded game, so that a new one is a new row.
//!
//! Right is: the game is won, one bet and no more fees than usual are paid, the books agree with
//! the chain to the unit, and nothing untrue is said. A client that can't get at the table may give
//! up before it has paid anything.

mod bad;
mod blocks;
mod cell;
mod duel;

use self::{
    bad::Bad,
    cell::{Cell, Fault, Step, can_be_behind},
    duel::{Duel, Ground, Way},
};
use crate::world::{many, setting};
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::{
    collections::BTreeSet,
    env,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Instant,
};

/// The requests of an undisturbed game, by step.
struct Recorded {
    asked: BTreeSet<(Step, String)>,
    duel: Duel,
}

impl Recorded {
    fn on(ground: &Ground) -> Self {
        let duel = ground.play(Way::Through(&[]));
        Self { asked: duel.asked.clone(), duel }
    }

    fn methods(&self) -> BTreeSet<&str> {
        self.asked.iter().map(|(_, method)| method.as_str()).collect()
    }

    fn cell(&self, method: &str, fault: Fault, step: Step) -> Option<Cell> {
        let is_asked = self.asked.contains(&(step, method.to_owned()));
        let has_meaning = fault != Fault::Behind || can_be_behind(method);
        (is_asked && has_meaning).then(|| Cell { method: method.into(), fault, step })
    }

    /// A cell of this request's row, by its name alone.
    fn any_cell(&self, method: &str) -> Option<Cell> {
        let first = method.bytes().map(usize::from).sum::<usize>();
        let all = Fault::ALL.into_iter().flat_map(|fault| Step::ALL.map(|step| (fault, step)));
        let all: Vec<_> = all.collect();
        (0..all.len()).find_map(|next| {
            let (fault, step) = all[(first + next) % all.len()];
            self.cell(method, fault, step)
        })
    }

    /// All cells, row by row.
    fn cells(&self) -> Vec<Cell> {
        let of = |method| {
            Fault::ALL.into_iter().flat_map(move |fault| {
                Step::ALL.into_iter().filter_map(move |step| self.cell(method, fault, step))
            })
        };
        self.methods().into_iter().flat_map(of).collect()
    }

    /// What became of each cell, as a table: `.` is right, `o` that the client gave up before the
    /// bet, `X` wrong, and `-` that the fault did not come.
    fn print(&self, duels: &[Duel]) {
        let methods = self.methods();
        let width = methods.iter().map(|method| method.len()).max().unwrap_or_default();
        let head = Fault::ALL.map(|fault| format!("{:6}", format!("{fault:?}")));
        println!("each fault at the steps offer, seat, waiting, reveal, result");
        println!("{:width$}  {}", "", head.join("  "));
        for method in methods {
            let row = Fault::ALL.map(|fault| {
                Step::ALL.map(|step| {
                    let Some(cell) = self.cell(method, fault, step) else { return ' ' };
                    let name = cell.to_string();
                    duels.iter().find(|duel| duel.name == name).map_or('?', mark)
                })
            });
            let row = row.map(|steps| format!("{:6}", steps.iter().collect::<String>()));
            println!("{method:width$}  {}", row.join("  ").trim_end());
        }
    }
}

fn mark(duel: &Duel) -> char {
    match duel {
        Duel { wrong, .. } if !wrong.is_empty() => 'X',
        Duel { missing, .. } if !missing.is_empty() => '-',
        Duel { gave_up, .. } if !gave_up.is_empty() => 'o',
        _ => '.',
    }
}

/// Plays duels on a ground, and then looks at what each has cost: about what the recorded one did.
fn play_all(
    ground: &Ground,
    recorded: &mut Recorded,
    count: usize,
    play: impl Fn(usize) -> Duel + Sync,
) -> Vec<Duel> {
    let (since, done) = (Instant::now(), AtomicUsize::new(0));
    let threads = setting("FAULT_THREADS", 12);
    let duels: Vec<_> = (0..count).map(|_| Mutex::new(None)).collect();
    many(count, threads, |index| {
        *duels[index].lock().unwrap() = Some(play(index));
        let done = done.fetch_add(1, SeqCst) + 1;
        if done.is_multiple_of(25) {
            println!("{done} of {count} games after {} s", since.elapsed().as_secs());
        }
    });
    ground.settle();
    let duel = &mut recorded.duel;
    let usual = ground.audit(duel, None);
    assert!(duel.wrong.is_empty(), "without a fault: {:?}\n{}", duel.wrong, duel.errors());
    many(count, threads, |index| {
        let mut duel = duels[index].lock().unwrap();
        ground.audit(duel.as_mut().expect("it was played"), Some(usual));
    });
    duels.into_iter().filter_map(|duel| duel.into_inner().unwrap()).collect()
}

/// Asserts that all is right in these games, or says what is not.
fn assert_right(duels: &[Duel]) {
    let wrong: Vec<_> = duels.iter().filter(|duel| !duel.wrong.is_empty()).collect();
    for duel in &wrong {
        println!("\n{}\n  {}", duel.name, duel.wrong.join("\n  "));
        for line in duel.errors().lines().rev().take(8).collect::<Vec<_>>().into_iter().rev() {
            println!("    {line}");
        }
    }
    for duel in duels {
        duel.gave_up.iter().for_each(|said| println!("{}, before the bet: {said}", duel.name));
    }
    let gave_up = duels.iter().filter(|duel| !duel.gave_up.is_empty()).count();
    let missing = duels.iter().filter(|duel| !duel.missing.is_empty()).count();
    println!(
        "{} games: {} right; in {gave_up} of them the client gave up before the bet; in {missing} \
         the fault did not come",
        duels.len(),
        duels.len() - wrong.len()
    );
    assert!(wrong.is_empty(), "{} of {} games", wrong.len(), duels.len());
}

/// Whether `FAULT` has a part of this game's name, or is not there. Commas separate such parts.
fn is_wanted(name: &str) -> bool {
    env::var("FAULT").map_or(true, |parts| parts.split(',').any(|part| name.contains(part)))
}

/// One cell of each row, always the same one. Other tests run beside it, and perhaps much else.
#[test]
fn each_request_may_fail_somehow_at_some_step() {
    let ground = Ground::with_patience(64, 3);
    let mut recorded = Recorded::on(&ground);
    let cells: Vec<_> =
        recorded.methods().into_iter().filter_map(|method| recorded.any_cell(method)).collect();
    let duels = play_all(&ground, &mut recorded, cells.len(), |index| {
        ground.play(Way::Through(&cells[index..=index]))
    });
    assert_right(&duels);
}

#[test]
#[ignore = "it takes minutes"]
fn each_cell() {
    let ground = Ground::new(2_000);
    let mut recorded = Recorded::on(&ground);
    let cells = recorded.cells();
    let cells: Vec<_> = cells.into_iter().filter(|cell| is_wanted(&cell.to_string())).collect();
    println!("{} requests, {} cells", recorded.methods().len(), cells.len());
    let duels = play_all(&ground, &mut recorded, cells.len(), |index| {
        ground.play(Way::Through(&cells[index..=index]))
    });
    recorded.print(&duels);
    assert_right(&duels);
}

#[test]
#[ignore = "it takes minutes"]
fn a_node_that_is_bad_for_good_beside_one_that_is_well() {
    let ground = Ground::new(100);
    let mut recorded = Recorded::on(&ground);
    let steps = [Step::Offer, Step::Seat, Step::Waiting, Step::Reveal];
    let all = Bad::ALL.into_iter().flat_map(|how| steps.map(|from| (how, from)));
    let all: Vec<_> = all.filter(|(how, from)| is_wanted(&format!("{how:?}/{from:?}"))).collect();
    let duels = play_all(&ground, &mut recorded, all.len(), |index| {
        let (how, from) = all[index];
        ground.play(Way::Beside(how, from))
    });
    for (duel, (how, from)) in duels.iter().zip(&all) {
        println!("{} {how:?} from {from:?} on, shown after {:?}", mark(duel), duel.shown_after);
    }
    assert_right(&duels);
}

/// Two faults in each game: `FAULT_GAMES` says how many games, and `FAULT_SEED` which ones.
#[test]
#[ignore = "as long as it is given"]
fn many_games_with_two_faults() {
    let games = setting("FAULT_GAMES", 100);
    let seed = setting("FAULT_SEED", rand::random::<u16>().into());
    println!("FAULT_SEED={seed}");
    let ground = Ground::new(games + 1);
    let mut recorded = Recorded::on(&ground);
    let cells = recorded.cells();
    let mut chance = StdRng::seed_from_u64(seed as u64);
    let all: Vec<_> = (0..games)
        .map(|_| [(); 2].map(|()| cells[chance.gen_range(0..cells.len())].clone()))
        .collect();
    let duels =
        play_all(&ground, &mut recorded, all.len(), |index| ground.play(Way::Through(&all[index])));
    assert_right(&duels);
}
