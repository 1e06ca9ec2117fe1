//! `rpsls config`

use super::{Context, actions, deploy::describe};
use crate::args::{ConfigArgs, Rules};
use anyhow::Result;
use rpsls_io::{Action, GameConfig};

/// Changes what was asked for, and leaves the rest as the next game would have
/// it.
pub async fn run(context: &Context, args: ConfigArgs) -> Result<()> {
    let account = context.account()?;
    let mut table = context.table(context.link().await?).await?;
    let state = table.view().await?.state;
    let base = state.next_config.clone().unwrap_or(state.config.clone());
    let config = GameConfig {
        bet_size: args.bet.unwrap_or(base.bet_size),
        players_count_limit: args.seats.unwrap_or(base.players_count_limit),
        entry_timeout: args.entry.unwrap_or(base.entry_timeout),
        move_timeout: args.moves.unwrap_or(base.move_timeout),
        reveal_timeout: args.reveals.unwrap_or(base.reveal_timeout),
    };
    let rules = args.rules.map(Rules::of_table);
    if let Some(rules) = rules {
        let action = Action::ChangeNextGameRules(rules);
        actions::act(context, &mut table, &account, "rules", action, 0).await?;
    }
    if config != base {
        let action = Action::ChangeNextGameConfig(config.clone());
        actions::act(context, &mut table, &account, "config", action, 0).await?;
    }
    context.out.line("From the next game on:")?;
    describe(context, &config, &rules.or(state.next_rules).unwrap_or(state.rules))
}
