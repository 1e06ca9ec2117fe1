//! A duel of a client, which plays rock, and a rival who plays scissors over the node directly.

use super::{
    bad::{Bad, BadNode},
    blocks::{BLOCK_TIME, Blocks},
    cell::{Cell, Step, Trial},
};
use crate::{
    bank::signer,
    filter::Filter,
    world::{VARA, World, number, runtime, step},
};
use gprimitives::{ActorId, CodeId};
use gsdk::{
    Api, Error, GearConfig, IntoAccountId32, Signer,
    ext::{
        gear_core::ids::prelude::{ActorIdExt, CodeIdExt},
        subxt::{config::polkadot::PolkadotExtrinsicParamsBuilder, tx::Payload},
    },
    gear,
};
use parity_scale_codec::Encode;
use rpsls_io::{
    Action, Entry, Format, GameConfig, GameRules, Move, TableInit, bound_commitment, opening,
};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs::{self, OpenOptions},
    path::PathBuf,
    process::{Child, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::SeqCst},
    },
    thread::sleep,
};
use vara_devnode::Genesis;

const BET: u128 = 10 * VARA;
/// The blocks of the stage in which moves are shown.
const STAGE: u32 = 100;
/// The rival gives the client so many blocks to wait in, before it takes its seat, and before it
/// shows its own move.
const WAITS: u32 = 8;
/// The rival shows its move this many blocks after it took its seat, whatever the client does.
const AT_LATEST: u32 = 70;
/// A game of one round that lasts longer has come to nothing.
const LONGEST: u32 = 400;
/// The exit codes of what failed for no reason of the game's, and for want of a node.
const FAILED: i32 = 1;
const NO_NODE: i32 = 4;
/// How often a player comes back who was told that nothing was paid, after so many blocks.
const TRIES: usize = 4;
const COMES_BACK: u32 = 6;
/// A client that says nothing of a seat may have it, which is looked up now and then.
const LOOKS: u32 = 20;
/// How many blocks there are since a table was opened, so that each node knows of it.
const OPEN: u32 = 14;
/// How often the books are asked for that are not known to be all yet.
const BOOKS: usize = 20;
/// More than any message of these games burns.
const GAS: u64 = 20_000_000_000;
/// By how much a game's fees and gas may differ from another's: one may arm an alarm more. A message
/// more costs six times as much, and the third tip three times.
const ABOUT: u128 = 3 * VARA / 100;

/// A node with accounts for so many duels.
pub struct Ground {
    world: World,
    api: Api,
    blocks: Arc<Blocks>,
    next: AtomicU32,
    /// By how much all that a client and its rival have time for is longer.
    patience: u32,
}

/// A duel that is over for the client.
pub struct Duel {
    pub name: String,
    player: String,
    table: ActorId,
    home: PathBuf,
    /// What was not right.
    pub wrong: Vec<String>,
    /// What the client said each time it gave up before the bet.
    pub gave_up: Vec<String>,
    /// The faults that did not come.
    pub missing: Vec<Cell>,
    pub asked: BTreeSet<(Step, String)>,
    /// The blocks from the rival's seat until the move was shown.
    pub shown_after: Option<u32>,
}

/// The blocks in which a duel came on.
#[derive(Default)]
struct Course {
    /// When to look next whether the chain has a seat that the client does not tell of.
    looks: u32,
    /// The client has a seat.
    waits: Option<u32>,
    /// The rival has one, too.
    comes: Option<u32>,
    /// The client has shown its move, or half of the stage is over.
    shown: Option<u32>,
    is_rival_done: bool,
}

/// What the player's client meets.
pub enum Way<'a> {
    /// One node with these faults.
    Through(&'a [Cell]),
    /// A node that is bad from this step on, and then one that is well.
    Beside(Bad, Step),
}

impl Ground {
    pub fn new(duels: usize) -> Self {
        Self::with_patience(duels, 1)
    }

    /// A ground for a machine that is so many times as busy as one on which only these duels are
    /// played.
    pub fn with_patience(duels: usize, patience: u32) -> Self {
        let accounts = u32::try_from(2 * duels).expect("fewer");
        let mut world = World::with_accounts(accounts, BLOCK_TIME);
        // The tables of the duels have its code.
        world.deploy(&[]);
        let api = runtime().block_on(Api::new(&world.url)).expect("the node answers");
        let blocks = Blocks::of(&api);
        Self { world, api, blocks, next: AtomicU32::new(0), patience }
    }

