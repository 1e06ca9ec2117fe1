//! `rpsls config`

use super::{Context, actions::Hand, deploy::describe, seat::Agreement};
use crate::{
    options::{Consent, FormatArg, RulesArgs, Start, seats, stage},
    words::units,
};
use anyhow::Result;
use clap::Args;
use rpsls_io::{Action, GameConfig};

#[derive(Debug, Args)]
pub struct ConfigArgs {
    #[command(flatten)]
    pub terms: Terms,

    #[command(flatten)]
    pub consent: Consent,
}

/// The terms of the next game, of which one has to be given.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub struct Terms {
    /// What a seat costs; 0 is a free game
    #[arg(long, value_name = "VARA", value_parser = units::parse_vara)]
    pub bet: Option<u128>,

    /// The most players: 2 to 255
    #[arg(long, value_name = "N", value_parser = seats)]
    pub seats: Option<u8>,

    /// How long registration stays open: 5s to 365d
    #[arg(long, value_name = "TIME", value_parser = stage)]
    pub entry: Option<u64>,

    /// How long players have to commit to a move
    #[arg(long, value_name = "TIME", value_parser = stage)]
    pub moves: Option<u64>,

    /// How long players have to reveal their move
    #[arg(long, value_name = "TIME", value_parser = stage)]
    pub reveals: Option<u64>,

    /// Who goes on after a round
    #[arg(long, value_enum)]
    pub format: Option<FormatArg>,

    /// When the game starts
    #[arg(long, value_enum)]
    pub start: Option<Start>,
}

/// Changes the terms that the arguments name. Leaves the others as the next game would have them.
pub async fn run(context: &Context, args: ConfigArgs) -> Result<()> {
    let ConfigArgs { terms: args, consent } = args;
    let is_dry = consent.dry.dry_run;
    let mut hand = Hand::at_table(context, consent.dry).await?;
    let state = hand.view.state.clone();
    let base = state.next_config.clone().unwrap_or(state.config.clone());
    let config = GameConfig {
        bet_size: args.bet.unwrap_or(base.bet_size),
        players_count_limit: args.seats.unwrap_or(base.players_count_limit),
        entry_timeout: args.entry.unwrap_or(base.entry_timeout),
        move_timeout: args.moves.unwrap_or(base.move_timeout),
        reveal_timeout: args.reveals.unwrap_or(base.reveal_timeout),
    };
    let known = state.next_rules.unwrap_or(state.rules);
    let rules = RulesArgs { format: args.format, start: args.start }.or(known);
    let agreement = Agreement::of(&context.out, consent.yes || is_dry);
    if !agreement.is_given {
        // An account that may not change them is told so, and not asked.
        let action = Action::ChangeNextGameConfig(config.clone());
        hand.table.dry_run(&hand.account, &action, 0).await?;
        context.out.line("From the next game on:")?;
        describe(&context.out, &config, &rules)?;
        if !agreement.asked_for("Change the next game?").await? {
            return context.out.line("Nothing was changed.");
        }
    }
    if rules != known {
        hand.act("rules", Action::ChangeNextGameRules(rules), 0).await?;
    }
    if config != base {
        hand.act("config", Action::ChangeNextGameConfig(config.clone()), 0).await?;
    }
    if is_dry || !agreement.is_given {
        return Ok(());
    }
    context.out.line("From the next game on:")?;
    describe(&context.out, &config, &rules)
}
