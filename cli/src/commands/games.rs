//! `rpsls games`

mod history;

use self::history::Sums;
use super::{Context, costs, share, status::stage_line, tables::glance};
use crate::{
    chain::{link::Link, table::Table},
    game::turn,
    keys::account::address,
    screen::output::{Output, warn},
    store::{
        games::{End, Note},
        tables::{Opening, called},
    },
    words::{
        address::shown,
        digits::hex,
        text,
        units::{self, moment, vara},
    },
};
use anyhow::{Result, ensure};
use clap::Args;
use gprimitives::ActorId;
use rpsls_io::PlayerStatus;
use serde_json::{Value, json};
use std::sync::Arc;

#[derive(Debug, Args)]
pub struct GamesArgs {
    /// Only games since then: a day such as 2026-11-23, or a time ago such as 7d; --table
    /// and --account name whose
    #[arg(long, value_name = "TIME", value_parser = units::parse_since)]
    pub since: Option<u64>,

    /// Shows ids and all details
    #[arg(long)]
    pub long: bool,

    /// Forgets games of chains that are gone from the node's address, with their
    /// openings: a development node has another one each time it starts
    #[arg(long, conflicts_with_all = ["since", "long"])]
    pub prune: bool,

    /// With --prune, forgets those with a bet that are not known to be over, too
    #[arg(long, short, requires = "prune")]
    pub yes: bool,
}

pub async fn run(context: &Context, args: GamesArgs) -> Result<()> {
    if args.prune {
        return prune(context, args.yes).await;
    }
    let mut notes = wanted(context, args.since)?;
    let now = look(context, &mut notes).await?;
    let out = &context.out;
    let shown: Vec<&Note> = notes.iter().filter(|note| !history::is_nothing(note)).collect();
    let sums = Sums::of(shown.iter().copied());
    let sums = sums.with_tables(&openings(context, args.since)?);
    let games: Vec<Value> = notes.iter().map(entry).collect();
    out.json(&json!({ "ok": true, "games": games, "sums": sums.json() }))?;
    if shown.is_empty() {
        out.line(&match context.home.games().all()?.is_empty() {
            true => {
                let folder = context.home.folder().display();
                format!("No games in {folder} yet: `rpsls join` takes a seat.")
            }
            false => "No games of those that you ask for: `rpsls games` alone lists all.".into(),
        })?;
        return sums.show(out);
    }
    if args.long {
        notes.iter().zip(&now).try_for_each(|(note, now)| show(out, note, now.as_deref()))?;
    } else {
        let tables = context.home.tables().all()?;
        let table = |note: &Note| {
            let known = tables.iter().find(|table| table.program == note.seat.program);
            called(note.seat.program.into(), known)
        };
        history::show(out, &shown, table)?;
        for (note, now) in notes.iter().zip(now) {
            now.map_or(Ok(()), |now| out.row("Now", &format!("{}: {now}", table(note))))?;
        }
    }
    sums.show(out)
}

/// The notes of the named table and account, since this time.
fn wanted(context: &Context, since: Option<u64>) -> Result<Vec<Note>> {
    let mut notes = context.home.games().all()?;
    if let Some(program) = context.named_program()? {
        notes.retain(|note| note.seat.program == program.into_bytes());
    }
    if let Some(named) = &context.global.account {
        // A name that an account had here once may be no account by now.
        let id = context.id_of(named);
        let is_of = |note: &Note| id.as_ref().is_ok_and(|id| *id == player(note));
        let is_known = id.is_ok() || notes.iter().any(|note| note.origin.name == *named);
        ensure!(is_known, id.unwrap_err());
        notes.retain(|note| note.origin.name == *named || is_of(note));
    }
    notes.retain(|note| note.since >= since.unwrap_or_default());
    Ok(notes)
}

