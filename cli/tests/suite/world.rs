//! A node, a folder and players for a test.

use crate::{bank, docs::names_fields};
use gsdk::{Api, ext::subxt::ext::subxt_rpcs::rpc_params};
use serde_json::Value;
use std::{
    env,
    ffi::OsString,
    fs::{self, OpenOptions},
    io::{BufRead, BufReader, Write},
    mem,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering::SeqCst},
        mpsc,
    },
    thread::{self, sleep},
    time::{Duration, Instant, SystemTime},
};
use tempfile::NamedTempFile;
use tokio::runtime::Runtime;
use vara_devnode::{BlockTime, Genesis, Node, Options};

/// One VARA in the smallest unit.
pub const VARA: u128 = 1_000_000_000_000;

/// The method by which a client sends an extrinsic.
pub const SUBMIT: &str = "author_submitExtrinsic";

/// An id at which there is nothing.
pub const NOBODY: &str = "0x7777777777777777777777777777777777777777777777777777777777777777";

/// The metadata with which a Vara node answered `state_getMetadata`.
pub const RECORDED: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../devnode/tests/data/metadata.scale");

/// The variable with the URL of a node outside this process.
const NODE_VARIABLE: &str = "VARA_NODE";
/// The variable with the file in which tests note that they can't run on that node.
const SKIPPED_VARIABLE: &str = "VARA_SKIPPED";

/// The variable with the runtime that this process's own nodes stand for: a file with its metadata,
/// or `gsdk` for the one that the client was built with.
const METADATA_VARIABLE: &str = "RPSLS_TEST_METADATA";
/// If this variable is set, the nodes serve no method that reads a program's state.
const WITHOUT_STATE_VARIABLE: &str = "RPSLS_TEST_WITHOUT_STATE";

/// The longest wait for anything. It is generous, since on another node a stage can take three
/// minutes, and a block takes 3 s.
pub fn limit() -> Duration {
    match env::var_os(NODE_VARIABLE) {
        None => Duration::from_secs(300),
        Some(_) => Duration::from_secs(900),
    }
}

const BLOCK_TIME: Duration = Duration::from_millis(150);

pub struct World {
    /// This stops when it is dropped. `None` if another node was named.
    node: Option<Node>,
    pub url: String,
    home: tempfile::TempDir,
    /// Keeps the accounts of this test apart from those of all others.
    mark: u64,
    program: Option<String>,
}

/// The result of a process.
pub struct Done {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// A process that runs.
pub struct Running {
    child: Child,
    lines: mpsc::Receiver<String>,
    seen: String,
    errors: NamedTempFile,
}

impl World {
    /// A node without a table.
    pub fn new() -> Self {
        Self::with_block_time(BlockTime::Every(BLOCK_TIME))
    }

    /// A node with this block time, without a table.
    pub fn with_block_time(block_time: BlockTime) -> Self {
        match env::var(NODE_VARIABLE) {
            Ok(url) => Self::at(None, url),
            Err(_) => Self::of(Options { block_time, ..options() }),
        }
    }

    /// A node of this process's own that stands for a runtime, without a table.
    pub fn on(metadata: Option<&Path>) -> Self {
        Self::of(Options { metadata: metadata.map(Path::to_owned), ..options() })
    }

    /// A node of this process's own with this block time and so many rich accounts besides the
    /// named ones, without a table. It keeps all blocks.
    pub fn with_accounts(accounts: u32, block_time: Duration) -> Self {
        let genesis = Genesis { accounts, ..Genesis::default() };
        let block_time = BlockTime::Every(block_time);
        Self::of(Options { block_time, genesis, history: u32::MAX, ..options() })
    }

    /// A node of this process's own whose blocks are final so many blocks later. `None` if another
    /// node was named.
    pub fn with_lag(finality_lag: u32) -> Option<Self> {
        if env::var_os(NODE_VARIABLE).is_some() {
            skip("it takes a node without finality");
            return None;
        }
        Some(Self::of(Options { finality_lag, ..options() }))
    }

