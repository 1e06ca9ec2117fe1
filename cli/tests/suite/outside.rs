//! Somebody tries to take a bet from outside: by a node that answers, announces or refuses wrongly, by
//! one that is away, and by a disk that is gone.

use crate::{
    filter::{Filter, Rules, Verdict},
    world::{Running, SUBMIT, VARA, World, is_won, many, text},
};
use serde_json::{Value, json};
use std::{
    fs,
    process::Command,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
};

/// A node that answers so many requests of one kind badly, once it is told to.
struct Bad {
    method: &'static str,
    answer: fn() -> Verdict,
    left: AtomicUsize,
}

impl Bad {
    fn new(method: &'static str, answer: fn() -> Verdict) -> Arc<Self> {
        Arc::new(Self { method, answer, left: AtomicUsize::new(0) })
    }
}

impl Rules for Bad {
    fn asked(&self, method: &str, _: &Value) -> Verdict {
        let is_bad = method == self.method
            && self.left.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_ok();
        if is_bad { (self.answer)() } else { Verdict::Pass }
    }
}

fn nothing() -> Verdict {
    Verdict::Answer(Value::Null)
}

fn no_bytes() -> Verdict {
    Verdict::Answer(json!("0x"))
}

fn garbled() -> Verdict {
    Verdict::Answer(json!(5))
}

/// What a proxy answers whose node is away.
fn unavailable() -> Verdict {
    Verdict::Refuse { code: 503, message: "Service Unavailable", data: "" }
}

/// What a node answers that has read none of the values that it was asked for.
fn nothing_changed() -> Verdict {
    Verdict::Answer(json!([{ "block": format!("0x{}", "11".repeat(32)), "changes": [] }]))
}

fn no_method() -> Verdict {
    Verdict::Refuse { code: -32601, message: "Method not found", data: "" }
}

fn no_by_runtime() -> Verdict {
    Verdict::Refuse { code: 8000, message: "Runtime error", data: "" }
}

#[test]
fn answers_that_mean_nothing_end_no_game_however_many_come() {
    for (method, answer) in [
        ("state_getStorage", nothing as fn() -> Verdict),
        ("state_getStorage", no_method),
        ("gear_readState", no_bytes),
        ("gear_readState", no_by_runtime),
    ] {
        let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
        let bad = Bad::new(method, answer);
        let filter = Filter::before(&world.url, bad.clone());
        let playing = world.seated(&ada, &["--node", &filter.url, "--moves", "rock"]);
        bad.left.store(12, SeqCst);
        world.lose_to(playing, &bob);
        assert!(bad.left.load(SeqCst) < 12, "{method} was asked");
    }
}

/// A node whose every answer and announcement comes twice.
struct Twice;

impl Rules for Twice {
    fn times(&self) -> usize {
        2
    }
}

#[test]
fn answers_that_come_twice_count_once() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let filter = Filter::before(&world.url, Twice);
    let playing = world.seated(&ada, &["--node", &filter.url, "--moves", "rock"]);
    world.lose_to(playing, &bob);
    assert_eq!(filter.connections(), 1);
}

#[test]
fn a_node_that_has_no_code_of_a_table_now_is_no_word_against_the_table() {
    let (world, [ada]) = World::with_players("1", ["ada"]);
    let program = text(&world.status()["program"]);
    let filter = Filter::asked(&world.url, move |method, params| {
        let is_of_program = params.to_string().contains(&program[2..]);
        match method == "state_getStorage" && is_of_program {
            true => nothing(),
            false => Verdict::Pass,
        }
    });
    for args in [&["register", "--yes"][..], &["join", "--auto", "--yes"], &["status"]] {
        let said = world.fails_saying(1, &ada, &[&["--node", &filter.url], args].concat());
        assert!(said.contains("it is behind"), "{said}");
    }
    assert_eq!(world.seats(), 0);
}

fn never() -> Verdict {
    Verdict::Ignore
}

/// Wins a game by a node that answers this question so from the seat on, for good.
fn win_in_spite_of(method: &'static str, answer: fn() -> Verdict) {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let bad = Bad::new(method, answer);
    let filter = Filter::before(&world.url, bad.clone());
    let playing = world.seated(&ada, &["--node", &filter.url, "--moves", "rock"]);
    bad.left.store(usize::MAX, SeqCst);
    world.lose_to(playing, &bob);
}

