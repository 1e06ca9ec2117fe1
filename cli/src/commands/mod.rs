//! The commands, each in the file of its name.

pub mod accounts;
pub mod actions;
mod chooser;
mod clock;
pub mod club;
pub mod config;
mod costs;
pub mod deploy;
pub mod dev;
mod dry;
pub mod games;
pub mod join;
pub mod json;
mod list;
pub mod manual;
#[cfg(feature = "node")]
pub mod node;
mod retry;
mod seat;
pub mod secrets;
mod share;
pub mod status;
mod still;
pub mod tables;
pub mod transfer;
mod until;
pub mod verify;
pub mod voucher;
pub mod watch;

use crate::{
    chain::{link::Link, pace::paced, table::Table, token},
    failure::Failure,
    keys::account::{Account, PHRASE_VARIABLE, development_path, parse_id},
    options::Global,
    screen::output::{Output, warn},
    store::{
        config::Config,
        home::{HOME_VARIABLE, Home},
        tables::Known,
    },
    words::{carried::plain, digits::hex},
};
use anyhow::{Context as _, Result, ensure};
use gprimitives::{ActorId, H256};
use gsdk::Api;
use std::{
    env,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    sync::OnceCell,
    time::{sleep, timeout},
};

const NODE_VARIABLE: &str = "RPSLS_NODE";
const ACCOUNT_VARIABLE: &str = "RPSLS_ACCOUNT";
const PROGRAM_VARIABLE: &str = "RPSLS_PROGRAM";
const CLUB_VARIABLE: &str = "RPSLS_CLUB";

/// How long single actions try to reach a node that went away.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long to wait for a node whose answer adds only a little.
const SOON: Duration = Duration::from_secs(10);

/// What all commands share.
pub struct Context {
    global: Global,
    /// The settings for what neither an option nor a variable gives.
    config: Config,
    home: Home,
    out: Output,
    /// How long to try to reach a node that went away; `None` for ever.
    patience: Option<Duration>,
    /// The connection to the node, once there is one.
    link: OnceCell<Arc<Link>>,
}

impl Context {
    /// `lasts` says whether the command goes on until what it plays or watches is over, and `acts`
    /// whether it goes on whether anybody reads its output or not.
    pub fn new(global: Global, lasts: bool, acts: bool) -> Result<Self> {
        check_variables()?;
        let home = Home::find()?;
        home.warn_of_others();
        let out = Output::new(global.json).verbose(global.verbose);
        let out = if acts { out.ignoring_broken_pipe() } else { out };
        let given = global.patience.map(Duration::from_millis);
        let patience = given.or((!lasts).then_some(PATIENCE));
        let (config, link) = (home.config()?, OnceCell::new());
        Ok(Self { global, config, home, out, patience, link })
    }

    fn url(&self) -> String {
        plain(&match &self.global.node {
            Some(url) => url.clone(),
            None if self.global.testnet => Api::VARA_TESTNET_ENDPOINT.into(),
            None => variable(NODE_VARIABLE)
                .or_else(|| self.config.node.clone())
                .unwrap_or_else(|| Api::DEV_ENDPOINT.into()),
        })
    }

    /// The connection. The first call connects.
    async fn link(&self) -> Result<Arc<Link>> {
        self.connected(self.patience).await
    }

    /// The connection, for output that is useful without one as well, if a node answers soon.
    async fn link_if_any(&self) -> Option<Arc<Link>> {
        timeout(SOON, self.connected(Some(SOON))).await.ok()?.ok()
    }

    async fn connected(&self, patience: Option<Duration>) -> Result<Arc<Link>> {
        let connect = async || self.connect(patience, None).await;
        self.link.get_or_try_init(connect).await.cloned()
    }

    /// A new connection, to the known chain if there is one.
    async fn connect(&self, patience: Option<Duration>, known: Option<H256>) -> Result<Arc<Link>> {
        let link = Link::connect(&self.url(), patience, known).await?;
        token::check(&link).await?;
        Ok(link)
    }

