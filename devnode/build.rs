//! Takes the runtime metadata out of the `gsdk` that this crate is built with: the
//! node and the client then speak of one runtime.

use anyhow::{Context, Result};
use cargo_metadata::MetadataCommand;
use std::{env, fs, path::Path};

const METADATA: &str = "vara_runtime.scale";

fn main() -> Result<()> {
    let workspace = MetadataCommand::new().exec().context("cargo can't list the packages")?;
    let gsdk = workspace.packages.iter().find(|package| package.name.as_str() == "gsdk");
    let manifest = &gsdk.context("gsdk is not among the packages")?.manifest_path;
    let from = manifest.with_file_name(METADATA);
    let to = Path::new(&env::var("OUT_DIR")?).join(METADATA);
    fs::copy(&from, to).with_context(|| format!("gsdk has no {from}"))?;
    println!("cargo::rerun-if-changed={from}");
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}
