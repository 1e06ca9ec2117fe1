//! What a node tells who runs it: blocks, what became of extrinsics, traps, and what
//! programs print with `gstd::debug!`.

use crate::{chain::Block, engine::Failure, engine::failure_name};
use anyhow::Context;
use gear_core::ids::ActorId;
use gsdk::ext::sp_core::crypto::{AccountId32, Ss58AddressFormat, Ss58Codec};
use std::io::IsTerminal;
use tracing_subscriber::{
    Layer, filter::Targets, fmt, layer::SubscriberExt, util::SubscriberInitExt,
};

/// What is logged unless told otherwise.
pub const DEFAULT: &str = "info";

/// Where the processor puts what programs print.
const PROGRAMS: &str = "gwasm";

/// The prefix of Vara's addresses.
const VARA: u16 = 137;

/// Logs to standard error what passes a filter: a level alone is the node's, and
/// programs' words are there from `info` on.
///
/// # Errors
///
/// If it is no filter, or this process logs already.
pub fn start(filter: &str) -> anyhow::Result<()> {
    let targets = targets(filter).with_context(|| format!("{filter} says not what to log"))?;
    // Colors are for people.
    let is_terminal = std::io::stderr().is_terminal();
    let layer = fmt::layer().with_writer(std::io::stderr).with_ansi(is_terminal).with_target(false);
    tracing_subscriber::registry().with(layer.with_filter(targets)).try_init()?;
    Ok(())
}

fn targets(filter: &str) -> anyhow::Result<Targets> {
    if filter.contains(['=', ',']) {
        return Ok(filter.parse()?);
    }
    let words = match filter {
        "info" => "debug",
        other => other,
    };
    Ok(format!("vara_devnode={filter},{PROGRAMS}={words}").parse()?)
}

/// An account as its owner knows it.
pub fn address(id: ActorId) -> String {
    AccountId32::from(id.into_bytes()).to_ss58check_with_version(Ss58AddressFormat::custom(VARA))
}

/// Tells of a block, of an empty one only to who wants to know everything.
pub fn block(block: &Block, extrinsics: usize, messages: u32, burned: u64) {
    let Block { hash, header, .. } = block;
    let number = header.number;
    if extrinsics == 0 && messages == 0 {
        log::debug!("block {number} {hash:?}");
    } else {
        log::info!(
            "block {number} {hash:?}: {extrinsics} extrinsics, {messages} messages, {burned} gas"
        );
    }
}

/// Tells of an extrinsic in a block.
pub fn extrinsic(who: ActorId, call: &str, fee: u128, outcome: &Result<(), Failure>) {
    let who = address(who);
    match outcome {
        Ok(()) => log::info!("  {call} of {who}: done, fee {fee}"),
        Err(failure) => {
            log::warn!("  {call} of {who}: failed, {}, fee {fee}", failure_name(failure));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_the_node_s_and_shows_what_programs_print() {
        let shown = |filter: &str| targets(filter).unwrap().to_string();
        assert!(shown("info").contains("gwasm=debug"), "{}", shown("info"));
        assert!(shown("info").contains("vara_devnode=info"), "{}", shown("info"));
        assert!(shown("off").contains("gwasm=off"), "{}", shown("off"));
        assert_eq!(shown("gwasm=trace"), "gwasm=trace");
        assert!(targets("loud").is_err());
    }
}
