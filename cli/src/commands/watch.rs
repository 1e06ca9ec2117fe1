//! `rpsls watch`

use super::{
    Context, clock,
    deploy::describe,
    retry::retry_while_node_fails,
    status::{hours, stage_line},
};
use crate::{
    chain::{
        code::Code,
        follow::{Follow, Happened, Happening},
        messages::{Content, End, Sent},
        table::Table,
    },
    commands::json,
    game::{round::Round, turn::ALARM_BLOCKS},
    keys::account::short_address,
    screen::{
        event,
        output::{Output, unwritten, warn},
        round::{Summary, YOU},
    },
    store::tables::called,
    words::{digits::hex, text, units::vara},
};
use anyhow::{Error, Result};
use clap::Args;
use futures::future::try_join_all;
use gprimitives::ActorId;
use rpsls_io::{Event, GameState};
use std::cell::RefCell;

#[derive(Debug, Args)]
pub struct WatchArgs {
    /// Which tables, by their names or ids [default: that of --program]
    #[arg(value_name = "TABLE", conflicts_with = "program")]
    pub tables: Vec<String>,

    /// Stop when the running game is over, of each table
    #[arg(long)]
    pub once: bool,

    /// Runs this command in a shell for each event: its JSON is the input, its kind
    /// RPSLS_EVENT
    #[arg(long, value_name = "COMMAND")]
    pub on_event: Option<String>,
}