#[test]
fn what_is_due_goes_though_the_node_can_not_foretell_what_it_does_and_takes() {
    let bad = [
        ("gear_calculateReplyForHandle", no_method as fn() -> Verdict),
        ("gear_calculateReplyForHandle", never),
        ("gear_calculateHandleGas", nothing),
        ("state_call", no_method),
        ("state_getKeysPaged", never),
        ("chain_getFinalizedHead", never),
    ];
    many(bad.len(), bad.len(), |at| win_in_spite_of(bad[at].0, bad[at].1));
}

#[test]
fn a_message_whose_block_the_node_can_not_show_holds_up_no_game() {
    win_in_spite_of("chain_getBlock", nothing);
}

/// Wins a knockout of four by a node that never answers this question from the seat's message on.
fn win_a_knockout_in_spite_of(method: &'static str) {
    let mut world = World::new();
    let stages = ["--entry", "1h", "--moves", "5m", "--reveals", "5m"];
    world.deploy(&[&["--bet", "1", "--seats", "4"], &stages[..]].concat());
    let is_silent = AtomicBool::new(false);
    let filter = Filter::asked(&world.url, move |asked, _| {
        is_silent.fetch_or(asked == SUBMIT, SeqCst);
        match asked == method && is_silent.load(SeqCst) {
            true => Verdict::Ignore,
            false => Verdict::Pass,
        }
    });
    let [ada, bob, cyd, dee] = ["ada", "bob", "cyd", "dee"].map(|name| world.rich_player(name));
    let args = ["--json", "join", "--node", &filter.url, "--moves", "rock,rock"];
    let mut ada = world.command(&ada, &args);
    // Its waits are as many blocks long as on Vara, and twice that on a busy machine.
    ada.env("RPSLS_BLOCK_MS", "300");
    let ada = Running::new(ada);
    world.wait_for_seats(1);
    let others = [bob, cyd, dee].map(|name| world.seated(&name, &["--moves", "scissors,scissors"]));
    let done = ada.end();
    assert!(done.code == 0 && is_won(&done.out), "{method}: {}\n{}", done.out, done.err);
    for other in others {
        other.finish();
    }
}

#[test]
fn a_question_that_a_node_never_answers_holds_up_no_move_of_a_knockout() {
    let silent = ["chain_getBlock", "chain_getHeader", "state_call"];
    many(silent.len(), silent.len(), |at| win_a_knockout_in_spite_of(silent[at]));
}

#[test]
fn a_single_command_says_that_the_node_does_not_show_what_came_of_its_message() {
    let (world, [ada]) = World::with_players("1", ["ada"]);
    let filter = Filter::asked(&world.url, |method, _| match method {
        "chain_getBlock" => Verdict::Ignore,
        _ => Verdict::Pass,
    });
    let mut command = world.command(&ada, &["--node", &filter.url, "register", "--yes"]);
    command.env("RPSLS_BLOCK_MS", "300");
    let done = Running::new(command).end();
    assert_eq!(done.code, 4, "{}{}", done.out, done.err);
    assert!(done.err.contains("does not show the blocks"), "{}", done.err);
    assert_eq!(world.seats(), 1);
}

/// Where a node's storage has the accounts.
const ACCOUNTS: &str = "26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9";

#[test]
fn a_node_that_gives_no_bytes_of_an_account_says_nothing_of_its_money() {
    let (world, [ada]) = World::with_players("1", ["ada"]);
    let filter = Filter::asked(&world.url, |method, params| {
        match method == "state_getStorage" && params.to_string().contains(ACCOUNTS) {
            true => no_bytes(),
            false => Verdict::Pass,
        }
    });
    let said = world.fails_saying(1, &ada, &["--node", &filter.url, "register", "--yes"]);
    assert!(said.contains("the account can't be read"), "{said}");
}

#[test]
fn a_dry_run_waits_for_no_node_that_does_not_get_well() {
    let (world, [ada]) = World::with_players("1", ["ada"]);
    let filter = Filter::asked(&world.url, |method, _| match method {
        "gear_readState" => no_by_runtime(),
        _ => Verdict::Pass,
    });
    let args = ["--node", &filter.url, "join", "--auto", "--dry-run"];
    let said = world.fails_saying(1, &ada, &args);
    assert!(said.contains("the program's state can't be read"), "{said}");
}