    /// A node of this process's own that serves no method to read a program's state.
    pub fn without_state() -> Self {
        Self::of(Options { without: WITHOUT_STATE.map(str::to_owned).into(), ..options() })
    }

    fn of(options: Options) -> Self {
        let node = in_time(Node::start(options)).expect("a node starts");
        let url = node.url();
        Self::at(Some(node), url)
    }

    fn at(node: Option<Node>, url: String) -> Self {
        let mark = rand::random::<u32>().into();
        let home = tempfile::tempdir().expect("there is room for a folder");
        Self { node, url, home, mark, program: None }
    }

    /// Writes the chain to a file.
    pub fn save(&self, name: &str) -> PathBuf {
        let path = self.home().join(name);
        let node = self.node.as_ref().expect("a development node");
        in_time(node.save(&path)).expect("it can be written");
        path
    }

    /// Makes the openings a month old on disk.
    pub fn age_openings(&self) {
        let changed = SystemTime::now() - Duration::from_secs(30 * 24 * 60 * 60);
        for entry in fs::read_dir(self.home().join("secrets")).expect("there are some") {
            let path = entry.expect("it can be listed").path();
            let file = OpenOptions::new().append(true).open(path).expect("it is there");
            file.set_modified(changed).expect("it is ours");
        }
    }

    /// Ends the node, and starts another one from a saved chain, at another address.
    pub fn go_on_from(&mut self, saved: PathBuf) {
        self.go_on_keeping(saved, options().history);
    }

    /// As [`World::go_on_from`], with a node that keeps only this many blocks.
    pub fn go_on_keeping(&mut self, saved: PathBuf, history: u32) {
        self.node = None;
        let options = Options { state: Some(saved), history, ..options() };
        let node = in_time(Node::start(options)).expect("a node starts");
        self.url = node.url();
        self.node = Some(node);
    }

    /// A node with a table. Each stage lasts until everybody has acted, or until [`World::skip`] is
    /// called.
    pub fn with_table(bet: &str) -> Self {
        let mut world = Self::new();
        let stage = if world.is_development() { "20m" } else { "3m" };
        let stages = ["--entry", stage, "--moves", stage, "--reveals", stage];
        let table = ["--bet", bet, "--seats", "10", "--format", "points"];
        world.deploy(&[&table, &stages[..]].concat());
        world
    }

    /// A node with a table, as [`World::with_table`], and these rich players.
    pub fn with_players<const N: usize>(bet: &str, names: [&str; N]) -> (Self, [String; N]) {
        let world = Self::with_table(bet);
        let players = names.map(|name| world.rich_player(name));
        (world, players)
    }

    pub fn deploy(&mut self, args: &[&str]) -> String {
        let owner = self.rich_player("owner");
        let deployed = self.json(&owner, &[&["deploy"], args].concat());
        let program = text(&deployed["program"]);
        self.program = Some(program.clone());
        program
    }

    /// Another table of this owner, with this name and a bet of 1 VARA.
    pub fn deploy_named(&self, owner: &str, name: &str) -> String {
        text(&self.json(owner, &["deploy", "--name", name, "--bet", "1"])["program"])
    }

    /// A game of two whose moves are due, and who have enough for it and not for an alarm. `None` if
    /// time can't be moved.
    pub fn without_alarms() -> Option<(Self, [String; 2])> {
        let world = Self::with_table("1");
        if !world.is_ours("it moves time on") {
            return None;
        }
        let players = ["ada", "bob"].map(|name| world.player_with(name, "3.1"));
        for player in &players {
            world.ok(player, &["register"]);
        }
        world.skip();
        Some((world, players))
    }

    /// Whether the node is a development node of this process. If not, notes why the test can't run
    /// there.
    pub fn is_ours(&self, why: &str) -> bool {
        if !self.is_development() {
            skip(why);
        }
        self.is_development()
    }

