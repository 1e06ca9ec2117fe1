//! `rpsls node`

use super::Context;
use crate::{
    chain::{club::Club, code, deploy::Deployment, link::Link},
    game::rules::USUAL,
    keys::account::{Account, development_path},
    options::StageArgs,
    words::{
        digits::hex,
        units::{VARA, vara},
    },
};
use anyhow::{Context as _, Result};
use clap::Args;
use gprimitives::ActorId;
use gsdk::ext::gear_core::ids::prelude::ActorIdExt;
use rpsls_io::GameConfig;
use serde_json::json;
use std::time::Duration;
use vara_devnode::{Arguments, Node};

/// How long this process's own node may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The salt of the club that comes with a node, so that the club is the same each time.
const SALT: &[u8] = b"club";

#[derive(Debug, Args)]
pub struct NodeArgs {
    #[command(flatten)]
    pub node: vara_devnode::Arguments,

    /// Deploys a club with two tables, by alice, unless the chain has it
    #[arg(long)]
    pub with_club: bool,
}

pub async fn run(context: &Context, NodeArgs { node: args, with_club }: NodeArgs) -> Result<()> {
    vara_devnode::log_to_stderr(&args.log)?;
    let options = args.options();
    let node = Node::start(options).await?;
    describe(context, &args, &node).await?;
    if with_club {
        let club = found(&node.url()).await.context("no club was deployed")?;
        describe_club(context, club).await?;
    }
    vara_devnode::until_stopped().await?;
    match &args.state {
        Some(path) => node.save(path).await,
        None => Ok(()),
    }
}

/// The club with its two tables. Creates them, unless the chain already has them.
async fn found(url: &str) -> Result<Club> {
    let link = Link::connect(url, Some(PATIENCE), None).await?;
    let program = ActorId::generate_from_user(code::own_club(), SALT);
    if link.code_of(program).await?.is_some() {
        return Club::open(link, program).await;
    }
    let path = development_path("alice").context("it is a development account")?;
    let alice = Account::development(&path)?;
    let mut plan = Deployment::plan_club(&link, &alice, false, SALT).await?;
    plan.create(&link).await?.started(&link).await?;
    let club = Club::open(link, program).await?;
    // Whoever tries a page or a client looks at each for a while.
    let knockout = StageArgs::default().of_table(VARA, 4);
    let duel = GameConfig { players_count_limit: 2, ..knockout.clone() };
    for (config, title) in [(duel, "A duel"), (knockout, "A knockout of four")] {
        let action = club.opening(&alice, config, USUAL, title.into()).await?;
        let (price, gas_limit) = club.price(&alice, &action).await?;
        club.open_table(&alice, &action, (&price, gas_limit)).await?;
    }
    Ok(club)
}

async fn describe_club(context: &Context, club: Club) -> Result<()> {
    let listed = match club.lobby().await?.overview.listed {
        1 => "1 table".into(),
        many => format!("{many} tables"),
    };
    let club = hex(club.program);
    context.out.json(&json!({ "ok": true, "club": club }))?;
    context.out.heading(&format!("A club, which lists {listed}"))?;
    context.out.row("Club", &club)?;
    context.out.row("Look", &format!("rpsls tables --club \\ {club}"))
}

async fn describe(context: &Context, args: &Arguments, node: &Node) -> Result<()> {
    let out = &context.out;
    let accounts = node.accounts().await?;
    let list: Vec<_> = accounts
        .iter()
        .map(|account| {
            let balance = account.balance.to_string();
            json!({ "account": account.secret, "address": account.address, "balance": balance })
        })
        .collect();
    out.json(&json!({ "ok": true, "url": node.url(), "accounts": list }))?;
    out.heading("A node for development, with Gear's own engine")?;
    out.row("Address", &node.url())?;
    out.row("Blocks", &blocks(args))?;
    for account in &accounts {
        let balance = vara(account.balance);
        out.row(&account.secret, &format!("{}  {balance}", account.address))?;
    }
    let state = match &args.state {
        Some(path) => {
            format!("in {}, where the node saves it now and then and at the end", path.display())
        }
        None => "in memory: it ends with the node, which Ctrl-C ends".into(),
    };
    out.row("State", &state)
}

fn blocks(args: &Arguments) -> String {
    if args.instant {
        return "one for each message; `rpsls dev advance` lets time pass".into();
    }
    let time = Duration::from_millis(args.block_time);
    format!("one in {} ms, each 3 s of the chain's time", time.as_millis())
}