    /// The blocks of the stage in which moves are shown.
    fn stage(&self) -> u32 {
        STAGE * self.patience
    }

    /// Plays a duel until the client ends.
    pub fn play(&self, way: Way) -> Duel {
        let index = self.next.fetch_add(1, SeqCst);
        let [player, rival] = [1, 2].map(|which| format!("//{}", 2 * index + which));
        let mut rival = Rival::new(&self.api, &rival, index);
        let home = self.world.home().join(format!("duel{index}"));
        fs::create_dir(&home).expect("there is room for a folder");
        let (cells, name) = match way {
            Way::Through(cells) => {
                (cells, cells.iter().map(Cell::to_string).collect::<Vec<_>>().join("+"))
            }
            Way::Beside(how, from) => (&[][..], format!("{how:?}/{from:?}")),
        };
        let trial = Arc::new(Trial::new(home.join("out"), self.blocks.clone(), cells));
        let good = &self.world.url;
        let (filter, nodes) = match way {
            Way::Through(_) => {
                let filter = Filter::before(good, trial.clone());
                let url = filter.url.clone();
                (filter, url)
            }
            Way::Beside(how, from) => {
                let bad = BadNode::new(how, from, trial.clone(), self.blocks.clone());
                let filter = Filter::before(good, bad);
                let urls = format!("{},{good}", filter.url);
                (filter, urls)
            }
        };
        rival.open_table(self.stage());
        self.blocks.wait_for(self.blocks.best().0 + OPEN);
        let table = rival.table;
        let mut duel = Duel {
            name,
            player,
            table,
            home,
            wrong: vec![],
            gave_up: vec![],
            missing: vec![],
            asked: BTreeSet::new(),
            shown_after: None,
        };
        self.follow(&mut duel, &mut rival, &trial, &nodes);
        duel.missing = trial.missing();
        duel.asked = trial.asked.lock().unwrap().clone();
        drop(filter);
        duel
    }

    /// Runs the client, and moves the rival on with it.
    fn follow(&self, duel: &mut Duel, rival: &mut Rival, trial: &Trial, nodes: &str) {
        let begin = self.blocks.best().0;
        let mut client = self.start(duel, nodes);
        let mut course = Course { looks: begin + LOOKS, ..Course::default() };
        loop {
            let now = self.blocks.best().0;
            self.move_on(duel, rival, trial, &mut course, now);
            if let Some(status) = client.try_wait().expect("it can be asked") {
                if status.success() {
                    return;
                }
                let (nonce, step) = (self.nonce(&duel.player), trial.step());
                let what = format!("it ended with {status} at {step:?}: {}", duel.last_words());
                let is_free = nonce == 0 && step <= Step::Seat;
                let is_told = [FAILED, NO_NODE].map(Some).contains(&status.code());
                if !is_free || !is_told || duel.gave_up.len() == TRIES {
                    duel.wrong.push(what);
                    return;
                }
                duel.gave_up.push(what);
                self.blocks.wait_for(now + COMES_BACK);
                client = self.start(duel, nodes);
            }
            if now > begin + LONGEST * self.patience {
                duel.wrong.push(format!("it does not end: {}", duel.last_words()));
                client.kill().expect("it runs");
                client.wait().expect("it ends");
                return;
            }
            sleep(BLOCK_TIME / 3);
        }
    }