    /// Whether the node is a development node of this process, whose time can be moved.
    pub fn is_development(&self) -> bool {
        self.node.is_some()
    }

    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// An account of this test that has never been used.
    pub fn player(&self, name: &str) -> String {
        format!("//rpsls-test//{}//{name}", self.mark)
    }

    /// An account of this test with 100 VARA.
    pub fn rich_player(&self, name: &str) -> String {
        self.player_with(name, "100")
    }

    /// An account of this test with this much VARA.
    pub fn player_with(&self, name: &str, amount: &str) -> String {
        let player = self.player(name);
        self.fund(&player, amount);
        player
    }

    /// Gives an account this much VARA on top of what it has.
    pub fn fund(&self, player: &str, amount: &str) {
        let before = self.balance(player);
        let value = (amount.parse::<f64>().expect("a number") * 10_000.0).round() as u128;
        let value = value * (VARA / 10_000);
        in_time(bank::pay(&self.url, player, value));
        let since = Instant::now();
        // A player may have spent some of it by then.
        while self.balance(player) <= before {
            assert!(since.elapsed() < limit(), "{player} is not funded");
            sleep(BLOCK_TIME);
        }
    }

    /// Two rich players who have registered and must move now.
    pub fn two_to_move(&self) -> [String; 2] {
        let players = ["ada", "bob"].map(|name| self.rich_player(name));
        for player in &players {
            self.ok(player, &["register"]);
        }
        self.skip();
        players
    }

    /// Plays scissors by single commands, and loses to a running player who plays rock.
    pub fn lose_to(&self, playing: Running, rival: &str) -> Done {
        self.ok(rival, &["register"]);
        self.skip();
        self.ok(rival, &["move", "scissors"]);
        self.wait_for(|now| now["stage"] == "reveals");
        self.ok(rival, &["reveal"]);
        let done = playing.end();
        assert!(done.code == 0 && is_won(&done.out), "{}\n{}", done.out, done.err);
        done
    }

    pub fn balance(&self, player: &str) -> u128 {
        number(&self.json(player, &["account", "show"])["balance"])
    }

    pub fn address(&self, player: &str) -> String {
        text(&self.json(player, &["account", "show"])["address"])
    }

    /// The id of a player's account.
    pub fn account(&self, player: &str) -> Value {
        self.json(player, &["account", "show"])["account"].clone()
    }

    /// A player's only game, as this computer has noted it.
    pub fn game_of(&self, player: &str) -> Value {
        let listed = self.json("", &["games"]);
        let mut games = listed["games"].as_array().expect("a list").iter();
        let game = games.find(|game| game["name"] == player);
        game.unwrap_or_else(|| panic!("no game of {player}: {listed}")).clone()
    }

    pub fn status(&self) -> Value {
        self.json("", &["status"])
    }

    /// How many seats of the table are taken.
    pub fn seats(&self) -> usize {
        self.status()["players"].as_array().expect("a list").len()
    }

    /// Waits until this many seats of the table are taken.
    pub fn wait_for_seats(&self, count: usize) {
        self.wait_for(|now| now["players"].as_array().is_some_and(|all| all.len() == count));
    }

    /// The status of another table than this world's own.
    pub fn status_at(&self, table: &str) -> Value {
        self.json("", &["--program", table, "status"])
    }

    /// Waits until the present stage ends at its deadline. One of the same name may come next.
    pub fn skip(&self) {
        let status = self.status();
        if self.is_development() {
            self.pass_deadline(&status);
        }
        self.wait_for(|now| now["deadline_ms"] != status["deadline_ms"]);
    }

    /// Makes blocks at once until just after the deadline in this status: not many more, since a
    /// client reads back only so far.
    pub fn pass_deadline(&self, status: &Value) {
        let left = status["left_ms"].as_u64().expect("a number");
        self.advance(left / 3_000 + 1);
    }

    /// Makes empty blocks at once.
    pub fn advance(&self, blocks: u64) {
        in_time(async {
            let api = Api::new(&self.url).await.expect("the node answers");
            let made = api.rpc().request::<Value>("dev_advanceBlocks", rpc_params![blocks]).await;
            made.expect("the node makes blocks");
        });
    }