#[test]
fn a_node_that_answers_one_question_badly_is_left_for_another_one() {
    for (method, answer) in
        [("state_getStorage", nothing as fn() -> Verdict), ("gear_readState", garbled)]
    {
        let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
        let bad = Bad::new(method, answer);
        let filter = Filter::before(&world.url, bad.clone());
        let nodes = format!("{},{}", filter.url, world.url);
        let playing = world.seated(&ada, &["--node", &nodes, "--moves", "rock"]);
        bad.left.store(usize::MAX, SeqCst);
        let told = world.lose_to(playing, &bob).err;
        assert!(told.contains(&format!("reached {}, going on", world.url)), "{method}: {told}");
    }
}

#[test]
fn one_answer_without_a_meaning_fails_no_command() {
    let (world, [ada]) = World::with_players("1", ["ada"]);
    for (method, answer) in [
        ("chain_getFinalizedHead", garbled as fn() -> Verdict),
        ("chain_getBlockHash", no_bytes),
        ("chain_getHeader", nothing),
        ("state_getStorage", no_bytes),
        ("state_getStorage", garbled),
        ("state_queryStorageAt", nothing_changed),
        ("state_queryStorageAt", garbled),
        ("gear_readMetahash", garbled),
        ("gear_readState", no_bytes),
        ("gear_calculateReplyForHandle", garbled),
        ("payment_queryInfo", garbled),
        ("state_getRuntimeVersion", unavailable),
        ("gear_readState", unavailable),
    ] {
        let bad = Bad::new(method, answer);
        let filter = Filter::before(&world.url, bad.clone());
        for args in [&["status"][..], &["voucher", "list"], &["register", "--dry-run"]] {
            bad.left.store(1, SeqCst);
            let done = world.run(&ada, &[&["--node", &filter.url], args].concat());
            assert_eq!(done.code, 0, "{method}, {args:?}: {}", done.err);
        }
    }
}

/// A node that is so many blocks behind the chain, and goes on at its pace.
#[derive(Default)]
struct Lags {
    blocks: AtomicUsize,
    /// Whether it says that its chain is not for development.
    is_public: bool,
    heads: Mutex<Vec<Value>>,
}

impl Lags {
    /// The hash and the header of the block that counts as the newest one.
    fn newest(&self) -> Option<(Value, Value)> {
        let (blocks, heads) = (self.blocks.load(SeqCst), self.heads.lock().unwrap());
        let at = heads.len().checked_sub(blocks.max(1) + 1)?;
        // A block names the one before.
        (blocks > 0).then(|| (heads[at + 1]["parentHash"].clone(), heads[at].clone()))
    }
}

impl Rules for Lags {
    fn asked(&self, method: &str, params: &Value) -> Verdict {
        let is_newest = ["chain_getFinalizedHead", "chain_getBlockHash"].contains(&method)
            && params.as_array().is_none_or(|params| params.iter().all(Value::is_null));
        match self.newest().filter(|_| is_newest) {
            Some((hash, _)) => Verdict::Answer(hash),
            None if self.is_public && method == "system_chainType" => {
                Verdict::Answer(json!("Live"))
            }
            None => Verdict::Pass,
        }
    }

    fn announced(&self, method: &str, result: &mut Value) {
        if method == "chain_newHead" {
            self.heads.lock().unwrap().push(result.clone());
        }
        if let Some((_, header)) = self.newest() {
            *result = header;
        }
    }
}

#[test]
fn of_two_nodes_the_one_that_is_behind_is_left_though_it_goes_on() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let lags = Arc::new(Lags::default());
    let filter = Filter::before(&world.url, lags.clone());
    let nodes = format!("{},{}", filter.url, world.url);
    let playing = world.seated(&ada, &["--node", &nodes, "--moves", "rock"]);
    let has = |count| lags.heads.lock().unwrap().len() > count;
    world.wait_for(|_| has(60));
    lags.blocks.store(50, SeqCst);
    let told = world.lose_to(playing, &bob).err;
    assert!(told.contains("going on there"), "{told}");
    // Whoever begins there goes on at once.
    let done = world.run("", &["--node", &nodes, "status"]);
    assert!(done.code == 0 && done.err.contains("going on there"), "{}{}", done.out, done.err);
}

/// A node that announces one final block with a number that is far too high.
#[derive(Default)]
struct Exaggerates(AtomicBool);

