//! The compiler's call.

use crate::{environment, layout::Layout, variable};
use anyhow::{Context, Result, ensure};
use std::process::Command;

/// What gear-wasm-builder gives the compiler for a program, with this Rust.
const FLAGS: [&str; 4] = [
    // A node hands the memory to the module.
    "-Clink-arg=--import-memory",
    // Nodes know the first WebAssembly, and mutable globals.
    "-Clink-arg=--mllvm=-mcpu=mvp",
    "-Clink-arg=--mllvm=-mattr=+mutable-globals",
    "-Clinker-plugin-lto",
];

/// Compiles the crate to WebAssembly.
///
/// It does so in the crate's own workspace, with another target directory. In
/// a generated project, as gear-wasm-builder has one for each program, the crate
/// would be a foreign one, which the compiler knows by its folder. Of that it
/// makes the identities of types, and the functions that describe themselves sort
/// their types by those: so the module would depend on the folder.
pub fn compile(layout: &Layout) -> Result<()> {
    let variables = environment::variables(layout)?;
    let status = Command::new(variable("CARGO")?)
        .args(["rustc", "--lib", "--no-default-features", "--crate-type=cdylib"])
        .args(["--target", Layout::TARGET, "--profile", layout.cargo_profile()])
        .arg("--manifest-path")
        .arg(layout.manifest())
        .arg("--target-dir")
        .arg(layout.wasm_target_dir())
        .arg("--")
        .args(FLAGS)
        .env(crate::NO_BUILD, "1")
        .envs(variables)
        .status()
        .context("running cargo")?;
    ensure!(status.success(), "cargo has failed: {status}");
    Ok(())
}
