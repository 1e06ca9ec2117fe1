//! The engine against `gtest`, which runs the same processor with a ledger of its own. The same
//! tasks must burn the same gas, send users the same messages, and leave the same balances.

use devnode_probe::Task;
use gear_core::{
    ids::{ActorId, CodeId, MessageId, prelude::*},
    message::{Dispatch, DispatchKind, Message},
};
use gsdk::{
    Event,
    gear::{
        gear::{Call, Event as GearEvent},
        runtime_types::gear_common::event::ProgramChangeKind,
    },
};
use gtest::{Log, Program, System};
use parity_scale_codec::Encode;
use std::thread;
use vara_devnode::engine::{Call as EngineCall, Execution, State};

const USERS: [ActorId; 2] = [ActorId::new([1; 32]), ActorId::new([2; 32])];
const EXISTENTIAL_DEPOSIT: u128 = 1_000_000_000_000;
const PURSE: u128 = 1_000_000 * EXISTENTIAL_DEPOSIT;
const SALT: &[u8] = b"probe";
const GAS: u64 = 50_000_000_000;

/// The codes of the programs that a program creates. The first always starts. The second needs a
/// config.
const CHILDREN: [&[u8]; 2] = [gas_floor::WASM_BINARY_OPT, rpsls::WASM_BINARY_OPT];

/// A step of a test.
#[derive(Clone, Debug)]
enum Step {
    /// A user sends a task with gas and value.
    Send(usize, Task, u64, u128),
    /// A user tells the program to wake the message that was sent last.
    Wake(usize),
    /// A user claims the message with this payload from the mailbox.
    Claim(usize, &'static str),
    /// A user replies to the message with this payload in the mailbox.
    Reply(usize, &'static str),
    /// So many blocks pass.
    Pass(u32),
}

/// What a test compares after a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Seen {
    /// The receiver and the payload of each message to a user.
    told: Vec<(ActorId, Vec<u8>)>,
    /// The balances of the users, who pay for the gas, and of the program.
    balances: Vec<u128>,
}

fn wasm() -> &'static [u8] {
    devnode_probe::WASM_BINARY_OPT
}

fn program() -> ActorId {
    ActorId::generate_from_user(CodeId::generate(wasm()), SALT)
}

fn by_gtest(steps: &[Step]) -> Vec<Seen> {
    let system = System::new();
    for user in USERS {
        system.mint_to(user, PURSE);
    }
    for code in CHILDREN {
        system.submit_code(code);
    }
    let program = Program::from_binary_with_id(&system, program(), wasm());
    program.send_bytes_with_gas(USERS[0], [], GAS, 0);
    let mut seen = vec![];
    let mut last = MessageId::zero();
    let run = |seen: &mut Vec<Seen>| {
        let block = system.run_next_block();
        seen.push(Seen {
            told: block.log.iter().map(|log| (log.destination(), log.payload().to_vec())).collect(),
            balances: [USERS[0], USERS[1], self::program()].map(|id| system.balance_of(id)).into(),
        });
    };
    run(&mut seen);
    for step in steps {
        match step.clone() {
            Step::Send(user, task, gas, value) => {
                last = program.send_bytes_with_gas(USERS[user], task.encode(), gas, value);
            }
            Step::Wake(user) => {
                program.send_bytes_with_gas(USERS[user], Task::Wake(last).encode(), GAS, 0);
            }
            // gtest does these two between blocks, and a chain does them within one. The next
            // block is the first after which both have done them.
            Step::Claim(user, payload) => {
                run(&mut seen);
                seen.pop();
                let log = Log::builder().payload_bytes(payload);
                system.get_mailbox(USERS[user]).claim_value(log).expect("it is in the mailbox");
            }
            Step::Reply(user, payload) => {
                run(&mut seen);
                seen.pop();
                let log = Log::builder().payload_bytes(payload);
                let reply = system.get_mailbox(USERS[user]).reply_bytes(log, b"answer", 0);
                reply.expect("it is in the mailbox");
            }
            Step::Pass(blocks) => {
                for _ in 1..blocks {
                    run(&mut seen);
                }
            }
        }
        run(&mut seen);
    }
    seen
}

