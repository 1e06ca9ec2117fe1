//! Messages that a node does not take, or takes and passes to nobody.

use crate::{
    faults::no_hash,
    filter::{Filter, Verdict},
    world::{SUBMIT, VARA, World, is_won, many, number, step, text},
};
use serde_json::{Value, json};
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
};

/// What a node answers to the last of these messages, all of them after the seat's own. `None` is
/// to take it.
type Answer = Box<dyn Fn(&[String]) -> Option<Verdict> + Send + Sync>;

fn refusal(code: i32, data: &'static str) -> Verdict {
    Verdict::Refuse { code, message: "Server error", data }
}

/// A node that answers so to the messages of a player who has a seat.
struct Node {
    filter: Filter,
    is_seated: Arc<AtomicBool>,
    sent: Arc<Mutex<Vec<String>>>,
}

impl Node {
    fn before(url: &str, answer: Answer) -> Self {
        let (is_seated, sent) = (Arc::new(AtomicBool::default()), Arc::new(Mutex::new(vec![])));
        let (seated, all) = (is_seated.clone(), sent.clone());
        let filter = Filter::asked(url, move |method, params| {
            if method != SUBMIT || !seated.load(SeqCst) {
                return Verdict::Pass;
            }
            let mut sent = all.lock().unwrap();
            sent.push(text(&params[0]));
            answer(&sent).unwrap_or(Verdict::Pass)
        });
        Self { filter, is_seated, sent }
    }

    /// All messages that it was to take.
    fn sent(&self) -> Vec<String> {
        self.sent.lock().unwrap().clone()
    }
}

/// Plays rock against scissors at this bet, with a node that answers so, and perhaps with the
/// world's own beside it. Returns what the client has said, and what it has sent to show the move.
fn play(bet: &str, answer: Answer, has_other: bool) -> (String, Vec<String>) {
    let mut world = World::new();
    let stages = ["--entry", "15s", "--moves", "2m", "--reveals", "6m"];
    world.deploy(&[&["--bet", bet, "--seats", "2"], &stages[..]].concat());
    let node = Node::before(&world.url, answer);
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let urls = match has_other {
        true => format!("{},{}", node.filter.url, world.url),
        false => node.filter.url.clone(),
    };
    let ada = world.seated(&ada, &["--node", &urls, "--moves", "rock"]);
    node.is_seated.store(true, SeqCst);
    let bob = world.join(&bob, &["--moves", "scissors"]);
    let done = ada.end();
    assert!(done.code == 0 && is_won(&done.out), "{}{}", done.out, done.err);
    bob.finish();
    (done.out, node.sent())
}

#[test]
fn a_show_that_a_node_refuses_is_tried_until_it_takes_it_whatever_it_says() {
    let answers = [
        (-32000, "\"\""),
        (-32005, "\"\""),
        (-32009, "\"\""),
        (-32099, "\"\""),
        (-32603, "\"\""),
        (1, "\"\""),
        (1010, "\"Invalid Transaction\""),
        (1011, "\"Unknown Transaction Validity\""),
        (1016, "\"Immediately Dropped\""),
    ];
    many(answers.len(), 3, |at| {
        let (code, data) = answers[at];
        let answer = move |sent: &[String]| (sent.len() <= 12).then(|| refusal(code, data));
        let (said, sent) = play("1", Box::new(answer), false);
        assert!(sent.len() > 12, "{code}: {}", sent.len());
        let fee = |name| number(&step(&said, name).expect(name)["fee"]);
        assert!(fee("reveal") < 2 * fee("register"), "{code}: it paid once: {said}");
    });
}

#[test]
fn a_node_that_refuses_or_swallows_each_message_loses_no_game_beside_one_that_does_not() {
    let refuses = || Some(refusal(-32603, "\"Internal error\""));
    let swallows = || Some(Verdict::Answer(no_hash()));
    for answer in [refuses, swallows] {
        play("1", Box::new(move |_| answer()), true);
    }
}

