//! Generates a client of each program from the IDL in its code, as anybody would who has
//! no more than that.

use sails_client_gen_v2::ClientGenerator;
use std::{env, error::Error, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let built =
        PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../target/wasm32-gear/release");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for program in ["rpsls", "rpsls_house", "tic_tac_toe"] {
        let path = built.join(format!("{program}.opt.wasm"));
        println!("cargo::rerun-if-changed={}", path.display());
        let wasm = fs::read(&path)
            .map_err(|error| format!("{}: {error}: run `make artifacts`", path.display()))?;
        let idl = sails_idl_embed::extract_idl(&wasm)?.ok_or("the code has no IDL")?;
        ClientGenerator::from_idl(&idl).generate_to(out.join(format!("{program}.rs")))?;
    }
    Ok(())
}