/// A minimal chain for the engine. A node's chain has more than the engine needs.
struct Chain {
    state: State,
    seen: Vec<Seen>,
    /// The message that was queued last.
    last: MessageId,
}

impl Chain {
    /// A chain on which these users have money, and nothing has happened.
    fn of(users: &[ActorId]) -> Self {
        let mut state = State::default();
        for user in users {
            state.mint(*user, PURSE);
        }
        state.mint(vara_devnode::engine::BANK, EXISTENTIAL_DEPOSIT);
        Self { state, seen: vec![], last: MessageId::zero() }
    }

    fn run(&mut self, calls: impl IntoIterator<Item = (ActorId, Call)>) {
        let mut state = self.state.clone();
        state.next_block();
        let mut execution = Execution::on(state);
        for (who, call) in calls {
            let outcome = execution.apply(who, EngineCall::Gear(call)).outcome;
            assert!(outcome.is_ok(), "{outcome:?}");
        }
        execution.run_queue();
        execution.state.end_block();
        self.state = execution.finish();
        let mut told = vec![];
        for (_, event) in &self.state.events {
            match event {
                Event::Gear(GearEvent::UserMessageSent { message, .. }) => {
                    told.push((message.destination(), message.payload_bytes().to_vec()));
                }
                Event::Gear(GearEvent::MessageQueued { id, .. }) => self.last = *id,
                _ => {}
            }
        }
        let balances = [USERS[0], USERS[1], program()].map(|id| self.state.free(id)).into();
        self.seen.push(Seen { told, balances });
    }

    /// The message with this payload in a user's mailbox.
    fn mailed(&self, user: ActorId, payload: &str) -> MessageId {
        let mut mail = self.state.mailbox.values().map(|held| &held.0);
        let found = mail.find(|message| {
            message.destination() == user && message.payload_bytes() == payload.as_bytes()
        });
        found.expect("it is in the mailbox").id()
    }
}

/// The call that uploads the probe.
fn upload_probe() -> Call {
    Call::upload_program {
        code: wasm().to_vec(),
        salt: SALT.to_vec(),
        init_payload: vec![],
        gas_limit: GAS,
        value: 0,
        keep_alive: false,
    }
}

fn by_engine(steps: &[Step]) -> Vec<Seen> {
    let mut chain = Chain::of(&USERS);
    let all = chain.state.issuance();
    let children = CHILDREN.map(|code| Call::upload_code { code: code.to_vec() });
    let calls = children.into_iter().chain([upload_probe()]);
    chain.run(calls.map(|call| (USERS[0], call)));
    for step in steps {
        let call = match step.clone() {
            Step::Send(user, task, gas_limit, value) => Some((user, send(&task, gas_limit, value))),
            Step::Wake(user) => Some((user, send(&Task::Wake(chain.last), GAS, 0))),
            Step::Claim(user, payload) => {
                let message_id = chain.mailed(USERS[user], payload);
                Some((user, Call::claim_value { message_id }))
            }
            Step::Reply(user, payload) => Some((
                user,
                Call::send_reply {
                    reply_to_id: chain.mailed(USERS[user], payload),
                    payload: b"answer".to_vec(),
                    gas_limit: gtest::constants::MAX_USER_GAS_LIMIT,
                    value: 0,
                    keep_alive: false,
                },
            )),
            Step::Pass(blocks) => {
                for _ in 1..blocks {
                    chain.run([]);
                }
                None
            }
        };
        chain.run(call.map(|(user, call)| (USERS[user], call)));
        assert_eq!(chain.state.issuance(), all, "value is neither created nor lost: {step:?}");
    }
    chain.seen
}

fn send(task: &Task, gas_limit: u64, value: u128) -> Call {
    let (destination, payload) = (program(), task.encode());
    Call::send_message { destination, payload, gas_limit, value, keep_alive: false }
}

