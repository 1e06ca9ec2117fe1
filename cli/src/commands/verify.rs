//! `rpsls verify`

use super::Context;
use crate::{chain::code::Code, failure::Failure, words::digits::hex};
use anyhow::{Result, ensure};
use serde_json::json;

pub async fn run(context: &Context) -> Result<()> {
    let program = context.program()?;
    let link = context.link().await?;
    let id = link.code_of(program).await?.ok_or_else(|| {
        Failure::usage(format!("there is no program {} on {}", hex(program), link.url()))
    })?;
    let code = Code::of(id);
    ensure!(
        code.release().is_some(),
        Failure::Unreleased(format!("the code of {}, {}, is {code}", hex(program), hex(id)))
    );
    context.out.json(&json!({
        "ok": true,
        "program": hex(program),
        "code": hex(id),
        "release": code.release(),
    }))?;
    context.out.heading(&format!("Table {}", hex(program)))?;
    context.out.row("Code", &hex(id))?;
    context.out.row("Release", &code.to_string())
}