pub async fn run(context: &Context, args: WatchArgs) -> Result<()> {
    args.on_event.into_iter().for_each(event::run_on_each);
    let mut ids = vec![];
    for named in &args.tables {
        let id = context.table_of(named)?;
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    if ids.is_empty() {
        ids.push(context.program()?);
    }
    let names = match ids.len() {
        1 => vec![None],
        _ => ids.iter().map(|id| name(context, *id).map(Some)).collect::<Result<_>>()?,
    };
    let you = context.viewer();
    let (mut watches, mut failed) = (vec![], vec![]);
    for (program, name) in ids.into_iter().zip(names) {
        let place = Place { program, name, you };
        match Watch::begin(context, &place).await {
            Ok((table, follow)) => watches.push(Watch { table, follow, place }),
            // Nobody reads the output any more.
            Err(error) if unwritten(&error).is_some() => return Err(error),
            Err(error) => failed.push(place.given_up(error)),
        }
    }
    let stages = RefCell::new(vec![String::new(); watches.len()]);
    let watched = watches.into_iter().enumerate().map(async |(at, watch)| {
        let wait = |stage| {
            stages.borrow_mut()[at] = stage;
            context.out.waiting(&stages.borrow().join("; "));
        };
        watch.go_on(&context.out, args.once, wait).await
    });
    failed.extend(try_join_all(watched).await?.into_iter().flatten());
    failed.into_iter().next().map_or(Ok(()), Err)
}

/// The table's name here, or else the first and last digits of its id.
fn name(context: &Context, id: ActorId) -> Result<String> {
    Ok(called(id, context.home.tables().of(id)?.as_ref()))
}

/// A table whose events are shown, and the reader of the output.
pub struct Place {
    pub program: ActorId,
    /// The table's name, if there are others.
    pub name: Option<String>,
    /// The account that is called “you”.
    pub you: Option<ActorId>,
}

impl Place {
    /// The text about the table, with the table's name if there are others.
    fn at(&self, said: String) -> String {
        match &self.name {
            Some(name) => format!("{name}: {said}"),
            None => said,
        }
    }

    /// Says that this table is no longer watched, if others are.
    fn given_up(&self, error: Error) -> Error {
        if self.name.is_some() {
            warn(&self.at(format!("{error:#}. It is not watched any more")));
        }
        error
    }
}

/// A table that is watched.
struct Watch {
    table: Table,
    place: Place,
    follow: Follow,
}

impl Watch {
    /// Shows the table's present state.
    async fn begin(context: &Context, place: &Place) -> Result<(Table, Follow)> {
        let out = &context.out;
        let link = context.link().await?;
        let voucher = context.global.voucher.unwrap_or_default();
        let table = Table::open(link, place.program, voucher).await?;
        let view = table.view().await?;
        clock::compare(&table.link, &view).await;
        let code = table.code().await?;
        if code == Code::Unknown {
            warn(&place.at(
                "this table's code is no release that this rpsls knows, and not the one that it \
                 was built with: what it says need not be so"
                    .into(),
            ));
        }
        let closable_from = table.closable_from(&view).await?;
        out.json(&json::view(table.program, code, &view, closable_from))?;
        out.heading(&format!("Table {}", hex(table.program)))?;
        place.name.iter().try_for_each(|name| out.row("Name", name))?;
        out.row("Stage", &stage_line(&view))?;
        hours(out, &view, closable_from)?;
        Ok((table, Follow::after(&view)))
    }

    /// Shows what happens and what is waited for. With `is_once`, ends when the game is over.
    /// Returns the reason if it can't go on.
    async fn go_on(
        self,
        out: &Output,
        is_once: bool,
        mut wait: impl FnMut(String),
    ) -> Result<Option<Error>> {
        let Self { table, place, mut follow } = self;
        let game = follow.game();
        let mut is_over_for = 0;
        loop {
            let (view, happened) =
                match retry_while_node_fails(async || follow.next(&table).await).await {
                    Ok(next) => next,
                    Err(error) => return Ok(Some(place.given_up(error))),
                };
            let (mut is_over, mut has_next, mut ended) = (false, false, vec![]);
            for happened in &happened {
                print(out, &place, happened)?;
                let Happening::Sent(sent) = &happened.what else { continue };
                is_over |= sent.end().is_some();
                let is_set =
                    |event| matches!(event, &Event::GameConfigChanged | &Event::GameRulesChanged);
                has_next |= sent.event().is_some_and(is_set);
                // The reply, a payment and what is sent to all tell of one end.
                if let Some(end) = sent.end()
                    && ended.last().is_none_or(|(game, _)| *game != happened.game)
                {
                    ended.push((happened.game, end));
                }
            }
            for (game, end) in ended {
                let over = over(end, game, &view.state);
                let number = text::game_number(game);
                out.line(&place.at(format!("Game {number} is over: {over}")))?;
            }
            if has_next {
                out.heading(&place.at("The next game".into()))?;
                let GameState { config, rules, next_config, next_rules, .. } = &view.state;
                let config = next_config.as_ref().unwrap_or(config);
                describe(out, config, next_rules.as_ref().unwrap_or(rules))?;
            }
            wait(place.at(stage_line(&view)));
            // By the clock the game is over before the alarm's message tells how it ended.
            is_over_for += u32::from(view.state.games_finished > game);
            if is_once && (is_over || is_over_for > ALARM_BLOCKS) {
                return Ok(None);
            }
        }
    }
}

/// How a game ended, by a state after it.
fn over(end: End, game: u64, state: &GameState) -> String {
    let pot = state.last_game.as_ref().filter(|_| state.games_finished == game + 1);
    match end {
        End::Won(winner) => match pot.filter(|last| last.winner == winner) {
            Some(last) => format!("{} {}", short_address(winner), text::won(last.pot)),
            None => format!("{} won", short_address(winner)),
        },
        End::Stopped => "its owner stopped it".into(),
        End::SentAway => "it goes on without whoever was sent away".into(),
    }
}

/// Prints what happened at the table.
pub fn print(out: &Output, place: &Place, happened: &Happened) -> Result<()> {
    out.json(&json::happened(place.program, happened))?;
    match &happened.what {
        Happening::Sent(sent) => print_sent(out, place, happened.block, sent),
        Happening::Round(round) => print_round(out, place, round),
    }
}

fn print_sent(out: &Output, place: &Place, block: u32, sent: &Sent) -> Result<()> {
    let who = match sent.to == ActorId::zero() {
        true => "the table".into(),
        false => short_address(sent.to),
    };
    let what = match &sent.content {
        Content::Reply(Ok(Event::StageAdvanced(_))) => "has moved the stage on".into(),
        Content::Reply(Ok(event)) if sent.value > 0 && sent.end().is_some() => {
            format!("{}, and is paid {}", text::event(event), vara(sent.value))
        }
        Content::Reply(Ok(event)) => text::event(event),
        Content::Reply(Err(error)) => format!("was refused: {}", text::refusal(error)),
        Content::Event(event) if sent.to == ActorId::zero() => text::event(event),
        Content::Event(Event::GameWasStopped(_)) if sent.value == 0 => "was still in it".into(),
        Content::Event(Event::GameWasStopped(_)) => format!("has {} back", vara(sent.value)),
        Content::Event(Event::SentAway(_)) => {
            format!("is sent away, and has {} back", vara(sent.value))
        }
        // A free game has no pot.
        Content::Event(_) if sent.value == 0 => "has won".into(),
        Content::Event(_) => format!("is paid {}", vara(sent.value)),
        Content::Started => "has opened the table".into(),
        Content::Trap(why) => format!("sent what failed: {why}"),
    };
    let at = place.name.as_ref().map_or(String::new(), |name| format!("{name}  "));
    out.line(&format!("  {at}#{block:<8}{who:13}{what}"))
}

fn print_round(out: &Output, place: &Place, round: &Round) -> Result<()> {
    let at = place.name.as_ref().map_or(String::new(), |name| format!(" at {name}"));
    out.heading(&format!("Round {}{at}", round.number))?;
    let you = place.you;
    let name = |id| if you == Some(id) { YOU.to_owned() } else { short_address(id) };
    for (label, text, style) in Summary::of(round, you, name).rows() {
        out.styled_row(style, label, &text)?;
    }
    Ok(())
}