/// Asserts that both come to the same. Each has a thread of its own, since both keep memory in
/// thread-local storage.
#[track_caller]
fn check(steps: &[Step]) {
    let steps: Vec<_> = steps.to_vec();
    let [theirs, ours] = [by_gtest, by_engine].map(|run| {
        let steps = steps.clone();
        thread::spawn(move || run(&steps)).join().expect("the run does not panic")
    });
    assert_eq!(theirs.len(), ours.len());
    for (block, (theirs, ours)) in theirs.iter().zip(&ours).enumerate() {
        assert_eq!(ours, theirs, "in block {} of {steps:?}", block + 1);
    }
}

const VARA: u128 = EXISTENTIAL_DEPOSIT;

fn task(task: Task) -> Step {
    Step::Send(0, task, GAS, 0)
}

/// Gives the program money to spend.
fn fund() -> Step {
    Step::Send(1, Task::Nothing, GAS, 50 * VARA)
}

#[test]
fn a_reply_costs_the_same() {
    check(&[task(Task::Nothing), Step::Send(1, Task::Nothing, GAS, 3 * VARA), Step::Pass(2)]);
}

#[test]
fn mail_waits_is_claimed_answered_or_runs_out() {
    let mail = || task(Task::Mail { value: 2 * VARA });
    check(&[fund(), mail(), Step::Pass(3), Step::Claim(0, "mail"), Step::Pass(2)]);
    check(&[fund(), mail(), Step::Pass(3), Step::Reply(0, "mail"), Step::Pass(2)]);
    check(&[fund(), mail(), Step::Pass(40)]);
}

#[test]
fn payments_arrive_at_once() {
    check(&[fund(), task(Task::Pay { value: 2 * VARA }), task(Task::Pay { value: 0 })]);
}

#[test]
fn delayed_messages_arrive_in_their_block() {
    check(&[fund(), task(Task::MailLater { value: VARA, delay: 5 }), Step::Pass(50)]);
    check(&[fund(), task(Task::PayLater { value: VARA, delay: 5 }), Step::Pass(10)]);
    check(&[task(Task::WakeSelf { gas: 3_000_000_000, delay: 7 }), Step::Pass(10)]);
}

#[test]
fn a_message_without_gas_of_its_own_shares_its_sender_s() {
    check(&[task(Task::CallSelf), Step::Pass(2)]);
}

#[test]
fn waiting_messages_are_woken_or_removed() {
    check(&[task(Task::WaitFor(5)), Step::Pass(8)]);
    check(&[task(Task::WaitUpTo(6)), Step::Pass(3), Step::Wake(1), Step::Pass(4)]);
    check(&[task(Task::WaitUpTo(6)), Step::Pass(10)]);
    check(&[Step::Send(0, Task::Wait, 5_000_000_000, 2 * VARA), Step::Wake(1), Step::Pass(3)]);
}

#[test]
fn reservations_are_spent_given_back_or_run_out() {
    let reserve = || task(Task::Reserve { gas: 2_000_000_000, duration: 10 });
    check(&[reserve(), Step::Pass(3), task(Task::SpendReservation), Step::Pass(10)]);
    check(&[reserve(), Step::Pass(3), task(Task::Unreserve), Step::Pass(10)]);
    check(&[reserve(), Step::Pass(15)]);
}

#[test]
fn programs_create_programs() {
    let [code, choosy] = CHILDREN.map(CodeId::generate);
    check(&[fund(), task(Task::Create { code, payload: vec![] }), Step::Pass(3)]);
    let unknown = CodeId::from([9; 32]);
    check(&[fund(), task(Task::Create { code: unknown, payload: vec![] }), Step::Pass(3)]);
    // Its `init` fails, and its deposit goes back to its creator.
    check(&[fund(), task(Task::Create { code: choosy, payload: vec![1] }), Step::Pass(3)]);
}