    /// Upgrades the runtime. The first message to each code prepares it again.
    pub fn upgrade(&self) {
        let said = self.ok("", &["dev", "upgrade"]);
        assert!(said.starts_with("The chain's runtime is version "), "{said}");
    }

    /// Uploads a program, and makes it this world's table.
    pub fn take(&mut self, wasm: &[u8], payload: &[u8]) {
        let program = self.upload(wasm, payload);
        self.program = Some(format!("0x{}", hex::encode(program)));
    }

    /// Uploads a program with the payload for its `init`.
    pub fn upload(&self, wasm: &[u8], payload: &[u8]) -> [u8; 32] {
        let uploader = self.rich_player("uploader");
        in_time(async {
            let api = Api::new(&self.url).await.expect("the node answers");
            let api = api.signed(&uploader, None).expect("a development account");
            let salt = self.mark.to_le_bytes();
            let uploaded = api.upload_program_bytes(wasm, salt, payload, 5_000_000_000, 0).await;
            uploaded.expect("the program starts").value.1.into_bytes()
        })
    }

    /// Waits until the table's status meets a condition. Returns the status.
    pub fn wait_for(&self, is_so: impl Fn(&Value) -> bool) -> Value {
        let since = Instant::now();
        loop {
            let status = self.status();
            if is_so(&status) {
                return status;
            }
            assert!(since.elapsed() < limit(), "waited in vain: {status}");
            sleep(BLOCK_TIME);
        }
    }

    /// The command that runs the client as this player. An empty name means no account. What asks
    /// before it spends is told `--yes`.
    pub fn command(&self, player: &str, args: &[&str]) -> Command {
        let mut command = self.asking(player, args);
        if asks(args) {
            command.arg("--yes");
        }
        command
    }

    /// As [`World::command`], without consent.
    pub fn asking(&self, player: &str, args: &[&str]) -> Command {
        let mut command = client();
        command.env("RPSLS_HOME", self.home.path()).env("RPSLS_NODE", &self.url);
        if let Some(program) = &self.program {
            command.env("RPSLS_PROGRAM", program);
        }
        if !player.is_empty() {
            command.args(["--account", player]);
        }
        command.args(args);
        command
    }

    /// Runs the client to its end.
    pub fn run(&self, player: &str, args: &[&str]) -> Done {
        finish(self.command(player, args), "")
    }

    /// Runs the client, which must succeed. Returns its output.
    pub fn ok(&self, player: &str, args: &[&str]) -> String {
        let done = self.run(player, args);
        assert_eq!(done.code, 0, "{player} {args:?}: {}{}", done.out, done.err);
        done.out
    }

    /// Runs the client with `--json`. It must succeed.
    pub fn json(&self, player: &str, args: &[&str]) -> Value {
        let out = self.ok(player, &[args, &["--json"]].concat());
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{args:?}: {error} in {out}"))
    }

    /// Runs the client, which must fail with this code. Returns its error, the only output.
    pub fn fails(&self, code: i32, player: &str, args: &[&str]) -> String {
        let done = self.run(player, args);
        assert_eq!(done.code, code, "{player} {args:?}: {}{}", done.out, done.err);
        assert!(done.out.is_empty(), "{args:?}: {}", done.out);
        let sentence = done.err.trim();
        assert!(sentence.starts_with("rpsls: "), "{sentence}");
        sentence.to_owned()
    }

    /// Runs the client, which must fail with this code. Returns the last line of its errors.
    pub fn fails_saying(&self, code: i32, player: &str, args: &[&str]) -> String {
        let done = self.run(player, args);
        assert_eq!(done.code, code, "{player} {args:?}: {}{}", done.out, done.err);
        done.err.trim().lines().last().unwrap_or_default().to_owned()
    }

    /// Starts the client, and does not wait for its end.
    pub fn start(&self, player: &str, args: &[&str]) -> Running {
        Running::new(self.command(player, args))
    }