    /// The connection of a player who comes back to a bet. Whatever the first tries bring, a node of
    /// the bet's chain is waited for, as long as the user is patient.
    async fn link_to_bet(&self, genesis: H256) -> Result<()> {
        let since = Instant::now();
        let mut told = String::new();
        let connect = async || loop {
            let error = match self.connect(self.patience, Some(genesis)).await {
                Err(error) if matches!(Failure::of(&error), None | Some(Failure::Network(_))) => {
                    error
                }
                link => break link,
            };
            if self.patience.is_some_and(|patience| since.elapsed() >= patience) {
                break Err(error);
            }
            let why = format!("{error:#}. There is a bet in, so it is tried until one answers");
            if told != why {
                warn(&why);
                told = why;
            }
            sleep(paced(retry::FIRST_PAUSE)).await;
        };
        self.link.get_or_try_init(connect).await.map(drop)
    }

    /// The account that signs. May ask for its password.
    async fn account(&self) -> Result<Account> {
        let named = self.named_account();
        let account =
            Account::resolve(named.as_deref(), &self.home.keystore(), self.password_file())?;
        // Whoever comes back to a bet is not kept from it by a node that can't say.
        if account.is_public && matches!(self.link().await?.is_of_development().await, Ok(false)) {
            warn("everybody has the key of this development account, here too");
        }
        Ok(account)
    }

    fn password_file(&self) -> Option<&Path> {
        let given = self.global.password_file.as_deref();
        given.or(self.config.password_file.as_deref())
    }

    /// The id of the account that signs, if it can be known without a password.
    fn known_id(&self) -> Option<ActorId> {
        self.identity().ok().map(|(_, id)| id)
    }

    /// The id of the account that a table is shown for, if there is one. One that is named, and can't
    /// be found, is said: whoever does not see what is due would take it for nothing.
    fn viewer(&self) -> Option<ActorId> {
        let is_named = self.named_account().is_some() || variable(PHRASE_VARIABLE).is_some();
        let found = self.identity();
        if let (Err(error), true) = (&found, is_named) {
            warn(&format!("{error:#}. The table is shown as nobody's"));
        }
        found.ok().map(|(_, id)| id)
    }

    /// The name and id of the account that signs. This needs no password.
    fn identity(&self) -> Result<(String, ActorId)> {
        Account::identify(self.named_account().as_deref(), &self.home.keystore())
    }

    /// The account that shall receive something.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`] if it is a development account on a network that others use, too.
    async fn recipient(&self, text: &str) -> Result<ActorId> {
        ensure!(
            development_path(text).is_none() || self.link().await?.is_of_development().await?,
            Failure::Usage(format!(
                "“{text}” names a development account, whose key everybody has: give an address"
            ))
        );
        self.id_of(text)
    }

    /// The id of an address, of an id as text, or of a name here.
    fn id_of(&self, text: &str) -> Result<ActorId> {
        if let Some(path) = development_path(text) {
            return Ok(Account::development(&path)?.id);
        }
        let entry = self.home.keystore().find(text)?;
        let address = entry.as_ref().map_or(text, |entry| &entry.address);
        parse_id(address).map_err(|why| {
            Failure::usage(format!(
                "“{text}” is neither an address nor the name of an account in {}: {why}",
                self.home.keystore().folder().display()
            ))
        })
    }

    fn named_account(&self) -> Option<String> {
        // A phrase in the environment goes before what is in the config file.
        let is_phrase_given = variable(PHRASE_VARIABLE).is_some();
        let configured = self.config.account.clone().filter(|_| !is_phrase_given);
        self.global.account.clone().or_else(|| variable(ACCOUNT_VARIABLE)).or(configured)
    }

    async fn table(&self, link: Arc<Link>) -> Result<Table> {
        self.table_at(link, self.program()?).await
    }

    /// The table with this id. A node is asked about a game that was noted here once it has come as
    /// far as the note.
    async fn table_at(&self, link: Arc<Link>, program: ActorId) -> Result<Table> {
        let noted =
            self.known_id().and_then(|you| self.home.games().unfinished(you, Some(program)));
        if let Some(note) = noted.filter(|note| note.seat.genesis == link.genesis().0) {
            link.come_to(note.costs.block).await?;
        }
        Table::open(link, program, self.global.voucher.unwrap_or_default()).await
    }