#[test]
fn a_program_that_a_program_creates_is_told_as_any_other() {
    let [code, choosy] = CHILDREN.map(CodeId::generate);
    let told = |code, payload| {
        thread::spawn(move || {
            let mut chain = Chain::of(&USERS[..1]);
            let children = CHILDREN.map(|code| Call::upload_code { code: code.to_vec() });
            let calls = children.into_iter().chain([upload_probe()]);
            chain.run(calls.map(|call| (USERS[0], call)));
            let create = Task::Create { code, payload };
            chain.run([(USERS[0], send(&create, GAS, 2 * VARA))]);
            let height = chain.state.height();
            let changes = chain.state.events.iter().filter_map(|(_, event)| match event {
                Event::Gear(GearEvent::ProgramChanged { change, .. }) => Some(match change {
                    ProgramChangeKind::ProgramSet { expiration } => {
                        assert_eq!(*expiration, height);
                        "set"
                    }
                    ProgramChangeKind::Active { .. } => "active",
                    ProgramChangeKind::Terminated => "terminated",
                    _ => "other",
                }),
                _ => None,
            });
            changes.collect::<Vec<_>>()
        })
        .join()
        .expect("the run does not panic")
    };
    assert_eq!(told(code, vec![]), ["set", "active"]);
    assert_eq!(told(choosy, vec![1]), ["set", "terminated"]);
    assert_eq!(told(CodeId::from([9; 32]), vec![]), Vec::<&str>::new());
}

#[test]
fn memory_grows() {
    let grow = |bytes| task(Task::Grow { bytes });
    check(&[grow(100), grow(100_000), grow(1), grow(1_000_000), task(Task::Nothing)]);
}

#[test]
fn a_trap_costs_its_gas_and_nothing_else() {
    check(&[Step::Send(0, Task::Trap, GAS, 3 * VARA), task(Task::Nothing)]);
    check(&[task(Task::TrapWithSignal { gas: 2_000_000_000 }), Step::Pass(3)]);
}

#[test]
fn too_little_gas_runs_out() {
    for gas in [0, 1_000_000, 200_000_000, 400_000_000, 500_000_000] {
        check(&[Step::Send(0, Task::Nothing, gas, VARA), Step::Pass(2)]);
    }
}

#[test]
fn a_deposit_pays_for_the_reply() {
    check(&[
        task(Task::Ask { deposit: 2_000_000_000 }),
        Step::Pass(2),
        Step::Reply(0, "ask"),
        Step::Pass(2),
    ]);
    check(&[task(Task::Ask { deposit: 2_000_000_000 }), Step::Pass(40)]);
}

#[test]
fn a_program_that_exits_leaves_its_value_to_its_heir() {
    check(&[
        fund(),
        Step::Send(0, Task::WaitFor(8), GAS, 0),
        task(Task::Exit(USERS[1])),
        Step::Pass(3),
    ]);
}

#[test]
fn a_message_on_which_the_node_fails_is_dropped_and_the_rest_runs() {
    let state = by_engine_with(|state| {
        // Nobody bought gas for this message, so the gas tree has no node for it.
        let message = Message::new(
            MessageId::from([9; 32]),
            USERS[0],
            program(),
            Task::Nothing.encode().try_into().unwrap(),
            Some(GAS),
            0,
            None,
        );
        state.queue.push_back(Dispatch::new(DispatchKind::Handle, message).into_stored());
    });
    assert!(state.queue.is_empty());
    let replied = state.events.iter().any(|(_, event)| match event {
        Event::Gear(GearEvent::UserMessageSent { message, .. }) => {
            message.payload_bytes() == b"done"
        }
        _ => false,
    });
    assert!(replied, "the next message ran");
}

/// The state after a block with a message to the probe. `spoil` changes the state before the block.
fn by_engine_with(spoil: impl FnOnce(&mut State) + Send + 'static) -> State {
    thread::spawn(move || {
        let mut chain = Chain::of(&USERS[..1]);
        chain.run([(USERS[0], upload_probe())]);
        spoil(&mut chain.state);
        chain.run([(USERS[0], send(&Task::Nothing, GAS, 0))]);
        chain.state
    })
    .join()
    .expect("the node goes on")
}
