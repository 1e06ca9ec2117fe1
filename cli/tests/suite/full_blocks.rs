//! An attacker fills the blocks during a game.

use crate::{
    bank::signer,
    world::{Done, VARA, World, in_time, limit, number, runtime, step, text},
};
use gprimitives::ActorId;
use gsdk::{
    Api, GearConfig, Signer,
    ext::subxt::{
        Metadata, OnlineClient,
        config::polkadot::PolkadotExtrinsicParamsBuilder,
        ext::{subxt_core, subxt_rpcs::rpc_params},
        tx::{Payload, SubmittableTransaction},
    },
    gear,
};
use parity_scale_codec::{Compact, Encode};
use rpsls_io::{Action, Entry, Move, bound_commitment, opening};
use serde_json::{Value, json};
use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    thread::{self, sleep},
    time::{Duration, Instant},
};
use vara_devnode::BlockTime;

type Signed = SubmittableTransaction<GearConfig, OnlineClient<GearConfig>>;

/// The tip that puts a filler before everything without a tip.
const LITTLE: u128 = 1_000;
/// The tip that puts a filler before a message with the first tip of 0.001 VARA, which counts 759
/// times as much.
const MORE: u128 = VARA;

/// The tip of the next filler, by the number of fillers in blocks.
type Tip = fn(usize) -> u128;

/// The time that clients have between two blocks. A stage of a minute has twenty blocks.
const PACE: Duration = Duration::from_millis(800);

/// Makes the blocks. Fills each one once `attacks` is set.
struct Attacker<'a> {
    world: &'a World,
    tip: Tip,
    attacks: AtomicBool,
    /// How many fillers are in blocks.
    filled: AtomicUsize,
    is_over: AtomicBool,
}

/// Stops the making of blocks when the play ends, even by a panic.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, SeqCst);
    }
}

impl Attacker<'_> {
    async fn make_blocks(&self) {
        let api = Api::new(&self.world.url).await.expect("the node answers");
        let payer = signer("//Eve");
        let room = room(&api).await;
        // The nonce of the filler that waits, and its tip.
        let mut waits = None;
        while !self.is_over.load(SeqCst) {
            let nonce = nonce_of(&api, &payer).await;
            self.filled.store(nonce as usize, SeqCst);
            let next = (nonce, (self.tip)(nonce as usize));
            // A filler that no block included waits. It is replaced when its tip rises.
            if self.attacks.load(SeqCst) && waits != Some(next) {
                put(&api, &filler(&api, &payer, room, next).await).await;
                waits = Some(next);
            }
            let made = api.rpc().request::<Value>("dev_advanceBlocks", rpc_params![1]).await;
            made.expect("the node makes a block");
            tokio::time::sleep(PACE).await;
        }
    }

    /// Waits until this many more blocks are full.
    fn wait_for(&self, more: usize) {
        let (until, since) = (self.filled.load(SeqCst) + more, Instant::now());
        while self.filled.load(SeqCst) < until {
            assert!(since.elapsed() < limit(), "no block is full");
            sleep(PACE);
        }
    }
}

