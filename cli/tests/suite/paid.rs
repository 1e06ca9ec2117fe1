//! Each answer and each failure says whether something was sent, and what it has cost.

use crate::{
    filter::{Filter, Verdict},
    world::{SUBMIT, VARA, World, number},
};
use serde_json::{Value, json};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
        mpsc,
    },
    time::Duration,
};

fn duel() -> (World, [String; 3]) {
    let mut world = World::new();
    let stages = ["--entry", "1h", "--moves", "1h", "--reveals", "1h"];
    world.deploy(&[&["--bet", "1", "--seats", "2"], &stages[..]].concat());
    let players = ["ada", "bob", "cyd"].map(|name| world.rich_player(name));
    (world, players)
}

fn failure(out: &str) -> Value {
    let failure: Value = serde_json::from_str(out.trim()).expect("one object");
    assert_eq!(failure["ok"], false);
    failure
}

fn paid(line: &Value) -> Value {
    json!([line["sent"], line["fee"], line["cost"]])
}

#[test]
fn what_the_client_foresees_is_not_sent_and_costs_nothing() {
    let (world, [ada, ..]) = duel();
    let nothing = json!([false, "0", "0"]);
    for args in [
        &["move", "rock"][..],
        &["reveal"],
        &["reveal", "--next", "rock"],
        &["advance"],
        &["leave"],
        &["stop", "--yes"],
        &["transfer", "nobody", "1", "--yes"],
        &["register", "--max-bet", "0.5"],
        &["join", "--auto", "--max-bet", "0.5"],
        &["register", "--what"],
    ] {
        let done = world.run(&ada, &[args, &["--json"]].concat());
        assert!(done.code > 0, "{args:?}: {}", done.out);
        let last = done.out.lines().last().expect("a line");
        assert_eq!(paid(&failure(last)), nothing, "{args:?} {last}");
    }
    assert_eq!(world.balance(&ada), 100 * VARA);
}

#[test]
fn an_answer_says_what_it_has_cost_in_all() {
    let (world, [ada, bob, _]) = duel();
    let owner = world.player("owner");
    let to = world.address(&bob);
    for (player, args, value) in [
        (&ada, &["register", "--move", "rock"][..], VARA),
        (&ada, &["leave"], 0),
        (&ada, &["transfer", &to, "1"], VARA),
        (&owner, &["deploy"], 0),
        (&owner, &["club", "deploy", "--yes"], 0),
    ] {
        let tried = world.json(player, &[args, &["--dry-run"][..]].concat());
        assert_eq!(tried["sent"], false, "{tried}");
        let before = world.balance(player);
        let done = world.json(player, args);
        let cost = number(&done["cost"]);
        assert!(done["sent"] == true && cost >= number(&done["fee"]), "{done}");
        let taken = match args[0] {
            // The bet came back.
            "leave" => before + VARA - world.balance(player),
            _ => before - world.balance(player) - value,
        };
        // An alarm's gas is held for a while.
        assert!(taken.abs_diff(cost) < VARA / 50 || args[0] == "register", "{taken} {done}");
        let told = number(&tried["cost"]);
        assert!(cost.abs_diff(told) <= cost / 5, "{told} {cost}");
    }
}

#[test]
fn a_refusal_by_the_program_is_sent_and_paid() {
    let (world, [ada, bob, cyd]) = duel();
    world.ok(&ada, &["register"]);
    // What he sends is held back until another has the last seat.
    let (tell, told) = mpsc::channel();
    let filter = Filter::asked(&world.url, move |method, _| match method {
        SUBMIT => {
            let _ = tell.send(());
            Verdict::Later(Duration::from_secs(4))
        }
        _ => Verdict::Pass,
    });
    let before = world.balance(&cyd);
    let late = world.start(&cyd, &["register", "--json", "--node", &filter.url]);
    told.recv_timeout(Duration::from_secs(60)).expect("something is sent");
    world.ok(&bob, &["register"]);
    let done = late.end();
    let failed = failure(&done.out);
    assert_eq!((done.code, &failed["sent"]), (3, &true.into()), "{failed}");
    let [fee, cost] = ["fee", "cost"].map(|name| number(&failed[name]));
    let taken = before - world.balance(&cyd);
    assert!(fee > VARA / 10 && cost > fee && taken.abs_diff(cost) < VARA / 10, "{taken} {failed}");
    assert_eq!(world.game_of(&cyd)["end"], "no_seat");
}

#[test]
fn what_may_have_been_sent_is_told_as_not_known() {
    let (world, [ada, ..]) = duel();
    let is_gone = Arc::new(AtomicBool::new(false));
    let filter = Filter::asked(&world.url, move |method, _| match method {
        SUBMIT => {
            is_gone.store(true, SeqCst);
            Verdict::AskAndDrop
        }
        _ if is_gone.load(SeqCst) => Verdict::Drop,
        _ => Verdict::Pass,
    });
    let args = ["register", "--json", "--node", &filter.url, "--patience", "2s"];
    let done = world.run(&ada, &args);
    let failed = failure(&done.out);
    assert_eq!((done.code, paid(&failed)), (4, json!([null, null, null])), "{failed}");
    // It was taken: whoever looks sees that, and pays no second bet.
    world.wait_for_seats(1);
    let failed = failure(&world.run(&ada, &["register", "--json"]).out);
    assert_eq!(
        (&failed["error"]["kind"], &failed["sent"]),
        (&"already_registered".into(), &false.into())
    );
}