    /// Lets the rival do what is its turn at this block.
    fn move_on(
        &self,
        duel: &mut Duel,
        rival: &mut Rival,
        trial: &Trial,
        course: &mut Course,
        now: u32,
    ) {
        let step = trial.step();
        if step == Step::Seat && now >= course.looks {
            trial.is_seated.store(self.nonce(&duel.player) > 0, SeqCst);
            course.looks = now + LOOKS;
        }
        let Some(comes) = course.comes else {
            if step >= Step::Waiting {
                let since = *course.waits.get_or_insert(now);
                let is_met = !trial.is_plain() && !trial.waits_at(Step::Waiting) && now > since;
                if is_met || now >= since + WAITS {
                    rival.send(&rival.join(), BET);
                    course.comes = Some(now);
                    trial.is_rival_in.store(true, SeqCst);
                }
            }
            return;
        };
        if step == Step::Result && course.shown.is_none() {
            course.shown = Some(now);
            duel.shown_after = Some(now - comes);
        }
        if course.shown.is_none() && now >= comes + self.stage() / 2 {
            course.shown = Some(now);
            // It may be in a block that the client has not seen.
            if self.nonce(&duel.player) < 2 {
                duel.wrong.push("the move was not shown by half of the stage".into());
            }
        }
        let is_due = course.shown.is_some_and(|shown| now >= shown + WAITS);
        if !course.is_rival_done && (is_due || now >= comes + AT_LATEST * self.patience) {
            rival.send(&rival.reveal(), 0);
            course.is_rival_done = true;
        }
    }

    /// Starts the client, which plays rock.
    fn start(&self, duel: &Duel, nodes: &str) -> Child {
        let Duel { player, table, home, .. } = duel;
        let table = format!("0x{}", hex::encode(table));
        let at = ["--program", &table, "--node", nodes, "--json"];
        let join = [&at[..], &["join", "--yes", "--moves", "rock"]].concat();
        let mut command = self.world.command(player, &join);
        let open = |name| {
            let file = OpenOptions::new().create(true).append(true).open(home.join(name));
            Stdio::from(file.expect("there is room for a file"))
        };
        command.env("RPSLS_HOME", home.join("home")).env("RPSLS_BLOCK_MS", self.block_time());
        command.stdout(open("out")).stderr(open("err")).spawn().expect("the client runs")
    }

    /// What the client takes for the time of a block: its waits are twice as many blocks long as on
    /// Vara. Where all processors are busy, a node that is well would seem silent else, and whoever
    /// connects again makes them busier.
    fn block_time(&self) -> String {
        (2 * self.patience * BLOCK_TIME).as_millis().to_string()
    }

    /// Makes blocks until no alarm of the duels that were played up to now is pending.
    pub fn settle(&self) {
        self.world.advance((self.stage() + 30).into());
    }

    /// Compares what the client has told and noted with the chain. Returns what the game has cost.
    /// Without `usual` it may be any sum.
    pub fn audit(&self, duel: &mut Duel, usual: Option<u128>) -> u128 {
        let mut wrong = vec![];
        let out = duel.out();
        match step(&out, "game_over") {
            Some(end) if end["won"] == true && number(&end["pot"]) == 2 * BET => {}
            Some(end) => wrong.push(format!("the end was told as {end}")),
            None => wrong.push("no end was told".into()),
        }
        if step(&out, "register").or_else(|| step(&out, "resumed")).is_none() {
            wrong.push("no seat was told".into());
        }
        let has = self.balance(&duel.player);
        let nonce = self.nonce(&duel.player);
        if nonce != 2 {
            wrong.push(format!("{nonce} messages and not 2"));
        }
        let would_have = Genesis::default().balance + BET;
        let taken = would_have.saturating_sub(has);
        if taken >= BET {
            wrong.push(format!("the pot is not won, and the game cost {taken}"));
        } else if usual.is_some_and(|usual| taken > usual + ABOUT) {
            wrong.push(format!("the game cost {taken} and not {}", usual.unwrap_or_default()));
        }
        // It does not wait long for a node. On a busy machine each is slow now and then.
        let is_known = |books: &Value| books["games"][0]["exact"] == true;
        let books = (0..BOOKS).map(|_| self.books(duel)).find(is_known);
        let books = books.unwrap_or_else(|| self.books(duel));
        match &books["games"].as_array().map(Vec::as_slice).unwrap_or_default() {
            [game] => {
                let is_so = game["end"] == "won"
                    && game["exact"] == true
                    && game["spent"] == taken.to_string();
                if !is_so {
                    wrong.push(format!(
                        "the books say {}, spent {}, exact {}; the chain took {taken}",
                        game["end"], game["spent"], game["exact"]
                    ));
                }
            }
            games => wrong.push(format!("the books have {} games", games.len())),
        }
        let said = out + &duel.errors();
        let untrue = UNTRUE.iter().filter(|words| said.contains(**words));
        wrong.extend(untrue.map(|words| format!("it said “{words}”")));
        duel.wrong.extend(wrong);
        taken
    }