/// Plays while blocks are made. Returns the result of the play.
fn attacked<T>(world: &World, tip: Tip, play: impl FnOnce(&Attacker<'_>) -> T) -> T {
    let attacker = Attacker {
        world,
        tip,
        attacks: AtomicBool::new(false),
        filled: AtomicUsize::new(0),
        is_over: AtomicBool::new(false),
    };
    thread::scope(|scope| {
        let _end = End(&attacker.is_over);
        // This runs for as long as the play, whose time is limited.
        scope.spawn(|| runtime().block_on(attacker.make_blocks()));
        play(&attacker)
    })
}

/// A world whose blocks the test makes. `None` if another node was named.
fn by_hand() -> Option<World> {
    let world = World::with_block_time(BlockTime::Every(Duration::from_secs(3_600)));
    world.is_ours("all of its blocks are filled").then_some(world)
}

/// How many bytes of a block normal extrinsics may fill, besides the call that sets the time.
async fn room(api: &Api) -> usize {
    let made = api.rpc().request::<Value>("dev_advanceBlocks", rpc_params![1]).await;
    made.expect("the node makes a block");
    let lengths = gear::constants().system().block_length();
    let most = api.constants().at(&lengths).expect("blocks have a length").max.normal;
    let block: Value = api.rpc().request("chain_getBlock", rpc_params![]).await.expect("a block");
    let set_time = text(&block["block"]["extrinsics"][0]);
    most as usize - (set_time.len() - "0x".len()) / 2
}

/// The nonce of an account as of the best block, which is not final yet.
async fn nonce_of(api: &Api, who: &Signer) -> u64 {
    let best = api.legacy().chain_get_block_hash(None).await.expect("the node answers");
    let block = api.blocks().at(best.expect("there is a best block")).await.expect("it is there");
    block.account_nonce(who.account_id()).await.expect("the account has a nonce")
}

/// A remark of so many bytes. This encodes it by hand, because encoding by type looks up each of
/// the millions of bytes.
struct Remark(usize);

impl Payload for Remark {
    fn encode_call_data_to(
        &self,
        metadata: &Metadata,
        out: &mut Vec<u8>,
    ) -> Result<(), subxt_core::Error> {
        gear::tx().system().remark(vec![]).encode_call_data_to(metadata, out)?;
        let empty = out.pop();
        assert_eq!(empty, Some(0), "a remark ends with its bytes");
        Compact(self.0 as u32).encode_to(out);
        out.resize(out.len() + self.0, 0);
        Ok(())
    }
}

/// A remark that leaves no room in a block for anything else.
async fn filler(api: &Api, payer: &Signer, room: usize, (nonce, tip): (u64, u128)) -> Signed {
    let short = sign(api, payer, (nonce, tip), &Remark(room - 1_000)).await;
    let missing = room - short.encoded().len();
    let filler = sign(api, payer, (nonce, tip), &Remark(room - 1_000 + missing)).await;
    assert_eq!(filler.encoded().len(), room);
    filler
}

async fn sign(api: &Api, payer: &Signer, (nonce, tip): (u64, u128), call: &impl Payload) -> Signed {
    let params = PolkadotExtrinsicParamsBuilder::new().nonce(nonce).tip(tip).build();
    api.tx().create_signed(call, payer, params).await.expect("it is signed")
}

async fn put(api: &Api, signed: &Signed) {
    let bytes = format!("0x{}", hex::encode(signed.encoded()));
    let taken = api.rpc().request::<Value>("author_submitExtrinsic", rpc_params![bytes]).await;
    taken.expect("the node takes it");
}

/// A player without a client, whose tips put her before all others.
struct Mallory {
    api: Api,
    signer: Signer,
    table: ActorId,
    opening: String,
}

impl Mallory {
    async fn at(world: &World, table: &str) -> Self {
        let api = Api::new(&world.url).await.expect("the node answers");
        let table = <[u8; 32]>::try_from(hex::decode(&table[2..]).expect("digits"));
        let table = ActorId::from(table.expect("an id"));
        let opening = opening(Move::Scissors, "mallory");
        Self { api, signer: signer("//Dave"), table, opening }
    }

    fn id(&self) -> ActorId {
        <[u8; 32]>::from(self.signer.account_id().clone()).into()
    }

    fn join(&self) -> Action {
        let commitment = bound_commitment(self.table, self.id(), &self.opening);
        Action::Join(Entry { commitment: Some(commitment), ..Entry::default() })
    }

    async fn send(&self, nonce: u64, action: &Action, value: u128) {
        let tx = gear::tx().gear();
        let call = tx.send_message(self.table, action.encode(), 20_000_000_000, value, true);
        put(&self.api, &sign(&self.api, &self.signer, (nonce, VARA / 10), &call).await).await;
    }
}

/// A duel for ten VARA each. Its reveals last a minute beyond the time that registration had left.
const DUEL: [&str; 10] =
    ["--bet", "10", "--seats", "2", "--entry", "15s", "--moves", "1m", "--reveals", "1m"];

/// Plays a duel. Ada plays Rock with these limits. Mallory plays Scissors, fills all blocks, and
/// reveals. Returns the winner.
fn duel(limits: &[&str]) -> Option<&'static str> {
    let world = by_hand()?;
    let play = |attacker: &Attacker<'_>| {
        let owner = world.rich_player("owner");
        let table = text(&world.json(&owner, &[&["deploy"][..], &DUEL].concat())["program"]);
        let ada = world.rich_player("ada");
        let join = ["--program", &table, "--moves", "rock"];
        let joining = world.seated(&ada, &[&join[..], limits].concat());
        attacker.attacks.store(true, SeqCst);
        attacker.wait_for(2);
        let mallory = in_time(Mallory::at(&world, &table));
        // Both go into one block, so that Ada's reveal gets no block beside them.
        in_time(async {
            mallory.send(0, &mallory.join(), 10 * VARA).await;
            mallory.send(1, &Action::Reveal(mallory.opening.clone()), 0).await;
        });
        let Done { code, out: lines, err } = joining.end();
        let end = step(&lines, "game_over").unwrap_or_else(|| panic!("no end: {lines}{err}"));
        assert_eq!(number(&end["pot"]), 20 * VARA);
        println!("{} blocks were full: {end}", attacker.filled.load(SeqCst));
        let is_lost = end["winner"] == json!(format!("0x{}", hex::encode(mallory.id())));
        // The exit code says that no block had the message in time.
        assert_eq!(code, if is_lost { 4 } else { 0 }, "{err}");
        let tips = tips(&err);
        assert_eq!(is_lost, tips.is_empty(), "it is said: {err}");
        let steps = (1..).map(|step| VARA / 1_000 * 10_u128.pow(step));
        assert!(tips.iter().copied().eq(steps.take(tips.len())), "a step at a time: {err}");
        if is_lost { "Mallory" } else { "Ada" }
    };
    Some(attacked(&world, |_| MORE, play))
}

