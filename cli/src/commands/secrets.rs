//! `rpsls secrets`

use super::Context;
use crate::{
    disk,
    failure::Failure,
    keys::{
        account::address,
        secrets::{Exported, Secret},
    },
    screen::output::warn,
    words::{
        digits::{hex, short},
        text,
    },
};
use anyhow::{Context as _, Result};
use clap::{Subcommand, ValueHint};
use gprimitives::ActorId;
use serde_json::{Value, json};
use std::{
    io::{self, ErrorKind},
    path::{Path, PathBuf, absolute},
};

#[derive(Debug, Subcommand)]
pub enum SecretsCommand {
    /// Lists what is kept, without the openings themselves
    List,
    /// Prints the openings, to be taken to another computer
    Export {
        /// Writes them to this file, which only you can read
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        to: Option<PathBuf>,
    },
    /// Reads openings that were exported
    Import {
        /// The file, or - for the input
        #[arg(value_hint = ValueHint::FilePath)]
        from: PathBuf,
    },
}

pub fn run(context: &Context, command: SecretsCommand) -> Result<()> {
    match command {
        SecretsCommand::List => list(context),
        SecretsCommand::Export { to } => export(context, to.as_deref()),
        SecretsCommand::Import { from } => import(context, &from),
    }
}

/// The openings of the named table, or all.
fn wanted(context: &Context) -> Result<Vec<Secret>> {
    let (mut all, unread) = context.home.secrets().readable()?;
    // What a crash has cut off keeps nobody from a copy of the others.
    if let Some(error) = unread {
        warn(&format!("{error:#}. It is left out here, and kept"));
    }
    if let Some(program) = context.named_program()? {
        all.retain(|secret| secret.seat.program == program.into_bytes());
    }
    Ok(all)
}

/// Lists where each opening belongs, without the opening itself.
fn list(context: &Context) -> Result<()> {
    let all = wanted(context)?;
    let out = &context.out;
    let entries: Vec<Value> = all
        .iter()
        .map(|secret| {
            json!({
                "genesis": hex(secret.seat.genesis),
                "program": hex(secret.seat.program),
                "account": hex(secret.seat.account),
                "game": secret.game,
                "round": secret.round,
                "commitment": hex(secret.commitment().0),
            })
        })
        .collect();
    out.json(&json!({ "ok": true, "entries": entries }))?;
    if all.is_empty() {
        return out.line(&format!(
            "No openings are kept in {}: each is deleted a week after its game.",
            context.home.secrets().folder().display()
        ));
    }
    for secret in &all {
        let game = text::game_number(secret.game);
        out.heading(&format!("Game {game}, round {}", secret.round))?;
        out.row("Table", &hex(secret.seat.program))?;
        out.row("Player", &address(ActorId::from(secret.seat.account)))?;
        out.row("Committed", &short(secret.commitment()))?;
    }
    Ok(())
}

fn export(context: &Context, to: Option<&Path>) -> Result<()> {
    let all = wanted(context)?;
    let count = all.len();
    let exported = Exported::new(all);
    match to {
        None if context.out.is_json() => {
            context.out.print(&serde_json::to_string(&exported)?)?;
        }
        None => context.out.print(&serde_json::to_string_pretty(&exported)?)?,
        Some(path) => {
            let path = absolute(path).with_context(|| format!("no file is {}", path.display()))?;
            let folder = path.parent().context("a file is in a folder")?;
            // Only its owner can read this file, unlike files that are made in most other ways.
            let written = || -> Result<()> {
                let file = disk::staged(folder, &exported)?;
                disk::persist_new(file, &path).map_err(|error| match error.kind() {
                    ErrorKind::AlreadyExists => Failure::usage(
                        "it is there already, and may be the only copy of other openings: name \
                         another file. Nothing was written",
                    ),
                    _ => error.into(),
                })?;
                disk::sync_folder(folder)
            };
            written().with_context(|| format!("can't write {}", path.display()))?;
            context.out.json(&json!({ "ok": true, "exported": count }))?;
            context.out.line(&format!("{} written to {}", openings(count), path.display()))?;
        }
    }
    Ok(())
}

/// The openings in a file, or in the input if that is `-`. One that can't be read keeps nobody from
/// the others.
///
/// # Errors
///
/// [`Failure::Usage`] if none can be read.
pub fn openings_in(from: &Path) -> Result<Vec<Secret>> {
    let text = match from == Path::new("-") {
        true => disk::text_of(io::stdin().lock()),
        false => disk::text_in(from),
    };
    let text =
        text.map_err(|error| Failure::usage(format!("can't read {}: {error}", from.display())))?;
    let unusable = |error| Failure::usage(format!("{}: {error:#}", from.display()));
    let (Exported { entries, .. }, unread) = Exported::readable(&text).map_err(unusable)?;
    match unread {
        Some(error) if entries.is_empty() => return Err(unusable(error)),
        Some(error) => warn(&format!("{}: {error:#}. It is left out", from.display())),
        None => {}
    }
    Ok(entries)
}

fn import(context: &Context, from: &Path) -> Result<()> {
    let imported = openings_in(from)?;
    let secrets = context.home.secrets();
    for secret in &imported {
        secrets.keep(secret)?;
    }
    let count = imported.len();
    context.out.json(&json!({ "ok": true, "imported": count }))?;
    let are = if count == 1 { "is" } else { "are" };
    context.out.line(&format!("{} {are} kept here now", openings(count)))
}

fn openings(count: usize) -> String {
    match count {
        1 => "1 opening".into(),
        many => format!("{many} openings"),
    }
}
