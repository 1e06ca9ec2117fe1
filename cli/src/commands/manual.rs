//! `rpsls manual`

use crate::screen::output::Output;
use anyhow::{Context as _, Result};
use serde_json::json;
use std::{fs, path::Path};

/// Writes the manual pages of these commands into a folder.
pub fn run(out: &Output, all: clap::Command, to: &Path) -> Result<()> {
    let written = || -> Result<usize> {
        fs::create_dir_all(to)?;
        clap_mangen::generate_to(all, to)?;
        Ok(fs::read_dir(to)?.count())
    };
    let count = written().with_context(|| format!("can't write to {}", to.display()))?;
    out.json(&json!({ "ok": true, "files": count }))?;
    out.line(&format!("{} holds {count} files now: man rpsls", to.display()))
}