impl Rules for Exaggerates {
    fn announced(&self, method: &str, result: &mut Value) {
        if method == "chain_finalizedHead" && self.0.swap(false, SeqCst) {
            result["number"] = json!("0xffffff");
        }
    }
}

#[test]
fn a_number_that_is_far_too_high_is_not_believed() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let rules = Arc::new(Exaggerates::default());
    let filter = Filter::before(&world.url, rules.clone());
    let playing = world.seated(&ada, &["--node", &filter.url, "--moves", "rock"]);
    rules.0.store(true, SeqCst);
    world.wait_for(|_| !rules.0.load(SeqCst));
    world.lose_to(playing, &bob);
}

#[test]
fn another_chain_at_the_same_address_is_waited_out() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    if !world.is_ours("it takes two nodes") {
        return;
    }
    let proxy = Filter::open(&world.url);
    let playing = world.seated(&ada, &["--node", &proxy.url, "--moves", "rock"]);
    let other = World::new();
    proxy.lead_to(&other.url);
    world.wait_for(|_| playing.errors().contains("another chain answers"));
    proxy.lead_to(&world.url);
    world.lose_to(playing, &bob);
}

#[test]
fn what_is_known_of_the_runtime_is_not_loaded_again_after_a_cut() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let loads = Arc::new(AtomicUsize::new(0));
    let count = loads.clone();
    let filter = Filter::asked(&world.url, move |method, params| {
        if method == "state_getMetadata" || params.to_string().contains("Metadata_") {
            count.fetch_add(1, SeqCst);
        }
        Verdict::Pass
    });
    let playing = world.seated(&ada, &["--node", &filter.url, "--moves", "rock"]);
    let (loaded, connections) = (loads.load(SeqCst), filter.connections());
    filter.lead_to(&world.url);
    world.wait_for(|_| filter.connections() > connections);
    world.lose_to(playing, &bob);
    assert!(loaded > 0);
    assert_eq!(loads.load(SeqCst), loaded);
}

#[test]
fn a_runtime_that_was_told_of_badly_is_asked_for_again() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    if !world.is_ours("it upgrades the runtime") {
        return;
    }
    let is_bad = Arc::new(AtomicBool::new(false));
    let bad = is_bad.clone();
    let filter = Filter::asked(&world.url, move |method, params| {
        let is_of_metadata =
            method == "state_getMetadata" || params.to_string().contains("Metadata_");
        match is_of_metadata && bad.load(SeqCst) {
            true => nothing(),
            false => Verdict::Pass,
        }
    });
    let playing = world.seated(&ada, &["--node", &filter.url, "--moves", "rock"]);
    is_bad.store(true, SeqCst);
    world.upgrade();
    let connections = filter.connections();
    filter.lead_to(&world.url);
    // It has tried once, in vain.
    world.wait_for(|_| filter.connections() > connections + 1);
    is_bad.store(false, SeqCst);
    world.lose_to(playing, &bob);
}

#[test]
fn a_seat_that_one_node_refuses_and_another_one_takes_unheard_is_a_seat() {
    let (world, [ada, bob]) = World::with_players("10", ["ada", "bob"]);
    let refuses = Filter::asked(&world.url, |method, _| match method {
        SUBMIT => Verdict::Refuse {
            code: 1010,
            message: "Invalid Transaction",
            data: "Inability to pay some fees (e.g. account balance too low)",
        },
        _ => Verdict::Pass,
    });
    let is_first = AtomicBool::new(true);
    let takes = Filter::asked(&world.url, move |method, _| {
        match method == SUBMIT && is_first.swap(false, SeqCst) {
            true => Verdict::AskAndDrop,
            false => Verdict::Pass,
        }
    });
    let nodes = format!("{},{}", refuses.url, takes.url);
    let playing = world.seated(&ada, &["--node", &nodes, "--moves", "rock"]);
    world.lose_to(playing, &bob);
    assert!(world.balance(&ada) > 105 * VARA, "it has bet once");
}

#[test]
fn who_comes_back_to_a_bet_waits_for_the_node_and_is_told_of_it() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let proxy = Filter::open(&world.url);
    let args = ["--node", &proxy.url, "--moves", "rock"];
    world.seated(&ada, &args).kill();
    proxy.go_away();
    let once = [&["--patience", "1s", "join"], &args[..]].concat();
    let said = world.fails_saying(4, &ada, &once);
    assert!(said.contains("your bet of 1 VARA may be in"), "{said}");
    let playing = world.join(&ada, &args);
    world.wait_for(|_| playing.errors().contains("There is a bet in"));
    proxy.lead_to(&world.url);
    world.lose_to(playing, &bob);
}