    /// Starts `join` with these arguments, which tells its steps in JSON.
    pub fn join(&self, player: &str, more: &[&str]) -> Running {
        self.start(player, &[&["--json", "join"], more].concat())
    }

    /// As [`World::join`]. Waits until the player has a seat.
    pub fn seated(&self, player: &str, more: &[&str]) -> Running {
        let mut playing = self.join(player, more);
        playing.step("register");
        playing
    }
}

/// Whether these arguments are of a command that asks before it spends, and were not told `--yes`.
fn asks(args: &[&str]) -> bool {
    let asking = ["deploy", "open", "join", "register", "transfer", "config", "stop", "issue"];
    let is_of = |word: &&&str| asking.contains(*word);
    args.iter().any(|word| is_of(&word)) && !args.iter().any(|arg| ["--yes", "-y"].contains(arg))
}

impl Running {
    pub fn new(mut command: Command) -> Self {
        let errors = NamedTempFile::new().expect("there is room for a file");
        command.stdout(Stdio::piped()).stderr(errors.reopen().expect("it is there"));
        let mut child = command.spawn().expect("the client runs");
        let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut line = String::new();
            while out.read_line(&mut line).expect("its output is text") > 0 {
                // Nobody may wait for it any more.
                let _ = send.send(mem::take(&mut line));
            }
        });
        Self { child, lines, seen: String::new(), errors }
    }

    /// What the process has said besides its output until now.
    pub fn errors(&self) -> String {
        fs::read_to_string(self.errors.path()).expect("it is text")
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for a line that contains this.
    pub fn wait_for(&mut self, part: &str) -> String {
        let until = Instant::now() + limit();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    names_fields(&line);
                    self.seen += &line;
                    if line.contains(part) {
                        return line.trim_end().to_owned();
                    }
                }
                Err(error) => {
                    panic!("no “{part}” ({error}) after:\n{}\n{}", self.seen, self.errors())
                }
            }
        }
    }

    /// Waits for a step in JSON.
    pub fn step(&mut self, name: &str) -> Value {
        let line = self.wait_for(&format!("\"step\":\"{name}\""));
        serde_json::from_str(&line).expect("JSON")
    }

    /// Lets the process write files, or forbids it, as on a full disk.
    pub fn may_write(&self, may: bool) {
        let limit = if may { "--fsize=unlimited" } else { "--fsize=0:" };
        let pid = self.id().to_string();
        let set = Command::new("prlimit").args([limit, "--pid", &pid]).status();
        assert!(set.expect("there is prlimit").success());
    }

    /// Kills it.
    pub fn kill(self) {
        drop(self);
    }

    /// Presses Ctrl-C. Returns the exit code.
    pub fn interrupt(self) -> i32 {
        signal(self.child.id(), "-INT");
        self.end().code
    }

    /// Waits until it has ended without an error. Returns its whole output.
    pub fn finish(self) -> String {
        let done = self.end();
        assert_eq!(done.code, 0, "{}\n{}", done.out, done.err);
        done.out
    }

    /// Waits until it has ended.
    pub fn end(mut self) -> Done {
        let Some(status) = ended_in_time(&mut self.child) else {
            self.seen.extend(self.lines.try_iter());
            panic!("it does not end:\n{}\n{}", self.seen, self.errors())
        };
        self.seen.extend(self.lines.iter());
        let (out, err) = (mem::take(&mut self.seen), self.errors());
        names_fields(&out);
        Done { code: status.code().expect("no signal ended it"), out, err }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The number in an environment variable, or else this one.
pub fn setting(name: &str, default: usize) -> usize {
    env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// Plays so many games, on so many threads at once.
pub fn many(games: usize, threads: usize, play: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    match next.fetch_add(1, SeqCst) {
                        game if game < games => play(game),
                        _ => return,
                    }
                }
            });
        }
    });
}

