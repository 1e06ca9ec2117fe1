//! `rpsls watch`

use super::{
    Context,
    retry::retry_while_node_fails,
    status::{hours, stage_line},
};
use crate::{
    args::WatchArgs,
    chain::{
        code::Code,
        follow::{Follow, Happening},
        messages::{Content, Sent},
    },
    commands::json,
    game::{round::Round, turn::ALARM_BLOCKS},
    keys::account::short_address,
    screen::{
        output::{Output, warn},
        round::{Summary, YOU},
    },
    words::{digits::hex, text, units::vara},
};
use anyhow::Result;
use gprimitives::ActorId;
use rpsls_io::{Event, RevealResult, StageChange};

pub async fn run(context: &Context, args: WatchArgs) -> Result<()> {
    let mut table = context.table(context.lasting_link().await?).await?;
    let out = &context.out;
    let view = table.view().await?;
    let game = view.state.games_finished;
    let code = table.code().await?;
    if code == Code::Unknown {
        warn(
            "this table's code is no release that this rpsls knows, and not the one that it was \
             built with: what it says need not be so",
        );
    }
    let closable_from = table.closable_from(&view).await?;
    out.json(&json::view(table.program, code, &view, closable_from))?;
    out.heading(&format!("Table {}", hex(table.program)))?;
    out.row("Stage", &stage_line(&view))?;
    hours(out, &view, closable_from)?;
    let mut follow = Follow::after(&view);
    let you = context.known_id();
    let mut is_over_for = 0;
    loop {
        let (view, happened) =
            retry_while_node_fails(async || follow.next(&mut table).await).await?;
        let mut is_over = false;
        for (block, happening) in &happened {
            print(out, *block, happening, you)?;
            is_over |= matches!(happening, Happening::Sent(sent) if end_of(sent).is_some());
        }
        out.waiting(&stage_line(&view));
        // By the clock it is over before the alarm's message tells how it ended.
        is_over_for += u32::from(view.state.games_finished > game);
        if args.once && (is_over || is_over_for > ALARM_BLOCKS) {
            return Ok(());
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Won(ActorId),
    Stopped,
    /// For the player who is asked about alone: the game goes on.
    SentAway,
}

/// The end of a game, if this tells of one.
pub fn end_of(sent: &Sent) -> Option<End> {
    match sent.event()? {
        Event::SuccessfulReveal(RevealResult::GameOver { winner })
        | Event::StageAdvanced(StageChange::GameOver { winner }) => Some(End::Won(*winner)),
        Event::GameWasStopped(_) => Some(End::Stopped),
        _ => None,
    }
}

/// Prints what happened at the table. `you` are called so.
pub fn print(out: &Output, block: u32, happening: &Happening, you: Option<ActorId>) -> Result<()> {
    match happening {
        Happening::Sent(sent) => print_sent(out, block, sent),
        Happening::Round(round) => print_round(out, block, round, you),
    }
}

fn print_sent(out: &Output, block: u32, sent: &Sent) -> Result<()> {
    out.json(&json::sent(block, sent))?;
    let who = match sent.to == ActorId::zero() {
        true => "the table".into(),
        false => short_address(sent.to),
    };
    let what = match &sent.content {
        Content::Reply(Ok(Event::StageAdvanced(_))) => "has moved the stage on".into(),
        Content::Reply(Ok(event)) if sent.value > 0 && end_of(sent).is_some() => {
            format!("{}, and is paid {}", text::event(event), vara(sent.value))
        }
        Content::Reply(Ok(event)) => text::event(event),
        Content::Reply(Err(error)) => format!("was refused: {}", text::refusal(error)),
        Content::Event(event) if sent.to == ActorId::zero() => text::event(event),
        Content::Event(Event::GameWasStopped(_)) => format!("has {} back", vara(sent.value)),
        Content::Event(Event::SentAway(_)) => {
            format!("is sent away, and has {} back", vara(sent.value))
        }
        Content::Event(_) => format!("is paid {}", vara(sent.value)),
        Content::Started => "has opened the table".into(),
        Content::Trap(why) => format!("sent what failed: {why}"),
    };
    out.line(&format!("  #{block:<8}{who:13}{what}"))
}

fn print_round(out: &Output, block: u32, round: &Round, you: Option<ActorId>) -> Result<()> {
    out.json(&json::round(block, round))?;
    out.heading(&format!("Round {}", round.number))?;
    let name = |id| if you == Some(id) { YOU.to_owned() } else { short_address(id) };
    for (label, text, style) in Summary::of(round, you, name).rows() {
        out.styled_row(style, label, &text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(event: Event) -> Sent {
        Sent { to: ActorId::zero(), value: 0, content: Content::Event(event) }
    }

    #[test]
    fn a_game_ends_by_a_reveal_the_clock_or_the_owner() {
        let winner = ActorId::from([7; 32]);
        let by_reveal = Event::SuccessfulReveal(RevealResult::GameOver { winner });
        let by_clock = Event::StageAdvanced(StageChange::GameOver { winner });
        assert_eq!(end_of(&sent(by_reveal)), Some(End::Won(winner)));
        assert_eq!(end_of(&sent(by_clock)), Some(End::Won(winner)));
        assert_eq!(end_of(&sent(Event::GameWasStopped([winner].into()))), Some(End::Stopped));
        assert_eq!(end_of(&sent(Event::SuccessfulReveal(RevealResult::Continue))), None);
    }
}
