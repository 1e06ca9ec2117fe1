//! `rpsls manual`

use crate::{args::Cli, screen::output::Output};
use anyhow::{Context as _, Result};
use serde_json::json;
use std::{fs, path::Path};

pub fn run(out: &Output, to: &Path) -> Result<()> {
    let written = || -> Result<usize> {
        fs::create_dir_all(to)?;
        clap_mangen::generate_to(Cli::whole(), to)?;
        Ok(fs::read_dir(to)?.count())
    };
    let count = written().with_context(|| format!("can't write to {}", to.display()))?;
    out.json(&json!({ "ok": true, "files": count }))?;
    out.line(&format!("{} holds {count} files now: man rpsls", to.display()))
}