/// Sends a process a signal, by its name for `kill`. The shell's own `kill` does it, since a bare
/// system has no other.
pub fn signal(id: u32, name: &str) {
    let sent =
        Command::new("sh").args(["-c", "kill \"$0\" \"$1\"", name, &id.to_string()]).status();
    assert!(sent.expect("there is a shell").success(), "{name} is sent");
}

/// Notes that this test can't run on the named node, and why.
pub fn skip(why: &str) {
    let test = thread::current().name().unwrap_or_default().to_owned();
    eprintln!("skipped: {why}");
    if let Some(path) = env::var_os(SKIPPED_VARIABLE) {
        let file = OpenOptions::new().create(true).append(true).open(path);
        writeln!(file.expect("it can be written"), "{test}: {why}").expect("it can be written");
    }
}

/// The methods that Vara is to lose.
const WITHOUT_STATE: [&str; 4] = [
    "gear_readState",
    "gear_readStateBatch",
    "gear_readStateUsingWasm",
    "gear_readStateUsingWasmBatch",
];

/// Whether the nodes serve the methods that read a program's state.
pub fn reads_state() -> bool {
    env::var_os(WITHOUT_STATE_VARIABLE).is_none()
}

/// A development node that stands for the recorded runtime, unless [`METADATA_VARIABLE`] says
/// otherwise.
fn options() -> Options {
    let metadata = match env::var_os(METADATA_VARIABLE) {
        None => Some(RECORDED.into()),
        Some(own) if own == "gsdk" => None,
        Some(path) => Some(path.into()),
    };
    let without = match reads_state() {
        true => vec![],
        false => WITHOUT_STATE.map(str::to_owned).into(),
    };
    let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let block_time = BlockTime::Every(BLOCK_TIME);
    Options { listen, block_time, metadata, without, ..Options::default() }
}

/// The command that runs the client, without this process's own settings for it.
pub fn client() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rpsls"));
    let is_setting = |name: &OsString| name.to_string_lossy().starts_with("RPSLS_");
    for name in env::vars_os().map(|(name, _)| name).filter(is_setting) {
        command.env_remove(name);
    }
    command.env_remove("RUST_BACKTRACE").stdin(Stdio::null());
    command
}

/// Runs the client as nobody, with this password.
pub fn with_password(world: &World, password: &str, args: &[&str]) -> Done {
    let mut command = world.command("", args);
    command.env("RPSLS_PASSWORD", password);
    finish(command, "")
}

/// Runs a process with this input until it ends.
pub fn finish(mut command: Command, input: &str) -> Done {
    command.stdin(Stdio::piped());
    let mut running = Running::new(command);
    let mut to = running.child.stdin.take().expect("it is piped");
    // The process may end without reading it all.
    let _ = to.write_all(input.as_bytes());
    drop(to);
    running.end()
}

/// Waits until a process has ended. Kills one that does not end, and returns `None`.
fn ended_in_time(child: &mut Child) -> Option<ExitStatus> {
    let since = Instant::now();
    while since.elapsed() < limit() {
        if let Some(status) = child.try_wait().expect("it can be asked") {
            return Some(status);
        }
        sleep(Duration::from_millis(5));
    }
    child.kill().expect("it runs");
    None
}

/// Waits for a node, but not for longer than the limit.
pub fn in_time<T>(what: impl Future<Output = T>) -> T {
    let done = runtime().block_on(async { tokio::time::timeout(limit(), what).await });
    done.expect("the node does it in time")
}

/// The first step of this name among JSON lines.
pub fn step(lines: &str, name: &str) -> Option<Value> {
    let lines = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.into_iter().find(|line| line["step"] == name)
}

/// Whether the player won the game that is over in this output.
pub fn is_won(said: &str) -> bool {
    step(said, "game_over").unwrap_or_else(|| panic!("no end in {said}"))["won"] == true
}

pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

/// A number that JSON has as text.
pub fn number(value: &Value) -> u128 {
    text(value).parse().expect("a number")
}

pub fn runtime() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| Runtime::new().expect("a runtime starts"))
}