    /// What the client has noted of the game, and knows of it now.
    fn books(&self, duel: &Duel) -> Value {
        let mut games = self.world.command("", &["--json", "games"]);
        let games = games.env("RPSLS_HOME", duel.home.join("home")).env_remove("RPSLS_PROGRAM");
        let said = games.output().expect("the client runs").stdout;
        serde_json::from_slice(&said).unwrap_or_default()
    }

    fn nonce(&self, player: &str) -> u32 {
        let id = signer(player).account_id().into_account_id();
        let account = runtime().block_on(self.api.account_info(id));
        account.expect("the account is there").nonce
    }

    /// All that an account has, and what is held for its gas.
    fn balance(&self, player: &str) -> u128 {
        let id = signer(player).account_id().into_account_id();
        let held = gear::storage().gear_bank().bank(id.clone());
        let (account, held) = runtime().block_on(async {
            (self.api.account_info(id).await, self.api.storage_fetch(&held).await)
        });
        let account = account.expect("the account is there").data;
        let held = match held {
            Err(Error::StorageEntryNotFound) => 0,
            held => held.map(|held| held.gas + held.value).expect("the node answers"),
        };
        account.free + account.reserved + held
    }
}

/// What is not so in any of these games.
const UNTRUE: [&str; 6] = [
    "another chain",
    "gone back",
    "is not a table",
    "no table of this game",
    "pot is lost",
    "Too late",
];

impl Duel {
    fn out(&self) -> String {
        fs::read_to_string(self.home.join("out")).unwrap_or_default()
    }

    pub fn errors(&self) -> String {
        fs::read_to_string(self.home.join("err")).unwrap_or_default()
    }

    /// The last line on each of its outputs.
    fn last_words(&self) -> String {
        [self.errors(), self.out()]
            .map(|said| said.lines().last().unwrap_or_default().to_owned())
            .join(" ")
    }
}

/// A player without a client, who also opens the table.
struct Rival<'a> {
    api: &'a Api,
    signer: Signer,
    nonce: u64,
    salt: [u8; 4],
    table: ActorId,
    opening: String,
}

impl<'a> Rival<'a> {
    fn new(api: &'a Api, secret: &str, index: u32) -> Self {
        let salt = index.to_le_bytes();
        let table = ActorId::generate_from_user(code(), &salt);
        let opening = opening(Move::Scissors, "rival");
        Self { api, signer: signer(secret), nonce: 0, salt, table, opening }
    }

    fn open_table(&mut self, stage: u32) {
        let reveal_timeout = u64::from(stage) * 3_000;
        let config = GameConfig {
            bet_size: BET,
            players_count_limit: 2,
            entry_timeout: 15_000,
            move_timeout: reveal_timeout,
            reveal_timeout,
        };
        let rules = GameRules { format: Format::Knockout, start_when_full: true };
        let init = TableInit { config, rules, owner: None };
        let (salt, init) = (self.salt.to_vec(), init.encode());
        self.submit(&gear::tx().gear().create_program(code(), salt, init, GAS, 0, false));
    }

    fn join(&self) -> Action {
        let id = <[u8; 32]>::from(self.signer.account_id().clone()).into();
        let commitment = bound_commitment(self.table, id, &self.opening);
        Action::Join(Entry { commitment: Some(commitment), ..Entry::default() })
    }

    fn reveal(&self) -> Action {
        Action::Reveal(self.opening.clone())
    }

    fn send(&mut self, action: &Action, value: u128) {
        let payload = action.encode();
        self.submit(&gear::tx().gear().send_message(self.table, payload, GAS, value, false));
    }

    fn submit(&mut self, call: &impl Payload) {
        let parameters =
            PolkadotExtrinsicParamsBuilder::<GearConfig>::new().nonce(self.nonce).build();
        self.nonce += 1;
        let signed = self.api.tx().create_partial_offline(call, parameters);
        let signed = signed.expect("the call is known").sign(&self.signer).into_encoded();
        let taken = runtime().block_on(self.api.legacy().author_submit_extrinsic(&signed));
        taken.expect("the node takes it");
    }
}

fn code() -> CodeId {
    CodeId::generate(rpsls::WASM_BINARY_OPT)
}