/// The tips that a client has said it pays, in the smallest unit.
fn tips(said: &str) -> Vec<u128> {
    let of = |line: &str| {
        let tip = line.split_once("a tip of ")?.1.strip_suffix(" VARA, since blocks are full")?;
        Some((tip.parse::<f64>().expect("a number") * VARA as f64).round() as u128)
    };
    said.lines().filter_map(of).collect()
}

#[test]
fn whoever_may_not_tip_is_put_out_by_a_rival_who_fills_the_blocks() {
    let Some(winner) = duel(&["--max-spend", "0"]) else { return };
    assert_eq!(winner, "Mallory", "Scissors, against a Rock that nobody has seen");
}

#[test]
fn a_client_outbids_a_rival_who_fills_the_blocks() {
    let Some(winner) = duel(&[]) else { return };
    assert_eq!(winner, "Ada", "Rock beats Scissors");
}

#[test]
fn a_game_goes_on_through_full_blocks_and_nobody_is_put_out() {
    let Some(world) = by_hand() else { return };
    let tip = |filled| if filled < 3 { LITTLE } else { MORE };
    attacked(&world, tip, |attacker| {
        let owner = world.rich_player("owner");
        let table = text(&world.json(&owner, &[&["deploy"][..], &DUEL].concat())["program"]);
        let players = ["ada", "bob"].map(|name| world.rich_player(name));
        let mut watching = world.start("", &["--json", "--program", &table, "watch", "--once"]);
        watching.wait_for("stage");
        attacker.attacks.store(true, SeqCst);
        let join = ["--program", &table, "--auto", "--later"];
        let running = players.each_ref().map(|player| world.join(player, &join));
        let said = running.map(|player| player.finish());
        let ends = said.each_ref().map(|said| step(said, "game_over").expect("an end"));
        assert_eq!(ends.iter().filter(|end| end["won"] == true).count(), 1, "{ends:?}");
        assert!(ends.iter().all(|end| number(&end["pot"]) == 20 * VARA), "{ends:?}");
        let watched = watching.finish();
        let lines = watched.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let rounds: Vec<_> = lines.filter(|line| line["round"].is_object()).collect();
        assert!(!rounds.is_empty(), "{watched}");
        for round in rounds {
            assert_eq!(round["round"]["silent"], json!([]), "every player has revealed");
        }
        // The first to get into a block had raised the tip. The other had room beside.
        let fee = |said: &str, name| number(&step(said, name).expect(name)["fee"]);
        let raised = said.iter().map(|said| fee(said, "reveal").abs_diff(fee(said, "register")));
        let raised = raised.max().expect("there are two");
        assert!(raised > 5 * VARA / 1_000, "{raised}");
        println!("{} blocks were full", attacker.filled.load(SeqCst));
    });
}