/// What was paid for tables from here since this time, by the named account and for the named table.
fn openings(context: &Context, since: Option<u64>) -> Result<Vec<Opening>> {
    let program = context.named_program()?;
    let named = context.global.account.as_ref();
    let account = named.and_then(|named| context.id_of(named).ok());
    let tables = context.home.tables().all()?.into_iter();
    let of = tables.filter(|table| program.is_none_or(|program| program == table.id()));
    let openings = of.filter_map(|table| table.opening).filter(|opening| {
        let is_of = named.is_none() || account == Some(opening.account.into());
        is_of && opening.at >= since.unwrap_or_default()
    });
    Ok(openings.collect())
}

/// All that is known of a game.
fn show(out: &Output, note: &Note, now: Option<&str>) -> Result<()> {
    out.heading(&format!("Game {}, {}", text::game_number(note.game), ending(note)))?;
    out.row("Table", &hex(note.seat.program))?;
    out.row("Node", &shown(&note.origin.node))?;
    out.row("Player", &format!("{}, {}", note.origin.name, address(player(note))))?;
    out.row("Seat", &format!("since {}", moment(note.since)))?;
    let paid = match note.end {
        Some(End::NotSeated | End::Left | End::SentAway) => String::new(),
        _ => format!("{} for the seat, ", vara(note.bet)),
    };
    let about = if is_exact(note) { "" } else { "about " };
    out.row("Paid", &format!("{paid}{about}{} of fees", vara(note.costs.spent)))?;
    now.map_or(Ok(()), |now| out.row("Now", now))
}

/// Asks the chain about the games that are not known to be over, if a node of it answers. Returns
/// the standing of each game.
async fn look(context: &Context, notes: &mut [Note]) -> Result<Vec<Option<String>>> {
    let mut link: Option<Arc<Link>> = None;
    if notes.iter().any(|note| !note.costs.is_settled) {
        link = context.link_if_any().await;
    }
    let (mut all, mut unwritten) = (vec![], None);
    for note in notes {
        let mut now = None;
        if note.end.is_none()
            && let Some(seen) = glance(
                link.as_ref(),
                note.seat.genesis,
                note.seat.program.into(),
                async |table: &Table| {
                    let view = table.view().await?;
                    let is_stopped = note.end_by(&view.state) == Some(End::Stopped);
                    let share = match is_stopped && note.bet > 0 {
                        // What the node has forgotten stays unknown.
                        true => share::of_game(table, note).await.ok().flatten(),
                        false => None,
                    };
                    Ok((view, share))
                },
            )
            .await
        {
            match seen {
                Ok((view, share)) => {
                    let games = context.home.games();
                    match games.see(note.clone(), &view.state) {
                        Ok(seen) => *note = seen,
                        Err(error) => {
                            *note = note.seen(&view.state).unwrap_or_else(|| note.clone());
                            unwritten = Some(error);
                        }
                    }
                    if let Some(share) = share {
                        note.back = Some(share);
                        unwritten =
                            games.give_back(&note.seat, note.game, share).err().or(unwritten);
                    }
                    if note.end.is_none() {
                        let status = match turn::status_of(&view.state, player(note)) {
                            PlayerStatus::NotRegistered => "has no seat",
                            PlayerStatus::Registered => "has a seat, `rpsls join` plays it",
                            status => text::status(status).1,
                        };
                        now = Some(format!("{} {status}; {}", note.origin.name, stage_line(&view)));
                    }
                }
                Err(error) => now = Some(format!("it can't be told: {error:#}")),
            }
        }
        if !note.costs.is_settled {
            unwritten = count(context, link.as_deref(), note).await.err().or(unwritten);
        }
        all.push(now);
    }
    // It is shown all the same, and found out again next time.
    if let Some(error) = unwritten {
        warn(&format!("{error:#}: what came of a game is not noted"));
    }
    Ok(all)
}

/// Counts what a game has cost until now, if the node is of its chain.
async fn count(context: &Context, link: Option<&Link>, note: &mut Note) -> Result<()> {
    let Some(link) = link.filter(|link| link.genesis().0 == note.seat.genesis) else {
        return Ok(());
    };
    let counted = async {
        let last = link.last_block().await?;
        costs::up_to(last, link, &note.seat, note.costs, 0).await
    };
    // Otherwise the costs stay as of the last look.
    if let Ok(costs) = counted.await {
        note.costs = costs;
        note.costs = context.home.games().cost(&note.seat, note.game, costs)?;
    }
    Ok(())
}