#[test]
fn a_node_that_takes_a_table_for_none_ends_nothing_of_who_has_a_seat() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let bad = Bad::new("gear_readMetahash", || Verdict::Refuse {
        code: 8000,
        message: "Runtime error",
        data: "Execution failed: Other: the runtime could not be run",
    });
    let filter = Filter::before(&world.url, bad.clone());
    let args = ["--node", &filter.url, "--moves", "rock"];
    world.seated(&ada, &args).kill();
    // Whatever it says, the chain has the code of a table.
    bad.left.store(usize::MAX, SeqCst);
    world.ok(&ada, &["--node", &filter.url, "leave", "--dry-run"]);
    let playing = world.join(&ada, &args);
    world.lose_to(playing, &bob);
}

#[test]
fn who_comes_back_by_a_node_that_is_behind_is_offered_no_second_seat() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let lags = Arc::new(Lags { is_public: true, ..Lags::default() });
    let filter = Filter::before(&world.url, lags.clone());
    let watching = world.start("", &["--node", &filter.url, "watch"]);
    let has = |count| lags.heads.lock().unwrap().len() > count;
    world.wait_for(|_| has(60));
    let args = ["--node", &filter.url, "--moves", "rock"];
    world.seated(&ada, &args).kill();
    lags.blocks.store(50, SeqCst);
    let once = world.run(&ada, &["--node", &filter.url, "--patience", "1s", "leave", "--dry-run"]);
    assert!(once.code == 4 && once.err.contains("is behind"), "{}", once.err);
    let playing = world.join(&ada, &args);
    world.wait_for(|_| playing.errors().contains("is behind"));
    lags.blocks.store(0, SeqCst);
    watching.kill();
    let done = world.lose_to(playing, &bob);
    assert!(!done.out.contains("\"offer\"") && world.balance(&ada) > 100 * VARA, "{}", done.out);
}

#[test]
fn what_a_player_has_chosen_is_shown_though_the_disk_is_gone() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let playing = world.seated(&ada, &["--moves", "rock"]);
    fs::remove_dir_all(world.home().join("secrets")).expect("it is there");
    world.lose_to(playing, &bob);
}

#[test]
fn a_key_of_which_a_crash_has_left_nothing_costs_no_round() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    world.seated(&ada, &["--moves", "rock"]).kill();
    for entry in fs::read_dir(world.home().join("secrets")).expect("it is there") {
        let path = entry.expect("it can be listed").path();
        if path.extension().is_some_and(|kind| kind == "key") {
            fs::write(path, "").expect("it is ours");
        }
    }
    let playing = world.join(&ada, &["--moves", "rock"]);
    world.ok(&bob, &["register"]);
    world.skip();
    for mv in ["rock", "scissors"] {
        world.wait_for(|now| now["stage"] == "moves");
        world.ok(&bob, &["move", mv]);
        world.wait_for(|now| now["stage"] == "reveals");
        world.ok(&bob, &["reveal"]);
    }
    assert!(is_won(&playing.finish()));
}

#[test]
fn a_file_that_never_answers_holds_up_no_move() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    world.seated(&ada, &["--moves", "rock"]).kill();
    let pipe = world.home().join("secrets/other.json");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("it runs").success());
    let playing = world.join(&ada, &["--moves", "rock"]);
    world.lose_to(playing, &bob);
}

#[test]
fn who_loses_for_want_of_an_opening_is_told_so_and_the_exit_code_says_it() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    world.seated(&ada, &["--moves", "rock"]).kill();
    fs::remove_dir_all(world.home().join("secrets")).expect("it is there");
    let mut playing = world.join(&ada, &["--moves", "rock"]);
    world.ok(&bob, &["register"]);
    world.skip();
    world.ok(&bob, &["move", "scissors"]);
    world.wait_for(|now| now["stage"] == "reveals");
    world.ok(&bob, &["reveal"]);
    world.skip();
    let missed = playing.step("missed");
    assert!(text(&missed["text"]).contains("the opening of"), "{missed}");
    let done = playing.end();
    assert_eq!(done.code, 4, "{}{}", done.out, done.err);
    assert!(done.out.contains("the bet is lost") && !is_won(&done.out), "{}", done.out);
}
