//! `rpsls tables`

use super::{Context, HOUSE_VARIABLE, house, status::stage_line, variable};
use crate::{
    args::{TablesArgs, TablesCommand},
    chain::{
        link::Link,
        table::{Table, View},
        voucher::Choice,
    },
    failure::Failure,
    store::tables::Known,
    words::{digits::hex, text},
};
use anyhow::Result;
use gprimitives::ActorId;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub async fn run(context: &Context, args: TablesArgs) -> Result<()> {
    let is_of_house = args.joinable || !args.house.is_empty() || variable(HOUSE_VARIABLE).is_some();
    match args.command {
        None if is_of_house && !args.own => house::list(context, &args).await,
        None => list(context).await,
        Some(TablesCommand::Name { name, id }) => {
            // Before a node is asked, which may take a while.
            context.home.tables().check_name(&name, id)?;
            let known = match context.home.tables().of(id)? {
                Some(known) => known,
                None => {
                    let table = Table::open(context.link().await?, id, Choice::None).await?;
                    Known {
                        genesis: table.link.genesis().0,
                        program: id.into_bytes(),
                        node: table.link.url().into(),
                        name: None,
                        deployed_by: None,
                    }
                }
            };
            let known = Known { name: Some(name), ..known };
            context.home.tables().keep(&known)?;
            let told = entry(&known, 0, &Standing::default());
            context.out.json(&json!({ "ok": true, "table": told }))?;
            let name = known.name.as_deref().unwrap_or_default();
            context.out.line(&format!("{name} is {} now", hex(known.program)))
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

async fn list(context: &Context) -> Result<()> {
    let mut tables = context.home.tables().all()?;
    let mut games: BTreeMap<[u8; 32], usize> = BTreeMap::new();
    for note in context.home.games().all()? {
        *games.entry(note.seat.program).or_default() += 1;
        if tables.iter().all(|table| table.program != note.seat.program) {
            let (genesis, program) = (note.seat.genesis, note.seat.program);
            tables.push(Known { genesis, program, node: note.node, name: None, deployed_by: None });
        }
    }
    let mut link = None;
    if !tables.is_empty() {
        link = context.link_if_any().await;
    }
    let mut standings = vec![];
    for table in &tables {
        standings.push(standing(context, table, &mut link).await);
    }
    let played = |table: &Known| games.get(&table.program).copied().unwrap_or_default();
    let out = &context.out;
    let entries = tables.iter().zip(&standings);
    let entries: Vec<Value> =
        entries.map(|(table, standing)| entry(table, played(table), standing)).collect();
    out.json(&json!({ "ok": true, "tables": entries }))?;
    if tables.is_empty() {
        return out.line("There are none yet: `rpsls deploy` opens one.");
    }
    for (table, standing) in tables.iter().zip(standings) {
        out.heading(table.name.as_deref().unwrap_or("A table without a name"))?;
        out.row("Id", &hex(table.program))?;
        out.row("Node", &table.node)?;
        if let Some(by) = &table.deployed_by {
            out.row("Deployed", &format!("by {by}"))?;
        }
        match played(table) {
            0 => {}
            1 => out.row("Played", "1 game, see `rpsls games`")?,
            many => out.row("Played", &format!("{many} games, see `rpsls games`"))?,
        }
        if let Some(text) = standing.text {
            out.row("Stage", &text)?;
        }
    }
    Ok(())
}

/// What a table is at, as far as a node tells.
#[derive(Default)]
struct Standing {
    /// The stage's name in JSON.
    stage: Option<&'static str>,
    /// The sentence to people.
    text: Option<String>,
}

/// What the table is at now, if a node of its chain answers.
async fn standing(context: &Context, known: &Known, link: &mut Option<Link>) -> Standing {
    match glance(context, link, known.genesis, known.id()).await {
        Some(Ok(view)) => Standing {
            stage: Some(text::stage(&view.state.game_stage)),
            text: Some(stage_line(&view)),
        },
        Some(Err(error)) if matches!(Failure::of(&error), Some(Failure::Usage(_))) => {
            Standing { stage: None, text: Some("not to be found on this chain".into()) }
        }
        Some(Err(_)) | None => Standing::default(),
    }
}

/// The game at a table, if this is a connection to a node of its chain. Whether it lasts
/// is no matter.
pub async fn glance(
    context: &Context,
    link: &mut Option<Link>,
    genesis: [u8; 32],
    program: ActorId,
) -> Option<Result<View>> {
    if link.as_ref()?.genesis().0 != genesis {
        return None;
    }
    let node = link.take()?;
    let seen = async {
        let mut table = Table::open(node, program, Choice::None).await?;
        let view = table.view().await?;
        anyhow::Ok((table.link, view))
    };
    Some(match seen.await {
        Ok((node, view)) => {
            *link = Some(node);
            Ok(view)
        }
        Err(error) => {
            *link = context.link_if_any().await;
            Err(error)
        }
    })
}

fn entry(table: &Known, games: usize, standing: &Standing) -> Value {
    json!({
        "name": table.name,
        "program": hex(table.program),
        "genesis": hex(table.genesis),
        "node": table.node,
        "deployed_by": table.deployed_by,
        "games": games,
        "stage": standing.stage,
        "text": standing.text,
    })
}
