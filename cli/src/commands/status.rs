//! `rpsls status`

use super::{
    Context, clock,
    deploy::describe,
    until::{self, Until},
};
use crate::{
    chain::table::View,
    commands::json,
    game::{
        hours,
        knockout::pairs,
        moves,
        seat::Seat,
        turn::{self, BEHIND},
    },
    keys::account::{address, parse_id, short_address},
    screen::output::Output,
    store::games::{End, unless_noted},
    words::{
        digits::{hex, short},
        text,
        units::{self, span, vara},
    },
};
use anyhow::Result;
use clap::Args;
use gprimitives::ActorId;
use rpsls_io::{GameResult, GameStage, GameState, knockout::rounds};
use std::collections::BTreeMap;

#[derive(Debug, Args)]
pub struct StatusArgs {
    /// Tells who meets whom in the running round of a knockout, too
    #[arg(long)]
    pub bracket: bool,

    /// Waits until it is your turn, or the game is over, and shows the table then
    #[arg(long, value_enum)]
    pub until: Option<Until>,

    /// With --until, for how long at most: it ends with 8 then
    #[arg(long = "for", value_name = "TIME", default_value = "10m", requires = "until",
        value_parser = units::parse_ms)]
    pub most: u64,
}

pub async fn run(context: &Context, args: StatusArgs) -> Result<()> {
    let (table, view, came) = match args.until {
        Some(until) => {
            let (table, view, came) = until::wait(context, until, args.most, stage_line).await?;
            (table, view, Some(came))
        }
        None => {
            let table = context.table(context.link().await?).await?;
            // How far finality is behind shows beside it.
            table.link.newest_block().await?;
            let view = table.view().await?;
            (table, view, None)
        }
    };
    clock::compare(&table.link, &view).await;
    let code = table.code().await?;
    let you = context.viewer();
    let mut note = None;
    if let Some(you) = you {
        let seat = Seat::new(table.link.genesis(), table.program, you);
        let games = context.home.games();
        unless_noted(games.look(&seat, &view.state));
        note = games.of(&seat, view.state.games_finished).unwrap_or_default();
    }
    let out = &context.out;
    let closable_from = table.closable_from(&view).await?;
    // A node that can't tell may tell all else.
    let is_settled = table.is_settled(&view).await.ok();
    let mut line = json::view(table.program, code, &view, closable_from);
    line["settled"] = is_settled.into();
    let settled = is_settled.unwrap_or(true);
    if let Some(came) = came {
        line["until"] = came.name().into();
    }
    line["me"] = you.map(|you| json::me(&view, settled, you)).into();
    out.json(&line)?;
    out.heading(&format!("Table {}", hex(table.program)))?;
    out.row("Code", &code.to_string())?;
    out.row("Stage", &stage_line(&view))?;
    if !settled {
        out.row(
            "Overdue",
            "time is up, and nobody has moved the game on, nor paid the pot: `rpsls advance` does",
        )?;
    }
    hours(out, &view, closable_from)?;
    if note.is_some_and(|note| note.end == Some(End::SentAway)) {
        let players = view.state.players.len();
        out.row(
            "You",
            &format!("were sent away: the bracket is full with {players}, and your bet is back"),
        )?;
    }
    out.row("Pot", &vara(view.state.pot))?;
    describe(&context.out, &view.state.config, &view.state.rules)?;
    out.row("Owner", &address(view.state.owner))?;
    if let Some(last) = &view.state.last_game {
        out.row("Last game", &last_game(last))?;
    }
    if view.state.stop_scheduled {
        out.row("Stopped", "the game ends when this round is decided")?;
    }
    let GameState { config, rules, next_config, next_rules, .. } = &view.state;
    if next_config.is_some() || next_rules.is_some() {
        out.heading("The next game")?;
        let next = (next_config.as_ref().unwrap_or(config), next_rules.as_ref().unwrap_or(rules));
        describe(&context.out, next.0, next.1)?;
    }
    let names = Names::of(context)?;
    if args.bracket {
        bracket(out, &view.state, &names)?;
    }
    players(out, &view.state, &names)
}

/// The names here of accounts.
struct Names {
    you: Option<ActorId>,
    others: BTreeMap<ActorId, String>,
}

