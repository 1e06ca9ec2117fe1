//! Takes the runtime metadata out of the `gsdk` that this crate is built with: the
//! node and the client then speak of one runtime.

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

const METADATA: &str = "vara_runtime.scale";

/// What `cargo metadata` says of the packages.
#[derive(Deserialize)]
struct Packages {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
}

fn main() -> Result<()> {
    let packages = packages()?;
    let gsdk = packages.iter().find(|package| package.name == "gsdk");
    let manifest = &gsdk.context("gsdk is not among the packages")?.manifest_path;
    let from = manifest.with_file_name(METADATA);
    let to = Path::new(&env::var("OUT_DIR")?).join(METADATA);
    fs::copy(&from, to).with_context(|| format!("gsdk has no {}", from.display()))?;
    println!("cargo::rerun-if-changed={}", from.display());
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}

/// The packages of this platform: those of others need not be here, and without a network
/// cargo could not get them.
fn packages() -> Result<Vec<Package>> {
    let said = Command::new(env::var_os("CARGO").context("cargo sets CARGO for build scripts")?)
        .args(["metadata", "--format-version=1", "--locked", "--filter-platform"])
        .arg(env::var("TARGET")?)
        .stderr(Stdio::inherit())
        .output()
        .context("running cargo")?;
    ensure!(said.status.success(), "cargo can't list the packages: {}", said.status);
    let Packages { packages } = serde_json::from_slice(&said.stdout)?;
    Ok(packages)
}
