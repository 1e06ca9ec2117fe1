//! The token in which a chain counts money.

use crate::{chain::link::Link, failure::Failure};
use anyhow::{Result, ensure};
use serde_json::Value;

/// VARA has so many decimals. With others, each amount would be a thousand times too much or too
/// little.
const DECIMALS: u64 = 12;

/// Checks that the node counts its token as VARA is counted, as far as it tells.
///
/// # Errors
///
/// [`Failure::Usage`] if its token has other decimals: it is of another chain.
pub async fn check(link: &Link) -> Result<()> {
    let told = link.ask(async |api| Ok(api.legacy().system_properties().await?)).await;
    // A node that can't say it may say all else.
    let Ok(told) = told else { return Ok(()) };
    let decimals = told.get("tokenDecimals").and_then(decimals);
    ensure!(
        decimals.is_none_or(|decimals| decimals == DECIMALS),
        Failure::Usage(format!(
            "the token of the node at {} has {} decimals, and VARA has {DECIMALS}: it is of another \
             chain, on which each amount would mean another one. Nothing was sent",
            link.shown_node(),
            decimals.unwrap_or_default()
        ))
    );
    Ok(())
}

/// Nodes with one token give a number, or a list of one.
fn decimals(told: &Value) -> Option<u64> {
    told.as_u64().or_else(|| told.as_array()?.first()?.as_u64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn decimals_are_a_number_or_a_list() {
        let told = [json!(12), json!([9, 12]), json!([]), json!("12"), json!(null)];
        assert_eq!(told.each_ref().map(decimals), [Some(12), Some(9), None, None, None]);
    }
}