/// Whether all costs of the game are known. An alarm that is yet to come is not.
fn is_exact(note: &Note) -> bool {
    note.costs.is_whole && (note.end.is_none() || note.costs.is_settled)
}

/// Forgets the games that were played at this address on a chain that is gone from there. Games at
/// other addresses may still go on.
async fn prune(context: &Context, with_bets: bool) -> Result<()> {
    let link = context.link().await?;
    let games = context.home.games();
    let mut gone = games.all()?;
    gone.retain(|note| note.origin.node == link.url() && note.seat.genesis != link.genesis().0);
    // The chain may only have moved to another address, with a bet on it.
    let is_kept = |note: &Note| note.end.is_none() && note.bet > 0 && !with_bets;
    let (kept, gone): (Vec<_>, Vec<_>) = gone.into_iter().partition(is_kept);
    let mut forgotten = vec![];
    for note in gone {
        // The note comes last, since it leads to the openings. A seat with a bet keeps all of its own.
        if kept.iter().all(|kept| kept.seat != note.seat) {
            context.home.secrets().forget_all(&note.seat)?;
        }
        games.forget(&note)?;
        forgotten.push(entry(&note));
    }
    let kept = kept.len();
    context.out.json(&json!({
        "ok": true,
        "action": "prune",
        "games": forgotten,
        "kept": kept,
    }))?;
    if kept > 0 {
        context.out.line(&format!(
            "{kept} with a bet may not be over, if their chain is somewhere else now: --yes \
             forgets them, too."
        ))?;
    }
    context.out.line(&match forgotten.len() {
        0 => format!("There is nothing here of another chain that was at {}.", link.shown()),
        1 => "1 game is forgotten.".into(),
        many => format!("{many} games are forgotten."),
    })
}

fn player(note: &Note) -> ActorId {
    note.seat.account.into()
}

pub fn ending(note: &Note) -> String {
    match note.end {
        None => "not known to be over".into(),
        Some(End::Won(winner)) => {
            let what = match winner.id() == player(note) {
                true => "won",
                false => "lost",
            };
            match winner.pot {
                0 => format!("{what} in round {}", winner.rounds),
                pot => format!("{what}: a pot of {}, in round {}", vara(pot), winner.rounds),
            }
        }
        Some(End::Stopped) => match note.back {
            Some(back) if note.bet > 0 => format!("stopped by its owner: {} is back", vara(back)),
            _ => "stopped by its owner".into(),
        },
        Some(End::Left) => "left before it started".into(),
        Some(End::NotSeated) => "no seat".into(),
        Some(End::SentAway) => "sent away, since the bracket was full: the bet is back".into(),
        Some(End::Unknown) => "over, nobody here saw how".into(),
    }
}

pub fn entry(note: &Note) -> Value {
    let (end, winner) = match note.end {
        None => ("open", None),
        Some(End::Won(winner)) if winner.id() == player(note) => ("won", Some(winner)),
        Some(End::Won(winner)) => ("lost", Some(winner)),
        Some(End::Stopped) => ("stopped", None),
        Some(End::Left) => ("left", None),
        Some(End::NotSeated) => ("no_seat", None),
        Some(End::SentAway) => ("sent_away", None),
        Some(End::Unknown) => ("unknown", None),
    };
    json!({
        "genesis": hex(note.seat.genesis),
        "program": hex(note.seat.program),
        "account": hex(note.seat.account),
        "name": note.origin.name,
        "node": shown(&note.origin.node),
        "game": note.game,
        "since_ms": note.since,
        "bet": note.bet.to_string(),
        "spent": note.costs.spent.to_string(),
        "exact": is_exact(note),
        "end": end,
        "told": note.end.is_some() && !note.is_untold,
        "returned": note.back.map(|back| back.to_string()),
        "winner": winner.map(|winner| hex(winner.account)),
        "pot": winner.map(|winner| winner.pot.to_string()),
        "rounds": winner.map(|winner| winner.rounds),
    })
}