impl Names {
    fn of(context: &Context) -> Result<Self> {
        let entries = context.home.keystore().all()?.into_iter();
        let named = entries.filter_map(|entry| Some((parse_id(&entry.address).ok()?, entry.name)));
        Ok(Self { you: context.known_id(), others: named.collect() })
    }

    fn name(&self, id: ActorId) -> Option<&str> {
        match self.you == Some(id) {
            true => Some("you"),
            false => self.others.get(&id).map(String::as_str),
        }
    }
}

/// Says when the player has to be there, and what follows from silence, if there is anything to
/// say.
pub fn hours(
    out: &Output,
    View { head, state, .. }: &View,
    closable_from: Option<u64>,
) -> Result<()> {
    if let Some(line) = hours::be_here(state, closable_from, head.timestamp) {
        out.row("Hours", &line)?;
    }
    match hours::silent(state, closable_from, head.timestamp) {
        Some(line) => out.row("Silence", &line),
        None => Ok(()),
    }
}

/// Shows who meets whom in the running round.
fn bracket(out: &Output, state: &GameState, names: &Names) -> Result<()> {
    let pairs = pairs(state);
    if pairs.is_empty() {
        return out.line("There are no pairs: no round of a knockout is running.");
    }
    out.heading(&format!("Round {} of {}", state.round, rounds(state.lobby_list.len())))?;
    let name = |id| names.name(id).map_or_else(|| short_address(id), Into::into);
    for pair in &pairs {
        let other = pair.second.map_or("nobody".into(), name);
        out.line(&format!("  {:13}  meets  {other}", name(pair.first)))?;
    }
    Ok(())
}

/// Who won a game.
pub fn last_game(GameResult { winner, pot, rounds }: &GameResult) -> String {
    format!("{} {} in round {rounds}", short_address(*winner), text::won(*pot))
}

/// The stage, who has acted in it, and the time left.
pub fn stage_line(View { head, state, lag }: &View) -> String {
    let line = stage_of(head.timestamp, state);
    match *lag < BEHIND {
        true => line,
        false => format!("{line}; {lag} blocks are not final"),
    }
}

/// The stage, who has acted in it, and the time left, as of a time of the chain, ms.
pub fn stage_of(now: u64, state: &GameState) -> String {
    let left = match state.deadline.saturating_sub(now) {
        0 => "time is up".into(),
        left => format!("{} left", span(left)),
    };
    let game = text::game_number(state.games_finished);
    let name = text::stage(&state.game_stage);
    let (stage, acted) = match &state.game_stage {
        GameStage::Preparation if hours::dues(state) > 0 => {
            let due = vara(hours::dues(state));
            return format!(
                "game {game}, {name}: no seat is given before {due} of the last game are paid"
            );
        }
        GameStage::Preparation => {
            let taken = state.lobby_list.len();
            let seats = state.rules.seats(state.config.players_count_limit);
            // Registration is extended until then: the time left would begin again and again.
            let left = if taken < 2 { "open until there are two" } else { &left };
            let away = match hours::surplus(state) {
                0 => String::new(),
                away => {
                    let play = taken - away;
                    format!("; then the first {play} play, and whoever came later has the bet back")
                }
            };
            return format!("game {game}, {name}: {taken} of {seats} seats taken, {left}{away}");
        }
        GameStage::InProgress(stage) => (stage, "moved"),
        GameStage::Reveal(stage) => (stage, "revealed"),
    };
    let done = stage.finished_players.len();
    let all = done + stage.anticipated_players.len();
    let round = state.round;
    format!("game {game}, round {round}, {name}: {done} of {all} have {acted}, {left}")
}

fn players(out: &Output, state: &GameState, names: &Names) -> Result<()> {
    if state.players.is_empty() {
        return Ok(());
    }
    out.heading("Players: address, status, and the move or its hash")?;
    for (id, status) in &state.players {
        let revealed = state.revealed_moves.iter().find(|(player, _)| player == id);
        let detail = match (revealed, turn::commitment_of(state, *id)) {
            (Some((_, mv)), _) => moves::name(*mv).into(),
            (None, Some(hash)) => short(hash),
            (None, None) => String::new(),
        };
        let mut status = text::status(*status).1.to_owned();
        if let Some(name) = names.name(*id) {
            status.push_str(&format!(" ({name})"));
        }
        let line = format!("  {}  {status:19}  {detail}", address(*id));
        out.line(line.trim_end())?;
    }
    Ok(())
}
