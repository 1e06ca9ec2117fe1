//! `rpsls tables`

pub mod args;

use self::args::{TablesArgs, TablesCommand};
use super::{
    CLUB_VARIABLE, Context, club,
    list::{self, Entry},
    status::stage_line,
    variable,
};
use crate::{
    chain::{
        code::Code,
        link::Link,
        table::{Table, View},
        voucher::Choice,
    },
    failure::Failure,
    screen::output::Output,
    store::tables::{Known, called},
    words::{address::shown, digits::hex, text},
};
use anyhow::Result;
use gprimitives::ActorId;
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc};

pub async fn run(context: &Context, args: TablesArgs) -> Result<()> {
    let is_of_club = args.joinable || !args.club.is_empty() || variable(CLUB_VARIABLE).is_some();
    match args.command {
        None if is_of_club && !args.own => club::list(context, &args).await,
        None => list(context, args.long).await,
        Some(TablesCommand::Name { name, id }) => {
            // The check comes before a question to a node, which may take a while.
            context.home.tables().check_name(&name, id)?;
            let known = match context.home.tables().of(id)? {
                Some(known) => known,
                None => {
                    let table = Table::open(context.link().await?, id, Choice::None).await?;
                    Known::at(table.link.genesis(), table.link.url(), id)
                }
            };
            let before = known.name.clone().filter(|before| *before != name);
            let known = Known { name: Some(name), ..known };
            context.home.tables().keep(&known)?;
            let told = entry(&known, 0, &Standing::default());
            context.out.json(&json!({ "ok": true, "table": told }))?;
            let name = known.name.as_deref().unwrap_or_default();
            let before = before.map_or(String::new(), |before| format!(", and no longer {before}"));
            context.out.line(&format!("{name} is {} now{before}", hex(known.program)))
        }
        Some(TablesCommand::Forget { table }) => {
            let id = context.table_of(&table)?;
            let known = context.home.tables().of(id)?;
            let known = known
                .ok_or_else(|| Failure::usage(format!("nothing is kept of the table {table}")))?;
            context.home.tables().forget(id)?;
            let told = entry(&known, 0, &Standing::default());
            context.out.json(&json!({ "ok": true, "table": told }))?;
            context.out.line(&format!("{} is forgotten", hex(known.program)))
        }
    }
}

async fn list(context: &Context, is_long: bool) -> Result<()> {
    let mut tables = context.home.tables().all()?;
    let mut games: BTreeMap<[u8; 32], usize> = BTreeMap::new();
    for note in context.home.games().all()? {
        *games.entry(note.seat.program).or_default() += 1;
        if tables.iter().all(|table| table.program != note.seat.program) {
            let (genesis, program) = (note.seat.genesis.into(), note.seat.program.into());
            tables.push(Known::at(genesis, &note.origin.node, program));
        }
    }
    let mut link: Option<Arc<Link>> = None;
    if !tables.is_empty() {
        link = context.link_if_any().await;
    }
    let mut standings = vec![];
    for table in &tables {
        standings.push(standing(table, link.as_ref()).await);
    }
    let played = |table: &Known| games.get(&table.program).copied().unwrap_or_default();
    let out = &context.out;
    let entries = tables.iter().zip(&standings);
    let entries: Vec<Value> =
        entries.map(|(table, standing)| entry(table, played(table), standing)).collect();
    out.json(&json!({ "ok": true, "tables": entries }))?;
    if tables.is_empty() {
        let folder = context.home.folder().display();
        return out.line(&format!("No tables in {folder} yet: `rpsls deploy` opens one."));
    }
    let all = tables.iter().zip(&standings);
    if is_long {
        return all
            .into_iter()
            .try_for_each(|(table, standing)| show(out, table, played(table), standing));
    }
    let entries = all.map(|(table, standing)| Entry {
        name: called(table.id(), Some(table)),
        is_known: standing.is_known,
        game: match &standing.seen {
            Seen::At(view) => Ok((view.head.timestamp, &view.state)),
            Seen::Nowhere => Err("not on this chain"),
            Seen::Unknown => Err("unknown"),
        },
    });
    list::show(out, &entries.collect::<Vec<_>>())
}

fn show(out: &Output, table: &Known, played: usize, standing: &Standing) -> Result<()> {
    out.heading(table.name.as_deref().unwrap_or("A table without a name"))?;
    out.row("Id", &hex(table.program))?;
    out.row("Node", &shown(&table.node))?;
    if let Some(by) = &table.deployed_by {
        out.row("Deployed", &format!("by {by}"))?;
    }
    if !standing.is_known {
        out.row("Code", "unknown: refused by join")?;
    }
    match played {
        0 => {}
        1 => out.row("Played", "1 game, see `rpsls games`")?,
        many => out.row("Played", &format!("{many} games, see `rpsls games`"))?,
    }
    match standing.text() {
        Some(text) => out.row("Stage", &text),
        None => Ok(()),
    }
}

/// A table's standing, as far as a node tells it.
struct Standing {
    /// Whether the table's code is known, or could not be checked.
    is_known: bool,
    seen: Seen,
}

enum Seen {
    At(Box<View>),
    /// The node's chain has no such table.
    Nowhere,
    /// No node of its chain answers, or can tell.
    Unknown,
}

impl Default for Standing {
    fn default() -> Self {
        Self { is_known: true, seen: Seen::Unknown }
    }
}

impl Standing {
    /// The stage's name in JSON.
    fn stage(&self) -> Option<&'static str> {
        match &self.seen {
            Seen::At(view) => Some(text::stage(&view.state.game_stage)),
            Seen::Nowhere | Seen::Unknown => None,
        }
    }

    /// The sentence for people.
    fn text(&self) -> Option<String> {
        match &self.seen {
            Seen::At(view) => Some(stage_line(view)),
            Seen::Nowhere => Some("not to be found on this chain".into()),
            Seen::Unknown => None,
        }
    }
}

/// The table's standing now, if a node of its chain answers.
async fn standing(known: &Known, link: Option<&Arc<Link>>) -> Standing {
    let code = async |table: &Table| anyhow::Ok((table.code().await?, table.view().await?));
    match glance(link, known.genesis, known.id(), code).await {
        Some(Ok((code, view))) => {
            Standing { is_known: code != Code::Unknown, seen: Seen::At(Box::new(view)) }
        }
        Some(Err(error)) if matches!(Failure::of(&error), Some(Failure::Usage(_))) => {
            Standing { seen: Seen::Nowhere, ..Standing::default() }
        }
        Some(Err(_)) | None => Standing::default(),
    }
}

/// The answer of a table to a question, if this is a connection to a node of its chain.
pub async fn glance<T>(
    link: Option<&Arc<Link>>,
    genesis: [u8; 32],
    program: ActorId,
    ask: impl AsyncFnOnce(&Table) -> Result<T>,
) -> Option<Result<T>> {
    let link = link.filter(|link| link.genesis().0 == genesis)?;
    let seen = async { ask(&Table::open(link.clone(), program, Choice::None).await?).await };
    Some(seen.await)
}

fn entry(table: &Known, games: usize, standing: &Standing) -> Value {
    json!({
        "name": table.name,
        "program": hex(table.program),
        "genesis": hex(table.genesis),
        "node": shown(&table.node),
        "deployed_by": table.deployed_by,
        "games": games,
        "stage": standing.stage(),
        "text": standing.text(),
    })
}