    /// Notes a table that is paid for. Where the disk does not take that, the answer still tells of it.
    fn note_table(&self, known: &Known) {
        if let Err(error) = self.home.tables().keep(known) {
            warn(&format!("{error:#}: `rpsls tables` does not list {}", hex(known.id())));
        }
    }

    /// The clubs that the user named, or those of the environment. There is at least one.
    fn clubs(&self, named: &[String]) -> Result<Vec<ActorId>> {
        let of_environment = variable(CLUB_VARIABLE)
            .or_else(|| self.config.club.clone())
            .filter(|_| named.is_empty());
        let of_environment = of_environment.iter().flat_map(|all| all.split(','));
        let texts = named.iter().map(String::as_str).chain(of_environment).map(str::trim);
        let (mut clubs, mut bad) = (vec![], vec![]);
        for text in texts.filter(|text| !text.is_empty()) {
            match parse_id(text) {
                Ok(id) if !clubs.contains(&id) => clubs.push(id),
                Ok(_) => {}
                Err(error) => bad.push(format!("“{text}” is no club's id: {error}")),
            }
        }
        ensure!(bad.is_empty() || !clubs.is_empty(), Failure::Usage(bad.join("; ")));
        // One mistyped id does not hide the others.
        for why in bad {
            warn(&format!("{why}. It is left out"));
        }
        ensure!(
            !clubs.is_empty(),
            Failure::Usage(format!(
                "which club? Name it with --club, or in {CLUB_VARIABLE}: `rpsls club deploy` \
                 prints its id"
            ))
        );
        Ok(clubs)
    }

    fn program(&self) -> Result<ActorId> {
        if let Some(program) = self.named_program()? {
            return Ok(program);
        }
        let text = variable(PROGRAM_VARIABLE).or_else(|| self.config.program.clone());
        let text = text.ok_or_else(|| {
            Failure::usage(format!(
                "which table? Name it with --program, or in {PROGRAM_VARIABLE}: whoever opened it \
                 by `rpsls deploy` was told its id"
            ))
        })?;
        self.table_of(&text).context("the table")
    }

    /// The table that `--program` names.
    fn named_program(&self) -> Result<Option<ActorId>> {
        let named = self.global.program.as_ref();
        named.map(|text| self.table_of(text).context("--program")).transpose()
    }

    /// Says which table a name means, before anything is paid for a seat there: another computer may
    /// have given it to another one.
    fn tell_named(&self, table: &Table) -> Result<()> {
        let name = self.home.tables().of(table.program).ok().flatten().and_then(|known| known.name);
        let is_said = |name: &String| {
            let of_settings = || variable(PROGRAM_VARIABLE).or_else(|| self.config.program.clone());
            self.global.program.clone().or_else(of_settings).is_some_and(|said| said == *name)
        };
        match name.filter(is_said) {
            Some(name) => self.out.line(&format!("{name} is the table {}.", hex(table.program))),
            None => Ok(()),
        }
    }

    /// The table with this id, or with this name in `rpsls tables`.
    fn table_of(&self, text: &str) -> Result<ActorId> {
        if let Some(known) = self.home.tables().named(text)? {
            return Ok(known.id());
        }
        parse_id(text).map_err(|error| {
            Failure::usage(format!(
                "“{text}” is neither a table's name in {} nor its id: {error}",
                self.home.folder().display()
            ))
        })
    }

    /// Whether only programs on this computer can reach the nodes by these addresses.
    fn is_on_this_computer(&self) -> bool {
        let is_local = |url: &str| {
            ["//127.", "//localhost", "//[::1]"].iter().any(|local| url.contains(local))
        };
        self.url().split(',').all(is_local)
    }
}

/// Checks that each of the client's variables is text. Without one that is none, another account or
/// node would be meant.
fn check_variables() -> Result<()> {
    let is_ours = |name: &str| name.starts_with("RPSLS_") && name != HOME_VARIABLE;
    let unread = env::vars_os()
        .find(|(name, value)| name.to_str().is_some_and(is_ours) && value.to_str().is_none());
    match unread {
        Some((name, _)) => {
            Err(Failure::usage(format!("the variable {} is no text in UTF-8", name.display())))
        }
        None => Ok(()),
    }
}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}
