//! The node's log: blocks, the results of extrinsics, traps, and what programs print with
//! `gstd::debug!`.

use crate::{
    block::Block,
    engine::{Failure, failure_name},
};
use anyhow::Context;
use gear_core::ids::ActorId;
use gsdk::ext::sp_core::crypto::{AccountId32, Ss58AddressFormat, Ss58Codec};
use std::io::IsTerminal;
use tracing_subscriber::{
    Layer,
    filter::Targets,
    fmt::{self, format::debug_fn},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

/// The default filter.
pub const DEFAULT: &str = "info";

/// The log target under which the processor puts what programs print.
const PROGRAMS: &str = "gwasm";

/// The prefix of Vara's addresses.
const VARA: u16 = 137;

/// Logs to standard error what passes a filter. A level alone is the node's; what programs print is
/// logged from `info` on.
///
/// # Errors
///
/// If the text is no filter, or this process logs already.
pub fn start(filter: &str) -> anyhow::Result<()> {
    let targets = targets(filter).with_context(|| format!("{filter} says not what to log"))?;
    // Only people get colors.
    let is_terminal = std::io::stderr().is_terminal();
    let fields = debug_fn(|writer, field, value| match field.name() {
        "message" => write!(writer, "{}", escaped(&format!("{value:?}"))),
        // The code position of a message, which its metadata has already.
        name if name.starts_with("log.") => Ok(()),
        name => write!(writer, " {name}={}", escaped(&format!("{value:?}"))),
    });
    // If nobody is there to read the log, the node still goes on.
    let layer = fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(is_terminal)
        .with_target(false)
        .fmt_fields(fields)
        .log_internal_errors(false);
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

/// A text as one line with no effect on a terminal: programs and clients write what they like.
fn escaped(text: &str) -> String {
    let is_plain = |letter: char| !letter.is_control() && !is_invisible(letter);
    text.chars().fold(String::with_capacity(text.len()), |mut line, letter| {
        match letter {
            letter if is_plain(letter) => line.push(letter),
            letter => line.extend(letter.escape_default()),
        }
        line
    })
}

/// Line separators that are no control characters, and characters that change the direction of
/// text.
fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// An account's address on Vara.
pub fn address(id: ActorId) -> String {
    AccountId32::from(id.into_bytes()).to_ss58check_with_version(Ss58AddressFormat::custom(VARA))
}

/// Logs a block. Logs empty blocks only on a more detailed level.
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

/// Logs an extrinsic of a block.
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
    fn a_strangers_text_is_one_line() {
        let text = "won\n2026 INFO block 7\r\x1b[2J\u{9b}1m\u{61c}\u{202e}\tend 🦎 é";
        let line = r"won\n2026 INFO block 7\r\u{1b}[2J\u{9b}1m\u{61c}\u{202e}\tend 🦎 é";
        assert_eq!(escaped(text), line);
    }

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
