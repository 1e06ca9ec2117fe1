//! `rpsls watch`

use super::{Context, status::stage_line};
use crate::{
    account::short_address,
    args::WatchArgs,
    follow::Follow,
    json,
    output::Output,
    table::{Said, What, hex},
    text,
    units::vara,
};
use anyhow::Result;
use gprimitives::ActorId;
use rpsls_io::{Event, RevealResult, StageChange};

pub async fn run(context: &Context, args: WatchArgs) -> Result<()> {
    let mut table = context.table(context.lasting_link().await?).await?;
    let out = &context.out;
    let view = table.view().await?;
    let game = view.state.games_finished;
    out.json(&json::view(table.program, &view))?;
    out.heading(&format!("Table {}", hex(table.program)))?;
    out.row("Stage", &stage_line(&view))?;
    let mut follow = Follow::after(view.head);
    loop {
        let (head, said) = follow.next(&mut table).await?;
        for (block, said) in &said {
            tell(out, *block, said)?;
        }
        let view = table.view_at(head).await?;
        out.waiting(&stage_line(&view));
        let is_over = said.iter().any(|(_, said)| end_of(said).is_some());
        if args.once && (is_over || view.state.games_finished > game) {
            return Ok(());
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Won(ActorId),
    Stopped,
}

/// The end of a game, if this tells of one.
pub fn end_of(said: &Said) -> Option<End> {
    let event = match &said.what {
        What::Replied(Ok(event)) | What::Told(event) => event,
        What::Replied(Err(_)) | What::Started | What::Trapped(_) => return None,
    };
    match event {
        Event::SuccessfulReveal(RevealResult::GameOver { winner })
        | Event::StageAdvanced(StageChange::GameOver { winner }) => Some(End::Won(*winner)),
        Event::GameWasStopped(_) => Some(End::Stopped),
        _ => None,
    }
}

/// Prints what the program said.
pub fn tell(out: &Output, block: u32, said: &Said) -> Result<()> {
    out.json(&json::said(block, said))?;
    let who = match said.to == ActorId::zero() {
        true => "the clock".into(),
        false => short_address(said.to),
    };
    let what = match &said.what {
        What::Replied(Ok(Event::StageAdvanced(_))) => "has moved the stage on".into(),
        What::Replied(Ok(event)) => text::event(event),
        What::Replied(Err(error)) => format!("was refused: {}", text::refusal(error)),
        What::Told(event) if said.to == ActorId::zero() => text::event(event),
        What::Told(Event::GameWasStopped(_)) => format!("has {} back", vara(said.value)),
        What::Told(_) => format!("is paid {}", vara(said.value)),
        What::Started => "has opened the table".into(),
        What::Trapped(why) => format!("sent what failed: {why}"),
    };
    out.line(&format!("  #{block:<8}{who:13}{what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(event: Event) -> Said {
        Said { to: ActorId::zero(), value: 0, what: What::Told(event) }
    }

    #[test]
    fn a_game_ends_by_a_reveal_the_clock_or_the_owner() {
        let winner = ActorId::from([7; 32]);
        let by_reveal = Event::SuccessfulReveal(RevealResult::GameOver { winner });
        let by_clock = Event::StageAdvanced(StageChange::GameOver { winner });
        assert_eq!(end_of(&said(by_reveal)), Some(End::Won(winner)));
        assert_eq!(end_of(&said(by_clock)), Some(End::Won(winner)));
        assert_eq!(end_of(&said(Event::GameWasStopped([winner].into()))), Some(End::Stopped));
        assert_eq!(end_of(&said(Event::SuccessfulReveal(RevealResult::Continue))), None);
    }
}