#[test]
fn a_node_that_was_slow_to_take_a_message_costs_no_tip_while_blocks_have_room() {
    // A bet of 20 VARA allows a tip of as many.
    let answer = |sent: &[String]| (sent.len() <= 25).then(|| refusal(-32005, ""));
    let (said, _) = play("20", Box::new(answer), false);
    let fee = |name| number(&step(&said, name).expect(name)["fee"]);
    let more = fee("reveal").saturating_sub(fee("register"));
    assert!(more < VARA / 1_000, "{more} units of tip: {said}");
}

#[test]
fn a_show_that_no_node_took_ends_with_a_code_and_a_line_that_say_so() {
    let mut world = World::new();
    let stages = ["--entry", "15s", "--moves", "1m", "--reveals", "1m"];
    world.deploy(&[&["--bet", "1", "--seats", "2"], &stages[..]].concat());
    let node =
        Node::before(&world.url, Box::new(|_| Some(refusal(1016, "\"Immediately Dropped\""))));
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let ada = world.seated(&ada, &["--node", &node.filter.url, "--moves", "rock"]);
    node.is_seated.store(true, SeqCst);
    let bob = world.join(&bob, &["--moves", "scissors"]);
    let done = ada.end();
    assert_eq!(done.code, 4, "{}{}", done.out, done.err);
    let last: Value = serde_json::from_str(done.out.lines().last().unwrap()).expect("JSON");
    let missed = step(&done.out, "missed").expect("it is said when the stage is over");
    assert!(text(&missed["text"]).contains("Immediately Dropped"), "{missed}");
    assert_eq!((&last["ok"], &last["error"]["kind"]), (&json!(false), &json!("network")));
    let why = text(&last["error"]["text"]);
    assert!(why.contains("no block had your message in time"), "{why}");
    assert!(is_won(&bob.finish()));
    assert!(node.sent().len() > 8, "it was tried at each block");
}

#[test]
fn a_show_that_was_missed_is_told_when_its_stage_is_over_though_the_game_goes_on() {
    let mut world = World::new();
    if !world.is_ours("it moves time on") {
        return;
    }
    let stages = ["--entry", "1h", "--moves", "3m", "--reveals", "3m", "--start", "full"];
    world.deploy(&[&["--bet", "1", "--seats", "3", "--format", "replay"], &stages[..]].concat());
    let node =
        Node::before(&world.url, Box::new(|_| Some(refusal(1016, "\"Immediately Dropped\""))));
    let [ada, bob, cyd] = ["ada", "bob", "cyd"].map(|name| world.rich_player(name));
    let mut ada = world.seated(&ada, &["--node", &node.filter.url, "--moves", "paper"]);
    node.is_seated.store(true, SeqCst);
    let bob = world.seated(&bob, &["--moves", "scissors,scissors,rock"]);
    let cyd = world.join(&cyd, &["--moves", "scissors"]);
    world.wait_for(|now| now.to_string().matches("\"revealed\"").count() == 2);
    world.pass_deadline(&world.status());
    let missed = ada.step("missed");
    assert_eq!(missed["round"], 1, "{missed}");
    assert!(text(&missed["text"]).contains("Immediately Dropped"), "{missed}");
    let done = ada.end();
    assert_eq!(done.code, 4, "{}{}", done.out, done.err);
    assert_eq!(done.out.matches("\"missed\"").count(), 1, "{}", done.out);
    assert!(is_won(&bob.finish()));
    cyd.finish();
}

#[test]
fn what_a_pool_has_dropped_or_can_not_take_any_more_is_signed_anew_at_once() {
    let answers = [
        (1012, "\"Transaction is temporarily banned\""),
        (1010, "\"Transaction has an ancient birth block\""),
    ];
    many(answers.len(), 2, |at| {
        let (code, data) = answers[at];
        let answer = move |sent: &[String]| match sent.iter().all(|bytes| *bytes == sent[0]) {
            // It says that it has it, and loses it.
            true if sent.len() == 1 => Some(Verdict::Answer(no_hash())),
            true => Some(refusal(code, data)),
            false => None,
        };
        let (_, sent) = play("1", Box::new(answer), false);
        let is_other = |bytes: &String| *bytes != sent[0];
        assert_eq!(sent.iter().position(is_other), Some(2), "{code}: once more to see, then anew");
    });
}

