//! `rpsls verify`

use super::Context;
use crate::{chain::code::Code, failure::Failure, words::digits::hex};
use anyhow::{Result, ensure};
use serde_json::json;

pub async fn run(context: &Context) -> Result<()> {
    let program = context.program()?;
    let link = context.link().await?;
    let id = link.code_of(program).await?.ok_or_else(|| {
        Failure::usage(format!("there is no program {} on {}", hex(program), link.shown()))
    })?;
    let (what, code) = match (Code::of(id), Code::of_club(id)) {
        (Code::Unknown, club) if club != Code::Unknown => ("club", club),
        (table, _) => ("table", table),
    };
    ensure!(
        code.release().is_some(),
        Failure::Unreleased(format!("the code of {}, {}, is {code}", hex(program), hex(id)))
    );
    context.out.json(&json!({
        "ok": true,
        "kind": what,
        "program": hex(program),
        "code": hex(id),
        "release": code.release(),
    }))?;
    let what = if what == "club" { "Club" } else { "Table" };
    context.out.heading(&format!("{what} {}", hex(program)))?;
    context.out.row("Code", &hex(id))?;
    context.out.row("Release", &code.to_string())
}
