//! `rpsls manual`

use super::Context;
use crate::args::Cli;
use anyhow::{Context as _, Result};
use clap::CommandFactory;
use serde_json::json;
use std::{fs, path::Path};

pub fn run(context: &Context, to: &Path) -> Result<()> {
    let written = || -> Result<usize> {
        fs::create_dir_all(to)?;
        clap_mangen::generate_to(Cli::command(), to)?;
        Ok(fs::read_dir(to)?.count())
    };
    let count = written().with_context(|| format!("can't write to {}", to.display()))?;
    context.out.json(&json!({ "ok": true, "files": count }))?;
    context.out.line(&format!("{} holds {count} files now: man rpsls", to.display()))
}