#[test]
fn bytes_that_a_pool_bans_or_whose_birth_block_it_does_not_know_are_not_sent_twice() {
    let answers = [
        (1010, "\"Transaction has a bad signature\""),
        (1010, "\"Transaction has an ancient birth block\""),
        (1012, "\"Transaction is temporarily banned\""),
    ];
    many(answers.len(), 3, |at| {
        let (code, data) = answers[at];
        let answer = move |sent: &[String]| (sent.len() <= 2).then(|| refusal(code, data));
        let (_, sent) = play("1", Box::new(answer), false);
        let is_new = |at: usize| !sent[..at].contains(&sent[at]);
        assert!((1..3).all(is_new), "{data}: what a pool can't take is not sent twice: {sent:?}");
    });
}

#[test]
fn a_move_is_shown_as_soon_as_a_pool_has_dropped_what_a_killed_run_had_sent() {
    let mut world = World::new();
    let stages = ["--entry", "15s", "--moves", "2m", "--reveals", "6m"];
    world.deploy(&[&["--bet", "1", "--seats", "2"], &stages[..]].concat());
    let [is_seated, is_lost, is_back] = [(); 3].map(|()| Arc::new(AtomicBool::default()));
    let (seated, lost, back) = (is_seated.clone(), is_lost.clone(), is_back.clone());
    // For how many questions the pool counts the show that it has lost, and how many were left when
    // the show came again.
    let kept = AtomicUsize::new(6);
    let left = Arc::new(Mutex::new(None));
    let seen = left.clone();
    let filter = Filter::asked(&world.url, move |method, _| {
        let is_back = back.load(SeqCst);
        match method {
            SUBMIT if seated.load(SeqCst) && !is_back => {
                lost.store(true, SeqCst);
                return Verdict::Answer(no_hash());
            }
            SUBMIT if is_back => *seen.lock().unwrap() = Some(kept.load(SeqCst)),
            "system_accountNextIndex"
                if is_back
                    && kept.fetch_update(SeqCst, SeqCst, |kept| kept.checked_sub(1)).is_ok() =>
            {
                return Verdict::Answer(json!(2));
            }
            _ => {}
        }
        Verdict::Pass
    });
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let first = world.seated(&ada, &["--node", &filter.url, "--moves", "rock"]);
    is_seated.store(true, SeqCst);
    let bob = world.join(&bob, &["--moves", "scissors"]);
    world.wait_for(|_| is_lost.load(SeqCst));
    first.kill();
    is_back.store(true, SeqCst);
    let done = world.join(&ada, &["--node", &filter.url, "--moves", "rock"]).end();
    assert!(done.code == 0 && is_won(&done.out), "{}{}", done.out, done.err);
    assert_eq!(*left.lock().unwrap(), Some(0), "the pool is asked again at each block");
    bob.finish();
}

#[test]
fn a_nonce_below_what_was_sent_is_not_believed() {
    let world = World::with_table("1");
    let is_seated = Arc::new(AtomicBool::default());
    let left = AtomicUsize::new(4);
    let sent = Arc::new(Mutex::new(vec![]));
    let (seated, all) = (is_seated.clone(), sent.clone());
    let filter = Filter::asked(&world.url, move |method, params| {
        let is_behind = seated.load(SeqCst) && method == "system_accountNextIndex";
        if method == SUBMIT {
            all.lock().unwrap().push(params[0].clone());
        }
        match is_behind && left.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_ok() {
            true => Verdict::Answer(json!(0)),
            false => Verdict::Pass,
        }
    });
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let ada = world.seated(&ada, &["--node", &filter.url, "--moves", "rock"]);
    is_seated.store(true, SeqCst);
    let before = sent.lock().unwrap().len();
    world.lose_to(ada, &bob);
    let after = sent.lock().unwrap()[before..].to_vec();
    assert!(after.windows(2).all(|two| two[0] == two[1]), "one message was sent: {after:?}");
}
